"""Why a play is a good one: the numbers and cards behind it."""

import pytest

from rules.card_game import CARD_GAME
from rules.card_game.view import View
from rules.cards import Card, Colour
from rules.game import TakeBack
from rules.players.card_game.reasons import Reason, Why, explain
from rules.turns import Discard, Draw, Play
from tests.rules.card_game.tables import laid
from tests.rules.layouts import cards
from tests.rules.walks import walk


def view_of(hand: str, mine: str = "", theirs: str = "", piles: str = "", deck: int = 30) -> View:
    state = laid(hands=(hand, ""), columns=(mine, theirs), piles=piles, deck="Y2 " * deck)
    return CARD_GAME.view(state, 0)


def test_an_expedition_says_what_it_is_worth_and_what_the_hand_makes_of_it() -> None:
    view = view_of("G8 G10 R2", mine="G2 G5 G7")
    assert explain(view, Play(Card(Colour.GREEN, 8))) == Reason(
        Why.GO_ON, Colour.GREEN, cards("G8 G10"), now=-6, then=12, rival=0, waiting=2, turns=15
    )


@pytest.mark.parametrize(
    ("view", "action", "why"),
    [
        (view_of("G5 G8 G10"), "play G5", Why.START),
        (view_of("GW G8 G10"), "play GW", Why.RAISE),
        (view_of("G8 G9 G10", mine="G2", deck=5), "play G8", Why.HURRY),
        (view_of("G3 R5", mine="G7", theirs="G8"), "discard G3", Why.USELESS),
        (view_of("G9 R5", mine="G7", theirs="G10"), "discard G9", Why.HARMLESS),
        (view_of("G9 R5", theirs="G8"), "discard G9", Why.LEAST),
        (view_of("G9 R5"), "draw deck", Why.DECK),
        (view_of("R5", mine="G7", piles="G9"), "draw G", Why.USEFUL),
        (view_of("R5", mine="G10", theirs="G7", piles="G9"), "draw G", Why.DENY),
        (view_of("R5", mine="G10", theirs="G10", piles="G9"), "draw G", Why.TIME),
    ],
)
def test_every_kind_of_reason(view: View, action: str, why: Why) -> None:
    parsed = CARD_GAME.parse_action(action)
    assert isinstance(parsed, Play | Discard | Draw)
    assert explain(view, parsed).code is why


def test_what_the_rival_gains_counts_its_wagers() -> None:
    view = view_of("R5", mine="G10", theirs="GW G7", piles="G9")
    assert explain(view, Draw(Colour.GREEN)).rival == 18


def test_every_legal_action_has_a_reason() -> None:
    for move in walk(CARD_GAME, 3, {"rounds": 1}):
        view = CARD_GAME.view(move.before, move.seat)
        for action in CARD_GAME.legal_actions(move.before, move.seat):
            if not isinstance(action, TakeBack):
                assert isinstance(action, Play | Discard | Draw)
                assert explain(view, action).turns == (view.deck_count + 1) // 2
