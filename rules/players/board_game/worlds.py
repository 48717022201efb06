"""What a seat cannot see, as it might be: positions that agree with everything in a view."""

from collections import Counter
from random import Random
from typing import Final

from rules.board_game.position import Position, move_of
from rules.board_game.state import State, all_cards
from rules.board_game.view import View
from rules.moves import codes
from rules.shuffle import SECRET_BYTES, Deal
from rules.turns import HAND_SIZE, known_cards, null_run

_FACE_DOWN: Final = 0
"""Stands for a card of the deck where the cards are not told apart."""


class Worlds:
    """All that ``view.seat`` knows and does not know in its current expedition.

    ``unknown`` are the cards it cannot place, in order; ``known[seat]`` those of a rival's hand that it saw that rival
    draw from a pile. ``base`` is the position as it sees it, without the cards of the rivals and of the deck.
    """

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.seat = view.seat
        self.known = known_hands(view)
        self.unknown = unknown_cards(view, self.known)
        self.deck_count = view.deck_count
        self.base = position_seen(view)

    def sample(self, rng: Random) -> Position:
        """A position that could be the true one, each as likely as any other."""
        position = self.base.copy()
        cards = rng.sample(self.unknown, len(self.unknown))
        for seat, known in enumerate(self.known):
            if seat == self.seat:
                continue
            missing = HAND_SIZE - len(known)
            position.hands[seat] = known + cards[:missing]
            del cards[:missing]
        position.deck = cards[: self.deck_count]
        return position


def known_hands(view: View) -> list[list[int]]:
    """The cards of each hand that ``view.seat`` knows, as numbers: its own, and what rivals drew from piles."""
    return [codes(view.hand if seat == view.seat else known_cards(view.history, seat)) for seat in range(view.seats)]


def unknown_cards(view: View, known: list[list[int]]) -> list[int]:
    """The cards that are in the deck, out of the expedition or in rivals' hands unseen, as numbers in order."""
    left = Counter(codes(all_cards()))
    for cards in known:
        left.subtract(cards)
    for row in view.columns:
        for column in row:
            left.subtract(codes(column))
    for pile in view.piles:
        left.subtract(codes(pile))
    return sorted(left.elements())


def position_seen(view: View) -> Position:
    """The position as ``view.seat`` sees it: the deck face down, rivals' hands empty."""
    assert view.seat is not None
    state = State(
        options=view.options,
        deal=Deal(bytes(SECRET_BYTES), ()),
        starter=view.starter,
        round=view.round,
        round_starter=view.round_starter,
        turn=view.turn,
        turns=view.turns,
        deck=(),
        removed=(),
        hands=tuple(view.hand if seat == view.seat else () for seat in range(view.seats)),
        columns=view.columns,
        piles=view.piles,
        tiles=view.tiles,
        figures=view.figures,
        chips=view.chips,
        artifacts=view.artifacts,
        unfinished=(),
        null_run=null_run(view.history),
        history=(),
        last_turn=None,
        results=view.results,
        left=view.left,
        stood_in=view.stood_in,
        outcome=None,
    )
    position = Position(state)
    position.deck = [_FACE_DOWN] * view.deck_count
    if view.placement is not None:
        position.placed = move_of(view.placement)
        position.phase = view.phase
    return position
