"""Who stands where: the table of a season, page by page, and its first places.

Nothing is counted up when somebody looks: standings are stored in order.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import aiosqlite

from bot.play.clocks import Clock
from bot.play.ratings import is_provisional
from bot.store import names as name_store
from bot.store import ratings as store
from bot.store.database import Database
from bot.store.ratings import LEAST_MATCHES, Change, Moved, Standing
from bot.store.seasons import Season

PAGE: Final = 10
"""So many people stand on a page."""

PODIUM: Final = 3
"""So many places stand on the podium."""

MOST_ON_PODIUM: Final = 10
"""So many people stand there at most, however many share a place."""

TREND: Final = timedelta(days=7)
"""A trend tells how many places somebody has climbed since then."""


@dataclass(frozen=True, slots=True)
class Row:
    """A person in a table.

    ``place`` is None for who is not ranked yet, ``name`` is empty for a former player. ``trend`` is how many places
    the person has climbed in the last week, None for who is or was not ranked; ``is_new`` tells who was not ranked
    then. In a season that has ended there is neither.
    """

    user_id: int
    name: str
    place: int | None
    rating: int
    is_provisional: bool
    matches: int
    wins: int
    draws: int
    losses: int
    trend: int | None
    is_new: bool


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the table of a season and game, counted from 0, out of ``pages``; ``ranked`` people are on them all.

    ``own`` is the row of the one who looks, None for who has not played; ``own_page`` is where it stands.
    """

    season: Season
    game: str
    number: int
    pages: int
    rows: tuple[Row, ...]
    ranked: int
    own: Row | None
    own_page: int | None


@dataclass(frozen=True, slots=True)
class Podium:
    """The first three places of a season at a game; ``ranked`` people took part in all."""

    game: str
    rows: tuple[Row, ...]
    ranked: int


class Tables:
    """Looks tables up."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def games(self, season: Season) -> list[str]:
        """The games that were played for ratings in a season, the one with the most matches first."""
        return await self._database.read(store.most_played, season.id)

    async def page(self, season: Season, game: str, user_id: int, number: int) -> Page:
        """A page of a table as a person sees it; the last one for a number that is too high."""
        return await self._database.read(_page, season, game, user_id, number, self._clock())

    async def podium(self, season: Season, game: str) -> Podium:
        """The first places of a season."""
        return await self._database.read(_podium, season, game, self._clock())

    async def changes(self, match_id: int) -> list[Change]:
        """What a match did to its players' ratings: in its season or, between seasons, in all time."""
        changes = await self._database.read(store.of_matches, [match_id])
        # all time is the first of the seasons of a server
        latest = max((change.season_id for change in changes), default=0)
        return [change for change in changes if change.season_id == latest]


async def _page(
    connection: aiosqlite.Connection, season: Season, game: str, user_id: int, number: int, now: datetime
) -> Page:
    ladder = await store.ladder(connection, season.id, game)
    pages = max(1, -(-len(ladder) // PAGE))
    number = min(number, pages - 1)
    listed = await store.page(connection, season.id, game, number * PAGE, PAGE)
    own = await store.standing(connection, season.id, game, user_id)
    concerned = {each.user_id: each for each in (*listed, *((own,) if own else ()))}
    rows = await _rows(connection, season, game, list(concerned.values()), ladder, now)
    own_page = None
    if own is not None and own.matches >= LEAST_MATCHES:
        own_page = await store.before(connection, own, game) // PAGE
    shown = tuple(rows[each.user_id] for each in listed)
    return Page(season, game, number, pages, shown, len(ladder), rows.get(user_id), own_page)


async def _podium(connection: aiosqlite.Connection, season: Season, game: str, now: datetime) -> Podium:
    ladder = await store.ladder(connection, season.id, game)
    listed = await store.page(connection, season.id, game, 0, MOST_ON_PODIUM)
    rows = (await _rows(connection, season, game, listed, ladder, now)).values()
    first = tuple(row for row in rows if row.place is not None and row.place <= PODIUM)
    return Podium(game, first, len(ladder))


async def _rows(
    connection: aiosqlite.Connection,
    season: Season,
    game: str,
    listed: Sequence[Standing],
    ladder: Sequence[int],
    now: datetime,
) -> dict[int, Row]:
    names = await name_store.of(connection, season.guild_id, [each.user_id for each in listed])
    then: dict[int, int] = {}
    if season.ended_at is None:
        then = _places_then(listed, ladder, await store.moved(connection, season.id, game, now - TREND))
    rows: dict[int, Row] = {}
    for each in listed:
        place = 1 + _higher(ladder, each.rating) if each.matches >= LEAST_MATCHES else None
        place_then = then.get(each.user_id)
        rows[each.user_id] = Row(
            each.user_id,
            names.get(each.user_id, ""),
            place,
            each.rating,
            is_provisional(each.sigma),
            each.matches,
            each.wins,
            each.draws,
            each.losses,
            trend=None if place is None or place_then is None else place_then - place,
            is_new=season.ended_at is None and place is not None and place_then is None,
        )
    return rows


def _places_then(listed: Sequence[Standing], ladder: Sequence[int], moved: Mapping[int, Moved]) -> dict[int, int]:
    """The places that people had on a ladder before those who ``moved`` since did so."""
    now = sorted(each.rating_now for each in moved.values() if each.matches_now >= LEAST_MATCHES)
    then = sorted(each.rating_then for each in moved.values() if each.matches_then >= LEAST_MATCHES)
    places: dict[int, int] = {}
    for each in listed:
        moves = moved.get(each.user_id)
        rating, matches = (each.rating, each.matches) if moves is None else (moves.rating_then, moves.matches_then)
        if matches >= LEAST_MATCHES:
            places[each.user_id] = 1 + _higher(ladder, rating) - _higher(now, rating) + _higher(then, rating)
    return places


def _higher(ordered: Sequence[int], rating: int) -> int:
    """How many of some ratings, in order, are higher than one."""
    return len(ordered) - bisect_right(ordered, rating)
