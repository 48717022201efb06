"""The table of the card game: a landscape a row, the discard piles between, an expedition growing to either side."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from render import sprites
from render.canvas import Box, Canvas, Label, png
from render.card_game.words import (
    alt,
    before_and_now,
    board_words,
    left_early,
    number,
    signed,
    turn_of,
    turn_words,
)
from render.fonts import Anchor, Style
from render.palette import palette
from render.picture import Picture
from render.scenery import landscape
from render.sprites import PILE, RING, SMALL
from render.symbols import symbol
from render.texts import Texts
from render.theme import Theme, mix
from rules.card_game.state import Discard, Placement, Play
from rules.card_game.view import View
from rules.cards import Colour
from rules.game import Seat

WIDTH: Final = 1200
EDGE: Final = 12
HEADER: Final = 116
ROW: Final = 110
STRIP: Final = 102
FOOTER: Final = 74
SCORE: Final = 104
"""The width kept for the score of an expedition at the outer end of its row."""
ROOM: Final = 408
"""The width that an expedition may take."""
WIDE: Final = SMALL[0] + 4
_PANEL: Final = Box(EDGE, EDGE, 476, HEADER - EDGE - 8)


def board(view: View, names: Sequence[str], texts: Texts, theme: Theme) -> Picture:
    """The table as ``view`` knows it; a spectator's view makes the public picture."""
    image = layout(view, names, texts, theme).paint()
    return Picture(png(image, palette(theme)), "png", alt(board_words(view, names, texts)))


def height(colours: int) -> int:
    return HEADER + colours * ROW + FOOTER + EDGE


def layout(view: View, names: Sequence[str], texts: Texts, theme: Theme) -> Canvas:
    canvas = Canvas(_background(view.options.colours, theme))
    for seat in range(len(view.columns)):
        _head(canvas, view, seat, names, texts, theme)
    _deck(canvas, view, texts, theme)
    mark = _mark(view)
    for colour in view.colours:
        _pile(canvas, view, colour, mark, theme)
        for seat in range(len(view.columns)):
            _expedition(canvas, view, seat, colour, mark, theme)
    _foot(canvas, view, names, texts, theme)
    return canvas


def row_top(colour: int) -> int:
    return HEADER + colour * ROW


