"""Turns that are planned while others move: played as soon as their time comes, or dropped with a reason."""

from dataclasses import replace
from typing import Final

from bot.play.matches import Change, Matches
from bot.play.refusal import Refusal
from bot.play.table import Table
from bot.store import plans as store
from bot.store.database import Database
from bot.store.plans import ANY_COLOUR, Plan
from rules.cards import Colour
from rules.game import BadNotation, Seat
from rules.turns import Discard, Play

CONDITIONS: Final = ("", ANY_COLOUR, *(colour.letter for colour in Colour))
"""What a plan may depend on (see ``Plan.unless``)."""


class Plans:
    """What people have planned for their next turns."""

    def __init__(self, database: Database, matches: Matches) -> None:
        self._database = database
        self._matches = matches

    async def of(self, table: Table, seat: Seat) -> Plan | None:
        """What a seat has planned, or what was dropped of late."""
        if table.match.is_over:
            return None
        return (await self._database.read(store.of_match, table.match.id)).get(seat)

    async def set(self, match_id: int, user_id: int, placement: str) -> Table:
        """Plan to place a card and draw from the deck. Raises Refusal if the turn has come or the card is not held."""
        async with self._matches.changing(match_id) as change:
            seat = _waiting_seat(change, user_id)
            _must_be_held(change.table, seat, placement)
            change.plans[seat] = Plan(seat, change.match.ply, placement)
        return change.table

    async def make_depend(self, match_id: int, user_id: int, unless: str) -> Table:
        """Let a plan depend on what others discard (see ``Plan.unless``). Raises Refusal if there is no such plan."""
        async with self._matches.changing(match_id) as change:
            seat = _waiting_seat(change, user_id)
            plan = change.planned.get(seat)
            if plan is None or unless not in CONDITIONS:
                raise Refusal("no_plan")
            change.plans[seat] = replace(plan, unless=unless)
        return change.table

    async def forget(self, match_id: int, user_id: int) -> Table:
        """Plan nothing any more. Raises Refusal if the turn has come."""
        async with self._matches.changing(match_id) as change:
            change.plans[_waiting_seat(change, user_id)] = None
        return change.table


def may_plan(table: Table, seat: Seat) -> bool:
    """Whether a seat can plan: others move, and it plays itself."""
    return table.match.turn not in (None, seat) and seat in table.match.people


def _waiting_seat(change: Change, user_id: int) -> Seat:
    seat = change.must_have_say(user_id)
    if not may_plan(change.table, seat):
        raise Refusal("turn_has_come")
    return seat


def _must_be_held(table: Table, seat: Seat, placement: str) -> None:
    try:
        action = table.game.parse_action(placement)
    except BadNotation:
        raise Refusal("no_plan") from None
    if not isinstance(action, Play | Discard) or action.card not in table.view(seat).hand:
        raise Refusal("no_plan")
