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
from typing import Any, Final

from bot.demo.people import Member, Reply
from bot.demo.server import LoopbackDiscord

ROOT: Final = Path(__file__).parents[2]

PATIENCE: Final = 30.0
"""Seconds after which something that the machine was only slow to do has failed."""


@dataclass
class Running:
    """A server with one channel and two members, and the bot that is connected to it."""

    server: LoopbackDiscord
    process: asyncio.subprocess.Process
    folder: Path
    table: int
    ada: Member
    ben: Member

    @property
    def log(self) -> list[str]:
        return (self.folder / "bot.log").read_text("utf-8").splitlines()

    async def opened_match(self) -> None:
        """Ada challenges Ben, who accepts."""
        asked = await self.ada.slash(self.table, "play", opponent=self.ben)
        assert asked.message is not None
        await self.press(self.ben, asked.message, "accept")

    async def board(self, other_than: dict[str, Any] | None = None) -> dict[str, Any]:
        """The last board that Ada sees, once there is one, or one ``other_than`` this."""
        known = other_than and other_than["id"]
        assert await self.server.until(lambda: self._boards()[-1:] not in ([], [known]), PATIENCE), self.log
        (board,) = [message for message in self._messages() if message["id"] == self._boards()[-1]]
        return board

    def _boards(self) -> list[str]:
        return [message["id"] for message in self._messages() if "lc:hand:" in str(message["components"])]

    def _messages(self) -> list[dict[str, Any]]:
        channels = [int(channel["id"]) for channel in self.ada.channels()]
        return [message for channel in channels for message in self.ada.messages(channel)]

    async def press(self, member: Member, message: dict[str, Any], verb: str) -> Reply:
        return await member.click(message, custom_id(message, verb))

    async def terminated(self) -> float:
        """Ask the bot to stop; the seconds that it took. It must have ended in order."""
        began = perf_counter()
        self.process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(self.process.wait(), PATIENCE) == 0, self.log
        return perf_counter() - began


def custom_id(message: dict[str, Any], verb: str) -> str:
    """The custom id of the component with this verb."""

    def search(components: list[dict[str, Any]]) -> list[str]:
        found: list[str] = []
        for one in components:
            if str(one.get("custom_id", "")).startswith(f"lc:{verb}:"):
                found.append(one["custom_id"])
            found += search([*one.get("components", ()), *([one["accessory"]] if "accessory" in one else ())])
        return found

    return search(message["components"])[0]


@asynccontextmanager
async def started(
    server: LoopbackDiscord, folder: Path, *arguments: str, **settings: str
) -> AsyncGenerator[asyncio.subprocess.Process]:
    """The bot, or another of its commands, with its database and its log in ``folder``; it is killed at the end."""
    own = {
        "DISCORD_TOKEN": server.token,
        "DISCORD_BASE": server.base,
        "DATABASE": str(folder / "bot.sqlite3"),
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
    """A connected bot, with two people to play with it."""
    async with LoopbackDiscord() as server, started(server, folder, **settings) as process:
        guild = server.world.create_guild("Club")
        table = server.world.create_channel(guild, "table")
        bot = Running(server, process, folder, table, server.join(guild, "Ada"), server.join(guild, "Ben"))
        assert await server.until(server.synced, PATIENCE), bot.log
        yield bot


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
