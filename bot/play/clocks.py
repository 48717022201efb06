"""Things that happen at a stored moment: one table, one sleeping task."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from bot.log import log_event, tracing
from bot.store import timers
from bot.store.database import Database

log = logging.getLogger(__name__)

Clock: TypeAlias = Callable[[], datetime]
"""Tells the time, in UTC."""

MATCH, CHALLENGE = "match", "challenge"
"""What timers are about."""

RETRY: Final = timedelta(minutes=1)
"""After its handler failed a timer is tried again so much later."""


class Clocks:
    """Calls the handler of a timer's kind with its subject once it is due, also when that moment passed unattended.

    A handler drops its timer in the transaction in which it does its work, so that both happen or neither.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._handlers: dict[str, Callable[[int], Awaitable[None]]] = {}
        self._subjects: dict[str, str] = {}
        self._task: asyncio.Task[None] | None = None
        self._sleeping_until: datetime | None = None
        self._stored_meanwhile = False

    def handle(self, kind: str, handler: Callable[[int], Awaitable[None]], about: str = "") -> None:
        """Let ``handler`` do what a kind of timer is for; ``about`` says what its subjects are, such as MATCH."""
        self._handlers[kind] = handler
        self._subjects[kind] = about

    def kinds(self, about: str) -> list[str]:
        """The kinds of timers whose subjects are such."""
        return [kind for kind, what in self._subjects.items() if what == about]

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="clocks")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    def wake(self, due_at: datetime) -> None:
        """A timer due at ``due_at`` has been stored: sleep no longer than that."""
        if self._task is None:
            return
        self._stored_meanwhile = True
        asleep_too_long = self._sleeping_until is not None and due_at < self._sleeping_until
        if self._task.done() or asleep_too_long:
            self._task.cancel()
            self.start()

    async def _run(self) -> None:
        more = True
        while more:
            try:
                more = await self._step()
            except Exception:
                # the database: a handler that failed cannot even be put off
                log.exception("clocks failed")
                await asyncio.sleep(RETRY.total_seconds())

    async def _step(self) -> bool:
        """Sleep until the nearest timer or, if that is due, call its handler; False if there is no timer."""
        self._sleeping_until = None
        self._stored_meanwhile = False
        timer = await timers.nearest(self._database.reader)
        if timer is None:
            return self._stored_meanwhile
        wait = (timer.due_at - self._clock()).total_seconds()
        if wait > 0:
            if not self._stored_meanwhile:
                self._sleeping_until = timer.due_at
                await asyncio.sleep(wait)
            return True
        with tracing():
            log_event("timer", kind=timer.kind, subject=timer.subject)
            try:
                await self._handlers[timer.kind](timer.subject)
            except Exception:
                log.exception("timer failed kind=%s subject=%d", timer.kind, timer.subject)
                await self._database.write(timers.put, replace(timer, due_at=self._clock() + RETRY))
        return True
