"""Things to tell in the channel of a match besides its board, until they are told."""

from dataclasses import dataclass
from enum import StrEnum

import aiosqlite

from rules.game import Seat


class NoticeKind(StrEnum):
    REMINDER = "reminder"
    WARNING = "warning"
    NUDGE = "nudge"
    ASK_PAUSE = "ask_pause"
    ASK_TAKE_BACK = "ask_take_back"
    AWAY = "away"
    BACK = "back"
    LEFT_SERVER = "left_server"


@dataclass(frozen=True, slots=True)
class NewNotice:
    """``seat`` is whom it concerns, ``ply`` the ply at which it arose, ``detail`` what else its text needs."""

    kind: NoticeKind
    seat: Seat | None
    ply: int
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Notice(NewNotice):
    id: int = 0


async def add(connection: aiosqlite.Connection, match_id: int, notice: NewNotice) -> None:
    await connection.execute(
        "INSERT INTO notices (match_id, kind, seat, ply, detail) VALUES (?, ?, ?, ?, ?)",
        (match_id, notice.kind, notice.seat, notice.ply, notice.detail),
    )


async def untold(connection: aiosqlite.Connection, match_id: int) -> list[Notice]:
    """What is still to be told of a match, the oldest first."""
    rows = await connection.execute_fetchall(
        "SELECT id, kind, seat, ply, detail FROM notices WHERE match_id = ? AND NOT told ORDER BY id", (match_id,)
    )
    return [Notice(NoticeKind(row["kind"]), row["seat"], row["ply"], row["detail"], row["id"]) for row in rows]


async def matches_with_untold(connection: aiosqlite.Connection) -> list[int]:
    rows = await connection.execute_fetchall("SELECT DISTINCT match_id FROM notices WHERE NOT told")
    return [row[0] for row in rows]


async def told(connection: aiosqlite.Connection, notice_id: int) -> None:
    await connection.execute("UPDATE notices SET told = 1 WHERE id = ?", (notice_id,))
