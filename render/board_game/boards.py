"""The table of the board game: a path a row with its tiles and figures, and the last card of every seat beside it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from render import sprites
from render.board_game import parts, pieces
from render.board_game.parts import HEAD
from render.board_game.words import board_alt
from render.canvas import Box, Canvas, Label
from render.fonts import Style
from render.furniture import EDGE, WIDTH, panel, picture, well
from render.palette import fitted, reduced
from render.picture import Picture
from render.sprites import MARGIN, PILE, RING
from render.texts import Texts
from render.theme import Theme, mix
from render.words import number
from rules.board_game.scoring import VALUES
from rules.board_game.state import BRIDGE, COLOURS, STEPS, TILE_STEPS, Arrival, Placement, Tile
from rules.board_game.view import View
from rules.cards import Card, Colour
from rules.game import Seat
from rules.turns import Discard, Play

VALUES_ROW: Final = Box(EDGE, EDGE + HEAD + 6, WIDTH - 2 * EDGE, 58)
"""Where the values of the steps stand, above the paths."""
_ROWS_TOP: Final = VALUES_ROW.bottom + 2
_GAP: Final = 8
_PITCH: Final = 88
"""From one step of a path to the next."""
_BRIDGE: Final = 60
"""The width of the gorge between the steps before and behind the bridge."""
_CELLS: Final = 122
_COLUMNS: Final = Box(984, 0, 198, 0)
"""The width in which the last cards of the seats lie."""
_BESIDE: Final = {2: 64, 3: 62, 4: 47}
"""The width of a last card by the number of seats."""
_INSET: Final = 2
_CROWDED: Final = 44
"""The size of figures that share a space."""


def board(view: View, names: Sequence[str], texts: Texts, theme: Theme) -> Picture:
    """The table as ``view`` knows it; a spectator's view makes the public picture."""
    canvas = layout(view, names, texts, theme)
    return picture(canvas, _palette(theme), board_alt(view, names, texts))


def layout(view: View, names: Sequence[str], texts: Texts, theme: Theme) -> Canvas:
    canvas = Canvas(_background(view.seats, theme))
    for seat, box in enumerate(parts.head_boxes(view.seats)):
        parts.seat_head(canvas, view, seat, box, names[seat], theme)
    _values(canvas, view, theme)
    marked, arrivals = _last(view)
    for colour in view.colours:
        _pile(canvas, view, colour, marked, theme)
        for step in range(1, STEPS + 1):
            _space(canvas, view, colour, step, arrivals, theme)
        for seat in range(view.seats):
            _column(canvas, view, seat, colour, marked, theme)
    parts.foot(canvas, view, names, texts, foot_box(view.seats), theme)
    return canvas


def row_box(colour: int, seats: int) -> Box:
    """The row of a path; rows are higher where more than two figures may stand on a space."""
    height = 116 if seats == 2 else 140
    return Box(EDGE, _ROWS_TOP + colour * (height + _GAP), WIDTH - 2 * EDGE, height)


def foot_box(seats: int) -> Box:
    return Box(EDGE, row_box(len(COLOURS), seats).top, WIDTH - 2 * EDGE, parts.FOOT)


