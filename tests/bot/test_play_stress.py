"""Many people do everything at once and are interrupted at any moment: nothing hangs, and nothing is half done."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from bot.play import matches as module
from bot.play.challenges import EXPIRY, Challenges
from bot.play.refusal import Refusal
from bot.store import requests, timers
from bot.store.challenges import Status
from bot.store.database import Database
from bot.store.requests import RequestKind
from rules.game import RuleError
from rules.registry import GAMES
from tests.bot.faketime import FakeTime
from tests.bot.playing import CHANNEL, QUICK, House, mover, person, turn

PEOPLE = range(1, 13)
WORKERS = 12
DEEDS = 60
PATIENCE = 120.0
"""Seconds of the loop's time after which something hangs; the whole takes a few."""


class Crowd:
    """Somebody does something at random with something at random."""

    def __init__(self, house: House, random: Random) -> None:
        self.house = house
        self.random = random
        self.highest = 1

    async def deed(self) -> None:
        challenges, matches = self.house.play.challenges, self.house.play.matches
        agreements, choices = self.house.play.agreements, self.house.play.choices
        user, number = self.random.choice(PEOPLE), self.random.randint(1, self.highest)
        deeds: list[Callable[[], Awaitable[object]]] = [
            lambda: self.open(user),
            lambda: self.answer(challenges, number),
            lambda: self.answer(challenges, number),
            lambda: challenges.withdraw(number, user),
            lambda: challenges.start(number, person(user)),
            lambda: challenges.leave(number, user),
            lambda: self.move(number),
            lambda: self.move(number),
            lambda: self.move(number),
            lambda: matches.resign(number, user),
            lambda: matches.rename(number, user, f"Name {self.random.random()}"),
            lambda: matches.waiting_for(user),
            lambda: matches.want_board(number),
            lambda: challenges.rematch(number, CHANNEL, person(user)),
            lambda: agreements.ask(number, user, RequestKind.PAUSE),
            lambda: agreements.ask(number, user, RequestKind.TAKE_BACK),
            lambda: self.settle(number),
            lambda: agreements.resume(number, user),
            lambda: agreements.nudge(number, user),
            lambda: choices.start_vacation(user, self.random.randint(1, 14)),
            lambda: choices.end_vacation(user),
        ]
        try:
            await self.random.choice(deeds)()
        except (Refusal, RuleError):
            return

    async def open(self, user: int) -> None:
        opponent = self.random.choice([None, *PEOPLE])
        game = self.random.choice(list(GAMES))
        seats = 2 if opponent else self.random.choice(GAMES[game].seats)
        challenge = await self.house.open(user, opponent, QUICK[game], game, seats=seats)
        self.highest = max(self.highest, challenge.id)

    async def answer(self, challenges: Challenges, number: int) -> None:
        challenge = await challenges.get(number)
        await challenges.join(number, person(challenge.opponent_id or self.random.choice(PEOPLE)))

    async def settle(self, number: int) -> None:
        kind = self.random.choice(list(RequestKind))
        request = await requests.get(self.house.database.reader, number, kind)
        if request is not None:
            player = self.random.choice((await self.house.table(number)).match.players)
            agree = self.random.random() < 0.7
            await self.house.play.agreements.answer(number, player.user_id, kind, request.ply, agree)

    async def move(self, number: int) -> None:
        table = await self.house.table(number)
        if table.match.turn is not None:
            actions = turn(table, self.random)
            await self.house.play.matches.act(number, mover(table), actions, table.match.ply)


@pytest.mark.parametrize("seed", range(2))
async def test_a_crowd_that_is_interrupted_at_any_moment(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TABLES_KEPT", 3)
    random = Random(seed)
    async with asyncio.timeout(PATIENCE), Database(tmp_path / "bot.sqlite3") as database:
        house = House.over(database, FakeTime())
        house.play.clocks.start()
        crowd = Crowd(house, random)

        async def worker() -> None:
            for _ in range(DEEDS):
                doing = asyncio.create_task(crowd.deed())
                if random.random() < 0.3:
                    for _ in range(random.randrange(40)):
                        await asyncio.sleep(0)
                    doing.cancel()
                await asyncio.wait([doing])
                if not doing.cancelled():
                    doing.result()

        await asyncio.gather(*(worker() for _ in range(WORKERS)))
        await house.play.clocks.stop()
        await everything_fits(house)


async def everything_fits(house: House) -> None:
    rows = [tuple(row) for row in await house.database.reader.execute_fetchall("SELECT id FROM matches")]
    assert len(rows) > 5
    for (match_id,) in rows:
        live = await house.table(match_id)
        assert live == await house.folded(match_id)
        await house.clock_fits(match_id)
        assert await house.plies(match_id) == list(range(1, live.match.ply + 1))
        assert (live.match.turn, live.match.outcome) == (live.state.turn, live.state.outcome)
    started: set[int] = set()
    ((last,),) = await house.database.reader.execute_fetchall("SELECT max(id) FROM challenges")
    waiting = 0
    for number in range(1, last + 1):
        challenge = await house.play.challenges.get(number)
        assert (challenge.match_id is not None) == (challenge.status is Status.STARTED)
        assert len(challenge.members) <= challenge.seats
        if challenge.match_id is not None:
            assert challenge.match_id not in started
            started.add(challenge.match_id)
        waiting += challenge.status is Status.OPEN
    assert len(started) == len(rows)
    ((left,),) = await house.database.reader.execute_fetchall("SELECT count(*) FROM timers WHERE kind = ?", (EXPIRY,))
    assert left == waiting
    assert waiting == 0 or await timers.nearest(house.database.reader) is not None
    ((whole,),) = await house.database.reader.execute_fetchall("PRAGMA integrity_check")
    assert whole == "ok"
    assert list(await house.database.reader.execute_fetchall("PRAGMA foreign_key_check")) == []
