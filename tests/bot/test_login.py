"""How long a bot waits for a Discord that does not answer, and for which answers it does not wait at all."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.app import Bot
from bot.settings import Settings
from bot.store.database import Database


def http(status: int, kind: Callable[..., Exception] = discord.HTTPException) -> Exception:
    return kind(cast("Any", SimpleNamespace(status=status, reason="reason")), "message")


@pytest.fixture
def bot(tmp_path: Path) -> Bot:
    return Bot(Settings(), Database(tmp_path / "bot.sqlite3"))


async def test_waits_grow_up_to_a_minute_and_as_long_as_discord_says(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    errors = [http(503, discord.DiscordServerError), aiohttp.ServerDisconnectedError(), TimeoutError(), http(429)]
    errors += [discord.RateLimited(90.0), OSError("no route"), OSError("no route"), OSError("no route")]
    waits: list[float] = []

    async def slept(seconds: float) -> None:
        waits.append(seconds)

    async def refused(_: discord.Client, __: str) -> None:
        if errors:
            raise errors.pop(0)

    monkeypatch.setattr("asyncio.sleep", slept)
    monkeypatch.setattr(discord.Client, "login", refused)
    await bot.login("token")
    assert waits == [1, 2, 4, 8, 90, 32, 60, 60]


@pytest.mark.parametrize(
    ("error", "raised"),
    [
        (http(401), discord.LoginFailure),
        (discord.LoginFailure(), discord.LoginFailure),
        (http(403, discord.Forbidden), discord.Forbidden),
    ],
)
async def test_a_refusal_is_final(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, error: Exception, raised: type[Exception]
) -> None:
    async def refused(_: discord.Client, __: str) -> None:
        raise error

    monkeypatch.setattr(discord.Client, "login", refused)
    with pytest.raises(raised):
        await bot.login("token")
