"""Whose language and look something has: the reader's where one person sees it, the server's where everybody does."""

from typing import Any

import discord

from bot.i18n import FALLBACK, Catalogue, catalogue, languages
from bot.store.guilds import GuildSettings
from bot.store.players import Look
from render.theme import THEMES, Theme


def reader_texts(interaction: discord.Interaction[Any]) -> Catalogue:
    """The texts in the language of the person behind an interaction."""
    return catalogue(_nearest(interaction.locale.value))


def public_texts(settings: GuildSettings) -> Catalogue:
    """The texts of what everybody in a server sees."""
    return catalogue(_nearest(settings.language))


def _nearest(locale: str) -> str:
    """The catalogue for one of Discord's locales (``pt-BR``): the same, its language, or English."""
    offered = languages()
    return next((name for name in (locale, locale.partition("-")[0]) if name in offered), FALLBACK)


def theme_of(look: Look) -> Theme:
    """The theme that draws a look."""
    return THEMES[look]
