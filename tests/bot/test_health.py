"""The heartbeat file, and the command that a container asks about it."""

import asyncio
import logging
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot import health

ROOT = Path(__file__).parents[2]


@pytest.fixture
def sleeps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses of the heart, which pass at once; it is cancelled in the third."""
    seen: list[float] = []

    async def sleep(seconds: float) -> None:
        seen.append(seconds)
        if len(seen) == 3:
            raise asyncio.CancelledError

    monkeypatch.setattr(health.asyncio, "sleep", sleep)
    return seen


async def test_it_beats_only_while_the_bot_is_connected(sleeps: list[float], tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "heartbeat"
    with pytest.raises(asyncio.CancelledError):
        await health.beat(path, lambda: False)
    assert sleeps == [health.PERIOD] * 3
    assert not health.healthy(path, 0.0)
    sleeps.clear()
    with pytest.raises(asyncio.CancelledError):
        await health.beat(path, lambda: len(sleeps) == 1)
    assert health.healthy(path, 0.0)


async def test_a_full_disk_does_not_end_the_beat(
    sleeps: list[float], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    with caplog.at_level(logging.WARNING), pytest.raises(asyncio.CancelledError):
        await health.beat(tmp_path / "file" / "heartbeat", lambda: True)
    assert len(caplog.records) == len(sleeps) == 3


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
