"""Cards, their colours, and their short text form (``R7``, ``RW``)."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from rules.game import BadNotation

WAGER: Final = -1
"""The rank of a wager card: lower than every number (RULES.md 1.4)."""


class Colour(IntEnum):
    """A colour, which is also a place to travel to. The value is its index in columns and piles."""

    YELLOW = 0
    BLUE = 1
    WHITE = 2
    GREEN = 3
    RED = 4
    PURPLE = 5

    @property
    def letter(self) -> str:
        """The one letter that stands for the colour in text forms."""
        return self.name[0]


COLOUR_OF_LETTER: Final = {colour.letter: colour for colour in Colour}
"""The colours by their letters."""


@dataclass(frozen=True, order=True, slots=True)
class Card:
    """A card; equal cards are interchangeable. Ordered by colour, then wagers, then numbers."""

    colour: Colour
    rank: int

    @property
    def is_wager(self) -> bool:
        return self.rank == WAGER

    def __str__(self) -> str:
        return f"{self.colour.letter}{'W' if self.rank == WAGER else self.rank}"


_CARDS: Final = {str(card): card for card in (Card(colour, rank) for colour in Colour for rank in (WAGER, *range(11)))}


def parse_card(text: str) -> Card:
    """Read the short form, ``R7`` or ``RW``; the inverse of ``str(card)``.

    Raises BadNotation if the text is no card of any game (ranks 0 to 10).
    """
    card = _CARDS.get(text)
    if card is None:
        raise BadNotation("bad_card", text=text[:20])
    return card
