"""The publisher when Discord fails, hangs and comes back, without a Discord."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.publish import publisher as module
from bot.publish.publisher import Publisher
from bot.store import matches as store
from bot.store.challenges import Status
from bot.store.database import Database
from tests.bot.faketime import FakeTime
from tests.bot.playing import CHANNEL, GUEST, HOST, House, mover, person, turn


def failure(status: int, code: int = 0) -> discord.HTTPException:
    kind = discord.DiscordServerError if status >= 500 else discord.HTTPException
    response: Any = SimpleNamespace(status=status, reason="injected")
    return kind(response, {"code": code, "message": "injected"})


@dataclass
class Channel:
    """Takes messages; ``errors`` come first, and nothing comes back unless it is ``open``."""

    id: int
    errors: list[Exception] = field(default_factory=list[Exception])
    nonces: list[str] = field(default_factory=list[str])
    edited: list[int] = field(default_factory=list[int])
    open: asyncio.Event = field(default_factory=asyncio.Event)
    crowded: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once ``crowd`` requests are under way at the same time."""
    crowd: int = 1
    under_way: int = 0
    most_under_way: int = 0

    async def send(self, *, nonce: str, **_: object) -> Any:
        await self._request()
        self.nonces.append(nonce)
        return SimpleNamespace(id=1000 + len(self.nonces))

    def get_partial_message(self, message_id: int) -> Any:
        async def edit(**_: object) -> None:
            await self._request()
            self.edited.append(message_id)

        return SimpleNamespace(edit=edit, delete=edit)

    async def _request(self) -> None:
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        if self.under_way == self.crowd:
            self.crowded.set()
        try:
            await self.open.wait()
        finally:
            self.under_way -= 1
        if self.errors:
            raise self.errors.pop(0)


@dataclass
class Stage:
    house: House
    channel: Channel
    publisher: Publisher

    async def settled(self) -> None:
        """Wait until nothing is under way and nothing is to be tried again."""
        inner = vars(self.publisher)
        # a task that failed leaves a retry, and a retry becomes a task in the loop's next turn
        while inner["_tasks"] or inner["_retries"]:
            await asyncio.gather(*inner["_tasks"].values(), return_exceptions=True)
            await asyncio.sleep(0)

    async def published(self, match_id: int) -> tuple[int, str | None]:
        match = (await self.house.table(match_id)).match
        return match.published_ply, match.trouble


@pytest.fixture
async def stage(tmp_path: Path, sketched: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    del sketched
    monkeypatch.setattr(module, "FIRST_RETRY", 0.0)
    async with Database(tmp_path / "bot.sqlite3") as database:
        house = House.over(database, FakeTime())
        channel = Channel(CHANNEL)
        channel.open.set()

        def found(_: int, **__: object) -> Channel:
            return channel

        def unknown(_: int) -> None: ...

        client: Any = SimpleNamespace(get_channel=unknown, get_partial_messageable=found)
        yield Stage(house, channel, Publisher(cast("discord.Client", client), database, house.play))


PASSING = [failure(500), failure(503), failure(429), aiohttp.ServerDisconnectedError(), TimeoutError(), OSError()]


@pytest.mark.parametrize("error", PASSING, ids=lambda error: f"{type(error).__name__} {getattr(error, 'status', '')}")
async def test_a_fault_that_passes_is_tried_again_until_the_board_stands(stage: Stage, error: Exception) -> None:
    stage.channel.errors = [error, error]
    match_id = await stage.house.match()
    await stage.settled()
    assert await stage.published(match_id) == (0, None)
    assert stage.channel.nonces == [f"{match_id}.b.0.0"]


@pytest.mark.parametrize(
    ("code", "trouble"), [(50001, "no_access"), (50013, "no_permission"), (10003, "gone"), (50035, "fault")]
)
async def test_what_somebody_has_to_mend_is_noted_and_tried_again_seldom(
    stage: Stage, code: int, trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FIRST_RETRY", 60.0)
    # what may be refused for its picture is tried in words at once
    tries = 2 if code in (50013, 50035) else 1
    stage.channel.errors = [failure(403 if code != 50035 else 400, code)] * 3
    match_id = await stage.house.match()
    await asyncio.gather(*vars(stage.publisher)["_tasks"].values())
    assert await stage.published(match_id) == (store.UNPUBLISHED, trouble)
    assert len(stage.channel.errors) == 3 - tries
    stage.channel.errors = []
    await stage.publisher.catch_up()
    await stage.settled()
    assert await stage.published(match_id) == (0, None)


async def test_a_challenge_that_expired_is_shown_after_a_fault(stage: Stage) -> None:
    challenge = await stage.house.open()
    await stage.house.play.challenges.shown(challenge.id, 500, Status.OPEN)
    stage.channel.errors = [failure(502)]
    await stage.house.play.challenges.withdraw(challenge.id, HOST)
    stage.house.play.challenges.changed.send(challenge.id)
    await stage.settled()
    assert stage.channel.edited == [500]


async def test_moves_while_a_board_is_posted_are_shown_by_the_next_one(stage: Stage) -> None:
    match_id = await stage.house.match()
    random = Random(1)
    for _ in range(12):
        table = await stage.house.table(match_id)
        await stage.house.play.matches.act(match_id, mover(table), turn(table, random), table.match.ply)
    await stage.settled()
    assert await stage.published(match_id) == (24, None)
    assert stage.channel.most_under_way == 1
    assert stage.channel.nonces[-1] == f"{match_id}.b.24.0"
    assert len(set(stage.channel.nonces)) == len(stage.channel.nonces)
    posts = await store.posts_since(stage.house.database.reader, match_id, 0)
    assert [post.ply for post in posts if post.live] == [24]


async def test_many_matches_are_published_a_few_at_a_time(stage: Stage) -> None:
    numbers = count(10)
    stage.channel.open.clear()
    stage.channel.crowd = module.AT_ONCE
    for _ in range(30):
        await stage.house.match(host=next(numbers), guest=next(numbers), channel_id=next(numbers))
    await stage.channel.crowded.wait()
    stage.channel.open.set()
    await stage.settled()
    assert stage.channel.most_under_way == module.AT_ONCE
    assert await store.unpublished(stage.house.database.reader) == []


async def test_a_stop_does_not_wait_for_a_discord_that_hangs(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    stage.channel.open.clear()
    match_id = await stage.house.match()
    await stage.channel.crowded.wait()
    await stage.publisher.stop()
    assert stage.channel.under_way == 0
    stage.channel.open.set()
    await stage.publisher.catch_up()
    await stage.settled()
    assert await stage.published(match_id) == (0, None)


async def test_a_stop_lets_what_is_under_way_come_to_its_end(stage: Stage) -> None:
    challenge = await stage.house.open()
    started = await stage.house.play.challenges.join(challenge.id, person(GUEST))
    assert started.match_id is not None
    await stage.publisher.stop()
    assert await stage.published(started.match_id) == (0, None)
