"""What the paths are still to bring to each seat, from a table of what they brought in many expeditions."""

from bisect import bisect_right
from math import prod
from typing import Final

from rules.board_game.position import Position
from rules.board_game.scoring import RESEARCHER_FACTOR
from rules.board_game.state import COLOURS, STEPS
from rules.game import Seat
from rules.players.board_game.outlook import LOWEST, OPEN, SPAN, turns_left
from rules.players.board_game.table import TABLE
from rules.players.board_game.worth import Worth, net

ARTIFACT: Final = 10
"""An artifact counts so many points in the table."""
HELD: Final = 5
"""More cards of the hand that fit a path count like so many."""
TIMES: Final = (1.5, 3.5, 5.5, 8.0, 11.0, 14.0, 17.0, 21.0)
"""Where the classes of time end, in turns that a seat has left."""
ROOMS: Final = (0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2)
"""The class of a path by how many ranks lie ahead of its last card."""
FREE: Final = 1
"""Stands for the factor of a figure where none is and the researcher is free."""
_SHAPE: Final = (STEPS + 1, 3, HELD + 1, len(TIMES) + 1, ROOMS[-1] + 1)
"""How many classes the table has of steps, factors, cards held, times and rooms."""
CELLS: Final = prod(_SHAPE)


def expected(position: Position, worth: Worth, seat: Seat) -> float:
    """How far ahead of its best rival ``seat`` can expect to be, with the hands as they are in ``position``."""
    best = max([points(position, worth, rival) for rival in worth.staying if rival != seat])
    return points(position, worth, seat) - best


def cells(position: Position, seat: Seat, seats: int) -> list[int]:
    """The places in the table of the paths of a seat, when so many ``seats`` play."""
    lows, highs, steps, researcher = (
        position.lows[seat],
        position.highs[seat],
        position.steps[seat],
        position.researchers[seat],
    )
    held = [0] * len(COLOURS)
    for card in position.hands[seat]:
        path = card >> 4
        if lows[path] <= card <= highs[path]:
            held[path] += 1
    time = bisect_right(TIMES, turns_left(position, seat, seats))
    found: list[int] = []
    for path, step in enumerate(steps):
        factor = RESEARCHER_FACTOR if researcher == path else FREE if researcher < 0 and not step else 0
        room = ROOMS[_room(lows[path] & 15, highs[path] & 15)] if step else ROOMS[-1]
        cell = (step * _SHAPE[1] + factor) * _SHAPE[2] + min(held[path], HELD)
        found.append((cell * _SHAPE[3] + time) * _SHAPE[4] + room)
    return found


def classes(cell: int) -> tuple[int, ...]:
    """The classes of steps, factors, cards held, times and rooms that meet in a cell."""
    found: list[int] = []
    for size in reversed(_SHAPE):
        cell, at = divmod(cell, size)
        found.append(at)
    return tuple(reversed(found))


def points(position: Position, worth: Worth, seat: Seat) -> float:
    """What ``seat`` can expect at the end of the match, for itself."""
    if position.over:
        return worth.points(position, seat)
    found = position.chips[seat] + net(position, seat) + worth.artifacts[position.artifacts[seat]]
    for cell in cells(position, seat, len(worth.staying)):
        found += TABLE[cell]
    return found


def _room(low: int, high: int) -> int:
    """How many ranks lie ahead on a path whose cards may come from ``low`` to ``high``."""
    if high != OPEN:
        return high - LOWEST
    return SPAN + LOWEST - max(low, LOWEST)
