"""Under which name people last showed in a server; who has left stays known by it."""

import json
from collections.abc import Collection, Iterable

import aiosqlite


async def put(connection: aiosqlite.Connection, guild_id: int, names: Iterable[tuple[int, str]]) -> None:
    """Note the names of people by their ids, in place of former ones."""
    await connection.executemany(
        "INSERT INTO names (guild_id, user_id, name) VALUES (?, ?, ?)"
        " ON CONFLICT (guild_id, user_id) DO UPDATE SET name = excluded.name",
        [(guild_id, user_id, name) for user_id, name in names],
    )


async def of(connection: aiosqlite.Connection, guild_id: int, users: Collection[int]) -> dict[int, str]:
    """The names of people by their ids; a former player has none."""
    rows = await connection.execute_fetchall(
        "SELECT user_id, name FROM names WHERE guild_id = ? AND user_id IN (SELECT value FROM json_each(?))",
        (guild_id, json.dumps(list(users))),
    )
    return {row["user_id"]: row["name"] for row in rows}
