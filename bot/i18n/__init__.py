"""The texts of the product, one ``.po`` catalogue a language, read with Babel.

Message ids are keys such as ``hand.take_back``, never sentences; ``en.po`` holds the English, and whatever a language
lacks falls back to it.
"""

from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FALLBACK: Final = "en"
_FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
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
        return found.format_map({"n": n, **values})


@cache
def languages() -> tuple[str, ...]:
    """The languages that have a catalogue."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.po")))


@cache
def language_name(language: str) -> str:
    """What a language calls itself."""
    name = Locale.parse(language).get_display_name(language) or language
    return name[0].upper() + name[1:]


@cache
def catalogue(language: str = FALLBACK) -> Catalogue:
    """The texts of ``language``, a name from ``languages()``."""
    translations = _read(language)
    if language != FALLBACK:
        translations.add_fallback(_read(FALLBACK))
    return Catalogue(language, translations)


def _read(language: str) -> GNUTranslations:
    with (_FOLDER / f"{language}.po").open("rb") as file:
        po = read_po(file, locale=language)
    compiled = BytesIO()
    write_mo(compiled, po)
    compiled.seek(0)
    return GNUTranslations(compiled)
