"""A bot that starts while Discord has a bad day: it goes on trying, and says so."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from discord.backoff import ExponentialBackoff

from bot import login
from bot.app import Bot
from bot.demo.faults import Fault
from bot.demo.server import LoopbackDiscord
from bot.settings import Settings
from bot.store.database import Database

pytestmark = pytest.mark.wire

WHO, WHAT = ("GET", "/users/@me"), ("GET", "/oauth2/applications/@me")


def at_once(_: object) -> float:
    return 0.0


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login, "FIRST_WAIT", 0.01)
    monkeypatch.setattr(login, "LONGEST_WAIT", 0.01)
    monkeypatch.setattr(ExponentialBackoff, "delay", at_once)


@pytest.fixture
async def bot(server: LoopbackDiscord, tmp_path: Path) -> AsyncIterator[Bot]:
    del server
    async with Database(tmp_path / "bot.sqlite3") as database, Bot(Settings(emojis=False), database) as bot:
        yield bot


def tries(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log tells of Discord's absence."""
    return [each.getMessage() for each in caplog.records if each.name == "bot.login"]


async def test_every_failure_at_login_is_tried_again(
    server: LoopbackDiscord, bot: Bot, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login, "LONGEST_LOGIN", 0.2)
    for call in (WHO, WHAT):
        server.faults.add(Fault(*call, times=2, status=503))
        server.faults.add(Fault(*call, times=2, reset=True))
        server.faults.add(Fault(*call, delay=0.4))
    running = asyncio.create_task(bot.start(server.token))
    assert await server.until(server.synced)
    assert server.faults.planned == []
    told = " ".join(tries(caplog))
    # aiohttp itself repeats a request once that breaks off on a connection which has served before
    assert [told.count(each) for each in ("503", "TimeoutError")] == [4, 2]
    assert "disconnected" in told
    await bot.close()
    await running


async def test_a_first_connection_that_fails_is_tried_again(
    server: LoopbackDiscord, bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    async with server.gateway.outage():
        running = asyncio.create_task(bot.start(server.token))
        assert await server.until(lambda: len(tries(caplog)) >= 3)
    assert await server.until(server.synced)
    assert "503" in tries(caplog)[0]
    await bot.close()
    await running
