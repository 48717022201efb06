"""Nothing hidden leaves: no card that somebody may not know, and no secret before the end.

Two ways to look: for the names and codes of hidden cards in every request that somebody can read, and for any
difference that hidden cards make to a screen when they are dealt otherwise.
"""

import json
import logging
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.i18n import catalogue
from bot.play.table import Table
from bot.store.guilds import DEFAULTS
from bot.ui.layout import laid_out
from bot.ui.screen import Screen
from bot.ui.table import board_screen, hand_screen, looked_at, past_board, public, seen_by
from render.theme import DARK
from render.words import card_name
from rules.cards import Card
from rules.game import Event, Seat
from tests.bot.clicks import TAKE_BACK, Tapper, arg
from tests.bot.games import EVERY_GAME, SAMPLES
from tests.bot.samples import Sample
from tests.bot.world import Place, Press, World, answer, of_verb

TEXTS = catalogue()
TURNS = 60
"""So many turns of a match are watched; in the card game they lead into the second round."""
ANY_CARD = re.compile(r"\b[YBWGRP](?:\d|10|W)\b|\b(?:Yellow|Blue|White|Green|Red|Purple) (?:\d|10|wager)\b")


def known(view: Any) -> set[Card]:
    """The cards of the round that whoever has ``view`` knows to lie somewhere."""
    seen = {*view.hand, *(card for row in view.columns for column in row for card in column)}
    seen |= {card for pile in view.piles for card in pile} | cards_of(view.history)
    return seen | (set() if view.placement is None else {view.placement.card})


def cards_of(events: Iterable[Event]) -> set[Card]:
    """The cards that complete turns tell of."""
    turns: list[Any] = [event for event in events if hasattr(event, "placement")]
    return {card for turn in turns for card in (turn.placement.card, turn.drawn) if card is not None}


def just_told(table: Table) -> set[Card]:
    """The cards of the latest turns that boards may still tell of, although a new round has begun since."""
    return cards_of(event for news in table.news[-3:] for event in news.events)


def names_of(cards: Iterable[Card]) -> set[str]:
    return {str(card) for card in cards} | {card_name(card, TEXTS) for card in cards}


def leaked(body: Any, view: Any, sample: Sample) -> set[str]:
    """The cards named in a body of which its reader may know nothing."""
    hidden = names_of(sample.cards) - names_of(known(view))
    return set(ANY_CARD.findall(json.dumps(body, ensure_ascii=False))) & hidden


def dealt_otherwise(state: Any, knower: Seat | None, random: Random, sample: Sample) -> Any:
    """The same for everybody who knows what ``knower`` does (a spectator if None), with other hidden cards."""
    view_of = [known_to_all(state, seat) for seat in range(len(state.hands))]
    fixed = [hand if seat == knower else view_of[seat] for seat, hand in enumerate(state.hands)]
    stacks = [name for name in ("deck", "removed") if hasattr(state, name)]
    hidden = [
        *(card for name in stacks for card in getattr(state, name)),
        *(card for hand, kept in zip(state.hands, fixed, strict=True) for card in without(hand, kept)),
    ]
    random.shuffle(hidden)
    others: dict[str, Any] = {name: tuple(hidden.pop() for _ in getattr(state, name)) for name in stacks}
    hands = tuple(
        tuple(sorted((*kept, *(hidden.pop() for _ in range(len(hand) - len(kept))))))
        for hand, kept in zip(state.hands, fixed, strict=True)
    )
    begun: Mapping[str, Any] = {} if knower is not None and knower == state.turn else sample.unbegun
    return replace(state, hands=hands, **others, **begun)


def known_to_all(state: Any, seat: Seat) -> tuple[Card, ...]:
    """The cards of a hand that everybody saw it pick up."""
    left = list(state.hands[seat])
    kept: list[Card] = []
    for turn in state.history:
        if turn.seat == seat and turn.draw and turn.draw.pile is not None and turn.drawn in left:
            left.remove(turn.drawn)
            kept.append(turn.drawn)
    return tuple(kept)


def without(hand: Iterable[Card], taken: Iterable[Card]) -> list[Card]:
    left = list(hand)
    for card in taken:
        left.remove(card)
    return left


async def assert_hidden_cards_make_no_difference(table: Table, stranger: int, random: Random) -> None:
    """Public screens, and those of each seat, are the same whatever the cards that they may not depend on."""
    match, sample = table.match, SAMPLES[table.match.game]
    other = replace(table, state=dealt_otherwise(table.state, None, random, sample))
    events = table.public_events(match.public_ply - 1, match.public_ply)

    def screens(table: Table) -> list[Screen]:
        seen = public(table, DEFAULTS)
        live = [] if match.outcome is not None else [board_screen(seen, events, ping=True)]
        return [*live, past_board(seen, events), looked_at(seen_by(table, stranger, TEXTS, DARK))]

    for mine, others in zip(screens(table), screens(other), strict=True):
        assert await words(mine) == await words(others)
    for seat, player in enumerate(match.players):
        other = replace(table, state=dealt_otherwise(table.state, seat, random, sample))
        for selected in ("", str(table.state.hands[seat][0])):
            hands = [
                hand_screen(seen_by(each, player.user_id, TEXTS, DARK), each.match.moved_at, selected)
                for each in (table, other)
            ]
            assert await words(hands[0]) == await words(hands[1])


async def words(screen: Screen) -> Any:
    """All that a screen sends: components with ids, pictures described in full, and files."""
    message = await laid_out(screen)
    return message.view.to_components(), [file.filename for file in message.files]


