"""Text in pictures, for any name in any script.

A text is split into clusters, each cluster is given the first font that can draw it, the parts are put into visual
order, shaped, cut with an ellipsis if they are too wide, and kept as a mask, since the same few words stand on every
picture. Where no font has a character a box stands for it. No string raises.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from math import ceil
from typing import Literal
from unicodedata import normalize

import arabic_reshaper  # pyright: ignore[reportMissingTypeStubs]  # the package ships no types
from PIL import Image, ImageChops, ImageDraw, ImageFont, features

from render.fonts import clusters, order
from render.fonts.faces import CJK, EMOJI, SOURCES, Source, Style, chain, covers, load

__all__ = ["Anchor", "Report", "Style", "cap_height", "draw", "measure", "report"]

Anchor = Literal["lt", "lm", "ls", "ld", "mt", "mm", "ms", "md", "rt", "rm", "rs", "rd"]
Colour = str | tuple[int, int, int] | tuple[int, int, int, int]

SHAPING = bool(features.check("raqm") and features.check("fribidi"))
"""Whether Pillow can shape text. Without it Arabic letters are joined by their presentation forms, and what needs more
(emoji of several people, some Indic syllables) is shown by its parts."""

_ABOVE, _BELOW = 1.2, 0.5
"""How far ink may reach from the baseline, in ems; a name cannot scribble over its neighbours."""
_BOX_WIDTH = 0.6
_WIDEST = 4096
"""Pixels; wider than any picture, and a bound on the memory that a text may take."""
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


@dataclass(frozen=True)
class Report:
    """What this installation can draw: families found and missing, and the two libraries that shape text."""

    found: tuple[str, ...]
    missing: tuple[str, ...]
    raqm: bool
    fribidi: bool


@dataclass(frozen=True)
class _Run:
    """Neighbouring clusters of one font and direction. Without a source every character is drawn as a box."""

    text: str
    source: Source | None
    rightward: bool


@dataclass(frozen=True)
class _Line:
    """A text ready to be put anywhere: its ink, where that stands from the origin on the baseline, and its width."""

    mask: Image.Image
    left: int
    top: int
    width: float


@dataclass(frozen=True)
class _Setter:
    """Sets lines in one style, size and direction (a level as in ``order``), shaped or not."""

    style: Style
    size: int
    base: int
    shaping: bool

    def line(self, text: str, max_width: float | None) -> _Line:
        """The whole line, or as much of it as leaves room for an ellipsis, or nothing."""
        parts = clusters.split(text)
        runs = self._runs(parts)
        room = _WIDEST if max_width is None else min(max_width, _WIDEST)
        if self._width(runs) > room:
            runs = self._shortened(parts, room)
        return self._drawn(runs)

    def _shortened(self, parts: Sequence[str], room: float) -> list[_Run]:
        fitting: list[_Run] = []
        few, many = 0, len(parts)
        while few < many:
            middle = (few + many) // 2
            runs = self._runs([*_without_last_spaces(parts[:middle]), clusters.ELLIPSIS])
            if self._width(runs) <= room:
                fitting, few = runs, middle + 1
            else:
                many = middle
        return fitting

    def _runs(self, parts: Sequence[str]) -> list[_Run]:
        """The runs from left to right."""
        if not self.shaping:
            parts = [clusters.unshaped(part) for part in parts]
        levels = order.levels(parts, self.base)
        placed = [(*_dressed(parts[index], self.style), levels[index] % 2 == 0) for index in order.visual(levels)]
        return [
            _Run(self._run_text([text for text, _, _ in group], rightward), source, rightward)
            for (source, rightward), group in groupby(placed, lambda item: item[1:])
        ]

    def _run_text(self, parts: list[str], rightward: bool) -> str:
        """What to hand to the font for clusters in visual order: the shaper wants them in reading order."""
        if rightward:
            return "".join(parts)
        if self.shaping:
            return "".join(reversed(parts))
        letters = "".join(part[0] for part in reversed(parts)).translate(_MIRRORED)
        return arabic_reshaper.reshape(letters)[::-1]

    def _font(self, source: Source) -> ImageFont.FreeTypeFont:
        engine = ImageFont.Layout.RAQM if self.shaping else ImageFont.Layout.BASIC
        return load(source, self.style.weight, self.size, engine)

    def _direction(self, run: _Run) -> str | None:
        if not self.shaping:
            return None
        return "ltr" if run.rightward else "rtl"

    def _run_width(self, run: _Run) -> float:
        if run.source is None:
            return len(run.text) * _BOX_WIDTH * self.size
        return self._font(run.source).getlength(run.text, direction=self._direction(run))

    def _width(self, runs: Sequence[_Run]) -> float:
        return sum(map(self._run_width, runs))

    def _drawn(self, runs: Sequence[_Run]) -> _Line:
        width, overhang, baseline = self._width(runs), self.size, round(_ABOVE * self.size)
        canvas = Image.new("L", (ceil(width) + 2 * overhang, baseline + round(_BELOW * self.size)))
        pen = ImageDraw.Draw(canvas)
        x = float(overhang)
        for run in runs:
            if run.source is None:
                self._draw_boxes(pen, x, baseline, len(run.text))
            else:
                pen.text(
                    (x, baseline),
                    run.text,
                    fill=255,
                    font=self._font(run.source),
                    anchor="ls",
                    direction=self._direction(run),
                    stroke_width=self._thickening(run.source),
                )
            x += self._run_width(run)
        ink = canvas.getbbox() or (0, 0, 0, 0)
        return _Line(canvas.crop(ink), ink[0] - overhang, ink[1] - baseline, width)

    def _thickening(self, source: Source) -> float:
        """The Chinese, Japanese and Korean font has one weight only, so its bold is made by a thin outline."""
        return self.size / 40 if source is CJK and self.style is not Style.REGULAR else 0

    def _draw_boxes(self, pen: ImageDraw.ImageDraw, x: float, baseline: int, count: int) -> None:
        """The glyph of last resort, ``count`` times."""
        size = self.size
        for index in range(count):
            left = x + (index * _BOX_WIDTH + 0.06) * size
            box = (left, baseline - 0.66 * size, left + 0.48 * size, baseline)
            pen.rounded_rectangle(box, radius=0.08 * size, outline=255, width=max(1, size // 16))


def report() -> Report:
    """What is installed, for the check of an installation."""
    return Report(
        found=tuple(source.family for source in SOURCES if source.path()),
        missing=tuple(source.family for source in SOURCES if not source.path()),
        raqm=bool(features.check("raqm")),
        fribidi=bool(features.check("fribidi")),
    )


def measure(text: str, style: Style, size: int, max_width: float | None = None) -> float:
    """The width in pixels that ``draw`` takes for the same text."""
    return _line(text, style, size, max_width, SHAPING).width


@lru_cache(maxsize=256)
def cap_height(style: Style, size: int) -> int:
    """The height in pixels of capitals and figures of ``style`` at ``size`` pixels to the em."""
    _, source = _dressed("H", style)
    if source is None:
        return round(0.7 * size)
    return -round(load(source, style.weight, size, ImageFont.Layout.BASIC).getbbox("H", anchor="ls")[1])


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
    """Write one line on ``image`` (mode L, RGB or RGBA, transparent or not) and return its width in pixels.

    ``xy`` is the point that ``anchor`` names: left, middle or right of the line, then top ("t") or middle ("m") of its
    capitals, baseline ("s") or lowest descender ("d"). ``size`` is the pixels to the em. A line wider than
    ``max_width`` (at most 4096) ends in an ellipsis; if not even that fits, nothing is written. A direction mark in
    front of ``text`` states the direction of the line, else its first letter decides.
    """
    line = _line(text, style, size, max_width, SHAPING)
    x = xy[0] - {"l": 0, "m": line.width / 2, "r": line.width}[anchor[0]]
    capitals = cap_height(style, size)
    y = xy[1] + {"t": capitals, "m": capitals / 2, "s": 0, "d": -0.25 * size}[anchor[1]]
    _stain(image, (round(x) + line.left, round(y) + line.top), line.mask, fill)
    return line.width


@lru_cache(maxsize=512)
def _line(text: str, style: Style, size: int, max_width: float | None, shaping: bool) -> _Line:
    return _Setter(style, size, order.base(text) or 0, shaping).line(text, max_width)


@lru_cache(maxsize=4096)
def _dressed(cluster: str, style: Style) -> tuple[str, Source | None]:
    """``cluster`` and the best source for it: one that has all of it, its plain equivalent, or its first character."""
    sources = (EMOJI, *chain(style)) if clusters.is_emoji(cluster) else chain(style)
    for candidate in (cluster, normalize("NFKC", cluster), cluster[0]):
        for source in sources:
            if all(covers(source, character) for character in clusters.visible(candidate)):
                return candidate, source
    return cluster[0], None


def _without_last_spaces(parts: Sequence[str]) -> Sequence[str]:
    end = len(parts)
    while end and parts[end - 1].isspace():
        end -= 1
    return parts[:end]


def _stain(image: Image.Image, at: tuple[int, int], mask: Image.Image, fill: Colour) -> None:
    """Colour ``image`` through ``mask``."""
    if image.mode != "RGBA":
        image.paste(fill, at, mask)
        return
    # Pasting would mix the colour with that of transparent pixels, which leaves a dark rim around the letters.
    region = (*at, at[0] + mask.width, at[1] + mask.height)
    ink = Image.new("RGBA", mask.size, fill)
    ink.putalpha(ImageChops.multiply(mask, ink.getchannel("A")))
    image.paste(Image.alpha_composite(image.crop(region), ink), region)
