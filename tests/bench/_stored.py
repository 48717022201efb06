"""A database with many matches: finished ones, and live ones somewhere in the middle."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final

import aiosqlite

from bot.store import matches as store
from bot.store.challenges import Pace
from bot.store.database import Database
from bot.store.matches import Entry, EntryKind, NewMatch, Player
from rules.game import AnyGame, OptionValue, Outcome
from rules.shuffle import VERSION as DEAL_VERSION
from tests.rules.walks import Move, deal_of, walk

PATTERNS: Final = 50
"""So many matches are really played; the others repeat them with other people."""

BEGAN: Final = datetime(2026, 11, 1, 12, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Played:
    """A match as rows: its terms, its log, and where it stands."""

    new: NewMatch
    log: tuple[Entry, ...]
    turn: int | None
    outcome: Outcome | None


@cache
def played(game: AnyGame, seed: int, least_actions: int | None, guild_id: int, channel_id: int) -> Played:
    """A random match of two with the first of all options, broken off after a turn when ``least_actions`` are made."""
    options = {option.name: option.values[0] for option in game.options}
    moves: list[Move] = []
    for move in walk(game, seed, options, seats=2, take_backs=0):
        moves.append(move)
        turn_complete = any(event.seen_by(None) is not None for event in move.applied.events)
        if least_actions is not None and len(moves) >= least_actions and turn_complete:
            break
    players = (Player(1, "Ada", 0), Player(2, "Ben", 1))
    return as_rows(game, seed, options, players, moves, Pace.DAILY, BEGAN, guild_id=guild_id, channel_id=channel_id)


def as_rows(
    game: AnyGame,
    seed: int,
    options: Mapping[str, OptionValue],
    players: tuple[Player, ...],
    moves: Sequence[Move],
    pace: Pace,
    at: datetime,
    *,
    guild_id: int,
    channel_id: int,
) -> Played:
    """A match in which ``moves`` have been made out of the deal of ``seed``, all of it at one moment."""
    deal = deal_of(seed)
    state = moves[-1].applied.state if moves else game.start(options, len(players), deal).state
    new = NewMatch(
        guild_id=guild_id,
        channel_id=channel_id,
        challenge_message_id=None,
        game=game.key,
        rules_version=game.version,
        options=options,
        deal_version=DEAL_VERSION,
        secret=deal.secret,
        contributions=deal.contributions,
        order_drawn=False,
        agreed_starter=None,
        players=players,
        turn=state.turn,
        pace=pace,
        rated=False,
        created_at=at,
    )
    log = tuple(
        Entry(ply, move.seat, EntryKind.GAME, players[move.seat].user_id, str(move.action), at)
        for ply, move in enumerate(moves, 1)
    )
    return Played(new, log, state.turn, state.outcome)


async def fill(database: Database, game: AnyGame, *, finished: int, live: int, guild_id: int, channel_id: int) -> None:
    """Store matches of people with the ids 1, 2 and so on, two a match, all of them published."""
    async with database.writing() as connection:
        for number in range(finished + live):
            seed = number % PATTERNS
            pattern = played(game, seed, None if number < finished else 20 + 2 * (seed % 10), guild_id, channel_id)
            people = (Player(2 * number + 1, "Ada", 0), Player(2 * number + 2, "Ben", 1))
            await put(connection, replace(pattern, new=replace(pattern.new, players=people)), channel_id)


async def put(connection: aiosqlite.Connection, played: Played, place_id: int) -> int:
    """Store a match with no turn half done as if all of it had been published; its number."""
    match_id = await store.insert(connection, played.new)
    await connection.executemany(
        "INSERT INTO actions (match_id, ply, seat, kind, actor, text, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(match_id, entry.ply, entry.seat, entry.kind, entry.actor, entry.text, 0) for entry in played.log],
    )
    ply = len(played.log)
    at = played.new.created_at + timedelta(hours=1)
    await store.advance(
        connection,
        match_id,
        ply=ply,
        public_ply=ply,
        turn=played.turn,
        outcome=played.outcome,
        at=at,
        ended_at=None if played.outcome is None else at,
    )
    await store.settle(connection, match_id, place_id)
    await store.set_published(connection, match_id, ply)
    return match_id
