"""Commands in every language: Discord is told the names and descriptions in all that there is a catalogue for."""

import discord
from discord.app_commands import TranslationContextTypes, Translator, locale_str

from bot.i18n import FALLBACK, catalogue, offered


def translatable(key: str) -> locale_str:
    """A text of a command, which the catalogues have by ``key``."""
    return locale_str(catalogue().text(key), key=key)


class CommandTranslator(Translator):
    """Looks up what ``translatable`` has marked."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """The text in a language of Discord's; None where it is the English one, which shows for want of another."""
        del context
        language = offered(locale.value)
        # what has no key is a number, which is the same in every language
        if language in (None, FALLBACK) or "key" not in string.extras:
            return None
        return catalogue(language).text(string.extras["key"])
