"""Milestones: what somebody reaches once in a server, noted in the transaction that ends the match.

Matches with a computer count for none. They stand on the message that shows the match's result, where the server wants
that, and so are told once; what was reached while the server did not is never told.
"""

from collections.abc import Sequence
from typing import Final

import aiosqlite

from bot.play.statistics import longest_streak
from bot.store import statistics as store
from bot.store.matches import Match
from bot.store.statistics import Milestone, Result, SeatResult

STREAKS: Final = {Milestone.STREAK_5: 5, Milestone.STREAK_10: 10}
MATCHES: Final = {Milestone.MATCHES_10: 10, Milestone.MATCHES_50: 50, Milestone.MATCHES_100: 100}
EXPEDITION: Final = 100
"""An expedition of more points than that is a milestone."""


async def settle(connection: aiosqlite.Connection, match: Match, results: Sequence[SeatResult]) -> None:
    """Note what the players of a match that has just ended with a result, here for each seat, have reached by it."""
    for player, result in zip(match.players, results, strict=True):
        user_id = player.user_id
        missing = set(Milestone) - await store.reached(connection, match.guild_id, user_id)
        latest = await store.latest_results(connection, match.guild_id, user_id, max(MATCHES.values()))
        reached = [kind for kind in Milestone if kind in missing and _is_reached(kind, result, latest)]
        await store.add_milestones(connection, match.guild_id, user_id, reached, match.id)


def _is_reached(kind: Milestone, result: SeatResult, latest: Sequence[Result]) -> bool:
    """Whether a match led to a milestone; ``latest`` are the results up to it, the latest first."""
    if kind is Milestone.FIRST_WIN:
        return result.result is Result.WON
    if kind is Milestone.EXPEDITION_100:
        return result.best is not None and result.best[1] > EXPEDITION
    if kind in STREAKS:
        return longest_streak(latest[: STREAKS[kind]]) == STREAKS[kind]
    return len(latest) >= MATCHES[kind]
