"""Whose language and look something has: the reader's where one person sees it, the server's where everybody does."""

import discord

from bot.i18n import FALLBACK, Catalogue, catalogue, offered
from bot.store.guilds import GuildSettings
from bot.store.players import Look
from render.theme import THEMES, Theme


def reader_texts(locale: discord.Locale, chosen: str | None) -> Catalogue:
    """The texts for a person: in the language that the person has ``chosen``, else in that of the person's Discord."""
    return catalogue(offered(chosen or locale.value) or FALLBACK)


def public_texts(settings: GuildSettings) -> Catalogue:
    """The texts of what everybody in a server sees."""
    return catalogue(offered(settings.language) or FALLBACK)


def theme_of(look: Look) -> Theme:
    """The theme that draws a look."""
    return THEMES[look]
