"""The real bot against a simulated Discord."""

import random
import secrets
from collections.abc import AsyncIterator
from concurrent.futures import Executor
from pathlib import Path

import discord
import pytest
from simcord import Env, MemberActor

from bot.ui import layout
from bot.ui.screen import Image
from render.picture import ALT_LIMIT, Picture
from tests.bot.world import HousedBot, World
from tests.discord_checks import request_problems

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63606060000000040001f61738550000000049454e44ae426082"
)


@pytest.fixture
def fixed_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same shuffles in every run."""
    monkeypatch.setattr(secrets, "token_bytes", random.Random(1).randbytes)


@pytest.fixture
def sketched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are not drawn: each is one pixel, described by all its words."""

    async def sketch(image: Image, thread: Executor) -> Picture:
        del thread
        return Picture(PIXEL, "png", image.words()[:ALT_LIMIT])

    monkeypatch.setattr(layout, "drawn", sketch)


@pytest.fixture
def simcord_bot(tmp_path: Path, fixed_secrets: None) -> HousedBot:
    """What simcord's own fixture runs."""
    del fixed_secrets
    return HousedBot(tmp_path / "bot.sqlite3")


@pytest.fixture
async def drawn_world(simcord_env: Env) -> AsyncIterator[World]:
    """A server with one channel and four members. Every request of the bot is checked when the test is over."""
    guild = simcord_env.create_guild("Club")
    members = [guild.add_member(simcord_env.create_user(name)) for name in ("alice", "bob", "carol", "dave")]
    world = World(simcord_env, guild, guild.create_text_channel("games"), *members)
    yield world
    await world.bot.close()
    problems = [
        problem for each in simcord_env.http_requests for problem in request_problems(each.method, each.path, each.json)
    ]
    assert problems == []


@pytest.fixture
def admin(world: World) -> MemberActor:
    """A member who may manage the server."""
    role = world.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user("dora"), roles=[role])


@pytest.fixture
async def world(sketched: None, drawn_world: World) -> World:
    """The same without the pictures, for tests that do not look at them."""
    del sketched
    return drawn_world
