"""The result of a match: the winner above a lost city at sunrise, and the points of every round."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final

from PIL import Image

from render import sprites
from render.canvas import Box, Canvas, Label
from render.card_game.words import ending_words, result_words, winner_words
from render.fonts import Style
from render.furniture import EDGE, WIDTH, panel, picture
from render.hero import hero, titles
from render.palette import fitted, reduced
from render.picture import Picture
from render.texts import Texts
from render.theme import Theme
from render.words import number, signed
from rules.card_game.view import View
from rules.game import Seat

HERO: Final = 460
"""The height of the scene above the points."""
ROW: Final = 76
HEADS: Final = 42
"""The height of the line that names the rounds."""
HEIGHT: Final = HERO + HEADS + 2 * (ROW + 6) + EDGE - 6
_TOTAL: Final = 130


def result(view: View, names: Sequence[str], texts: Texts, theme: Theme) -> Picture:
    """How the finished match of ``view`` ended."""
    canvas = layout(view, names, texts, theme)
    return picture(canvas, _palette(theme), result_words(view, names, texts))


def layout(view: View, names: Sequence[str], texts: Texts, theme: Theme) -> Canvas:
    canvas = Canvas(_background(theme))
    titles(canvas, partial(winner_words, view, texts=texts), partial(ending_words, view, texts=texts), names, theme)
    for index, finished in enumerate(view.results):
        x, width = _column(index, len(view.results))
        heading = Label(
            texts.text("sheet.round", round=finished.number),
            (x, HERO + HEADS - 12),
            Style.REGULAR,
            25,
            theme.muted,
            "ms",
        )
        canvas.write(heading if heading.width <= width else replace(heading, text=str(finished.number)))
    for seat in range(len(names)):
        _row(canvas, view, seat, names[seat], theme)
    return canvas


def _name_width(rounds: int) -> int:
    return 330 if rounds <= 6 else 230


def _column(index: int, rounds: int) -> tuple[float, float]:
    """The middle and the width of the column of a round."""
    left, right = EDGE + 22 + _name_width(rounds), WIDTH - EDGE - 24 - _TOTAL
    width = (right - left) / max(3, rounds)
    return left + width * (index + 0.5), width - 6


def row_box(seat: Seat) -> Box:
    return Box(EDGE, HERO + HEADS + seat * (ROW + 6), WIDTH - 2 * EDGE, ROW)


def _row(canvas: Canvas, view: View, seat: Seat, name: str, theme: Theme) -> None:
    """A seat's name, its points in every round, and their sum."""
    assert view.outcome is not None
    box = row_box(seat)
    middle = box.middle[1]
    won = seat in view.outcome.winners
    left = box.left + 22
    if won:
        star = sprites.coin(44, theme.deck)
        canvas.stick(star, (left, round(middle) - 22))
    tone = theme.accent if won else theme.ink
    canvas.write(Label(name, (left + 60, middle), Style.BOLD, 38, tone, "lm", _name_width(len(view.results)) - 70))
    for index, finished in enumerate(view.results):
        points = finished.points[seat]
        x, width = _column(index, len(view.results))
        canvas.write(Label(signed(points), (x, middle), Style.NUMERAL, 44, theme.tone(points), "mm", width))
    canvas.write(
        Label(number(view.totals[seat]), (box.right - 24, middle), Style.NUMERAL, 60, tone, "rm", _TOTAL, vital=True)
    )


@lru_cache(maxsize=3)
def _background(theme: Theme) -> Image.Image:
    return reduced(_furnished(theme), _palette(theme))


@lru_cache(maxsize=3)
def _palette(theme: Theme) -> Image.Image:
    return fitted(_furnished(theme), theme)


def _furnished(theme: Theme) -> Image.Image:
    image = Image.new("RGB", (WIDTH, HEIGHT), theme.paper)
    hero(image, HERO, theme)
    for seat in (0, 1):
        panel(image, row_box(seat), theme)
    return image
