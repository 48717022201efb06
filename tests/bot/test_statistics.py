"""What people have done, as it follows from the log: counted as one would by hand, and anew to the same."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.play.statistics import Tally, longest_streak, recount
from bot.store import statistics as store
from bot.store.database import Database
from bot.store.statistics import Milestone, Result
from rules.cards import Colour
from tests.bot.faketime import FakeTime
from tests.bot.playing import GUEST, GUILD, HOST, House


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with Database(tmp_path / "bot.sqlite3") as database:
        yield House.over(database, FakeTime())


W, D, L = Result.WON, Result.DRAWN, Result.LOST


def test_the_longest_streak_is_that_of_wins_alone() -> None:
    assert longest_streak([]) == 0
    assert longest_streak([L, D, L]) == 0
    assert longest_streak([W, W, D, W, L, W, W, W]) == 3


async def test_statistics_are_what_one_counts_by_hand(house: House) -> None:
    random = Random(4)
    points: list[int] = []
    results: list[Result] = []
    expeditions: list[tuple[int, Colour, int]] = []
    for turns in (None, 6, None, None):
        match_id = await house.match()
        table = await house.finish(match_id, random, turns)
        seat = table.match.seat_of(HOST)
        outcome = table.match.outcome
        assert seat is not None
        assert outcome is not None
        shared = len(outcome.winners) > 1
        results.append(L if seat not in outcome.winners else D if shared else W)
        for finished in table.state.results:
            points.append(finished.points[seat])
            for colour, score in enumerate(finished.scores[seat]):
                if score.cards:
                    expeditions.append((score.total, Colour(colour), match_id))
    found = await house.play.profiles.of(GUILD, HOST, GUEST)
    (game,) = found.games
    assert game.game == "card_game"
    assert game.tally == Tally(results.count(W), results.count(D), results.count(L))
    assert found.against == game.tally
    assert game.average == sum(points) / len(points)
    assert game.best is not None
    assert game.best[1] == max(total for total, _, _ in expeditions)
    assert (game.best[1], game.best[0], game.best[2]) in expeditions
    begun = [colour for _, colour, _ in expeditions]
    assert game.favourite is not None
    assert begun.count(game.favourite) == max(begun.count(colour) for colour in Colour)
    assert found.streak == longest_streak(results)


async def test_a_recount_comes_to_the_same(house: House) -> None:
    random = Random(7)
    for turns in (None, 3):
        await house.finish(await house.match(), random, turns)
    running = await house.match()
    before = [await house.play.profiles.of(GUILD, user, GUEST) for user in (HOST, GUEST)]
    async with house.database.writing() as connection:
        await connection.execute("UPDATE seat_results SET points = 999, begun = '[0, 0, 0, 0, 0, 9]'")
    assert await recount(house.database) == 2
    assert [await house.play.profiles.of(GUILD, user, GUEST) for user in (HOST, GUEST)] == before
    assert await store.latest_results(house.database.reader, GUILD, HOST, 9)
    assert await house.play.profiles.finished(GUILD, HOST, None, None, 0, 9) != ([], 0)
    assert running not in [match.id for match in (await house.play.profiles.finished(GUILD, HOST, None, None, 0, 9))[0]]


async def test_nothing_is_counted_in_another_server(house: House) -> None:
    await house.finish(await house.match(), Random(1), 2)
    assert (await house.play.profiles.of(GUILD + 1, HOST, HOST)).games == ()
    assert await house.play.profiles.finished(GUILD + 1, HOST, None, None, 0, 9) == ([], 0)


async def test_ten_matches_are_a_milestone_of_both(house: House) -> None:
    for number in range(10):
        match_id = await house.match()
        await house.play.matches.resign(match_id, GUEST)
        kinds = {kind for _, kind in await house.play.profiles.milestones(match_id)}
        assert (Milestone.MATCHES_10 in kinds) == (number == 9)
        assert (Milestone.STREAK_5 in kinds) == (number == 4)
    assert Milestone.MATCHES_10 in await store.reached(house.database.reader, GUILD, GUEST)
    assert Milestone.FIRST_WIN not in await store.reached(house.database.reader, GUILD, GUEST)
