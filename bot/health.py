"""The heartbeat: a file that is touched while the bot is connected, and the command that looks at its age.

``python -m bot.health`` exits 0 if the file that ``HEARTBEAT`` names was touched lately and 1 if not. It compares the
file's time with the same machine's clock in a process of its own, so it asks the system for the time.
"""

import asyncio
import logging
import os
import sys
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PERIOD: Final = 15.0
"""Seconds between two beats."""

LIMIT: Final = 60.0
"""Seconds after which a silent bot counts as ill: a reconnection takes less, a lost one more."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Vitals:
    """How the bot is. ``heartbeat_age``: seconds since Discord last acknowledged a heartbeat, None while disconnected.

    ``publish_queue``: how many matches and challenges are being shown in their channels, or are to be soon.
    """

    connected: bool
    heartbeat_age: float | None
    publish_queue: int

    @property
    def good(self) -> bool:
        """Whether it hears Discord, and Discord hears it."""
        return self.heartbeat_age is not None and self.heartbeat_age <= LIMIT


@asynccontextmanager
async def heartbeat(path: Path | None, alive: Callable[[], bool]) -> AsyncGenerator[None]:
    """Within this block touch ``path``, if there is one, every ``PERIOD`` seconds at which ``alive()`` holds."""
    if path is None:
        yield
        return
    beating = asyncio.create_task(_beat(path, alive), name="heartbeat")
    try:
        yield
    finally:
        beating.cancel()
        await asyncio.wait([beating])


async def _beat(path: Path, alive: Callable[[], bool]) -> None:
    while True:
        if alive():
            try:
                await asyncio.to_thread(_touch, path)
            except OSError as error:
                log.warning("The heartbeat file cannot be written: %s", error)
        await asyncio.sleep(PERIOD)


def _touch(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()


def healthy(path: Path, now: float) -> bool:
    """Whether ``path`` was touched within ``LIMIT`` seconds before ``now``, in seconds since 1970."""
    try:
        return now - path.stat().st_mtime <= LIMIT
    except OSError:
        return False


if __name__ == "__main__":
    name = os.environ.get("HEARTBEAT")
    sys.exit(not (name and healthy(Path(name), time.time())))
