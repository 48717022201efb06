"""How far people have come in the tutorials of the games."""

from bot.store import lessons as store
from bot.store.database import Database


class Lessons:
    """Remembers where a person left a tutorial."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def reached(self, user_id: int, game: str) -> int:
        """The lesson at which a person stands, counted from 0; their number when all are done."""
        return await self._database.read(store.get, user_id, game)

    async def go_to(self, user_id: int, game: str, step: int) -> None:
        await self._database.write(store.put, user_id, game, step)
