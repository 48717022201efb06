"""A lesson about a game: a position, and the moves that answer its question."""

from dataclasses import dataclass
from typing import Any, Final

from rules.game import Action, Seat

LEARNER: Final[Seat] = 0
"""The seat of whoever learns; the others follow the script."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """``state`` is the game's, with the learner to act; any of ``answers`` is right. ``key`` names the lesson."""

    key: str
    state: Any
    answers: frozenset[Action]
