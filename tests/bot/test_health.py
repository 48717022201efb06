"""The heartbeat file, and the command that a container asks about it."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot import health

ROOT = Path(__file__).parents[2]


class Pauses:
    """The pauses of the heart, which end when the test says so."""

    def __init__(self) -> None:
        self.seen: list[float] = []
        self._reached, self._over = asyncio.Event(), asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        self.seen.append(seconds)
        self._reached.set()
        await self._over.wait()
        self._over.clear()

    async def next(self) -> None:
        """End the pause that lasts, if one does, and wait for the one after it."""
        if self._reached.is_set():
            self._reached.clear()
            self._over.set()
        await self._reached.wait()


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> Pauses:
    pauses = Pauses()
    monkeypatch.setattr(health.asyncio, "sleep", pauses.sleep)
    return pauses


async def test_it_beats_only_while_the_bot_is_connected(pauses: Pauses, tmp_path: Path) -> None:
    path, connected = tmp_path / "new folder" / "heartbeat", False
    async with health.heartbeat(path, lambda: connected):
        await pauses.next()
        assert not health.healthy(path, 0.0)
        connected = True
        await pauses.next()
        assert health.healthy(path, 0.0)
    assert pauses.seen == [health.PERIOD] * 2


async def test_a_full_disk_does_not_end_the_beat(
    pauses: Pauses, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    async with health.heartbeat(tmp_path / "file" / "heartbeat", lambda: True):
        await pauses.next()
        await pauses.next()
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 2


async def test_without_a_file_there_is_no_beat(pauses: Pauses) -> None:
    async with health.heartbeat(None, lambda: True):
        assert len(asyncio.all_tasks()) == 1
    assert pauses.seen == []


def test_a_file_is_fresh_for_a_minute(tmp_path: Path) -> None:
    path = tmp_path / "heartbeat"
    assert not health.healthy(path, 1000.0)
    path.touch()
    os.utime(path, (1000.0, 1000.0))
    assert health.healthy(path, 1000.0 + health.LIMIT)
    assert not health.healthy(path, 1001.0 + health.LIMIT)
    assert health.LIMIT > 2 * health.PERIOD


def command(environment: dict[str, str]) -> int:
    return subprocess.run(  # the arguments are our own
        [sys.executable, "-m", "bot.health"], cwd=ROOT, env=environment, check=False
    ).returncode


def test_the_command_looks_at_the_file_that_the_environment_names(tmp_path: Path) -> None:
    path = tmp_path / "heartbeat"
    assert command({}) == 1
    assert command({"HEARTBEAT": str(path)}) == 1
    path.touch()
    assert command({"HEARTBEAT": str(path)}) == 0
    old = time.time() - 2 * health.LIMIT  # noqa: TID251  # the command under test asks the system for the time
    os.utime(path, (old, old))
    assert command({"HEARTBEAT": str(path)}) == 1


def test_the_command_starts_without_the_libraries_of_the_bot() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import sys, bot.health; sys.exit(bool({'discord', 'pydantic'} & set(sys.modules)))"],
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0
