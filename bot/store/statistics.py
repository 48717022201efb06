"""What finished matches were for each of their seats, and the milestones that people have reached."""

import json
import sqlite3
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

import aiosqlite
from pydantic import TypeAdapter

from rules.cards import Colour

_COUNTS: TypeAdapter[tuple[int, ...]] = TypeAdapter(tuple[int, ...])


class Result(StrEnum):
    """How a match ended for a seat; who shares the first place has drawn."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a match with a result was for a seat.

    ``rounds`` and ``points`` are those of the finished rounds. ``best`` is the colour and the points of the best
    expedition, None if none was begun. ``begun`` counts the expeditions by colour.
    """

    place: int
    result: Result
    rounds: int
    points: int
    best: tuple[Colour, int] | None
    begun: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayedMatch(SeatResult):
    """The same with the match it was."""

    match_id: int
    game: str
    with_computer: bool
    """Whether a computer took part from the start (an id among ``challenges.COMPUTERS``)."""


class Milestone(StrEnum):
    """Something that somebody reaches once in a server."""

    FIRST_WIN = "first_win"
    EXPEDITION_100 = "expedition_100"
    STREAK_5 = "streak_5"
    STREAK_10 = "streak_10"
    MATCHES_10 = "matches_10"
    MATCHES_50 = "matches_50"
    MATCHES_100 = "matches_100"


async def put(connection: aiosqlite.Connection, match_id: int, results: Iterable[SeatResult]) -> None:
    """Store what a match was for its seats, in order, in place of what was stored of it."""
    await connection.executemany(
        "INSERT OR REPLACE INTO seat_results (match_id, seat, place, result, rounds, points, best, best_colour, begun)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                match_id,
                seat,
                each.place,
                each.result,
                each.rounds,
                each.points,
                None if each.best is None else each.best[1],
                None if each.best is None else each.best[0],
                json.dumps(each.begun),
            )
            for seat, each in enumerate(results)
        ],
    )


async def played(connection: aiosqlite.Connection, guild_id: int, user_id: int) -> list[PlayedMatch]:
    """A person's matches with a result in a server, the first one first."""
    rows = await connection.execute_fetchall(
        "SELECT seat_results.*, matches.game, EXISTS (SELECT 1 FROM seats AS other WHERE other.match_id = matches.id"
        " AND other.user_id BETWEEN -9 AND -1) AS with_computer FROM seats JOIN matches ON matches.id = seats.match_id"
        " JOIN seat_results ON seat_results.match_id = seats.match_id AND seat_results.seat = seats.seat"
        " WHERE seats.user_id = ? AND matches.guild_id = ? ORDER BY matches.ended_at, matches.id",
        (user_id, guild_id),
    )
    return list(map(_played, rows))


def _played(row: sqlite3.Row) -> PlayedMatch:
    return PlayedMatch(
        place=row["place"],
        result=Result(row["result"]),
        rounds=row["rounds"],
        points=row["points"],
        best=None if row["best"] is None else (Colour(row["best_colour"]), row["best"]),
        begun=_COUNTS.validate_json(row["begun"]),
        match_id=row["match_id"],
        game=row["game"],
        with_computer=bool(row["with_computer"]),
    )


async def places_of_both(
    connection: aiosqlite.Connection, guild_id: int, user_id: int, other_id: int
) -> list[tuple[int, int]]:
    """The places of two people in the matches with a result of a server in which both sat."""
    rows = await connection.execute_fetchall(
        "SELECT own_result.place, other_result.place FROM seats AS own"
        " JOIN seats AS other ON other.match_id = own.match_id AND other.user_id = ?"
        " JOIN matches ON matches.id = own.match_id AND matches.guild_id = ?"
        " JOIN seat_results AS own_result ON own_result.match_id = own.match_id AND own_result.seat = own.seat"
        " JOIN seat_results AS other_result ON other_result.match_id = own.match_id AND other_result.seat = other.seat"
        " WHERE own.user_id = ?",
        (other_id, guild_id, user_id),
    )
    return [(row[0], row[1]) for row in rows]


async def latest_results(connection: aiosqlite.Connection, guild_id: int, user_id: int, most: int) -> list[Result]:
    """How a person's last matches among people in a server ended, the latest first."""
    rows = await connection.execute_fetchall(
        "SELECT seat_results.result FROM seats JOIN matches ON matches.id = seats.match_id"
        " JOIN seat_results ON seat_results.match_id = seats.match_id AND seat_results.seat = seats.seat"
        " WHERE seats.user_id = ? AND matches.guild_id = ? AND NOT EXISTS (SELECT 1 FROM seats AS other"
        " WHERE other.match_id = matches.id AND other.user_id BETWEEN -9 AND -1)"
        " ORDER BY matches.ended_at DESC, matches.id DESC LIMIT ?",
        (user_id, guild_id, most),
    )
    return [Result(row["result"]) for row in rows]


async def with_outcome(connection: aiosqlite.Connection, after: int, most: int) -> list[int]:
    """The ids of matches with a result in all servers, in order, those after one id."""
    rows = await connection.execute_fetchall(
        "SELECT id FROM matches WHERE outcome IS NOT NULL AND id > ? ORDER BY id LIMIT ?", (after, most)
    )
    return [row["id"] for row in rows]


async def delete_strays(connection: aiosqlite.Connection) -> None:
    """Delete what no result stands behind."""
    await connection.execute(
        "DELETE FROM seat_results WHERE match_id NOT IN (SELECT id FROM matches WHERE outcome IS NOT NULL)"
    )


async def reached(connection: aiosqlite.Connection, guild_id: int, user_id: int) -> set[Milestone]:
    """The milestones of a person in a server."""
    rows = await connection.execute_fetchall(
        "SELECT kind FROM milestones WHERE guild_id = ? AND user_id = ?", (guild_id, user_id)
    )
    return {Milestone(row["kind"]) for row in rows}


async def reached_in(connection: aiosqlite.Connection, match_id: int) -> list[tuple[int, Milestone]]:
    """Who reached which milestones in a match."""
    rows = await connection.execute_fetchall("SELECT user_id, kind FROM milestones WHERE match_id = ?", (match_id,))
    return [(row["user_id"], Milestone(row["kind"])) for row in rows]


async def add_milestones(
    connection: aiosqlite.Connection, guild_id: int, user_id: int, kinds: Collection[Milestone], match_id: int
) -> None:
    await connection.executemany(
        "INSERT INTO milestones (guild_id, user_id, kind, match_id) VALUES (?, ?, ?, ?)",
        [(guild_id, user_id, kind, match_id) for kind in kinds],
    )
