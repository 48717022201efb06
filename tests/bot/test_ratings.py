"""Ratings: what a result does to them, how often, and that they follow from the stored results alone."""

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.play import ratings
from bot.play.ratings import MU, RECOUNT, SIGMA, Ledger, drawn_to_start, recount, shown_rating
from bot.store import guilds, timers
from bot.store import ratings as store
from bot.store import seasons as season_store
from bot.store.database import Database
from bot.store.guilds import GuildSettings, SeasonLength
from bot.store.ratings import Change, Result
from bot.store.seasons import ALL_TIME, Season
from tests.bot.faketime import FakeTime
from tests.bot.playing import House
from tests.bot.results import GUILD, finish, set_result

BEGAN = datetime(2026, 11, 1, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FOREVER = Season(1, GUILD, ALL_TIME, "", BEGAN)
AUTUMN = Season(2, GUILD, 1, "", BEGAN, ended_at=BEGAN + 30 * DAY)
WINTER = Season(3, GUILD, 2, "", BEGAN + 30 * DAY)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with Database(tmp_path / "bot.sqlite3") as opened:
        yield opened


def entered(
    *results: tuple[datetime, Sequence[int], Sequence[int]], seasons: Sequence[Season] = (AUTUMN,)
) -> list[list[Change]]:
    """What each of some results does: when it ended, who played, the places."""
    ledger = Ledger(seasons, (), ())
    return [
        ledger.enter(Result(number, at, tuple(players), tuple(places)))
        for number, (at, players, places) in enumerate(results, 1)
    ]


def test_a_win_a_loss_and_a_draw() -> None:
    ((won, lost),) = entered((BEGAN, (1, 2), (1, 2)))
    assert (won.before, lost.before) == (1000, 1000)
    assert won.rating > 1000 > lost.rating
    assert won.mu - MU == pytest.approx(MU - lost.mu)
    assert won.sigma == lost.sigma < SIGMA
    assert [(each.matches, each.wins, each.draws, each.losses) for each in (won, lost)] == [(1, 1, 0, 0), (1, 0, 0, 1)]
    ((one, other),) = entered((BEGAN, (1, 2), (1, 1)))
    assert one.mu == other.mu == MU
    assert one.draws == other.draws == 1


def test_four_at_a_table_and_a_shared_first_place() -> None:
    (changes,) = entered((BEGAN, (1, 2, 3, 4), (3, 1, 4, 1)))
    third, first, last, shared = (each.mu for each in changes)
    assert first == pytest.approx(shared)
    assert first > MU > third > last
    assert [(each.wins, each.draws, each.losses) for each in changes] == [(0, 0, 1), (0, 1, 0), (0, 0, 1), (0, 1, 0)]


def test_a_surprise_counts_more_and_nobody_rises_by_losing() -> None:
    random = Random(1)
    ledger = Ledger((AUTUMN,), (), ())
    final: dict[int, int] = {}
    at = BEGAN
    for number in range(400):
        players = random.sample(range(8), random.choice((2, 2, 3, 4)))
        # whoever has the lower number is stronger
        order = sorted(players, key=lambda user: user + random.gauss(0, 2))
        at += 25 * HOUR / 10
        changes = ledger.enter(Result(number, at, tuple(players), tuple(1 + order.index(user) for user in players)))
        for change in changes:
            place = 1 + order.index(change.user_id)
            if place == 1:
                assert change.rating >= change.before
            if place == len(players):
                assert change.rating <= change.before
        final.update({change.user_id: change.rating for change in changes})
    assert final[0] > final[3] > final[7]


def test_the_nth_match_of_the_same_two_within_a_day_moves_a_nth() -> None:
    meetings = entered(*((BEGAN + number * HOUR, (1, 2), (1, 2)) for number in range(4)))
    assert [meeting[0].share for meeting in meetings] == [1, 1 / 2, 1 / 3, 1 / 4]
    first, second = meetings[0][0], meetings[1][0]
    # what the second would have been in full, a day later
    full = entered((BEGAN, (1, 2), (1, 2)), (BEGAN + DAY, (1, 2), (1, 2)))[1][0]
    assert full.share == 1
    assert second.mu - first.mu == pytest.approx((full.mu - first.mu) / 2)
    assert second.sigma - first.sigma == pytest.approx((full.sigma - first.sigma) / 2)


def test_a_match_at_a_larger_table_counts_by_the_mean_of_its_pairs() -> None:
    changes = entered((BEGAN, (1, 2), (1, 2)), (BEGAN + HOUR, (2, 3, 1), (1, 2, 3)), (BEGAN + 2 * HOUR, (3, 4), (1, 2)))
    assert [each.share for each in changes[1]] == [3 / 4, 1, 3 / 4]
    assert [each.share for each in changes[2]] == [1, 1]


def test_a_day_ends_after_24_hours_to_the_moment() -> None:
    for later, share in ((DAY - timedelta(milliseconds=1), 1 / 2), (DAY, 1)):
        assert entered((BEGAN, (1, 2), (1, 2)), (BEGAN + later, (2, 1), (1, 2)))[1][0].share == share


def test_a_season_begins_half_way_to_the_start_and_all_time_goes_on() -> None:
    seasons = (FOREVER, AUTUMN, WINTER)
    changes = entered((BEGAN, (1, 2), (1, 2)), (WINTER.began_at, (1, 3), (1, 2)), seasons=seasons)
    assert [each.season_id for each in changes[0]] == [FOREVER.id] * 2 + [AUTUMN.id] * 2
    assert [each.season_id for each in changes[1]] == [FOREVER.id] * 2 + [WINTER.id] * 2
    career, _, autumn, _ = changes[0]
    later, _, winter, new = changes[1]
    assert (career.rating, later.before, later.matches) == (autumn.rating, autumn.rating, 2)
    mu, sigma = (MU + autumn.mu) / 2, (SIGMA + autumn.sigma) / 2
    assert winter.before == shown_rating(mu, sigma)
    assert winter.matches == 1
    assert new.before == 1000
    assert drawn_to_start(autumn.mu, autumn.sigma, 2)[0] == pytest.approx(MU + (autumn.mu - MU) / 4)


# ------------------------------------------------------- over the database


async def stored(database: Database) -> dict[str, list[Any]]:
    """Everything that is kept of ratings."""
    return {
        table: sorted(map(tuple, await database.reader.execute_fetchall(f"SELECT * FROM {table}")), key=repr)  # noqa: S608  # our own
        for table in ("ratings", "standings", "seasons", "recounts")
    }


async def settled(database: Database, time: FakeTime) -> None:
    """Let what is to be worked out anew be worked out."""
    house = House.over(database, time)
    house.play.clocks.start()
    while any(timer.kind == RECOUNT for timer in await due(database, time)):
        await time.at_rest("clocks")
    await house.play.clocks.stop()


async def due(database: Database, time: FakeTime) -> list[timers.Timer]:
    nearest = await timers.nearest(database.reader)
    return [] if nearest is None or nearest.due_at > time.now else [nearest]


async def history(database: Database, random: Random, time: FakeTime) -> None:
    """Some months of a server: monthly seasons, results that come in late, results that are corrected."""
    async with database.writing() as connection:
        await guilds.put(connection, GUILD, GuildSettings(season=SeasonLength.MONTH), 1, time.now)
    ended: list[tuple[int, datetime, int]] = []
    for _ in range(random.randrange(20, 60)):
        time.advance(timedelta(hours=random.expovariate(1 / 30)))
        game = random.choice(("card_game", "board_game"))
        seats = 2 if game == "card_game" else random.choice((2, 3, 4))
        players = random.sample(range(1, 8), seats)
        results = [random.randrange(1, 1 + seats) for _ in players]
        places = [1 + sum(other < own for other in results) for own in results]
        at = time.now - random.choice((timedelta(), timedelta(), timedelta(milliseconds=5), timedelta(days=3)))
        at = max(at, BEGAN)
        match_id = await finish(database, at, players, places, game=game, rated=random.random() < 0.9)
        ended.append((match_id, at, seats))
        if random.random() < 0.2:
            match_id, at, seats = random.choice(ended)
            places = [1 + (seat != match_id % seats) for seat in range(seats)]
            await set_result(database, match_id, at, places, time.now)
        await settled(database, time)


@pytest.mark.parametrize("seed", range(6))
async def test_a_recount_comes_to_the_same_figures(
    database: Database, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    random = Random(seed)
    # so few that corrections take several slices
    monkeypatch.setattr(ratings, "SLICE", 3)
    time = FakeTime(BEGAN + 14 * DAY).installed(monkeypatch)
    await history(database, random, time)
    before = await stored(database)
    assert len(before["standings"]) > 10
    assert len(before["seasons"]) > 2
    assert before["recounts"] == []
    await recount(database, time.now + DAY)
    assert await stored(database) == before
    async with database.writing() as connection:
        await connection.execute("UPDATE ratings SET mu = mu + 1, rating = rating + 40 WHERE user_id = 3")
        await connection.execute("DELETE FROM standings WHERE user_id = 2")
        await connection.execute("DELETE FROM ratings WHERE user_id = 2")
        await connection.execute(
            "INSERT INTO standings SELECT season_id, game, 99, ended_at, match_id, mu, sigma, rating, matches, wins,"
            " draws, losses FROM standings WHERE user_id = 1"
        )
    await recount(database, time.now + DAY)
    after = await stored(database)
    assert {**after, "seasons": []} == {**before, "seasons": []}


async def test_a_result_in_an_ended_season_corrects_it_and_all_that_followed(database: Database) -> None:
    match_id = await finish(database, BEGAN, (1, 2), (1, 2))
    await finish(database, BEGAN + 70 * DAY, (1, 3), (1, 2))
    seasons = await season_store.of_guild(database.reader, GUILD)
    assert [(season.number, season.ended_at) for season in seasons] == [
        (0, None),
        (1, datetime(2027, 1, 1, tzinfo=UTC)),
        (2, None),
    ]
    before = {season.id: await store.standing(database.reader, season.id, "card_game", 1) for season in seasons}
    async with database.writing() as connection:
        await season_store.set_posted(connection, seasons[1], 1, 2)
    now = BEGAN + 80 * DAY
    await set_result(database, match_id, BEGAN, (2, 1), now)
    corrected = await season_store.of_guild(database.reader, GUILD)
    assert [season.corrected_at for season in corrected] == [None, now, None]
    assert not corrected[1].posted
    for season in seasons:
        was, is_now = before[season.id], await store.standing(database.reader, season.id, "card_game", 1)
        assert was is not None
        assert is_now is not None
        assert is_now.mu < was.mu
        assert is_now.wins == (was.wins - (season.number < 2))


async def test_what_does_not_count(database: Database) -> None:
    await finish(database, BEGAN, (1, 2), (1, 2), rated=False)
    assert (await stored(database))["seasons"] == []
    await finish(database, BEGAN, (1, 2), (1, 2), guild_id=71)
    await finish(database, BEGAN, (1, 2), (1, 2))
    (one, other), rows = await season_store.of_guild(database.reader, GUILD), (await stored(database))["ratings"]
    assert {one.number, other.number} == {0, 1}
    assert len(rows) == 8
