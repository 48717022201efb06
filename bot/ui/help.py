"""What the bot is and how to begin."""

from typing import Final

from bot.i18n import Catalogue
from bot.store.guilds import GuildSettings
from bot.ui.locale import public_texts, theme_of
from bot.ui.screen import Line, Screen, Text
from bot.ui.words import accent

COMMANDS: Final = (
    "play",
    "hand",
    "turn",
    "board",
    "games",
    "resign",
    "leaderboard",
    "profile",
    "history",
    "replay",
    "verify",
    "season",
    "rules",
    "tutorial",
    "preferences",
    "privacy",
    "settings",
    "moderate",
)


def welcome_screen(settings: GuildSettings) -> Screen:
    """The first words in a server."""
    return Screen((Text(public_texts(settings).text("welcome.text")),), accent(theme_of(settings.look)))


def help_screen(texts: Catalogue) -> Screen:
    """How to begin, how a match goes, and every command in a line."""
    lines = [f"**/{texts.text(f'slash.{name}')}** · {texts.text(f'command.{name}')}" for name in COMMANDS]
    return Screen((Text(texts.text("help.start")), Line(), Text("\n".join(lines)), Text(texts.text("help.fairness"))))
