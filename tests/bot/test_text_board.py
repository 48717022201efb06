"""Matches played from words alone: whatever a picture would show can be read, and it is enough to choose every move."""

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

import pytest
from simcord import MemberActor, ResponseMessage

from rules.board_game.state import Tile
from rules.cards import Card, Colour
from tests.bot.clicks import Tapper
from tests.bot.playing import QUICK
from tests.bot.world import Place, World, alts, answer, control, of_verb, text
from tests.discord_checks import GALLERY, walk

CARD: Final = re.compile(r"(Yellow|Blue|White|Green|Red|Purple) (wager|\d+)")


def cards(words: str) -> list[str]:
    """The cards that are named, in their order."""
    return [" ".join(found) for found in CARD.findall(words)]


def name(card: Card) -> str:
    return f"{colour_name(card.colour)} {'wager' if card.is_wager else card.rank}"


def colour_name(colour: int) -> str:
    return Colour(colour).name.capitalize()


def lines(words: str, pattern: str) -> list[re.Match[str]]:
    """The lines of a message that read so."""
    return [found for line in words.splitlines() if (found := re.fullmatch(pattern, line))]


def number(words: str) -> int:
    return int(words.replace("\N{MINUS SIGN}", "-"))


def held(words: str) -> list[str]:
    """The own hand."""
    found = lines(words, r"(?:Your cards that can be played|Only to discard|Your hand): (.*)\.")
    return sorted(card for line in found for card in cards(line[1]))


def read_card_game(words: str) -> Mapping[str, Any]:
    """The table of the card game, as the words of a hand tell it."""
    (deck,) = lines(words, r"Round \d of \d\. (\d+) cards? in the deck\.")
    columns: list[dict[str, list[str]]] = []
    totals: list[int] = []
    for line in words.partition("**The table**")[2].splitlines():
        if total := re.fullmatch(r"\w+: (\S+) points? \(.*\)\.", line):
            totals.append(number(total[1]))
            columns.append({})
        elif expedition := re.fullmatch(r"- (\w+) (\S+): (.*)", line):
            columns[-1][expedition[1]] = [expedition[2], *expedition[3].split(", ")]
    piles = [cards(line[1]) for line in lines(words, r"On the discard piles: (.*)\.")]
    return {"deck": int(deck[1]), "totals": totals, "columns": columns, "piles": piles[0] if piles else []}


def true_card_game(view: Any) -> Mapping[str, Any]:
    columns = [
        {
            colour_name(colour): [
                f"{score.total:+}".replace("-", "\N{MINUS SIGN}").replace("+0", "0"),
                *("wager" if card.is_wager else str(card.rank) for card in column),
            ]
            for colour, (column, score) in enumerate(zip(row, scores, strict=True))
            if column
        }
        for row, scores in zip(view.columns, view.scores, strict=True)
    ]
    totals = [before + now for before, now in zip(view.totals, view.standing, strict=True)]
    piles = [name(pile[-1]) for pile in view.piles if pile]
    return {"deck": view.deck_count, "totals": totals, "columns": columns, "piles": piles}


def read_board_game(words: str) -> Mapping[str, Any]:
    """The table of the board game, as the words of a hand tell it."""
    table = words.partition("**The table**")[2]
    (deck,) = lines(table, r"Expedition .* (\d+) cards? in the deck\.")
    seats = lines(table, r"\d \w+(?: \(left\))?: (\S+) points?, (\d+) artifacts?, figures (\S+)\.")
    standing: dict[tuple[str, int], tuple[str, str, str]] = {}
    piles: dict[str, str] = {}
    tiles: dict[tuple[str, int], str] = {}
    for row in lines(table, r"(Yellow|Blue|White|Green|Red): (.*)\."):
        for part in row[2].split("; "):
            if pile := re.fullmatch(r"pile (\d+)", part):
                piles[row[1]] = pile[1]
            elif lies := re.fullmatch(r"(artifact|arrow|\+\d+) on (.*)", part):
                tiles |= {(row[1], int(step)): lies[1] for step in lies[2].split(", ")}
            elif stands := re.fullmatch(r"(\d)(?: (researcher))?(?: at (\d))? \((.*)\)", part):
                standing[row[1], int(stands[1]) - 1] = (stands[2] or "", stands[3] or "", stands[4])
    return {
        "deck": int(deck[1]),
        "seats": [tuple(map(number, seat.groups())) for seat in seats],
        "standing": standing,
        "piles": piles,
        "tiles": tiles,
    }


