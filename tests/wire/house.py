"""A server with one channel and three members, and what they do and see."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.demo.people import Member, Reply
from bot.demo.server import LoopbackDiscord
from bot.demo.world import Payload, walk


@dataclass
class House:
    """The people of one server, whose bot keeps its database in ``folder``."""

    server: LoopbackDiscord
    database: Path
    table: int
    ada: Member
    ben: Member
    eve: Member

    @classmethod
    def furnished(cls, server: LoopbackDiscord, database: Path) -> "House":
        guild = server.world.create_guild("Club")
        table = server.world.create_channel(guild, "table")
        return cls(server, database, table, *(server.join(guild, name) for name in ("Ada", "Ben", "Eve")))

    async def match(self) -> int:
        """Ada and Ben agree on a match of one round; the thread in which its board stands."""
        asked = await self.ada.slash(self.table, "play", opponent=self.ben, rounds=1)
        assert asked.message is not None
        await self.ben.click(asked.message, button(asked.message, "accept"))
        thread = int(asked.message["id"])
        assert await self.until_boards(thread, 1)
        return thread

    async def until_boards(self, thread: int, count: int) -> bool:
        """Wait until so many boards have been posted, of which the last one is live, and all of that is stored."""

        def shown() -> bool:
            found = self.boards(thread) if self.server.world.exists(thread) else []
            is_done = self.rows("SELECT 1 FROM matches WHERE published_ply <> public_ply") == []
            return is_done and len(found) == count and not any(map(has_button, found[:-1]))

        return await self.server.until(shown, 20)

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
