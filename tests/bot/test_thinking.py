"""The processes in which computers think: bounded, replaced when they break, and never the end of a match."""

import asyncio
import sys
from collections.abc import AsyncIterator

import pytest

from bot.play.thinking import LEAST, PATIENCE, SECONDS, Thinkers, fair_share
from rules.card_game import CARD_GAME
from rules.card_game.view import View
from rules.players import PLAYERS
from rules.players.player import Level
from rules.shuffle import SECRET_BYTES, Deal

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


async def test_a_killed_process_is_replaced(thinkers: Thinkers) -> None:
    await thinkers.think("card_game", Level.EASY, view(), 7)
    (process,) = thinkers._idle  # pyright: ignore[reportPrivateUsage]
    process.kill()
    await process.wait()
    assert (await thinkers.think("card_game", Level.EASY, view(), 7)).level is Level.EASY
