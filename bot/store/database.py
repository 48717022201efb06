"""The database file: opening it safely, migrating it, and one writer at a time."""

import asyncio
import os
import re
import sqlite3
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, Final, ParamSpec, Self, TypeAlias, TypeVar
from urllib.parse import quote

import aiosqlite
from filelock import FileLock, Timeout

from bot.errors import StartupError

APPLICATION_ID: Final = 0x4C4F5354
"""Marks a file as ours, so that the database of another program is never touched."""

P = ParamSpec("P")
T = TypeVar("T")

_Work: TypeAlias = Callable[[], Coroutine[Any, Any, Any]]
_Result: TypeAlias = tuple[Any, Exception | None]
"""What came of work: its result, or the error for which it was undone."""

_MIGRATIONS: Final = Path(__file__).parent / "migrations"


class StoreError(StartupError):
    """The database cannot be used; the text of its key says why and what to do."""


def migrations() -> list[tuple[int, str]]:
    """The steps of the schema in order: the version that each leads to, and its SQL."""
    files = sorted(_MIGRATIONS.glob("*.sql"))
    return [(int(re.match(r"\d+", file.name)[0]), file.read_text("utf-8")) for file in files]  # type: ignore[index]


class Connection(aiosqlite.Connection):
    """A connection that has its own thread, and can do several things there in one go.

    Each statement is a way to that thread and back, through the event loop, which takes longer than most statements.
    """

    async def in_one_go(
        self, work: Callable[Concatenate[Self, P], Coroutine[Any, Any, T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Do ``work``, which waits for nothing but the connection, wholly in the connection's thread."""
        return await self._execute(_finished, partial(work, self, *args, **kwargs))

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if threading.current_thread() is self._thread:
            return fn(*args, **kwargs)
        return await super()._execute(fn, *args, **kwargs)  # pyright: ignore[reportUnknownMemberType]  # has no types


def _finished(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """The result of a coroutine that never has to wait."""
    coroutine = work()
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value
    coroutine.close()
    raise RuntimeError("what is done in one go waits for nothing but its connection")


@dataclass(frozen=True, slots=True, eq=False)
class _Unit:
    """Work for the next transaction, and its result once that is stored for good."""

    work: _Work
    done: asyncio.Future[Any]


class Database:
    """An open database: ``read()`` and ``reader`` to look, ``write()`` and ``writing()`` to change.

    Use it as an asynchronous context manager.

    Everybody shares ``reader``, so a query must be read to its end in one go (``execute_fetchall``): while one cursor
    is open every other query on the connection sees the database as it was when that cursor was opened.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._write_lock = asyncio.Lock()
        self._units: list[_Unit] = []
        self._committing: asyncio.Task[None] | None = None
        self._file_lock: FileLock
        self._writer: Connection
        self.reader: Connection

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
        except BaseException as error:
            self._let_go()
            if isinstance(error, sqlite3.Error):
                raise StoreError("database.unreadable", path=self.path, reason=error) from error
            if isinstance(error, OSError):
                raise StoreError("database.unusable", path=self.path, reason=error.strerror) from error
            raise
        return self

    def _let_go(self) -> None:
        """Leave a file that is not used as it was found, without a lock beside it."""
        # Windows deletes no file that is open
        with suppress(OSError):
            Path(self._file_lock.lock_file).unlink()
        self._file_lock.release()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._committing is not None:
            await self._committing
        async with self._write_lock:
            await self.reader.close()
            await self._writer.close()
        self._file_lock.release()

    async def read(
        self,
        look: Callable[Concatenate[aiosqlite.Connection, P], Coroutine[Any, Any, T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """What ``look`` (a function of the store, or one that calls several) finds; the quickest way to look."""
        return await self.reader.in_one_go(look, *args, **kwargs)

    async def write(
        self,
        work: Callable[Concatenate[aiosqlite.Connection, P], Coroutine[Any, Any, T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Do ``work`` in a transaction: stored for good when this returns, undone if it raises.

        The quickest way to change: ``work`` is done in one go, and all who wait at the same time share one
        synchronisation of the disk, which takes longer than everything else. Who is cancelled meanwhile waits until
        it is done, or never will be.
        """
        unit = _Unit(partial(work, self._writer, *args, **kwargs), asyncio.get_running_loop().create_future())
        self._units.append(unit)
        if self._committing is None:
            self._committing = asyncio.create_task(self._commit(), name="commit")
        try:
            return await asyncio.shield(unit.done)
        except asyncio.CancelledError:
            if unit in self._units:
                self._units.remove(unit)
            else:
                await asyncio.wait([unit.done])
            raise

    async def _commit(self) -> None:
        """Write what waits, and what comes meanwhile."""
        try:
            while self._units:
                async with self._write_lock:
                    units, self._units = self._units, []
                    await self._store(units)
        finally:
            self._committing = None

    async def _store(self, units: list[_Unit]) -> None:
        """Do ``units`` in one transaction and tell those who wait for them what came of it."""
        results: list[_Result]
        try:
            results = await self._writer.in_one_go(_results, [unit.work for unit in units])
        except Exception as error:  # noqa: BLE001  # told to those who wait
            results = [(None, error)] * len(units)
        for unit, (result, error) in zip(units, results, strict=True):
            if error is None:
                unit.done.set_result(result)
            else:
                unit.done.set_exception(error)

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[aiosqlite.Connection]:
        """A transaction for a block that does more than write: committed at its end, rolled back if it raises.

        Nobody else writes meanwhile.
        """
        async with self._write_lock, _transaction(self._writer):
            yield self._writer


@asynccontextmanager
async def _transaction(connection: aiosqlite.Connection) -> AsyncGenerator[None]:
    try:
        await connection.execute("BEGIN IMMEDIATE")
        yield
        await connection.execute("COMMIT")
    except BaseException:
        # A cancelled statement still runs, and this comes after it: nothing to do if it was the COMMIT.
        await connection.rollback()
        raise


async def _results(connection: aiosqlite.Connection, works: list[_Work]) -> list[_Result]:
    """Do ``works`` in one transaction; each is undone alone if it raises."""
    async with _transaction(connection):
        return [await _result(connection, work) for work in works]


async def _result(connection: aiosqlite.Connection, work: _Work) -> _Result:
    await connection.execute("SAVEPOINT work")
    result, failure = None, None
    try:
        result = await work()
    except Exception as error:
        if not connection.in_transaction:
            # such as a full disk: that has undone everything
            raise
        await connection.execute("ROLLBACK TO work")
        failure = error
    await connection.execute("RELEASE work")
    return result, failure


def hold(path: Path) -> FileLock:
    """Take a database for this process, until the lock is released.

    Raises StoreError if another process holds it, or if its folder cannot be used.
    """
    lock = FileLock(f"{path}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # a lock that cannot be made would look like one that is held
        _make_private(Path(lock.lock_file))
        lock.acquire(blocking=False)
    except Timeout as error:
        raise StoreError("database.held", path=path) from error
    except OSError as error:
        raise StoreError("database.unusable", path=path, reason=error.strerror) from error
    return lock


def _make_private(path: Path) -> None:
    """Make the file for its owner alone, since it holds hands and deals; SQLite's own files beside it follow it."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


async def connect(path: Path, *, read_only: bool = False) -> Connection:
    """A connection with the settings that every connection needs: WAL, full synchronisation, foreign keys."""
    uri = f"file:{quote(str(path))}?mode={'ro' if read_only else 'rwc'}"
    connection = Connection(partial(sqlite3.connect, uri, uri=True, isolation_level=None), iter_chunk_size=64)
    await connection
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
