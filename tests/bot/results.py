"""Rated matches that have a result, without anybody having played them."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import aiosqlite

from bot.play import ratings
from bot.store import matches as store
from bot.store.challenges import Pace
from bot.store.database import Database
from bot.store.matches import NewMatch, Player
from rules.game import Outcome, Termination

GUILD, CHANNEL = 70, 80


def new_match(
    players: Sequence[int], at: datetime, *, game: str = "card_game", rated: bool = True, guild_id: int = GUILD
) -> NewMatch:
    """A match of these people that began an hour before ``at``."""
    return NewMatch(
        guild_id=guild_id,
        channel_id=CHANNEL,
        challenge_message_id=None,
        game=game,
        rules_version=1,
        options={},
        deal_version=1,
        secret=bytes(32),
        contributions=(),
        order_drawn=True,
        agreed_starter=None,
        players=tuple(Player(user, f"Person {user}", seat) for seat, user in enumerate(players)),
        turn=0,
        pace=Pace.DAILY,
        rated=rated,
        created_at=at - timedelta(hours=1),
    )


async def finish(
    database: Database,
    at: datetime,
    players: Sequence[int],
    places: Sequence[int],
    *,
    game: str = "card_game",
    rated: bool = True,
    guild_id: int = GUILD,
) -> int:
    """A match that has ended so at a moment; returns its id."""
    new = new_match(players, at, game=game, rated=rated, guild_id=guild_id)
    match_id = await database.write(store.insert, new)
    await set_result(database, match_id, at, places, at)
    return match_id


async def set_result(
    database: Database, match_id: int, ended_at: datetime, places: Sequence[int], now: datetime
) -> None:
    """Give a match a result, or another one, as if its channel showed it already."""
    outcome = Outcome(Termination.COMPLETED, tuple(places), (0,) * len(places))
    await database.write(_set_result, match_id, ended_at, outcome, now)


async def _set_result(
    connection: aiosqlite.Connection, match_id: int, ended_at: datetime, outcome: Outcome, now: datetime
) -> None:
    await store.advance(
        connection, match_id, ply=1, public_ply=1, turn=None, outcome=outcome, at=now, ended_at=ended_at
    )
    await store.set_published(connection, match_id, 1)
    match = await store.get(connection, match_id)
    assert match is not None
    if match.rated:
        await ratings.settle(connection, match, now)
