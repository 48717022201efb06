"""The levels differ as they should; ``tests.bench.players`` measures by how much."""

import pytest

from rules.players import PLAYERS
from rules.players.card_game import weights
from rules.players.card_game.judge import Judge
from rules.players.card_game.players import Searcher
from rules.players.card_game.policy import Policy
from rules.players.player import Level
from tests import tune
from tests.bench.players import Played, Row, figures, play, wilson


def played(who: str, against: str, deals: int, rounds: int = 3, iterations: int | None = None) -> list[Played]:
    row = Row("card_game", who, against, deals, options={"rounds": rounds})
    return [match for number in range(deals) for match in play(row, number, iterations)]


def margin(matches: list[Played]) -> float:
    return sum(match.points - match.rival for match in matches) / len(matches)


@pytest.mark.parametrize(
    ("who", "against", "ahead"), [("easy", "random", 100), ("medium", "easy", 20), ("medium", "threshold", 10)]
)
def test_a_level_beats_what_is_below_it(who: str, against: str, ahead: float) -> None:
    matches = played(who, against, deals=4)
    assert margin(matches) > ahead
    assert sum(match.win for match in matches) >= 6
    assert max(match.longest for match in matches) <= 150


def test_hard_beats_easy_even_with_little_thought() -> None:
    matches = played("hard", "easy", deals=2, rounds=1, iterations=20)
    assert margin(matches) > 20
    assert max(match.longest for match in matches) <= 150
    assert all(match.iterations >= 20 for match in matches)


def test_medium_against_itself_ends_every_round_soon() -> None:
    matches = played("medium", "medium", deals=3)
    assert max(match.longest for match in matches) <= 150
    # mirrored deals: whatever one seat wins the other loses
    assert margin(matches) == pytest.approx(0)


def test_only_hard_searches() -> None:
    searching = {level for level, player in PLAYERS["card_game"].items() if player.iterations}
    assert searching == {Level.HARD}
    assert isinstance(PLAYERS["card_game"][Level.HARD], Searcher)


def test_a_row_tells_its_figures_with_intervals() -> None:
    row = Row("card_game", "medium", "random", 2, options={"rounds": 1})
    deals = [play(row, number, None) for number in range(2)]
    assert play(row, 0, None) == deals[0]
    found = {figure.name: figure for figure in figures(row, deals)}
    assert set(found) == {f"players.card_game.medium.random.{what}" for what in ("win", "margin", "score", "longest")}
    assert found["players.card_game.medium.random.win"].value == 1


def test_the_interval_of_wins_is_wilsons() -> None:
    low, high = wilson(8, 10)
    assert low == pytest.approx(0.4902, abs=1e-4)
    assert high == pytest.approx(0.9433, abs=1e-4)


def test_weights_are_compared_on_mirrored_deals() -> None:
    hard, easy = Policy(Judge(weights.HARD)), Policy(Judge(weights.EASY))
    assert all(tune.margin(hard, hard, seed) == 0 for seed in range(3))
    ahead = [tune.margin(hard, easy, seed) for seed in range(20)]
    assert ahead == [-tune.margin(easy, hard, seed) for seed in range(20)]
    assert sum(ahead) / len(ahead) > 20
