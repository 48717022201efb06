"""Turns that seats have planned while others move."""

from dataclasses import dataclass
from typing import Final

import aiosqlite

from rules.game import Seat

ANY_COLOUR: Final = "*"


@dataclass(frozen=True, slots=True)
class Plan:
    """The next turn of ``seat``, set at ``ply``: the text form of a ``placement``, then a draw from the deck.

    It is dropped if somebody discards a card of the colour whose letter is ``unless`` first (``*`` for any colour,
    empty for no matter). ``dropped`` tells why it was not played when its time came, empty as long as it waits.
    """

    seat: Seat
    ply: int
    placement: str
    unless: str = ""
    dropped: str = ""


async def of_match(connection: aiosqlite.Connection, match_id: int) -> dict[Seat, Plan]:
    """The plans of a match, those that were dropped too until their seat has moved."""
    rows = await connection.execute_fetchall(
        "SELECT seat, ply, placement, unless, dropped FROM plans WHERE match_id = ?", (match_id,)
    )
    return {row["seat"]: Plan(row["seat"], row["ply"], row["placement"], row["unless"], row["dropped"]) for row in rows}


async def put(connection: aiosqlite.Connection, match_id: int, plan: Plan) -> None:
    """Store a plan in place of the one that its seat had."""
    await connection.execute(
        "INSERT OR REPLACE INTO plans (match_id, seat, ply, placement, unless, dropped) VALUES (?, ?, ?, ?, ?, ?)",
        (match_id, plan.seat, plan.ply, plan.placement, plan.unless, plan.dropped),
    )


async def forget(connection: aiosqlite.Connection, match_id: int, seat: Seat) -> None:
    await connection.execute("DELETE FROM plans WHERE match_id = ? AND seat = ?", (match_id, seat))


async def forget_all(connection: aiosqlite.Connection, match_id: int) -> None:
    """Forget what was planned in a match that is over."""
    await connection.execute("DELETE FROM plans WHERE match_id = ?", (match_id,))
