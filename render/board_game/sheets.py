"""The settlement of an expedition: where every figure stands and what it pays, and how the points come about."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

from PIL import Image, ImageDraw

from render import sprites
from render.board_game import parts, pieces
from render.board_game.parts import HEAD
from render.board_game.words import closing_words, sheet_words
from render.canvas import Box, Canvas, Label
from render.fonts import Style
from render.furniture import EDGE, WIDTH, panel, picture, place_ink, with_room
from render.palette import fitted, reduced
from render.picture import Picture
from render.symbols import symbol
from render.texts import Texts
from render.theme import Theme
from render.words import fitting, number, signed
from rules.board_game.state import COLOURS, RoundResult
from rules.board_game.view import View
from rules.cards import Colour
from rules.game import Seat

_GAP: Final = 8
_NAMES: Final = 196
"""The width of the column that names the rows."""
_ROW: Final = 72
_LINE: Final = 50
_ROWS_TOP: Final = EDGE + HEAD + _GAP
_SUM_TOP: Final = _ROWS_TOP + len(COLOURS) * (_ROW + _GAP)
_FOOT: Final = 66
_FIGURE: Final = 50
_RESEARCHER: Final = 60


def round_sheet(view: View, number: int, names: Sequence[str], texts: Texts, theme: Theme) -> Picture:
    """The sheet of the finished expedition of that number."""
    return score_sheet(*_finished(view, number), names, texts, theme)


def round_sheet_words(view: View, number: int, names: Sequence[str], texts: Texts) -> str:
    return sheet_words(*_finished(view, number), names, texts)


def _finished(view: View, number: int) -> tuple[RoundResult, int, Seat | None]:
    """A finished expedition, of how many it is one, and who starts the next one, if there is any."""
    starter = view.round_starter if view.outcome is None else None
    if number < len(view.results):
        starter = view.results[number].starter
    return view.results[number - 1], view.options.rounds, starter


def score_sheet(
    result: RoundResult, rounds: int, starter: Seat | None, names: Sequence[str], texts: Texts, theme: Theme
) -> Picture:
    """How a finished expedition of a match of ``rounds`` was settled; ``starter`` starts the next one, if any."""
    canvas = layout(result, rounds, starter, names, texts, theme)
    words = fitting(lambda called: sheet_words(result, rounds, starter, called, texts), names)
    return picture(canvas, _palette(theme), words)


def layout(
    result: RoundResult, rounds: int, starter: Seat | None, names: Sequence[str], texts: Texts, theme: Theme
) -> Canvas:
    lines = _lines(result)
    canvas = Canvas(_background(len(result.figures), len(lines), theme))
    _title(canvas, result, rounds, texts, theme)
    for seat in range(len(result.figures)):
        box = column_box(seat, len(result.figures))
        head = Box(box.left, EDGE, box.width - 14, HEAD)
        points = result.points[seat]
        parts.head(canvas, seat, head, names[seat], theme.ink, signed(points), theme.tone(points), theme)
        for colour in COLOURS:
            _figure(canvas, result, seat, colour, box, theme)
    for index, (name, values, plain) in enumerate(lines):
        _line(canvas, index, texts.text(f"paths.sheet.row.{name}"), values, theme, plain=plain)
    foot = foot_box(len(lines))
    words = with_room(partial(closing_words, result, starter, texts=texts), names, Style.BOLD, 34, foot.width - 44)
    canvas.write(Label(words, foot.middle, Style.BOLD, 34, theme.accent, "mm", foot.width - 44))
    return canvas


def column_box(seat: Seat, seats: int) -> Box:
    """The column of a seat, from the first path to the last."""
    left = EDGE + _NAMES + _GAP
    width = (WIDTH - EDGE - left - (seats - 1) * _GAP) // seats
    return Box(left + seat * (width + _GAP), _ROWS_TOP, width, len(COLOURS) * (_ROW + _GAP))


def sum_box(lines: int) -> Box:
    return Box(EDGE, _SUM_TOP, WIDTH - 2 * EDGE, lines * _LINE + 16)


def foot_box(lines: int) -> Box:
    return Box(EDGE, sum_box(lines).bottom + _GAP, WIDTH - 2 * EDGE, _FOOT)


def _lines(result: RoundResult) -> list[tuple[str, list[int], bool]]:
    """The lines of the sum: a name, a value for every seat, and whether they are no change but a stock of points."""
    lines = [
        ("before", list(result.chips), True),
        ("tiles", [each.chips - before for each, before in zip(result.settlements, result.chips, strict=True)], False),
        ("figures", [each.net for each in result.settlements], False),
    ]
    forgiven = [each.forgiven for each in result.settlements]
    if any(forgiven):
        lines.append(("forgiven", forgiven, False))
    now = [each.after for each in result.settlements]
    return [*lines, ("now", now, True), ("artifacts", list(result.artifacts), True)]


def _title(canvas: Canvas, result: RoundResult, rounds: int, texts: Texts, theme: Theme) -> None:
    x = EDGE + _NAMES / 2
    heading = texts.text("paths.sheet.expedition")
    canvas.write(Label(heading, (x, EDGE + 32), Style.REGULAR, 29, theme.muted, "ms", _NAMES))
    count = texts.text("paths.sheet.count", round=result.number, rounds=rounds)
    canvas.write(Label(count, (x, EDGE + HEAD - 12), Style.NUMERAL, 54, theme.ink, "ms", _NAMES, vital=True))


def _figure(canvas: Canvas, result: RoundResult, seat: Seat, colour: Colour, box: Box, theme: Theme) -> None:
    figure = result.figures[seat][colour]
    if figure is None:
        return
    middle = box.top + colour * (_ROW + _GAP) + _ROW / 2
    size = _RESEARCHER if figure.researcher else _FIGURE
    x = box.left + box.width / 2 - 44
    canvas.stick(
        pieces.figure(seat, figure.researcher, size, theme.deck), (round(x - size / 2), round(middle - size / 2))
    )
    at = (x + 46, middle)
    canvas.write(Label(signed(figure.points), at, Style.NUMERAL, 52, theme.tone(figure.points), "lm", vital=True))


def _line(canvas: Canvas, index: int, name: str, values: Sequence[int], theme: Theme, *, plain: bool) -> None:
    middle = _SUM_TOP + 8 + index * _LINE + _LINE / 2
    canvas.write(Label(name, (EDGE + 22, middle), Style.REGULAR, 30, theme.muted, "lm", _NAMES - 22))
    for seat, value in enumerate(values):
        box = column_box(seat, len(values))
        words = number(value) if plain else signed(value)
        tone = theme.ink if plain else theme.tone(value)
        at = (box.left + box.width / 2 + 2, middle)
        last = plain and index > 0
        canvas.write(Label(words, at, Style.NUMERAL, 52 if last else 42, tone, "lm", vital=last))


@lru_cache(maxsize=6)
def _background(seats: int, lines: int, theme: Theme) -> Image.Image:
    return reduced(_furnished(seats, lines, theme), _palette(theme))


def _furnished(seats: int, lines: int, theme: Theme) -> Image.Image:
    foot = foot_box(lines)
    image = Image.new("RGB", (WIDTH, foot.bottom + EDGE), theme.paper)
    for seat in range(seats):
        box = column_box(seat, seats)
        panel(image, Box(box.left, EDGE, box.width, HEAD), theme)
    for box in (sum_box(lines), foot):
        panel(image, box, theme)
    rule = _SUM_TOP + 8 + (lines - 2) * _LINE - 2
    ImageDraw.Draw(image).line((EDGE + 22, rule, WIDTH - EDGE - 22, rule), fill=theme.line, width=2)
    for colour in COLOURS:
        size = (WIDTH - 2 * EDGE, _ROW)
        top = _ROWS_TOP + colour * (_ROW + _GAP)
        strip = parts.calm(parts.strip(colour, size, (0.135,), theme), colour, 0.5, theme)
        image.paste(strip, (EDGE, top), sprites.rounded(*size, 12))
        image.paste(place_ink(colour, theme), (EDGE + 22, top + (_ROW - 42) // 2), symbol(colour, 42))
        letter = Label(colour.letter, (EDGE + 92, top + _ROW / 2), Style.NUMERAL, 40, place_ink(colour, theme), "mm")
        image.paste(Canvas(image, labels=[letter]).paint(), (0, 0))
    return image


@lru_cache(maxsize=3)
def _palette(theme: Theme) -> Image.Image:
    """The tones of a sheet with figures of every seat."""
    image = _furnished(4, 6, theme)
    for seat in range(4):
        box = column_box(seat, 4)
        for colour in COLOURS:
            figure = pieces.figure(seat, colour == seat, _RESEARCHER, theme.deck)
            image.paste(figure, (box.left + 40, box.top + colour * (_ROW + _GAP) + 4), figure)
    return fitted(image, theme, pieces.tones(theme.deck))
