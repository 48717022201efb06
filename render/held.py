"""The cards of a hand in a row: those that can be played raised, the chosen and the new one marked."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PIL import Image

from render import sprites
from render.canvas import Box, Canvas, Label
from render.fonts import Style
from render.furniture import WIDTH
from render.sprites import LARGE, MARGIN, RING
from render.texts import Texts
from render.theme import Theme
from rules.cards import WAGER, Card, Colour
from rules.turns import Cards

RAISE: Final = 30
"""How much higher a card stands that can be played, in pixels."""
ROOM: Final = LARGE[1] + RAISE
"""The height that the row takes."""
_STEP: Final = 143


def card_boxes(hand: Cards, raised: Callable[[Card], bool], top: int) -> list[Box]:
    """Where the cards stand, from the left, the raised ones at ``top``."""
    start = (WIDTH - (len(hand) - 1) * _STEP - LARGE[0]) // 2
    return [Box(start + index * _STEP, top + (0 if raised(card) else RAISE), *LARGE) for index, card in enumerate(hand)]


def lay(
    canvas: Canvas, hand: Cards, boxes: list[Box], selected: Card | None, drawn: Card | None, texts: Texts, theme: Theme
) -> None:
    """Lay the cards in their boxes; of equal cards the last one is marked."""
    for index, (card, box) in enumerate(zip(hand, boxes, strict=True)):
        canvas.stick(sprites.large_card(card, theme.deck), (box.left - MARGIN, box.top - MARGIN))
        if card in hand[index + 1 :]:
            continue
        if card == selected:
            canvas.stick(sprites.ring(box.width, box.height, theme), (box.left - RING, box.top - RING))
        if card == drawn:
            _tag(canvas, box, texts.text("hand.new"), theme)


def _tag(canvas: Canvas, box: Box, text: str, theme: Theme) -> None:
    label = Label(text, (box.left + box.width / 2, box.top + 1), Style.BOLD, 24, theme.paper, "mm", box.width - 30)
    width = round(label.width) + 24
    canvas.stick(sprites.pill(width, 32, theme), (round(label.at[0]) - width // 2, round(label.at[1]) - 16))
    canvas.write(label)


@lru_cache(maxsize=3)
def artwork(theme: Theme) -> Image.Image:
    """A picture (mode RGB) with every tone that the cards have."""
    cards = [sprites.large_card(Card(colour, rank), theme.deck) for colour in Colour for rank in (2, WAGER)]
    image = Image.new("RGB", (len(cards) * cards[0].width, cards[0].height), theme.paper)
    for index, card in enumerate(cards):
        image.paste(card, (index * card.width, 0), card)
    return image
