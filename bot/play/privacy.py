"""What belongs to a person: everything that is kept of one, to take away or to delete."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

from bot.log import log_event
from bot.play.challenges import Challenges
from bot.play.clocks import Clock
from bot.play.matches import Matches
from bot.store import challenges as challenge_store
from bot.store import erasures, people
from bot.store import matches as match_store
from bot.store.database import Database


class Privacy:
    """Exports and deletes what is kept of people. ``lists`` are the files that remember deletions without the ids."""

    def __init__(
        self, database: Database, clock: Clock, matches: Matches, challenges: Challenges, lists: Sequence[Path]
    ) -> None:
        self._database = database
        self._clock = clock
        self._matches = matches
        self._challenges = challenges
        self._lists = lists
        self._lock = asyncio.Lock()

    async def begin(self) -> None:
        """Before anything else at a start: do what was asked for and is not done, be it for a crash or an old copy."""
        async with self._database.writing() as connection:
            secret = await erasures.key(connection)
            known = await erasures.done(connection)
        since = await asyncio.to_thread(erasures.asked_since, self._lists, known)
        if since:
            asked = set[str]().union(*since.values())
            here = await people.everybody(self._database.reader)
            meant = [user_id for user_id in here if erasures.digest(secret, user_id) in asked]
            async with self._database.writing() as connection:
                for user_id in meant:
                    await people.erase(connection, user_id)
                await erasures.set_done(connection, max(since))
            log_event("erased", people=len(meant))
        await self._leave_everything()

    async def export(self, user_id: int) -> bytes:
        """Everything that is kept of a person, as a JSON document."""
        found = await people.exported(self._database.reader, user_id)
        document = {"user_id": str(user_id), "exported_at": self._clock().isoformat(timespec="seconds"), **found}
        return json.dumps(document, indent=2, ensure_ascii=False).encode()

    async def erase(self, user_id: int) -> None:
        """Delete a person: what is one's own goes, and a former player stays in the matches of others.

        Running matches are given up and open challenges taken back. It is remembered outside the database first, so
        it will be done even if the bot is killed meanwhile.
        """
        async with self._lock:
            async with self._database.writing() as connection:
                secret = await erasures.key(connection)
                number = 1 + await erasures.done(connection)
                await asyncio.to_thread(erasures.remember, self._lists, number, erasures.digest(secret, user_id))
                await people.erase(connection, user_id)
                await erasures.set_done(connection, number)
            log_event("erased", people=1)
            await self._leave_everything()

    async def _leave_everything(self) -> None:
        """Give up the running matches of former players, and take them out of open challenges."""
        for match in await match_store.running_of_former(self._database.reader):
            table = await self._matches.table(match.id)
            for seat, player in enumerate(match.players):
                if people.is_former(player.user_id) and seat in table.match.people:
                    table = await self._matches.resign(match.id, player.user_id)
                    if table.match.is_over:
                        break
        for challenge_id in await challenge_store.open_with_former(self._database.reader):
            await self._challenges.without_former(challenge_id)
