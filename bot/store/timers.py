"""Moments at which something must happen, one a kind and subject."""

from collections.abc import Mapping, Sequence
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


async def put_all(
    connection: aiosqlite.Connection, subject: int, kinds: Sequence[str], due: Mapping[str, datetime]
) -> None:
    """Of these kinds, let a subject have the timers in ``due`` and no others."""
    marks = ", ".join("?" * len(kinds))
    await connection.execute(
        f"DELETE FROM timers WHERE subject = ? AND kind IN ({marks})",  # noqa: S608  # nothing but question marks
        (subject, *kinds),
    )
    await connection.executemany(
        "INSERT INTO timers (kind, subject, due_at) VALUES (?, ?, ?)",
        [(kind, subject, to_stored(moment)) for kind, moment in due.items()],
    )


async def drop_all(connection: aiosqlite.Connection, kinds: Sequence[str], subjects: Sequence[int]) -> None:
    """Drop every timer of these kinds and subjects."""
    await connection.executemany(
        "DELETE FROM timers WHERE kind = ? AND subject = ?", [(kind, subject) for kind in kinds for subject in subjects]
    )


async def get(connection: aiosqlite.Connection, kind: str, subject: int) -> Timer | None:
    rows = await connection.execute_fetchall(
        "SELECT due_at FROM timers WHERE kind = ? AND subject = ?", (kind, subject)
    )
    return next((Timer(kind, subject, from_stored(row["due_at"])) for row in rows), None)


async def nearest(connection: aiosqlite.Connection) -> Timer | None:
    """The timer that is due first."""
    rows = await connection.execute_fetchall("SELECT kind, subject, due_at FROM timers ORDER BY due_at LIMIT 1")
    return next((Timer(row["kind"], row["subject"], from_stored(row["due_at"])) for row in rows), None)


async def has(connection: aiosqlite.Connection, kind: str, subject: int) -> bool:
    query = "SELECT 1 FROM timers WHERE kind = ? AND subject = ?"
    return bool(list(await connection.execute_fetchall(query, (kind, subject))))
