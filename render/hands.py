"""What all players hold, to look at when a match is over."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from PIL import Image

from render import sprites
from render.canvas import Box, Canvas, Label
from render.fonts import Style
from render.furniture import EDGE, WIDTH, panel, picture
from render.palette import fitted, reduced
from render.picture import Picture
from render.sprites import MARGIN, RING, SMALL
from render.texts import Texts
from render.theme import Theme
from render.words import fitting, named
from rules.cards import WAGER, Card, Colour

_ROW: Final = SMALL[1] + 28
_NAME: Final = 330
"""The width that a name may take."""
_STEP: Final = 98
_SIZE: Final = 40


def hands(views: Sequence[Any], names: Sequence[str], texts: Texts, theme: Theme) -> Picture:
    """The hands of all seats, a row each, out of the views of all; a card that was just drawn is ringed."""
    canvas = layout(views, names, theme)
    return picture(canvas, _palette(theme), fitting(lambda short: hands_words(views, short, texts), names))


def layout(views: Sequence[Any], names: Sequence[str], theme: Theme) -> Canvas:
    canvas = Canvas(_background(len(views), theme))
    for seat, view in enumerate(views):
        row = _row(seat)
        middle = row.top + row.height // 2
        canvas.write(Label(names[seat], (row.left + 22, middle), Style.BOLD, _SIZE, theme.ink, "lm", _NAME))
        for index, card in enumerate(view.hand):
            left, top = card_place(seat, index)
            canvas.stick(sprites.small_card(card, SMALL[0] // 2, theme.deck), (left - MARGIN, top - MARGIN))
            if card == view.drawn and card not in view.hand[index + 1 :]:
                canvas.stick(sprites.ring(*SMALL, theme), (left - RING, top - RING))
    return canvas


def card_place(seat: int, index: int) -> tuple[int, int]:
    """The upper left corner of a card of a hand."""
    row = _row(seat)
    return row.left + _NAME + 44 + index * _STEP, row.top + (row.height - SMALL[1]) // 2


def hands_words(views: Sequence[Any], names: Sequence[str], texts: Texts) -> str:
    """The same in words, a line for each seat."""
    return "\n".join(
        texts.text("replay.holds", name=name, cards=named(view.hand, texts))
        for name, view in zip(names, views, strict=True)
    )


def _row(seat: int) -> Box:
    return Box(EDGE, EDGE + seat * (_ROW + EDGE // 2), WIDTH - 2 * EDGE, _ROW)


@lru_cache(maxsize=9)
def _background(seats: int, theme: Theme) -> Image.Image:
    image = Image.new("RGB", (WIDTH, _row(seats - 1).bottom + EDGE), theme.paper)
    for seat in range(seats):
        panel(image, _row(seat), theme)
    return reduced(image, _palette(theme))


@lru_cache(maxsize=3)
def _palette(theme: Theme) -> Image.Image:
    """The tones of small cards of every colour."""
    cards = [
        sprites.small_card(Card(colour, rank), SMALL[0] // 2, theme.deck) for colour in Colour for rank in (2, WAGER)
    ]
    image = Image.new("RGB", (len(cards) * cards[0].width, cards[0].height), theme.panel)
    for index, card in enumerate(cards):
        image.paste(card, (index * card.width, 0), card)
    return fitted(image, theme)
