"""Whose language a text is in: the reader's for what one person sees, the server's for what everybody sees."""

from typing import Any

import discord

from bot.i18n import FALLBACK, Catalogue, catalogue, languages


def reader_texts(interaction: discord.Interaction[Any]) -> Catalogue:
    """The texts in the language of the person behind an interaction."""
    return catalogue(_nearest(interaction.locale))


def _nearest(locale: discord.Locale) -> str:
    """The catalogue for one of Discord's locales (``pt-BR``): the same, its language, or English."""
    offered = languages()
    return next((name for name in (locale.value, locale.value.partition("-")[0]) if name in offered), FALLBACK)


def public_texts() -> Catalogue:
    """The texts of what everybody in a server sees."""
    return catalogue(FALLBACK)
