"""A process that draws animated replays: ``python -m bot.animator``, started by ``bot.play.animations`` alone.

It reads one ``Order`` from standard input and writes to standard output (``bot.pipe``): from time to time the share of
the work that is done, and in the end the ``Picture``.
"""

import os
import sys
from dataclasses import dataclass
from typing import Final

from bot.i18n import catalogue
from bot.pipe import packed, take
from render.replay import animated
from render.theme import THEMES
from rules.record import parse

_NICENESS: Final = 15
"""The bot itself answers first."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to draw: the text of a record that is true, what its players are called, and in which language and theme."""

    record: str
    names: tuple[str, ...]
    language: str
    theme: str


def _tell(told: object) -> None:
    sys.stdout.buffer.write(packed(told))
    sys.stdout.buffer.flush()


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    order = take(sys.stdin.buffer)
    if order is not None:
        theme = next(theme for theme in THEMES.values() if theme.name == order.theme)
        _tell(animated(parse(order.record), order.names, catalogue(order.language), theme, _tell))


if __name__ == "__main__":
    main()
