"""The cards of one colour as one small number, so that whatever is said of a colour can be looked up.

The two lowest bits count the wagers, bit ``r`` stands for the number ``r``. Sets that share no card can be added and
subtracted, and since a number's bit is above all lower ones, ``played < unit`` says that the number may come next.
"""

from typing import Final

from rules.card_game.scoring import score_expedition
from rules.card_game.state import NUMBERS as RANKS
from rules.cards import WAGER, Card, Colour

WAGERS: Final = 0b11
"""The part of a mask that counts wagers."""

NUMBERS: Final = 0b11111111100
"""The part of a mask that holds numbers."""

FULL: Final = WAGERS | NUMBERS
"""All cards of a colour."""

_MASKS: Final = range(FULL + 1)


def _cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, of any colour."""
    ranks = (*(WAGER,) * (mask & WAGERS), *(rank for rank in RANKS if mask >> rank & 1))
    return tuple(Card(Colour.YELLOW, rank) for rank in ranks)


UNIT: Final = tuple(1 if code & 15 == 1 else 1 << (code & 15) >> 2 for code in range(1 << 7))
"""The mask of a single card by its code (see ``rules.moves``)."""

SUM: Final = tuple(sum(rank for rank in RANKS if mask >> rank & 1) for mask in _MASKS)
"""The sum of the numbers in a mask."""

COUNT: Final = tuple((mask & WAGERS) + (mask & NUMBERS).bit_count() for mask in _MASKS)
"""How many cards are in a mask."""

OPEN: Final = tuple(FULL if mask <= WAGERS else FULL & -(1 << mask.bit_length()) for mask in _MASKS)
"""Which cards may follow an expedition, by its mask (RULES.md 1.4)."""

SCORE: Final = tuple(score_expedition(_cards_of(mask)).total for mask in _MASKS)
"""What an expedition scores, by its mask (RULES.md 1.10)."""


def code(unit: int) -> int:
    """The code of a single card within its colour; the inverse of ``UNIT``."""
    return unit.bit_length() + 1 if unit > 1 else 1
