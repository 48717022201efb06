"""The real bot as a process of its own, over real sockets, and what its people do and see."""

import asyncio
import os
import sqlite3
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.demo.people import Member, Reply
from bot.demo.server import LoopbackDiscord
from bot.demo.world import Payload, walk
from bot.settings import Settings

SOURCE: Final = Path(__file__).parents[2]


@dataclass
class House:
    """One server with one channel and three members; ``bot`` is the running process."""

    server: LoopbackDiscord
    folder: Path
    table: int
    ada: Member
    ben: Member
    eve: Member
    bot: Process

    async def restart(self) -> None:
        """Kill the bot and start it again."""
        self.bot.kill()
        await self.bot.wait()
        assert await self.server.until(lambda: not self.server.gateway.connected)
        self.bot = await started(self.server, self.folder)

    async def match(self) -> int:
        """Ada and Ben agree on a match of one round; the thread in which its board stands."""
        asked = await self.ada.slash(self.table, "play", opponent=self.ben, rounds=1)
        assert asked.message is not None
        await self.ben.click(asked.message, button(asked.message, "accept"))
        thread = int(asked.message["id"])
        assert await self.until_boards(thread, 1)
        return thread

    async def until_boards(self, thread: int, count: int) -> bool:
        """Wait until so many boards have been posted, of which the last one is live."""

        def shown() -> bool:
            found = self.boards(thread) if self.server.world.exists(thread) else []
            return len(found) == count and not any(map(has_button, found[:-1]))

        return await self.server.until(shown, 8)

    def boards(self, thread: int) -> list[Payload]:
        """The public messages of the bot in a thread, the oldest first."""
        return [each for each in self.ada.messages(thread) if each["only"] is None and each["components"]]

    def board(self, thread: int) -> Payload:
        return self.boards(thread)[-1]

    def mover(self) -> Member:
        """Whose turn it is."""
        ((user,),) = self.rows("SELECT user_id FROM matches JOIN seats ON match_id = id AND seat = turn")
        return next(person for person in (self.ada, self.ben) if person.id == user)

    def waiting(self) -> Member:
        return self.ben if self.mover() is self.ada else self.ada

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What the database holds, read beside the bot."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            return connection.execute(query).fetchall()

    @property
    def database(self) -> Path:
        return self.folder / "bot.sqlite3"

    def plies(self) -> list[int]:
        return [ply for (ply,) in self.rows("SELECT ply FROM actions ORDER BY ply")]

    async def opened_hand(self, person: Member, thread: int) -> Payload:
        board = self.board(thread)
        return shown(await person.click(board, button(board, "hand")))

    async def placed(self, person: Member, thread: int) -> Payload:
        """Play or discard the first card of the hand by taps; the hand with the draws."""
        hand = await self.opened_hand(person, thread)
        hand = shown(await person.click(hand, button(hand, "card")))
        return shown(await person.click(hand, button(hand, "do")))


@asynccontextmanager
async def house(folder: Path, *, deadline: float) -> AsyncGenerator[House]:
    async with LoopbackDiscord(deadline=deadline) as server:
        guild = server.world.create_guild("Club")
        table = server.world.create_channel(guild, "table")
        ada, ben, eve = (server.join(guild, name) for name in ("Ada", "Ben", "Eve"))
        opened = House(server, folder, table, ada, ben, eve, await started(server, folder))
        try:
            yield opened
            if opened.bot.returncode is None:
                opened.bot.terminate()
            assert await asyncio.wait_for(opened.bot.wait(), 5) == 0
        finally:
            if opened.bot.returncode is None:
                opened.bot.kill()
                await opened.bot.wait()
        assert server.gaps == []


async def started(server: LoopbackDiscord, folder: Path) -> Process:
    """A bot that is connected."""
    inherited = {name: value for name, value in os.environ.items() if name.lower() not in Settings.model_fields}
    own = {
        "DISCORD_TOKEN": server.token,
        "DISCORD_BASE": server.base,
        "DATABASE": str(folder / "bot.sqlite3"),
        "EMOJIS": "false",
        "PYTHONPATH": str(SOURCE),
    }
    bot = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", cwd=folder, env=inherited | own)
    assert await server.until(server.synced, 20)
    return bot


def shown(reply: Reply) -> Payload:
    assert reply.message is not None, reply
    return reply.message


def custom_ids(message: Payload) -> Iterator[str]:
    for component in walk(message["components"]):
        if "custom_id" in component and not component.get("disabled"):
            yield component["custom_id"]


def button(message: Payload, verb: str, arg: str = "") -> str:
    """The custom id of the first control with a verb, and an argument that begins as given."""
    found = [each for each in custom_ids(message) if each.split(":")[1] == verb and each.split(":")[4].startswith(arg)]
    assert found, (verb, arg, list(custom_ids(message)))
    return found[0]


def has_button(message: Payload) -> bool:
    return any(True for _ in custom_ids(message))
