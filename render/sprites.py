"""Cards and the furniture of a table, drawn once and kept."""

import math
from dataclasses import replace
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import fonts
from render.brush import Point, gradient
from render.fonts import Style
from render.scenery import landscape
from render.symbols import symbol
from render.theme import DARK, RGB, Deck, Theme, Tones, mix
from rules.cards import Card, Colour

_WHITE: Final[RGB] = (255, 255, 255)
_SMOOTH: Final = 4
_CORNER: Final = 9
SMALL: Final = (64, 90)
"""Width and height in pixels of a card on the table."""
PILE: Final = (92, 90)
"""Those of the open card of a discard pile."""
LARGE: Final = (132, 206)
"""Those of a card in hand."""
TILE: Final = (44, 52)
"""Those of a card in a line of cards."""
NARROW_TILE: Final = 31
"""The least width of a card in a line, too narrow for a 10."""
SMALL_RANK: Final = 56
LARGE_RANK: Final = 78
TILE_RANK: Final = 52
MARGIN: Final = 6
"""How far the shadow of a card reaches beyond it on every side."""
RING: Final = 7
"""How far a ring reaches beyond its card."""


@lru_cache(maxsize=64)
def rounded(width: int, height: int, radius: int) -> Image.Image:
    """A mask (mode L) of a rectangle with round corners."""
    mask = Image.new("L", (width * _SMOOTH, height * _SMOOTH))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), radius * _SMOOTH, fill=255)
    return mask.reduce(_SMOOTH)


def plate(width: int, height: int, radius: int, fill: RGB, edge: RGB, thickness: int) -> Image.Image:
    """A filled rectangle with round corners and an edge (mode RGBA)."""
    image = Image.new("RGBA", (width, height), (*edge, 0))
    image.paste((*edge, 255), (0, 0), rounded(width, height, radius))
    inner = (width - 2 * thickness, height - 2 * thickness)
    image.paste((*fill, 255), (thickness, thickness), rounded(*inner, max(1, radius - thickness)))
    return image


@lru_cache(maxsize=16)
def ring(width: int, height: int, theme: Theme) -> Image.Image:
    """The mark around a card of this size: a ring in the accent, apart from the card by a gap (mode RGBA)."""
    gap, thickness = 2, RING - 2
    reach = gap + thickness
    outer = rounded(width + 2 * reach, height + 2 * reach, _CORNER + reach)
    middle = Image.new("L", outer.size)
    middle.paste(rounded(width + 2 * gap, height + 2 * gap, _CORNER + gap), (thickness, thickness))
    inner = Image.new("L", outer.size)
    inner.paste(rounded(width - 2, height - 2, _CORNER), (reach + 1, reach + 1))
    image = Image.new("RGBA", outer.size, (*theme.deck.ink, 0))
    image.paste((*theme.deck.ink, 255), (0, 0), ImageChops.subtract(middle, inner))
    image.paste((*theme.accent, 255), (0, 0), ImageChops.subtract(outer, middle))
    return image


