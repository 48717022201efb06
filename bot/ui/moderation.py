"""What those who may moderate do with a match: for ``/moderate``, and from a menu below a board that they look at."""

from collections.abc import Awaitable
from typing import Any, Final

from bot.i18n import Catalogue
from bot.play.refusal import Refusal
from bot.store.matches import Match
from bot.ui.base import Handler, Tap
from bot.ui.ids import Id
from bot.ui.permissions import may_moderate, refuse_unless_playable
from bot.ui.screen import Choice, Field, Form, Screen, Select, Text
from bot.ui.words import names_of, shown_name
from rules.game import Seat

ACTIONS: Final = ("end", "correct", "pause", "resume", "move")
LONGEST_REASON: Final = 200
_DRAW: Final = "draw"


async def refuse_unless_moderator(tap: Tap) -> None:
    """Raises Refusal for those who may not moderate the matches of the server."""
    if not may_moderate(tap.interaction, await tap.settings()):
        raise Refusal("managers_only")


async def with_menu(tap: Tap, screen: Screen, match: Match) -> Screen:
    """A screen about a match and, for those who may moderate it, a menu of what can be done with it."""
    choices = _choices(match, tap.channel_id, tap.texts)
    if not choices or not may_moderate(tap.interaction, await tap.settings()):
        return screen
    menu = Select(tap.texts.text("moderate.menu"), Id("moderate", match.id), choices)
    return Screen((*screen.blocks, menu), screen.accent, screen.pings)


def _choices(match: Match, channel_id: int, texts: Catalogue) -> tuple[Choice, ...]:
    if match.is_over:
        if match.outcome is None:
            return ()
        names = enumerate(names_of(match, texts))
        winners = (Choice(texts.text("moderate.menu.correct", name=name)[:100], f"correct.{at}") for at, name in names)
        return (*winners, Choice(texts.text("moderate.menu.draw"), f"correct.{_DRAW}"))
    actions = ["end", "resume" if match.clock.paused else "pause"]
    choices = [Choice(texts.text(f"moderate.action.{action}"), action) for action in actions]
    if channel_id != match.place_id:
        choices.append(Choice(texts.text("moderate.menu.move"), "move"))
    return tuple(choices)


async def moderate(
    tap: Tap, match: Match, action: str, reason: str, *, winner: Seat | None = None, channel_id: int | None = None
) -> None:
    """Do one of ``ACTIONS`` with a match and say so privately. ``winner`` is None for a draw.

    Raises Refusal where ``Moderation`` does.
    """
    moderation = tap.play.moderation
    about = (match.id, tap.guild_id, tap.user_id)
    match action:
        case "end":
            doing: Awaitable[Any] = moderation.end(*about, reason)
        case "correct":
            doing = moderation.correct(*about, winner, reason)
        case "pause":
            doing = moderation.pause(*about, reason)
        case "resume":
            doing = moderation.resume(*about, reason)
        case "move" if channel_id is not None:
            doing = moderation.move(*about, channel_id, reason)
        case _:
            raise Refusal("unknown_control")
    await doing
    done = tap.texts.text(
        f"moderate.done.{action}",
        match=match.id,
        names=" · ".join(map(shown_name, names_of(match, tap.texts))),
        place=f"<#{channel_id}>",
    )
    await tap.whisper(Screen((Text(done),)))


async def _ask_for_reason(tap: Tap) -> None:
    await refuse_unless_moderator(tap)
    value = tap.value
    if value.partition(".")[0] not in ACTIONS or len(value) > 20:
        raise Refusal("unknown_control")
    reason = Field("reason", tap.texts.text("command.moderate.reason"), most_characters=LONGEST_REASON)
    await tap.ask(Form(tap.texts.text("moderate.menu"), Id("moderated", tap.id.subject, arg=value), (reason,)))


async def _moderate(tap: Tap) -> None:
    await refuse_unless_moderator(tap)
    match = (await tap.play.matches.table(tap.id.subject)).match
    action, _, winner = tap.id.arg.partition(".")
    seats = {str(seat): seat for seat in range(len(match.players))}
    if action == "correct" and winner not in (*seats, _DRAW):
        raise Refusal("unknown_control")
    if action == "move":
        refuse_unless_playable(tap.interaction)
    reason = tap.fields.get("reason", "")[:LONGEST_REASON]
    await moderate(tap, match, action, reason, winner=seats.get(winner), channel_id=tap.channel_id)


HANDLERS: Final[dict[str, Handler]] = {"moderate": _ask_for_reason, "moderated": _moderate}
