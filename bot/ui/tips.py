"""A tip now and then in the hand of a beginner, chosen for what lies on the table."""

from typing import Final

from bot.ui.games import SCREENS
from bot.ui.seen import Seen

EVERY: Final = 4
"""In one of so many turns there is a tip."""


def tip_of(seen: Seen) -> str:
    """The tip for the beginning of the viewer's turn, empty for none; it follows from the match and the turn alone."""
    match = seen.table.match
    if match.turn is None or match.turn != seen.seat or match.ply != match.public_ply:
        return ""
    turn: int = seen.view.turns // len(match.players) + match.id
    fitting = SCREENS[match.game].tips(seen.view)
    if turn % EVERY or not fitting:
        return ""
    key = fitting[(turn // EVERY + match.turn) % len(fitting)]
    return seen.texts.text("hand.tip", tip=seen.texts.text(f"tip.{match.game}.{key}"))
