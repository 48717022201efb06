"""The end of a season: the first three on the steps of a temple, before the lost city at sunrise."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

from PIL import Image, ImageDraw

from render import sprites
from render.canvas import Box, Canvas, Label
from render.fonts import Style
from render.furniture import EDGE, WIDTH, picture
from render.hero import hero, titles
from render.palette import reduced
from render.picture import Picture
from render.standings import parts
from render.standings.rows import STEPS, FinalTable, Standing
from render.standings.words import ending_words, foot_words, podium_words, rating_words
from render.symbols import symbol
from render.texts import Texts
from render.theme import RGB, Theme, mix, rgb

SCENE: Final = 772
"""How far down the scene reaches."""
FOOT: Final = 44
HEIGHTS: Final = {1: 292, 2: 224, 3: 164}
"""The heights of the steps by place."""
STEP: Final = 330
"""The width of a step."""
_GAP: Final = 18
_MEDAL: Final = 116
_STONE: Final[RGB] = rgb("d2a877")
_ROOM: Final = STEP - 84
_LIGHT: Final[RGB] = (255, 255, 255)
_COURSE: Final = 46
"""The height of a row of stones."""
_TABLET: Final = 116
_LEAN: Final = 9
"""So far left of the middle of a step is that of its face, whose right edge lies in the shade."""
_EMPTY: Final = 420


def podium(table: FinalTable, texts: Texts, theme: Theme) -> Picture:
    """The picture of a season's end."""
    return picture(layout(table, texts, theme), _palette(theme), podium_words(table, texts))


def layout(table: FinalTable, texts: Texts, theme: Theme) -> Canvas:
    shown = steps(table)
    canvas = Canvas(_background(tuple((row.place or 0, box) for row, box in shown), theme))
    names = [row.name for row in table.rows if row.place == 1] if shown else []
    titles(canvas, lambda _: table.season, partial(ending_words, texts=texts), names, theme)
    for row, box in shown:
        _step(canvas, row, box, theme)
    at = (WIDTH / 2, canvas.background.height - 16)
    canvas.write(Label(foot_words(table, texts), at, Style.REGULAR, 26, theme.muted, "ms", WIDTH - 4 * EDGE))
    return canvas


def steps(table: FinalTable) -> list[tuple[Standing, Box]]:
    """Who stands where: the first in the middle, then left and right; two side by side. As many as there are steps."""
    rows = [row for row in table.rows if row.place in HEIGHTS][:STEPS]
    width = STEP + _GAP
    offsets: Sequence[float] = {1: (0.0,), 2: (-width / 2, width / 2), 3: (0.0, -width, width)}.get(len(rows), ())
    found: list[tuple[Standing, Box]] = []
    for row, offset in zip(rows, offsets, strict=True):
        assert row.place is not None
        height = HEIGHTS[row.place]
        found.append((row, Box(round((WIDTH - STEP) / 2 + offset), SCENE - height, STEP, height)))
    return found


