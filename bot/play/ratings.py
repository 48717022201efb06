"""Ratings, as they follow from the stored results of a server and game, in the order in which the matches ended.

The model is Bradley-Terry with full pairing, from openskill (Weng and Lin, JMLR 12, 2011, algorithm 1): every two
players of a match are compared as if they had played each other, and a shared place counts as half a win. An estimate
begins at ``mu`` 25 with the uncertainty ``sigma`` 25/3; what is shown and ordered by is the conservative
``1000 + 40 * (mu - 3 * sigma)`` in whole points, so that everybody begins at 1000. A rating is provisional as long as
``sigma`` is above 6, and who has played fewer than 5 rated matches in a season is not ranked in it. People with the
same rating share a place.

* A match is rated if that was agreed on in its challenge and it has a result. A resignation or a loss by time is a
  result; a match that a moderator ends has none. A moderator's correction takes the place of the result.
* Every match counts twice: in the season in which it ends, and in *all time*, whose ratings are kept apart. A player's
  first match in a season begins with the last rating of the seasons before, ``mu`` and ``sigma`` each drawn half-way to
  the beginning, and half-way again for every season in between.
* The n-th rated match of the same two people within 24 hours, at the same game in the same server, changes their
  ratings by 1/n of the full change. In a match of more than two, the share of a player is the mean of the shares with
  each of the others.

Results do not always arrive in the order in which they count: a moderator corrects one of last month, or one is stored
a moment after a later one. Then all that came after it is worked out anew, a slice of matches in each transaction, by
a timer, so that nobody has to wait for it; what is left to do is stored.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final

import aiosqlite
from openskill.models import BradleyTerryFull

from bot.play import seasons
from bot.play.clocks import Clock, Clocks
from bot.store import ratings as store
from bot.store import seasons as season_store
from bot.store import timers
from bot.store.database import Database
from bot.store.matches import Match
from bot.store.ratings import Change, Result, Standing
from bot.store.seasons import Season
from bot.store.timers import Timer
from bot.store.times import from_stored

MU: Final = 25.0
SIGMA: Final = 25.0 / 3
PROVISIONAL_ABOVE: Final = 6.0
"""A rating whose ``sigma`` is above this is still uncertain: after about twelve matches of two it is not any more."""

REPETITION: Final = timedelta(hours=24)
"""Within so long the matches of the same two people count less and less."""

RECOUNT: Final = "recount"
"""The kind of timer that works ratings out anew; its subject is the stored ``Recount``."""

SLICE: Final = 250
"""So many matches are worked out in one transaction."""

_MODEL: Final = BradleyTerryFull(mu=MU, sigma=SIGMA, limit_sigma=True)


def shown_rating(mu: float, sigma: float) -> int:
    """An estimate as the number that people see."""
    return round(1000 + 40 * (mu - 3 * sigma))


def is_provisional(sigma: float) -> bool:
    return sigma > PROVISIONAL_ABOVE


def drawn_to_start(mu: float, sigma: float, seasons_ago: int) -> tuple[float, float]:
    """An estimate of so many seasons ago, as a player begins a season with it."""
    part = 0.5**seasons_ago
    return MU + (mu - MU) * part, SIGMA + (sigma - SIGMA) * part


class Ledger:
    """Enters the results of a server and game one after the other, from some mark on.

    ``known`` are the standings of everybody concerned before that mark, in every season; ``recent`` the results of the
    24 hours before it.
    """

    def __init__(self, all_seasons: Sequence[Season], known: Iterable[Standing], recent: Iterable[Result]) -> None:
        self._seasons = all_seasons
        self._standings = {(each.season_id, each.user_id): each for each in known}
        self._recent = deque(recent)

    def enter(self, result: Result) -> list[Change]:
        """What a result, later than all before, does to the standings of its players."""
        shares = self._shares(result)
        counting = [season for season in self._seasons if season.is_all_time or season.holds(result.ended_at)]
        changes = [change for season in counting for change in self._changes(season, result, shares)]
        self._standings.update({(change.season_id, change.user_id): change for change in changes})
        self._recent.append(result)
        return changes

    def _changes(self, season: Season, result: Result, shares: Sequence[float]) -> list[Change]:
        begun = [self._estimate(season, user) for user in result.players]
        teams = [[_MODEL.create_rating([mu, sigma])] for mu, sigma in begun]
        rated = _MODEL.rate(teams, ranks=[float(place) for place in result.places])
        first = result.places.count(1)
        changes: list[Change] = []
        for user, place, share, (mu, sigma), (new,) in zip(
            result.players, result.places, shares, begun, rated, strict=True
        ):
            before = self._standings.get((season.id, user))
            won, drawn = place == 1 and first == 1, place == 1 and first > 1
            after = mu + (new.mu - mu) * share, sigma + (new.sigma - sigma) * share
            changes.append(
                Change(
                    season_id=season.id,
                    user_id=user,
                    ended_at=result.ended_at,
                    match_id=result.match_id,
                    mu=after[0],
                    sigma=after[1],
                    rating=shown_rating(*after),
                    matches=1 + (before.matches if before else 0),
                    wins=won + (before.wins if before else 0),
                    draws=drawn + (before.draws if before else 0),
                    losses=(place > 1) + (before.losses if before else 0),
                    before=shown_rating(mu, sigma),
                    share=share,
                )
            )
        return changes

    def _estimate(self, season: Season, user_id: int) -> tuple[float, float]:
        """What a player begins a match of a season with."""
        for earlier in reversed(self._seasons):
            if earlier.is_all_time == season.is_all_time and earlier.number <= season.number:
                standing = self._standings.get((earlier.id, user_id))
                if standing is not None:
                    return drawn_to_start(standing.mu, standing.sigma, season.number - earlier.number)
        return MU, SIGMA

    def _shares(self, result: Result) -> list[float]:
        while self._recent and self._recent[0].ended_at <= result.ended_at - REPETITION:
            self._recent.popleft()
        seats = range(len(result.players))
        share = {(seat, seat): 0.0 for seat in seats}
        for one, other in combinations(seats, 2):
            pair = {result.players[one], result.players[other]}
            count = 1 + sum(pair <= set(before.players) for before in self._recent)
            share[one, other] = share[other, one] = 1 / count
        return [sum(share[seat, other] for other in seats) / (len(seats) - 1) for seat in seats]


async def settle(connection: aiosqlite.Connection, match: Match, at: datetime) -> None:
    """Enter the result of a rated match that has ended, or was corrected, now, in the transaction that does it."""
    assert match.ended_at is not None
    await seasons.roll(connection, match.guild_id, at)
    start = match.ended_at, match.id
    waiting = await store.recount_of(connection, match.guild_id, match.game)
    if waiting is None or start < waiting.start:
        await store.put_recount(connection, match.guild_id, match.game, start)
    if waiting is None:
        await advance(connection, match.guild_id, match.game, at)


async def advance(connection: aiosqlite.Connection, guild_id: int, game: str, now: datetime) -> bool:
    """Work out a slice of the ratings that are to be worked out anew; whether that was all.

    A slice takes its time, so that this is for ``Database.write``, which does it away from the event loop.
    """
    waiting = await store.recount_of(connection, guild_id, game)
    if waiting is None:
        return True
    found = await store.results(connection, guild_id, game, waiting.start, SLICE + 1)
    results = found[:SLICE]
    if results:
        await _enter(connection, guild_id, game, results, now)
    if len(found) > len(results):
        await store.put_recount(connection, guild_id, game, found[-1].mark)
        await timers.put(connection, Timer(RECOUNT, waiting.id, now))
        return False
    await store.drop_recount(connection, waiting.id)
    await timers.drop(connection, RECOUNT, waiting.id)
    await seasons.post_anew(connection, guild_id, now)
    return True


async def _enter(
    connection: aiosqlite.Connection, guild_id: int, game: str, results: Sequence[Result], now: datetime
) -> None:
    start = results[0].mark
    all_seasons = await season_store.of_guild(connection, guild_id)
    users = {user for result in results for user in result.players}
    known = await store.standings_before(connection, [season.id for season in all_seasons], game, users, start)
    recent = await store.results_of(connection, guild_id, game, users, start[0] - REPETITION, start)
    ledger = Ledger(all_seasons, known, recent)
    changes = [change for result in results for change in ledger.enter(result)]
    stored = set(await store.of_matches(connection, [result.match_id for result in results]))
    await store.put(connection, game, changes)
    ended = {season.id for season in all_seasons if season.ended_at is not None}
    await season_store.correct(connection, ended & {each.season_id for each in changes if each not in stored}, now)


class Ratings:
    """Works out anew what was not worked out at once."""

    def __init__(self, database: Database, clock: Clock, clocks: Clocks) -> None:
        self._database = database
        self._clock = clock
        clocks.handle(RECOUNT, self._advance)

    async def _advance(self, recount_id: int) -> None:
        await self._database.write(_advance, recount_id, self._clock())


async def _advance(connection: aiosqlite.Connection, recount_id: int, now: datetime) -> None:
    waiting = await store.recount(connection, recount_id)
    if waiting is None:
        await timers.drop(connection, RECOUNT, recount_id)
    else:
        await advance(connection, waiting.guild_id, waiting.game, now)


async def recount(database: Database, now: datetime) -> int:
    """Work out all ratings anew from the stored results; returns how many matches that were."""
    for guild_id, game in await store.rated_games(database.reader):
        await database.write(store.put_recount, guild_id, game, (from_stored(0), 0))
        while not await database.write(advance, guild_id, game, now):
            pass
    await database.write(store.delete_strays)
    return await database.read(store.count_results)
