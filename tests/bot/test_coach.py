"""The coach: whose turns it looks at, and that reviews come one after the other."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.play.coach import own_turns
from bot.play.refusal import Refusal
from bot.play.thinking import Answer
from bot.store.database import Database
from bot.store.requests import RequestKind
from rules.game import Action, TakeBack
from rules.players import PLAYERS
from rules.players.player import Budget, Level
from tests.bot.faketime import FakeTime
from tests.bot.playing import HOST, STRANGER, House, legal, mover, refused, turn


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with Database(tmp_path / "bot.sqlite3") as database:
        house = House.over(database, FakeTime())
        yield house
        await house.play.coach.stop()
        await house.play.computers.stop()


async def test_only_turns_that_stand_are_looked_at(house: House) -> None:
    match_id, random = await house.match(), Random(3)
    table = await house.table(match_id)
    first = mover(table)
    actions = turn(table, random)
    # one is taken back at once, the whole turn later with the consent of the other
    await house.play.matches.act(match_id, first, [actions[0], TakeBack(), *actions])
    ply = (await house.table(match_id)).match.ply
    await house.play.agreements.ask(match_id, first, RequestKind.TAKE_BACK)
    other = mover(await house.table(match_id))
    await house.play.agreements.answer(match_id, other, RequestKind.TAKE_BACK, ply, agree=True)
    stood = turn(await house.table(match_id), random)
    await house.play.matches.act(match_id, first, stood)
    table = await house.finish(match_id, random, 5)
    log = await house.play.matches.log(match_id)
    for seat in range(2):
        turns = own_turns(table, log, seat)
        assert len(turns) == (3 if table.match.players[seat].user_id == first else 2)
        for decisions in turns:
            assert all(decision.view.turn == decision.view.seat == seat for decision in decisions)
    seat = table.match.seat_of(first)
    assert seat is not None
    assert [decision.played for decision in own_turns(table, log, seat)[0]] == list(stood)


class Counting:
    """Counts how often it is asked to think."""

    asked = 0

    async def think(
        self, game: str, level: Level, view: Any, seed: int, also: Action | None = None, effort: float = 1.0
    ) -> Answer:
        self.asked += 1
        await asyncio.sleep(0)
        player = PLAYERS[game][level]
        return Answer(player.advise(view, Random(seed), Budget(1), also), level, seed, round(effort))

    async def stop(self) -> None:
        """Nothing goes on."""


async def test_who_asks_for_a_hint_again_and_again_gets_one(tmp_path: Path) -> None:
    mind = Counting()
    async with Database(tmp_path / "bot.sqlite3") as database:
        house = House.over(database, FakeTime(), mind=mind)
        table = await house.table(await house.match())
        assert table.match.turn is not None
        hints = await asyncio.gather(*(house.play.coach.hint(table, table.match.turn) for _ in range(5)))
        assert mind.asked == 1
        assert set(hints) <= set(legal(table))
        assert await house.play.coach.hint(table, table.match.turn) == hints[0]


async def test_a_person_waits_for_one_review_at_a_time(house: House) -> None:
    matches = [await house.match() for _ in range(2)]
    for match_id in matches:
        await house.finish(match_id, Random(2), 4)
    review = await house.play.coach.review(matches[0], HOST, 0.0)
    assert not review.is_complete
    for match_id, person, code in ((matches[1], HOST, "review_waits"), (matches[0], STRANGER, "not_seated")):
        with pytest.raises(Refusal) as caught:
            await house.play.coach.review(match_id, person, 0.0)
        assert refused(caught) == code
