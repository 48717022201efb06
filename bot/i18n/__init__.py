"""The texts of the product, one ``.po`` catalogue a language, read with Babel.

Message ids are keys such as ``hand.take_back``, never sentences; ``en.po`` holds the English, and whatever a language
lacks falls back to it. A catalogue is named by its language as Discord names it, ``de`` or ``pt-BR``; one that is put
there is offered everywhere, without a word of code.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

from babel import Locale
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

FALLBACK: Final = "en"
_FOLDER: Final = Path(__file__).parent
_MINUS: Final = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Catalogue:
    """The texts of one language (implements ``render.texts.Texts``)."""

    language: str
    _translations: GNUTranslations

    def text(self, key: str, /, **values: object) -> str:
        found = self._translations.gettext(key)
        if found == key:
            raise KeyError(key)
        return found.format_map(values)

    def plural(self, key: str, n: int, /, **values: object) -> str:
        found = self._translations.ngettext(key, key, n)
        if found == key:
            raise KeyError(key)
        return found.format_map({"n": self.number(n), **values})

    def list(self, parts: Sequence[str], /) -> str:
        return format_list(parts, locale=self._locale)

    def number(self, number: float, /, decimals: int = 0) -> str:
        form = "#,##0" if not decimals else f"#,##0.{'0' * decimals}"
        return format_decimal(number, form, self._locale).replace("-", _MINUS)

    @cached_property
    def _locale(self) -> Locale:
        return _locale(self.language)


@cache
def languages() -> tuple[str, ...]:
    """The languages that have a catalogue."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.po")))


def offered(locale: str) -> str | None:
    """The catalogue for one of Discord's locales (``pt-BR``, ``es-419``): the same or its language; None for none."""
    return next((name for name in (locale, locale.partition("-")[0]) if name in languages()), None)


@cache
def language_name(language: str) -> str:
    """What a language calls itself."""
    locale = _locale(language)
    name = locale.get_display_name(locale) or language
    return name[0].upper() + name[1:]


@cache
def catalogue(language: str = FALLBACK) -> Catalogue:
    """The texts of ``language``, a name from ``languages()``."""
    translations = _read(language)
    if language != FALLBACK:
        translations.add_fallback(_read(FALLBACK))
    return Catalogue(language, translations)


def _locale(language: str) -> Locale:
    return Locale.parse(language, sep="-")


def _read(language: str) -> GNUTranslations:
    with (_FOLDER / f"{language}.po").open("rb") as file:
        po = read_po(file, locale=_locale(language))
    compiled = BytesIO()
    write_mo(compiled, po)
    compiled.seek(0)
    return GNUTranslations(compiled)
