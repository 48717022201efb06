"""Cards and the furniture of a table, drawn once and kept."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import fonts
from render.brush import gradient
from render.fonts import Style
from render.scenery import landscape
from render.symbols import symbol
from render.theme import RGB, THEMES, Theme, Tones, mix
from rules.cards import Card, Colour

_SMOOTH: Final = 4
_CORNER: Final = 9
SMALL: Final = (64, 90)
"""Width and height in pixels of a card on the table."""
PILE: Final = (92, 90)
"""The same of the top card of a discard pile."""
LARGE: Final = (132, 206)
"""The same of a card in hand."""
MARGIN: Final = 6
"""How far the shadow of a card reaches beyond it on every side."""
SMALL_RANK: Final = 56
LARGE_RANK: Final = 78


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
    gap, thickness = 2, 5
    reach = gap + thickness
    outer = rounded(width + 2 * reach, height + 2 * reach, _CORNER + reach)
    middle = Image.new("L", outer.size)
    middle.paste(rounded(width + 2 * gap, height + 2 * gap, _CORNER + gap), (thickness, thickness))
    inner = Image.new("L", outer.size)
    inner.paste(rounded(width - 2, height - 2, _CORNER), (reach + 1, reach + 1))
    image = Image.new("RGBA", outer.size, (*theme.card_ink, 0))
    image.paste((*theme.card_ink, 255), (0, 0), ImageChops.subtract(middle, inner))
    image.paste((*theme.accent, 255), (0, 0), ImageChops.subtract(outer, middle))
    return image


@lru_cache(maxsize=16)
def pill(width: int, height: int, theme: Theme) -> Image.Image:
    """A tag in the accent (mode RGBA) to write on in the tone of the paper."""
    return plate(width, height, height // 2, theme.accent, theme.card_ink, 2)


RING: Final = 7
"""How far a ring reaches beyond its card."""


@lru_cache(maxsize=256)
def small_card(card: Card, middle: int, theme: Theme) -> Image.Image:
    """A card on the table, its rank and symbol around ``middle`` pixels from the left; ``MARGIN`` wide shadow."""
    return _framed(_face(card, SMALL, middle, theme), theme)


@lru_cache(maxsize=96)
def pile_card(card: Card, theme: Theme) -> Image.Image:
    """The open card of a discard pile; it shows its letter too."""
    width, height = PILE
    face = _blank(card, PILE, theme)
    ink = _ink(card, theme)
    _rank(face, card, (30, 12), theme)
    face.paste(ink, (width - 37, 14), symbol(card.colour, 28))
    fonts.draw(face, (width - 23, 74), card.colour.letter, Style.NUMERAL, 30, ink, "ms")
    del height
    return _framed(face, theme)


def _face(card: Card, size: tuple[int, int], middle: int, theme: Theme) -> Image.Image:
    face = _blank(card, size, theme)
    _rank(face, card, (middle, 11), theme)
    face.paste(_ink(card, theme), (middle - 12, 59), symbol(card.colour, 24))
    return face


def _ink(card: Card, theme: Theme) -> RGB:
    return theme.face(card.colour) if card.is_wager else theme.card_ink


def _rank(face: Image.Image, card: Card, at: tuple[int, int], theme: Theme) -> None:
    if card.is_wager:
        pair = coins(28, theme)
        face.paste(pair, (at[0] - pair.width // 2, at[1] - 2), pair)
    else:
        fonts.draw(face, at, str(card.rank), Style.NUMERAL, SMALL_RANK, theme.card_ink, "mt")


@lru_cache(maxsize=32)
def _blank_of(colour: Colour, wager: bool, size: tuple[int, int], theme: Theme) -> Image.Image:
    """A card's face without rank and symbol: lit from above, ground below; dark with a bright frame for a wager."""
    width, height = size
    tone = theme.face(colour)
    if wager:
        dark = mix(tone, theme.card_ink, 0.84)
        image = Image.new("RGB", size, tone)
        image.paste(dark, (4, 4), rounded(width - 8, height - 8, _CORNER - 3))
        return image
    image = Image.new("RGB", size, tone)
    if not theme.plain:
        top, low = mix(tone, (255, 255, 255), 0.30), mix(tone, theme.card_ink, 0.10)
        image = gradient(size, top, low)
        pen = ImageDraw.Draw(image)
        pen.line((3, 1, width - 4, 1), fill=mix(tone, (255, 255, 255), 0.6), width=2)
        pen.line((3, height - 2, width - 4, height - 2), fill=mix(tone, theme.card_ink, 0.35), width=2)
    return image


def _blank(card: Card, size: tuple[int, int], theme: Theme) -> Image.Image:
    return _blank_of(card.colour, card.is_wager, size, theme).copy()


@lru_cache(maxsize=16)
def _shadow(width: int, height: int) -> Image.Image:
    mask = Image.new("L", (width + 2 * MARGIN, height + 2 * MARGIN))
    mask.paste(150, (MARGIN, MARGIN + 1), rounded(width, height, _CORNER))
    return mask.filter(ImageFilter.GaussianBlur(MARGIN / 2.6))


