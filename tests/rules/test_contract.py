"""What every game in the registry must keep, whatever its rules."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from rules import record
from rules.cards import Colour
from rules.game import (
    SHARED_ACTIONS,
    AnyGame,
    BadNotation,
    GameOver,
    IllegalAction,
    Leave,
    MatchEnded,
    NotYourTurn,
    OptionValue,
    RoundEnded,
    RoundStarted,
    Seat,
    TakeBack,
    Termination,
)
from rules.registry import GAMES
from tests.rules.walks import deal_of, walk

SEEDS = range(3)


def terms() -> Iterator[Any]:
    """Every game with every number of seats, and with every value of every option once."""
    for key, game in GAMES.items():
        for seats in game.seats:
            yield pytest.param(game, {}, seats, id=f"{key}-{seats}")
        for option in game.options:
            for value in option.values:
                yield pytest.param(game, {option.name: value}, min(game.seats), id=f"{key}-{option.name}-{value}")


EVERY_GAME = pytest.mark.parametrize("game", tuple(GAMES.values()), ids=tuple(GAMES))
EVERY_TERMS = pytest.mark.parametrize(("game", "options", "seats"), tuple(terms()))


@EVERY_GAME
def test_a_game_declares_itself(game: AnyGame) -> None:
    assert GAMES[game.key] is game
    assert game.key.isidentifier()
    assert game.version >= 1
    assert 2 <= min(game.seats) <= max(game.seats) <= 9
    assert len({option.name for option in game.options}) == len(game.options)
    for option in game.options:
        assert option.default in option.values
        assert len(set(map(str, option.values))) == len(option.values)


@EVERY_TERMS
def test_a_match_runs_to_its_end(game: AnyGame, options: dict[str, OptionValue], seats: int) -> None:
    start = game.start(options, seats, deal_of(1))
    state = start.state
    assert start.events == (RoundStarted(1, state.starter),)
    assert (state.round, state.turns, state.outcome) == (1, 0, None)
    for move in walk(game, 1, options, seats):
        before, state = move.before, move.applied.state
        assert move.applied.events
        assert 0 <= state.turns - before.turns <= 1
        assert 0 <= state.round - before.round <= 1
        assert state.starter == before.starter
        assert (state.turn is None) == (state.outcome is not None)
        marks = [event for event in move.applied.events if isinstance(event, RoundStarted | RoundEnded | MatchEnded)]
        if state.round > before.round:
            assert [type(mark) for mark in marks] == [RoundEnded, RoundStarted]
        elif state.outcome is not None:
            assert [type(mark) for mark in marks] == [RoundEnded, MatchEnded]
            assert marks[-1] == MatchEnded(state.outcome)
        else:
            assert not marks
    outcome = state.outcome
    assert outcome is not None
    assert_expeditions_begun(game, state, seats)
    assert outcome.termination is Termination.COMPLETED
    assert len(outcome.places) == len(outcome.points) == seats
    assert outcome.winners


def assert_expeditions_begun(game: AnyGame, state: Any, seats: int) -> None:
    """Every expedition is told once, of rounds that were played to their end."""
    begun = game.expeditions(state)
    assert begun
    assert len({(each.round, each.seat, each.colour) for each in begun}) == len(begun)
    for each in begun:
        assert 1 <= each.round <= state.round
        assert 0 <= each.seat < seats
        assert each.colour in set(Colour)


@EVERY_GAME
def test_the_expeditions_of_a_round_that_still_runs_are_not_told(game: AnyGame) -> None:
    for move in islice(walk(game, 3), 30):
        assert game.expeditions(move.applied.state) == ()


@EVERY_TERMS
def test_actions(game: AnyGame, options: dict[str, OptionValue], seats: int) -> None:
    for move in islice(walk(game, 2, options, seats), 0, None, 13):
        assert move.before.turn == move.seat
        for seat in range(seats):
            actions = game.legal_actions(move.before, seat)
            assert bool(actions) == (seat == move.seat)
            assert len(set(actions)) == len(actions)
            for action in actions:
                game.apply(move.before, seat, action)
                assert game.parse_action(str(action)) == action
                assert ", " not in str(action)
                assert str(action).isprintable()
                if seats > 1:
                    with pytest.raises(NotYourTurn):
                        game.apply(move.before, (seat + 1) % seats, action)
        assert game.apply(move.before, move.seat, move.action) == move.applied
        hash(move.before)


@EVERY_GAME
@pytest.mark.parametrize("seed", SEEDS)
def test_take_back_undoes_the_last_action_of_a_turn(game: AnyGame, seed: int) -> None:
    for move in walk(game, seed):
        state = move.applied.state
        if TakeBack() in game.legal_actions(state, move.seat) and not isinstance(move.action, TakeBack):
            assert game.apply(state, move.seat, TakeBack()).state == move.before


@EVERY_GAME
@pytest.mark.parametrize("seed", SEEDS)
def test_others_see_nothing_of_a_turn_before_it_is_complete(game: AnyGame, seed: int) -> None:
    for seats in game.seats:
        for move in walk(game, seed, seats=seats):
            state = move.applied.state
            if state.turn == move.seat and state.turns == move.before.turns:
                for seat in {None, *range(seats)} - {move.seat}:
                    assert game.view(state, seat) == game.view(move.before, seat)
                    assert all(event.seen_by(seat) is None for event in move.applied.events)


@EVERY_GAME
def test_every_shared_action_has_its_text(game: AnyGame) -> None:
    for text, action in SHARED_ACTIONS.items():
        assert str(action) == text
        assert game.parse_action(text) == action


@EVERY_GAME
@pytest.mark.parametrize(
    "text", ["", " ", "pass", "play", "play ", "play R", "play R77", "draw X", "discard r7", "take  back", "9" * 9999]
)
def test_what_is_no_action_is_refused(game: AnyGame, text: str) -> None:
    with pytest.raises(BadNotation) as caught:
        game.parse_action(text)
    assert all(len(str(value)) <= 40 for value in caught.value.params.values())


@EVERY_GAME
@pytest.mark.parametrize(
    ("options", "seats", "code"),
    [
        ({"nonsense": 1}, None, "unknown_option"),
        ({}, 0, "bad_seats"),
        ({}, 10, "bad_seats"),
    ],
)
def test_what_cannot_be_agreed_is_refused(
    game: AnyGame, options: dict[str, OptionValue], seats: int | None, code: str
) -> None:
    with pytest.raises(BadNotation) as caught:
        game.start(options, min(game.seats) if seats is None else seats, deal_of(1))
    assert caught.value.code == code


@EVERY_GAME
@pytest.mark.parametrize("value", [True, -1, 10**9, "", "nonsense"])
def test_an_option_takes_its_values_only(game: AnyGame, value: OptionValue) -> None:
    for option in game.options:
        with pytest.raises(BadNotation) as caught:
            game.start({option.name: value}, min(game.seats), deal_of(1))
        assert caught.value.code == "bad_option"


@EVERY_GAME
def test_the_starter_may_be_agreed(game: AnyGame) -> None:
    for seats in game.seats:
        for starter in range(seats):
            state = game.start({}, seats, deal_of(1), starter).state
            assert state.starter == state.turn == starter


@EVERY_GAME
def test_chance_gives_every_seat_the_start(game: AnyGame) -> None:
    for seats in game.seats:
        assert {game.start({}, seats, deal_of(seed)).state.starter for seed in range(50)} == set(range(seats))


@EVERY_GAME
@pytest.mark.parametrize("reason", [Termination.RESIGNATION, Termination.TIME_OUT])
def test_any_seat_may_leave_at_any_moment(game: AnyGame, reason: Termination) -> None:
    for move in islice(walk(game, 4), 0, None, 9):
        for seat in range(min(game.seats)):
            state = game.apply(move.before, seat, Leave(reason)).state
            assert state.outcome.termination is reason
            assert seat not in state.outcome.winners
            assert state.turn is None
            with pytest.raises(GameOver):
                game.apply(state, seat, Leave(reason))
        with pytest.raises(IllegalAction):
            game.apply(move.before, max(game.seats), Leave(reason))


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        pytest.param(game, seats, id=f"{key}-{seats}")
        for key, game in GAMES.items()
        for seats in game.seats
        if seats > min(game.seats)
    ],
)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_others_play_on_when_a_seat_leaves(game: AnyGame, seats: int, seed: int) -> None:
    left: list[Seat] = []
    empty: list[Seat] = []
    state = None
    for move in walk(game, seed, seats=seats, leaves=0.004):
        state = move.applied.state
        if isinstance(move.action, Leave):
            left.append(move.seat)
            if not move.action.stand_in:
                empty.append(move.seat)
            assert (state.outcome is not None) == (len(left) == seats - 1)
        assert state.turn not in empty
        assert all(game.legal_actions(state, seat) == () for seat in empty)
        if state.outcome is not None:
            staying = set(range(seats)) - set(left)
            assert {state.outcome.places[seat] for seat in left} <= {len(staying) + 1}
            assert all(state.outcome.places[seat] <= len(staying) for seat in staying)
            assert len(state.outcome.points) == seats
    assert state is not None
    assert state.outcome is not None


@EVERY_GAME
def test_a_position_plays_a_whole_round(game: AnyGame) -> None:
    for seats in game.seats:
        random = Random(seats)
        position = game.position(game.start({}, seats, deal_of(seats)).state)
        offered: list[list[int]] = []
        while moves := position.moves():
            offered.append(list(moves))
            position.push(random.choice(moves))
        while offered:
            position.pop()
            assert list(position.moves()) == offered.pop()


@EVERY_GAME
def test_a_table_can_be_printed(game: AnyGame) -> None:
    for move in islice(walk(game, 4), 0, None, 9):
        assert len(game.table(move.applied.state).splitlines()) > 1


@EVERY_TERMS
def test_a_record_comes_back_as_it_was(game: AnyGame, options: dict[str, OptionValue], seats: int) -> None:
    check_record(game, options, seats, leaves=0.0)
    check_record(game, options, seats, leaves=0.004)


def check_record(game: AnyGame, options: dict[str, OptionValue], seats: int, leaves: float) -> None:
    deal = deal_of(3)
    moves = list(walk(game, 3, options, seats, leaves=leaves))
    state = moves[-1].applied.state
    made = record.Record(
        game=game,
        options=options,
        names=tuple(f"player {seat}" for seat in range(seats)),
        joined=record.seat_order(game, seats, deal),
        seats_drawn=True,
        starter=state.starter,
        starter_drawn=True,
        deal=deal,
        actions=tuple((move.seat, move.action) for move in moves),
    )
    text = record.dump(made)
    read = record.verify(text)
    assert record.dump(read) == text
    assert not any(isinstance(action, TakeBack) for _, action in read.actions)
    *_, last = record.replay(read)
    assert last.state == state
