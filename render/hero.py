"""The scene above the result of a match: a lost city at sunrise, a medal, and who won."""

from collections.abc import Callable, Sequence
from typing import Final

from PIL import Image

from render import sprites
from render.canvas import Canvas, Label
from render.fonts import Style, measure
from render.furniture import EDGE, WIDTH, with_room
from render.scenery import sunrise
from render.symbols import symbol
from render.theme import RGB, Theme
from rules.cards import Colour

_PIECES: Final = 20
_ROOM: Final = 1060
_TITLE: Final = 92
_LONG_TITLE: Final = 56
"""The size of a title that is wider than what the confetti leaves clear."""
_CLEAR: Final = 620
_BELOW: Final = 308
"""Where the words have ended."""
_CREAM: Final[RGB] = (255, 246, 224)


def hero(image: Image.Image, bottom: int, theme: Theme) -> None:
    """The scene from the upper edge of ``image`` down to ``bottom``."""
    size = (WIDTH - 2 * EDGE, bottom - EDGE)
    scene = _places(size, theme) if theme.deck.plain else sunrise(size)
    _confetti(scene, theme)
    image.paste(scene, (EDGE, EDGE), sprites.rounded(*size, 18))
    medal = sprites.coin(132, theme.deck)
    image.paste(medal, ((WIDTH - medal.width) // 2, 28), medal)


def titles(
    canvas: Canvas,
    winner: Callable[[Sequence[str]], str],
    ending: Callable[[Sequence[str]], str],
    names: Sequence[str],
    theme: Theme,
) -> None:
    """Who won, and below it how, as sentences about ``names``."""
    tone = theme.ink if theme.deck.plain else _CREAM
    wide = measure(winner(names), Style.NUMERAL, _TITLE) > _CLEAR
    title = _LONG_TITLE if wide else _TITLE
    for told, style, size, y in ((winner, Style.NUMERAL, title, 238), (ending, Style.BOLD, 36, 286)):
        words = with_room(told, names, style, size, _ROOM)
        canvas.write(Label(words, (WIDTH / 2, y), style, size, tone, "ms", _ROOM))


def _places(size: tuple[int, int], theme: Theme) -> Image.Image:
    """The symbols of all places in a row below the words, where the others have a landscape."""
    image = Image.new("RGB", size, theme.paper)
    step, foot = 150, 34
    side = min(96, size[1] - foot - (_BELOW - EDGE))
    for colour in Colour:
        x = (size[0] - step * len(Colour)) // 2 + step * colour + (step - side) // 2
        image.paste(theme.deck.face(colour), (x, size[1] - foot - side), symbol(colour, side))
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
