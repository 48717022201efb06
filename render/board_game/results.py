"""The result of a match: the winner above a lost city at sunrise, and where every seat's points came from."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

from PIL import Image

from render import sprites
from render.board_game import parts, pieces
from render.board_game.words import completed, ending_words, result_words, winner_words
from render.canvas import Box, Canvas, Label
from render.fonts import Style
from render.furniture import EDGE, WIDTH, panel, picture
from render.hero import hero, titles
from render.palette import fitted, reduced
from render.picture import Picture
from render.texts import Texts
from render.theme import Theme
from render.words import number, signed
from rules.board_game.view import View
from rules.game import Seat

HERO: Final = 430
"""The height of the scene above the points."""
HEADS: Final = 42
"""The height of the line that names the columns."""
ROW: Final = 76
_GAP: Final = 6
_FIGURE: Final = 50
_NAME: Final = EDGE + 128
_NAME_ROOM: Final = 270
_TOTAL: Final = 120
_COLUMNS: Final = 4
"""The columns between name and total: three expeditions, or as few as there are, and the artifacts."""


def result(view: View, names: Sequence[str], texts: Texts, theme: Theme) -> Picture:
    """How the finished match of ``view`` ended."""
    canvas = layout(view, names, texts, theme)
    return picture(canvas, _palette(theme), result_words(view, names, texts))


def layout(view: View, names: Sequence[str], texts: Texts, theme: Theme) -> Canvas:
    assert view.outcome is not None
    canvas = Canvas(_background(view.seats, theme))
    titles(canvas, partial(winner_words, view, texts=texts), partial(ending_words, view, texts=texts), names, theme)
    for index, finished in enumerate(view.results):
        _heading(canvas, index, texts.text("paths.sheet.heading", round=finished.number), theme)
    _heading(canvas, _COLUMNS - 1, texts.text("paths.sheet.row.artifacts"), theme)
    places = view.outcome.places
    for row, seat in enumerate(sorted(range(view.seats), key=lambda seat: places[seat])):
        _row(canvas, view, seat, row_box(row), names[seat], theme)
    return canvas


def row_box(row: int) -> Box:
    return Box(EDGE, HERO + HEADS + row * (ROW + _GAP), WIDTH - 2 * EDGE, ROW)


def column(index: int) -> tuple[float, float]:
    """The middle and the width of a column."""
    left = _NAME + _NAME_ROOM
    width = (WIDTH - EDGE - 24 - _TOTAL - left) / _COLUMNS
    return left + width * (index + 0.5), width - 8


def _heading(canvas: Canvas, index: int, words: str, theme: Theme) -> None:
    x, width = column(index)
    canvas.write(Label(words, (x, HERO + HEADS - 12), Style.REGULAR, 25, theme.muted, "ms", width))


def _row(canvas: Canvas, view: View, seat: Seat, box: Box, name: str, theme: Theme) -> None:
    """A seat's name, what every expedition and the artifacts gave, and the sum."""
    assert view.outcome is not None
    middle = box.middle[1]
    won = seat in view.outcome.winners
    if won:
        canvas.stick(sprites.coin(44, theme.deck), (box.left + 14, round(middle) - 22))
    figure = pieces.figure(seat, False, _FIGURE, theme.deck)
    canvas.stick(figure, (box.left + 66, round(middle) - _FIGURE // 2))
    tone = theme.accent if won else theme.muted if seat in view.left else theme.ink
    canvas.write(Label(name, (_NAME, middle), Style.BOLD, 36, tone, "lm", _NAME_ROOM - 16))
    for index, finished in enumerate(view.results):
        points = finished.points[seat]
        x, width = column(index)
        canvas.write(Label(signed(points), (x, middle), Style.NUMERAL, 44, theme.tone(points), "mm", width))
    _artifacts(canvas, view, seat, middle, theme)
    total = number(view.outcome.points[seat])
    at = (box.right - 24, middle)
    canvas.write(Label(total, at, Style.NUMERAL, 60, tone if won else theme.ink, "rm", _TOTAL, vital=True))


def _artifacts(canvas: Canvas, view: View, seat: Seat, middle: float, theme: Theme) -> None:
    """How many artifacts a seat has, and what they are worth if the match was played to its end."""
    x, _ = column(_COLUMNS - 1)
    jar = parts.jar(34, theme)
    canvas.stick(jar, (round(x) - 80, round(middle) - 17))
    canvas.write(Label(str(view.artifacts[seat]), (x - 43, middle), Style.BOLD, 33, theme.muted, "lm"))
    if completed(view):
        points = view.finals[seat].points
        canvas.write(Label(signed(points), (x + 77, middle), Style.NUMERAL, 42, theme.tone(points), "rm"))


@lru_cache(maxsize=4)
def _background(seats: int, theme: Theme) -> Image.Image:
    return reduced(_furnished(seats, theme), _palette(theme))


def _furnished(seats: int, theme: Theme) -> Image.Image:
    image = Image.new("RGB", (WIDTH, row_box(seats - 1).bottom + EDGE), theme.paper)
    hero(image, HERO, theme)
    for row in range(seats):
        panel(image, row_box(row), theme)
    return image


@lru_cache(maxsize=3)
def _palette(theme: Theme) -> Image.Image:
    """The tones of the scene and of a figure of every seat."""
    image = _furnished(4, theme)
    for seat in range(4):
        figure = pieces.figure(seat, False, _FIGURE, theme.deck)
        image.paste(figure, (_NAME, row_box(seat).top + 12), figure)
    return fitted(image, theme, pieces.tones(theme.deck))
