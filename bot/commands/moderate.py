"""``/moderate``: what those who may moderate do with a match of their server."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.building import Argument, choices, command, match_number
from bot.play.refusal import Refusal
from bot.store.matches import Match
from bot.ui.base import Door, Tap
from bot.ui.moderation import ACTIONS, LONGEST_REASON, moderate, refuse_unless_moderator
from bot.ui.permissions import may_moderate, refuse_unless_playable_in
from bot.ui.words import names_of


def commands(door: Door) -> list[app_commands.Command[Any, ..., None] | app_commands.ContextMenu]:
    arguments = [
        Argument("action", str, required=True, choices=choices("moderate.action", ACTIONS)),
        Argument("match", str, required=True, autocomplete=_matches),
        Argument("reason", app_commands.Range[str, 1, LONGEST_REASON], required=True),
        Argument("winner", discord.User),
        Argument("channel", discord.TextChannel | discord.Thread),
    ]
    return [command(door, "moderate", arguments, _moderate, for_managers=True)]


async def _moderate(tap: Tap, given: Mapping[str, Any]) -> None:
    await refuse_unless_moderator(tap)
    action, named, reason = str(given["action"]), str(given["match"]), str(given["reason"])[:LONGEST_REASON]
    match = (await tap.play.matches.table(match_number(named))).match
    winner: discord.User | None = given.get("winner")
    seat = None if winner is None else match.seat_of(winner.id)
    if action == "correct" and winner is not None and seat is None:
        raise Refusal("winner_not_seated")
    channel: discord.TextChannel | discord.Thread | None = given.get("channel")
    if action == "move":
        if channel is None:
            raise Refusal("name_the_channel")
        refuse_unless_playable_in(channel)
    await moderate(tap, match, action, reason, winner=seat, channel_id=None if channel is None else channel.id)


async def _matches(tap: Tap, current: str) -> list[Choice[str]]:
    if not may_moderate(tap.interaction, await tap.settings()):
        return []
    labels = [(_label(match, tap), match) for match in await tap.play.matches.of_guild(tap.guild_id)]
    return [
        Choice(name=label[:100], value=str(match.id))
        for label, match in labels
        if current.casefold() in label.casefold()
    ]


def _label(match: Match, tap: Tap) -> str:
    key = "moderate.over" if match.is_over else "moderate.running"
    return tap.texts.text(key, match=match.id, names=tap.texts.list(names_of(match, tap.texts))[:60])
