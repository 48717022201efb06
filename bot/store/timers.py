"""Moments at which something must happen, one a kind and subject."""

from dataclasses import dataclass
from datetime import datetime

import aiosqlite

from bot.store.times import from_stored, to_stored


@dataclass(frozen=True, slots=True)
class Timer:
    kind: str
    subject: int
    due_at: datetime


async def put(connection: aiosqlite.Connection, timer: Timer) -> None:
    """Store a timer in place of a former one of the same kind and subject."""
    await connection.execute(
        "INSERT INTO timers (kind, subject, due_at) VALUES (?, ?, ?)"
        " ON CONFLICT (kind, subject) DO UPDATE SET due_at = excluded.due_at",
        (timer.kind, timer.subject, to_stored(timer.due_at)),
    )


async def drop(connection: aiosqlite.Connection, kind: str, subject: int) -> None:
    await connection.execute("DELETE FROM timers WHERE kind = ? AND subject = ?", (kind, subject))


async def nearest(connection: aiosqlite.Connection) -> Timer | None:
    """The timer that is due first."""
    rows = await connection.execute_fetchall("SELECT kind, subject, due_at FROM timers ORDER BY due_at LIMIT 1")
    return next((Timer(row["kind"], row["subject"], from_stored(row["due_at"])) for row in rows), None)
