"""``/rules``, ``/help``, ``/preferences``, ``/privacy`` and ``/settings``."""

from collections.abc import Mapping
from typing import Any

from discord import app_commands

from bot.commands.building import command, game_argument
from bot.play.refusal import Refusal
from bot.ui.base import Door, Tap
from bot.ui.games import SCREENS
from bot.ui.help import help_screen
from bot.ui.preferences import show_preferences
from bot.ui.privacy import show_privacy
from bot.ui.screen import Screen
from bot.ui.servers import show_settings
from rules.registry import GAMES


def commands(door: Door) -> list[app_commands.Command[Any, ..., None] | app_commands.ContextMenu]:
    return [
        command(door, "rules", [game_argument()], _rules),
        command(door, "help", [], _help),
        command(door, "preferences", [], _preferences),
        command(door, "privacy", [], _privacy),
        command(door, "settings", [], _settings, for_managers=True),
    ]


async def _rules(tap: Tap, given: Mapping[str, Any]) -> None:
    game = str(given.get("game", next(iter(GAMES))))
    if game not in SCREENS:
        raise Refusal("no_such_game")
    await tap.whisper(Screen(SCREENS[game].lesson(tap.texts, await tap.theme())))


async def _help(tap: Tap, given: Mapping[str, Any]) -> None:
    del given
    await tap.whisper(help_screen(tap.texts))


async def _privacy(tap: Tap, given: Mapping[str, Any]) -> None:
    del given
    await show_privacy(tap)


async def _settings(tap: Tap, given: Mapping[str, Any]) -> None:
    del given
    await show_settings(tap)


async def _preferences(tap: Tap, given: Mapping[str, Any]) -> None:
    del given
    await show_preferences(tap)
