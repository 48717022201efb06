"""The score examples S and T of the specification, and its bounds (RULES.md 1.10, 1.11)."""

import json
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from rules.card_game.scoring import ExpeditionScore, score_expedition
from rules.card_game.state import NUMBERS, WAGERS_PER_COLOUR
from rules.cards import WAGER, Card, Colour

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors.json").read_text())


def score(*ranks: int | str) -> ExpeditionScore:
    return score_expedition(Card(Colour.RED, WAGER if rank == "W" else int(rank)) for rank in ranks)


@pytest.mark.parametrize("vector", VECTORS["card_score"], ids=lambda vector: vector["id"])
def test_expedition(vector: dict[str, Any]) -> None:
    assert score(*vector["cards"]).total == vector["score"]


@pytest.mark.parametrize("vector", VECTORS["card_round"], ids=lambda vector: vector["id"])
def test_round(vector: dict[str, Any]) -> None:
    assert sum(score(*column).total for column in vector["columns"].values()) == vector["total"]


@pytest.mark.parametrize(
    ("trap", "ranks", "total"),
    [
        ("trap01", "W W 4 5 6 7 8 10", 80),
        ("trap02", "W 3 7 9 10", 18),
        ("trap03", "W W W 2 3 4 5 6", 20),
        ("trap04", "2 3 4 5 6 7 8 9", 44),
        ("trap05", "W", -40),
        ("trap05", "W W", -60),
        ("trap05", "W W W", -80),
        ("trap06", "", 0),
        ("trap07", "8", -12),
        ("trap08", "W 4 6 7", -6),
    ],
)
def test_trap(trap: str, ranks: str, total: int) -> None:
    assert score(*ranks.split()).total == total, trap


def test_breakdown_explains_the_total() -> None:
    assert score("W", "W", 4, 5, 6, 7, 8, 10) == ExpeditionScore(cards=8, sum=40, cost=20, multiplier=3, bonus=20)
    assert score() == ExpeditionScore(cards=0, sum=0, cost=0, multiplier=1, bonus=0)


def test_bounds_over_all_expeditions() -> None:
    totals: dict[int, set[int]] = defaultdict(set)
    for wagers in range(WAGERS_PER_COLOUR + 1):
        for length in range(len(NUMBERS) + 1):
            for numbers in combinations(NUMBERS, length):
                if wagers or numbers:
                    totals[wagers + length].add(score(*["W"] * wagers, *numbers).total)
    every = set[int]().union(*totals.values())
    assert (min(every), max(every), len(every)) == (-80, 156, 143)
    assert min(min(totals[size]) for size in range(8, 13)) == 20
    best = {1: -10, 2: -1, 3: 7, 4: 14, 5: 28, 6: 42, 7: 60, 8: 100, 9: 120, 10: 136, 11: 148, 12: 156}
    assert {size: max(found) for size, found in totals.items()} == best
