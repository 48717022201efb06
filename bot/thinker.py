"""A process that thinks for computer players: ``python -m bot.thinker``, started by ``bot.play.thinking`` alone.

It reads questions from standard input and writes answers to standard output (``bot.pipe``).
"""

import os
import sys
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any, Final

from bot.pipe import packed, take
from rules.game import Action
from rules.players import PLAYERS
from rules.players.player import Advice, Budget, Level

_NICENESS: Final = 10
"""The bot itself answers first."""


@dataclass(frozen=True, slots=True)
class Question:
    """What to think about: the view of the seat that is to act, for a player of the game.

    ``seconds`` is the time after which the best so far is the answer; ``also`` an action to compare in any case.
    """

    game: str
    level: Level
    view: Any
    seed: int
    iterations: int
    seconds: float
    also: Action | None


def answer(question: Question) -> Advice:
    """Think now, in this process."""
    end = monotonic() + question.seconds
    budget = Budget(question.iterations, lambda: monotonic() >= end)
    chance = Random(question.seed)  # noqa: S311  # it decides a move of a game, to be repeated from its seed
    return PLAYERS[question.game][question.level].advise(question.view, chance, budget, question.also)


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    while (question := take(sys.stdin.buffer)) is not None:
        sys.stdout.buffer.write(packed(answer(question)))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
