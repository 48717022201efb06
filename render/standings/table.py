"""The table of a season: who stands where, how it has changed since last week, and where one stands oneself."""

from functools import lru_cache
from typing import Final

from PIL import Image

from render import sprites
from render.canvas import Box, Canvas, Label
from render.fonts import Style
from render.furniture import EDGE, WIDTH, panel, picture
from render.hero import hero, titles
from render.palette import reduced
from render.picture import Picture
from render.standings import parts
from render.standings.rows import PAGE, Standing, Standings
from render.standings.words import rule_words, standings_words
from render.texts import Texts
from render.theme import RGB, Theme
from render.words import number
from rules.cards import Colour

BANNER: Final = Box(EDGE, EDGE, WIDTH - 2 * EDGE, 124)
HEADS: Final = 40
"""The height of the line that names the columns."""
TALL: Final = 70
LOW: Final = 60
"""The heights of a row with a medal and of another."""
_GAP: Final = 5
_BREAK: Final = 26
"""The room between the page and the own row."""
FOOT: Final = 44
_EMPTY: Final = 420
"""How far down the scene goes that stands for rows."""

_PLACE: Final = 62
_TREND: Final = 116
_NAME: Final = 206
_NAME_ROOM: Final = 374
_COLUMNS: Final = (("rating", 706), ("matches", 836), ("won", 950), ("drawn", 1054), ("lost", 1160))
"""The columns of numbers and where their right ends are."""
_NUMBER_ROOM: Final = 100


def standings(table: Standings, texts: Texts, theme: Theme) -> Picture:
    """The picture of a page of a table."""
    return picture(layout(table, texts, theme), _palette(theme), standings_words(table, texts))


def layout(table: Standings, texts: Texts, theme: Theme) -> Canvas:
    boxes = row_boxes(table)
    canvas = Canvas(_background(_medals(table), len(table.rows), table.own is not None, theme))
    if table.rows:
        _banner(canvas, table, texts, theme)
        for name, right in _COLUMNS:
            words = texts.text(f"standings.column.{name}")
            at = (right, BANNER.bottom + HEADS - 12)
            canvas.write(Label(words, at, Style.REGULAR, 26, theme.muted, "rs", _NUMBER_ROOM))
    else:
        invitation = texts.text("standings.invite", game=texts.text(f"game.{table.game}"))
        titles(canvas, lambda names: names[0], lambda _: invitation, (table.season,), theme)
    for row, box in boxes:
        _row(canvas, row, box, texts, theme)
    at = (WIDTH / 2, canvas.background.height - 16)
    canvas.write(Label(rule_words(table, texts), at, Style.REGULAR, 26, theme.muted, "ms", WIDTH - 4 * EDGE))
    return canvas


def _medals(table: Standings) -> tuple[int, ...]:
    """The places of the rows that have a medal, which stand first."""
    return tuple(row.place for row in table.rows if row.place is not None and row.place <= len(parts.METALS))


def row_boxes(table: Standings) -> list[tuple[Standing, Box]]:
    """The rows from the top, the own one last if it stands apart, and where each of them is."""
    rows = table.rows if table.own is None else (*table.rows, table.own)
    return list(zip(rows, _boxes(len(_medals(table)), len(table.rows), table.own is not None), strict=True))


def _boxes(tall: int, rows: int, own: bool) -> list[Box]:
    """Where rows stand, of which the first ``tall`` are those of the first three places."""
    top = BANNER.bottom + HEADS if rows else _EMPTY + _GAP
    boxes: list[Box] = []
    for index in range(rows + own):
        if index == rows and rows:
            top += _BREAK
        height = TALL if index < tall else LOW
        boxes.append(Box(EDGE, top, WIDTH - 2 * EDGE, height))
        top += height + _GAP
    return boxes


def _banner(canvas: Canvas, table: Standings, texts: Texts, theme: Theme) -> None:
    """The season and the game."""
    left = BANNER.left + 30
    room = BANNER.width * 0.62
    canvas.write(Label(table.season, (left, BANNER.top + 67), Style.NUMERAL, 62, theme.ink, "ls", room))
    game = texts.text(f"game.{table.game}")
    words = texts.plural("standings.ranked", table.ranked, game=game)
    canvas.write(Label(words, (left, BANNER.top + 106), Style.BOLD, 30, theme.accent, "ls", room))


