"""Questions to the others at a table: the last one of each match and kind, and who has agreed to it."""

import json
from dataclasses import dataclass
from enum import StrEnum

import aiosqlite

from rules.game import Seat


class RequestKind(StrEnum):
    PAUSE = "pause"
    TAKE_BACK = "take_back"


@dataclass(frozen=True, slots=True)
class Request:
    """``seat`` asked at ``ply``; ``agreed`` are the seats that have said yes, the asking one among them.

    ``is_open`` until all have agreed, or somebody has not.
    """

    kind: RequestKind
    seat: Seat
    ply: int
    agreed: tuple[Seat, ...]
    is_open: bool = True


async def get(connection: aiosqlite.Connection, match_id: int, kind: RequestKind) -> Request | None:
    rows = await connection.execute_fetchall(
        "SELECT seat, ply, agreed, is_open FROM requests WHERE match_id = ? AND kind = ?", (match_id, kind)
    )
    row = next(iter(rows), None)
    if row is None:
        return None
    return Request(kind, row["seat"], row["ply"], tuple(json.loads(row["agreed"])), bool(row["is_open"]))


async def put(connection: aiosqlite.Connection, match_id: int, request: Request) -> None:
    await connection.execute(
        "INSERT INTO requests (match_id, kind, seat, ply, agreed, is_open) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (match_id, kind) DO UPDATE SET seat = excluded.seat, ply = excluded.ply,"
        " agreed = excluded.agreed, is_open = excluded.is_open",
        (match_id, request.kind, request.seat, request.ply, json.dumps(request.agreed), request.is_open),
    )
