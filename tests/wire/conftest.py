"""The real bot in this process, on real sockets."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.app import Bot
from bot.demo.server import LoopbackDiscord
from bot.settings import Settings
from bot.store.database import Database
from bot.ui import layout
from bot.ui.screen import Image
from render.picture import ALT_LIMIT, Picture
from tests.bot.conftest import PIXEL
from tests.demo.conftest import point_client_at

__all__ = ["point_client_at"]

Connect: TypeAlias = Callable[[], AbstractAsyncContextManager[Bot]]


@pytest.fixture
async def server(point_client_at: Callable[[str], None]) -> AsyncIterator[LoopbackDiscord]:
    """A pretend Discord in which everybody's answer has to come within 3 seconds."""
    async with LoopbackDiscord() as server:
        point_client_at(server.base)
        yield server
        assert server.gaps == []


@pytest.fixture
def connected(server: LoopbackDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Connect:
    """Start the bot on the database of this test, with sketches for pictures; it is ready, and stops at the end."""

    async def sketch(image: Image, thread: Executor) -> Picture:
        del thread
        return Picture(PIXEL, "png", image.words()[:ALT_LIMIT])

    monkeypatch.setattr(layout, "drawn", sketch)

    @asynccontextmanager
    async def connected() -> AsyncGenerator[Bot]:
        async with Database(tmp_path / "bot.sqlite3") as database, Bot(Settings(emojis=False), database) as bot:
            # discord.py waits so long for more servers before it is ready
            vars(bot)["_connection"].guild_ready_timeout = 0.05
            running = asyncio.create_task(bot.start(server.token))
            assert await server.until(lambda: server.synced() and bot.is_ready(), 10)
            yield bot
        await running

    return connected
