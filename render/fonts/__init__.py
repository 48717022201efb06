"""Text in pictures, for any name in any script.

A text is cleaned, split into grapheme clusters, each cluster is given the first font that can draw it, the parts are
put into visual order, shaped, cut with an ellipsis if they are too wide, and kept as a mask, since the same few words
stand on every picture. Where no font has a character a box stands for it; no string raises.
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from math import ceil
from typing import Literal

import arabic_reshaper  # pyright: ignore[reportMissingTypeStubs]  # the package ships no types
import regex
from PIL import Image, ImageDraw, ImageFont, features

from render.fonts import order
from render.fonts.faces import CJK, EMOJI, SOURCES, Source, Style, chain, covers, load

__all__ = ["Anchor", "Report", "Style", "cap_height", "draw", "measure", "report"]

Anchor = Literal["lt", "lm", "ls", "ld", "mt", "mm", "ms", "md", "rt", "rm", "rs", "rd"]
Colour = str | tuple[int, int, int] | tuple[int, int, int, int]

SHAPING = bool(features.check("raqm") and features.check("fribidi"))
"""Whether Pillow can shape text. Without it Arabic letters are joined by their presentation forms, and what needs a
ligature (emoji of several people, some Indic syllables) is shown by its parts."""

ELLIPSIS = "…"
_LONGEST = 400
_MOST_MARKS = 4
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_JOINERS = "\u200c\u200d"
_IGNORED_FOR_COVERAGE = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{Cf}]")
_EMOJI = regex.compile(r"\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Emoji}\ufe0f")


@dataclass(frozen=True)
class Report:
    """What this installation can draw: families found and missing, and whether text is shaped."""

    found: tuple[str, ...]
    missing: tuple[str, ...]
    raqm: bool
    fribidi: bool


@dataclass(frozen=True)
class _Run:
    """Neighbouring clusters of one font and direction; ``source`` None draws a box for each."""

    text: str
    source: Source | None
    level: int
    clusters: int


@dataclass(frozen=True)
class _Line:
    """A text ready to be put anywhere: its ink, where that stands from the origin on the baseline, and its width."""

    mask: Image.Image | None
    left: int
    top: int
    width: float


def report() -> Report:
    """What is installed, for the check of an installation."""
    found = tuple(source.family for source in SOURCES if source.path())
    missing = tuple(source.family for source in SOURCES if not source.path())
    return Report(found, missing, bool(features.check("raqm")), bool(features.check("fribidi")))


def measure(text: str, style: Style, size: int, max_width: float | None = None) -> float:
    """The width in pixels that ``draw`` with the same arguments takes."""
    return _line(text, style, size, max_width, SHAPING).width


def cap_height(style: Style, size: int) -> int:
    """The height in pixels of capitals and figures of ``style`` at ``size`` pixels to the em."""
    return _cap_height(style, size)


def draw(
    image: Image.Image,
    xy: tuple[float, float],
    text: str,
    style: Style,
    size: int,
    fill: Colour,
    anchor: Anchor = "ls",
    max_width: float | None = None,
) -> float:
    """Write one line on ``image`` (RGB or RGBA) and return its width in pixels.

    ``xy`` is the point that ``anchor`` names: left, middle or right, then top of the capitals, middle of the capitals,
    baseline ("s") or the lowest descender ("d"). A line wider than ``max_width`` ends in an ellipsis.
    """
    line = _line(text, style, size, max_width, SHAPING)
    if line.mask is not None:
        x = xy[0] - {"l": 0, "m": line.width / 2, "r": line.width}[anchor[0]]
        y = xy[1] + _below_anchor(anchor[1], style, size)
        image.paste(fill, (round(x) + line.left, round(y) + line.top), line.mask)
    return line.width


def _below_anchor(vertical: str, style: Style, size: int) -> float:
    """How far the baseline is below the anchor point."""
    match vertical:
        case "t":
            return cap_height(style, size)
        case "m":
            return cap_height(style, size) / 2
        case "d":
            return -size / 4
        case _:
            return 0


@lru_cache(maxsize=256)
def _cap_height(style: Style, size: int) -> int:
    source = _source_of("H", style)
    if source is None:
        return round(size * 0.7)
    return -int(load(source, style, size, ImageFont.Layout.BASIC).getbbox("H", anchor="ls")[1])


@lru_cache(maxsize=512)
def _line(text: str, style: Style, size: int, max_width: float | None, shaping: bool) -> _Line:
    clusters = _clusters(text)
    runs = _runs(clusters, style, shaping)
    width = _width(runs, style, size, shaping)
    if max_width is not None and width > max_width:
        few, many = 0, len(clusters)
        while few < many:
            middle = (few + many + 1) // 2
            shorter = _runs([*clusters[:middle], ELLIPSIS], style, shaping)
            few, many = (middle, many) if _width(shorter, style, size, shaping) <= max_width else (few, middle - 1)
        while few and clusters[few - 1].isspace():
            few -= 1
        runs = _runs([*clusters[:few], ELLIPSIS], style, shaping)
        width = _width(runs, style, size, shaping)
    canvas = Image.new("L", (ceil(width) + 2 * size, 2 * size))
    pen = ImageDraw.Draw(canvas)
    x = float(size)
    baseline = size * 4 // 3
    for run in runs:
        if run.source is None:
            _boxes(pen, x, baseline, size, run.clusters)
        else:
            font = load(run.source, style, size, _engine(shaping))
            pen.text(
                (x, baseline),
                run.text,
                fill=255,
                font=font,
                anchor="ls",
                direction=_direction(run, shaping),
                stroke_width=_thickening(run.source, style, size),
            )
        x += _run_width(run, style, size, shaping)
    ink = canvas.getbbox()
    if ink is None:
        return _Line(None, 0, 0, width)
    return _Line(canvas.crop(ink), ink[0] - size, ink[1] - baseline, width)


def _engine(shaping: bool) -> ImageFont.Layout:
    return ImageFont.Layout.RAQM if shaping else ImageFont.Layout.BASIC


def _direction(run: _Run, shaping: bool) -> str | None:
    if not shaping:
        return None
    return "rtl" if run.level % 2 else "ltr"


def _thickening(source: Source, style: Style, size: int) -> float:
    """The Chinese, Japanese and Korean font has one weight only, so its bold is made by a thin outline."""
    return size / 40 if source is CJK and style is not Style.REGULAR else 0


def _width(runs: list[_Run], style: Style, size: int, shaping: bool) -> float:
    return sum(_run_width(run, style, size, shaping) for run in runs)


def _run_width(run: _Run, style: Style, size: int, shaping: bool) -> float:
    if run.source is None:
        return run.clusters * _box_width(size)
    font = load(run.source, style, size, _engine(shaping))
    return font.getlength(run.text, direction=_direction(run, shaping))


def _box_width(size: int) -> float:
    return size * 0.6


def _boxes(pen: ImageDraw.ImageDraw, x: float, baseline: int, size: int, count: int) -> None:
    """The glyph of last resort, ``count`` times."""
    for index in range(count):
        left = x + index * _box_width(size) + size * 0.06
        box = (left, baseline - size * 0.66, left + size * 0.48, baseline)
        pen.rounded_rectangle(box, radius=size * 0.08, outline=255, width=max(1, size // 16))


def _clusters(text: str) -> list[str]:
    """``text`` as grapheme clusters, without anything that breaks or turns a line or piles up marks without end."""
    clean = "".join(map(_clean, text[:_LONGEST]))
    found: list[str] = regex.findall(r"\X", unicodedata.normalize("NFC", clean))
    return [capped for cluster in found if (capped := _cap_marks(cluster)).strip(_JOINERS)]


def _clean(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Cs":
        return "\ufffd"
    if category in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    if category == "Cf" and character not in _JOINERS and not "\U000e0020" <= character <= "\U000e007f":
        return ""
    return character


def _cap_marks(cluster: str) -> str:
    marks = 0
    kept: list[str] = []
    for character in cluster:
        marks += unicodedata.category(character) in ("Mn", "Me")
        if marks <= _MOST_MARKS or unicodedata.category(character) not in ("Mn", "Me"):
            kept.append(character)
    return "".join(kept)


def _runs(clusters: list[str], style: Style, shaping: bool) -> list[_Run]:
    """The runs of a line from left to right."""
    levels = order.levels(clusters)
    visible = [(clusters[index], levels[index]) for index in order.visual(levels)]
    runs: list[_Run] = []
    for (source, level), group in groupby(visible, lambda item: (_source_of(item[0], style), item[1])):
        parts = [cluster for cluster, _ in group]
        runs.append(_Run(_run_text(parts, source, level, shaping), source, level, len(parts)))
    return runs


def _run_text(parts: list[str], source: Source | None, level: int, shaping: bool) -> str:
    """The text to hand to the font for clusters in visual order: logical order for the shaper, else visual order."""
    if shaping:
        return "".join(reversed(parts) if level % 2 else parts)
    if source is EMOJI:
        return "".join(part[:2] if regex.match(r"\p{Regional_Indicator}", part) else part[0] for part in parts)
    if level % 2 == 0:
        return "".join(parts)
    letters = "".join(part[0] for part in reversed(parts)).translate(_MIRRORED)
    return arabic_reshaper.reshape(letters)[::-1]


@lru_cache(maxsize=4096)
def _source_of(cluster: str, style: Style) -> Source | None:
    """The first source that can draw the whole cluster, else its first character, else None."""
    sources = chain(style)
    if _EMOJI.match(cluster):
        sources = (EMOJI, *sources)
    visible = _IGNORED_FOR_COVERAGE.sub("", cluster) or cluster
    for wanted in (visible, visible[0]):
        for source in sources:
            if all(covers(source, character) for character in wanted):
                return source
    return None
