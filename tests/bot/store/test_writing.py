"""Transactions: all or nothing, whatever goes wrong and whenever, and everybody reads what has been written."""

import asyncio
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import aiosqlite
import pytest

from bot.store import facts
from bot.store import matches as store
from bot.store.database import Database, pragma
from rules.card_game import CARD_GAME
from tests.bench._stored import BEGAN, fill


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> "Waits":
    """Counts how often somebody waits for the database, and cancels one of these."""
    found = Waits()
    execute = cast("Any", aiosqlite.Connection)._execute

    async def counted(self: aiosqlite.Connection, *work: Any, **options: Any) -> Any:
        task = asyncio.current_task()
        assert task is not None
        if found.count == found.cancelled:
            task.cancel()
        found.count += 1
        return await execute(self, *work, **options)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    return found


@dataclass
class Waits:
    count: int = 0
    cancelled: int = -1

    def cancel_from_now(self, number: int) -> None:
        self.count, self.cancelled = 0, number


async def stored(database: Database) -> list[str]:
    rows = await database.reader.execute_fetchall("SELECT value FROM facts ORDER BY name")
    return [row[0] for row in rows]


async def usable(database: Database) -> None:
    """Nothing is left over: a transaction can be made and read."""
    async with database.writing() as connection:
        await facts.put(connection, "z", "usable")
    assert (await stored(database))[-1] == "usable"
    async with database.writing() as connection:
        await connection.execute("DELETE FROM facts")


async def test_cancelled_at_every_wait_it_is_all_or_nothing(database: Database, waits: Waits) -> None:
    async def work() -> None:
        async with database.writing() as connection:
            await facts.put(connection, "a", "1")
            await facts.put(connection, "b", "2")

    outcomes: list[int] = []
    for wait in range(4):
        waits.cancel_from_now(wait)
        with pytest.raises(asyncio.CancelledError):
            await asyncio.create_task(work())
        outcomes.append(len(await stored(database)))
        await usable(database)
    # BEGIN, two statements, COMMIT: the last one is carried out although nobody waits for it
    assert outcomes == [0, 0, 0, 2]


async def test_cancelled_again_while_rolling_back(database: Database) -> None:
    started = asyncio.Event()

    async def work() -> None:
        async with database.writing() as connection:
            await facts.put(connection, "a", "1")
            started.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(work())
    await started.wait()
    task.cancel()
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert await stored(database) == []
    await usable(database)


@pytest.mark.parametrize("error", [ValueError("ours"), sqlite3.IntegrityError("theirs"), KeyboardInterrupt()])
async def test_any_error_undoes_the_transaction(database: Database, error: BaseException) -> None:
    with pytest.raises(type(error)) as raised:
        async with database.writing() as connection:
            await facts.put(connection, "a", "1")
            raise error
    assert raised.value is error
    assert await stored(database) == []
    await usable(database)


