"""Timers: each fires once it is due, in order, whatever is stored, fails or stops meanwhile."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import aiosqlite
import pytest

from bot.play.clocks import RETRY, Clocks
from bot.store import timers
from bot.store.database import Database
from bot.store.timers import Timer
from tests.bot.faketime import START, FakeTime, running

SECOND = timedelta(seconds=1)


@dataclass
class House:
    """Clocks over a database, and what they fired: the kind, the subject and when."""

    database: Database
    time: FakeTime
    clocks: Clocks
    fired: list[tuple[str, int, int]] = field(default_factory=list[tuple[str, int, int]])

    def handle(self, kind: str, failures: int = 0) -> None:
        """Note what fires; fail so many times first."""
        left = failures

        async def handler(subject: int) -> None:
            nonlocal left
            self.fired.append((kind, subject, round((self.time() - START) / SECOND)))
            if left:
                left -= 1
                raise ValueError("not today")
            async with self.database.writing() as connection:
                await timers.drop(connection, kind, subject)

        self.clocks.handle(kind, handler)

    async def put(self, kind: str, subject: int, due_in: float) -> None:
        due_at = self.time() + due_in * SECOND
        async with self.database.writing() as connection:
            await timers.put(connection, Timer(kind, subject, due_at))
        self.clocks.wake(due_at)
        await self.rest()

    async def rest(self) -> None:
        await self.time.at_rest("clocks")

    async def advance(self, seconds: float) -> None:
        self.time.advance(seconds * SECOND)
        await self.rest()


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    time = FakeTime().installed(monkeypatch)
    async with Database(tmp_path / "bot.sqlite3") as database:
        house = House(database, time, Clocks(database, time))
        house.handle("a")
        yield house
        await house.clocks.stop()


async def test_they_fire_in_order_when_due_and_not_before(house: House) -> None:
    house.clocks.start()
    for subject, due_in in ((1, 30), (2, 10), (3, 20)):
        await house.put("a", subject, due_in)
    await house.advance(9)
    assert house.fired == []
    for _ in range(4):
        await house.advance(7)
    assert house.fired == [("a", 2, 16), ("a", 3, 23), ("a", 1, 30)]
    assert not running("clocks")


async def test_what_is_due_at_the_same_time_fires_together(house: House) -> None:
    house.clocks.start()
    for subject in range(5):
        await house.put("a", subject, 10)
    await house.advance(10)
    assert sorted(house.fired) == [("a", subject, 10) for subject in range(5)]


async def test_an_earlier_one_takes_the_place_of_the_sleep(house: House) -> None:
    house.clocks.start()
    await house.put("a", 1, 100)
    await house.put("a", 2, 10)
    await house.advance(10)
    assert house.fired == [("a", 2, 10)]
    await house.advance(90)
    assert house.fired == [("a", 2, 10), ("a", 1, 100)]


async def test_a_later_one_does_not_disturb_the_sleep(house: House) -> None:
    house.clocks.start()
    await house.put("a", 1, 10)
    before = list(house.time.slept)
    await house.put("a", 2, 20)
    assert house.time.slept == before


async def test_one_that_is_put_off_fires_at_its_new_time_only(house: House) -> None:
    house.clocks.start()
    await house.put("a", 1, 10)
    await house.put("a", 1, 50)
    await house.advance(10)
    assert house.fired == []
    await house.advance(40)
    assert house.fired == [("a", 1, 50)]


async def test_one_that_is_dropped_does_not_fire(house: House) -> None:
    house.clocks.start()
    await house.put("a", 1, 10)
    async with house.database.writing() as connection:
        await timers.drop(connection, "a", 1)
    await house.advance(20)
    assert house.fired == []


async def test_what_passed_unattended_fires_at_the_start(house: House) -> None:
    for subject, due_in in ((1, 20), (2, 10), (3, 500)):
        await house.put("a", subject, due_in)
    house.time.advance(timedelta(seconds=100))
    house.clocks.start()
    await house.rest()
    assert house.fired == [("a", 2, 100), ("a", 1, 100)]


@pytest.mark.parametrize("others", [[], [1000.0]])
async def test_one_stored_while_they_look_is_not_missed(
    house: House, others: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    for subject, due_in in enumerate(others, 10):
        await house.put("a", subject, due_in)
    look = timers.nearest
    late = True

    async def looked(connection: aiosqlite.Connection) -> Timer | None:
        nonlocal late
        found = await look(connection)
        if late:
            late = False
            due_at = house.time() + 5 * SECOND
            async with house.database.writing() as writer:
                await timers.put(writer, Timer("a", 1, due_at))
            house.clocks.wake(due_at)
        return found

    monkeypatch.setattr(timers, "nearest", looked)
    house.clocks.start()
    await house.rest()
    await house.advance(5)
    assert house.fired == [("a", 1, 5)]


async def test_one_stored_by_a_handler_is_not_missed(house: House) -> None:
    async def chain(subject: int) -> None:
        house.fired.append(("chain", subject, round((house.time() - START) / SECOND)))
        due_at = house.time() + 5 * SECOND
        async with house.database.writing() as connection:
            await timers.drop(connection, "chain", subject)
            if subject < 3:
                await timers.put(connection, Timer("chain", subject + 1, due_at))
        house.clocks.wake(due_at)

    house.clocks.handle("chain", chain)
    house.clocks.start()
    await house.put("chain", 1, 5)
    for _ in range(5):
        await house.advance(5)
    assert house.fired == [("chain", 1, 5), ("chain", 2, 10), ("chain", 3, 15)]


async def test_one_that_fails_is_tried_again_and_holds_nobody_up(house: House) -> None:
    house.handle("bad", failures=2)
    house.clocks.start()
    await house.put("bad", 1, 10)
    await house.put("a", 1, 10)
    await house.put("a", 2, 20)
    await house.put("nobody handles this", 1, 9)
    await house.advance(10)
    await house.advance(10)
    assert sorted(house.fired) == [("a", 1, 10), ("a", 2, 20), ("bad", 1, 10)]
    await house.advance(50)
    await house.advance(60)
    await house.advance(300)
    assert [each for each in house.fired if each[0] == "bad"] == [("bad", 1, 10), ("bad", 1, 70), ("bad", 1, 130)]


@pytest.mark.parametrize("broken", ["nearest", "put"])
async def test_a_database_that_fails_for_a_while_does_not_end_them(
    house: House, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.handle("bad", failures=1)
    await house.put("bad", 1, 10)

    async def fail(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    house.time.advance(10 * SECOND)
    with monkeypatch.context() as failing:
        failing.setattr(timers, broken, fail)
        house.clocks.start()
        await house.rest()
    await house.advance(RETRY / SECOND)
    await house.advance(RETRY / SECOND)
    assert ("bad", 1, 70) in house.fired
    assert await timers.nearest(house.database.reader) is None


async def test_stopped_they_fire_no_more_and_started_again_they_go_on(house: House) -> None:
    house.clocks.start()
    await house.put("a", 1, 10)
    await house.clocks.stop()
    await house.clocks.stop()
    await house.advance(20)
    assert house.fired == []
    house.clocks.start()
    await house.rest()
    assert house.fired == [("a", 1, 20)]


async def test_a_stop_within_a_handler_leaves_its_timer(house: House) -> None:
    entered = asyncio.Event()

    async def slow(subject: int) -> None:
        async with house.database.writing() as connection:
            await timers.drop(connection, "slow", subject)
            entered.set()
            await asyncio.Event().wait()

    house.clocks.handle("slow", slow)
    async with house.database.writing() as connection:
        await timers.put(connection, Timer("slow", 1, START))
    house.clocks.start()
    await entered.wait()
    await house.clocks.stop()
    assert await timers.nearest(house.database.reader) == Timer("slow", 1, START)


async def test_any_order_of_storing_and_waiting_fires_each_once_and_in_time(house: House) -> None:
    house.clocks.start()
    due: dict[int, datetime] = {}
    for subject in range(60):
        due_in = (subject * 37) % 23 + 1
        due[subject] = house.time() + due_in * SECOND
        await house.put("a", subject, due_in)
        await house.advance(1)
    for _ in range(24):
        await house.advance(1)
    assert [(subject, START + at * SECOND) for _, subject, at in sorted(house.fired, key=lambda each: each[1])] == list(
        due.items()
    )
