"""What an expedition that ends is worth for the match: chips as settled, and artifacts by what they may yet become."""

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Final

from rules.board_game.position import Position
from rules.board_game.scoring import ARTIFACT_VALUES, RESEARCHER_FACTOR, VALUES
from rules.board_game.state import TILES, Tile
from rules.game import Seat

ARTIFACTS: Final = TILES.count(Tile.ARTIFACT)
"""So many lie on the paths of every expedition."""
MOST: Final = 3 * ARTIFACTS
"""No seat can collect more in a match."""
_LEAP: Final = 3
"""The table of artifacts goes up by leaps with so many steps."""


@cache
def artifact_worths(length: str, seats: int, expeditions: int) -> tuple[float, ...]:
    """What a number of artifacts, from 0 to ``MOST``, is worth when so many ``expeditions`` follow.

    It is the mean of the final table if each artifact to come goes to any of the ``seats`` alike.
    """
    table = ARTIFACT_VALUES[length]
    more = ARTIFACTS * expeditions
    chances = [comb(more, k) * (seats - 1) ** (more - k) / seats**more for k in range(more + 1)]
    return tuple(
        sum(chance * table[min(held + k, len(table) - 1)] for k, chance in enumerate(chances))
        for held in range(MOST + 1)
    )


class Worth:
    """What a position that ends an expedition is worth to each seat, in points at the end of the match.

    ``artifacts[n]`` is the worth of n artifacts, ``gains[n]`` what one more of them adds on average of the next few,
    because the table goes in leaps; ``last`` is whether no expedition follows, ``staying`` are the seats that play.
    """

    __slots__ = ("artifacts", "gains", "last", "staying")

    def __init__(self, artifacts: Sequence[float], staying: Sequence[Seat], *, last: bool) -> None:
        self.artifacts = artifacts
        most = len(artifacts) - 1
        self.gains = tuple((artifacts[min(held + _LEAP, most)] - artifacts[held]) / _LEAP for held in range(most + 1))
        self.staying = staying
        self.last = last

    def points(self, position: Position, seat: Seat) -> float:
        """What ``seat`` can expect at the end of the match if the expedition ended in this position."""
        total = position.chips[seat] + net(position, seat)
        if total < 0:
            total = 0
        points = total + self.artifacts[position.artifacts[seat]]
        return 0.0 if self.last and points < 0 else points

    def margin(self, position: Position, seat: Seat) -> float:
        """How far ``seat`` would be ahead of its best rival."""
        best = max(self.points(position, rival) for rival in self.staying if rival != seat)
        return self.points(position, seat) - best


def net(position: Position, seat: Seat) -> int:
    """What the figures of ``seat`` are worth where they stand."""
    steps, researcher = position.steps[seat], position.researchers[seat]
    points = sum(VALUES[step] for step in steps)
    return points + (RESEARCHER_FACTOR - 1) * VALUES[steps[researcher]] if researcher >= 0 else points
