"""The words of the pictures, which come from whoever asks for them: no language is built in."""

from collections.abc import Sequence
from typing import Protocol


class Texts(Protocol):
    """A catalogue of texts in one language."""

    def text(self, key: str, /, **values: object) -> str:
        """The text of ``key`` with ``{name}`` placeholders filled in from ``values``."""
        ...

    def plural(self, key: str, n: int, /, **values: object) -> str:
        """The form of ``key`` that goes with the number ``n``, which also fills the placeholder ``{n}``."""
        ...

    def list(self, parts: Sequence[str], /) -> str:
        """``A, B and C`` as the language has it."""
        ...

    def number(self, number: float, /, decimals: int = 0) -> str:
        """A number as the language writes it, with so many ``decimals`` and a true minus sign."""
        ...
