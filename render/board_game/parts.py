"""What the pictures of the board game have in common: the seats above, the place of each path, the foot."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PIL import Image

from render import fonts, sprites
from render.board_game import pieces
from render.board_game.words import question, so_far, stage, turn_words
from render.canvas import Box, Canvas, Label
from render.fonts import Style
from render.furniture import CHIP, EDGE, SENTENCE, WIDTH, with_room
from render.scenery import landscape
from render.texts import Texts
from render.theme import RGB, Theme
from render.words import number, signed, turn_of
from rules.board_game.state import CROSSINGS
from rules.board_game.view import View
from rules.cards import Colour
from rules.game import Seat

HEAD: Final = 94
"""The height of the panel of a seat."""
FOOT: Final = 100
FIGURE: Final = 56
"""The size of a figure beside a name."""
_GAP: Final = 8
_NOW: Final = 380
"""The width that the words about whose turn it is may take."""
_SMALLEST: Final = 24
"""The least size of a sentence at the foot."""
_ROOM_FOR_ARTIFACTS: Final = 220
_ROOM_FOR_FIGURES: Final = 280
"""The widths from which the panel of a seat has room for its artifacts, and for what its figures are worth."""


def head_boxes(seats: int) -> list[Box]:
    """The panels of the seats, side by side."""
    width = (WIDTH - 2 * EDGE - (seats - 1) * _GAP) // seats
    return [Box(EDGE + seat * (width + _GAP), EDGE, width, HEAD) for seat in range(seats)]


def head(canvas: Canvas, view: View, seat: Seat, box: Box, name: str, theme: Theme) -> float:
    """A seat's figure and name, its points, what its figures would add now, and its artifacts, as far as room goes.

    Returns where its points end.
    """
    roomy = box.width >= _ROOM_FOR_ARTIFACTS
    size = FIGURE if roomy else 46
    canvas.stick(pieces.figure(seat, False, size, theme.deck), (box.left + 12, box.top + (box.height - size) // 2))
    on_turn = view.turn == seat
    left, right, base = box.left + size + 22, box.right - 14, box.bottom - 12
    if roomy:
        canvas.stick(jar(34, theme), (right - 40, box.top + 7))
        middle = right - 23
        canvas.write(Label(str(view.artifacts[seat]), (middle, base), Style.NUMERAL, 54, theme.ink, "ms", vital=True))
        right -= 58
    tone = theme.accent if on_turn else theme.muted if seat in view.left else theme.ink
    canvas.write(Label(name, (left, box.top + 32), Style.BOLD, 31, tone, "ls", right - left))
    points = view.chips[seat] if view.outcome is None else view.outcome.points[seat]
    x = left + canvas.write(Label(number(points), (left, base), Style.NUMERAL, 54, theme.ink, "ls", vital=True))
    if box.width >= _ROOM_FOR_FIGURES and view.outcome is None:
        net = view.settlements[seat].net
        x += 10 + canvas.write(Label(signed(net), (x + 10, base), Style.BOLD, 31, theme.tone(net), "ls"))
    if on_turn:
        canvas.stick(Image.new("RGBA", (box.width - 32, 5), (*theme.accent, 255)), (box.left + 16, box.bottom - 5))
    return x


def jar(size: int, theme: Theme) -> Image.Image:
    """An artifact as a sign beside a number (mode RGBA)."""
    return stain(pieces.amphora(size), theme.accent if theme.light else theme.deck.brass)


def stain(mask: Image.Image, tone: RGB) -> Image.Image:
    """An image (mode RGBA) of one tone, as far as ``mask`` goes."""
    image = Image.new("RGBA", mask.size, (*tone, 0))
    image.putalpha(mask)
    return image


def crossings(canvas: Canvas, view: View, middle: tuple[float, float], theme: Theme) -> None:
    """How many figures are behind the bridges, of those that end the expedition, on a signpost."""
    words = f"{view.crossed}/{CROSSINGS}"
    tone = theme.loss if view.crossed >= CROSSINGS - 1 else theme.accent
    sign = sprites.plate(76, 52, 10, theme.panel, tone, 2)
    canvas.stick(sign, (round(middle[0]) - 38, round(middle[1]) - 26))
    canvas.write(Label(words, middle, Style.NUMERAL, 52, tone, "mm", vital=True))


def strip(colour: Colour, size: tuple[int, int], foci: Sequence[float], theme: Theme) -> Image.Image:
    """The landscape of a path; in a plain theme a frame."""
    if not theme.deck.plain:
        return landscape(colour, size, theme.strips[colour], foci)
    image = Image.new("RGB", size, theme.deck.face(colour))
    image.paste(theme.paper, (2, 2), sprites.rounded(size[0] - 4, size[1] - 4, 12))
    return image


def foot(canvas: Canvas, view: View, names: Sequence[str], texts: Texts, box: Box, theme: Theme) -> None:
    """The last turn, how far the expedition is, and whose turn; in mid-turn what was done so far and what is next."""
    upper, lower = box.top + 32, box.top + 74
    left, right = box.left + 22, box.right - 22
    placement = view.placement or (view.last_turn.placement if view.last_turn is not None else None)
    if placement is not None:
        image = sprites.tile(placement.card, sprites.TILE[0], theme.deck)
        canvas.stick(image, (left, box.top + (box.height - image.height) // 2))
        left += CHIP
    if view.unfinished:
        sentence(canvas, lambda _: so_far(view, texts), names, (left, upper), right - left, theme)
        canvas.write(Label(question(view, texts), (left, lower), Style.BOLD, 34, theme.accent, "lm", right - left))
        return
    if view.last_turn is not None:
        told = partial(turn_words, view.last_turn, texts=texts)
        sentence(canvas, told, names, (left, upper), right - left, theme)
    words = with_room(partial(turn_of, view.turn, texts=texts), names, Style.BOLD, 34, _NOW)
    room = right - left - 30 - canvas.write(Label(words, (right, lower), Style.BOLD, 34, theme.accent, "rm", _NOW))
    canvas.write(Label(stage(view, texts), (left, lower), Style.REGULAR, 29, theme.muted, "lm", room))


def sentence(
    canvas: Canvas,
    told: Callable[[Sequence[str]], str],
    names: Sequence[str],
    at: tuple[float, float],
    room: float,
    theme: Theme,
) -> None:
    """A sentence about ``names``, set smaller if it is long."""

    def words(size: int) -> str:
        return with_room(told, names, Style.REGULAR, size, room)

    sizes = range(SENTENCE, _SMALLEST, -2)
    size = next((size for size in sizes if fonts.measure(words(size), Style.REGULAR, size) <= room), _SMALLEST)
    canvas.write(Label(words(size), at, Style.REGULAR, size, theme.ink, "lm", room))
