"""The rulebook: every passage by clicks, and the way to it from every refusal of the rules."""

import ast
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bot.i18n import catalogue
from bot.ui.games import SCREENS
from rules.registry import GAMES
from rules.turns import Play
from tests.bot.clicks import Tapper
from tests.bot.world import Press, World, alts, answer, control, controls, of_verb, said, text

ROOT: Final = Path(__file__).parents[2]
TEXTS: Final = catalogue()
REFUSING: Final = ("BadNotation", "IllegalAction", "NotYourTurn", "GameOver")


def codes(game: str) -> set[str]:
    """The codes of what the rules of a game, and who reads what is typed for it, refuse with."""
    files = [ROOT / "rules" / f"{name}.py" for name in ("game", "turns", "cards")]
    files += [
        *(ROOT / "rules" / game).glob("*.py"),
        ROOT / "bot" / "ui" / "cards.py",
        ROOT / "bot" / "ui" / f"{game}.py",
    ]
    calls = [
        node
        for file in files
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in REFUSING
    ]
    found = [node.args[0] for node in calls if node.args]
    return {node.value for node in found if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_of_the_rules_has_its_passage(game: str) -> None:
    screens = SCREENS[game]
    assert len(codes(game)) > 10
    assert codes(game) == set(screens.TOPIC_OF)
    assert set(screens.TOPIC_OF.values()) <= set(screens.TOPICS)


@pytest.mark.parametrize("game", GAMES)
async def test_every_passage_by_the_menu(world: World, game: str) -> None:
    book = answer(await world.carol.slash(world.channel, "rules", game=game))
    assert book.ephemeral
    pictures = 0
    for topic in SCREENS[game].TOPICS:
        (menu,) = of_verb(book, "topic")
        (value,) = [value for label, value in menu.choices if label == TEXTS.text(f"topic.{game}.{topic}")]
        await world.carol.select(book, [value])
        assert TEXTS.text(f"rules.{game}.{topic}") in text(book)
        pictures += len(alts(book))
    assert pictures >= 3
    (other,) = of_verb(book, "chapter")
    await world.carol.click(book, custom_id=other.custom_id)
    assert TEXTS.text(f"rules.{game}.mistakes") not in text(book)


async def test_a_passage_by_its_name(world: World) -> None:
    offered = await world.carol.autocomplete(world.channel, "rules", "topic", "KELTIS", game="board_game")
    assert offered == [{"name": "Keltis rules", "value": "keltis"}]
    assert await world.carol.autocomplete(world.channel, "rules", "topic", "keltis") == []
    assert "may rise or fall" in said(
        await world.carol.slash(world.channel, "rules", game="board_game", topic="keltis")
    )
    assert "no such passage" in said(await world.carol.slash(world.channel, "rules", topic="keltis"))


async def test_a_typed_turn_that_is_refused_leads_to_its_passage(drawn_world: World) -> None:
    world = drawn_world
    place = await world.begin()
    table = await world.bot.play.matches.table(place.match_id)
    card = table.state.hands[table.state.turn][0]
    typed: dict[str, Any] = {"card": str(card), "action": "discard", "draw": card.colour.letter}
    refused = answer(await place.mover.slash(place.channel, "turn", **typed))
    assert "You have just discarded" in text(refused)
    passage = await world.click(place.mover, refused, "The rule")
    assert TEXTS.text("rules.card_game.drawing") in said(passage)
    refused = answer(await place.waiter.slash(place.channel, "turn", **{**typed, "card": "7", "draw": "deck"}))
    assert [each.label for each in controls(refused)] == ["The rule"]
    shown = said(await world.click(place.waiter, refused, "The rule"))
    assert TEXTS.text("rules.card_game.turn") in shown
    # no matter of rules
    stranger = answer(await world.carol.slash(place.channel, "turn", **typed))
    assert controls(stranger) == []


async def test_terms_that_are_refused_lead_to_their_passage(world: World) -> None:
    refused = answer(await world.alice.slash(world.channel, "play", opponent=world.bob, game="board_game", colours=5))
    assert TEXTS.text("rules.board_game.terms") in said(await world.click(world.alice, refused, "The rule"))


@pytest.mark.parametrize("game", GAMES)
async def test_a_card_that_cannot_be_played_leads_to_the_rule_that_forbids_it(world: World, game: str) -> None:
    place = await world.begin(game=game)
    tapper = Tapper(world, Random(2), boldness=1)
    while True:
        table = await world.bot.play.matches.table(place.match_id)
        legal = table.game.legal_actions(table.state, table.state.turn)
        idle = [card for card in table.state.hands[table.state.turn] if Play(card) not in legal]
        if idle:
            break
        await tapper.turn(place)
    mover = place.mover
    hand = await place.hand(mover)
    (button,) = [each for each in of_verb(hand, "card") if each.id is not None and each.id.arg == str(idle[0])]
    await mover.click(hand, custom_id=button.custom_id)
    assert "You cannot play" in text(hand)
    opened = answer(await world.click(mover, hand, "The rule"))
    assert opened.id != hand.id
    assert TEXTS.text("rules.choose") == control(opened, "Choose").label
    # the hand stays as it was, and the card can still be put away
    await world.click(mover, hand, "Discard")
    assert of_verb(hand, "do")


async def test_an_early_press_shows_the_hand_with_the_way_to_the_rule(world: World) -> None:
    place = await world.begin()
    mover = place.mover
    hand = await place.hand(mover)
    await mover.click(hand, custom_id=of_verb(hand, "card")[0].custom_id)
    placed = of_verb(hand, "do")[0].custom_id
    await mover.click(hand, custom_id=placed)
    # the same kind of press at the ply of now
    now = of_verb(hand, "do")[0].id
    assert now is not None
    head, _, _ = placed.partition(":do:")
    table = await world.bot.play.matches.table(place.match_id)
    other = str(table.view(table.match.seat_of(mover.id)).hand[0])
    await world.press(Press(mover, hand, f"{head}:do:{place.match_id}:{now.ply}:discard {other}"))
    assert "already placed a card" in text(hand)
    assert TEXTS.text("rules.card_game.turn") in said(await world.click(mover, hand, "The rule"))
