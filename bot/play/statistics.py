"""What people have done: it follows from the stored results, and is counted up from one row a match when looked at."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final

import aiosqlite

from bot.play.table import Table, folded
from bot.store import matches as match_store
from bot.store import names as name_store
from bot.store import ratings as rating_store
from bot.store import seasons as season_store
from bot.store import statistics as store
from bot.store.database import Database
from bot.store.matches import Match
from bot.store.seasons import Season
from bot.store.statistics import Milestone, PlayedMatch, Result, SeatResult
from rules.cards import Colour
from rules.game import Expedition, RoundEnded, Seat

SLICE: Final = 100
"""So many matches are counted anew in one transaction."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How matches ended for somebody."""

    wins: int
    draws: int
    losses: int

    @property
    def matches(self) -> int:
        return self.wins + self.draws + self.losses

    @classmethod
    def of(cls, results: Iterable[Result]) -> "Tally":
        counts = Counter(results)
        return cls(counts[Result.WON], counts[Result.DRAWN], counts[Result.LOST])


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """What somebody has done in a game.

    ``average`` is the points of a finished round, None before the first; ``best`` the best expedition as colour,
    points and match; ``favourite`` the colour of most expeditions. ``ratings`` are those of all time after each rated
    match, with the moment at which it ended, the first one first.
    """

    game: str
    tally: Tally
    average: float | None
    best: tuple[Colour, int, int] | None
    favourite: Colour | None
    ratings: tuple[tuple[datetime, int], ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """What somebody has done in a server: the games that were played most first, the most wins in a row, and how the
    matches with the one who looks ended (None for oneself). Of matches with a computer only ``against_computer`` tells.
    """

    games: tuple[GameStatistics, ...]
    streak: int
    against: Tally | None
    against_computer: Tally
    seasons: tuple[Season, ...]


def seat_results(table: Table) -> list[SeatResult]:
    """What a match that has a result was for each seat."""
    outcome = table.match.outcome
    assert outcome is not None
    rounds = [event for news in table.news for event in news.events if isinstance(event, RoundEnded)]
    begun = table.game.expeditions(table.state)
    return [
        _seat_result(seat, place, len(outcome.winners), [each.points[seat] for each in rounds], begun)
        for seat, place in enumerate(outcome.places)
    ]


def _seat_result(
    seat: Seat, place: int, winners: int, points: Sequence[int], begun: Sequence[Expedition]
) -> SeatResult:
    own = [each for each in begun if each.seat == seat]
    best = max(own, key=lambda each: each.points, default=None)
    result = Result.LOST if place > 1 else Result.WON if winners == 1 else Result.DRAWN
    counts = Counter(each.colour for each in own)
    return SeatResult(
        place=place,
        result=result,
        rounds=len(points),
        points=sum(points),
        best=None if best is None else (Colour(best.colour), best.points),
        begun=tuple(counts[colour] for colour in Colour),
    )


async def settle(connection: aiosqlite.Connection, table: Table) -> list[SeatResult]:
    """Store what a match that has just got a result, or another one, was for each seat; returns that."""
    results = seat_results(table)
    await store.put(connection, table.match.id, results)
    return results


class Profiles:
    """Looks up what people have done, and which matches they have finished."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guild_id: int, user_id: int, asker_id: int) -> Statistics:
        """What a person has done in a server, as somebody there sees it."""
        reader = self._database.reader
        every = await store.played(reader, guild_id, user_id)
        played = [match for match in every if not match.with_computer]
        seasons = await season_store.of_guild(reader, guild_id)
        all_time = next((season.id for season in seasons if season.is_all_time), None)
        games: list[GameStatistics] = []
        for game, matches in _by_game(played):
            ratings = [] if all_time is None else await rating_store.curve(reader, all_time, game, user_id)
            games.append(_game_statistics(game, matches, ratings))
        against = None
        if user_id != asker_id:
            places = await store.places_of_both(reader, guild_id, user_id, asker_id)
            against = Tally.of(_compared(own, other) for own, other in places)
        computer = Tally.of(match.result for match in every if match.with_computer)
        running = tuple(season for season in seasons if not season.is_all_time)
        return Statistics(tuple(games), longest_streak(each.result for each in played), against, computer, running)

    async def name_of(self, guild_id: int, user_id: int) -> str | None:
        """Under which name a person showed last in a server; None for who never played there, and a former player."""
        return (await name_store.of(self._database.reader, guild_id, [user_id])).get(user_id)

    async def milestones(self, match_id: int) -> list[tuple[int, Milestone]]:
        """Who reached which milestones in a match."""
        return await store.reached_in(self._database.reader, match_id)

    async def finished(
        self, guild_id: int, user_id: int, opponent_id: int | None, game: str | None, skip: int, most: int
    ) -> tuple[list[Match], int]:
        """A person's finished matches in a server, the latest first, after so many others; and how many there are.

        Only those with an opponent and of a game, if they are given.
        """
        reader, about = self._database.reader, (guild_id, user_id, opponent_id, game)
        return await match_store.finished_of(reader, *about, skip, most), await match_store.count_finished(
            reader, *about
        )


def _by_game(played: Sequence[PlayedMatch]) -> list[tuple[str, list[PlayedMatch]]]:
    ordered = sorted(played, key=lambda each: each.game)
    games = [(game, list(matches)) for game, matches in groupby(ordered, key=lambda each: each.game)]
    return sorted(games, key=lambda each: -len(each[1]))


def _game_statistics(
    game: str, matches: Sequence[PlayedMatch], ratings: Iterable[tuple[datetime, int]]
) -> GameStatistics:
    rounds = sum(each.rounds for each in matches)
    begun = [sum(each.begun[colour] for each in matches) for colour in Colour]
    best = max(
        ((each.best, each.match_id) for each in matches if each.best is not None),
        key=lambda found: found[0][1],
        default=None,
    )
    return GameStatistics(
        game,
        Tally.of(each.result for each in matches),
        sum(each.points for each in matches) / rounds if rounds else None,
        None if best is None else (*best[0], best[1]),
        max(Colour, key=lambda colour: begun[colour]) if any(begun) else None,
        tuple(ratings),
    )


def _compared(own: int, other: int) -> Result:
    return Result.DRAWN if own == other else Result.WON if own < other else Result.LOST


def longest_streak(results: Iterable[Result]) -> int:
    """The most wins in a row."""
    runs = (len(list(run)) for result, run in groupby(results) if result is Result.WON)
    return max(runs, default=0)


async def recount(database: Database) -> int:
    """Work out anew what every match with a result was for its seats; returns how many matches there are."""
    count, last = 0, 0
    while ids := await store.with_outcome(database.reader, last, SLICE):
        await database.write(_settle_all, ids)
        count, last = count + len(ids), ids[-1]
    await database.write(store.delete_strays)
    return count


async def _settle_all(connection: aiosqlite.Connection, match_ids: Iterable[int]) -> None:
    for match_id in match_ids:
        match = await match_store.get(connection, match_id)
        assert match is not None
        await settle(connection, folded(match, await match_store.log(connection, match_id)))
