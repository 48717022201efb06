"""Where people stand in the database, and how a person is taken out of it.

Every column that holds a person's id is named in ``COLUMNS``. Whoever is erased leaves a random key in place of the id
where others need it, so that matches and figures stay whole; the key is negative, which no id of Discord is, and below
those of computers.
"""

import secrets
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import aiosqlite

from bot.store.challenges import COMPUTERS
from bot.store.times import from_stored

Row: TypeAlias = dict[str, Any]

_MOST_EXACT: Final = 2**53
"""Larger numbers do not survive in every reader of JSON, so they are written as strings."""


@dataclass(frozen=True, slots=True)
class PersonColumn:
    """A column with ids of people.

    ``kept`` says that the row stays when its person is erased, under a key; else it goes. ``name`` is the column of
    the row with the person's name. ``exported`` says that the row belongs to what a person may have of oneself.
    """

    table: str
    column: str
    kept: bool
    name: str | None = None
    exported: bool = True


COLUMNS: Final = (
    PersonColumn("players", "user_id", kept=False),
    PersonColumn("blocks", "user_id", kept=False),
    # whom others have blocked is theirs to know
    PersonColumn("blocks", "blocked_id", kept=False, exported=False),
    PersonColumn("vacations", "user_id", kept=False),
    PersonColumn("lessons", "user_id", kept=False),
    PersonColumn("challenges", "host_id", kept=True),
    PersonColumn("challenges", "opponent_id", kept=True),
    PersonColumn("challenge_members", "user_id", kept=True, name="name"),
    PersonColumn("seats", "user_id", kept=True, name="name"),
    PersonColumn("actions", "actor", kept=True),
    PersonColumn("settings_log", "user_id", kept=True),
    # a former player has no name
    PersonColumn("names", "user_id", kept=False),
    PersonColumn("ratings", "user_id", kept=True),
    PersonColumn("standings", "user_id", kept=True),
    PersonColumn("milestones", "user_id", kept=True),
)


def is_former(user_id: int) -> bool:
    """Whether it is the key of somebody who was erased."""
    return user_id < COMPUTERS.start


async def exported(connection: aiosqlite.Connection, user_id: int) -> dict[str, list[Row]]:
    """Everything that is kept of a person, by table, with the matches that the person's seats belong to.

    So are the results of these seats, and the seasons in which the person stands.

    Secrets of deals are left out: they are not the person's, and tell the hands of others.
    """
    found: dict[str, list[Row]] = {}
    for each in COLUMNS:
        if each.exported:
            query = f"SELECT * FROM {each.table} WHERE {each.column} = ?"  # noqa: S608  # names from above
            found.setdefault(each.table, []).extend(await _rows(connection, query, user_id))
    found["matches"] = await _rows(
        connection, "SELECT matches.* FROM matches JOIN seats ON id = match_id WHERE user_id = ?", user_id
    )
    found["seat_results"] = await _rows(
        connection,
        "SELECT seat_results.* FROM seat_results JOIN seats USING (match_id, seat) WHERE user_id = ?",
        user_id,
    )
    found["seasons"] = await _rows(
        connection, "SELECT * FROM seasons WHERE id IN (SELECT season_id FROM standings WHERE user_id = ?)", user_id
    )
    return {table: rows for table, rows in found.items() if rows}


async def _rows(connection: aiosqlite.Connection, query: str, user_id: int) -> list[Row]:
    rows = await connection.execute_fetchall(query, (user_id,))
    return [
        {name: _readable(name, row[name]) for name in row.keys() if not isinstance(row[name], bytes)}  # noqa: SIM118  # a row is no mapping
        for row in rows
    ]


def _readable(name: str, value: Any) -> Any:
    if isinstance(value, int) and (name == "at" or name.endswith("_at") or name == "deadline"):
        return from_stored(value).isoformat()
    return str(value) if isinstance(value, int) and abs(value) >= _MOST_EXACT else value


async def everybody(connection: aiosqlite.Connection) -> set[int]:
    """The ids of all people of whom anything is kept."""
    found: set[int] = set()
    for each in COLUMNS:
        query = f"SELECT DISTINCT {each.column} FROM {each.table} WHERE {each.column} > 0"  # noqa: S608  # names from above
        found.update(row[0] for row in await connection.execute_fetchall(query))
    return found


async def erase(connection: aiosqlite.Connection, user_id: int) -> int:
    """Take a person out of every table; returns the key that stands for the person from now on."""
    key = COMPUTERS.start - 1 - secrets.randbits(62)
    for each in COLUMNS:
        if not each.kept:
            await connection.execute(f"DELETE FROM {each.table} WHERE {each.column} = ?", (user_id,))  # noqa: S608  # names from above
            continue
        name = "" if each.name is None else f", {each.name} = ''"
        await connection.execute(
            f"UPDATE {each.table} SET {each.column} = ?{name} WHERE {each.column} = ?",  # noqa: S608  # names from above
            (key, user_id),
        )
    for table, column in await _texts(connection):
        # what somebody has typed may name a person by the id, too
        await connection.execute(
            f'UPDATE "{table}" SET "{column}" = replace("{column}", ?, ?) WHERE instr("{column}", ?)',  # noqa: S608  # names from the schema
            (str(user_id), str(key), str(user_id)),
        )
    return key


async def _texts(connection: aiosqlite.Connection) -> list[tuple[str, str]]:
    """Every column of text: table and column."""
    tables = await connection.execute_fetchall("SELECT name FROM sqlite_schema WHERE type = 'table'")
    return [
        (table["name"], column["name"])
        for table in tables
        for column in await connection.execute_fetchall(f"PRAGMA table_info('{table['name']}')")
        if column["type"] == "TEXT"
    ]
