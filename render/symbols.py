"""One symbol for each place, and the coins of a wager, drawn by program as masks to be filled with any tone."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.brush import Point, curve
from rules.cards import Colour

_OVERSAMPLING: Final = 8


class _Stamp:
    """Adds to and cuts from a mask, in coordinates from 0 to 1."""

    def __init__(self, mask: Image.Image) -> None:
        self._unit = mask.width
        self._draw = ImageDraw.Draw(mask)

    def area(self, points: Sequence[Point], ink: int = 255) -> None:
        self._draw.polygon([(x * self._unit, y * self._unit) for x, y in points], fill=ink)

    def disc(self, x: float, y: float, radius: float, ink: int = 255) -> None:
        unit = self._unit
        self._draw.ellipse(
            ((x - radius) * unit, (y - radius) * unit, (x + radius) * unit, (y + radius) * unit), fill=ink
        )

    def cut(self, points: Sequence[Point], thickness: float) -> None:
        self._draw.line(
            [(x * self._unit, y * self._unit) for x, y in points],
            fill=0,
            width=round(thickness * self._unit),
            joint="curve",
        )


@lru_cache(maxsize=128)
def symbol(colour: Colour, size: int) -> Image.Image:
    """The mask (mode L) of the symbol of ``colour``, ``size`` pixels square."""
    mask = Image.new("L", (size * _OVERSAMPLING, size * _OVERSAMPLING))
    _SYMBOLS[colour](_Stamp(mask))
    return mask.reduce(_OVERSAMPLING)


def _dune(stamp: _Stamp) -> None:
    stamp.disc(0.74, 0.24, 0.20)
    slope = curve((0.0, 0.94), (0.28, 0.84), (0.40, 0.34))
    lee = curve((0.40, 0.34), (0.66, 0.82), (1.0, 0.94))
    stamp.area([*slope, *lee])
    stamp.cut(curve((0.41, 0.30), (0.28, 0.66), (0.60, 1.0)), 0.075)


def _wave(stamp: _Stamp) -> None:
    back = curve((0.02, 0.72), (0.10, 0.10), (0.55, -0.02), (0.90, 0.30))
    lip = curve((0.90, 0.30), (0.98, 0.40), (0.92, 0.52), (0.80, 0.50))
    hollow = curve((0.80, 0.50), (0.78, 0.30), (0.48, 0.30), (0.50, 0.56))
    foot = curve((0.50, 0.56), (0.52, 0.72), (0.75, 0.74), (0.98, 0.62))
    stamp.area([*back, *lip, *hollow, *foot, (0.98, 0.74), (0.02, 0.74)])
    swell = curve((0.02, 0.86), (0.34, 0.68), (0.66, 1.02), (0.98, 0.84))
    stamp.area([*swell, *[(x, y + 0.10) for x, y in reversed(swell)]])


def _peaks(stamp: _Stamp) -> None:
    stamp.area([(0.46, 0.92), (0.73, 0.36), (1.0, 0.92)])
    stamp.cut([(0.0, 0.97), (0.40, 0.08), (0.80, 0.97)], 0.10)
    stamp.area([(0.0, 0.92), (0.40, 0.06), (0.80, 0.92)])
    stamp.cut([(0.20, 0.46), (0.31, 0.58), (0.40, 0.46), (0.50, 0.58), (0.60, 0.46)], 0.065)


def _leaf(stamp: _Stamp) -> None:
    upper = curve((0.14, 0.84), (0.00, 0.26), (0.46, 0.02), (0.96, 0.04))
    lower = curve((0.96, 0.04), (0.98, 0.56), (0.74, 1.00), (0.14, 0.84))
    stamp.area([*upper, *lower])
    stamp.cut(curve((0.10, 0.90), (0.40, 0.52), (0.80, 0.20)), 0.065)
    stamp.cut([(0.40, 0.57), (0.38, 0.28)], 0.05)
    stamp.cut([(0.43, 0.54), (0.72, 0.60)], 0.05)
    vein = curve((0.02, 0.98), (0.10, 0.88), (0.20, 0.76))
    stamp.area([*vein, (0.24, 0.80), (0.14, 0.92), (0.08, 1.0)])


def _flame(stamp: _Stamp) -> None:
    left = curve((0.50, 0.98), (0.02, 0.98), (0.00, 0.56), (0.32, 0.34))
    tip = [
        *curve((0.32, 0.34), (0.42, 0.24), (0.44, 0.14), (0.42, 0.01)),
        *curve((0.42, 0.01), (0.70, 0.12), (0.72, 0.34), (0.70, 0.46)),
    ]
    notch = curve((0.70, 0.46), (0.78, 0.42), (0.80, 0.36), (0.80, 0.28))
    right = curve((0.80, 0.28), (1.06, 0.62), (0.92, 0.98), (0.50, 0.98))
    stamp.area([*left, *tip, *notch, *right])
    heart = [
        *curve((0.50, 0.90), (0.26, 0.88), (0.30, 0.68), (0.50, 0.50)),
        *curve((0.50, 0.50), (0.74, 0.72), (0.72, 0.88), (0.50, 0.90)),
    ]
    stamp.area(heart, 0)


def _crystal(stamp: _Stamp) -> None:
    stamp.area([(0.24, 0.34), (0.44, 0.52), (0.44, 0.96), (0.20, 0.96), (0.04, 0.62)])
    stamp.area([(0.76, 0.34), (0.96, 0.62), (0.80, 0.96), (0.56, 0.96), (0.56, 0.52)])
    shard = [(0.50, 0.02), (0.70, 0.24), (0.70, 0.96), (0.30, 0.96), (0.30, 0.24)]
    stamp.cut([*shard, shard[0]], 0.12)
    stamp.area(shard)
    stamp.cut([(0.28, 0.25), (0.50, 0.36), (0.72, 0.25)], 0.055)
    stamp.cut([(0.50, 0.36), (0.50, 0.98)], 0.055)


_SYMBOLS: Final[dict[Colour, Callable[[_Stamp], None]]] = {
    Colour.YELLOW: _dune,
    Colour.BLUE: _wave,
    Colour.WHITE: _peaks,
    Colour.GREEN: _leaf,
    Colour.RED: _flame,
    Colour.PURPLE: _crystal,
}
