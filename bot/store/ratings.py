"""Ratings: what every rated match made of its players' standings, and the standings themselves.

Everything here follows from the stored results and seasons, and can be worked out anew from them.
"""

import json
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final, TypeAlias

import aiosqlite
from pydantic import TypeAdapter

from bot.store.times import from_stored, to_stored
from rules.game import Outcome

LEAST_MATCHES: Final = 5
"""So many rated matches it takes to be ranked in a season; the index ``standings_order`` spells it out."""

_OUTCOME: TypeAdapter[Outcome] = TypeAdapter(Outcome)

Mark: TypeAlias = tuple[datetime, int]
"""A place in the order of results: when a match ended, and its id for those that ended in the same moment."""


@dataclass(frozen=True, slots=True)
class Result:
    """A rated match that has a result: who sat at each seat, and in which place each came, from 1."""

    match_id: int
    ended_at: datetime
    players: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def mark(self) -> Mark:
        return self.ended_at, self.match_id


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a person stands in a season after a match: the estimate ``mu`` with its uncertainty ``sigma``, the
    ``rating`` that is shown for them, and how many rated matches there were, won, drawn and lost.
    """

    season_id: int
    user_id: int
    ended_at: datetime
    match_id: int
    mu: float
    sigma: float
    rating: int
    matches: int
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class Change(Standing):
    """A standing with what the match did to it: the rating ``before``, and the ``share`` of the full change that
    counted.
    """

    before: int
    share: float


@dataclass(frozen=True, slots=True)
class Recount:
    """Ratings that are to be worked out anew: those of a server and game from ``start`` on."""

    id: int
    guild_id: int
    game: str
    start: Mark


# ------------------------------------------------------------------- results


async def results(connection: aiosqlite.Connection, guild_id: int, game: str, start: Mark, most: int) -> list[Result]:
    """The rated results of a server and game from a mark on, in order."""
    rows = await connection.execute_fetchall(
        _RESULTS + "AND (ended_at, id) >= (?, ?) ORDER BY ended_at, id LIMIT ?",
        (guild_id, game, to_stored(start[0]), start[1], most),
    )
    return list(map(_result, rows))


async def results_of(
    connection: aiosqlite.Connection, guild_id: int, game: str, users: Collection[int], after: datetime, before: Mark
) -> list[Result]:
    """The rated results with any of these people that came after a moment and before a mark, in order."""
    rows = await connection.execute_fetchall(
        _RESULTS + "AND ended_at > ? AND (ended_at, id) < (?, ?)" + _WITH_ANY + "ORDER BY ended_at, id",
        (guild_id, game, to_stored(after), to_stored(before[0]), before[1], json.dumps(list(users))),
    )
    return list(map(_result, rows))


_RESULTS: Final = (
    "SELECT id, ended_at, outcome, (SELECT json_group_array(user_id) FROM"
    " (SELECT user_id FROM seats WHERE match_id = matches.id ORDER BY seat)) AS players FROM matches"
    " WHERE guild_id = ? AND game = ? AND rated AND outcome IS NOT NULL "
)
_WITH_ANY: Final = (
    " AND EXISTS (SELECT 1 FROM seats WHERE match_id = id AND user_id IN (SELECT value FROM json_each(?))) "
)


def _result(row: sqlite3.Row) -> Result:
    players = tuple(map(int, json.loads(row["players"])))
    return Result(row["id"], from_stored(row["ended_at"]), players, _OUTCOME.validate_json(row["outcome"]).places)


async def count_results(connection: aiosqlite.Connection) -> int:
    """How many rated results there are in all servers."""
    rows = await connection.execute_fetchall("SELECT count(*) FROM matches WHERE rated AND outcome IS NOT NULL")
    return next(iter(rows))[0]


async def rated_games(connection: aiosqlite.Connection) -> list[tuple[int, str]]:
    """Every server and game with rated results."""
    query = "SELECT DISTINCT guild_id, game FROM matches WHERE rated AND outcome IS NOT NULL ORDER BY guild_id, game"
    return [(row["guild_id"], row["game"]) for row in await connection.execute_fetchall(query)]


# ------------------------------------------------------------------ recounts


async def recount(connection: aiosqlite.Connection, recount_id: int) -> Recount | None:
    rows = await connection.execute_fetchall("SELECT * FROM recounts WHERE id = ?", (recount_id,))
    return next(map(_recount, rows), None)


async def recount_of(connection: aiosqlite.Connection, guild_id: int, game: str) -> Recount | None:
    """What is still to be worked out anew of a server and game."""
    query = "SELECT * FROM recounts WHERE guild_id = ? AND game = ?"
    return next(map(_recount, await connection.execute_fetchall(query, (guild_id, game))), None)


async def is_recounting(connection: aiosqlite.Connection, guild_id: int) -> bool:
    """Whether ratings of a server are still to be worked out anew."""
    query = "SELECT 1 FROM recounts WHERE guild_id = ? LIMIT 1"
    return bool(list(await connection.execute_fetchall(query, (guild_id,))))


async def recounts_of_guild(connection: aiosqlite.Connection, guild_id: int) -> list[int]:
    """What is still to be worked out anew of a server, by number."""
    rows = await connection.execute_fetchall("SELECT id FROM recounts WHERE guild_id = ?", (guild_id,))
    return [row["id"] for row in rows]


async def put_recount(connection: aiosqlite.Connection, guild_id: int, game: str, start: Mark) -> None:
    """Let ratings be worked out anew from a mark on, in place of a former one."""
    await connection.execute(
        "INSERT INTO recounts (guild_id, game, ended_at, match_id) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (guild_id, game) DO UPDATE SET ended_at = excluded.ended_at, match_id = excluded.match_id",
        (guild_id, game, to_stored(start[0]), start[1]),
    )


async def drop_recount(connection: aiosqlite.Connection, recount_id: int) -> None:
    await connection.execute("DELETE FROM recounts WHERE id = ?", (recount_id,))


def _recount(row: sqlite3.Row) -> Recount:
    return Recount(row["id"], row["guild_id"], row["game"], (from_stored(row["ended_at"]), row["match_id"]))


# ------------------------------------------------------------------- changes


async def standings_before(
    connection: aiosqlite.Connection, season_ids: Collection[int], game: str, users: Collection[int], mark: Mark
) -> list[Standing]:
    """Where people stood before a mark in each of these seasons in which they had played by then."""
    rows = await connection.execute_fetchall(
        "SELECT ratings.* FROM json_each(?) AS season CROSS JOIN json_each(?) AS person CROSS JOIN ratings"
        " ON season_id = season.value AND game = ? AND user_id = person.value AND (ended_at, match_id) = ("
        " SELECT last.ended_at, last.match_id FROM ratings AS last WHERE last.season_id = season.value"
        " AND last.game = ? AND last.user_id = person.value AND (last.ended_at, last.match_id) < (?, ?)"
        " ORDER BY last.ended_at DESC, last.match_id DESC LIMIT 1)",
        (json.dumps(list(season_ids)), json.dumps(list(users)), game, game, to_stored(mark[0]), mark[1]),
    )
    return list(map(_standing, rows))


async def put(connection: aiosqlite.Connection, game: str, changes: Sequence[Change]) -> None:
    """Store what matches did to their players' standings, in place of what is stored of the same matches."""
    names = [each.name for each in fields(Change)]
    rows = [
        {**{name: getattr(change, name) for name in names}, "game": game, "ended_at": to_stored(change.ended_at)}
        for change in changes
    ]
    await connection.executemany(
        "INSERT OR REPLACE INTO ratings (season_id, game, user_id, ended_at, match_id, share, before, mu, sigma,"
        " rating, matches, wins, draws, losses) VALUES (:season_id, :game, :user_id, :ended_at, :match_id, :share,"
        " :before, :mu, :sigma, :rating, :matches, :wins, :draws, :losses)",
        rows,
    )
    await connection.executemany(
        "INSERT INTO standings (season_id, game, user_id, ended_at, match_id, mu, sigma, rating, matches, wins, draws,"
        " losses) VALUES (:season_id, :game, :user_id, :ended_at, :match_id, :mu, :sigma, :rating, :matches, :wins,"
        " :draws, :losses) ON CONFLICT (season_id, game, user_id) DO UPDATE SET ended_at = excluded.ended_at,"
        " match_id = excluded.match_id, mu = excluded.mu, sigma = excluded.sigma, rating = excluded.rating,"
        " matches = excluded.matches, wins = excluded.wins, draws = excluded.draws, losses = excluded.losses"
        " WHERE (excluded.ended_at, excluded.match_id) >= (standings.ended_at, standings.match_id)",
        rows,
    )


