"""The settlement examples B and the artifact tables of the specification (RULES.md 2.2, 2.8, 2.9, 2.13)."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.board_game.scoring import Figure, FinalScore, Settlement, final_score

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors.json").read_text())


def settlement(chips: int, adventurers: list[int], researcher: int = 0) -> Settlement:
    figures = [Figure(researcher=False, step=step) for step in adventurers]
    if researcher:
        figures.append(Figure(researcher=True, step=researcher))
    return Settlement(chips, (*figures, *(None,) * (5 - len(figures))))


@pytest.mark.parametrize("vector", VECTORS["board_settle"], ids=lambda vector: vector["id"])
def test_settlement(vector: dict[str, Any]) -> None:
    settled = settlement(vector["chips"], vector["adventurer_steps"], vector["researcher_step"])
    assert (settled.net, settled.after) == (vector["net"], vector["chips_after"])
    assert settled.after == settled.chips + settled.net + settled.forgiven


@pytest.mark.parametrize("vector", VECTORS["artifacts"], ids=lambda vector: f"artifacts-{vector['n']}")
def test_artifacts(vector: dict[str, Any]) -> None:
    for length in ("long", "short"):
        assert final_score(0, vector["n"], length).points == vector[length]


@pytest.mark.parametrize(
    ("chips", "artifacts", "length", "total"),
    [
        (30, 3, "long", 0),
        (100, 0, "long", 50),
        (100, 6, "long", 100),
        (100, 17, "long", 250),
        (40, 2, "short", 25),
        (40, 6, "short", 90),
        (40, 9, "short", 90),
    ],
)
def test_artifacts_are_added_with_the_floor(chips: int, artifacts: int, length: str, total: int) -> None:
    assert final_score(chips, artifacts, length).total == total


@pytest.mark.parametrize(
    ("step", "points"), [(1, -20), (2, -15), (3, -10), (4, 5), (5, 10), (6, 15), (7, 30), (8, 35), (9, 50)]
)
def test_the_values_of_the_steps(step: int, points: int) -> None:
    assert Figure(researcher=False, step=step).points == points
    assert Figure(researcher=True, step=step).points == 2 * points


def test_trap_29_the_researcher_doubles_minus_points_too() -> None:
    assert settlement(100, [], 1).after == 60


def test_trap_38_the_short_game_has_its_own_table() -> None:
    assert (final_score(0, 3, "short").points, final_score(0, 3, "long").points) == (10, -40)


@pytest.mark.parametrize(("length", "least", "most"), [("long", -50, 150), ("short", -20, 50)])
def test_trap_39_the_tables_have_an_answer_to_every_number(length: str, least: int, most: int) -> None:
    assert final_score(0, 0, length).points == least
    assert {final_score(0, artifacts, length).points for artifacts in range(17, 28)} == {most}


def test_trap_40_a_stock_is_never_below_0() -> None:
    assert settlement(10, [1, 1, 1, 1], 1).after == 0
    assert final_score(10, 0, "long").total == 0


def test_trap_41_the_floor_is_that_of_the_stock() -> None:
    assert settlement(100, [1, 1]).after == 60


def test_breakdown_explains_the_total() -> None:
    settled = settlement(10, [1], 2)
    assert (settled.net, settled.forgiven, settled.after) == (-50, 40, 0)
    assert final_score(30, 3, "long") == FinalScore(chips=30, artifacts=3, points=-40)
