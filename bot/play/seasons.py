"""Seasons: when they begin and end.

A season of a calendar month or quarter ends with it, at midnight in the server's time zone, and the next one begins at
that moment by itself, also if the bot was off. The first season begins with the first rated result of a server. A
season that no rated match was finished in leaves nothing behind: the next one takes its number. Seasons by hand begin
and end when somebody who manages the server says so; in between, matches count for all time only. Whoever ends a
season of a calendar month or quarter early begins the next one, which ends with that month or quarter.
"""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

import aiosqlite

from bot.play.clocks import Clock, Clocks
from bot.play.refusal import Refusal
from bot.play.signal import Signal
from bot.store import guilds, timers
from bot.store import seasons as store
from bot.store.database import Database
from bot.store.guilds import SeasonLength
from bot.store.seasons import ALL_TIME, Season
from bot.store.timers import Timer

SEASON: Final = "season"
"""The kind of timer that ends a season, or lets the final standings of one that has ended be posted."""

LONGEST_NAME: Final = 40

_MONTHS: Final = {SeasonLength.MONTH: 1, SeasonLength.QUARTER: 3}


def period_end(length: SeasonLength, zone: ZoneInfo, moment: datetime) -> datetime | None:
    """When the calendar month or quarter of a moment ends, in UTC; None for seasons by hand."""
    if length is SeasonLength.MANUAL:
        return None
    months = _MONTHS[length]
    local = moment.astimezone(zone)
    # months counted from the year 0
    next_period = ((local.year * 12 + local.month - 1) // months + 1) * months
    return datetime(next_period // 12, next_period % 12 + 1, 1, tzinfo=zone).astimezone(UTC)


async def roll(connection: aiosqlite.Connection, guild_id: int, now: datetime) -> Season | None:
    """Bring the seasons of a server up to a moment at which a rated match ends or a season does.

    Ends the season whose time is over and begins the next one; returns the current one, None between seasons by hand.
    """
    await _ensure_all_time(connection, guild_id, now)
    season = await store.current(connection, guild_id)
    if season is None:
        return await _follow(connection, guild_id, now, now)
    if season.ends_at is not None and season.ends_at <= now:
        await _close(connection, season, season.ends_at)
        return await _follow(connection, guild_id, season.ends_at, now)
    return season


async def _ensure_all_time(connection: aiosqlite.Connection, guild_id: int, now: datetime) -> None:
    if not await store.of_guild(connection, guild_id):
        await store.insert(connection, guild_id, ALL_TIME, now)


async def _follow(connection: aiosqlite.Connection, guild_id: int, began_at: datetime, now: datetime) -> Season | None:
    """Begin the next season of a server in which none is running, unless seasons go by hand."""
    settings = await guilds.get(connection, guild_id)
    if settings.season is SeasonLength.MANUAL:
        return None
    return await _open(connection, guild_id, began_at, now)


async def _open(
    connection: aiosqlite.Connection, guild_id: int, began_at: datetime, now: datetime, name: str = ""
) -> Season:
    settings = await guilds.get(connection, guild_id)
    number = 1 + max(season.number for season in await store.of_guild(connection, guild_id))
    ends_at = period_end(settings.season, settings.zone, now)
    season = await store.insert(connection, guild_id, number, began_at, ends_at, name)
    await _set_timer(connection, season.id, ends_at)
    return season


async def _close(connection: aiosqlite.Connection, season: Season, ended_at: datetime) -> None:
    if await store.is_empty(connection, season.id):
        await store.delete(connection, season.id)
    else:
        await store.close(connection, season.id, ended_at)


async def _set_timer(connection: aiosqlite.Connection, season_id: int, ends_at: datetime | None) -> None:
    if ends_at is None:
        await timers.drop(connection, SEASON, season_id)
    else:
        await timers.put(connection, Timer(SEASON, season_id, ends_at))


async def reschedule(connection: aiosqlite.Connection, guild_id: int, now: datetime) -> None:
    """The season length or time zone of a server was set anew: its season ends when it should now."""
    season = await store.current(connection, guild_id)
    if season is not None:
        settings = await guilds.get(connection, guild_id)
        ends_at = period_end(settings.season, settings.zone, now)
        await store.set_end(connection, season.id, ends_at)
        await _set_timer(connection, season.id, ends_at)


async def post_anew(connection: aiosqlite.Connection, guild_id: int, now: datetime) -> None:
    """Let the final standings that are not posted as they are now be posted."""
    for season in await store.of_guild(connection, guild_id):
        if season.ended_at is not None and not season.posted:
            await timers.put(connection, Timer(SEASON, season.id, now))


class Seasons:
    """Ends seasons when their time is over, or when somebody who manages the server says so.

    ``ended`` tells of seasons whose final standings are to be posted, or posted anew.
    """

    def __init__(self, database: Database, clock: Clock, clocks: Clocks) -> None:
        self._database = database
        self._clock = clock
        self._clocks = clocks
        self.ended = Signal()
        clocks.handle(SEASON, self._time_is_over)

    async def of(self, guild_id: int) -> list[Season]:
        """All time, if anything has counted yet, and every season of a server, the first one first."""
        return await self._database.read(store.of_guild, guild_id)

    async def current(self, guild_id: int) -> Season | None:
        """The season that is running in a server."""
        return await self._database.read(store.current, guild_id)

    async def start(self, guild_id: int, name: str) -> Season:
        """Begin a season, under a name or none. Raises Refusal while one is running."""
        now = self._clock()
        season = await self._database.write(_start, guild_id, now, name)
        self._clocks.wake(now)
        return season

    async def end(self, guild_id: int, season_id: int) -> Season:
        """End the season that is running. Raises Refusal if it is another one by now, or if nothing counted in it."""
        now = self._clock()
        season = await self._database.write(_end, guild_id, season_id, now)
        self._clocks.wake(now)
        self.ended.send(season.id)
        return season

    async def rename(self, guild_id: int, name: str) -> Season:
        """Give the season that is running a name. Raises Refusal if none is running."""
        return await self._database.write(_rename, guild_id, name)

    async def _time_is_over(self, season_id: int) -> None:
        await self._database.write(_end_in_time, season_id, self._clock())
        self.ended.send(season_id)


async def _start(connection: aiosqlite.Connection, guild_id: int, now: datetime, name: str) -> Season:
    if await store.current(connection, guild_id) is not None:
        raise Refusal("season_running")
    await _ensure_all_time(connection, guild_id, now)
    return await _open(connection, guild_id, now, now, name)


async def _end(connection: aiosqlite.Connection, guild_id: int, season_id: int, now: datetime) -> Season:
    season = await store.current(connection, guild_id)
    if season is None or season.id != season_id:
        raise Refusal("season_over")
    if await store.is_empty(connection, season.id):
        raise Refusal("season_empty")
    await store.close(connection, season.id, now)
    await timers.drop(connection, SEASON, season.id)
    await _follow(connection, guild_id, now, now)
    return season


async def _rename(connection: aiosqlite.Connection, guild_id: int, name: str) -> Season:
    season = await store.current(connection, guild_id)
    if season is None:
        raise Refusal("no_season")
    await store.rename(connection, season.id, name)
    return replace(season, name=name)


async def _end_in_time(connection: aiosqlite.Connection, season_id: int, now: datetime) -> None:
    season = await store.get(connection, season_id)
    if season is not None and season.ended_at is None:
        await roll(connection, season.guild_id, now)
    await timers.drop(connection, SEASON, season_id)
