"""The bot as a process of its own, with a pretend Discord on this machine."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Final

from bot.demo.server import LoopbackDiscord
from tests.wire.house import House

ROOT: Final = Path(__file__).parents[2]

DATABASE: Final = "bot.sqlite3"

PATIENCE: Final = 30.0
"""Seconds after which something that the machine was only slow to do has failed."""


@dataclass
class Running(House):
    """A server with its people, and the bot that is connected to it."""

    process: asyncio.subprocess.Process

    @property
    def log(self) -> list[str]:
        return (self.database.parent / "bot.log").read_text("utf-8").splitlines()

    async def terminated(self) -> float:
        """Ask the bot to stop; the seconds that it took. It must have ended in order."""
        began = perf_counter()
        self.process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(self.process.wait(), PATIENCE) == 0, self.log
        return perf_counter() - began

    async def killed(self) -> None:
        self.process.kill()
        await self.process.wait()
        assert await self.server.until(lambda: not self.server.gateway.connected)


@asynccontextmanager
async def started(
    server: LoopbackDiscord, folder: Path, *arguments: str, **settings: str
) -> AsyncGenerator[asyncio.subprocess.Process]:
    """The bot, or another of its commands, with its database and its log in ``folder``; it is killed at the end."""
    own = {
        "DISCORD_TOKEN": server.token,
        "DISCORD_BASE": server.base,
        "DATABASE": str(folder / DATABASE),
        "EMOJIS": "false",
        "PYTHONPATH": str(ROOT),
    }
    with (folder / "bot.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", *arguments),
            cwd=folder,
            env=os.environ | own | settings,
            stdout=log,
            stderr=log,
        )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@asynccontextmanager
async def running(folder: Path, **settings: str) -> AsyncGenerator[Running]:
    """A connected bot, and people to play with it."""
    async with LoopbackDiscord(deadline=10) as server, started(server, folder, **settings) as process:
        club = House.furnished(server, folder / DATABASE)
        assert await server.until(server.synced, PATIENCE), (folder / "bot.log").read_text("utf-8")
        yield Running(**vars(club), process=process)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
