"""Where computer players think: in a few processes of their own, so that nobody else waits for them."""

import asyncio
import logging
import os
import pickle
import sys
from asyncio.subprocess import Process
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.pipe import hear
from bot.play.processes import ask, begun, end
from bot.thinker import Question
from bot.thinker import answer as think_here
from rules.game import Action
from rules.players import PLAYERS
from rules.players.player import Advice, Level

log = logging.getLogger(__name__)

SECONDS: Final = 1.0
"""The longest that a computer thinks about one action."""

PATIENCE: Final = 3.0
"""Seconds that nobody should wait longer than for one action: the more wait, the less time there is for each."""

STUCK: Final = 10.0
"""Seconds after which a process that was asked will not answer any more."""

LEAST: Final = 0.05
"""The share of its full time that every question gets."""

COMMAND: Final = (sys.executable, "-m", "bot.thinker")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a computer answered, and by which player, seed and budget."""

    advice: Advice
    level: Level
    seed: int
    iterations: int

    @property
    def action(self) -> Action:
        return self.advice.action


class Thinkers:
    """At most ``most`` processes, begun when they are first needed. Questions wait for one in the order they came.

    A process that breaks or hangs costs one retry in another; after that the medium player answers, here.
    """

    def __init__(self, most: int | None = None, command: Sequence[str] = COMMAND, stuck: float = STUCK) -> None:
        self._most = most or max(1, (os.cpu_count() or 2) - 1)
        self._command = command
        self._stuck = stuck
        self._free = asyncio.Semaphore(self._most)
        self._idle: list[Process] = []
        self._busy: set[Process] = set()
        self._due: list[float] = []

    async def think(
        self, game: str, level: Level, view: Any, seed: int, also: Action | None = None, effort: float = 1.0
    ) -> Answer:
        """What the computer of this level does in the place of ``view.seat``, with ``also`` compared in any case.

        ``effort`` is the share of the usual budget that it is worth.
        """
        now = asyncio.get_running_loop().time
        due = now() + PATIENCE
        self._due.append(due)
        try:
            async with self._free:
                share = min(effort, fair_share([each - now() for each in self._due], self._most))
                iterations = max(1, round(PLAYERS[game][level].iterations * share))
                question = Question(game, level, view, seed, iterations, SECONDS * share, also)
                return await self._answered(question)
        finally:
            self._due.remove(due)

    async def _answered(self, question: Question) -> Answer:
        for _ in range(2):
            try:
                advice = await self._asked(question)
            except (OSError, EOFError, TimeoutError, pickle.UnpicklingError) as error:
                log.warning("a thinking process failed: %s", type(error).__name__)
            else:
                return Answer(advice, question.level, question.seed, question.iterations)
        plain = replace(question, level=Level.MEDIUM, iterations=1, seconds=0.0)
        return Answer(await asyncio.to_thread(think_here, plain), plain.level, plain.seed, plain.iterations)

    async def _asked(self, question: Question) -> Advice:
        process = self._idle.pop() if self._idle else await begun(self._command)
        self._busy.add(process)
        try:
            async with asyncio.timeout(self._stuck):
                advice: Advice = await hear(await ask(process, question))
        except BaseException:
            await end(process)
            raise
        finally:
            self._busy.discard(process)
        self._idle.append(process)
        return advice

    async def stop(self) -> None:
        """End all processes; questions that wait are not answered any more."""
        processes = [*self._idle, *self._busy]
        self._idle.clear()
        await asyncio.gather(*map(end, processes))


def fair_share(left: Sequence[float], processes: int) -> float:
    """The share of its full time for the first of the questions that wait, so that all get their answers in time.

    ``left`` are the seconds that each has left, in the order in which they are answered.
    """
    seconds = min(each * processes / place for place, each in enumerate(left, 1))
    return min(1.0, max(LEAST, seconds / SECONDS))
