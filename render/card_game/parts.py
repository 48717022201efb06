"""What the pictures of the card game have in common."""

from collections.abc import Sequence
from functools import partial
from math import ceil
from typing import Final

from PIL import Image, ImageDraw, ImageOps

from render import sprites
from render.canvas import Box, Canvas, Label
from render.card_game.words import before_and_now, left_early, turn_words
from render.fonts import Anchor, Style
from render.furniture import CHIP, EDGE, SENTENCE, WIDTH, card_and_words, deck, panel, with_room
from render.scenery import landscape
from render.texts import Texts
from render.theme import RGB, Theme
from render.words import number, signed, turn_of
from rules.card_game.view import View
from rules.cards import Colour
from rules.game import Seat

HEADER: Final = 116
"""Where the rows begin."""
ROW: Final = 110
"""From one row to the next."""
STRIP: Final = 102
"""The height of a row."""
FOOTER: Final = 74
GAP: Final = 16
"""Between the middle of a row and the cards to both sides."""
SCORE: Final = 104
"""The width kept for the score of an expedition at the outer end of its row."""
HEAD: Final = Box(EDGE, EDGE, 476, 96)
"""The panel of the seat on the left; that of the other is its mirror image."""
_CALM: Final = 96
_FADE: Final = 150
"""Where a landscape begins to appear behind a score and where it is whole, in pixels from its end."""
_NOW: Final = 380
"""The width that the words about whose turn it is may take."""


def mirrored(box: Box) -> Box:
    return Box(WIDTH - box.right, box.top, box.width, box.height)


def row_top(colour: int) -> int:
    return HEADER + colour * ROW


def pile_box(colour: int) -> Box:
    """The middle of a row, where its discard pile or its symbol is."""
    return Box((WIDTH - sprites.PILE[0]) // 2, row_top(colour) + (STRIP - sprites.PILE[1]) // 2, *sprites.PILE)


def foot_box(colours: int) -> Box:
    return Box(EDGE, HEADER + colours * ROW, WIDTH - 2 * EDGE, FOOTER)


def table(colours: int, theme: Theme, calm: float) -> Image.Image:
    """The ground of a table (mode RGB): panels above and below, between them a landscape a colour.

    ``calm`` fades the landscapes into the paper, from 0 (not) to 1 (wholly).
    """
    foot = foot_box(colours)
    image = Image.new("RGB", (WIDTH, foot.bottom + EDGE), theme.paper)
    for colour in list(Colour)[:colours]:
        size = (WIDTH - 2 * EDGE, STRIP)
        strip = _strip(colour, size, theme)
        if not theme.deck.plain:
            strip = Image.blend(strip, Image.new("RGB", size, theme.paper), calm)
        image.paste(strip, (EDGE, row_top(colour)), sprites.rounded(*size, 14))
    for box in (HEAD, mirrored(HEAD), foot):
        panel(image, box, theme)
    return image


def _strip(colour: Colour, size: tuple[int, int], theme: Theme) -> Image.Image:
    """A row's landscape, the same to both sides; in a plain theme a frame."""
    strip = Image.new("RGB", size, theme.deck.face(colour))
    if theme.deck.plain:
        strip.paste(theme.paper, (2, 2), sprites.rounded(size[0] - 4, size[1] - 4, 12))
        return strip
    half = landscape(colour, (size[0] // 2, size[1]), theme.strips[colour], (0.62,))
    _calm_end(half, theme.strips[colour].sky, 120 if theme.light else 225)
    strip.paste(half, (size[0] // 2, 0))
    strip.paste(ImageOps.mirror(half), (0, 0))
    return strip


def _calm_end(half: Image.Image, tone: RGB, most: int) -> None:
    """Fade the right end of a landscape, where a score is written, into ``tone``: wholly if ``most`` is 255."""
    mask = Image.new("L", half.size)
    pen = ImageDraw.Draw(mask)
    for step in range(_FADE):
        x = half.width - step - 1
        pen.line((x, 0, x, half.height), fill=round(most * min(1.0, (_FADE - step) / (_FADE - _CALM))))
    half.paste(tone, (0, 0), mask)


def head(
    canvas: Canvas, side: int, points: str, tone: RGB, name: str, detail: str, theme: Theme, on_turn: bool = False
) -> None:
    """A seat's points at the outer edge, on the left (0) or right (1) side, beside them its name and a detail."""
    box = mirrored(HEAD) if side else HEAD
    anchor: Anchor = "rs" if side else "ls"
    outer = box.right - 22 if side else box.left + 22
    total = Label(points, (outer, box.top + 71), Style.NUMERAL, 66, tone, anchor, vital=True)
    beside = 22 + 32 * max(2, ceil(canvas.write(total) / 32))  # in steps, so that names are cut at few widths
    inner = outer - beside if side else outer + beside
    room = box.width - beside - 44
    name_tone = theme.accent if on_turn else theme.ink
    canvas.write(Label(name, (inner, box.top + 43), Style.BOLD, 36, name_tone, anchor, room))
    canvas.write(Label(detail, (inner, box.top + 76), Style.REGULAR, 27, theme.muted, anchor, room))
    if on_turn:
        bar = Image.new("RGBA", (box.width - 32, 5), (*theme.accent, 255))
        canvas.stick(bar, (box.left + 16, box.bottom - 5))


def header(canvas: Canvas, view: View, left: Seat, names: Sequence[str], texts: Texts, theme: Theme) -> None:
    """Both seats with their points, ``left`` on that side, the deck and the round between them."""
    for side, seat in enumerate((left, 1 - left)):
        before, now = before_and_now(view, seat)
        key = "table.not_counted" if left_early(view) else "table.before_now"
        detail = texts.text(key, before=number(before), round=signed(view.standing[seat]))
        head(canvas, side, number(now), theme.ink, names[seat], detail, theme, on_turn=view.turn == seat)
    deck(canvas, view.deck_count, WIDTH / 2, EDGE, theme)
    words = texts.text("table.round", round=view.round, rounds=view.options.rounds)
    canvas.write(Label(words, (WIDTH / 2, HEADER - 12), Style.REGULAR, 27, theme.muted, "ms", 200))


def score(canvas: Canvas, seat: Seat, colour: Colour, points: int, theme: Theme) -> None:
    """The score of an expedition at the outer end of its row."""
    x = WIDTH - EDGE - SCORE / 2 if seat else EDGE + SCORE / 2
    at = (x, row_top(colour) + STRIP / 2)
    canvas.write(Label(signed(points), at, Style.NUMERAL, 52, theme.tone(points), "mm", SCORE, vital=True))


def foot(canvas: Canvas, view: View, names: Sequence[str], texts: Texts, box: Box, theme: Theme) -> None:
    """The last turn, and whose turn it is."""
    at = (box.right - 22, box.top + box.height / 2)
    words = with_room(partial(turn_of, view.turn, texts=texts), names, Style.BOLD, 34, _NOW)
    taken = canvas.write(Label(words, at, Style.BOLD, 34, theme.accent, "rm", _NOW))
    turn = view.last_turn
    if turn is not None:
        room = box.width - 44 - taken - 30 - CHIP
        words = with_room(partial(turn_words, turn, texts=texts), names, Style.REGULAR, SENTENCE, room)
        card_and_words(canvas, turn.placement.card, words, box, theme.ink, theme, room)
