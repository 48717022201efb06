"""The font files: where they are, which characters each can draw, and which one draws a given cluster.

All come from packages under the SIL Open Font License. Only the character table of a file is read until something
must be drawn with it, so the large Chinese, Japanese and Korean font costs nothing to those who never meet it.
"""

import struct
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from PIL import ImageFont


class Style(Enum):
    """What a text is for: narrow heavy figures and headings, names that stand out, or running text."""

    NUMERAL = "numeral"
    BOLD = "bold"
    REGULAR = "regular"

    @property
    def weight(self) -> int:
        """The weight on the scale of OpenType, which variable fonts are set to."""
        return 400 if self is Style.REGULAR else 700


@dataclass(frozen=True)
class Source:
    """One font file of a package."""

    family: str
    package: str
    file: str
    variable: bool = True

    def path(self) -> Path | None:
        """Where the file is, or None if its package is not installed."""
        try:
            path = Path(str(files(self.package))) / self.file
        except ModuleNotFoundError:
            return None
        return path if path.is_file() else None


def _noto(name: str) -> Source:
    return Source(f"Noto {name}", "manimgx_fonts", f"Noto{name.replace(' ', '')}[wght].ttf")


HEADING = Source("Barlow Condensed", "fontpkg_barlow_condensed", "files/BarlowCondensed-Bold.ttf", variable=False)
BODY = Source("Roboto Condensed", "fontpkg_roboto_condensed", "files/RobotoCondensed[wght].ttf")
EMOJI = _noto("Emoji")
SCRIPTS = tuple(
    _noto(f"Sans {script}")
    for script in (
        "Arabic",
        "Hebrew",
        "Thai",
        "Devanagari",
        "Bengali",
        "Tamil",
        "Telugu",
        "Kannada",
        "Malayalam",
        "Gujarati",
        "Gurmukhi",
        "Oriya",
        "Sinhala",
        "Georgian",
        "Armenian",
        "Ethiopic",
        "Khmer",
        "Lao",
        "Myanmar",
    )
)
CJK = Source("Noto Sans CJK", "noto_cjk_sans_jp_regular", "NotoSansCJKjp-Regular.otf", variable=False)
FALLBACKS = (_noto("Sans"), *SCRIPTS, CJK, _noto("Sans Symbols"), EMOJI)
SOURCES = (HEADING, BODY, *FALLBACKS)


@cache
def coverage(source: Source) -> tuple[Sequence[int], Sequence[int]]:
    """The characters that ``source`` has a glyph for, as first and last code points of ascending ranges."""
    path = source.path()
    if path is None:
        return (), ()
    firsts: list[int] = []
    lasts: list[int] = []
    for first, last in _character_ranges(path):
        if lasts and first <= lasts[-1] + 1:
            lasts[-1] = max(last, lasts[-1])
        else:
            firsts.append(first)
            lasts.append(last)
    return firsts, lasts


def covers(source: Source, character: str) -> bool:
    """Whether ``source`` has a glyph for ``character``."""
    firsts, lasts = coverage(source)
    index = bisect_right(firsts, ord(character)) - 1
    return index >= 0 and ord(character) <= lasts[index]


@lru_cache(maxsize=48)
def load(source: Source, weight: int, size: int, engine: ImageFont.Layout) -> ImageFont.FreeTypeFont:
    """The font of an installed ``source`` at ``size`` pixels to the em."""
    font = ImageFont.truetype(str(source.path()), size, layout_engine=engine)
    if source.variable:
        font.set_variation_by_axes([weight])
    return font


def chain(style: Style) -> tuple[Source, ...]:
    """The sources to try for ``style``, best first."""
    return (HEADING, BODY, *FALLBACKS) if style is Style.NUMERAL else (BODY, *FALLBACKS)


def _character_ranges(path: Path) -> Iterator[tuple[int, int]]:
    """The ranges of the ``cmap`` table (OpenType specification, formats 4 and 12) of a font file, ascending."""
    with path.open("rb") as file:
        (tables,) = struct.unpack(">4xH6x", file.read(12))
        for _ in range(tables):
            tag, offset, length = struct.unpack(">4s4xII", file.read(16))
            if tag == b"cmap":
                break
        else:
            return
        file.seek(offset)
        cmap = file.read(length)
    (count,) = struct.unpack_from(">2xH", cmap)
    subtables = {struct.unpack_from(">I", cmap, 8 + 8 * index)[0] for index in range(count)}
    by_format = {struct.unpack_from(">H", cmap, start)[0]: start for start in sorted(subtables)}
    if 12 in by_format:
        start = by_format[12]
        (groups,) = struct.unpack_from(">I", cmap, start + 12)
        for first, last, _ in struct.iter_unpack(">III", cmap[start + 16 : start + 16 + 12 * groups]):
            yield first, last
    elif 4 in by_format:
        start = by_format[4]
        (segments,) = struct.unpack_from(">H", cmap, start + 6)
        lasts = struct.unpack_from(f">{segments // 2}H", cmap, start + 14)
        firsts = struct.unpack_from(f">{segments // 2}H", cmap, start + 16 + segments)
        yield from zip(firsts, lasts, strict=True)