def pile_box(colour: Colour) -> Box:
    return Box((WIDTH - PILE[0]) // 2, row_top(colour) + (STRIP - PILE[1]) // 2, *PILE)


def card_boxes(count: int, seat: Seat, colour: Colour) -> list[Box]:
    """Where the cards of an expedition lie, the first next to the pile; each covers a part of the one before."""
    step = min(WIDE, (ROOM - SMALL[0]) // max(1, count - 1))
    top = row_top(colour) + (STRIP - SMALL[1]) // 2
    start = pile_box(colour).right + 16
    lefts = [start + index * step for index in range(count)]
    return [Box(left if seat else WIDTH - left - SMALL[0], top, *SMALL) for left in lefts]


def visible_middle(index: int, count: int, seat: Seat) -> int:
    """The middle of what can be seen of a card of an expedition, in pixels from its left edge."""
    step = min(WIDE, (ROOM - SMALL[0]) // max(1, count - 1))
    seen = SMALL[0] if index == count - 1 else min(step, SMALL[0])
    return seen // 2 if seat else SMALL[0] - seen // 2


@lru_cache(maxsize=4)
def _background(colours: int, theme: Theme) -> Image.Image:
    image = Image.new("RGB", (WIDTH, height(colours)), theme.paper)
    for colour in list(Colour)[:colours]:
        size = (WIDTH - 2 * EDGE, STRIP)
        strip = landscape(colour, size, theme.strips[colour], (0.19, 0.81))
        if theme.plain:
            strip.paste(theme.face(colour), (0, 0, *size))
            strip.paste(theme.paper, (2, 2), sprites.rounded(size[0] - 4, size[1] - 4, 12))
        image.paste(strip, (EDGE, row_top(colour)), sprites.rounded(*size, 14))
        _well(image, colour, theme)
    for panel in (_PANEL, mirrored(_PANEL), foot_box(colours)):
        plate = sprites.plate(panel.width, panel.height, 14, theme.panel, theme.line, 2 if theme.plain else 1)
        image.paste(plate, (panel.left, panel.top), plate)
    return image


def mirrored(box: Box) -> Box:
    return Box(WIDTH - box.right, box.top, box.width, box.height)


def foot_box(colours: int) -> Box:
    return Box(EDGE, HEADER + colours * ROW, WIDTH - 2 * EDGE, FOOTER)


def _well(image: Image.Image, colour: Colour, theme: Theme) -> None:
    """The place of a discard pile: a hollow with the symbol of its place."""
    box = pile_box(colour)
    tones = theme.strips[colour]
    face = theme.face(colour)
    hollow = mix(tones.near, theme.paper, 0.35)
    edge = mix(face, theme.card_ink, 0.35 if theme.name == "light" else 0.0)
    plate = sprites.plate(box.width, box.height, 10, hollow, edge, 3)
    image.paste(plate, (box.left, box.top), plate)
    image.paste(edge, (box.left + 12, box.top + 24), symbol(colour, 42))
    letter = Label(colour.letter, (box.right - 22, box.top + 59), Style.NUMERAL, 40, edge, "ms")
    image.paste(Canvas(image, labels=[letter]).paint(), (0, 0))


def _head(canvas: Canvas, view: View, seat: Seat, names: Sequence[str], texts: Texts, theme: Theme) -> None:
    """A player's points at the outer edge, beside them the name and what they are made of."""
    panel = mirrored(_PANEL) if seat else _PANEL
    anchor: Anchor = "rs" if seat else "ls"
    inward = -1 if seat else 1
    outer = panel.right - 22 if seat else panel.left + 22
    before, now = before_and_now(view, seat)
    total = Label(number(now), (outer, panel.top + 67), Style.NUMERAL, 66, theme.ink, anchor, vital=True)
    beside = max(canvas.write(total), 64) + 22
    inner = outer + inward * beside
    room = panel.width - beside - 44
    tone = theme.accent if view.turn == seat else theme.ink
    canvas.write(Label(names[seat], (inner, panel.top + 41), Style.BOLD, 36, tone, anchor, room))
    key = "table.not_counted" if left_early(view) else "table.before_now"
    parts = texts.text(key, before=number(before), round=signed(view.standing[seat]))
    canvas.write(Label(parts, (inner, panel.top + 74), Style.REGULAR, 27, theme.muted, anchor, room))
    if view.turn == seat:
        bar = Image.new("RGBA", (panel.width - 32, 5), (*theme.accent, 255))
        canvas.stick(bar, (panel.left + 16, panel.bottom - 5))


def _deck(canvas: Canvas, view: View, texts: Texts, theme: Theme) -> None:
    """The deck as a pile of backs with its count, and the round below."""
    card = sprites.back(44, 58, theme)
    for layer in range(min(3, (view.deck_count + 19) // 20), 0, -1):
        canvas.stick(card, (WIDTH // 2 - 70 - 4 * (layer - 1), EDGE + 4 * (layer - 1)))
    count = Label(str(view.deck_count), (WIDTH / 2 + 34, EDGE + 52), Style.NUMERAL, 66, theme.ink, "ms", vital=True)
    canvas.write(count)
    words = texts.text("table.round", round=view.round, rounds=view.options.rounds)
    canvas.write(Label(words, (WIDTH / 2, HEADER - 11), Style.REGULAR, 27, theme.muted, "ms", 200))


def _mark(view: View) -> tuple[Seat, Placement] | None:
    """The last placement that lies on the table, and whose it was."""
    if view.placement is not None and view.turn is not None:
        return view.turn, view.placement
    if view.history:
        return view.history[-1].seat, view.history[-1].placement
    return None


def _pile(canvas: Canvas, view: View, colour: Colour, mark: tuple[Seat, Placement] | None, theme: Theme) -> None:
    pile = view.piles[colour]
    if not pile:
        return
    box = pile_box(colour)
    canvas.stick(sprites.pile_card(pile[-1], theme), (box.left - sprites.MARGIN, box.top - sprites.MARGIN))
    if mark is not None and mark[1] == Discard(pile[-1]):
        canvas.stick(sprites.ring(box.width, box.height, theme), (box.left - RING, box.top - RING))


def _expedition(
    canvas: Canvas, view: View, seat: Seat, colour: Colour, mark: tuple[Seat, Placement] | None, theme: Theme
) -> None:
    cards = view.columns[seat][colour]
    for index, (card, box) in enumerate(zip(cards, card_boxes(len(cards), seat, colour), strict=True)):
        image = sprites.small_card(card, visible_middle(index, len(cards), seat), theme)
        canvas.stick(image, (box.left - sprites.MARGIN, box.top - sprites.MARGIN))
        if index == len(cards) - 1 and mark == (seat, Play(card)):
            canvas.stick(sprites.ring(box.width, box.height, theme), (box.left - RING, box.top - RING))
    if cards:
        points = view.scores[seat][colour].total
        x = WIDTH - EDGE - SCORE / 2 if seat else EDGE + SCORE / 2
        y = row_top(colour) + STRIP / 2
        canvas.write(Label(signed(points), (x, y), Style.NUMERAL, 52, theme.tone(points), "mm", SCORE, vital=True))


def _foot(canvas: Canvas, view: View, names: Sequence[str], texts: Texts, theme: Theme) -> None:
    """The last turn in words, and whose turn it is."""
    box = foot_box(view.options.colours)
    y = box.top + box.height / 2
    now = Label(turn_of(view, names, texts), (box.right - 24, y), Style.BOLD, 34, theme.accent, "rm", 380)
    taken = canvas.write(now)
    if view.last_turn is not None:
        room = box.width - 24 - taken - 24 - 40
        words = turn_words(view.last_turn, names, texts)
        canvas.write(Label(words, (box.left + 24, y), Style.REGULAR, 32, theme.ink, "lm", room))
