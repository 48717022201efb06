"""Plain players that the computer opponents are measured against."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, TypeAlias

from rules.card_game.view import View
from rules.cards import Card
from rules.game import Action, AnyGame, Seat, TakeBack
from rules.turns import Discard, Draw, Play

Yardstick: TypeAlias = Callable[[AnyGame, Any, Seat, Random], Action]
"""Chooses an action for the seat that is to act in a state."""


def at_random(game: AnyGame, state: Any, seat: Seat, rng: Random) -> Action:
    """Any legal action."""
    return rng.choice([action for action in game.legal_actions(state, seat) if not isinstance(action, TakeBack)])


_PROMISE: Final = 24
"""The sum of the hand and a quarter of what may still come from which an expedition is started."""
_STEP: Final = 4
"""The longest step that is taken while there is time."""
_LATE: Final = 26
"""So many cards in the deck are not much time."""
_DEAR: Final = 7
"""A longer step is taken before a card worth more is discarded."""


def threshold(game: AnyGame, state: Any, seat: Seat, rng: Random) -> Action:
    """The card game by four plain rules.

    Start an expedition when the hand promises a profit, play the smallest step, discard what is worth least to both,
    draw from the deck.
    """
    del rng
    view: View = game.view(state, seat)
    if view.placement is not None:
        return Draw()
    plays = sorted((_step(view, card), card) for card in set(view.hand) if view.fits(card) and _promises(view, card))
    discards = sorted((_use(view, card), card) for card in set(view.hand))
    step, card = plays[0] if plays else (0, None)
    if card is not None and (step <= _STEP or view.deck_count < _LATE or discards[0][0] > _DEAR):
        return Play(card)
    return Discard(discards[0][1])


def _seats(view: View, card: Card) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    assert view.seat is not None
    return view.columns[view.seat][card.colour], view.columns[1 - view.seat][card.colour]


def _promises(view: View, card: Card) -> bool:
    mine, theirs = _seats(view, card)
    if mine:
        return True
    hand = [other for other in view.hand if other.colour == card.colour]
    gone = [other.rank for other in (*hand, *theirs, *view.piles[card.colour]) if not other.is_wager]
    held = sum(other.rank for other in hand if not other.is_wager)
    return held + (54 - sum(gone)) / 4 >= _PROMISE and len(hand) <= (view.deck_count + 1) // 2


def _step(view: View, card: Card) -> int:
    """How far a card is from the last one of its expedition; wagers come first."""
    mine, _ = _seats(view, card)
    if card.is_wager:
        return 0
    return card.rank - max([1, *(other.rank for other in mine)])


def _use(view: View, card: Card) -> float:
    """What a card is worth to both, as far as plain rules can tell."""
    mine, theirs = _seats(view, card)
    use = 0.0
    if view.fits(card):
        colour = sum(other.rank for other in view.hand if other.colour == card.colour and not other.is_wager)
        if card.is_wager:
            use += 10 if mine else 2
        else:
            use += card.rank + 6 if mine else colour / 4
    if card.is_wager:
        use += 3 if all(other.is_wager for other in theirs) else 0
    elif theirs and card.rank > theirs[-1].rank:
        use += 0.7 * card.rank
    return use


YARDSTICKS: Final[Mapping[str, Yardstick]] = {"random": at_random, "threshold": threshold}
