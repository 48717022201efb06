"""What only real sockets show: rate limits with their waits, answers that are late or lost, connections that break."""

import asyncio
import logging
from collections.abc import AsyncIterator
from random import Random
from typing import Final

import pytest

from bot.demo.faults import Fault
from bot.demo.server import LoopbackDiscord
from bot.publish import publisher
from bot.ui import base
from tests.wire.conftest import Connect
from tests.wire.play import Club, of_verb

pytestmark = pytest.mark.wire

PATIENCE: Final = 0.5
"""Seconds that the bot gives a request, and people give the bot."""

CALLS: Final = (
    ("POST", "/interactions/*/callback"),
    ("POST", "/channels/*/threads"),
    ("POST", "/channels/*/messages"),
    ("PATCH", "/channels/*/messages/*"),
    ("DELETE", "/channels/*/messages/*"),
)
KINDS: Final[tuple[dict[str, object], ...]] = (
    {"status": 429, "retry_after": 0.1},
    {"status": 429, "retry_after": 0.1, "everywhere": True},
    {"status": 429, "retry_after": 3600.0},
    {"status": 503},
    {"status": 403, "code": 50013},
    {"status": 404, "code": 10008},
    {"status": 400, "code": 50035},
    {"reset": True},
    {"reset": True, "after": True},
    {"delay": 1.5 * PATIENCE},
    {"delay": 1.5 * PATIENCE, "after": True},
)
SLOW: Final[tuple[dict[str, object], ...]] = ({"status": 500}, {"status": 502})
"""discord.py waits for seconds before it asks again."""


@pytest.fixture
async def club(server: LoopbackDiscord, connected: Connect, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Club]:
    """A club with the real bot, which tries again soon and has little patience."""
    monkeypatch.setattr(publisher, "FIRST_RETRY", 0.05)
    monkeypatch.setattr(publisher, "LONGEST_RETRY", 0.2)
    monkeypatch.setattr(publisher, "LONGEST_TURN", PATIENCE)
    monkeypatch.setattr(base, "LONGEST_ANSWER", PATIENCE)
    server.world.deadline = PATIENCE
    club = Club(server, Random(3), 2)
    async with connected():
        yield club


def plan(club: Club, kind: dict[str, object], call: tuple[str, str]) -> None:
    club.server.faults.add(Fault(*call, **kind))  # type: ignore[arg-type]


async def caught_up(club: Club, match: int) -> None:
    """One live board names whoever is to move, and the hands tell of no trouble."""
    club.server.faults.planned.clear()

    def there() -> bool:
        return len(club.boards(match)) >= 1

    assert await club.server.until(there, 10)
    ada, ben = club.members
    for _ in range(40):
        texts = [str((await who.slash(club.channel, "hand", match=str(match))).message) for who in (ada, ben)]
        if not any("⚠" in text for text in texts):
            break
        await asyncio.sleep(0.05)
    else:
        pytest.fail("there is still trouble")
    movers = [who for who, text in zip((ada, ben), texts, strict=True) if "lc:card:" in text or "lc:do:" in text]
    assert len(movers) == 1
    assert await club.server.until(lambda: f"<@{movers[0].id}>" in str(club.boards(match)[-1]["components"]), 10)


@pytest.mark.parametrize("kind", KINDS, ids=str)
async def test_every_failure_of_the_way_there_at_every_call(club: Club, kind: dict[str, object]) -> None:
    ada, ben = club.members
    for call in CALLS[:3]:
        plan(club, kind, call)
    match = await club.begin(ada, ben)
    for call in CALLS[2:4]:
        await caught_up(club, match)
        plan(club, kind, call)
        await club.turn(match, (ada, ben))
    await caught_up(club, match)
    plan(club, kind, CALLS[4])
    await ada.slash(club.channel, "board", match=str(match))
    await caught_up(club, match)


@pytest.mark.parametrize("seed", range(3))
async def test_failures_at_random(club: Club, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    random = Random(seed)
    ada, ben = club.members
    match = await club.begin(ada, ben)
    for _ in range(12):
        if random.random() < 0.7:
            plan(club, random.choice(KINDS), random.choice(CALLS))
        await club.turn(match, (ada, ben))
    await caught_up(club, match)
    unexpected = [each for each in caplog.records if each.levelno >= logging.ERROR and each.name != "bot.ui.base"]
    assert unexpected == []


async def test_a_server_that_fails_is_asked_again(club: Club) -> None:
    ada, ben = club.members
    match = await club.begin(ada, ben)
    for kind in SLOW:
        plan(club, kind, CALLS[2])
        await club.turn(match, (ada, ben))
        await caught_up(club, match)


async def test_a_lost_answer_doubles_nothing(club: Club) -> None:
    ada, ben = club.members
    for call in CALLS[1:3]:
        plan(club, {"reset": True, "after": True}, call)
    match = await club.begin(ada, ben)
    await caught_up(club, match)
    assert len(club.boards(match)) == 1
    assert len([place for place in club.places() if place != club.channel]) == 1
    assert of_verb(club.boards(match)[0], "hand")
