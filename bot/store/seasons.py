"""Seasons of a server: when they began and ended, and where their final standings were posted."""

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import aiosqlite

from bot.store.times import from_stored, moment_of, number_of, to_stored

ALL_TIME: Final = 0
"""The number of what counts as a season that never ends."""


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server.

    ``number`` counts from 1; ``name`` is empty unless somebody has given it one. ``ends_at`` is when it is to end, None
    if by hand; ``ended_at`` when it did. ``corrected_at`` tells that its standings changed after that. The final
    standings stand in ``message_id`` of ``channel_id``, as they are now if ``posted``.
    """

    id: int
    guild_id: int
    number: int
    name: str
    began_at: datetime
    ends_at: datetime | None = None
    ended_at: datetime | None = None
    corrected_at: datetime | None = None
    posted: bool = False
    channel_id: int | None = None
    message_id: int | None = None

    @property
    def is_all_time(self) -> bool:
        return self.number == ALL_TIME

    def holds(self, moment: datetime) -> bool:
        """Whether what ends at a moment counts in this season."""
        return self.began_at <= moment and (self.ended_at is None or moment < self.ended_at)


async def insert(
    connection: aiosqlite.Connection,
    guild_id: int,
    number: int,
    began_at: datetime,
    ends_at: datetime | None = None,
    name: str = "",
) -> Season:
    cursor = await connection.execute(
        "INSERT INTO seasons (guild_id, number, name, began_at, ends_at) VALUES (?, ?, ?, ?, ?)",
        (guild_id, number, name, to_stored(began_at), number_of(ends_at)),
    )
    assert cursor.lastrowid is not None
    return Season(cursor.lastrowid, guild_id, number, name, began_at, ends_at)


async def get(connection: aiosqlite.Connection, season_id: int) -> Season | None:
    return next(iter(await _seasons(connection, "WHERE id = ?", season_id)), None)


async def of_guild(connection: aiosqlite.Connection, guild_id: int) -> list[Season]:
    """All time, if anything has counted yet, and every season of a server, the first one first."""
    return await _seasons(connection, "WHERE guild_id = ? ORDER BY number", guild_id)


async def current(connection: aiosqlite.Connection, guild_id: int) -> Season | None:
    """The season that has not ended yet."""
    where = "WHERE guild_id = ? AND number > 0 AND ended_at IS NULL"
    return next(iter(await _seasons(connection, where, guild_id)), None)


async def is_empty(connection: aiosqlite.Connection, season_id: int) -> bool:
    """Whether no rated match has been finished in a season."""
    query = "SELECT 1 FROM standings WHERE season_id = ? LIMIT 1"
    return not list(await connection.execute_fetchall(query, (season_id,)))


async def set_end(connection: aiosqlite.Connection, season_id: int, ends_at: datetime | None) -> None:
    """Set when a season is to end."""
    await connection.execute("UPDATE seasons SET ends_at = ? WHERE id = ?", (number_of(ends_at), season_id))


async def close(connection: aiosqlite.Connection, season_id: int, ended_at: datetime) -> None:
    await connection.execute("UPDATE seasons SET ended_at = ? WHERE id = ?", (to_stored(ended_at), season_id))


async def delete(connection: aiosqlite.Connection, season_id: int) -> None:
    await connection.execute("DELETE FROM seasons WHERE id = ?", (season_id,))


async def rename(connection: aiosqlite.Connection, season_id: int, name: str) -> None:
    await connection.execute("UPDATE seasons SET name = ? WHERE id = ?", (name, season_id))


async def correct(connection: aiosqlite.Connection, season_ids: Collection[int], at: datetime) -> None:
    """The standings of seasons that had ended have changed: what was posted of them is not as they are now."""
    await connection.executemany(
        "UPDATE seasons SET corrected_at = ?, posted = 0 WHERE id = ?",
        [(to_stored(at), season_id) for season_id in season_ids],
    )


async def unposted(connection: aiosqlite.Connection) -> list[Season]:
    """The seasons whose final standings are still to be posted, or posted as they are now."""
    return await _seasons(connection, "WHERE ended_at IS NOT NULL AND NOT posted")


async def set_posted(
    connection: aiosqlite.Connection, season: Season, channel_id: int | None, message_id: int | None
) -> None:
    """The final standings stand in a message as ``season`` has them, or in none if there is no place for them."""
    await connection.execute(
        "UPDATE seasons SET posted = corrected_at IS ?, channel_id = ?, message_id = ? WHERE id = ?",
        (number_of(season.corrected_at), channel_id, message_id, season.id),
    )


async def channels(connection: aiosqlite.Connection, season_id: int, most: int) -> list[int]:
    """The channels in which the last rated matches of the players of a season were opened, the latest first."""
    rows = await connection.execute_fetchall(
        "SELECT channel_id FROM standings JOIN matches ON id = match_id WHERE season_id = ?"
        " GROUP BY channel_id ORDER BY max(standings.ended_at) DESC LIMIT ?",
        (season_id, most),
    )
    return [row[0] for row in rows]


_SEASONS: Final = "SELECT * FROM seasons "


async def _seasons(connection: aiosqlite.Connection, where: str, *values: int) -> list[Season]:
    return list(map(_season, await connection.execute_fetchall(_SEASONS + where, values)))


def _season(row: sqlite3.Row) -> Season:
    return Season(
        id=row["id"],
        guild_id=row["guild_id"],
        number=row["number"],
        name=row["name"],
        began_at=from_stored(row["began_at"]),
        ends_at=moment_of(row["ends_at"]),
        ended_at=moment_of(row["ended_at"]),
        corrected_at=moment_of(row["corrected_at"]),
        posted=bool(row["posted"]),
        channel_id=row["channel_id"],
        message_id=row["message_id"],
    )
