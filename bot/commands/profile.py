"""``/profile`` and ``/history``."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.commands.building import Argument, command
from bot.ui.base import Door, Tap
from bot.ui.history import show_history
from bot.ui.profile import show_profile
from bot.ui.words import name_of


def commands(door: Door) -> list[app_commands.Command[Any, ..., None] | app_commands.ContextMenu]:
    member = Argument("member", discord.User)
    return [command(door, "profile", [member], _profile), command(door, "history", [member], _history)]


async def _profile(tap: Tap, given: Mapping[str, Any]) -> None:
    member: discord.User | discord.Member = given.get("member", tap.interaction.user)
    await show_profile(tap, member.id, name_of(member))


async def _history(tap: Tap, given: Mapping[str, Any]) -> None:
    member: discord.User | discord.Member = given.get("member", tap.interaction.user)
    await show_history(tap, member.id)
