"""A hand of the card game: its cards in order, those that can be played raised, and how the match stands."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from render import sprites
from render.canvas import Box, Canvas, Label
from render.card_game import parts
from render.card_game.parts import EDGE, HEAD, HEADER, WIDTH
from render.card_game.words import (
    card_name,
    hand_words,
)
from render.fonts import Style
from render.palette import fitted, reduced
from render.picture import Picture
from render.sprites import LARGE, MARGIN, RING
from render.texts import Texts
from render.theme import Theme
from rules.card_game.state import Play
from rules.card_game.view import View
from rules.cards import WAGER, Card, Colour

RAISE: Final = 30
"""How much higher a card stands that can be played, in pixels."""
STEP: Final = 143
CARDS_TOP: Final = HEADER + 16
_FOOT: Final = Box(EDGE, CARDS_TOP + RAISE + LARGE[1] + 16, WIDTH - 2 * EDGE, 66)


def hand(view: View, names: Sequence[str], texts: Texts, theme: Theme, selected: Card | None = None) -> Picture:
    """The hand of the view's seat, with the card that was tapped marked."""
    canvas = layout(view, names, texts, theme, selected)
    return parts.picture(canvas, _palette(theme), hand_words(view, names, texts, selected))


def layout(view: View, names: Sequence[str], texts: Texts, theme: Theme, selected: Card | None = None) -> Canvas:
    assert view.seat is not None
    canvas = Canvas(_background(theme))
    parts.header(canvas, view, view.seat, names, texts, theme)
    for index, (card, box) in enumerate(zip(view.hand, card_boxes(view), strict=True)):
        canvas.stick(sprites.large_card(card, theme.deck), (box.left - MARGIN, box.top - MARGIN))
        if card in view.hand[index + 1 :]:
            continue  # of equal cards the last one is marked
        if card == selected:
            canvas.stick(sprites.ring(box.width, box.height, theme), (box.left - RING, box.top - RING))
        if card == view.drawn:
            _tag(canvas, box, texts.text("hand.new"), theme)
    _foot(canvas, view, names, texts, theme)
    return canvas


def card_boxes(view: View) -> list[Box]:
    """Where the cards of the hand stand, from the left."""
    start = (WIDTH - (len(view.hand) - 1) * STEP - LARGE[0]) // 2
    return [
        Box(start + index * STEP, CARDS_TOP + (0 if _raised(view, card) else RAISE), *LARGE)
        for index, card in enumerate(view.hand)
    ]


def _raised(view: View, card: Card) -> bool:
    return view.placement is None and view.outcome is None and view.fits(card)


@lru_cache(maxsize=3)
def _background(theme: Theme) -> Image.Image:
    image = Image.new("RGB", (WIDTH, _FOOT.bottom + EDGE), theme.paper)
    for box in (HEAD, parts.mirrored(HEAD), _FOOT):
        parts.panel(image, box, theme)
    return reduced(image, _palette(theme))


@lru_cache(maxsize=3)
def _palette(theme: Theme) -> Image.Image:
    """The tones of the cards of every colour."""
    cards = [sprites.large_card(Card(colour, rank), theme.deck) for colour in Colour for rank in (2, WAGER)]
    image = Image.new("RGB", (len(cards) * cards[0].width, cards[0].height), theme.paper)
    for index, card in enumerate(cards):
        image.paste(card, (index * card.width, 0), card)
    return fitted(image, theme)


def _tag(canvas: Canvas, box: Box, text: str, theme: Theme) -> None:
    label = Label(text, (box.left + box.width / 2, box.top + 1), Style.BOLD, 24, theme.paper, "mm", box.width - 30)
    width = round(label.width) + 24
    canvas.stick(sprites.pill(width, 32, theme), (round(label.at[0]) - width // 2, round(label.at[1]) - 16))
    canvas.write(label)


def _foot(canvas: Canvas, view: View, names: Sequence[str], texts: Texts, theme: Theme) -> None:
    """What was just placed; else the last turn, and whose turn it is."""
    if view.placement is not None:
        key = "hand.you_played" if isinstance(view.placement, Play) else "hand.you_discarded"
        words = texts.text(key, card=card_name(view.placement.card, texts))
        parts.card_and_words(canvas, view.placement.card, words, _FOOT, theme.accent, theme)
        return
    parts.foot(canvas, view, names, texts, _FOOT, theme)