async def test_a_full_disk_undoes_the_transaction_and_says_so(database: Database) -> None:
    async with database.writing() as connection:
        await facts.put(connection, "a", "1")
        ((pages,),) = await connection.execute_fetchall("PRAGMA page_count")
        await connection.execute_fetchall(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(sqlite3.OperationalError, match="full"):
        async with database.writing() as connection:
            await facts.put(connection, "b", "2")
            await facts.put(connection, "c", "3" * 1_000_000)
    assert await stored(database) == ["1"]
    await usable(database)


async def test_a_commit_that_fails_undoes_the_transaction(database: Database) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        async with database.writing() as connection:
            await facts.put(connection, "a", "1")
            await connection.execute("PRAGMA defer_foreign_keys = ON")
            await connection.execute(
                "INSERT INTO seats (match_id, seat, user_id, name, position) VALUES (99, 0, 1, 'nobody', 0)"
            )
    assert await stored(database) == []
    await usable(database)


async def test_writers_take_turns(database: Database) -> None:
    async def count() -> None:
        async with database.writing() as connection:
            number = int(await facts.get(connection, "n") or 0)
            await facts.put(connection, "n", str(number + 1))

    await asyncio.gather(*(count() for _ in range(50)))
    assert await stored(database) == ["50"]


async def test_what_was_written_is_read_although_others_are_reading(path: Path) -> None:
    async with Database(path) as database:
        await fill(database, CARD_GAME, finished=1, live=1, guild_id=1, channel_id=2)
        done = False

        async def read_long() -> None:
            while not done:
                assert len(await store.log(database.reader, 2)) > 10

        readers = [asyncio.create_task(read_long()) for _ in range(2)]
        for number in range(20):
            async with database.writing() as connection:
                found = await store.get(connection, 2)
                assert found is not None
                await store.rename(connection, found, 0, f"Ada {number}")
                await store.advance(
                    connection, 2, ply=number, public_ply=0, turn=0, outcome=None, at=BEGAN, ended_at=None
                )
            match = await store.get(database.reader, 2)
            assert match is not None
            assert (match.ply, match.names[0]) == (number, f"Ada {number}")
        done = True
        await asyncio.gather(*readers)


async def test_what_waits_is_written_before_closing(path: Path) -> None:
    async with Database(path) as database:

        async def write() -> None:
            async with database.writing() as connection:
                await facts.put(connection, "a", "1")

        writing = asyncio.create_task(write())
        await asyncio.sleep(0)
    await writing
    async with Database(path) as database:
        assert await stored(database) == ["1"]


async def put(connection: aiosqlite.Connection, name: str, value: str) -> str:
    await facts.put(connection, name, value)
    return f"{name} is {value}"


async def test_who_waits_at_the_same_time_shares_one_commit(database: Database, waits: Waits) -> None:
    before = await pragma(database.reader, "data_version")
    waits.cancel_from_now(-1)
    results = await asyncio.gather(*(database.write(put, f"fact {number:02}", str(number)) for number in range(20)))
    assert results[7] == "fact 07 is 7"
    assert waits.count == 1
    assert await pragma(database.reader, "data_version") == before + 1
    assert await stored(database) == [str(number) for number in range(20)]


async def test_of_those_who_share_a_commit_only_who_fails_is_undone(database: Database) -> None:
    async def fail(connection: aiosqlite.Connection) -> None:
        await facts.put(connection, "b", "2")
        raise ValueError("ours")

    async def clash(connection: aiosqlite.Connection) -> None:
        await facts.put(connection, "c", "3")
        await connection.execute("INSERT INTO facts VALUES ('a', '4')")

    outcomes = await asyncio.gather(
        database.write(put, "a", "1"),
        database.write(fail),
        database.write(clash),
        database.write(put, "d", "4"),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [str, ValueError, sqlite3.IntegrityError, str]
    assert await stored(database) == ["1", "4"]
    await usable(database)


async def test_a_full_disk_undoes_what_shares_a_commit_and_tells_all(database: Database) -> None:
    await database.write(put, "a", "1")
    async with database.writing() as connection:
        ((pages,),) = await connection.execute_fetchall("PRAGMA page_count")
        await connection.execute_fetchall(f"PRAGMA max_page_count = {pages}")
    outcomes = await asyncio.gather(
        database.write(put, "b", "2"), database.write(put, "c", "3" * 1_000_000), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [sqlite3.OperationalError] * 2
    assert await stored(database) == ["1"]
    await usable(database)


async def test_who_is_cancelled_does_not_hold_up_the_others(database: Database) -> None:
    async with database.writing():
        # nothing can be written before this block ends
        cancelled, other = (asyncio.create_task(database.write(put, name, "1")) for name in "ab")
        await asyncio.sleep(0)
        cancelled.cancel()
        await asyncio.sleep(0)
    assert await other == "b is 1"
    assert cancelled.cancelled()
    assert await stored(database) == ["1"]
    await usable(database)


async def test_who_is_cancelled_while_it_is_done_leaves_all_or_nothing(database: Database) -> None:
    async def both(connection: aiosqlite.Connection) -> None:
        await facts.put(connection, "a", "1")
        loop.call_soon_threadsafe(task.cancel)
        await facts.put(connection, "b", "2")

    loop = asyncio.get_running_loop()
    task = asyncio.create_task(database.write(both))
    with pytest.raises(asyncio.CancelledError):
        await task
    await database.write(put, "c", "3")
    assert await stored(database) == ["1", "2", "3"]


async def test_work_in_one_go_that_waits_for_something_else_is_an_error(database: Database) -> None:
    async def sleep(connection: aiosqlite.Connection) -> None:
        await facts.put(connection, "a", "1")
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="waits for nothing but its connection"):
        await database.write(sleep)
    assert await stored(database) == []
    await usable(database)


async def test_what_shares_a_commit_is_written_before_closing(path: Path) -> None:
    async with Database(path) as database:
        tasks = [asyncio.create_task(database.write(put, name, name)) for name in "abc"]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    async with Database(path) as database:
        assert await stored(database) == ["a", "b", "c"]