class Watcher:
    """Follows a match and judges every request as it is made."""

    def __init__(self, world: World, place: Place, secret: str, random: Random, cursor: int) -> None:
        self.world = world
        self.place = place
        self.secret = secret
        self.random = random
        self.cursor = cursor

    async def look(self, named: Card | None = None) -> None:
        """Judge what was sent since the last look; ``named`` is a card that somebody has asked about by its name."""
        table = await self.world.bot.play.matches.table(self.place.match_id)
        for request in self.world.requests_since(self.cursor):
            seat = None if request.reader is None else table.match.seat_of(request.reader)
            may_be_named = [*just_told(table), *([] if named is None else [named])]
            assert leaked(request.body, table.view(seat), SAMPLES[table.match.game]) <= names_of(may_be_named), request
            assert table.match.outcome is not None or self.secret not in json.dumps(request.body)
        self.cursor = self.world.cursor
        await assert_hidden_cards_make_no_difference(table, self.world.dave.id, self.random)


async def meddle(world: World, place: Place, sample: Sample, random: Random) -> Card:
    """Something by one who waits or only looks; returns the card that may have been named with it."""
    mover = place.mover
    who = random.choice([each for each in (world.alice, world.bob, world.carol, world.dave) if each.id != mover.id])
    card = random.choice(sample.cards)
    match random.randrange(7):
        case 0:
            await who.slash(place.channel, "board")
        case 1:
            await who.slash(place.channel, "hand")
        case 2:
            await world.press(Press(who, place.board, f"lc:do:1:0:{random.choice(['play', 'discard'])} {card}"))
        case 3:
            await who.autocomplete(place.channel, "turn", random.choice(["card", "draw"]), "")
        case 4:
            await world.click(who, place.board, "Watch")
        case 5:
            verb = random.choice(["replay", "animate", "verify", "replay_open"])
            await world.press(Press(who, place.board, f"lc:{verb}:{place.match_id}:5:next.open."))
        case _:
            await who.slash(place.channel, "turn", card=str(card), action="play", draw="deck")
    return card


async def watched_turn(watcher: Watcher, tapper: Tapper, sample: Sample) -> None:
    """A turn, often with something taken back, with looks in between."""
    random, place = tapper.random, watcher.place
    mover = place.mover
    hand = await place.hand(mover)
    await watcher.look()
    await tapper.tap(mover, hand, random.choice(of_verb(hand, "card")))
    for hint in of_verb(hand, "hint"):
        if random.random() < 0.3:
            await tapper.tap(mover, hand, hint)
            await watcher.look()
    while control := tapper.next(hand):
        await tapper.tap(mover, hand, control)
        await watcher.look()
        back = [each for each in of_verb(hand, "do") if arg(each) == TAKE_BACK]
        if back and random.random() < 0.3:
            await watcher.look(await meddle(watcher.world, place, sample, random))
        if back and random.random() < 0.25:
            await tapper.tap(mover, hand, back[0])
            await watcher.look()
            if not of_verb(hand, "do"):
                await tapper.tap(mover, hand, random.choice(of_verb(hand, "card")))


@pytest.mark.parametrize(
    ("game", "seats", "terms"),
    [
        pytest.param("card_game", 2, {"rounds": 2, "rated": False}, id="card_game"),
        pytest.param("card_game", 2, {"rounds": 2, "colours": 6}, id="card_game-six"),
        pytest.param("board_game", 2, {}, id="board_game-two"),
        pytest.param("board_game", 3, {"direction": "keltis", "rated": False}, id="board_game-three"),
    ],
)
async def test_a_random_match_gives_nothing_away(
    world: World, game: str, seats: int, terms: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    for logger in ("bot", "render", "rules"):
        caplog.set_level(logging.DEBUG, logger)
    random, sample = Random(seats), SAMPLES[game]
    start = world.cursor
    place = await world.gather(seats, game=game, **terms)
    match = (await world.bot.play.matches.table(place.match_id)).match
    secret = match.secret.hex()
    watcher = Watcher(world, place, secret, random, start)
    tapper = Tapper(world, random, boldness=0.9, from_piles=0.3)
    for _ in range(TURNS):
        await watched_turn(watcher, tapper, sample)
    for player in match.players[:-1]:
        leaver = world.person(player.user_id)
        await world.click(leaver, answer(await leaver.slash(place.channel, "resign")), "Give up")
        await watcher.look()
    assert place.is_over
    for player in match.players:
        reader = world.person(player.user_id)
        shown = answer(await world.click(reader, place.messages[-1], "My review"))
        await world.click(reader, shown, "Later turns")
    assert secret in json.dumps([request.body for request in world.requests_since(start)])
    for record in caplog.records:
        if record.name.partition(".")[0] in ("bot", "render", "rules"):
            said = logging.Formatter().format(record)
            assert ANY_CARD.search(said) is None
            assert secret not in said


@EVERY_GAME
async def test_the_watch_would_see_a_leak(world: World, sample: Sample) -> None:
    place = await world.gather(2, game=sample.key)
    table = await world.bot.play.matches.table(place.match_id)
    mover = table.match.turn
    hidden = table.view(mover).hand[0]
    for name in (str(hidden), card_name(hidden, TEXTS)):
        assert leaked({"content": f"x {name}."}, table.view(None), sample) == {name}
    assert dealt_otherwise(table.state, None, Random(1), sample).hands != table.state.hands


async def test_an_error_is_logged_without_cards(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    place = await world.begin()
    hand = await place.hand(place.mover)
    table = await world.bot.play.matches.table(place.match_id)

    def failing(*_: object) -> None:
        raise KeyError(table.match)

    monkeypatch.setattr("bot.ui.card_game.score_expedition", failing)
    await place.mover.click(hand, custom_id=of_verb(hand, "card")[0].custom_id)
    assert "press failed" in caplog.text
    assert ANY_CARD.search(caplog.text) is None
    assert table.match.secret.hex() not in caplog.text
