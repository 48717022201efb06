"""Copies of the database that the bot makes by itself, once a day."""

import asyncio
import logging
import re
import threading
from datetime import timedelta
from pathlib import Path
from typing import Final

from bot.log import log_event
from bot.play.clocks import Clock, Clocks
from bot.store import timers
from bot.store.backup import back_up
from bot.store.database import Database
from bot.store.timers import Timer

log = logging.getLogger(__name__)

DAILY: Final = "backup"
"""The kind of timer that makes a copy."""

EVERY: Final = timedelta(days=1)

_NAME: Final = re.compile(r"lost-cities-\d{4}-\d{2}-\d{2}\.sqlite3")


class Backups:
    """Keeps the last ``keep`` daily copies in ``folder``, one a date; none if there is no folder.

    A copy that fails is logged and tried again, as every timer is.
    """

    def __init__(self, database: Database, clocks: Clocks, clock: Clock, folder: Path | None, keep: int) -> None:
        self._database = database
        self._clock = clock
        self._folder = folder
        self._keep = keep
        clocks.handle(DAILY, self._make)

    async def begin(self) -> None:
        """Before the clocks start: begin with copies if they were not wanted before, end if they are not any more."""
        async with self._database.writing() as connection:
            if self._folder is None:
                await timers.drop(connection, DAILY, 0)
            elif not await timers.has(connection, DAILY, 0):
                await timers.put(connection, Timer(DAILY, 0, self._clock()))

    async def _make(self, subject: int) -> None:
        assert self._folder is not None
        now = self._clock()
        target = self._folder / f"lost-cities-{now:%Y-%m-%d}.sqlite3"
        stopped = threading.Event()
        try:
            await asyncio.to_thread(back_up, self._database.path, target, replace=True, stopped=stopped.is_set)
        finally:
            # cancelled, the thread would go on, and the process wait for it
            stopped.set()
        await asyncio.to_thread(_prune, self._folder, self._keep)
        await self._database.write(timers.put, Timer(DAILY, subject, now + EVERY))
        log_event("backup", file=target.name)


def _prune(folder: Path, keep: int) -> None:
    """Delete all but the last copies; other files stay."""
    copies = sorted(path for path in folder.iterdir() if _NAME.fullmatch(path.name))
    for path in copies[:-keep]:
        path.unlink()
