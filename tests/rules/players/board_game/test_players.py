"""The board game's computer opponents: lawful, repeatable, fair, and each stronger than the one below it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

import pytest

from rules.board_game import BOARD_GAME as GAME
from rules.board_game.state import Phase, State, all_cards
from rules.cards import parse_card
from rules.game import OptionValue
from rules.moves import cards
from rules.players.board_game import LEVELS
from rules.players.board_game.worlds import Worlds
from rules.players.player import Budget, Level
from rules.turns import HAND_SIZE, Play
from tests.bench.players import Row, play
from tests.rules.board_game.tables import laid
from tests.rules.board_game.test_properties import disguised
from tests.rules.walks import at_random, deal_of, walk

SPARING = Budget(8)
EVERY_LEVEL = pytest.mark.parametrize("level", Level)


def terms() -> Iterator[tuple[dict[str, OptionValue], int]]:
    for seats in GAME.seats:
        yield {"length": "short"}, seats
    yield {"length": "long", "direction": "keltis"}, 2
    yield {"length": "long", "direction": "keltis"}, 4


TERMS = pytest.mark.parametrize(
    ("options", "seats"),
    [pytest.param(*each, id=f"{each[1]}-{'-'.join(map(str, each[0].values()))}") for each in terms()],
)


def decisions(
    options: Mapping[str, OptionValue], seats: int, seed: int, every: int, leaves: float = 0.0
) -> Iterator[State]:
    """Some moments of a match between players who like to play cards."""

    def playing(state: State, actions: Any, random: Random) -> Any:
        plays = [action for action in actions if str(action).startswith("play")]
        return at_random(state, plays if plays and random.random() < 0.7 else actions, random)

    moves = walk(GAME, seed, options, seats, take_backs=0, leaves=leaves, choose=playing)
    yield from (move.before for move in islice(moves, None, None, every))


@EVERY_LEVEL
@TERMS
def test_answers_are_legal_wherever_they_are_asked_for(
    level: Level, options: Mapping[str, OptionValue], seats: int
) -> None:
    phases: set[Phase] = set()
    for at, state in enumerate(decisions(options, seats, seats, every=1, leaves=0.003 if seats > 2 else 0)):
        assert state.turn is not None
        view = GAME.view(state, state.turn)
        if at % 7 and view.phase in phases:
            continue
        advice = LEVELS[level].advise(view, Random(at), SPARING)
        legal = GAME.legal_actions(state, state.turn)
        assert advice.action in legal
        assert {action for action, _ in advice.values} <= set(legal)
        phases.add(view.phase)
    assert phases >= {Phase.PLACE, Phase.FIGURE, Phase.ARROW, Phase.DRAW}


@EVERY_LEVEL
@pytest.mark.parametrize("seats", GAME.seats)
def test_nothing_that_a_seat_cannot_know_changes_its_answer(level: Level, seats: int) -> None:
    for at, state in enumerate(decisions({"length": "short"}, seats, 11, every=13)):
        assert state.turn is not None
        other = disguised(state, state.turn, Random(at))
        answers = (LEVELS[level].advise(GAME.view(each, each.turn), Random(3), SPARING) for each in (state, other))
        assert next(answers) == next(answers)


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_world_agrees_with_everything_seen(seats: int) -> None:
    picked_up = 0
    for state in decisions({"length": "short"}, seats, 2, every=9):
        assert state.turn is not None
        view = GAME.view(state, state.turn)
        worlds = Worlds(view)
        world = worlds.sample(Random(1))
        assert sorted(world.hands[state.turn]) == sorted(worlds.known[state.turn])
        assert len(world.deck) == view.deck_count
        dealt = Counter(cards(world.deck))
        for rival, hand in enumerate(world.hands):
            dealt.update(cards(hand))
            if rival != state.turn:
                known = Counter(cards(worlds.known[rival]))
                picked_up += known.total()
                assert len(hand) == HAND_SIZE
                assert known <= Counter(cards(hand))
                assert known <= Counter(state.hands[rival])
        dealt.update(card for row in view.columns for column in row for card in column)
        dealt.update(card for pile in view.piles for card in pile)
        assert dealt <= Counter(all_cards())
    assert picked_up


def test_out_of_time_gives_the_best_so_far() -> None:
    state = GAME.start({}, 2, deal_of(1)).state
    assert state.turn is not None
    view = GAME.view(state, state.turn)
    left = iter([False] * 5)
    advice = LEVELS[Level.HARD].advise(view, Random(1), Budget(10_000, lambda: next(left, True)))
    assert advice.cut_short
    assert 0 < advice.iterations < 100
    assert advice.action == advice.values[0][0]
    at_once = LEVELS[Level.HARD].advise(view, Random(1), Budget(10_000, lambda: True))
    assert at_once.cut_short
    assert at_once.action in GAME.legal_actions(state, state.turn)


@pytest.mark.parametrize(("chips", "ends"), [((200, 0), True), ((0, 200), False)])
def test_a_rule_of_thumb_ends_the_expedition_when_ahead(chips: tuple[int, int], *, ends: bool) -> None:
    state = laid(
        hands=("G8 Y3 Y4 Y5 W6 W7 B8 B9", "R1 R2 Y1 Y2 B1 B2 W1 W2"),
        figures=("G6 Y1 W2 B3", "R8 Y7 B7 W7"),
        columns=("G7 Y2 W5 B7", "R9 Y9 B9 W9"),
        deck="Y6 Y7 Y8 W8 W9 W10 B10 G10 R3 R4 R5 R6 G9 G9 Y10 Y10",
        chips=chips,
    )
    action = LEVELS[Level.MEDIUM].advise(GAME.view(state, 0), Random(1), SPARING).action
    assert (action == Play(parse_card("G8"))) is ends


@pytest.mark.parametrize(("level", "deals"), [(Level.MEDIUM, 6), (Level.HARD, 2)])
def test_a_beginner_loses_clearly(level: Level, deals: int) -> None:
    row = Row("board_game", level, Level.EASY, deals, options={"length": "short"})
    matches = [match for number in range(deals) for match in play(row, number, iterations=30)]
    assert sum(match.points - match.rival for match in matches) > 100 * deals
