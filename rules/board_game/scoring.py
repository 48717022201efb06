"""Scoring the board game, with the reasons: an expedition's figures, the match's artifacts (RULES.md 2.8, 2.9)."""

from dataclasses import dataclass
from typing import Final

VALUES: Final = (0, -20, -15, -10, 5, 10, 15, 30, 35, 50)
"""What a figure is worth by its step; there is no step 0 (RULES.md 2.2)."""
RESEARCHER_FACTOR: Final = 2
ARTIFACT_VALUES: Final = {
    "long": (-50, -50, -45, -40, -10, -5, 0, 30, 35, 40, 70, 75, 80, 110, 115, 120, 150),
    "short": (-20, -20, -15, 10, 15, 30, 50),
}
"""What a number of artifacts is worth at the end, by the length of the match; the last value covers more too."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure on a path, on ``step`` 1 to 9."""

    researcher: bool
    step: int

    @property
    def points(self) -> int:
        """What it is worth where it stands; the researcher counts double, minus points too."""
        return VALUES[self.step] * (RESEARCHER_FACTOR if self.researcher else 1)


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a seat's expedition is settled: ``after = max(0, chips + net)``.

    ``chips`` is the whole stock before it, points of tiles included; ``figures`` are by path, None where there is none.
    """

    chips: int
    figures: tuple[Figure | None, ...]

    @property
    def net(self) -> int:
        """The points of all figures together."""
        return sum(figure.points for figure in self.figures if figure is not None)

    @property
    def after(self) -> int:
        """The stock after it, which is never below 0."""
        return max(0, self.chips + self.net)

    @property
    def forgiven(self) -> int:
        """The minus points that the stock could not pay."""
        return self.after - self.chips - self.net


@dataclass(frozen=True, slots=True)
class FinalScore:
    """How a seat's match is scored: ``total = max(0, chips + points)``.

    ``chips`` is the stock after the last settlement, ``points`` is what the ``artifacts`` are worth.
    """

    chips: int
    artifacts: int
    points: int

    @property
    def total(self) -> int:
        return max(0, self.chips + self.points)


def final_score(chips: int, artifacts: int, length: str) -> FinalScore:
    """Score a stock of chips with a number of artifacts at the end of a match of ``length`` long or short."""
    values = ARTIFACT_VALUES[length]
    return FinalScore(chips, artifacts, values[min(artifacts, len(values) - 1)])
