"""Opening a database: what is made, what is refused, and that nothing that is refused is touched."""

import asyncio
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import aiosqlite
import pytest

from bot.store import database as module
from bot.store import facts
from bot.store.database import APPLICATION_ID, Database, StoreError, connect, migrations, pragma
from rules.card_game import CARD_GAME
from tests.bench._stored import fill

SCHEMA = "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"


async def settings_of(connection: aiosqlite.Connection) -> tuple[str, int, int]:
    ((journal,),) = await connection.execute_fetchall("PRAGMA journal_mode")
    return journal, await pragma(connection, "synchronous"), await pragma(connection, "foreign_keys")


def contents(path: Path) -> bytes:
    return path.read_bytes()


async def refusal(path: Path) -> str:
    with pytest.raises(StoreError) as refused:
        async with Database(path):
            pass
    return refused.value.key


async def test_migrations_lead_from_nothing_to_the_schema(path: Path) -> None:
    numbers = [number for number, _ in migrations()]
    assert numbers == list(range(1, len(numbers) + 1))
    async with Database(path) as database:
        assert await pragma(database.reader, "user_version") == numbers[-1]
        assert await pragma(database.reader, "application_id") == APPLICATION_ID
        made = [tuple(row) for row in await database.reader.execute_fetchall(SCHEMA)]
    with closing(sqlite3.connect(":memory:")) as plain:
        for _, sql in migrations():
            plain.executescript(sql)
        assert made == plain.execute(SCHEMA).fetchall() != []


async def test_an_older_database_is_brought_up_to_date_and_keeps_its_rows(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = migrations()
    async with Database(path) as database, database.writing() as connection:
        await facts.put(connection, "kept", "yes")
    newest = steps[-1][0] + 1
    later = [*steps, (newest, "ALTER TABLE facts ADD COLUMN more TEXT")]
    monkeypatch.setattr(module, "migrations", lambda: later)
    async with Database(path) as database:
        assert await facts.get(database.reader, "kept") == "yes"
        assert await pragma(database.reader, "user_version") == newest


async def test_a_migration_that_fails_half_way_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Database(path):
        pass
    steps = migrations()
    monkeypatch.setattr(
        module, "migrations", lambda: [*steps, (steps[-1][0] + 1, "CREATE TABLE half (id INTEGER);SELECT nonsense()")]
    )
    assert await refusal(path) == "database.unreadable"
    monkeypatch.undo()
    async with Database(path) as database:
        rows = await database.reader.execute_fetchall("SELECT 1 FROM sqlite_schema WHERE name = 'half'")
        assert list(rows) == []


async def test_every_connection_has_its_settings(path: Path) -> None:
    async with Database(path) as database:
        assert await settings_of(database.reader) == ("wal", 2, 1)
        async with database.writing() as connection:
            assert await settings_of(connection) == ("wal", 2, 1)


async def test_a_restored_copy_gets_write_ahead_logging_again(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    async with Database(path) as database:
        await database.reader.execute_fetchall("VACUUM INTO ?", (str(copy),))
    async with Database(copy) as database:
        assert (await settings_of(database.reader))[0] == "wal"


async def test_a_second_bot_is_refused_while_one_may_look(path: Path) -> None:
    async with Database(path) as database:
        assert await refusal(path) == "database.held"
        looking = await connect(path, read_only=True)
        async with database.writing() as connection:
            await facts.put(connection, "seen", "beside")
        assert await facts.get(looking, "seen") == "beside"
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            await looking.execute("DELETE FROM facts")
        await looking.close()
    async with Database(path) as again:
        assert await facts.get(again.reader, "seen") == "beside"


async def test_a_database_that_was_refused_may_be_tried_again(path: Path) -> None:
    async with Database(path):
        pass
    newer(path)
    assert await refusal(path) == "database.newer"
    newer(path, by=0)
    async with Database(path):
        pass


def newer(path: Path, by: int = 1) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {migrations()[-1][0] + by}")


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA application_id = 7")


def foreign_without_a_version(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE theirs (id INTEGER)")


def random_bytes(path: Path) -> None:
    path.write_bytes(random.Random(1).randbytes(20_000))


def no_header(path: Path) -> None:
    path.write_bytes(b"not a database" + path.read_bytes()[14:])


def truncated(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def truncated_within_a_page(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1000])


def broken_pages(path: Path) -> None:
    data = path.read_bytes()
    middle = len(data) // 8192 * 4096
    path.write_bytes(data[:middle] + random.Random(1).randbytes(4096) + data[middle + 4096 :])


def only_the_header(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:100] + bytes(len(data) - 100))


@pytest.mark.parametrize(
    ("harm", "keys"),
    [
        (newer, {"database.newer"}),
        (foreign, {"database.foreign"}),
        (foreign_without_a_version, {"database.foreign"}),
        (random_bytes, {"database.unreadable"}),
        (no_header, {"database.unreadable"}),
        (truncated, {"database.unreadable", "database.damaged"}),
        (truncated_within_a_page, {"database.unreadable", "database.damaged"}),
        (broken_pages, {"database.unreadable", "database.damaged"}),
        (only_the_header, {"database.unreadable", "database.damaged"}),
    ],
)
async def test_what_cannot_be_used_is_refused_and_left_as_it_is(
    path: Path, harm: Callable[[Path], None], keys: set[str]
) -> None:
    async with Database(path) as database:
        await fill(database, CARD_GAME, finished=8, live=2, guild_id=1, channel_id=2)
    harm(path)
    before = contents(path)
    for _ in range(2):
        assert await refusal(path) in keys
        assert contents(path) == before


async def test_a_folder_in_its_place_is_refused(tmp_path: Path) -> None:
    assert await refusal(tmp_path) == "database.unusable"


async def test_a_file_in_place_of_its_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("here")
    assert await refusal(tmp_path / "data" / "bot.sqlite3") == "database.unusable"


async def test_a_start_that_is_cancelled_at_any_moment_lets_the_next_one_in(path: Path) -> None:
    async def opened() -> None:
        async with Database(path):
            pass

    for steps in range(60):
        opening = asyncio.create_task(opened())
        for _ in range(steps):
            await asyncio.sleep(0)
        opening.cancel()
        await asyncio.gather(opening, return_exceptions=True)
        await opened()


def modes(folder: Path) -> set[int]:
    """Who besides the owner may do what with the files of a database."""
    return {each.stat().st_mode & 0o077 for each in folder.glob("bot.sqlite3*") if each.suffix != ".lock"}


async def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    async with Database(tmp_path / "bot.sqlite3"):
        assert modes(tmp_path) == {0}


@pytest.mark.parametrize("blocked", ["folder.lock", "n" * 300, "file/bot.sqlite3"])
async def test_a_place_for_which_there_can_be_no_lock_is_not_said_to_be_held(tmp_path: Path, blocked: str) -> None:
    (tmp_path / "folder.lock").mkdir()
    (tmp_path / "file").touch()
    assert await refusal(tmp_path / blocked.removesuffix(".lock")) == "database.unusable"


def test_a_start_that_fails_leaves_no_lock(path: Path) -> None:
    path.write_text("a shopping list, long enough to be taken for the head of a database file" * 20, "utf-8")
    assert asyncio.run(refusal(path)) == "database.unreadable"
    assert [each.name for each in path.parent.iterdir()] == [path.name]
