"""How far people have come in the games: in their tutorials, and whether they are still beginners."""

from typing import Final

from bot.store import lessons as store
from bot.store.database import Database

BEGINNER: Final = 5
"""Whoever has finished fewer matches of a game is a beginner there."""


class Lessons:
    """Remembers where a person left a tutorial, and knows who is a beginner."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def reached(self, user_id: int, game: str) -> int:
        """The lesson at which a person stands, counted from 0; their number when all are done."""
        return await self._database.read(store.get, user_id, game)

    async def go_to(self, user_id: int, game: str, step: int) -> None:
        await self._database.write(store.put, user_id, game, step)

    async def is_beginner(self, user_id: int, game: str) -> bool:
        """Whether a person has finished few matches of a game so far."""
        return await self._database.read(store.finished, user_id, game, BEGINNER) < BEGINNER
