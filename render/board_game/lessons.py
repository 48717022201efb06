"""The rules of the board game in parts of one page: a turn with its tiles, the end, what artifacts are worth."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from render import sprites
from render.board_game import parts, pieces
from render.board_game.words import TURN, lesson_words
from render.canvas import Box, Canvas, Label
from render.fonts import Style
from render.furniture import EDGE, WIDTH, panel, picture
from render.palette import fitted, reduced
from render.picture import Picture
from render.prose import article, scene
from render.sprites import MARGIN
from render.texts import Texts
from render.theme import Theme, mix
from render.words import number
from rules.board_game.scoring import ARTIFACT_VALUES, VALUES
from rules.board_game.state import BRIDGE, STEPS, Tile
from rules.cards import Card, Colour
from rules.game import Seat

_SCENE: Final = 132
_TURN_BOX: Final = Box(EDGE, EDGE, 384, 388)
END_BOX: Final = Box(EDGE, _TURN_BOX.bottom + EDGE, WIDTH - 2 * EDGE, 340)
_VALUES: Final = 64
_STRIP: Final = 96
ARTIFACTS_BOX: Final = Box(EDGE, END_BOX.bottom + EDGE, WIDTH - 2 * EDGE, 356)
PARTS: Final[Mapping[str, Box]] = {
    "turn": Box(0, 0, WIDTH, _TURN_BOX.bottom + EDGE),
    "end": Box(0, END_BOX.top - EDGE, WIDTH, END_BOX.height + 2 * EDGE),
    "artifacts": Box(0, ARTIFACTS_BOX.top - EDGE, WIDTH, ARTIFACTS_BOX.height + 2 * EDGE),
}
_TABLE_TOP: Final = ARTIFACTS_BOX.bottom - 238
_LINE: Final = 60
_CELLS: Final = 9
_LENGTH: Final = 104
"""The width in front of a table, where it is named."""
_PITCH: Final = (WIDTH - 2 * EDGE - _LENGTH - 20) // _CELLS
_STEP: Final = 118
_BRIDGE: Final = 64
_STANDING: Final = (
    (0, False, 2, 0),
    (3, True, 5, 0),
    (1, False, 7, -27),
    (2, False, 7, 27),
    (3, False, 8, 0),
    (0, True, 9, -28),
    (1, True, 9, 28),
)
"""Figures at the end of an expedition: seat, whether the researcher, step, and how far from its middle."""
_PLACES: Final = (Colour.BLUE, Colour.YELLOW, Colour.GREEN)


def lesson(part: str, texts: Texts, theme: Theme) -> Picture:
    """One of the ``PARTS`` of the rules in short."""
    return picture(layout(texts, theme), _palette(theme), lesson_words(part, texts), PARTS[part])


def layout(texts: Texts, theme: Theme) -> Canvas:
    canvas = Canvas(_background(theme))
    for index, part in enumerate(TURN):
        box = turn_box(index)
        _article(canvas, part, Box(box.left, box.top + _SCENE, box.width, box.height - _SCENE), texts, theme)
    for step in range(1, STEPS + 1):
        space = step_box(step)
        at = (space.middle[0], END_BOX.top + _VALUES / 2 + 4)
        canvas.write(Label(number(VALUES[step]), at, Style.NUMERAL, 54, theme.tone(VALUES[step]), "mm"))
    top = END_BOX.top + _VALUES + _STRIP
    _article(canvas, "end", Box(END_BOX.left, top, END_BOX.width, END_BOX.bottom - top), texts, theme)
    _article(canvas, "artifacts", Box(ARTIFACTS_BOX.left, ARTIFACTS_BOX.top, ARTIFACTS_BOX.width, 112), texts, theme)
    at = (ARTIFACTS_BOX.left + 24, ARTIFACTS_BOX.bottom - 32)
    room = ARTIFACTS_BOX.width - 48
    canvas.write(Label(texts.text("paths.lesson.keltis"), at, Style.REGULAR, 27, theme.muted, "lm", room))
    line = 0
    for length, values in ARTIFACT_VALUES.items():
        at = (ARTIFACTS_BOX.left + 24, _TABLE_TOP + _LINE * line + _LINE / 2 - 4)
        canvas.write(
            Label(texts.text(f"paths.lesson.{length}.title"), at, Style.BOLD, 32, theme.accent, "lm", _LENGTH - 20)
        )
        for count, value in enumerate(values):
            more = "+" if count == len(values) - 1 else ""
            _worth(canvas, cell_box(line * _CELLS + count), f"{count}{more}", value, theme)
        line += _lines(values)
    return canvas


def turn_box(index: int) -> Box:
    return Box(EDGE + index * (_TURN_BOX.width + EDGE), EDGE, _TURN_BOX.width, _TURN_BOX.height)


def step_box(step: int) -> Box:
    """A step of the path that shows how an expedition ends."""
    left = END_BOX.left + 24 + (step - 1) * _STEP + (_BRIDGE if step >= BRIDGE else 0)
    return Box(left, END_BOX.top + _VALUES, _STEP - 4, _STRIP - 6)


def cell_box(index: int) -> Box:
    """A number of artifacts and its worth, in the tables of both lengths, line after line."""
    line, at = divmod(index, _CELLS)
    return Box(ARTIFACTS_BOX.left + _LENGTH + 10 + at * _PITCH, _TABLE_TOP + line * _LINE, _PITCH - 6, _LINE - 8)


def _worth(canvas: Canvas, box: Box, count: str, value: int, theme: Theme) -> None:
    middle = box.middle[1]
    canvas.write(Label(count, (box.left + 8, middle), Style.REGULAR, 27, theme.muted, "lm", 46))
    canvas.write(Label(number(value), (box.right - 8, middle), Style.NUMERAL, 40, theme.tone(value), "rm", 70))


def _article(canvas: Canvas, part: str, box: Box, texts: Texts, theme: Theme) -> None:
    article(canvas, texts.text(f"paths.lesson.{part}.title"), texts.text(f"paths.lesson.{part}"), box, theme)


@lru_cache(maxsize=2)
def _background(theme: Theme) -> Image.Image:
    return reduced(_furnished(theme), _palette(theme))


@lru_cache(maxsize=3)
def _palette(theme: Theme) -> Image.Image:
    return fitted(_furnished(theme), theme, pieces.tones(theme.deck))


def _furnished(theme: Theme) -> Image.Image:
    """The panels with a scene each, and cards, figures and tiles on it."""
    image = Image.new("RGB", (WIDTH, ARTIFACTS_BOX.bottom + EDGE), theme.paper)
    for index, colour in enumerate(_PLACES):
        box = turn_box(index)
        panel(image, box, theme)
        scene(image, colour, Box(box.left, box.top, box.width, _SCENE), theme)
    start, move, tiles = (turn_box(index) for index in range(len(TURN)))
    middle = EDGE + _SCENE // 2
    _card(image, Card(Colour.BLUE, 4), (start.left + 70, middle), theme)
    _arrow(image, (start.left + 168, middle), theme)
    _figure(image, 0, False, 76, (start.left + 250, middle), theme)
    _figure(image, 0, True, 88, (start.left + 330, middle), theme)
    for index, rank in enumerate((2, 5, 5)):
        _card(image, Card(Colour.YELLOW, rank), (move.left + 62 + 72 * index, middle), theme)
    _arrow(image, (move.left + 266, middle), theme)
    _figure(image, 1, False, 76, (move.left + 328, middle), theme)
    for index, tile in enumerate((Tile.ARTIFACT, Tile.ARROW, Tile.POINTS_10)):
        sprite = pieces.event(tile, pieces.FREE, theme.deck)
        image.paste(sprite, (tiles.left + 50 + 104 * index, middle - pieces.FREE[1] // 2), sprite)
    for box in (END_BOX, ARTIFACTS_BOX):
        panel(image, box, theme)
    _path(image, theme)
    for index in _cells():
        box = cell_box(index)
        plate = sprites.plate(box.width, box.height, 8, mix(theme.panel, theme.paper, 0.6), theme.line, 1)
        image.paste(plate, (box.left, box.top), plate)
    return image


def _cells() -> Iterator[int]:
    """The cells of the tables that hold a number of artifacts."""
    line = 0
    for values in ARTIFACT_VALUES.values():
        yield from range(line * _CELLS, line * _CELLS + len(values))
        line += _lines(values)


def _lines(values: Sequence[int]) -> int:
    """How many lines a table of ``values`` takes."""
    return -(-len(values) // _CELLS)


def _path(image: Image.Image, theme: Theme) -> None:
    """A path with its bridge and the figures that end an expedition."""
    size = (END_BOX.width - 24, _STRIP)
    top = END_BOX.top + _VALUES - 3
    strip = parts.strip(Colour.WHITE, size, (0.3, 0.75), theme)
    image.paste(strip, (END_BOX.left + 12, top), sprites.rounded(*size, 12))
    for step in range(1, STEPS + 1):
        parts.stone(image, step_box(step), Colour.WHITE, step, theme)
    row = Box(END_BOX.left + 12, top, *size)
    parts.gorge(image, row, step_box(BRIDGE).left - _BRIDGE, _BRIDGE, Colour.WHITE, theme)
    for seat, researcher, step, shift in _STANDING:
        middle = step_box(step).middle
        _figure(image, seat, researcher, 54, (round(middle[0]) + shift, round(middle[1])), theme)


def _card(image: Image.Image, card: Card, middle: tuple[int, int], theme: Theme) -> None:
    sprite = sprites.small_card(card, sprites.SMALL[0] // 2, theme.deck)
    at = (middle[0] - sprites.SMALL[0] // 2 - MARGIN, middle[1] - sprites.SMALL[1] // 2 - MARGIN)
    image.paste(sprite, at, sprite)


def _figure(image: Image.Image, seat: Seat, researcher: bool, size: int, middle: tuple[int, int], theme: Theme) -> None:
    sprite = pieces.figure(seat, researcher, size, theme.deck)
    image.paste(sprite, (middle[0] - size // 2, middle[1] - size // 2), sprite)


def _arrow(image: Image.Image, middle: tuple[int, int], theme: Theme) -> None:
    image.paste(theme.ink, (middle[0] - 18, middle[1] - 18), pieces.arrow(36))
