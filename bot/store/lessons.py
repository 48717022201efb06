"""How far people have come in the games: in the tutorials, and by finished matches."""

import aiosqlite


async def get(connection: aiosqlite.Connection, user_id: int, game: str) -> int:
    """The lesson at which a person stands, counted from 0."""
    rows = await connection.execute_fetchall("SELECT step FROM lessons WHERE user_id = ? AND game = ?", (user_id, game))
    return next((row["step"] for row in rows), 0)


async def put(connection: aiosqlite.Connection, user_id: int, game: str, step: int) -> None:
    await connection.execute(
        "INSERT INTO lessons (user_id, game, step) VALUES (?, ?, ?)"
        " ON CONFLICT (user_id, game) DO UPDATE SET step = excluded.step",
        (user_id, game, step),
    )


async def finished(connection: aiosqlite.Connection, user_id: int, game: str, most: int) -> int:
    """How many matches of a game a person has finished, counted up to ``most``."""
    rows = await connection.execute_fetchall(
        "SELECT count(*) FROM (SELECT 1 FROM seats JOIN matches ON id = match_id"
        " WHERE user_id = ? AND game = ? AND ended_at IS NOT NULL LIMIT ?)",
        (user_id, game, most),
    )
    return next(iter(rows))[0]
