"""How an expedition goes on, by what everybody sees: how many turns are left, and how much of a path lies ahead."""

from typing import Final

from rules.board_game.position import Position
from rules.board_game.state import BRIDGE, CROSSINGS
from rules.game import Seat

LOWEST: Final = 2
"""The number of a card 0 within its colour."""
SPAN: Final = 10
"""How far it is from the 0 to the 10."""
OPEN: Final = 15
"""The highest number within a colour: no bound."""

_BASE: Final = 3.8
_PER_STEP: Final = 2.1
"""A seat has so many turns, and its share of so many for every step that the crossings still need: what is usual."""


def turns_left(position: Position, seat: Seat, seats: int) -> float:
    """How many turns ``seat`` may still have when ``seats`` play, by the deck and by the crossings that end it all."""
    left = CROSSINGS - position.crossed
    behind = sorted([step for row in position.steps for step in row if step < BRIDGE])
    needed = left * BRIDGE - sum(behind[-left:])
    before = (seat - position.turn) % len(position.steps)
    return min((len(position.deck) - before) / seats, _BASE + _PER_STEP * needed / seats)