async def delete_strays(connection: aiosqlite.Connection) -> None:
    """Delete what no rated result stands behind."""
    await connection.execute(
        "DELETE FROM ratings WHERE match_id NOT IN (SELECT id FROM matches WHERE rated AND outcome IS NOT NULL)"
    )
    await connection.execute(
        "DELETE FROM standings WHERE NOT EXISTS (SELECT 1 FROM ratings WHERE ratings.season_id = standings.season_id"
        " AND ratings.game = standings.game AND ratings.user_id = standings.user_id"
        " AND ratings.ended_at = standings.ended_at AND ratings.match_id = standings.match_id)"
    )


async def of_matches(connection: aiosqlite.Connection, match_ids: Collection[int]) -> list[Change]:
    """What matches did to their players' standings, in every season in which they count."""
    query = "SELECT * FROM ratings WHERE match_id IN (SELECT value FROM json_each(?))"
    return list(map(_change, await connection.execute_fetchall(query, (json.dumps(list(match_ids)),))))


async def curve(
    connection: aiosqlite.Connection, season_id: int, game: str, user_id: int
) -> list[tuple[datetime, int]]:
    """A person's rating after each rated match of a season, the first one first, and when that match ended."""
    rows = await connection.execute_fetchall(
        "SELECT ended_at, rating FROM ratings WHERE season_id = ? AND game = ? AND user_id = ?"
        " ORDER BY ended_at, match_id",
        (season_id, game, user_id),
    )
    return [(from_stored(row[0]), row[1]) for row in rows]


