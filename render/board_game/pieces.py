"""What lies and stands on the paths, drawn once and kept: figures, event tiles, the last cards played."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render import fonts, sprites
from render.brush import Point, curve, gradient
from render.fonts import Style
from render.symbols import symbol
from render.theme import RGB, Deck, mix
from rules.board_game.state import Tile
from rules.cards import Card
from rules.game import Seat

_WHITE: Final[RGB] = (255, 255, 255)
_SHADE: Final[RGB] = (70, 30, 110)
_SMOOTH: Final = 4
FIGURE_DIGIT: Final = 52
"""The least size of the number on a figure; a large figure has a larger one."""
_ROOMY: Final = 50
"""The size from which a researcher has a second edge within its brass."""
TILE_NUMBER: Final = 52
FREE: Final = (78, 62)
"""Width and height in pixels of a tile that nobody stands on."""
SHARED: Final = (78, 46)
"""Those of a tile below a figure."""
CARD_HEIGHT: Final = sprites.SMALL[1]
_NARROW: Final = 56


def _circle() -> list[Point]:
    return [
        *curve((0.5, 0), (0.776, 0), (1, 0.224), (1, 0.5)),
        *curve((1, 0.5), (1, 0.776), (0.776, 1), (0.5, 1)),
        *curve((0.5, 1), (0.224, 1), (0, 0.776), (0, 0.5)),
        *curve((0, 0.5), (0, 0.224), (0.224, 0), (0.5, 0)),
    ]


_OUTLINES: Final[tuple[list[Point], ...]] = (
    _circle(),
    [(0.04, 0.04), (0.96, 0.04), (0.96, 0.96), (0.04, 0.96)],
    [(0.24, 0.03), (0.76, 0.03), (1.02, 0.5), (0.76, 0.97), (0.24, 0.97), (-0.02, 0.5)],
    [(0.5, -0.04), (0.98, 0.36), (0.98, 0.97), (0.02, 0.97), (0.02, 0.36)],
)
"""The shapes of the seats' figures: a disc, a crate, a hexagon, a tent; in fractions of their size."""
_SINK: Final = (0.0, 0.0, 0.0, 0.03)
"""How far below the middle the number of a seat's figure stands."""


@lru_cache(maxsize=64)
def outline(seat: Seat, size: int) -> Image.Image:
    """The mask (mode L) of the shape of a seat's figures, ``size`` pixels square."""
    unit = size * _SMOOTH
    mask = Image.new("L", (unit, unit))
    ImageDraw.Draw(mask).polygon([(x * unit, y * unit) for x, y in _OUTLINES[seat]], fill=255)
    return mask.reduce(_SMOOTH)


@lru_cache(maxsize=96)
def figure(seat: Seat, researcher: bool, size: int, deck: Deck) -> Image.Image:
    """A figure (mode RGBA), ``size`` pixels square: the number of its seat on its shape, brass around a researcher."""
    tone = deck.seats[seat]
    image = Image.new("RGBA", (size, size), (*deck.ink, 0))
    layers = [(0, deck.ink)]
    if researcher:
        layers += [(2, deck.brass), (6, deck.ink)] if size >= _ROOMY else [(1, deck.brass)]
    inset = layers[-1][0] + (2 if layers[-1][1] == deck.ink else 4)
    for distance, fill in layers:
        image.paste((*fill, 255), (distance, distance), outline(seat, size - 2 * distance))
    inner = size - 2 * inset
    face = Image.new("RGB", (inner, inner), tone)
    if not deck.plain:
        face = gradient((inner, inner), *_light(tone))
    image.paste(face, (inset, inset), outline(seat, inner))
    digit = max(FIGURE_DIGIT, round(inner * 0.86))
    at = (size / 2, size * (0.5 + _SINK[seat]))
    fonts.draw(image, at, str(seat + 1), Style.NUMERAL, digit, deck.ink, "mm")
    return image


def _light(tone: RGB) -> tuple[RGB, RGB]:
    """The tones of a figure at its head and at its foot."""
    return mix(tone, _WHITE, 0.25), mix(tone, _SHADE, 0.10)


def tones(deck: Deck) -> list[RGB]:
    """What a palette needs for the figures of every seat."""
    shades = [mix(*_light(tone), step / 4) for tone in deck.seats for step in range(5)]
    return [*deck.seats] if deck.plain else shades


