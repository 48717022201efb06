import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import pytest
from discord import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.demo.people import Member
from bot.demo.redirect import redirect
from bot.demo.server import LoopbackDiscord
from tests.demo.sample_bot import SampleBot


@dataclass
class Club:
    """One server with one channel, two members and a connected sample bot."""

    server: LoopbackDiscord
    bot: SampleBot
    guild: int
    table: int
    ada: Member
    ben: Member


@pytest.fixture
def point_client_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """``redirect``, undone after the test."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    monkeypatch.setattr(Asset, "BASE", Asset.BASE)
    return redirect


@pytest.fixture
async def club(point_client_at: Callable[[str], None]) -> AsyncIterator[Club]:
    async with LoopbackDiscord(deadline=0.5) as server:
        guild = server.world.create_guild("Club")
        table = server.world.create_channel(guild, "table")
        ada, ben = server.join(guild, "Ada"), server.join(guild, "Ben")
        point_client_at(server.base)
        bot = SampleBot()
        running = asyncio.create_task(bot.start(server.token))
        assert await server.until(server.synced)
        yield Club(server, bot, guild, table, ada, ben)
        await bot.close()
        await running
        assert server.gaps == []
