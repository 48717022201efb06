"""``/rules``, ``/tutorial``, ``/help``, ``/preferences``, ``/privacy`` and ``/settings``."""

from collections.abc import Mapping
from typing import Any, Final

from discord import app_commands
from discord.app_commands import Choice

from bot.commands.building import Argument, command, game_argument
from bot.ui.base import Door, Tap
from bot.ui.cards import comparable
from bot.ui.games import SCREENS
from bot.ui.help import help_screen
from bot.ui.learning import show_passage, show_tutorial
from bot.ui.preferences import show_preferences
from bot.ui.privacy import show_privacy
from bot.ui.rulebook import must_be_game
from bot.ui.servers import show_settings
from rules.registry import GAMES

_FIRST: Final = next(iter(GAMES))
"""The game that is meant where none is named."""


def commands(door: Door) -> list[app_commands.Command[Any, ..., None] | app_commands.ContextMenu]:
    return [
        command(door, "rules", [game_argument(), Argument("topic", str, autocomplete=_topics)], _rules),
        command(door, "tutorial", [game_argument()], _tutorial),
        command(door, "help", [], _help),
        command(door, "preferences", [], _preferences),
        command(door, "privacy", [], _privacy),
        command(door, "settings", [], _settings, for_managers=True),
    ]


async def _rules(tap: Tap, given: Mapping[str, Any]) -> None:
    game = str(given.get("game", _FIRST))
    must_be_game(game)
    await show_passage(tap, game, str(given.get("topic", SCREENS[game].TOPICS[0])))


async def _tutorial(tap: Tap, given: Mapping[str, Any]) -> None:
    await show_tutorial(tap, str(given.get("game", _FIRST)))


async def _topics(tap: Tap, current: str) -> list[Choice[str]]:
    """The passages of the game that is chosen, by what they are called."""
    game = str(getattr(tap.interaction.namespace, "game", None) or _FIRST)
    if game not in SCREENS:
        return []
    offered = [(tap.texts.text(f"topic.{game}.{topic}"), topic) for topic in SCREENS[game].TOPICS]
    wanted = comparable(current)
    return [Choice(name=label, value=topic) for label, topic in offered if wanted in comparable(label)]


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
