"""The table of the card game: a landscape a row, the discard piles between, an expedition growing to either side."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from render import sprites
from render.canvas import Box, Canvas
from render.card_game import parts
from render.card_game.words import board_words
from render.furniture import WIDTH, picture, well
from render.palette import fitted, reduced
from render.picture import Picture
from render.sprites import MARGIN, PILE, RING, SMALL
from render.texts import Texts
from render.theme import Theme
from rules.card_game.state import Discard, Placement, Play
from rules.card_game.view import View
from rules.cards import WAGER, Card, Colour
from rules.game import Seat

ROOM: Final = 408
"""The width that an expedition may take."""
_STEP: Final = SMALL[0] + 4


def board(view: View, names: Sequence[str], texts: Texts, theme: Theme) -> Picture:
    """The table as ``view`` knows it; a spectator's view makes the public picture."""
    canvas = layout(view, names, texts, theme)
    return picture(canvas, _palette(theme), board_words(view, names, texts))


def layout(view: View, names: Sequence[str], texts: Texts, theme: Theme) -> Canvas:
    canvas = Canvas(_background(view.options.colours, theme))
    parts.header(canvas, view, 0, names, texts, theme)
    for colour in view.colours:
        _pile(canvas, view, colour, theme)
        for seat in range(len(view.columns)):
            _expedition(canvas, view, seat, colour, theme)
    parts.foot(canvas, view, names, texts, parts.foot_box(view.options.colours), theme)
    return canvas


def card_boxes(count: int, seat: Seat, colour: Colour) -> list[Box]:
    """Where the cards of an expedition lie, the first next to the pile; each covers a part of the one before."""
    top = parts.pile_box(colour).top + (PILE[1] - SMALL[1]) // 2
    start = parts.pile_box(colour).right + parts.GAP
    lefts = [start + index * _step(count) for index in range(count)]
    return [Box(left if seat else WIDTH - left - SMALL[0], top, *SMALL) for left in lefts]


def visible_middle(index: int, count: int, seat: Seat) -> int:
    """The middle of what can be seen of a card of an expedition, in pixels from its left edge."""
    seen = SMALL[0] if index == count - 1 else min(_step(count), SMALL[0])
    return seen // 2 if seat else SMALL[0] - seen // 2


def _step(count: int) -> int:
    """From the edge of a card of an expedition to that of the next, in pixels."""
    return min(_STEP, (ROOM - SMALL[0]) // max(1, count - 1))


@lru_cache(maxsize=6)
def _background(colours: int, theme: Theme) -> Image.Image:
    return reduced(_furnished(colours, theme), _palette(theme))


def _furnished(colours: int, theme: Theme) -> Image.Image:
    image = parts.table(colours, theme, calm=0)
    for colour in list(Colour)[:colours]:
        well(image, parts.pile_box(colour), colour, theme)
    return image


@lru_cache(maxsize=3)
def _palette(theme: Theme) -> Image.Image:
    """The tones of a table with cards of every colour; its left half has them all."""
    image = _furnished(len(Colour), theme)
    for colour in Colour:
        for rank, box in zip((WAGER, 2), card_boxes(2, 0, colour), strict=True):
            card = sprites.small_card(Card(colour, rank), SMALL[0] // 2, theme.deck)
            image.paste(card, (box.left - MARGIN, box.top - MARGIN), card)
    return fitted(image.crop((0, 0, WIDTH // 2, image.height)), theme)


def _mark(view: View) -> tuple[Seat, Placement] | None:
    """The last placement that lies on the table, and whose it was."""
    if view.placement is not None and view.turn is not None:
        return view.turn, view.placement
    if view.history:
        return view.history[-1].seat, view.history[-1].placement
    return None


def _pile(canvas: Canvas, view: View, colour: Colour, theme: Theme) -> None:
    pile = view.piles[colour]
    if not pile:
        return
    mark = _mark(view)
    marked = mark is not None and mark[1] == Discard(pile[-1])
    _lay(canvas, sprites.pile_card(pile[-1], theme.deck), parts.pile_box(colour), marked, theme)


def _expedition(canvas: Canvas, view: View, seat: Seat, colour: Colour, theme: Theme) -> None:
    cards = view.columns[seat][colour]
    if not cards:
        return
    mark = _mark(view)
    for index, (card, box) in enumerate(zip(cards, card_boxes(len(cards), seat, colour), strict=True)):
        image = sprites.small_card(card, visible_middle(index, len(cards), seat), theme.deck)
        _lay(canvas, image, box, index == len(cards) - 1 and mark == (seat, Play(card)), theme)
    parts.score(canvas, seat, colour, view.scores[seat][colour].total, theme)


def _lay(canvas: Canvas, image: Image.Image, box: Box, marked: bool, theme: Theme) -> None:
    canvas.stick(image, (box.left - MARGIN, box.top - MARGIN))
    if marked:
        canvas.stick(sprites.ring(box.width, box.height, theme), (box.left - RING, box.top - RING))
