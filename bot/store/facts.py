"""Single facts that the bot remembers about itself, by name."""

import aiosqlite


async def get(connection: aiosqlite.Connection, name: str) -> str | None:
    async with connection.execute("SELECT value FROM facts WHERE name = ?", (name,)) as cursor:
        row = await cursor.fetchone()
    return None if row is None else row["value"]


async def put(connection: aiosqlite.Connection, name: str, value: str) -> None:
    await connection.execute(
        "INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (name, value),
    )
