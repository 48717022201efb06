"""Why a computer opponent of the board game recommends what it does."""

from dataclasses import replace
from random import Random

import pytest

from rules.board_game import BOARD_GAME as GAME
from rules.board_game.state import Choice, ChooseFigure, MoveFigure, State, Tile
from rules.cards import parse_card
from rules.game import TakeBack
from rules.players.board_game.reasons import Reason, Why, explain
from rules.turns import Discard, Draw, Play
from tests.rules.board_game.tables import laid
from tests.rules.layouts import cards
from tests.rules.walks import walk


def why(state: State, text: str) -> Reason:
    action = GAME.parse_action(text)
    assert isinstance(action, Play | Discard | Draw | Choice)
    return explain(GAME.view(state, 0), action)


def test_a_figure_reaches_what_the_cards_of_the_hand_bring() -> None:
    deck = "Y2 Y3 Y4 Y5 Y6 Y7"
    reason = why(laid(hands=("G8 G10 G3 R2", "B7"), figures=("G1",), columns=("G5",), deck=deck), "play G8")
    assert (reason.code, reason.now, reason.then, reason.cards) == (Why.GO_ON, -20, -10, cards("G8 G10"))
    assert (reason.step, reason.tile, reason.waiting) == (2, None, 2)


def test_a_researcher_counts_double() -> None:
    reason = why(laid(hands=("G8", "B7"), figures=("G3*",), columns=("G5",)), "play G8")
    assert (reason.now, reason.then) == (-20, 10)


def test_cards_go_the_longer_way_where_the_direction_is_open() -> None:
    reason = why(laid(hands=("G8 G6 G2 G9", "B7"), direction="keltis"), "play G8")
    assert (reason.code, reason.cards) == (Why.START, cards("G8 G6 G2"))
    down = why(laid(hands=("G8 G6 G2 G9", "B7"), direction="keltis", figures=("G1",), columns=("G7",)), "play G8")
    assert down.cards == cards("G8 G9")


@pytest.mark.parametrize(
    ("state", "text", "code"),
    [
        (laid(hands=("G8", "B7"), figures=("G1",), columns=("G5",), tiles="G2:10"), "play G8", Why.TILE),
        (laid(hands=("G8", "B7"), figures=("G6",), columns=("G5",), tiles="G7:10"), "play G8", Why.CROSS),
        (laid(hands=("G8", "B7"), figures=("G6 R7 B7", "R7 B7"), columns=("G5",)), "play G8", Why.END),
        (laid(hands=("G8", "B7"), figures=("G9 R2",), columns=("G5",)), "play G8", Why.LAST_STEP),
        (laid(hands=("G8", "B7"), figures=("G1",), columns=("G5",), deck="Y2"), "play G8", Why.HURRY),
        (laid(hands=("G3", "B7"), figures=("G1", "G1"), columns=("G5", "G4")), "discard G3", Why.USELESS),
        (laid(hands=("G3", "B7"), figures=("G1",), columns=("G5",)), "discard G3", Why.HARMLESS),
        (laid(hands=("G3", "B7"), figures=("G1", "G1"), columns=("G5", "G2")), "discard G3", Why.LEAST),
        (laid(hands=("G3", "B7"), figures=("G1",), columns=("G5",), piles="G8"), "draw G", Why.USEFUL),
        (laid(hands=("G3", "B7"), figures=("", "G1"), columns=("", "G5"), piles="G8"), "draw G", Why.DENY),
        (laid(hands=("G3", "B7"), figures=("G1", "G1"), columns=("G9", "G9"), piles="G8"), "draw G", Why.TIME),
        (laid(hands=("G3", "B7"), piles="G8"), "draw deck", Why.DECK),
    ],
    ids=str,
)
def test_a_reason_for_every_situation(state: State, text: str, code: Why) -> None:
    assert why(state, text).code is code


def test_what_a_discard_gives_the_rival() -> None:
    state = laid(hands=("G8", "B7"), figures=("", "G3*"), columns=("", "G5"))
    assert why(state, "discard G8").rival == 30


def test_the_figure_that_starts_a_path() -> None:
    state = laid(hands=("G3 G5 G7 G8 R1", "B7"))
    begun = GAME.apply(state, 0, Play(parse_card("G3"))).state
    researcher = explain(GAME.view(begun, 0), ChooseFigure(researcher=True))
    adventurer = explain(GAME.view(begun, 0), ChooseFigure(researcher=False))
    assert (researcher.code, researcher.then, researcher.cards) == (Why.RESEARCHER, 10, cards("G5 G7 G8"))
    assert (adventurer.code, adventurer.then) == (Why.ADVENTURER, 5)


def test_a_figure_that_moves_without_a_card() -> None:
    state = laid(hands=("G8", "B7"), figures=("G1 R3",), columns=("G5",), tiles="G2:arrow R4:artifact")
    begun = GAME.apply(state, 0, Play(parse_card("G8"))).state
    reason = explain(GAME.view(begun, 0), MoveFigure(parse_card("R1").colour))
    assert (reason.code, reason.now, reason.then, reason.tile) == (Why.TILE, -10, 5, Tile.ARTIFACT)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("direction", ["up", "keltis"])
def test_every_legal_action_has_a_reason(seats: int, direction: str) -> None:
    for move in walk(GAME, 4, {"length": "short", "direction": direction}, seats, leaves=0.002 if seats > 2 else 0):
        state = move.before
        if state.turn is None or Random(state.turns).random() < 0.8:
            continue
        view = GAME.view(state, state.turn)
        for action in GAME.legal_actions(state, state.turn):
            if not isinstance(action, TakeBack):
                assert isinstance(action, Play | Discard | Draw | Choice)
                reason = explain(view, action)
                assert reason == explain(replace(view), action)
