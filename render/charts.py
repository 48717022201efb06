"""Values over time as curves, with what it takes to read them: values at the left, names of spans of time below."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from render.brush import Point, gradient
from render.canvas import Box, Canvas, Label
from render.fonts import Style
from render.theme import RGB, Theme, mix

AXIS: Final = 136
"""The room for the values at the left of a chart."""
FOOT: Final = 44
"""The room for the names below it."""
_SMOOTH: Final = 2
_LINE: Final = 6
_DOT: Final = 11
_STEPS: Final = (1, 2, 5)
_LEAST_SPAN: Final = 40
"""A chart shows at least so many points from bottom to top, so that small changes look small."""
_NAME: Final = 220
"""The most room for a name below a chart."""

Value: TypeAlias = tuple[float, float]
"""A moment, in any unit, and the value there."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating, and since when it is so."""

    at: datetime
    rating: int


@dataclass(frozen=True, slots=True)
class Curve:
    """The ratings of one person in one game, ``game`` by its key, the oldest first; at least one."""

    game: str
    points: tuple[Rating, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """The beginning of a season."""

    at: datetime
    name: str


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where moments and values lie on a chart in ``box``."""

    box: Box
    begins: float
    length: float
    low: int
    high: int

    def x(self, at: float) -> float:
        share = (at - self.begins) / self.length if self.length else 0.5
        return self.box.left + share * self.box.width

    def y(self, value: float) -> float:
        return self.box.bottom - (value - self.low) / (self.high - self.low) * self.box.height


def tones(theme: Theme) -> tuple[RGB, ...]:
    """The tones of the curves, in order."""
    return theme.accent, theme.gain, theme.loss


def shades(theme: Theme) -> tuple[RGB, ...]:
    """The tones of everything in a chart, for a palette: curves and their smooth edges, and the land below one."""
    land = [mix(*_grounds(theme), step / 8) for step in range(9)]
    return *land, *tones(theme), *(mix(land[4], tone, 0.5) for tone in tones(theme))


@lru_cache(maxsize=18)
def mark_of(index: int, size: int, theme: Theme) -> Image.Image:
    """What stands at the end of a curve (mode RGBA): curves differ in shape too."""
    unit, tone = size * _SMOOTH, tones(theme)[index % 3]
    image = Image.new("RGBA", (unit, unit), (*tone, 0))
    pen = ImageDraw.Draw(image)
    for inset, fill in ((0, theme.panel), (unit // 8, tone)):
        far, middle = unit - 1 - inset, unit / 2
        if index % 3 == 0:
            pen.ellipse((inset, inset, far, far), fill=(*fill, 255))
        elif index % 3 == 1:
            pen.rectangle((inset, inset, far, far), fill=(*fill, 255))
        else:
            pen.polygon([(middle, inset), (far, middle), (middle, far), (inset, middle)], fill=(*fill, 255))
    return image.reduce(_SMOOTH)


def chart(canvas: Canvas, curves: Sequence[Curve], marks: Sequence[Mark], box: Box, theme: Theme) -> None:
    """Draw ratings in ``box`` as ``plotted`` does, with the seasons."""
    plotted(
        canvas,
        [[(point.at.timestamp(), point.rating) for point in curve.points] for curve in curves],
        [(mark.at.timestamp(), mark.name) for mark in marks],
        box,
        theme,
    )


def plotted(
    canvas: Canvas,
    curves: Sequence[Sequence[Value]],
    marks: Sequence[tuple[float, str]],
    box: Box,
    theme: Theme,
    worded: Callable[[int], str] = str,
) -> None:
    """Draw curves in ``box``: lines and values, ``marks`` in time with their names, and each curve with a mark at its
    end.

    A curve of one point is its mark alone. There is at least one curve. ``worded`` writes a value.
    """
    plot = Box(box.left + AXIS, box.top + 40, box.width - AXIS - 36, box.height - FOOT - 60)
    scale, step = _scaled(curves, plot)
    paths = [_path(curve, scale) for curve in curves]
    if not theme.deck.plain:
        _ground(canvas, paths[0], plot, theme)
    for value in range(scale.low, scale.high + 1, step):
        y = scale.y(value)
        line = Image.new("RGBA", (plot.width + 20, 2), (*theme.line, 255))
        canvas.stick(line, (plot.left - 10, round(y) - 1))
        at = (plot.left - 20, y)
        canvas.write(Label(worded(value), at, Style.NUMERAL, 52, theme.muted, "rm", AXIS - 28, vital=True))
    _marks(canvas, scale, marks, box, theme)
    for index, path in reversed(list(enumerate(paths))):
        _line(canvas, path, index, plot, theme)


def _scaled(curves: Sequence[Sequence[Value]], plot: Box) -> tuple[_Scale, int]:
    """The scale that holds all points between round values, and the step between two of its lines."""
    moments = [at for curve in curves for at, _ in curve]
    values = [value for curve in curves for _, value in curve]
    least, most = min(values), max(values)
    middle, span = (least + most) / 2, max(most - least, _LEAST_SPAN)
    low, high = math.floor(min(least, middle - span / 2)), math.ceil(max(most, middle + span / 2))
    step = next(step for step in _steps() if high // step + bool(high % step) - low // step <= 3)
    begins = min(moments)
    return _Scale(plot, begins, max(moments) - begins, low // step * step, -(-high // step) * step), step


def _steps() -> list[int]:
    return [step * 10**power for power in range(1, 7) for step in _STEPS]


def _marks(canvas: Canvas, scale: _Scale, marks: Sequence[tuple[float, str]], box: Box, theme: Theme) -> None:
    """A dashed line at each mark, and its name below where there is room."""
    line = _dashed(scale.box.height + 20, theme)
    taken = float(box.left)
    for at, name in marks:
        if not scale.begins <= at <= scale.begins + scale.length:
            continue
        x = scale.x(at)
        canvas.stick(line, (round(x) - 1, scale.box.top - 10))
        label = Label(name, (x, box.bottom - 16), Style.REGULAR, 26, theme.muted, "ls").within(_NAME)
        left = min(max(x - label.width / 2, box.left + 22), box.right - label.width - 8)
        if left > taken:
            taken = left + canvas.write(label.moved(left, box.bottom - 16)) + 14


@lru_cache(maxsize=3)
def _dashed(height: int, theme: Theme) -> Image.Image:
    """A dashed line downwards (mode RGBA)."""
    image = Image.new("RGBA", (2, height), (*theme.muted, 0))
    for y in range(0, height, 16):
        image.paste((*theme.muted, 255), (0, y, 2, y + 8))
    return image


def _path(curve: Sequence[Value], scale: _Scale) -> list[Point]:
    """The curve in pixels; of the points that fall on one of them the last one counts."""
    return list({round(scale.x(at)): scale.y(value) for at, value in curve}.items())


def _ground(canvas: Canvas, path: Sequence[Point], plot: Box, theme: Theme) -> None:
    """The land below a curve, which fades downwards."""
    mask = Image.new("L", (plot.width, plot.height))
    points = [(x - plot.left, y - plot.top) for x, y in path]
    ImageDraw.Draw(mask).polygon([*points, (points[-1][0], plot.height), (points[0][0], plot.height)], fill=255)
    image = _land(plot.width, plot.height, theme).copy()
    image.putalpha(mask)
    canvas.stick(image, (plot.left, plot.top))


@lru_cache(maxsize=3)
def _land(width: int, height: int, theme: Theme) -> Image.Image:
    return gradient((width, height), *_grounds(theme))


def _grounds(theme: Theme) -> tuple[RGB, RGB]:
    return mix(theme.panel, theme.accent, 0.3), mix(theme.panel, theme.accent, 0.04)


def _line(canvas: Canvas, path: Sequence[Point], index: int, plot: Box, theme: Theme) -> None:
    """A curve and the mark at its end."""
    if len(path) > 1:
        points = [((x - plot.left) * _SMOOTH, (y - plot.top + _DOT) * _SMOOTH) for x, y in path]
        mask = Image.new("L", (plot.width * _SMOOTH, (plot.height + 2 * _DOT) * _SMOOTH))
        ImageDraw.Draw(mask).line(points, fill=255, width=_LINE * _SMOOTH, joint="curve")
        mask = mask.reduce(_SMOOTH)
        image = Image.new("RGBA", mask.size, (*tones(theme)[index % 3], 255))
        image.putalpha(mask)
        canvas.stick(image, (plot.left, plot.top - _DOT))
    x, y = path[-1]
    image = mark_of(index, 3 * _DOT, theme)
    canvas.stick(image, (round(x) - image.width // 2, round(y) - image.height // 2))
