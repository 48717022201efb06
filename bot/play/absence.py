"""What happens when a turn takes long: reminders, a last warning, and in the end the loss of the seat.

While the bot is not in a server nobody there can lose by time: the clocks stand still until it is back.
"""

from collections.abc import Awaitable, Callable, Container
from datetime import timedelta
from typing import Final, TypeAlias

from bot.play import turn_clock
from bot.play.clocks import MATCH, Clock, Clocks
from bot.play.matches import Change, Matches
from bot.play.pace import ALLOWANCE, warning_time
from bot.store import matches as store
from bot.store import timers
from bot.store.database import Database
from bot.store.notices import NewNotice, NoticeKind
from bot.store.timers import Timer
from rules.game import Termination

SYSTEM: Final = 0
"""The actor of what nobody did."""

LATE: Final = timedelta(minutes=1)
"""What is noticed so long after its time went by without the bot: it costs nobody the match."""

AGAIN: Final = timedelta(seconds=30)
"""After so long a turn is ended that could not be ended because Discord could not be asked."""

IsMember: TypeAlias = Callable[[int, int], Awaitable[bool | None]]
"""Tells whether a person (the second) is still in a server (the first); None if that cannot be found out now.

Raises NotInServer if the bot is not there itself.
"""


class NotInServer(Exception):
    """The bot is not in the server that was asked about."""


class Absence:
    """Minds the time of every turn."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        clocks: Clocks,
        matches: Matches,
        is_member: IsMember,
    ) -> None:
        self._database = database
        self._clock = clock
        self._clocks = clocks
        self._matches = matches
        self._is_member = is_member
        clocks.handle(turn_clock.REMINDER, self._remind, MATCH)
        clocks.handle(turn_clock.WARNING, self._warn, MATCH)
        clocks.handle(turn_clock.DEADLINE, self._time_out, MATCH)

    async def excuse(self) -> None:
        """The bot is there again after it was away: whoever has little time left gets what a last warning leaves."""
        now = self._clock()
        async with self._database.writing() as connection:
            soon = await store.due_before(connection, now + max(map(warning_time, ALLOWANCE)))
            late = [
                match
                for match in soon
                if match.clock.deadline is not None and match.clock.deadline < now + warning_time(match.pace)
            ]
            for match in late:
                await turn_clock.excuse(connection, match, now)
        self._clocks.wake(now)
        for match in late:
            self._matches.changed.send(match.id)

    async def server_lost(self, guild_id: int) -> None:
        """The bot was removed from a server: its clocks stop."""
        for match in await store.running_of_guild(self._database.reader, guild_id):
            await self._freeze(match.id)

    async def servers_there(self, guild_ids: Container[int]) -> None:
        """The bot is in these servers: clocks that stopped because it was not run on."""
        for match in await store.frozen(self._database.reader):
            if match.guild_id in guild_ids:
                async with self._matches.changing(match.id) as change:
                    clock = change.match.clock
                    if clock.remaining is not None and not clock.paused:
                        change.on_clock = turn_clock.thaw

    async def _freeze(self, match_id: int) -> None:
        async with self._matches.changing(match_id) as change:
            if not change.match.is_over and change.match.clock.deadline is not None:
                change.on_clock = turn_clock.freeze

    async def _remind(self, match_id: int) -> None:
        try:
            here = await self._is_here(match_id)
        except NotInServer:
            await self._freeze(match_id)
            return
        async with self._matches.changing(match_id) as change:
            if await self._overdue(turn_clock.REMINDER, change) is not None:
                if here is False:
                    await self._tell(NoticeKind.LEFT_SERVER, change)
                else:
                    change.notices.append(NewNotice(NoticeKind.REMINDER, change.match.turn, change.match.ply))
                change.on_clock = turn_clock.reminded

    async def _warn(self, match_id: int) -> None:
        async with self._matches.changing(match_id) as change:
            overdue = await self._overdue(turn_clock.WARNING, change)
            if overdue is None:
                return
            if overdue > LATE:
                change.on_clock = turn_clock.excuse
                return
            await self._tell(NoticeKind.WARNING, change)
            change.on_clock = turn_clock.warned

    async def _tell(self, kind: NoticeKind, change: Change) -> None:
        """Tell, in the detail of a notice, too, what becomes of the match if the turn is not played."""
        assert change.match.turn is not None
        leaving = await self._matches.leaving(change.table, change.match.turn)
        change.notices.append(NewNotice(kind, change.match.turn, change.match.ply, leaving))

    async def _time_out(self, match_id: int) -> None:
        try:
            here = await self._is_here(match_id)
        except NotInServer:
            await self._freeze(match_id)
            return
        async with self._matches.changing(match_id) as change:
            match = change.match
            overdue = await self._overdue(turn_clock.DEADLINE, change)
            if overdue is None:
                return
            if here is None:
                await self._database.write(timers.put, Timer(turn_clock.DEADLINE, match_id, change.at + AGAIN))
                return
            if match.clock.warned_at is None or match.clock.deadline is None or change.at - match.clock.deadline > LATE:
                change.on_clock = turn_clock.excuse
                return
            if here is False:
                change.notices.append(NewNotice(NoticeKind.LEFT_SERVER, match.turn, match.ply, "end"))
            assert match.turn is not None
            stand_in = await self._matches.may_stand_in(match)
            change.give_up(match.turn, Termination.TIME_OUT, SYSTEM, stand_in=stand_in)

    async def _overdue(self, kind: str, change: Change) -> timedelta | None:
        """How long ago the time of a turn came, None if it has not come: the match may have gone on meanwhile."""
        timer = await timers.get(self._database.reader, kind, change.match.id)
        return None if timer is None or timer.due_at > change.at else change.at - timer.due_at

    async def _is_here(self, match_id: int) -> bool | None:
        match = (await self._matches.table(match_id)).match
        return match.turn is None or await self._is_member(match.guild_id, match.players[match.turn].user_id)