def _framed(face: Image.Image, theme: Theme) -> Image.Image:
    """A face with round corners, a thin dark edge and its shadow (mode RGBA)."""
    width, height = face.size
    image = Image.new("RGBA", (width + 2 * MARGIN, height + 2 * MARGIN), (0, 0, 0, 0))
    if not theme.plain:
        image.putalpha(_shadow(width, height))
    edge = Image.new("RGB", (width + 2, height + 2), theme.card_ink)
    image.paste(edge, (MARGIN - 1, MARGIN - 1), rounded(width + 2, height + 2, _CORNER + 1))
    image.paste(face, (MARGIN, MARGIN), rounded(width, height, _CORNER))
    return image


@lru_cache(maxsize=8)
def coins(size: int, theme: Theme) -> Image.Image:
    """The mark of a wager: two staked coins, ``size`` wide and half as tall again (mode RGBA)."""
    scale = 6
    unit = size * scale
    image = Image.new("RGBA", (unit, unit * 3 // 2), (*theme.card_ink, 0))
    pen = ImageDraw.Draw(image)
    rim = mix(theme.brass, theme.card_ink, 0.45)
    for top in (unit // 2, 0):
        pen.ellipse((0, top, unit - 1, top + unit - 1), fill=(*theme.card_ink, 255))
        for inset, tone in ((0.05, theme.brass), (0.17, rim), (0.22, theme.brass)):
            edge = unit * inset
            pen.ellipse((edge, top + edge, unit - 1 - edge, top + unit - 1 - edge), fill=(*tone, 255))
        middle, reach = (unit / 2, top + unit / 2), unit * 0.17
        pen.polygon(
            [
                (middle[0], middle[1] - reach),
                (middle[0] + reach, middle[1]),
                (middle[0], middle[1] + reach),
                (middle[0] - reach, middle[1]),
            ],
            fill=(*rim, 255),
        )
    return image.reduce(scale)


def _poster_tones(theme: Theme, colour: Colour) -> Tones:
    """The landscape on a card in hand: the colour itself in daylight."""
    tone = theme.face(colour)
    white = (255, 255, 255)
    return Tones(
        sky=mix(tone, white, 0.42),
        horizon=mix(tone, white, 0.10),
        far=mix(tone, theme.card_ink, 0.20),
        middle=mix(tone, theme.card_ink, 0.38),
        near=mix(tone, theme.card_ink, 0.62),
        light=mix(tone, white, 0.82),
    )


@lru_cache(maxsize=12)
def _poster(colour: Colour, wager: bool, theme: Theme) -> Image.Image:
    """The face of a card in hand without its rank: a poster of its place, by night for a wager."""
    width, height = LARGE
    tone = theme.face(colour)
    ground = mix(tone, theme.card_ink, 0.84) if wager else mix(tone, (255, 255, 255), 0.16)
    image = Image.new("RGB", LARGE, tone if wager else ground)
    if wager:
        image.paste(ground, (5, 5), rounded(width - 10, height - 10, _CORNER))
    if not theme.plain:
        tones = THEMES["dark"].strips[colour] if wager else _poster_tones(theme, colour)
        window = (width - 16, 112)
        scene = landscape(colour, window, tones, (0.5,))
        image.paste(scene, (8, height - 8 - window[1]), rounded(*window, _CORNER - 2))
    return image


@lru_cache(maxsize=96)
def large_card(card: Card, theme: Theme) -> Image.Image:
    """A card in hand: rank, symbol and letter above a poster of its place; ``MARGIN`` wide shadow (mode RGBA)."""
    width, height = LARGE
    face = _poster(card.colour, card.is_wager, theme).copy()
    ink = _ink(card, theme)
    if card.is_wager:
        pair = coins(44, theme)
        face.paste(pair, (14, 14), pair)
    else:
        fonts.draw(face, (14, 18), str(card.rank), Style.NUMERAL, LARGE_RANK, ink, "lt")
    face.paste(ink, (width - 50, 16), symbol(card.colour, 36))
    fonts.draw(face, (width - 32, 80), card.colour.letter, Style.NUMERAL, 30, ink, "ms")
    if theme.plain:
        face.paste(ink, (width // 2 - 40, height - 104), symbol(card.colour, 80))
    return _framed(face, theme)


@lru_cache(maxsize=8)
def back(width: int, height: int, theme: Theme) -> Image.Image:
    """The back of a card (mode RGBA): a compass rose."""
    image = plate(width, height, 7, mix(theme.brass, theme.card_ink, 0.72), theme.brass, 3)
    pen = ImageDraw.Draw(image)
    x, y, reach = width / 2, height / 2, width * 0.3
    pen.polygon(
        [(x, y - reach * 1.3), (x + reach * 0.3, y), (x, y + reach * 1.3), (x - reach * 0.3, y)], fill=theme.brass
    )
    pen.polygon([(x - reach, y), (x, y - reach * 0.3), (x + reach, y), (x, y + reach * 0.3)], fill=theme.brass)
    return image
