"""The daily copies: when they are made, what they are called, and which are kept."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from bot.backup import Backups
from bot.play.clocks import RETRY, Clocks
from bot.store import timers
from bot.store.database import Database
from tests.bot.faketime import FakeTime, running

DAY = timedelta(days=1)


@dataclass
class House:
    database: Database
    time: FakeTime
    clocks: Clocks
    folder: Path

    async def begin(self, keep: int = 7, *, wanted: bool = True) -> None:
        await self.clocks.stop()
        backups = Backups(self.database, self.clocks, self.time, self.folder if wanted else None, keep)
        await backups.begin()
        self.clocks.start()
        await self.time.at_rest("clocks")

    async def advance(self, by: timedelta) -> None:
        self.time.advance(by)
        await self.time.at_rest("clocks")

    @property
    def days(self) -> list[str]:
        """The dates of the copies."""
        return sorted(path.stem.removeprefix("lost-cities-") for path in self.folder.glob("*.sqlite3"))


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    time = FakeTime().installed(monkeypatch)
    async with Database(tmp_path / "bot.sqlite3") as database:
        house = House(database, time, Clocks(database, time), tmp_path / "copies")
        yield house
        await house.clocks.stop()


async def test_one_at_once_and_then_one_a_day(house: House) -> None:
    await house.begin()
    assert house.days == ["2026-11-30"]
    await house.advance(DAY - timedelta(seconds=1))
    assert len(house.days) == 1
    await house.advance(timedelta(seconds=1))
    assert house.days == ["2026-11-30", "2026-12-01"]


async def test_a_restart_keeps_to_the_day(house: House) -> None:
    await house.begin()
    house.time.advance(DAY / 2)
    await house.begin()
    assert len(house.days) == 1
    await house.advance(DAY / 2)
    assert len(house.days) == 2


async def test_only_the_last_ones_stay_and_nothing_of_anybody_else_goes(house: House) -> None:
    house.folder.mkdir()
    (house.folder / "lost-cities-by-hand.txt").touch()
    await house.begin(keep=2)
    for _ in range(3):
        await house.advance(DAY)
    assert house.days == ["2026-12-02", "2026-12-03"]
    assert (house.folder / "lost-cities-by-hand.txt").exists()


async def test_a_failure_is_logged_and_tried_again(house: House, caplog: pytest.LogCaptureFixture) -> None:
    house.folder.touch()
    await house.begin()
    assert "timer failed kind=backup" in caplog.text
    house.folder.unlink()
    await house.advance(RETRY)
    assert house.days == ["2026-11-30"]


async def test_they_end_when_they_are_not_wanted_any_more(house: House) -> None:
    await house.begin()
    await house.begin(wanted=False)
    assert not running("clocks")
    assert await timers.nearest(house.database.reader) is None


async def test_a_copy_under_way_is_given_up_when_the_bot_stops(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = threading.Event(), threading.Event()

    def endless(*_: object, stopped: Callable[[], bool], **__: object) -> None:
        begun.set()
        while not stopped():
            pass
        ended.set()

    monkeypatch.setattr("bot.backup.back_up", endless)
    backups = Backups(house.database, house.clocks, house.time, house.folder, 7)
    await backups.begin()
    house.clocks.start()
    await asyncio.to_thread(begun.wait, 10)
    await house.clocks.stop()
    assert await asyncio.to_thread(ended.wait, 10)
    assert house.days == []
