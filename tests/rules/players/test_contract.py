"""What every computer opponent must keep, whatever its game and level."""

from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from rules.game import AnyGame, OptionValue, TakeBack
from rules.players import PLAYERS
from rules.players.player import Budget, Level, Player
from rules.registry import GAMES
from tests.rules.walks import walk

FEW = Budget(iterations=2)


def cases() -> Iterator[Any]:
    """Every level of every game with every number of seats, and with every value of every option once."""
    for key, levels in PLAYERS.items():
        game = GAMES[key]
        for level, player in levels.items():
            for seats in game.seats:
                yield pytest.param(game, player, {}, seats, id=f"{key}-{level}-{seats}")
            for option in game.options:
                for value in option.values:
                    terms = {option.name: value}
                    yield pytest.param(game, player, terms, min(game.seats), id=f"{key}-{level}-{option.name}-{value}")


EVERY_PLAYER = pytest.mark.parametrize(("game", "player", "options", "seats"), tuple(cases()))


@pytest.mark.parametrize("levels", tuple(PLAYERS.values()), ids=tuple(PLAYERS))
def test_every_level_is_there(levels: dict[Level, Player[Any]]) -> None:
    assert list(levels) == list(Level)
    assert all(player.iterations >= 0 for player in levels.values())


@EVERY_PLAYER
def test_an_answer_is_legal_anywhere_in_a_match_and_always_the_same(
    game: AnyGame, player: Player[Any], options: dict[str, OptionValue], seats: int
) -> None:
    seed = 5 + seats
    for move in islice(walk(game, seed, options, seats), seed % 3, None, 97):
        state = move.before
        legal = [action for action in game.legal_actions(state, move.seat) if not isinstance(action, TakeBack)]
        view = game.view(state, move.seat)
        advice = player.advise(view, Random(seed), FEW)
        assert advice.action in legal
        assert not advice.cut_short
        assert {action for action, _ in advice.values} <= set(legal)
        if advice.values:
            assert advice.values[0][0] == advice.action
        assert player.advise(view, Random(seed), FEW) == advice
        if player.iterations and len(legal) > 1:
            also = legal[-1]
            compared = player.advise(view, Random(seed), FEW, also)
            assert also in dict(compared.values)
            assert compared.values[0][0] == compared.action


@pytest.mark.parametrize("levels", tuple(PLAYERS.values()), ids=tuple(PLAYERS))
@pytest.mark.parametrize("level", tuple(Level))
def test_who_is_out_of_time_answers_at_once_and_says_so(levels: dict[Level, Player[Any]], level: Level) -> None:
    key = next(key for key, those in PLAYERS.items() if those is levels)
    game, player = GAMES[key], levels[level]
    if not player.iterations:
        return
    move = next(iter(walk(game, 1)))
    asked = count()
    budget = Budget(1_000_000, out_of_time=lambda: next(asked) >= 2)
    advice = player.advise(game.view(move.before, move.seat), Random(1), budget)
    assert advice.cut_short
    assert 0 < advice.iterations < 100
    assert advice.action in game.legal_actions(move.before, move.seat)
