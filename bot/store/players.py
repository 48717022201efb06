"""What people have chosen for themselves: pings, quiet hours, who may challenge them, look, language, vacations."""

from dataclasses import dataclass
from datetime import datetime, time
from enum import StrEnum
from zoneinfo import ZoneInfo

import aiosqlite

from bot.store.times import from_stored, to_stored


class Pings(StrEnum):
    """When a person is notified."""

    TURNS = "turns"
    """At each turn, and by reminders and warnings."""
    REMINDERS = "reminders"
    """By reminders and warnings only."""
    NEVER = "never"

    def at_most(self, limit: "Pings") -> "Pings":
        """The one of the two that notifies less."""
        return max(self, limit, key=list(Pings).index)


class Look(StrEnum):
    """The theme of pictures, by its name in ``render.theme.THEMES``."""

    DARK = "dark"
    LIGHT = "light"
    HIGH_CONTRAST = "contrast"


class Challengers(StrEnum):
    """Who may challenge a person."""

    ANYBODY = "anybody"
    KNOWN = "known"
    """People with whom the person has played before."""
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Hours of the day in which a person wants to hear nothing, in the person's time zone; they may span midnight."""

    begin: time
    end: time
    zone: ZoneInfo


@dataclass(frozen=True, slots=True)
class Preferences:
    pings: Pings = Pings.TURNS
    challengers: Challengers = Challengers.ANYBODY
    quiet: QuietHours | None = None
    look: Look | None = None
    """That of the pictures which only this person sees; None for that of the server."""
    language: str | None = None
    """That of what only this person sees, by its catalogue; None for that of the person's Discord."""
    in_words: bool = False
    """Whether what only this person sees comes in words instead of pictures."""
    tips: bool = True
    """Whether the hand shows a tip now and then while the person is a beginner."""


@dataclass(frozen=True, slots=True)
class Vacation:
    begins_at: datetime
    ends_at: datetime


async def get(connection: aiosqlite.Connection, user_id: int) -> Preferences:
    rows = await connection.execute_fetchall("SELECT * FROM players WHERE user_id = ?", (user_id,))
    row = next(iter(rows), None)
    if row is None:
        return Preferences()
    quiet = None
    if row["zone"] is not None:
        quiet = QuietHours(_time(row["quiet_begin"]), _time(row["quiet_end"]), ZoneInfo(row["zone"]))
    look = None if row["look"] is None else Look(row["look"])
    return Preferences(
        Pings(row["pings"]),
        Challengers(row["challengers"]),
        quiet,
        look,
        row["language"],
        bool(row["in_words"]),
        bool(row["tips"]),
    )


async def put(connection: aiosqlite.Connection, user_id: int, chosen: Preferences) -> None:
    quiet = chosen.quiet
    await connection.execute(
        "INSERT INTO players (user_id, pings, challengers, quiet_begin, quiet_end, zone, look, language, in_words,"
        " tips) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (user_id) DO UPDATE SET pings = excluded.pings, challengers = excluded.challengers,"
        " quiet_begin = excluded.quiet_begin, quiet_end = excluded.quiet_end, zone = excluded.zone,"
        " look = excluded.look, language = excluded.language, in_words = excluded.in_words, tips = excluded.tips",
        (
            user_id,
            chosen.pings,
            chosen.challengers,
            None if quiet is None else _minutes(quiet.begin),
            None if quiet is None else _minutes(quiet.end),
            None if quiet is None else quiet.zone.key,
            chosen.look,
            chosen.language,
            chosen.in_words,
            chosen.tips,
        ),
    )


async def blocked(connection: aiosqlite.Connection, user_id: int) -> list[int]:
    """The people whom a person has blocked."""
    rows = await connection.execute_fetchall("SELECT blocked_id FROM blocks WHERE user_id = ?", (user_id,))
    return [row[0] for row in rows]


async def set_blocked(connection: aiosqlite.Connection, user_id: int, blocked_ids: list[int]) -> None:
    """Block these people and nobody else."""
    await connection.execute("DELETE FROM blocks WHERE user_id = ?", (user_id,))
    await connection.executemany(
        "INSERT OR IGNORE INTO blocks (user_id, blocked_id) VALUES (?, ?)",
        [(user_id, blocked_id) for blocked_id in blocked_ids],
    )


async def have_played(connection: aiosqlite.Connection, user_id: int, other_id: int) -> bool:
    """Whether two people have sat at the same table."""
    rows = await connection.execute_fetchall(
        "SELECT 1 FROM seats AS own JOIN seats AS other ON own.match_id = other.match_id"
        " WHERE own.user_id = ? AND other.user_id = ? LIMIT 1",
        (user_id, other_id),
    )
    return bool(list(rows))


async def vacations(connection: aiosqlite.Connection, user_id: int, since: datetime) -> list[Vacation]:
    """A person's vacations that ended after ``since`` or have not ended yet, the oldest first."""
    rows = await connection.execute_fetchall(
        "SELECT begins_at, ends_at FROM vacations WHERE user_id = ? AND ends_at > ? ORDER BY begins_at",
        (user_id, to_stored(since)),
    )
    return [Vacation(from_stored(row["begins_at"]), from_stored(row["ends_at"])) for row in rows]


async def put_vacation(connection: aiosqlite.Connection, user_id: int, vacation: Vacation) -> None:
    """Store a vacation, in place of one that began at the same moment."""
    await connection.execute(
        "INSERT INTO vacations (user_id, begins_at, ends_at) VALUES (?, ?, ?)"
        " ON CONFLICT (user_id, begins_at) DO UPDATE SET ends_at = excluded.ends_at",
        (user_id, to_stored(vacation.begins_at), to_stored(vacation.ends_at)),
    )


def _minutes(moment: time) -> int:
    return moment.hour * 60 + moment.minute


def _time(minutes: int) -> time:
    return time(minutes // 60, minutes % 60)