def _standing(row: sqlite3.Row) -> Standing:
    return Standing(**_fields(row, Standing))


def _change(row: sqlite3.Row) -> Change:
    return Change(**_fields(row, Change))


def _fields(row: sqlite3.Row, kind: type[Standing]) -> dict[str, Any]:
    return {**{each.name: row[each.name] for each in fields(kind)}, "ended_at": from_stored(row["ended_at"])}


# ----------------------------------------------------------------- standings


# spelled out as in the index, which would not be used with a parameter
_RANKED: Final = f"FROM standings WHERE season_id = ? AND game = ? AND matches >= {LEAST_MATCHES} "


async def ladder(connection: aiosqlite.Connection, season_id: int, game: str) -> list[int]:
    """The ratings of all who are ranked in a season, from the lowest to the highest."""
    rows = await connection.execute_fetchall("SELECT rating " + _RANKED + "ORDER BY rating", (season_id, game))
    return [row[0] for row in rows]


async def page(connection: aiosqlite.Connection, season_id: int, game: str, skip: int, most: int) -> list[Standing]:
    """Ranked people of a season in order, after so many others."""
    rows = await connection.execute_fetchall(
        "SELECT * " + _RANKED + "ORDER BY rating DESC, user_id LIMIT ? OFFSET ?",
        (season_id, game, most, skip),
    )
    return list(map(_standing, rows))


async def standing(connection: aiosqlite.Connection, season_id: int, game: str, user_id: int) -> Standing | None:
    """Where a person stands in a season, None for who has not played in it."""
    query = "SELECT * FROM standings WHERE season_id = ? AND game = ? AND user_id = ?"
    return next(map(_standing, await connection.execute_fetchall(query, (season_id, game, user_id))), None)


async def before(connection: aiosqlite.Connection, own: Standing, game: str) -> int:
    """How many ranked people stand before a ranked one in the order of ``page``."""
    rows = await connection.execute_fetchall(
        "SELECT count(*) " + _RANKED + "AND (rating > ? OR rating = ? AND user_id < ?)",
        (own.season_id, game, own.rating, own.rating, own.user_id),
    )
    return next(iter(rows))[0]


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody whose standing has changed since a moment: rating and number of matches ``then`` and ``now``."""

    rating_then: int
    matches_then: int
    rating_now: int
    matches_now: int


async def moved(connection: aiosqlite.Connection, season_id: int, game: str, since: datetime) -> dict[int, Moved]:
    """Everybody whose standing in a season has changed since a moment."""
    rows = await connection.execute_fetchall(
        "SELECT user_id, before, rating, matches FROM ratings WHERE season_id = ? AND game = ? AND ended_at > ?"
        " ORDER BY matches",
        (season_id, game, to_stored(since)),
    )
    first: dict[int, tuple[int, int]] = {}
    last: dict[int, tuple[int, int]] = {}
    for user_id, rating_before, rating, matches in rows:
        first.setdefault(user_id, (rating_before, matches - 1))
        last[user_id] = rating, matches
    return {user_id: Moved(*first[user_id], *now) for user_id, now in last.items()}


async def most_played(connection: aiosqlite.Connection, season_id: int) -> list[str]:
    """The games of a season, the one with the most rated matches first."""
    rows = await connection.execute_fetchall(
        "SELECT game FROM standings WHERE season_id = ? GROUP BY game ORDER BY sum(matches) DESC, game", (season_id,)
    )
    return [row["game"] for row in rows]
