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

    async def board(self) -> dict[str, Any]:
        """The first board that Ada sees."""
        assert await self.server.until(lambda: bool(self._boards()))
        return self._boards()[-1]

    def _boards(self) -> list[dict[str, Any]]:
        channels = [channel["id"] for channel in self.ada.channels()]
        messages = [message for channel in channels for message in self.ada.messages(int(channel))]
        return [message for message in messages if "lc:hand:" in str(message["components"])]

    async def press(self, member: Member, message: dict[str, Any], verb: str) -> Reply:
        return await member.click(message, custom_id(message, verb))

    async def terminated(self) -> float:
        """Ask the bot to stop; the seconds that it took. It must have ended in order."""
        began = perf_counter()
        self.process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(self.process.wait(), 20) == 0, self.log
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


async def start(server: LoopbackDiscord, folder: Path, *arguments: str, **settings: str) -> asyncio.subprocess.Process:
    """Start the bot, or another of its commands, with its database and its log in ``folder``."""
    own = {
        "DISCORD_TOKEN": server.token,
        "DISCORD_BASE": server.base,
        "DATABASE": str(folder / "bot.sqlite3"),
        "PYTHONPATH": str(ROOT),
    }
    with (folder / "bot.log").open("ab") as log:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", *arguments),
            cwd=folder,
            env=os.environ | own | settings,
            stdout=log,
            stderr=log,
        )


@asynccontextmanager
async def running(folder: Path, **settings: str) -> AsyncGenerator[Running]:
    async with LoopbackDiscord() as server:
        guild = server.world.create_guild("Club")
        table = server.world.create_channel(guild, "table")
        ada, ben = server.join(guild, "Ada"), server.join(guild, "Ben")
        process = await start(server, folder, **settings)
        try:
            assert await server.until(server.synced, 20), (folder / "bot.log").read_text()
            yield Running(server, process, folder, table, ada, ben)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