@lru_cache(maxsize=16)
def pill(width: int, height: int, theme: Theme) -> Image.Image:
    """A tag in the accent (mode RGBA) to write on in the tone of the paper."""
    return plate(width, height, height // 2, theme.accent, theme.deck.ink, 2)


@lru_cache(maxsize=192)
def small_card(card: Card, middle: int, deck: Deck) -> Image.Image:
    """A card on the table, its rank and symbol around ``middle`` pixels from the left; ``MARGIN`` wide shadow."""
    face = blank(card.colour, card.is_wager, SMALL, deck).copy()
    _rank(face, card, (middle, 11), deck)
    face.paste(ink_of(card, deck), (middle - 12, 59), symbol(card.colour, 24))
    return framed(face, deck)


@lru_cache(maxsize=72)
def pile_card(card: Card, deck: Deck) -> Image.Image:
    """The open card of a discard pile; it shows its letter too."""
    face = blank(card.colour, card.is_wager, PILE, deck).copy()
    ink = ink_of(card, deck)
    _rank(face, card, (30, 12), deck)
    face.paste(ink, (PILE[0] - 37, 14), symbol(card.colour, 28))
    fonts.draw(face, (PILE[0] - 23, 74), card.colour.letter, Style.NUMERAL, 30, ink, "ms")
    return framed(face, deck)


def ink_of(card: Card, deck: Deck) -> RGB:
    """The tone of what is written on a card."""
    return mix(deck.face(card.colour), _WHITE, 0.45) if card.is_wager else deck.ink


def _rank(face: Image.Image, card: Card, at: tuple[int, int], deck: Deck) -> None:
    """The rank below ``at``, or a coin around it, as large as what is seen of the card allows."""
    seen = 2 * min(at[0], face.width - at[0])
    if card.is_wager:
        mark = coin(min(42, seen - 3), deck)
        face.paste(mark, (at[0] - mark.width // 2, at[1] + 20 - mark.height // 2), mark)
    else:
        size = SMALL_RANK if seen > 36 else TILE_RANK
        fonts.draw(face, at, str(card.rank), Style.NUMERAL, size, deck.ink, "mt")


@lru_cache(maxsize=32)
def blank(colour: Colour, wager: bool, size: tuple[int, int], deck: Deck) -> Image.Image:
    """A card's face without rank and symbol: lit from above, ground below; dark with a bright frame for a wager."""
    width, height = size
    tone = deck.face(colour)
    if wager:
        dark = mix(tone, deck.ink, 0.86)
        image = Image.new("RGB", size, tone)
        image.paste(dark, (4, 4), rounded(width - 8, height - 8, _CORNER - 3))
        return image
    if deck.plain:
        return Image.new("RGB", size, tone)
    image = gradient(size, mix(tone, _WHITE, 0.10), mix(tone, _WHITE, 0.42))
    day = _day(colour, deck)
    ground = replace(day, far=tone, middle=mix(tone, deck.ink, 0.1), near=mix(tone, deck.ink, 0.2), light=day.horizon)
    low = (width, height * 2 // 5)
    scene = landscape(colour, low, ground, ())
    image.paste(scene.crop((0, low[1] // 3, *low)), (0, height - low[1] * 2 // 3))
    return image


@lru_cache(maxsize=16)
def _shadow(width: int, height: int) -> Image.Image:
    mask = Image.new("L", (width + 2 * MARGIN, height + 2 * MARGIN))
    mask.paste(150, (MARGIN, MARGIN + 1), rounded(width, height, _CORNER))
    return mask.filter(ImageFilter.GaussianBlur(MARGIN / 2.6))


def framed(face: Image.Image, deck: Deck) -> Image.Image:
    """A face with round corners, a thin dark edge and its shadow (mode RGBA)."""
    width, height = face.size
    image = Image.new("RGBA", (width + 2 * MARGIN, height + 2 * MARGIN), (0, 0, 0, 0))
    if not deck.plain:
        image.putalpha(_shadow(width, height))
    edge = Image.new("RGB", (width + 2, height + 2), deck.ink)
    image.paste(edge, (MARGIN - 1, MARGIN - 1), rounded(width + 2, height + 2, _CORNER + 1))
    image.paste(face, (MARGIN, MARGIN), rounded(width, height, _CORNER))
    return image


@lru_cache(maxsize=32)
def coin(size: int, deck: Deck) -> Image.Image:
    """The mark of a wager, a coin with a compass star, ``size`` pixels square (mode RGBA)."""
    unit = size * _SMOOTH
    image = Image.new("RGBA", (unit, unit), (*deck.ink, 0))
    pen = ImageDraw.Draw(image)
    dark = mix(deck.brass, deck.ink, 0.62)
    shade = mix(deck.brass, deck.ink, 0.30)
    for inset, tone in ((0.0, deck.ink), (0.04, shade), (0.09, deck.brass)):
        edge = unit * inset
        pen.ellipse((edge, edge, unit - 1 - edge, unit - 1 - edge), fill=(*tone, 255))
    for notch in range(24):
        angle = math.tau * notch / 24
        x, y = unit / 2 + math.cos(angle) * unit * 0.405, unit / 2 + math.sin(angle) * unit * 0.405
        pen.ellipse((x - unit * 0.018, y - unit * 0.018, x + unit * 0.018, y + unit * 0.018), fill=(*shade, 255))
    pen.polygon(_star(unit / 2, unit * 0.34, unit * 0.10), fill=(*dark, 255))
    return image.reduce(_SMOOTH)


def _star(middle: float, reach: float, waist: float) -> list[Point]:
    """A compass star of four points."""
    points: list[Point] = []
    for eighth in range(8):
        angle, radius = math.tau * eighth / 8, waist if eighth % 2 else reach
        points.append((middle + math.cos(angle) * radius, middle + math.sin(angle) * radius))
    return points


def _day(colour: Colour, deck: Deck) -> Tones:
    """The landscape on a card in hand: its colour in daylight."""
    tone = deck.face(colour)
    night = DARK.strips[colour]
    return Tones(
        sky=tone,
        horizon=mix(tone, _WHITE, 0.5),
        far=mix(tone, night.far, 0.24),
        middle=mix(tone, night.far, 0.48),
        near=mix(tone, night.far, 0.80),
        light=mix(tone, _WHITE, 0.86),
    )


@lru_cache(maxsize=12)
def poster(colour: Colour, wager: bool, deck: Deck) -> Image.Image:
    """The face of a card in hand without its rank: a poster of its place, by night for a wager."""
    width, height = LARGE
    tone = deck.face(colour)
    frame = 5
    inner = (width - 2 * frame, height - 2 * frame)
    if deck.plain:
        scene = Image.new("RGB", inner, deck.ink if wager else tone)
        scene.paste(tone if wager else deck.ink, (inner[0] // 2 - 44, inner[1] - 108), symbol(colour, 88))
    else:
        tones = DARK.strips[colour] if wager else _day(colour, deck)
        scene = landscape(colour, inner, tones, (0.5,), headroom=inner[1] - 128)
    image = Image.new("RGB", LARGE, tone if wager or deck.plain else mix(tone, _WHITE, 0.55))
    image.paste(scene, (frame, frame), rounded(*inner, _CORNER - 4))
    return image


@lru_cache(maxsize=72)
def large_card(card: Card, deck: Deck) -> Image.Image:
    """A card in hand: rank, symbol and letter in the sky of its place; ``MARGIN`` wide shadow (mode RGBA)."""
    width, _ = LARGE
    face = poster(card.colour, card.is_wager, deck).copy()
    ink = ink_of(card, deck)
    if card.is_wager:
        mark = coin(62, deck)
        face.paste(mark, (14, 14), mark)
    else:
        fonts.draw(face, (16, 20), str(card.rank), Style.NUMERAL, LARGE_RANK, ink, "lt")
    face.paste(ink, (width - 50, 17), symbol(card.colour, 36))
    fonts.draw(face, (width - 32, 82), card.colour.letter, Style.NUMERAL, 30, ink, "ms")
    return framed(face, deck)


@lru_cache(maxsize=96)
def tile(card: Card, width: int, deck: Deck) -> Image.Image:
    """A card in a line of cards, without a shadow (mode RGBA)."""
    height = TILE[1]
    tone = deck.face(card.colour)
    edge = tone if card.is_wager else mix(tone, deck.ink, 0.4)
    image = plate(width, height, 6, mix(tone, deck.ink, 0.86) if card.is_wager else tone, edge, 2)
    if card.is_wager:
        mark = coin(min(width, 40) - 4, deck)
        image.paste(mark, ((width - mark.width) // 2, (height - mark.height) // 2), mark)
    else:
        at = (width / 2, height / 2)
        fonts.draw(image, at, str(card.rank), Style.NUMERAL, TILE_RANK, deck.ink, "mm")
    return image


@lru_cache(maxsize=8)
def back(width: int, height: int, deck: Deck) -> Image.Image:
    """The back of a card (mode RGBA): a compass rose."""
    image = plate(width, height, 7, mix(deck.brass, deck.ink, 0.72), deck.brass, 3)
    pen = ImageDraw.Draw(image)
    x, y, reach = width / 2, height / 2, width * 0.3
    pen.polygon(
        [(x, y - reach * 1.3), (x + reach * 0.3, y), (x, y + reach * 1.3), (x - reach * 0.3, y)], fill=deck.brass
    )
    pen.polygon([(x - reach, y), (x, y - reach * 0.3), (x + reach, y), (x, y + reach * 0.3)], fill=deck.brass)
    return image
