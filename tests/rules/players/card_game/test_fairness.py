"""A computer opponent decides by what its seat has seen, and by nothing else."""

from itertools import islice
from random import Random

import pytest

from rules.card_game import CARD_GAME
from rules.players import PLAYERS
from rules.players.card_game.sight import Sight
from rules.players.player import Budget, Level
from tests.rules.card_game.test_properties import disguised
from tests.rules.walks import walk


@pytest.mark.parametrize("level", tuple(Level))
def test_what_a_seat_cannot_know_never_changes_its_move(level: Level) -> None:
    player = PLAYERS[CARD_GAME.key][level]
    random = Random(level)
    for seed in range(3):
        for move in islice(walk(CARD_GAME, seed, {"rounds": 2}), seed, None, 29):
            advice = player.advise(CARD_GAME.view(move.before, move.seat), Random(seed), Budget(3))
            for _ in range(2):
                other = disguised(move.before, move.seat, random)
                assert player.advise(CARD_GAME.view(other, move.seat), Random(seed), Budget(3)) == advice


def test_a_seat_remembers_the_cards_that_its_rival_took() -> None:
    seen = 0
    for seed in range(5):
        for move in walk(CARD_GAME, seed, {"rounds": 1}, take_backs=0):
            state, seat = move.before, move.seat
            if state.placement is not None:
                continue
            sight = Sight(CARD_GAME.view(state, seat))
            table = sight.table(sight.unknown)
            position = CARD_GAME.position(state)
            rival = position.hands[1 - seat].copy()
            for card in sight.known:
                rival.remove(card)
            seen += len(sight.known)
            assert sorted(sight.unknown) == sight.unknown == sorted(rival + position.deck)
            assert sorted(table.position.hands[seat]) == sorted(position.hands[seat])
            assert len(table.position.hands[1 - seat]) == 8
            assert len(table.position.deck) == len(position.deck)
            assert table.position.null_run == position.null_run
    assert seen
