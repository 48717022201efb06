"""A hand of the card game: its cards in order, those that can be played raised, and how the match stands."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

from PIL import Image

from render import held
from render.canvas import Box, Canvas
from render.card_game import parts
from render.card_game.parts import HEAD, HEADER
from render.card_game.words import hand_words
from render.furniture import EDGE, WIDTH, card_and_words, panel, picture
from render.palette import fitted, reduced
from render.picture import Picture
from render.texts import Texts
from render.theme import Theme
from render.words import card_name
from rules.card_game.state import Play
from rules.card_game.view import View
from rules.cards import Card

CARDS_TOP: Final = HEADER + 16
_FOOT: Final = Box(EDGE, CARDS_TOP + held.ROOM + 16, WIDTH - 2 * EDGE, 66)


def hand(view: View, names: Sequence[str], texts: Texts, theme: Theme, selected: Card | None = None) -> Picture:
    """The hand of the view's seat, with the card that was tapped marked."""
    canvas = layout(view, names, texts, theme, selected)
    return picture(canvas, _palette(theme), hand_words(view, names, texts, selected))


def layout(view: View, names: Sequence[str], texts: Texts, theme: Theme, selected: Card | None = None) -> Canvas:
    assert view.seat is not None
    canvas = Canvas(_background(theme))
    parts.header(canvas, view, view.seat, names, texts, theme)
    held.lay(canvas, view.hand, card_boxes(view), selected, view.drawn, texts, theme)
    _foot(canvas, view, names, texts, theme)
    return canvas


def card_boxes(view: View) -> list[Box]:
    """Where the cards of the hand stand, from the left."""
    return held.card_boxes(view.hand, partial(_raised, view), CARDS_TOP)


def _raised(view: View, card: Card) -> bool:
    return view.placement is None and view.outcome is None and view.fits(card)


@lru_cache(maxsize=3)
def _background(theme: Theme) -> Image.Image:
    image = Image.new("RGB", (WIDTH, _FOOT.bottom + EDGE), theme.paper)
    for box in (HEAD, parts.mirrored(HEAD), _FOOT):
        panel(image, box, theme)
    return reduced(image, _palette(theme))


@lru_cache(maxsize=3)
def _palette(theme: Theme) -> Image.Image:
    return fitted(held.artwork(theme), theme)


def _foot(canvas: Canvas, view: View, names: Sequence[str], texts: Texts, theme: Theme) -> None:
    """What was just placed; else the last turn, and whose turn it is."""
    if view.placement is not None:
        key = "hand.you_played" if isinstance(view.placement, Play) else "hand.you_discarded"
        words = texts.text(key, card=card_name(view.placement.card, texts))
        card_and_words(canvas, view.placement.card, words, _FOOT, theme.accent, theme)
        return
    parts.foot(canvas, view, names, texts, _FOOT, theme)