def _row(canvas: Canvas, row: Standing, box: Box, texts: Texts, theme: Theme) -> None:
    middle = box.middle[1]
    if row.is_asker:
        canvas.stick(parts.frame(box.width, box.height, theme), (box.left, box.top))
    if row.place is not None and row.place <= len(parts.METALS):
        size = 60
        canvas.stick(parts.medal(row.place, size, theme.deck), (_PLACE - size // 2, round(middle) - size // 2))
    else:
        place = "\N{EN DASH}" if row.place is None else str(row.place)
        canvas.write(Label(place, (_PLACE, middle), Style.NUMERAL, 52, theme.muted, "mm", 84, vital=True))
    _trend(canvas, row, middle, texts, theme)
    tone = theme.accent if row.is_asker else theme.ink
    canvas.write(Label(row.name, (_NAME, middle), Style.BOLD, 38, tone, "lm", _NAME_ROOM))
    numbers = (row.rating, row.matches, row.wins, row.draws, row.losses)
    tones = (tone, theme.muted, theme.gain, theme.muted, theme.loss)
    for (name, right), value, fill in zip(_COLUMNS, numbers, tones, strict=True):
        _number(canvas, value, right, middle, 60 if name == "rating" else 52, fill)
    if row.provisional:
        canvas.write(Label("?", (_COLUMNS[0][1] + 4, middle), Style.BOLD, 40, theme.muted, "lm"))


def _number(canvas: Canvas, value: int, right: float, middle: float, size: int, fill: RGB) -> None:
    canvas.write(Label(number(value), (right, middle), Style.NUMERAL, size, fill, "rm", _NUMBER_ROOM, vital=True))


def _trend(canvas: Canvas, row: Standing, middle: float, texts: Texts, theme: Theme) -> None:
    """How many places up or down since last week."""
    if row.trend:
        tone = theme.gain if row.trend > 0 else theme.loss
        canvas.stick(parts.arrow(row.trend > 0, 24, tone), (_TREND, round(middle) - 12))
        at = (_TREND + 30, middle)
        canvas.write(Label(str(abs(row.trend)), at, Style.NUMERAL, 52, tone, "lm", 58, vital=True))
    elif row.trend == 0:
        canvas.write(Label("=", (_TREND + 12, middle), Style.BOLD, 34, theme.muted, "mm"))
    elif row.is_new:
        words = texts.text("standings.new_short")
        canvas.write(Label(words, (_TREND, middle), Style.BOLD, 26, theme.accent, "lm", _NAME - _TREND - 8))


@lru_cache(maxsize=16)
def _background(medals: tuple[int, ...], rows: int, own: bool, theme: Theme) -> Image.Image:
    return reduced(_furnished(medals, rows, own, theme), _palette(theme))


@lru_cache(maxsize=3)
def _palette(theme: Theme) -> Image.Image:
    """The tones of a whole page, of the scene above an empty one, and of the medals."""
    page, empty = _furnished((1, 2, 3), PAGE, True, theme), _furnished((), 0, False, theme)
    both = Image.new("RGB", (WIDTH, page.height + empty.height), theme.paper)
    both.paste(page, (0, 0))
    both.paste(empty, (0, page.height))
    for place in range(1, 4):
        image = parts.medal(place, 60, theme.deck)
        both.paste(image, (place * 80, BANNER.bottom + HEADS), image)
    return parts.palette(both, theme, parts.METALS)


def _furnished(medals: tuple[int, ...], rows: int, own: bool, theme: Theme) -> Image.Image:
    boxes = _boxes(len(medals), rows, own)
    bottom = boxes[-1].bottom + _GAP if boxes else _EMPTY + _GAP
    image = Image.new("RGB", (WIDTH, bottom + FOOT), theme.paper)
    if not rows:
        hero(image, _EMPTY, theme)
    else:
        banner = parts.strip(Colour.WHITE, (BANNER.width, BANNER.height), (0.82,), 0, theme)
        if not theme.deck.plain:
            parts.quiet(banner, theme.strips[Colour.WHITE].sky, BANNER.width * 2 // 3)
        image.paste(banner, (BANNER.left, BANNER.top), sprites.rounded(BANNER.width, BANNER.height, 16))
    for box in boxes[len(medals) :]:
        panel(image, box, theme)
    for place, box in zip(medals, boxes, strict=False):
        calm = 0.5 if theme.light else 0.35
        scene = parts.strip(parts.PLACES[place - 1], (box.width, box.height), (0.4,), calm, theme)
        image.paste(scene, (box.left, box.top), sprites.rounded(box.width, box.height, 14))
    return image
