"""A hand of the card game: its cards in order, those that can be played raised, and how the match stands."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from render import sprites
from render.canvas import Box, Canvas, Label, png
from render.card_game.words import alt, before_and_now, can_play, card_name, hand_words, number, turn_of, turn_words
from render.fonts import Anchor, Style
from render.palette import palette
from render.picture import Picture
from render.sprites import LARGE, MARGIN, RING
from render.texts import Texts
from render.theme import Theme
from rules.card_game.state import Play
from rules.card_game.view import View
from rules.cards import Card
from rules.game import Seat

WIDTH: Final = 1200
EDGE: Final = 12
HEADER: Final = 82
RAISE: Final = 26
STEP: Final = 143
CARDS_TOP: Final = EDGE + HEADER + 20
FOOTER: Final = 58
HEIGHT: Final = CARDS_TOP + RAISE + LARGE[1] + 14 + FOOTER + EDGE
_HEAD: Final = Box(EDGE, EDGE, WIDTH - 2 * EDGE, HEADER)
_FOOT: Final = Box(EDGE, HEIGHT - EDGE - FOOTER, WIDTH - 2 * EDGE, FOOTER)


def hand(view: View, names: Sequence[str], texts: Texts, theme: Theme, selected: Card | None = None) -> Picture:
    """The hand of the view's seat, with the card that was tapped marked."""
    image = layout(view, names, texts, theme, selected).paint()
    return Picture(png(image, palette(theme)), "png", alt(hand_words(view, names, texts, selected)))


def layout(view: View, names: Sequence[str], texts: Texts, theme: Theme, selected: Card | None = None) -> Canvas:
    assert view.seat is not None
    canvas = Canvas(_background(theme))
    _points(canvas, view, view.seat, names, theme)
    _points(canvas, view, 1 - view.seat, names, theme)
    card = sprites.back(36, 48, theme)
    canvas.stick(card, (WIDTH // 2 - 62, EDGE + (HEADER - 48) // 2))
    middle = EDGE + HEADER / 2
    canvas.write(Label(str(view.deck_count), (WIDTH / 2 + 30, middle), Style.NUMERAL, 56, theme.ink, "mm", vital=True))
    for index, (held, box) in enumerate(zip(view.hand, card_boxes(view), strict=True)):
        canvas.stick(sprites.large_card(held, theme), (box.left - MARGIN, box.top - MARGIN))
        # of two equal cards one is marked
        last = index + 1 == len(view.hand) or view.hand[index + 1] != held
        if last and held == selected:
            canvas.stick(sprites.ring(box.width, box.height, theme), (box.left - RING, box.top - RING))
        if last and held == view.drawn:
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
    return view.placement is None and view.outcome is None and can_play(view, card)


@lru_cache(maxsize=3)
def _background(theme: Theme) -> Image.Image:
    image = Image.new("RGB", (WIDTH, HEIGHT), theme.paper)
    for panel in (_HEAD, _FOOT):
        plate = sprites.plate(panel.width, panel.height, 14, theme.panel, theme.line, 2 if theme.plain else 1)
        image.paste(plate, (panel.left, panel.top), plate)
    return image


def _points(canvas: Canvas, view: View, seat: Seat, names: Sequence[str], theme: Theme) -> None:
    """The points of a seat with its name: one's own on the left."""
    own = seat == view.seat
    anchor: Anchor = "lm" if own else "rm"
    inward = 1 if own else -1
    outer = _HEAD.left + 22 if own else _HEAD.right - 22
    middle = _HEAD.top + HEADER / 2
    total = Label(
        number(before_and_now(view, seat)[1]), (outer, middle), Style.NUMERAL, 56, theme.ink, anchor, vital=True
    )
    beside = canvas.write(total) + 20
    tone = theme.accent if view.turn == seat else theme.muted
    canvas.write(Label(names[seat], (outer + inward * beside, middle), Style.BOLD, 36, tone, anchor, 470 - beside))


def _tag(canvas: Canvas, box: Box, text: str, theme: Theme) -> None:
    label = Label(text, (box.left + box.width / 2, box.top + 1), Style.BOLD, 24, theme.paper, "mm", box.width - 30)
    width = round(label.width) + 24
    canvas.stick(sprites.pill(width, 32, theme), (round(label.at[0]) - width // 2, round(label.at[1]) - 16))
    canvas.write(label)


def _foot(canvas: Canvas, view: View, names: Sequence[str], texts: Texts, theme: Theme) -> None:
    """What was just placed, or what the rival did."""
    at = (_FOOT.left + 22, _FOOT.top + FOOTER / 2)
    if view.placement is not None:
        key = "hand.you_played" if isinstance(view.placement, Play) else "hand.you_discarded"
        words = texts.text(key, card=card_name(view.placement.card, texts))
        canvas.write(Label(words, at, Style.BOLD, 32, theme.accent, "lm", _FOOT.width - 44))
        return
    now = Label(turn_of(view, names, texts), (_FOOT.right - 22, at[1]), Style.BOLD, 32, theme.accent, "rm", 380)
    taken = canvas.write(now)
    if view.last_turn is not None:
        words = turn_words(view.last_turn, names, texts)
        canvas.write(Label(words, at, Style.REGULAR, 30, theme.ink, "lm", _FOOT.width - taken - 84))
