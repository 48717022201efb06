"""The processes in which computers think: bounded, replaced when they break, and never the end of a match."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.play.thinking import LEAST, PATIENCE, SECONDS, Thinkers, fair_share
from bot.store.database import Database
from rules.card_game import CARD_GAME
from rules.card_game.view import View
from rules.players import PLAYERS
from rules.players.player import Level
from rules.shuffle import SECRET_BYTES, Deal
from tests.bot.faketime import FakeTime
from tests.bot.playing import HOST, House, mover, person, turn

pytestmark = pytest.mark.crash


def view() -> View:
    state = CARD_GAME.start({}, 2, Deal(bytes(SECRET_BYTES), ()), 0).state
    return CARD_GAME.view(state, 0)


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    made = Thinkers(most=1)
    yield made
    await made.stop()


async def test_the_same_seed_and_budget_lead_to_the_same_move(thinkers: Thinkers) -> None:
    first, second = [await thinkers.think("card_game", Level.EASY, view(), 7) for _ in range(2)]
    assert first == second
    assert first.action in CARD_GAME.legal_actions(CARD_GAME.start({}, 2, Deal(bytes(SECRET_BYTES), ()), 0).state, 0)


@pytest.mark.parametrize("processes", [1, 3])
@pytest.mark.parametrize("waiting", [1, 2, 8, 40])
def test_the_more_wait_the_less_each_thinks_and_nobody_waits_long(waiting: int, processes: int) -> None:
    free = [0.0] * processes
    shares: list[float] = []
    for answered in range(waiting):
        begins = min(free)
        shares.append(fair_share([PATIENCE - begins] * (waiting - answered), processes))
        free[free.index(begins)] = begins + SECONDS * shares[-1]
    assert max(free) <= PATIENCE + SECONDS * min(shares)
    assert min(shares) >= LEAST
    assert (min(shares) == 1) == (waiting <= PATIENCE / SECONDS * processes)


async def test_a_crowd_gets_smaller_budgets(thinkers: Thinkers) -> None:
    full = PLAYERS["card_game"][Level.HARD].iterations
    answers = await asyncio.gather(*(thinkers.think("card_game", Level.HARD, view(), 1) for _ in range(8)))
    budgets = [each.iterations for each in answers]
    # who comes first does not know yet of those who follow
    assert budgets[0] == full
    assert budgets[1] < full / 2
    assert min(budgets) >= full * LEAST


@pytest.mark.parametrize(
    "program", ["pass", "import time; time.sleep(60)", "print('no pickle at all', flush=True); input()"]
)
async def test_a_process_that_breaks_or_hangs_costs_a_retry_and_then_medium_answers(program: str) -> None:
    thinkers = Thinkers(most=1, command=(sys.executable, "-c", program), stuck=0.3)
    answer = await thinkers.think("card_game", Level.HARD, view(), 7)
    assert answer.level is Level.MEDIUM
    assert answer.advice.action is not None
    await thinkers.stop()


@pytest.mark.parametrize("program", ["pass", "import time; time.sleep(60)"])
async def test_a_match_goes_on_although_no_process_thinks(tmp_path: Path, program: str) -> None:
    thinkers = Thinkers(most=1, command=(sys.executable, "-c", program), stuck=0.1)
    async with Database(tmp_path / "bot.sqlite3") as database:
        house = House.over(database, FakeTime(), mind=thinkers)
        await house.play.computers.start()
        lobby = await house.open(HOST, None)
        await house.play.challenges.add_computer(lobby.id, HOST, Level.HARD, str)
        started = await house.play.challenges.start(lobby.id, person(HOST))
        assert started.match_id is not None
        for _ in range(2):
            await house.play.computers.at_rest(started.match_id)
            table = await house.table(started.match_id)
            assert mover(table) == HOST
            await house.play.matches.act(started.match_id, HOST, turn(table, Random(1)))
        await house.play.computers.at_rest(started.match_id)
        log = await house.play.matches.log(started.match_id)
        assert {entry.thought.level for entry in log if entry.thought} == {Level.MEDIUM}
        await house.play.computers.stop()


async def test_nothing_thinks_on_after_the_end(thinkers: Thinkers) -> None:
    await thinkers.think("card_game", Level.EASY, view(), 7)
    (process,) = thinkers._idle  # pyright: ignore[reportPrivateUsage]
    thought = asyncio.create_task(thinkers.think("card_game", Level.HARD, view(), 7))
    await asyncio.sleep(0)
    await thinkers.stop()
    assert process.returncode is not None
    thought.cancel()
    await asyncio.gather(thought, return_exceptions=True)


async def test_a_killed_process_is_replaced(thinkers: Thinkers) -> None:
    await thinkers.think("card_game", Level.EASY, view(), 7)
    (process,) = thinkers._idle  # pyright: ignore[reportPrivateUsage]
    process.kill()
    await process.wait()
    assert (await thinkers.think("card_game", Level.EASY, view(), 7)).level is Level.EASY
