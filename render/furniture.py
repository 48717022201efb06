"""What the pictures of all games are furnished with: panels, wells, the deck, sentences that keep to their room."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Final

from PIL import Image

from render import sprites
from render.canvas import Box, Canvas, Label, png
from render.fonts import Style, measure, order
from render.palette import reduced
from render.picture import Picture
from render.symbols import symbol
from render.theme import RGB, Theme, mix
from render.words import NAME_LIMIT, alt, short
from rules.cards import Card, Colour

WIDTH: Final = 1200
"""The width of every picture in pixels, as all other lengths are."""
EDGE: Final = 12
"""The margin on every side."""
SENTENCE: Final = 32
"""The size of a sentence at the foot of a picture."""
CHIP: Final = 58
"""The width that a small card takes in front of a sentence."""


def picture(canvas: Canvas, palette: Image.Image, words: str, part: Box | None = None) -> Picture:
    """The finished picture of a canvas, or of a ``part`` of it, in the tones of ``palette``, described by ``words``."""
    painted = canvas.paint()
    if part is not None:
        painted = painted.crop((part.left, part.top, part.right, part.bottom))
    return Picture(png(reduced(painted, palette)), "png", alt(words))


def panel(image: Image.Image, box: Box, theme: Theme) -> None:
    plate = sprites.plate(box.width, box.height, 14, theme.panel, theme.line, 2 if theme.deck.plain else 1)
    image.paste(plate, (box.left, box.top), plate)


def well(image: Image.Image, box: Box, colour: Colour, theme: Theme) -> None:
    """A hollow for a discard pile, with the symbol and the letter of its place."""
    hollow = theme.paper if theme.deck.plain else mix(theme.strips[colour].near, theme.paper, 0.35)
    ink = place_ink(colour, theme)
    plate = sprites.plate(box.width, box.height, 10, hollow, ink, 3)
    image.paste(plate, (box.left, box.top), plate)
    middle = box.top + box.height // 2
    image.paste(ink, (box.left + 11, middle - 21), symbol(colour, 42))
    letter = Label(colour.letter, (box.right - 22, middle), Style.NUMERAL, 40, ink, "mm")
    image.paste(Canvas(image, labels=[letter]).paint(), (0, 0))


def place_ink(colour: Colour, theme: Theme) -> RGB:
    """The colour as a tone for symbols on its landscape."""
    return mix(theme.deck.face(colour), theme.ink, 0.62) if theme.light else theme.deck.face(colour)


def deck(canvas: Canvas, count: int, middle: float, top: int, theme: Theme) -> None:
    """The deck as backs, as many as it is high, with its count, around ``middle``."""
    card = sprites.back(44, 58, theme.deck)
    words = Label(str(count), (0, 0), Style.NUMERAL, 66, theme.ink, "lm", vital=True)
    left = round(middle - (card.width + 18 + words.width) / 2)
    for layer in range(min(3, (count + 19) // 20), 0, -1):
        canvas.stick(card, (left - 4 * (layer - 1), top + 4 * (layer - 1)))
    canvas.write(words.moved(left + card.width + 18, top + card.height / 2))


def with_room(
    sentence: Callable[[Sequence[str]], str], names: Sequence[str], style: Style, size: int, room: float
) -> str:
    """A sentence about ``names``, which are cut as far as it takes to keep the whole within ``room`` pixels.

    It runs in the direction of its own words, not of the name in front of it.
    """
    mark = order.mark(sentence([""] * len(names)))

    def words(limit: int) -> str:
        return mark + sentence([short(name, limit) for name in names])

    def width(limit: int) -> float:
        return measure(words(limit), style, size)

    if width(NAME_LIMIT) <= room:
        return words(NAME_LIMIT)
    return words(max(1, bisect_right(range(1, NAME_LIMIT), room, key=width)))


def card_and_words(
    canvas: Canvas, card: Card, words: str, box: Box, tone: RGB, theme: Theme, room: float = WIDTH
) -> None:
    """A small card at the left of ``box`` and a sentence about it, at most ``room`` pixels wide."""
    image = sprites.tile(card, sprites.TILE[0], theme.deck)
    left, middle = box.left + 22, box.top + box.height // 2
    canvas.stick(image, (left, middle - image.height // 2))
    label = Label(words, (left + CHIP, middle), Style.REGULAR, SENTENCE, tone, "lm")
    canvas.write(label.within(min(room, box.width - 44 - CHIP)))
