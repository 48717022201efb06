"""The result of a match: the winner above a lost city at sunrise, and the points of every round."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final

from PIL import Image

from render import sprites
from render.canvas import Box, Canvas, Label
from render.card_game import parts
from render.card_game.parts import EDGE, WIDTH
from render.card_game.words import ending_words, number, result_words, signed, winner_words
from render.fonts import Style
from render.palette import fitted, reduced
from render.picture import Picture
from render.scenery import sunrise
from render.symbols import symbol
from render.texts import Texts
from render.theme import RGB, Theme
from rules.card_game.view import View
from rules.cards import Colour
from rules.game import Seat

HERO: Final = 460
"""The height of the scene above the points."""
ROW: Final = 76
HEADS: Final = 42
"""The height of the line that names the rounds."""
HEIGHT: Final = HERO + HEADS + 2 * (ROW + 6) + EDGE - 6
_PIECES: Final = 20
_TOTAL: Final = 130
_ROOM: Final = 1060


def result(view: View, names: Sequence[str], texts: Texts, theme: Theme) -> Picture:
    """How the finished match of ``view`` ended."""
    canvas = layout(view, names, texts, theme)
    return parts.picture(canvas, _palette(theme), result_words(view, names, texts))


def layout(view: View, names: Sequence[str], texts: Texts, theme: Theme) -> Canvas:
    canvas = Canvas(_background(theme))
    middle = WIDTH / 2
    tone = theme.ink if theme.deck.plain else _CREAM
    for told, style, size, y in ((winner_words, Style.NUMERAL, 92, 238), (ending_words, Style.BOLD, 36, 286)):
        words = parts.with_room(partial(told, view, texts=texts), names, style, size, _ROOM)
        canvas.write(Label(words, (middle, y), style, size, tone, "ms", _ROOM))
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


_CREAM: Final[RGB] = (255, 246, 224)


@lru_cache(maxsize=3)
def _background(theme: Theme) -> Image.Image:
    return reduced(_furnished(theme), _palette(theme))


@lru_cache(maxsize=3)
def _palette(theme: Theme) -> Image.Image:
    return fitted(_furnished(theme), theme)


def _furnished(theme: Theme) -> Image.Image:
    image = Image.new("RGB", (WIDTH, HEIGHT), theme.paper)
    size = (WIDTH - 2 * EDGE, HERO - EDGE)
    hero = _places(size, theme) if theme.deck.plain else sunrise(size)
    _confetti(hero, theme)
    image.paste(hero, (EDGE, EDGE), sprites.rounded(*size, 18))
    medal = sprites.coin(132, theme.deck)
    image.paste(medal, ((WIDTH - medal.width) // 2, 28), medal)
    for seat in (0, 1):
        parts.panel(image, row_box(seat), theme)
    return image


def _places(size: tuple[int, int], theme: Theme) -> Image.Image:
    """The symbols of all places in a row below the words, where the others have a landscape."""
    image = Image.new("RGB", size, theme.paper)
    step = 150
    for colour in Colour:
        x = (size[0] - step * len(Colour)) // 2 + step * colour + (step - 96) // 2
        image.paste(theme.deck.face(colour), (x, size[1] - 130), symbol(colour, 96))
    return image


def _confetti(image: Image.Image, theme: Theme) -> None:
    """The symbols of all places, raining down on both sides of the medal."""
    for index in range(_PIECES):
        side = 1 if index % 2 else -1
        size = (30, 22, 36, 26)[index % 4]
        x = image.width // 2 + side * (140 + index // 2 * 48)
        y = 18 + (index // 2 * 67 + (30 if side > 0 else 0)) % 120
        colour = Colour((index // 2 + (3 if side > 0 else 0)) % len(Colour))
        mark = symbol(colour, size).rotate(index * 41, Image.Resampling.BICUBIC, expand=True)
        image.paste(theme.deck.face(colour), (x - mark.width // 2, y), mark)
