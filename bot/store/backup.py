"""Copies of the database file: made beside a running bot, and put back in its place."""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from typing import Final
from urllib.parse import quote

from bot.store import erasures
from bot.store.database import StoreError, connect, schema_version
from bot.store.times import from_stored

PAGES_AT_ONCE: Final = 1000
"""So many pages, of 4 kB as a rule, are copied between two questions whether to go on."""

STEPS_AT_ONCE: Final = 100_000
"""So many steps of SQLite's machine are done between two questions while a copy is looked at."""

BESIDE: Final = ("", "-wal", "-shm")
"""The endings of the files that make up a database."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a database holds, for somebody who has to tell two of them apart."""

    matches: int
    last_move: datetime | None


def _never() -> bool:
    return False


def back_up(source: Path, target: Path, *, replace: bool = False, stopped: Callable[[], bool] = _never) -> None:
    """Copy a database as it is at one moment, also while a bot writes to it. Blocks; the copy is its owner's only.

    Either all of ``target`` appears, safe on the disk, or nothing. ``stopped`` is asked often whether to give it up.
    Raises StoreError if there is no such database or if it is not whole, if ``target`` is the database itself, a
    folder, or there and not to be replaced, if it cannot be written, and if it was given up.
    """
    if target.is_dir():
        raise StoreError("backup.folder", path=target)
    if not source.exists():
        raise StoreError("backup.nothing", path=source)
    if target.exists() and target.samefile(source):
        raise StoreError("backup.itself", path=target)
    if target.exists() and not replace:
        raise StoreError("backup.exists", path=target)
    with _copied(source, target.parent, stopped) as copy:
        _must_be_whole(copy, source, stopped)
        _put(copy, target)


async def contents(path: Path) -> Contents:
    """What a database of ours holds. Raises StoreError if it is none, unreadable, or of a newer version."""
    try:
        connection = await connect(path, read_only=True)
        try:
            await schema_version(connection, path)
            (row,) = await connection.execute_fetchall("SELECT count(*), max(moved_at) FROM matches")
        finally:
            await connection.close()
    except sqlite3.Error as error:
        raise StoreError("database.unreadable", path=path, reason=error) from error
    return Contents(row[0], None if row[1] is None else from_stored(row[1]))


async def restorable(backup: Path, database: Path) -> Contents:
    """What a copy holds that is to take the place of ``database``. Raises StoreError if it is none, or not fit."""
    await asyncio.to_thread(_must_be_another, backup, database)
    with _about_a_copy(backup):
        return await contents(backup)


def _must_be_another(backup: Path, database: Path) -> None:
    if not backup.exists():
        raise StoreError("restore.missing", path=backup)
    if database.exists() and backup.samefile(database):
        raise StoreError("restore.itself", path=backup)


def restore(backup: Path, database: Path, now: datetime) -> Path | None:
    """Put a copy of ``backup``, whose ``contents`` can be read, in the place of ``database``, which this process holds.

    Blocks. The file that was there is kept, and its new path returned. Every running match will show its board again,
    since the one in its channel may be ahead. Raises StoreError if the backup is damaged or the files cannot be
    written; the database is then as it was.
    """
    with _about_a_copy(backup), _copied(backup, database.parent) as copy:
        _must_be_whole(copy, backup)
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            connection.execute("UPDATE matches SET board_wanted = 1 WHERE ended_at IS NULL")
            _keep_erasure_key(database, connection)
        kept = database.with_name(f"{database.name}.{now:%Y%m%dT%H%M%SZ}")
        moves = [(Path(f"{database}{ending}"), Path(f"{kept}{ending}")) for ending in BESIDE]
        moves = [(path, aside) for path, aside in moves if path.exists()]
        with ExitStack() as undoing:
            for path, aside in moves:
                path.rename(aside)
                undoing.callback(aside.rename, path)
            _put(copy, database)
            undoing.pop_all()
    return kept if moves else None


def _keep_erasure_key(database: Path, copy: sqlite3.Connection) -> None:
    """Let a copy from before there was a key have the one by which deletions were remembered since.

    A database that is damaged cannot tell it.
    """
    found: list[tuple[str, str]] = []
    if database.exists():
        with suppress(StoreError), _opened(database) as connection:
            query = "SELECT name, value FROM facts WHERE name = ?"
            found = connection.execute(query, (erasures.KEY,)).fetchall()
    copy.executemany("INSERT OR IGNORE INTO facts (name, value) VALUES (?, ?)", found)


@contextmanager
def _about_a_copy(path: Path) -> Generator[None]:
    """Say of a copy, and not of the database, that it is no good."""
    try:
        yield
    except StoreError as error:
        match error.key:
            case "database.unreadable" | "database.foreign":
                raise StoreError("restore.no_copy", path=path) from error
            case "database.damaged":
                raise StoreError("restore.damaged", path=path) from error
            case _:
                raise


@contextmanager
def _copied(source: Path, folder: Path, stopped: Callable[[], bool] = _never) -> Generator[Path]:
    """A copy of a database in ``folder``, which goes away at the end unless it was moved."""
    copy = folder / f".{source.name}.{token_hex(4)}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            with _opened(source) as here, closing(sqlite3.connect(copy)) as there:

                def give_up_if_stopped(*_: int) -> None:
                    if stopped():
                        raise StoreError("backup.stopped")

                try:
                    # reading goes on until all is copied, so that it is one moment although others write meanwhile
                    here.execute("BEGIN")
                    here.execute("SELECT 1 FROM sqlite_schema").fetchall()
                    here.backup(there, pages=PAGES_AT_ONCE, progress=give_up_if_stopped)
                    # without a log beside it, so that the copy is one file
                    there.execute("PRAGMA journal_mode = DELETE")
                except sqlite3.OperationalError as error:
                    raise StoreError("backup.not_written", path=folder, reason=error) from error
            yield copy
        finally:
            copy.unlink(missing_ok=True)
            Path(f"{copy}-journal").unlink(missing_ok=True)
    except OSError as error:
        raise StoreError("backup.not_written", path=folder, reason=error.strerror) from error
    except sqlite3.OperationalError as error:
        raise StoreError("backup.not_written", path=folder, reason=error) from error


@contextmanager
def _opened(path: Path) -> Generator[sqlite3.Connection]:
    """A connection that only reads. Raises StoreError if the file cannot be read as a database."""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as connection:
            connection.execute("PRAGMA busy_timeout = 5000")
            yield connection
    except sqlite3.Error as error:
        raise StoreError("database.unreadable", path=path, reason=error) from error


def _must_be_whole(copy: Path, source: Path, stopped: Callable[[], bool] = _never) -> None:
    with _opened(copy) as connection:
        connection.set_progress_handler(stopped, STEPS_AT_ONCE)
        try:
            found = connection.execute("PRAGMA integrity_check(1)").fetchall()
        except sqlite3.OperationalError as error:
            if stopped():
                raise StoreError("backup.stopped") from error
            raise
        if found != [("ok",)]:
            raise StoreError("database.damaged", path=source)


def _put(copy: Path, target: Path) -> None:
    """Give a finished copy its name, in one step and for good."""
    _flush(copy)
    copy.replace(target)
    if os.name == "posix":
        _flush(target.parent)


def _flush(path: Path) -> None:
    """Have a file or folder written to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
