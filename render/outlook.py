"""How a match went for one seat: the result that it could expect before each of its turns."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from render.canvas import Box, Canvas, Label
from render.charts import plotted, shades
from render.fonts import Style
from render.furniture import EDGE, WIDTH, panel, picture
from render.palette import fitted, reduced
from render.picture import Picture
from render.texts import Texts
from render.theme import Theme
from render.words import signed

_CHART: Final = Box(EDGE, EDGE, WIDTH - 2 * EDGE, 470)
_HEAD: Final = 56


@dataclass(frozen=True, slots=True)
class Outlook:
    """``values`` are the points by which a seat could expect to be ahead in the end, before each of its turns and, if
    the match was played out, at the end; at least one. ``rounds`` are the numbers of the rounds, each behind the place
    of the value with which it begins.
    """

    values: tuple[float, ...]
    rounds: tuple[tuple[int, int], ...]


def outlook(told: Outlook, texts: Texts, theme: Theme) -> Picture:
    """The picture of how a match went."""
    return picture(layout(told, texts, theme), _palette(theme), outlook_words(told, texts))


def layout(told: Outlook, texts: Texts, theme: Theme) -> Canvas:
    canvas = Canvas(_background(theme))
    at = (_CHART.left + 22, _CHART.top + 46)
    canvas.write(Label(texts.text("outlook.title"), at, Style.REGULAR, 29, theme.muted, "ls", _CHART.width - 44))
    chart = Box(_CHART.left, _CHART.top + _HEAD, _CHART.width, _CHART.height - _HEAD)
    plotted(canvas, [list(enumerate(told.values))], list(_rounds(told, texts)), chart, theme, signed)
    return canvas


def outlook_words(told: Outlook, texts: Texts) -> str:
    """The same in words: where it began and ended, and how far it went up and down."""
    values = told.values
    return texts.text(
        "outlook.words",
        first=signed(round(values[0])),
        best=signed(round(max(values))),
        worst=signed(round(min(values))),
        last=signed(round(values[-1])),
    )


def _rounds(told: Outlook, texts: Texts) -> Sequence[tuple[float, str]]:
    return [(at, texts.text("outlook.round", round=number)) for at, number in told.rounds]


@lru_cache(maxsize=3)
def _background(theme: Theme) -> Image.Image:
    return reduced(_furnished(theme), _palette(theme))


@lru_cache(maxsize=3)
def _palette(theme: Theme) -> Image.Image:
    return fitted(_furnished(theme), theme, shades(theme))


def _furnished(theme: Theme) -> Image.Image:
    image = Image.new("RGB", (WIDTH, _CHART.bottom + EDGE), theme.paper)
    panel(image, _CHART, theme)
    return image
