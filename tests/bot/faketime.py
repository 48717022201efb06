"""A clock that stands still until it is told to go on, and whoever sleeps by it."""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

START = datetime(2026, 11, 30, 12, tzinfo=UTC)
_turn = asyncio.sleep


@dataclass
class FakeTime:
    """Call it for the time. ``asyncio.sleep`` waits for it while ``installed``."""

    now: datetime = START
    slept: list[float] = field(default_factory=list[float])
    _sleepers: dict[asyncio.Future[None], datetime] = field(default_factory=dict[asyncio.Future[None], datetime])

    def __call__(self) -> datetime:
        return self.now

    def installed(self, monkeypatch: pytest.MonkeyPatch) -> "FakeTime":
        monkeypatch.setattr(asyncio, "sleep", self._sleep)
        return self

    async def _sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await _turn(0)
            return
        self.slept.append(seconds)
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers[woken] = self.now + timedelta(seconds=seconds)
        try:
            await woken
        finally:
            del self._sleepers[woken]

    async def at_rest(self, name: str) -> None:
        """Wait until the task of this name sleeps or has ended."""
        # whoever was woken has to get up before looking whether all sleep
        for _ in range(3):
            await _turn(0)
        while running(name) and all(each.done() for each in self._sleepers):
            await _turn(0)

    def advance(self, by: timedelta) -> None:
        self.now += by
        for woken, due in self._sleepers.items():
            if due <= self.now and not woken.done():
                woken.set_result(None)


def running(name: str) -> bool:
    """Whether there is a task of this name."""
    return any(task.get_name() == name for task in asyncio.all_tasks())
