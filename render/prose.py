"""Rules in panels: a scene, a heading, and a paragraph that keeps to its room."""

from typing import Final

from PIL import Image

from render import sprites
from render.canvas import Box, Canvas, Label
from render.fonts import Style, measure
from render.scenery import landscape
from render.theme import Theme
from rules.cards import Colour

_TEXT: Final = 29
_LEAST_TEXT: Final = 20
_LEADING: Final = 1.25
"""From one line of text to the next, in sizes of the text."""


def scene(image: Image.Image, colour: Colour, box: Box, theme: Theme) -> None:
    """The place of ``colour`` in ``box``, except in a plain theme."""
    if theme.deck.plain:
        return
    scene = landscape(colour, (box.width, box.height), theme.strips[colour], (0.5,))
    image.paste(scene, (box.left, box.top), sprites.rounded(box.width, box.height, 14))


def article(canvas: Canvas, heading: str, text: str, box: Box, theme: Theme) -> None:
    """A heading and the paragraph below it, which is set smaller if it is long."""
    x, y, width = box.left + 24, box.top + 52, box.width - 48
    canvas.write(Label(heading, (x, y), Style.NUMERAL, 44, theme.accent, "ls", width))
    y += 6
    room = box.bottom - 16 - y
    sizes = range(_TEXT, _LEAST_TEXT, -1)
    size = next((size for size in sizes if len(lines(text, width, size)) * _LEADING * size <= room), _LEAST_TEXT)
    for line in lines(text, width, size)[: int(room / (_LEADING * size))]:
        y += size * _LEADING
        canvas.write(Label(line, (x, y), Style.REGULAR, size, theme.ink, "ls", width))


def lines(text: str, width: float, size: int) -> list[str]:
    """``text`` broken between words into lines of at most ``width`` pixels."""
    found = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if found[-1] and measure(longer, Style.REGULAR, size) > width:
            found.append(word)
        else:
            found[-1] = longer
    return found
