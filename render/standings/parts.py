"""What the pictures of standings have in common: medals, arrows, and the landscapes behind them."""

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render import fonts, sprites
from render.fonts import Style
from render.palette import fitted
from render.scenery import landscape
from render.theme import RGB, Deck, Theme, mix, rgb
from rules.cards import Colour

METALS: Final = (rgb("ffd873"), rgb("d5dce6"), rgb("e2a06a"))
"""Gold, silver and bronze."""
PLACES: Final = (Colour.YELLOW, Colour.WHITE, Colour.RED)
"""The places that stand behind the first three."""
_SMOOTH: Final = 4
_BEADS: Final = 28


@lru_cache(maxsize=16)
def medal(place: int, size: int, deck: Deck) -> Image.Image:
    """The medal for one of the first three places with its number, ``size`` pixels square (mode RGBA)."""
    unit = size * _SMOOTH
    metal = METALS[place - 1]
    shade = mix(metal, deck.ink, 0.32)
    image = Image.new("RGBA", (unit, unit), (*deck.ink, 0))
    pen = ImageDraw.Draw(image)
    for inset, tone in ((0.0, deck.ink), (0.035, shade), (0.085, metal)):
        edge = unit * inset
        pen.ellipse((edge, edge, unit - 1 - edge, unit - 1 - edge), fill=(*tone, 255))
    for bead in range(_BEADS):
        angle = math.tau * bead / _BEADS
        x, y = (unit * (0.5 + 0.43 * turn) for turn in (math.cos(angle), math.sin(angle)))
        pen.ellipse((x - unit * 0.014, y - unit * 0.014, x + unit * 0.014, y + unit * 0.014), fill=(*shade, 255))
    image = image.reduce(_SMOOTH)
    fonts.draw(image, (size / 2, size / 2), str(place), Style.NUMERAL, round(size * 0.82), deck.ink, "mm")
    return image


@lru_cache(maxsize=8)
def arrow(up: bool, size: int, tone: RGB) -> Image.Image:
    """A triangle that points up or down, ``size`` pixels square (mode RGBA)."""
    unit = size * _SMOOTH
    mask = Image.new("L", (unit, unit))
    base, tip = (0.86, 0.12) if up else (0.14, 0.88)
    corners = ((0.04, base), (0.5, tip), (0.96, base))
    ImageDraw.Draw(mask).polygon([(x * unit, y * unit) for x, y in corners], fill=255)
    image = Image.new("RGBA", (size, size), (*tone, 255))
    image.putalpha(mask.reduce(_SMOOTH))
    return image


@lru_cache(maxsize=8)
def frame(width: int, height: int, theme: Theme) -> Image.Image:
    """The mark around the row of the one who looks (mode RGBA, hollow)."""
    image = Image.new("RGBA", (width, height), (*theme.accent, 255))
    mask = sprites.rounded(width, height, 14).copy()
    mask.paste(0, (4, 4), sprites.rounded(width - 8, height - 8, 10))
    image.putalpha(mask)
    return image


def strip(colour: Colour, size: tuple[int, int], foci: tuple[float, ...], calm: float, theme: Theme) -> Image.Image:
    """The place of ``colour`` to write on (mode RGB), faded into the panel by ``calm``; in a plain theme a frame."""
    if theme.deck.plain:
        image = Image.new("RGB", size, theme.deck.face(colour))
        image.paste(theme.paper, (3, 3), sprites.rounded(size[0] - 6, size[1] - 6, 11))
        return image
    scene = landscape(colour, size, theme.strips[colour], foci)
    return Image.blend(scene, Image.new("RGB", size, theme.panel), calm)


def palette(artwork: Image.Image, theme: Theme, tones: Iterable[RGB]) -> Image.Image:
    """``fitted`` to every fourth pixel of some large artwork: as good, and made in a quarter of the time."""
    small = artwork.transform((artwork.width // 2, artwork.height // 2), Image.Transform.AFFINE, (2, 0, 0, 0, 2, 0))
    return fitted(small, theme, tones)


def quiet(scene: Image.Image, tone: RGB, width: int) -> None:
    """Fade the left end of a landscape, ``width`` pixels wide, into ``tone``, so that it can be written on."""
    mask = Image.new("L", (width, scene.height))
    pen = ImageDraw.Draw(mask)
    for x in range(width):
        pen.line((x, 0, x, scene.height), fill=min(255, round(2 * 255 * (1 - x / width))))
    scene.paste(tone, (0, 0), mask)