def pile_box(colour: int, seats: int) -> Box:
    row = row_box(colour, seats)
    return Box(row.left + 8, row.top + (row.height - PILE[1]) // 2, *PILE)


def space_box(colour: int, step: int, seats: int) -> Box:
    """A step of a path."""
    row = row_box(colour, seats)
    left = _CELLS + (step - 1) * _PITCH + (_BRIDGE if step >= BRIDGE else 0)
    return Box(left + _INSET, row.top + 3, _PITCH - 2 * _INSET, row.height - 6)


def card_box(seat: Seat, colour: int, seats: int) -> Box:
    """Where the last card of a seat on a path lies."""
    row, width = row_box(colour, seats), _BESIDE[seats]
    middle = _COLUMNS.left + (seat + 0.5) * _COLUMNS.width / seats
    return Box(round(middle - width / 2), row.top + (row.height - pieces.CARD_HEIGHT) // 2, width, pieces.CARD_HEIGHT)


def tile_box(colour: int, step: int, seats: int, *, shared: bool) -> Box:
    """Where the tile of a step lies: in its middle, or at its foot if it is ``shared`` with figures."""
    space = space_box(colour, step, seats)
    width, height = pieces.SHARED if shared else pieces.FREE
    top = space.bottom - 1 - height if shared else space.top + (space.height - height) // 2
    return Box(space.left + (space.width - width) // 2, top, width, height)


def figure_boxes(figures: Sequence[bool], space: Box, *, tile: bool) -> list[Box]:
    """Where figures stand on a space, each given as whether it is a researcher: above its tile, if it has one."""
    room = space.height - (pieces.SHARED[1] if tile else 0)
    middle = space.left + space.width / 2
    if len(figures) == 1:
        size = min(72 if figures[0] else 58, room - 2)
        return [Box(round(middle - size / 2), space.top + (room - size) // 2, size, size)]
    size = _CROWDED
    rows = (len(figures) + 1) // 2
    top = space.top + (room - rows * size) // 2
    boxes: list[Box] = []
    for index in range(len(figures)):
        row, side = divmod(index, 2)
        alone = row == rows - 1 and len(figures) % 2 == 1
        left = middle - size / 2 if alone else middle + (side - 1) * size
        boxes.append(Box(round(left), top + row * size, size, size))
    return boxes


def _last(view: View) -> tuple[tuple[Seat, Placement] | None, tuple[Arrival, ...]]:
    """The last placement that lies on the table and whose it was, and the moves that it led to."""
    if view.placement is not None and view.turn is not None:
        return (view.turn, view.placement), view.arrivals
    if view.history:
        turn = view.history[-1]
        return (turn.seat, turn.placement), turn.arrivals
    return None, ()


def _values(canvas: Canvas, view: View, theme: Theme) -> None:
    """The deck, the values of the steps, how many figures are behind the bridges, and whose cards lie where."""
    middle = VALUES_ROW.top + VALUES_ROW.height / 2
    back = sprites.back(34, 46, theme.deck)
    count = Label(str(view.deck_count), (0, 0), Style.NUMERAL, 54, theme.ink, "lm", vital=True)
    left = 18 + (PILE[0] + 6 - back.width - 8 - count.width) / 2
    canvas.stick(back, (round(left), round(middle - 23)))
    canvas.write(count.moved(left + back.width + 8, middle))
    for step in range(1, STEPS + 1):
        space = space_box(0, step, view.seats)
        value = VALUES[step]
        at = (space.left + space.width / 2, middle)
        canvas.write(Label(number(value), at, Style.NUMERAL, 54, theme.tone(value), "mm", vital=True))
    parts.crossings(canvas, view, (_bridge_left() + _BRIDGE / 2, middle), theme)
    for seat in range(view.seats):
        box = card_box(seat, 0, view.seats)
        size = 46 if view.seats < 4 else 44
        canvas.stick(
            pieces.figure(seat, False, size, theme.deck),
            (box.left + (box.width - size) // 2, round(middle - size / 2)),
        )


def _bridge_left() -> int:
    return _CELLS + (BRIDGE - 1) * _PITCH


def _pile(canvas: Canvas, view: View, colour: Colour, marked: tuple[Seat, Placement] | None, theme: Theme) -> None:
    pile = view.piles[colour]
    if pile:
        box = pile_box(colour, view.seats)
        canvas.stick(sprites.pile_card(pile[-1], theme.deck), (box.left - MARGIN, box.top - MARGIN))
        if marked is not None and marked[1] == Discard(pile[-1]):
            canvas.stick(sprites.ring(box.width, box.height, theme), (box.left - RING, box.top - RING))


def _column(
    canvas: Canvas, view: View, seat: Seat, colour: Colour, marked: tuple[Seat, Placement] | None, theme: Theme
) -> None:
    cards = view.columns[seat][colour]
    if not cards:
        return
    box = card_box(seat, colour, view.seats)
    heading = None if view.options.direction == "up" else view.direction(seat, colour)
    card = pieces.played_card(cards[-1], box.width, heading, theme.deck)
    canvas.stick(card, (box.left - MARGIN, box.top - MARGIN))
    if marked == (seat, Play(cards[-1])):
        canvas.stick(sprites.ring(box.width, box.height, theme), (box.left - RING, box.top - RING))


def _space(canvas: Canvas, view: View, colour: Colour, step: int, arrivals: Sequence[Arrival], theme: Theme) -> None:
    space = space_box(colour, step, view.seats)
    if any(arrival.path == colour and arrival.figure.step == step for arrival in arrivals):
        canvas.stick(_mark(space.width, space.height, theme), (space.left, space.top))
    figures = [
        (seat, figure)
        for seat, row in enumerate(view.figures)
        if (figure := row[colour]) is not None and figure.step == step
    ]
    tile = view.tiles[colour][step - 1]
    if tile is not None:
        box = tile_box(colour, step, view.seats, shared=bool(figures))
        canvas.stick(pieces.event(tile, (box.width, box.height), theme.deck), (box.left, box.top))
    boxes = figure_boxes([figure.researcher for _, figure in figures], space, tile=tile is not None)
    for (seat, figure), box in zip(figures, boxes, strict=True):
        canvas.stick(pieces.figure(seat, figure.researcher, box.width, theme.deck), (box.left, box.top))


@lru_cache(maxsize=3)
def _mark(width: int, height: int, theme: Theme) -> Image.Image:
    """The mark of a space that a figure came to in the last turn."""
    mask = sprites.rounded(width, height, 10).copy()
    mask.paste(0, (4, 4), sprites.rounded(width - 8, height - 8, 7))
    return parts.stain(mask, theme.accent)


@lru_cache(maxsize=6)
def _background(seats: int, theme: Theme) -> Image.Image:
    return reduced(_furnished(seats, theme), _palette(theme))


def _furnished(seats: int, theme: Theme) -> Image.Image:
    image = Image.new("RGB", (WIDTH, foot_box(seats).bottom + EDGE), theme.paper)
    for box in (*parts.head_boxes(seats), foot_box(seats)):
        panel(image, box, theme)
    for colour in COLOURS:
        row = row_box(colour, seats)
        strip = parts.strip(colour, (row.width, row.height), (0.2, 0.72), theme)
        image.paste(strip, (row.left, row.top), sprites.rounded(row.width, row.height, 14))
        well(image, pile_box(colour, seats), colour, theme)
        for step in range(1, STEPS + 1):
            parts.stone(image, space_box(colour, step, seats), colour, step, theme)
        parts.gorge(image, row, _bridge_left(), _BRIDGE, colour, theme)
        for seat in range(seats):
            _slot(image, card_box(seat, colour, seats), colour, theme)
    return image


def _slot(image: Image.Image, box: Box, colour: Colour, theme: Theme) -> None:
    """The place of a seat's last card."""
    edge = mix(theme.paper, theme.deck.face(colour), 0.5)
    plate = sprites.plate(box.width, box.height, 9, mix(theme.strips[colour].near, theme.paper, 0.45), edge, 2)
    image.paste(plate, (box.left, box.top), plate)


@lru_cache(maxsize=3)
def _palette(theme: Theme) -> Image.Image:
    """The tones of a table with cards, tiles and figures of every kind."""
    image = _furnished(4, theme)
    for colour in COLOURS:
        for seat in range(4):
            box = card_box(seat, colour, 4)
            card = pieces.played_card(Card(colour, 2), box.width, None, theme.deck)
            image.paste(card, (box.left - MARGIN, box.top - MARGIN), card)
            space = space_box(colour, 2 * seat + 1, 4)
            figure = pieces.figure(seat, colour == 0, 60, theme.deck)
            image.paste(figure, (space.left, space.top), figure)
        for step, tile in zip(
            TILE_STEPS[colour], (Tile.ARTIFACT, Tile.ARROW, Tile.POINTS_5, Tile.ARTIFACT, Tile.ARROW), strict=True
        ):
            box = tile_box(colour, step, 4, shared=False)
            sprite = pieces.event(tile, pieces.FREE, theme.deck)
            image.paste(sprite, (box.left, box.top), sprite)
        box = pile_box(colour, 4)
        card = sprites.pile_card(Card(colour, 2), theme.deck)
        image.paste(card, (box.left - MARGIN, box.top - MARGIN), card)
    return fitted(image, theme, pieces.tones(theme.deck))
