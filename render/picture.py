"""What every function of this package hands out."""

from dataclasses import dataclass
from typing import Final

ALT_LIMIT: Final = 1024
"""The longest description that Discord accepts for a picture."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded image and the same in words: ``alt`` has at most ``ALT_LIMIT`` characters."""

    data: bytes
    extension: str
    alt: str
