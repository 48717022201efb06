"""Scoring an expedition of the card game, with the reasons (RULES.md 1.10)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rules.cards import Card

COST: Final = 20
BONUS: Final = 20
BONUS_CARDS: Final = 8
"""An expedition of at least so many cards, wagers included, earns the bonus."""


@dataclass(frozen=True, slots=True)
class ExpeditionScore:
    """The score of one expedition: ``(sum - cost) * multiplier + bonus``, all 0 for one that was never started.

    ``cards`` counts numbers and wagers, ``sum`` adds the numbers, ``multiplier`` is 1 plus the wagers.
    """

    cards: int
    sum: int
    cost: int
    multiplier: int
    bonus: int

    @property
    def total(self) -> int:
        return (self.sum - self.cost) * self.multiplier + self.bonus


def score_expedition(column: Iterable[Card]) -> ExpeditionScore:
    """Score the cards of one expedition, in any order."""
    cards = tuple(column)
    if not cards:
        return ExpeditionScore(cards=0, sum=0, cost=0, multiplier=1, bonus=0)
    numbers = [card.rank for card in cards if not card.is_wager]
    return ExpeditionScore(
        cards=len(cards),
        sum=sum(numbers),
        cost=COST,
        multiplier=1 + len(cards) - len(numbers),
        bonus=BONUS if len(cards) >= BONUS_CARDS else 0,
    )
