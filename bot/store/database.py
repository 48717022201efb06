"""The database file: opening it safely, migrating it, and one writer at a time."""

import asyncio
import os
import re
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self
from urllib.parse import quote

import aiosqlite
from filelock import FileLock, Timeout

from bot.errors import StartupError

APPLICATION_ID: Final = 0x4C4F5354
"""Marks a file as ours, so that the database of another program is never touched."""

_MIGRATIONS: Final = Path(__file__).parent / "migrations"


class StoreError(StartupError):
    """The database cannot be used; the text of its key says why and what to do."""


def migrations() -> list[tuple[int, str]]:
    """The steps of the schema in order: the version that each leads to, and its SQL."""
    files = sorted(_MIGRATIONS.glob("*.sql"))
    return [(int(re.match(r"\d+", file.name)[0]), file.read_text("utf-8")) for file in files]  # type: ignore[index]


class Database:
    """An open database: ``reader`` to look, ``writing()`` to change. Use it as an asynchronous context manager.

    Everybody shares ``reader``, so a query must be read to its end in one go (``execute_fetchall``): while one cursor
    is open every other query on the connection sees the database as it was when that cursor was opened.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._write_lock = asyncio.Lock()
        self._file_lock: FileLock
        self._writer: aiosqlite.Connection
        self.reader: aiosqlite.Connection

    async def __aenter__(self) -> Self:
        """Take the file for this process, bring its schema up to date, connect.

        Raises StoreError if another bot holds it, if a newer version wrote it, if it is no database of ours, or if it
        is damaged. Nothing is written to a file that is refused.
        """
        self._file_lock = hold(self.path)
        try:
            _make_private(self.path)
            self._writer = await connect(self.path)
            try:
                await _migrate(self._writer, self.path)
                self.reader = await connect(self.path)
            except BaseException:
                await self._writer.close()
                raise
        except sqlite3.Error as error:
            self._file_lock.release()
            raise StoreError("database.unreadable", path=self.path, reason=error) from error
        except OSError as error:
            self._file_lock.release()
            raise StoreError("database.unusable", path=self.path, reason=error.strerror) from error
        except BaseException:
            self._file_lock.release()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        async with self._write_lock:
            await self.reader.close()
            await self._writer.close()
        self._file_lock.release()

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[aiosqlite.Connection]:
        """A transaction: committed at the end, rolled back if the block raises. One at a time."""
        async with self._write_lock:
            try:
                await self._writer.execute("BEGIN IMMEDIATE")
                yield self._writer
                await self._writer.execute("COMMIT")
            except BaseException:
                # A cancelled statement still runs, and this comes after it: nothing to do if it was the COMMIT.
                await self._writer.rollback()
                raise


def hold(path: Path) -> FileLock:
    """Take a database for this process, until the lock is released.

    Raises StoreError if another process holds it, or if its folder cannot be used.
    """
    lock = FileLock(f"{path}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(blocking=False)
    except Timeout as error:
        raise StoreError("database.held", path=path) from error
    except OSError as error:
        raise StoreError("database.unusable", path=path, reason=error.strerror) from error
    return lock


def _make_private(path: Path) -> None:
    """Make the file for its owner alone, since it holds hands and deals; SQLite's own files beside it follow it."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


async def connect(path: Path, *, read_only: bool = False) -> aiosqlite.Connection:
    """A connection with the settings that every connection needs: WAL, full synchronisation, foreign keys."""
    uri = f"file:{quote(str(path))}?mode={'ro' if read_only else 'rwc'}"
    connection = await aiosqlite.connect(uri, uri=True, isolation_level=None)
    try:
        connection.row_factory = sqlite3.Row
        await connection.execute("PRAGMA busy_timeout = 5000")
        await connection.execute("PRAGMA foreign_keys = ON")
        if not read_only:
            await connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        await connection.close()
        raise
    return connection


async def pragma(connection: aiosqlite.Connection, name: str) -> int:
    """The value of a numeric pragma."""
    (row,) = await connection.execute_fetchall(f"PRAGMA {name}")
    return int(row[0])


async def schema_version(connection: aiosqlite.Connection, path: Path) -> int:
    """The version of the schema of ``path``, 0 if it is still empty.

    Raises StoreError if the file is not ours or if a newer version of the bot wrote it.
    """
    newest = migrations()[-1][0]
    version = await pragma(connection, "user_version")
    if version == 0:
        if list(await connection.execute_fetchall("SELECT 1 FROM sqlite_schema LIMIT 1")):
            raise StoreError("database.foreign", path=path)
    elif await pragma(connection, "application_id") != APPLICATION_ID:
        raise StoreError("database.foreign", path=path)
    if version > newest:
        raise StoreError("database.newer", path=path, version=version, newest=newest)
    return version


async def _migrate(connection: aiosqlite.Connection, path: Path) -> None:
    version = await schema_version(connection, path)
    if [row[0] for row in await connection.execute_fetchall("PRAGMA quick_check(1)")] != ["ok"]:
        raise StoreError("database.damaged", path=path)
    steps = [(number, sql) for number, sql in migrations() if number > version]
    # Kept in the file, but a copy that was made as a backup begins without it.
    await connection.execute_fetchall("PRAGMA journal_mode = WAL")
    for number, sql in steps:
        await connection.executescript(
            f"BEGIN IMMEDIATE;{sql};PRAGMA user_version = {number};PRAGMA application_id = {APPLICATION_ID};COMMIT;"
        )
