"""Rules in panels: a scene, a heading, and a paragraph that keeps to its room."""

import re
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

_IDEOGRAPH: Final = r"\u3000-\u30ff\u3400-\u9fff\uff00-\uffef"
_OPENING: Final = r"\uff08\u300c\u300e\u3010"
_CLOSING: Final = (
    r"\u3001\u3002\uff0c\uff0e\u30fb\uff1a\uff1b\uff1f\uff01\uff09\u300d\u300f\u3011\u30fc\u3005\u2026"
    r"\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7"
)
"""Brackets that do not end a line; and punctuation, brackets, long and small kana, which do not begin one."""
_PIECE: Final = re.compile(rf"[{_OPENING}]*(?:[^\s{_IDEOGRAPH}]*[{_IDEOGRAPH}]|[^\s{_IDEOGRAPH}]+)[{_CLOSING}]*\s*")
"""What stays together on a line: a word, or an ideograph or kana with the number before it and the marks around."""


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
    """``text`` broken into lines of at most ``width`` pixels, between words or where Japanese may be broken."""
    found = [""]
    for piece in _PIECE.findall(text.strip()):
        longer = found[-1] + piece
        if found[-1] and measure(longer.rstrip(), Style.REGULAR, size) > width:
            found.append(piece)
        else:
            found[-1] = longer
    return [line.rstrip() for line in found]
