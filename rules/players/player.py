"""What every computer opponent is: it gets a seat's view, never the state, and answers with an action."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Protocol, TypeVar

from rules.game import Action


class Level(StrEnum):
    """How strong a computer opponent is."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a player may think about one action.

    ``iterations`` bounds its search, and with the same seed decides the answer. ``out_of_time`` is the guard against a
    slow machine: once it says so, the best so far is the answer, and the answer says that it was cut short.
    """

    iterations: int
    out_of_time: Callable[[], bool] = _never


@dataclass(frozen=True, slots=True)
class Advice:
    """A player's answer.

    ``values`` are the actions that it compared, the best first, each with what it expects of it: how many points the
    seat will be ahead of its best rival when the match ends; empty where there was nothing to compare. ``iterations``
    is how far its search came, 0 without one.
    """

    action: Action
    values: tuple[tuple[Action, float], ...] = ()
    iterations: int = 0
    cut_short: bool = False


V_contra = TypeVar("V_contra", contravariant=True)


class Player(Protocol[V_contra]):
    """A computer opponent of one game and one level. Instances hold no state of a match."""

    @property
    def iterations(self) -> int:
        """The usual budget of an action: about a second of one core at most. 0 if it does not search."""
        ...

    def advise(self, view: V_contra, rng: Random, budget: Budget, also: Action | None = None) -> Advice:
        """What to do now as ``view.seat``, which must be to act. Same view, seed and iterations: same answer.

        ``also`` is a legal action that a search is to compare as thoroughly as the best, however bad it looks.
        """
        ...
