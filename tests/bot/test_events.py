"""What the log tells of a match: every action and timer, each under the trace of what set it going."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import discord
import pytest

from bot.log import EVENTS, FIELDS, trace, tracing
from bot.play import Play
from bot.play.clocks import Clocks
from bot.publish.publisher import Publisher
from bot.store import timers
from bot.store.challenges import Member, Pace
from bot.store.database import Database
from bot.store.timers import Timer
from tests.bot.faketime import FakeTime

HOST, GUEST = 11, 12


@dataclass
class House:
    database: Database
    time: FakeTime
    play: Play

    async def match(self) -> int:
        challenge = await self.play.challenges.open(
            guild_id=1,
            channel_id=2,
            host=Member(HOST, "Ada", "1"),
            opponent_id=GUEST,
            game="card_game",
            options={},
            seats=2,
            pace=Pace.DAILY,
            rated=False,
        )
        started = await self.play.challenges.join(challenge.id, Member(GUEST, "Ben", "2"))
        assert started.match_id is not None
        return started.match_id


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async def is_member(guild_id: int, user_id: int) -> bool:
        del guild_id, user_id
        return True

    time = FakeTime()
    async with Database(tmp_path / "bot.sqlite3") as database:
        yield House(database, time, Play.over(database, time, is_member))


def events(caplog: pytest.LogCaptureFixture, name: str) -> list[dict[str, Any]]:
    found = [record for record in caplog.records if record.name == EVENTS.name and record.msg == name]
    return [getattr(record, FIELDS) for record in found]


async def test_every_action_is_told_and_no_card(house: House, caplog: pytest.LogCaptureFixture) -> None:
    match_id = await house.match()
    table = await house.play.matches.table(match_id)
    seat = table.match.turn
    assert seat is not None
    user_id = table.match.players[seat].user_id
    action = next(iter(table.game.legal_actions(table.state, seat)))
    await house.play.matches.act(match_id, user_id, [action])
    await house.play.matches.resign(match_id, HOST)
    assert events(caplog, "match") == [{"match": match_id, "challenge": 1}]
    first, second = events(caplog, "action")
    assert first == {"match": match_id, "ply": 1, "kind": "game", "seat": seat, "user": user_id}
    assert (second["ply"], second["user"]) == (2, HOST)
    assert "Ada" not in caplog.text
    assert str(action) not in caplog.text


async def test_what_is_refused_is_not_told(house: House, caplog: pytest.LogCaptureFixture) -> None:
    match_id = await house.match()
    with pytest.raises(ZeroDivisionError):
        async with house.play.matches.changing(match_id):
            raise ZeroDivisionError
    assert events(caplog, "action") == []


async def test_every_timer_has_a_trace_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    time, traces = FakeTime().installed(monkeypatch), list[str]()
    async with Database(tmp_path / "timers.sqlite3") as database:
        clocks = Clocks(database, time)

        async def handler(subject: int) -> None:
            traces.append(trace())
            async with database.writing() as connection:
                await timers.drop(connection, "test", subject)

        clocks.handle("test", handler)
        async with database.writing() as connection:
            for subject in (1, 2):
                await timers.put(connection, Timer("test", subject, time()))
        with tracing("start"):
            clocks.start()
        await time.at_rest("clocks")
        await clocks.stop()
    assert len({*traces, "start", ""}) == 4
    assert events(caplog, "timer") == [{"kind": "test", "subject": 1}, {"kind": "test", "subject": 2}]


async def test_publishing_bears_the_trace_of_what_it_shows(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    traces: list[str] = []
    shown, go_on = asyncio.Event(), asyncio.Event()

    async def publish(self: Publisher, match_id: int) -> None:
        del self, match_id
        traces.append(trace())
        shown.set()
        await go_on.wait()

    monkeypatch.setattr(Publisher, "_publish_match", publish)
    publisher = Publisher(cast(discord.Client, None), house.database, house.play)
    with tracing("first"):
        house.play.matches.changed.send(1)
    await shown.wait()
    with tracing("second"):
        # while the first is still being shown
        house.play.matches.changed.send(1)
    assert publisher.queue == 1
    go_on.set()
    await publisher.stop()
    assert traces == ["first", "second"]
    assert publisher.queue == 0