def true_board_game(view: Any) -> Mapping[str, Any]:
    standing: dict[tuple[str, int], tuple[str, str, str]] = {}
    for seat in range(view.seats):
        for colour, column in enumerate(view.columns[seat]):
            if column:
                figure = view.figures[seat][colour]
                way = {1: " up", -1: " down", 0: " open"}[view.direction(seat, colour)]
                who = "researcher" if figure is not None and figure.researcher else ""
                step = "" if figure is None else str(figure.step)
                standing[colour_name(colour), seat] = (who, step, f"{column[-1].rank}{way}")
    kinds = {Tile.ARTIFACT: "artifact", Tile.ARROW: "arrow"}
    return {
        "deck": view.deck_count,
        "seats": [(view.chips[seat], view.artifacts[seat], view.settlements[seat].net) for seat in range(view.seats)],
        "standing": standing,
        "piles": {colour_name(colour): str(pile[-1].rank) for colour, pile in enumerate(view.piles) if pile},
        "tiles": {
            (colour_name(colour), step): kinds.get(tile) or f"+{tile.points}"
            for colour, row in enumerate(view.tiles)
            for step, tile in enumerate(row, 1)
            if tile is not None
        },
    }


GAMES: Final[Mapping[str, tuple[Callable[[str], Mapping[str, Any]], Callable[[Any], Mapping[str, Any]]]]] = {
    "card_game": (read_card_game, true_card_game),
    "board_game": (read_board_game, true_board_game),
}


async def in_words(world: World, who: MemberActor) -> None:
    """Ask for words in place of pictures."""
    panel = answer(await who.slash(world.channel, "preferences"))
    await world.click(who, panel, "Words for pictures")
    assert control(panel, "Pictures again")


def chosen(hand: ResponseMessage, random: Random) -> str:
    """A card by what can be read: one that can be played if there is any."""
    words = text(hand)
    playable = [card for line in lines(words, r"Your cards that can be played: (.*)\.") for card in cards(line[1])]
    return random.choice(playable or held(words))


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_match_from_words_alone(world: World, game: str) -> None:
    read, true = GAMES[game]
    for who in (world.alice, world.bob):
        await in_words(world, who)
    terms: dict[str, Any] = {"game": game, **QUICK[game]}
    terms.pop("colours", None)
    place = await world.begin(**terms)
    tapper = Tapper(world, Random(5), from_piles=0.3)
    while not place.is_over:
        mover = place.mover
        hand = await place.hand(mover)
        await compared(place, mover, hand, read, true)
        card = chosen(hand, tapper.random)
        (button,) = [each for each in of_verb(hand, "card") if each.label == card]
        await tapper.tap(mover, hand, button)
        while following := tapper.next(hand):
            await tapper.tap(mover, hand, following)
            await compared(place, mover, hand, read, true)
    panel = answer(await world.alice.slash(world.channel, "rules", game=game))
    assert not pictures(panel)
    assert "\n" in text(panel)


async def compared(
    place: Place,
    who: MemberActor,
    hand: ResponseMessage,
    read: Callable[[str], Mapping[str, Any]],
    true: Callable[[Any], Mapping[str, Any]],
) -> None:
    """What a hand tells in words is what its seat may know."""
    assert not pictures(hand)
    table = await place.world.bot.play.matches.table(place.match_id)
    view: Any = table.view(table.match.seat_of(who.id))
    if view.outcome is None:
        assert held(text(hand)) == sorted(map(name, view.hand))
        assert read(text(hand)) == true(view)


def pictures(message: ResponseMessage) -> int:
    return sum(each["type"] == GALLERY for each in walk(message.components))


async def test_only_those_who_want_words_get_them(world: World) -> None:
    place = await world.begin()
    reader, other = place.mover, place.waiter
    await in_words(world, reader)
    assert alts(place.board), "what everybody sees keeps its picture"
    hand = await place.hand(reader)
    assert (pictures(await place.hand(other)), pictures(hand)) == (1, 0)
    await world.restart()
    await reader.click(hand, custom_id=of_verb(hand, "card")[0].custom_id)
    assert pictures(hand) == 0
    panel = answer(await reader.slash(world.channel, "preferences"))
    await world.click(reader, panel, "Pictures again")
    assert pictures(await place.hand(reader)) == 1
