"""``/replay`` and ``/verify``."""

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.building import Argument, command
from bot.play.refusal import Refusal
from bot.ui.base import Door, Tap
from bot.ui.ids import may_be_number
from bot.ui.replay import result_label, show_file, show_replay
from bot.ui.verify import verify_match

OFFERED: Final = 25
"""So many matches are suggested, as many as Discord shows."""


def commands(door: Door) -> list[app_commands.Command[Any, ..., None] | app_commands.ContextMenu]:
    which = Argument("match", str, autocomplete=_results)
    return [
        command(door, "replay", [which, Argument("file", discord.Attachment)], _replay),
        command(door, "verify", [which], _verify),
    ]


async def _replay(tap: Tap, given: Mapping[str, Any]) -> None:
    if "file" in given:
        await show_file(tap, given["file"])
    else:
        await show_replay(tap, await _meant(tap, given))


async def _verify(tap: Tap, given: Mapping[str, Any]) -> None:
    await verify_match(tap, await _meant(tap, given))


async def _meant(tap: Tap, given: Mapping[str, Any]) -> int:
    """The match that was named, else the one that ended last in this channel. Raises Refusal if there is none."""
    named = str(given.get("match", ""))
    if named:
        if not may_be_number(named, 15):
            raise Refusal("no_such_match", match=named[:20])
        return int(named)
    latest = await tap.play.matches.latest_result_in(tap.guild_id, tap.channel_id)
    if latest is None:
        raise Refusal("no_result_here")
    return latest


async def _results(tap: Tap, current: str) -> list[Choice[str]]:
    found = await tap.play.matches.results_to_choose(tap.guild_id, tap.user_id, current, OFFERED)
    return [Choice(name=result_label(match, tap.texts), value=str(match.id)) for match in found]
