"""The six places, drawn by program as layered landscapes: a wide strip for a table, a poster for a card.

A scene is drawn ``OVERSAMPLING`` times too large and reduced, which smooths its edges. Coordinates inside a scene are
fractions of its height, so the same place fits any format; ``foci`` are the places of its landmarks along the width.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from PIL import Image, ImageDraw

from render.brush import Point, curve, gradient
from render.theme import RGB, Tones, mix, rgb
from rules.cards import Colour

OVERSAMPLING: Final = 3


class Pen:
    """Draws on an image; its unit is the height of the scene, ``headroom`` pixels below the image's upper edge.

    ``width`` and ``top``, the image's upper edge, are in that unit.
    """

    def __init__(self, image: Image.Image, headroom: int = 0) -> None:
        self._image = image
        self._headroom = headroom
        self._unit = image.height - headroom
        self._draw = ImageDraw.Draw(image)
        self.width = image.width / self._unit
        self.top = -headroom / self._unit

    def polygon(self, points: Iterable[Point], tone: RGB) -> None:
        self._draw.polygon([self._pixel(point) for point in points], fill=tone)

    def line(self, points: Iterable[Point], tone: RGB, thickness: float) -> None:
        width = max(1, round(thickness * self._unit))
        self._draw.line([self._pixel(point) for point in points], fill=tone, width=width, joint="curve")

    def disc(self, x: float, y: float, radius: float, tone: RGB) -> None:
        self.ellipse(x, y, radius, radius, tone)

    def ellipse(self, x: float, y: float, across: float, up: float, tone: RGB) -> None:
        self._draw.ellipse((*self._pixel((x - across, y - up)), *self._pixel((x + across, y + up))), fill=tone)

    def ground(self, height: Callable[[float], float], tone: RGB) -> None:
        """Fill everything below the line ``y = height(x)``."""
        steps = math.ceil(self.width * 60)
        ridge = [(self.width * step / steps, height(self.width * step / steps)) for step in range(steps + 1)]
        self.polygon([*ridge, (self.width, 1.1), (0, 1.1)], tone)

    def sky(self, top: RGB, bottom: RGB, horizon: float) -> None:
        """A gradient from the upper edge down to ``horizon``, and its last tone below."""
        low = round(self._pixel((0, horizon))[1])
        self._image.paste(bottom, (0, 0, *self._image.size))
        self._image.paste(gradient((self._image.width, low), top, bottom), (0, 0))

    def _pixel(self, point: Point) -> Point:
        return point[0] * self._unit, point[1] * self._unit + self._headroom


def landscape(
    colour: Colour, size: tuple[int, int], tones: Tones, foci: Sequence[float], headroom: int = 0
) -> Image.Image:
    """The place of ``colour`` in an image (mode RGB) of ``size`` pixels, the uppermost ``headroom`` of them sky.

    Its landmarks stand at ``foci``, fractions of the width.
    """
    image = Image.new("RGB", (size[0] * OVERSAMPLING, size[1] * OVERSAMPLING))
    pen = Pen(image, headroom * OVERSAMPLING)
    _SCENES[colour](pen, tones, [focus * pen.width for focus in foci])
    return image.reduce(OVERSAMPLING)


def sunrise(size: tuple[int, int]) -> Image.Image:
    """A lost city in the jungle before the rising sun (mode RGB), its sky dark enough for bright text."""
    width, height = size[0] * 2, size[1] * 2
    image = Image.new("RGB", (width, height))
    low = height * 11 // 20
    image.paste(gradient((width, low), rgb("15132f"), rgb("34204f")), (0, 0))
    image.paste(gradient((width, height - low), rgb("34204f"), rgb("d9713f")), (0, low))
    rays = image.copy()
    headroom = height * 3 // 5
    pen = Pen(rays, headroom)
    middle = pen.width / 2
    for wedge in range(-90, 90, 12):
        left, right = math.radians(wedge), math.radians(wedge + 6)
        edges = [(middle + math.sin(angle) * 9, 0.78 - math.cos(angle) * 9) for angle in (left, right)]
        pen.polygon([(middle, 0.78), *edges], rgb("f3a653"))
    image = Image.blend(image, rays, 0.10)
    pen = Pen(image, headroom)
    for radius, tone in ((0.66, "7c3a4e"), (0.54, "b6543f"), (0.43, "f0a04b"), (0.36, "ffd88a")):
        pen.disc(middle, 0.80, radius, rgb(tone))
    for x, tall in ((-3.2, 0.6), (-2.4, 0.8), (-1.5, 0.45), (1.5, 0.48), (2.3, 0.78), (3.1, 0.62)):
        _peak(pen, middle + x, 1.05, tall, 0.9, rgb("4a2a4c"), rgb("e88f52"))
    tones = Tones(rgb("15132f"), rgb("34204f"), rgb("40243f"), rgb("2a1a33"), rgb("120d1c"), rgb("f3a653"))
    _canopy(pen, 0.80, 0.10, 0.27, rgb("33203d"))
    _temple(pen, middle, 0.98, tones)
    _canopy(pen, 0.97, 0.10, 0.31, rgb("21162c"))
    for offset, lean in ((-3.1, 0.4), (-2.75, -0.4), (-1.25, -0.3), (1.3, 0.3), (2.8, 0.4), (3.2, -0.4)):
        _palm(pen, middle + offset, lean, tones)
    _canopy(pen, 1.06, 0.10, 0.29, tones.near)
    return image.reduce(2)


def _desert(pen: Pen, tones: Tones, foci: Sequence[float]) -> None:
    pen.sky(tones.sky, tones.horizon, 0.75)
    for x in foci:
        for radius, share in ((0.62, 0.10), (0.48, 0.16), (0.36, 0.26)):
            pen.disc(x + 0.14, 0.46, radius, mix(tones.horizon, tones.light, share))
        pen.disc(x + 0.14, 0.46, 0.25, tones.light)
        _pyramid(pen, x - 0.34, 0.70, 0.36, tones)
        _pyramid(pen, x - 0.80, 0.70, 0.24, tones)
    _dunes(pen, 0.70, 0.16, 2.9, 0.4, mix(tones.far, tones.light, 0.10), tones.far)
    _dunes(pen, 0.84, 0.22, 2.3, 1.7, mix(tones.middle, tones.light, 0.14), tones.middle)
    _dunes(pen, 1.0, 0.22, 3.4, 0.9, mix(tones.near, tones.light, 0.08), tones.near)


def _pyramid(pen: Pen, x: float, base: float, height: float, tones: Tones) -> None:
    half = height * 1.05
    pen.polygon([(x - half, base), (x, base - height), (x + half, base)], mix(tones.far, tones.light, 0.22))
    shade = [(x, base - height), (x + half, base), (x + half * 0.25, base)]
    pen.polygon(shade, mix(tones.far, tones.near, 0.5))


def _dunes(pen: Pen, base: float, height: float, period: float, phase: float, lit: RGB, shade: RGB) -> None:
    """A chain of dunes: each rises slowly, breaks at its crest, and turns a shaded side to the right."""
    pen.polygon([(0, base), (pen.width, base), (pen.width, 1.1), (0, 1.1)], shade)
    for index in range(-1, math.ceil(pen.width / period) + 1):
        left = index * period + phase
        tall = height * (1 if index % 2 else 0.72)
        crest = left + period * 0.55
        slope = curve((left - 0.2 * period, base), (left + 0.3 * period, base), (crest, base - tall))
        lee = curve((crest, base - tall), (crest + 0.12 * period, base), (left + 1.15 * period, base))
        pen.polygon([*slope, *lee, (left + 1.15 * period, 1.1), (left - 0.2 * period, 1.1)], shade)
        wind = curve((crest, base - tall), (crest - 0.10 * period, base), (crest + 0.16 * period, 1.1))
        pen.polygon([*slope, *wind, (left - 0.2 * period, 1.1)], lit)


def _sea(pen: Pen, tones: Tones, foci: Sequence[float]) -> None:
    pen.sky(tones.sky, tones.horizon, 0.6)
    for x in foci:
        for radius, share in ((0.46, 0.14), (0.34, 0.26)):
            pen.disc(x + 0.24, 0.36, radius, mix(tones.horizon, tones.light, share))
        pen.disc(x + 0.24, 0.36, 0.2, mix(tones.horizon, tones.light, 0.7))
    _waves(pen, 0.6, 0.045, 0.55, 0.0, tones.far, mix(tones.far, tones.light, 0.35))
    for x in foci:
        _ship(pen, x - 0.24, 0.64, tones)
    _waves(pen, 0.7, 0.08, 0.8, 0.3, tones.middle, mix(tones.middle, tones.light, 0.4))
    _waves(pen, 0.86, 0.11, 1.1, 0.1, tones.near, mix(tones.near, tones.light, 0.45))


def _waves(pen: Pen, level: float, height: float, period: float, phase: float, tone: RGB, foam: RGB) -> None:
    """A row of breaking waves: each crest leans over to the right and carries a line of foam."""
    crests: list[Point] = []
    for index in range(-1, math.ceil(pen.width / period) + 2):
        x = (index + phase) * period
        crests += curve((x, level), (x + 0.45 * period, level + 0.1 * height), (x + 0.72 * period, level - height))
        crests += curve(
            (x + 0.72 * period, level - height),
            (x + 0.98 * period, level - 0.9 * height),
            (x + 0.80 * period, level - 0.1 * height),
            (x + period, level),
        )
    pen.polygon([*crests, (crests[-1][0], 1.1), (crests[0][0], 1.1)], tone)
    pen.line(crests, foam, 0.018)


def _ship(pen: Pen, x: float, water: float, tones: Tones) -> None:
    hull = mix(tones.near, tones.sky, 0.2)
    sail = mix(tones.light, tones.far, 0.25)
    pen.line([(x, water - 0.1), (x, water - 0.5)], hull, 0.018)
    for top, bottom, reach in ((0.47, 0.33, 0.14), (0.31, 0.14, 0.19)):
        belly = curve((x, water - top), (x + reach * 1.5, water - (top + bottom) / 2), (x, water - bottom))
        pen.polygon(belly, sail)
    jib = curve((x - 0.02, water - 0.46), (x - 0.12, water - 0.2), (x - 0.25, water - 0.14))
    pen.polygon([*jib, (x - 0.02, water - 0.14)], mix(sail, tones.far, 0.3))
    keel = curve((x - 0.28, water - 0.12), (x - 0.2, water + 0.06), (x + 0.2, water + 0.06), (x + 0.3, water - 0.14))
    pen.polygon(keel, hull)


def _mountains(pen: Pen, tones: Tones, foci: Sequence[float]) -> None:
    pen.sky(tones.sky, tones.horizon, 0.9)
    step = 1.25
    for index in range(-1, math.ceil(pen.width / step) + 1):
        height = 0.5 + 0.16 * math.sin(index * 2.4)
        _peak(pen, index * step + 0.3, 1.0, height, 0.8, tones.far, mix(tones.far, tones.light, 0.45))
    for x in foci:
        _peak(pen, x - 0.75, 1.05, 0.66, 0.62, tones.middle, mix(tones.middle, tones.light, 0.7))
        _peak(pen, x + 0.75, 1.05, 0.56, 0.6, tones.middle, mix(tones.middle, tones.light, 0.7))
        _peak(pen, x - 0.38, 1.05, 0.56, 0.6, tones.far, mix(tones.far, tones.light, 0.6))
        _peak(pen, x + 0.42, 1.05, 0.50, 0.6, tones.far, mix(tones.far, tones.light, 0.6))
        _peak(pen, x, 1.05, 0.92, 0.85, tones.middle, tones.light)
    pen.ground(lambda x: 0.93 + 0.035 * math.sin(3.1 * x) + 0.02 * math.sin(7.3 * x + 1), tones.near)
    for x in foci:
        for offset in (-1.15, -0.98, -0.86, 0.9, 1.02, 1.2, 1.34):
            tall = 0.13 + 0.05 * math.sin(offset * 40)
            _fir(pen, x + offset, 0.96, tall, tones.near)


def _peak(pen: Pen, x: float, base: float, height: float, slope: float, rock: RGB, snow: RGB) -> None:
    """A mountain lit from the left, snow on its upper third."""
    top = base - height
    half = height * slope
    shade = mix(rock, (0, 0, 0), 0.22)
    pen.polygon([(x - half, base), (x, top), (x + half, base)], mix(rock, snow, 0.16))
    ridge = [
        (x, top),
        (x + 0.06 * half, top + 0.3 * height),
        (x - 0.06 * half, top + 0.55 * height),
        (x + 0.1 * half, base),
    ]
    pen.polygon([*ridge, (x + half, base)], shade)
    cap = 0.34
    left = [(x - cap * half, top + cap * height), (x - 0.20 * half, top + 0.27 * height)]
    left += [(x - 0.12 * half, top + 0.40 * height), (x + 0.02 * half, top + 0.28 * height)]
    pen.polygon([(x, top), *left], snow)
    right = [(x + 0.02 * half, top + 0.28 * height), (x + 0.13 * half, top + 0.37 * height)]
    right += [(x + 0.19 * half, top + 0.27 * height), (x + cap * half, top + cap * height)]
    pen.polygon([(x, top), *right], mix(snow, shade, 0.5))


def _fir(pen: Pen, x: float, base: float, height: float, tone: RGB) -> None:
    for share, width in ((0.0, 0.42), (0.3, 0.34), (0.6, 0.24)):
        low = base - share * height
        pen.polygon([(x - width * height, low), (x, low - 0.5 * height), (x + width * height, low)], tone)


def _jungle(pen: Pen, tones: Tones, foci: Sequence[float]) -> None:
    pen.sky(tones.sky, tones.horizon, 0.8)
    for x in foci:
        pen.disc(x, 0.36, 0.40, mix(tones.horizon, tones.light, 0.22))
        pen.disc(x, 0.36, 0.28, mix(tones.horizon, tones.light, 0.42))
    _canopy(pen, 0.72, 0.13, 0.31, tones.far)
    for x in foci:
        _temple(pen, x, 0.86, tones)
    _canopy(pen, 0.90, 0.12, 0.37, tones.middle)
    for x in foci:
        for offset, lean in ((-1.2, 0.35), (-1.05, -0.5), (0.82, 0.4), (0.95, -0.35)):
            _palm(pen, x + offset, lean, tones)
    _canopy(pen, 1.02, 0.10, 0.29, tones.near)


def _canopy(pen: Pen, level: float, radius: float, spacing: float, tone: RGB) -> None:
    pen.polygon([(0, level), (pen.width, level), (pen.width, 1.1), (0, 1.1)], tone)
    for index in range(math.ceil(pen.width / spacing) + 2):
        swing = math.sin(index * 2.7)
        pen.ellipse((index - 0.5) * spacing, level, radius * (1.4 + 0.3 * swing), radius * (1 + 0.4 * swing), tone)


def _temple(pen: Pen, x: float, base: float, tones: Tones) -> None:
    """A stepped pyramid with a shrine and a flight of stairs."""
    lit = mix(tones.far, tones.light, 0.5)
    shade = mix(tones.middle, tones.light, 0.22)
    for step in range(4):
        half = 0.46 - 0.1 * step
        low = base - 0.135 * step
        pen.polygon(
            [(x - half, low), (x - half + 0.04, low - 0.12), (x + half - 0.04, low - 0.12), (x + half, low)], lit
        )
        pen.polygon(
            [
                (x - half + 0.03, low - 0.12),
                (x + half - 0.03, low - 0.12),
                (x + half - 0.03, low - 0.145),
                (x - half + 0.03, low - 0.145),
            ],
            shade,
        )
    top = base - 0.54
    pen.polygon([(x - 0.12, top), (x - 0.12, top - 0.12), (x + 0.12, top - 0.12), (x + 0.12, top)], lit)
    pen.polygon([(x - 0.16, top - 0.12), (x + 0.16, top - 0.12), (x + 0.11, top - 0.17), (x - 0.11, top - 0.17)], shade)
    pen.polygon([(x - 0.035, top), (x - 0.035, top - 0.09), (x + 0.035, top - 0.09), (x + 0.035, top)], tones.near)
    pen.polygon([(x - 0.1, base), (x - 0.05, top), (x + 0.05, top), (x + 0.1, base)], shade)


def _palm(pen: Pen, x: float, lean: float, tones: Tones) -> None:
    crown = (x + 0.18 * lean, 0.42)
    pen.line(curve((x, 1.05), (x, 0.7), crown), tones.near, 0.035)
    for angle in (-165, -130, -95, -55, -20, 15):
        reach = 0.34
        dx, dy = math.cos(math.radians(angle)) * reach, math.sin(math.radians(angle)) * reach * 0.55
        tip = (crown[0] + dx, crown[1] + dy + 0.12)
        above = curve(crown, (crown[0] + dx * 0.55, crown[1] + dy - 0.10), tip)
        below = curve(tip, (crown[0] + dx * 0.5, crown[1] + dy + 0.02), crown)
        pen.polygon([*above, *below], tones.near)


def _volcano(pen: Pen, tones: Tones, foci: Sequence[float]) -> None:
    pen.sky(tones.sky, tones.horizon, 0.85)
    for x in foci:
        for radius, share in ((0.56, 0.12), (0.40, 0.2), (0.26, 0.34)):
            pen.disc(x, 0.22, radius, mix(tones.horizon, tones.light, share))
    _crags(pen, 0.86, 0.16, 0.47, tones.far)
    for x in foci:
        _smoke(pen, x, tones)
        _cone(pen, x, tones)
    _crags(pen, 1.0, 0.16, 0.38, tones.near)


def _smoke(pen: Pen, x: float, tones: Tones) -> None:
    tone = mix(tones.middle, tones.horizon, 0.45)
    puffs = ((0.02, 0.17, 0.09), (0.12, 0.09, 0.12), (0.28, 0.04, 0.13), (0.46, 0.05, 0.12), (0.62, 0.02, 0.1))
    for dx, y, radius in puffs:
        pen.disc(x + dx, y, radius, tone)


def _cone(pen: Pen, x: float, tones: Tones) -> None:
    left = curve((x - 0.95, 1.05), (x - 0.28, 0.75), (x - 0.15, 0.28))
    right = curve((x + 0.15, 0.28), (x + 0.28, 0.75), (x + 0.95, 1.05))
    pen.polygon([*left, *right], mix(tones.middle, tones.horizon, 0.25))
    shade = curve((x + 0.02, 0.30), (x - 0.06, 0.7), (x + 0.25, 1.05))
    pen.polygon([*right, *reversed(shade)], mix(tones.middle, (0, 0, 0), 0.12))
    pen.polygon(
        [(x - 0.15, 0.28), (x - 0.07, 0.34), (x, 0.31), (x + 0.08, 0.35), (x + 0.15, 0.28), (x, 0.25)], tones.light
    )
    for start, bend, end, thickness in (
        (-0.07, -0.12, -0.22, 0.04),
        (0.0, 0.05, 0.02, 0.05),
        (0.08, 0.16, 0.34, 0.035),
    ):
        flow = curve((x + start, 0.31), (x + bend, 0.5), (x + bend * 0.6, 0.65), (x + end, 0.92))
        pen.line(flow, tones.light, thickness)
    for dx, y in ((-0.3, 0.2), (-0.2, 0.08), (0.24, 0.22), (-0.42, 0.36), (0.38, 0.34), (-0.1, 0.14)):
        pen.disc(x + dx, y, 0.016, tones.light)


def _crags(pen: Pen, level: float, height: float, spacing: float, tone: RGB) -> None:
    ridge: list[Point] = []
    for index in range(-1, math.ceil(pen.width / spacing) + 2):
        x = index * spacing
        swing = 0.7 + 0.3 * math.sin(index * 1.9)
        ridge += [(x, level), (x + 0.3 * spacing, level - height * swing), (x + 0.55 * spacing, level - 0.45 * height)]
        ridge += [(x + 0.72 * spacing, level - 0.7 * height * swing)]
    pen.polygon([*ridge, (ridge[-1][0], 1.1), (ridge[0][0], 1.1)], tone)


def _cave(pen: Pen, tones: Tones, foci: Sequence[float]) -> None:
    pen.sky(tones.sky, tones.horizon, 1.0)
    for x in foci:
        for radius, share in ((0.72, 0.10), (0.5, 0.18), (0.32, 0.26)):
            pen.disc(x, 0.78, radius, mix(tones.horizon, tones.light, share))
    for index in range(math.ceil(pen.width / 0.42) + 1):
        x = index * 0.42 + 0.1
        drop = 0.16 + 0.12 * math.sin(index * 2.3)
        pen.polygon([(x - 0.12, pen.top), (x + 0.12, pen.top), (x + 0.02, pen.top + drop)], tones.far)
    pen.ground(lambda x: 0.9 + 0.03 * math.sin(4.3 * x), tones.middle)
    for x in foci:
        for offset, lean, length, width in (
            (-0.62, -30, 0.42, 0.06),
            (0.66, 34, 0.44, 0.06),
            (-0.34, -18, 0.62, 0.08),
            (0.38, 16, 0.58, 0.08),
            (0.02, -2, 0.84, 0.11),
            (-0.16, -38, 0.36, 0.06),
            (0.2, 40, 0.34, 0.055),
        ):
            _crystal(pen, x + offset * 0.7, 0.97, lean, length, width, tones)
    pen.ground(lambda x: 0.955 + 0.02 * math.sin(5.7 * x + 2), tones.near)


def _crystal(pen: Pen, x: float, base: float, lean: float, length: float, width: float, tones: Tones) -> None:
    """A six-sided crystal: a lit face, a shaded face, a bright tip."""
    angle = math.radians(lean)
    along = (math.sin(angle), -math.cos(angle))
    across = (math.cos(angle), math.sin(angle))

    def at(up: float, side: float) -> Point:
        return (
            x + along[0] * up * length + across[0] * side * width,
            base + along[1] * up * length + across[1] * side * width,
        )

    lit, shade = mix(tones.far, tones.light, 0.62), mix(tones.far, tones.light, 0.22)
    pen.polygon([at(0, -1), at(0.78, -1), at(0.78, 0.15), at(0, 0.15)], lit)
    pen.polygon([at(0, 0.15), at(0.78, 0.15), at(0.78, 1), at(0, 1)], shade)
    pen.polygon([at(0.78, -1), at(1, -0.1), at(0.78, 0.15)], tones.light)
    pen.polygon([at(0.78, 0.15), at(1, -0.1), at(0.78, 1)], mix(lit, shade, 0.4))


_SCENES: Final[dict[Colour, Callable[[Pen, Tones, Sequence[float]], None]]] = {
    Colour.YELLOW: _desert,
    Colour.BLUE: _sea,
    Colour.WHITE: _mountains,
    Colour.GREEN: _jungle,
    Colour.RED: _volcano,
    Colour.PURPLE: _cave,
}