@lru_cache(maxsize=32)
def event(tile: Tile, size: tuple[int, int], deck: Deck) -> Image.Image:
    """An event tile (mode RGBA): an amphora for an artifact, an arrow, or points as a number."""
    width, height = size
    if tile is Tile.ARTIFACT:
        image = sprites.plate(width, height, 12, mix(deck.brass, deck.ink, 0.82), deck.brass, 3)
        tall = height - 10
        image.paste((*deck.brass, 255), ((width - tall) // 2, 5), amphora(tall))
    elif tile is Tile.ARROW:
        pale = mix(deck.brass, _WHITE, 0.78)
        image = sprites.plate(width, height, height // 2, pale, deck.ink, 2)
        tall = height - 12
        image.paste((*deck.ink, 255), ((width - tall) // 2, 6), arrow(tall))
    else:
        image = sprites.plate(width, height, 8, deck.brass, deck.ink, 2)
        at = (width / 2, height / 2)
        fonts.draw(image, at, f"+{tile.points}", Style.NUMERAL, TILE_NUMBER, deck.ink, "mm")
    return image


@lru_cache(maxsize=16)
def amphora(size: int) -> Image.Image:
    """The mask (mode L) of an artifact, ``size`` pixels square: a jar with two handles."""
    unit = size * _SMOOTH
    mask = Image.new("L", (unit, unit))
    pen = ImageDraw.Draw(mask)

    def scaled(points: list[Point]) -> list[Point]:
        return [(x * unit, y * unit) for x, y in points]

    for side in (-1, 1):
        handle = curve((0.5 + side * 0.08, 0.14), (0.5 + side * 0.44, 0.06), (0.5 + side * 0.36, 0.42))
        pen.line(scaled(handle), fill=255, width=round(unit * 0.075), joint="curve")
    pen.polygon(scaled([(0.36, 0.0), (0.64, 0.0), (0.64, 0.08), (0.36, 0.08)]), fill=255)
    right = [
        *curve((0.59, 0.08), (0.57, 0.26), (0.84, 0.26), (0.80, 0.50)),
        *curve((0.80, 0.50), (0.76, 0.78), (0.60, 0.80), (0.58, 0.90)),
    ]
    left = [(1 - x, y) for x, y in reversed(right)]
    pen.polygon(scaled([*right, (0.70, 1.0), (0.30, 1.0), *left]), fill=255)
    pen.line(scaled([(0.16, 0.50), (0.84, 0.50)]), fill=0, width=round(unit * 0.06))
    return mask.reduce(_SMOOTH)


@lru_cache(maxsize=16)
def arrow(size: int) -> Image.Image:
    """The mask (mode L) of an arrow to the right, ``size`` pixels square."""
    unit = size * _SMOOTH
    mask = Image.new("L", (unit, unit))
    points = [(0.02, 0.34), (0.48, 0.34), (0.48, 0.06), (1.0, 0.5), (0.48, 0.94), (0.48, 0.66), (0.02, 0.66)]
    ImageDraw.Draw(mask).polygon([(x * unit, y * unit) for x, y in points], fill=255)
    return mask.reduce(_SMOOTH)


@lru_cache(maxsize=16)
def way(heading: int, size: int) -> Image.Image:
    """The mask (mode L), ``size`` pixels square, of the way in which cards go: up (1), down (-1), or both (0)."""
    unit = size * _SMOOTH
    mask = Image.new("L", (unit, unit))
    pen = ImageDraw.Draw(mask)
    if heading == 0:
        pen.polygon([(unit * x, unit * y) for x, y in ((0.5, 0.0), (0.95, 0.42), (0.05, 0.42))], fill=255)
        pen.polygon([(unit * x, unit * y) for x, y in ((0.5, 1.0), (0.95, 0.58), (0.05, 0.58))], fill=255)
    else:
        tip, foot = (0.08, 0.92) if heading > 0 else (0.92, 0.08)
        pen.polygon([(unit * x, unit * y) for x, y in ((0.5, tip), (1.0, foot), (0.0, foot))], fill=255)
    return mask.reduce(_SMOOTH)


@lru_cache(maxsize=128)
def played_card(card: Card, width: int, heading: int | None, deck: Deck) -> Image.Image:
    """The last card on a path, ``width`` wide and ``CARD_HEIGHT`` high with a ``MARGIN`` wide shadow.

    Below its rank stands the way in which the cards go, or the symbol of its place if ``heading`` is None.
    """
    face = sprites.blank(card.colour, False, (width, CARD_HEIGHT), deck).copy()
    size = sprites.TILE_RANK if width < _NARROW else sprites.SMALL_RANK
    fonts.draw(face, (width / 2, 11), str(card.rank), Style.NUMERAL, size, deck.ink, "mt")
    mark = symbol(card.colour, 24) if heading is None else way(heading, 24)
    face.paste(deck.ink, (width // 2 - 12, 59), mark)
    return sprites.framed(face, deck)
