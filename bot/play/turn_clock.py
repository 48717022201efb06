"""The clock of a match's current turn: begun, stopped, set anew, always within a transaction that changes the match.

Whoever calls passes the match with the clock as it is stored at that moment, and gets the new clock back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

import aiosqlite

from bot.play.pace import ALLOWANCE, after_quiet, times_until, warning_time
from bot.store import guilds, matches, players, timers
from bot.store.challenges import Pace
from bot.store.matches import Match, TurnClock
from bot.store.players import Preferences

REMINDER: Final = "turn_reminder"
WARNING: Final = "turn_warning"
DEADLINE: Final = "turn_deadline"
KINDS: Final = (REMINDER, WARNING, DEADLINE)
"""The kinds of timers of a turn; their subject is the match."""

GRACE: Final = timedelta(seconds=3)
"""A turn ends so much after its deadline, so that what arrived in time and is still under way counts."""

ON_VACATION: Final = (Pace.DAILY, Pace.RELAXED)
"""The paces whose clocks a vacation stops."""


@dataclass(frozen=True, slots=True)
class _Player:
    """The player of the turn: what the person has chosen, within the limits of the server.

    ``back_at`` is until when the person is away, ``now`` if not at all.
    """

    chosen: Preferences
    back_at: datetime


async def begin(connection: aiosqlite.Connection, match: Match, now: datetime) -> TurnClock:
    """Begin the turn of ``match.turn``: after the player's vacation, with regard to the player's quiet hours.

    A computer has all the time that it takes. If the match stands still it goes on doing so, with the whole time left.
    """
    player = await _player(connection, match, now)
    clock = TurnClock(began_at=player.back_at, paused=match.clock.paused)
    assert match.turn is not None
    if match.pace is Pace.UNLIMITED or match.players[match.turn].level is not None:
        return await _store(connection, match, clock, {})
    if match.clock.paused or match.clock.remaining is not None:
        return await _store(connection, match, replace(clock, remaining=ALLOWANCE[match.pace]), {})
    return await _run_until(player.back_at + ALLOWANCE[match.pace], connection, match, clock, player, now)


async def pause(connection: aiosqlite.Connection, match: Match, now: datetime) -> TurnClock:
    """Stop the clock and keep what is left on it."""
    return await _held(connection, match, now, paused=True)


async def freeze(connection: aiosqlite.Connection, match: Match, now: datetime) -> TurnClock:
    """Stop the clock while the players cannot be reached, without a pause; ``resume`` lets it run on."""
    return await _held(connection, match, now, paused=False)


async def _held(connection: aiosqlite.Connection, match: Match, now: datetime, *, paused: bool) -> TurnClock:
    remaining = match.clock.remaining
    if match.clock.deadline is not None:
        player = await _player(connection, match, now)
        remaining = max(match.clock.deadline - player.back_at, timedelta())
    clock = replace(match.clock, deadline=None, remaining=remaining, paused=paused)
    return await _store(connection, match, clock, {})


async def resume(connection: aiosqlite.Connection, match: Match, now: datetime) -> TurnClock:
    """Let the clock run on with what was left, but not with less than a last warning leaves."""
    if match.clock.remaining is None:
        return await begin(connection, replace(match, clock=replace(match.clock, paused=False)), now)
    player = await _player(connection, match, now)
    clock = replace(match.clock, began_at=player.back_at, remaining=None, paused=False)
    deadline = player.back_at + max(match.clock.remaining, warning_time(match.pace))
    return await _run_until(deadline, connection, match, clock, player, now)


async def thaw(connection: aiosqlite.Connection, match: Match, now: datetime) -> TurnClock:
    """Let a clock run on that stood still because the bot was not in the server."""
    return await _shown(connection, match, await resume(connection, match, now))


async def shift(by: timedelta, connection: aiosqlite.Connection, match: Match, now: datetime) -> TurnClock:
    """Move the end of a turn that has one, for a vacation that began or ended early."""
    assert match.clock.deadline is not None
    player = await _player(connection, match, now)
    clock = replace(match.clock, began_at=player.back_at)
    deadline = max(match.clock.deadline + by, player.back_at)
    clock = await _run_until(deadline, connection, match, clock, player, now)
    return await _shown(connection, match, clock)


async def excuse(connection: aiosqlite.Connection, match: Match, now: datetime) -> TurnClock:
    """Make good that the bot was away: a last warning, once it may be heard, and the time that it leaves."""
    assert match.clock.deadline is not None
    player = await _player(connection, match, now)
    heard_at = player.back_at
    if match.pace is not Pace.LIVE:
        heard_at = after_quiet(player.chosen.quiet, heard_at)
    deadline = max(match.clock.deadline, heard_at + warning_time(match.pace))
    clock = replace(match.clock, warned_at=None)
    return await _shown(connection, match, await _run_until(deadline, connection, match, clock, player, now))


async def reminded(connection: aiosqlite.Connection, match: Match, now: datetime) -> TurnClock:
    """A reminder of the turn goes out now; there may be another."""
    assert match.clock.deadline is not None
    player = await _player(connection, match, now)
    times = times_until(match.pace, match.clock.deadline, player.chosen, now, player.back_at)
    due = {} if times.reminder is None else {REMINDER: times.reminder}
    await timers.put_all(connection, match.id, [REMINDER], due)
    return match.clock


async def warned(connection: aiosqlite.Connection, match: Match, now: datetime) -> TurnClock:
    """The last warning of the turn goes out now, and leaves at least the time that a warning is to leave."""
    assert match.clock.deadline is not None
    deadline = max(match.clock.deadline, now + warning_time(match.pace))
    clock = replace(match.clock, warned_at=now, deadline=deadline)
    return await _shown(connection, match, await _store(connection, match, clock, {DEADLINE: deadline + GRACE}))


async def nudged(connection: aiosqlite.Connection, match: Match, now: datetime) -> TurnClock:
    """The waiting side nudges now."""
    clock = replace(match.clock, nudged_at=now)
    await matches.set_clock(connection, match.id, clock)
    return clock


async def stop(connection: aiosqlite.Connection, match: Match, now: datetime) -> TurnClock:
    """The match is over: no clock any more."""
    del now
    return await _store(connection, match, TurnClock(), {})


async def _run_until(
    deadline: datetime, connection: aiosqlite.Connection, match: Match, clock: TurnClock, player: _Player, now: datetime
) -> TurnClock:
    times = times_until(match.pace, deadline, player.chosen, now, player.back_at)
    # whoever has been warned is warned again only if there is time enough
    clock = replace(clock, deadline=times.deadline, warned_at=None if now < times.warning else clock.warned_at)
    due = {DEADLINE: times.deadline + GRACE}
    if clock.warned_at is None:
        due[WARNING] = times.warning
    if times.reminder is not None:
        due[REMINDER] = times.reminder
    return await _store(connection, match, clock, due)


async def _store(
    connection: aiosqlite.Connection, match: Match, clock: TurnClock, due: Mapping[str, datetime]
) -> TurnClock:
    await matches.set_clock(connection, match.id, clock)
    await timers.put_all(connection, match.id, KINDS, due)
    return clock


async def _shown(connection: aiosqlite.Connection, match: Match, clock: TurnClock) -> TurnClock:
    """Let the board tell the new deadline if it has moved within the turn."""
    if clock.deadline != match.clock.deadline:
        await matches.want_board(connection, match.id)
    return clock


async def _player(connection: aiosqlite.Connection, match: Match, now: datetime) -> _Player:
    assert match.turn is not None
    user_id = match.players[match.turn].user_id
    back_at = now
    if match.pace in ON_VACATION:
        for vacation in await players.vacations(connection, user_id, now):
            if vacation.begins_at <= back_at < vacation.ends_at:
                back_at = vacation.ends_at
    chosen = await players.get(connection, user_id)
    pings = chosen.pings.at_most((await guilds.get(connection, match.guild_id)).pings)
    return _Player(replace(chosen, pings=pings), back_at)
