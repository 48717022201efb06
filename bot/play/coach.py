"""The coach: what the hard computer would do in one's place, from what one sees and nothing else."""

from bot.play.computers import Mind
from bot.play.refusal import Refusal
from bot.play.table import Table
from rules.game import Action, Seat
from rules.players.player import Level

LEVEL = Level.HARD
"""Who advises."""


class Coach:
    """Gives advice that was asked for, off the event loop."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind

    async def hint(self, table: Table, seat: Seat) -> Action:
        """The recommended action for a seat, each time the same. Raises Refusal as ``must_allow_hint`` does."""
        must_allow_hint(table, seat)
        seed = table.match.id << 16 | table.match.ply
        return (await self._mind.think(table.match.game, LEVEL, table.view(seat), seed)).action


def may_have_hint(table: Table, seat: Seat | None) -> bool:
    """Whether a seat may have a hint now: at its turn, in a match that is not rated."""
    match = table.match
    return seat is not None and match.turn == seat and not match.rated and not match.clock.paused


def must_allow_hint(table: Table, seat: Seat) -> None:
    """Raises Refusal if a seat may not have a hint now."""
    if table.match.is_over:
        raise Refusal("match_over")
    if table.match.rated:
        raise Refusal("hint_rated")
    if table.match.clock.paused:
        raise Refusal("match_paused")
    if table.match.turn != seat:
        raise Refusal("hint_not_now")
