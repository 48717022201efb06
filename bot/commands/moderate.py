"""``/moderate``: what those who manage a server may do with a match in it."""

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.building import Argument, command
from bot.i18n import catalogue
from bot.play.refusal import Refusal
from bot.store.matches import Match
from bot.ui.base import Door, Tap
from bot.ui.permissions import refuse_unless_playable_in
from bot.ui.screen import Screen, Text
from bot.ui.words import shown_name

ACTIONS: Final = ("end", "correct", "pause", "resume", "move")
LONGEST_REASON: Final = 200


def commands(door: Door) -> list[app_commands.Command[Any, ..., None] | app_commands.ContextMenu]:
    texts = catalogue()
    actions = tuple(Choice(name=texts.text(f"moderate.action.{name}"), value=name) for name in ACTIONS)
    arguments = [
        Argument("action", str, required=True, choices=actions),
        Argument("match", str, required=True, autocomplete=_matches),
        Argument("reason", app_commands.Range[str, 1, LONGEST_REASON], required=True),
        Argument("winner", discord.User),
        Argument("channel", discord.TextChannel | discord.Thread),
    ]
    return [command(door, "moderate", arguments, _moderate, for_managers=True)]


async def _moderate(tap: Tap, given: Mapping[str, Any]) -> None:
    _only_managers(tap)
    action, named, reason = str(given["action"]), str(given["match"]), str(given["reason"])[:LONGEST_REASON]
    if not (named.isascii() and named.isdigit() and len(named) <= 15):
        raise Refusal("no_such_match", match=named[:20])
    match = (await tap.play.matches.table(int(named))).match
    moderation = tap.play.moderation
    about = (match.id, tap.guild_id, tap.user_id)
    match action:
        case "end":
            await moderation.end(*about, reason)
        case "correct":
            winner: discord.User | None = given.get("winner")
            seat = None if winner is None else match.seat_of(winner.id)
            if winner is not None and seat is None:
                raise Refusal("winner_not_seated")
            await moderation.correct(*about, seat, reason)
        case "pause":
            await moderation.pause(*about, reason)
        case "resume":
            await moderation.resume(*about, reason)
        case "move":
            channel: discord.TextChannel | discord.Thread | None = given.get("channel")
            if channel is None:
                raise Refusal("name_the_channel")
            refuse_unless_playable_in(channel, tap.interaction)
            await moderation.move(*about, channel.id, reason)
        case _:
            raise Refusal("unknown_control")
    done = tap.texts.text(f"moderate.done.{action}", match=match.id, names=" · ".join(map(shown_name, match.names)))
    await tap.whisper(Screen((Text(done),)))


def _only_managers(tap: Tap) -> None:
    if not tap.interaction.permissions.manage_guild:
        raise Refusal("managers_only")


async def _matches(tap: Tap, current: str) -> list[Choice[str]]:
    if not tap.interaction.permissions.manage_guild:
        return []
    labels = [(_label(match, tap), match) for match in await tap.play.matches.of_guild(tap.guild_id)]
    return [
        Choice(name=label[:100], value=str(match.id))
        for label, match in labels
        if current.casefold() in label.casefold()
    ]


def _label(match: Match, tap: Tap) -> str:
    key = "moderate.over" if match.is_over else "moderate.running"
    return tap.texts.text(key, match=match.id, names=", ".join(match.names)[:60])