def _step(canvas: Canvas, row: Standing, box: Box, theme: Theme) -> None:
    """The medal above a step; on its tablet the name and the rating."""
    assert row.place is not None
    x, ink = box.middle[0], theme.ink if theme.deck.plain else theme.deck.ink
    canvas.stick(parts.medal(row.place, _MEDAL, theme.deck), (round(x) - _MEDAL // 2, box.top - _MEDAL + 4))
    x -= _LEAN
    canvas.write(Label(row.name, (x, box.top + 72), Style.BOLD, 40, ink, "ms", _ROOM))
    canvas.write(Label(rating_words(row), (x, box.top + 132), Style.NUMERAL, 66, ink, "ms", _ROOM, vital=True))


@lru_cache(maxsize=16)
def _background(boxes: tuple[tuple[int, Box], ...], theme: Theme) -> Image.Image:
    return reduced(_furnished(boxes, theme), _palette(theme))


@lru_cache(maxsize=3)
def _palette(theme: Theme) -> Image.Image:
    rows = [Standing(place, "", 0, 0, 0, 0, 0) for place in HEIGHTS]
    shown = steps(FinalTable("", "", tuple(rows), 0))
    image = _furnished(tuple((row.place or 0, box) for row, box in shown), theme)
    for row, box in shown:
        assert row.place is not None
        mark = parts.medal(row.place, _MEDAL, theme.deck)
        image.paste(mark, (round(box.middle[0]) - _MEDAL // 2, box.top - _MEDAL), mark)
    return parts.palette(image, theme, (*parts.METALS, _STONE))


def _furnished(boxes: tuple[tuple[int, Box], ...], theme: Theme) -> Image.Image:
    bottom = SCENE if boxes else _EMPTY
    image = Image.new("RGB", (WIDTH, bottom + FOOT), theme.paper)
    hero(image, bottom, theme)
    if theme.deck.plain and boxes:
        image.paste(theme.paper, (EDGE, bottom // 2, WIDTH - EDGE, bottom))
    for place, box in boxes:
        _stones(image, box, theme)
        _relief(image, place, box, theme)
    if boxes:
        # the steps end with the round corners of the scene
        ground = Image.new("RGB", (WIDTH - 2 * EDGE, bottom - EDGE), theme.paper)
        ground.paste(image.crop((EDGE, EDGE, WIDTH - EDGE, bottom)))
        image.paste(theme.paper, (EDGE, EDGE, WIDTH - EDGE, bottom))
        image.paste(ground, (EDGE, EDGE), sprites.rounded(*ground.size, 18))
    return image


def _stones(image: Image.Image, box: Box, theme: Theme) -> None:
    """A step of cut stones below a slab, with a tablet to write on; in a plain theme a frame."""
    pen = ImageDraw.Draw(image)
    if theme.deck.plain:
        pen.rectangle((box.left, box.top, box.right - 1, box.bottom), fill=theme.paper, outline=theme.line, width=4)
        return
    ink = theme.deck.ink
    face = Box(box.left + 8, box.top + 8, box.width - 16, box.height - 8)
    pen.rectangle((face.left, face.top, face.right - 1, face.bottom), fill=_STONE)
    joint = mix(_STONE, ink, 0.14)
    for index, y in enumerate(range(box.top + 20, box.bottom, _COURSE)):
        pen.rectangle((face.left, y, face.right - 1, y + 2), fill=joint)
        for x in range(face.left + (_COURSE if index % 2 else 2 * _COURSE), face.right, 2 * _COURSE):
            pen.rectangle((x, y, x + 2, min(y + _COURSE, box.bottom)), fill=joint)
    pen.rectangle((face.right - 18, face.top, face.right - 1, face.bottom), fill=mix(_STONE, ink, 0.28))
    pen.rounded_rectangle((box.left, box.top, box.right - 1, box.top + 19), 5, fill=mix(_STONE, _LIGHT, 0.4))
    pen.rectangle((box.left + 4, box.top + 16, box.right - 5, box.top + 19), fill=mix(_STONE, ink, 0.3))
    tablet = (box.left + 22, box.top + 30, box.right - 40, box.top + 30 + _TABLET)
    pen.rounded_rectangle(tablet, 8, fill=mix(_STONE, _LIGHT, 0.22), outline=joint, width=3)


def _relief(image: Image.Image, place: int, box: Box, theme: Theme) -> None:
    """The symbol of the place behind a row of the table, carved into the stones where they leave room."""
    top = box.top + 30 + _TABLET
    size = min(96, box.bottom - top - 32)
    if size > _COURSE // 2:
        tone = theme.deck.face(parts.PLACES[place - 1]) if theme.deck.plain else mix(_STONE, theme.deck.ink, 0.42)
        at = (round(box.middle[0]) - size // 2 - _LEAN, (top + box.bottom - size) // 2)
        image.paste(tone, at, symbol(parts.PLACES[place - 1], size))
