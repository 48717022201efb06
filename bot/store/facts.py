"""Single facts that the bot remembers about itself, by name."""

import aiosqlite


async def get(connection: aiosqlite.Connection, name: str) -> str | None:
    rows = await connection.execute_fetchall("SELECT value FROM facts WHERE name = ?", (name,))
    return next((row["value"] for row in rows), None)


async def put(connection: aiosqlite.Connection, name: str, value: str) -> None:
    await connection.execute(
        "INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (name, value),
    )
