"""What may be done in a turn: the examples L and the traps of the specification (RULES.md 1.3-1.12, 4)."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.card_game import CARD_GAME as GAME
from rules.card_game.engine import next_starter
from rules.card_game.state import Discard, Draw, Play, State, all_cards
from rules.cards import WAGER, Card, Colour
from rules.game import (
    Action,
    Applied,
    GameOver,
    IllegalAction,
    Leave,
    MatchEnded,
    NotYourTurn,
    RoundEnded,
    RoundStarted,
    TakeBack,
    Termination,
)
from tests.rules.card_game.tables import DECK, laid
from tests.rules.layouts import cards
from tests.rules.walks import deal_of, walk

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors.json").read_text())
DECK_DRAW = Draw()


def act(state: State, *texts: str) -> Applied[State]:
    """Apply actions of whoever is to act."""
    applied = Applied(state, ())
    for text in texts:
        assert applied.state.turn is not None
        applied = GAME.apply(applied.state, applied.state.turn, GAME.parse_action(text))
    return applied


def refusal(state: State, action: str | Action) -> str:
    """The code with which the seat to act is refused."""
    assert state.turn is not None
    action = GAME.parse_action(action) if isinstance(action, str) else action
    assert action not in GAME.legal_actions(state, state.turn)
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, state.turn, action)
    return caught.value.code


def allowed(state: State, action: str) -> bool:
    assert state.turn is not None
    act(state, action)
    return GAME.parse_action(action) in GAME.legal_actions(state, state.turn)


@pytest.mark.parametrize("vector", VECTORS["card_play"], ids=lambda vector: vector["id"])
def test_play_on_an_expedition(vector: dict[str, Any]) -> None:
    column = " ".join(f"R{rank}" for rank in vector["column"])
    state = laid(hands=(f"R{vector['card']}", "B7"), columns=(column, ""))
    play = f"play R{vector['card']}"
    if vector["legal"]:
        assert allowed(state, play)
    else:
        wager, equal = vector["card"] == "W", vector["card"] == vector["column"][-1]
        code = "wager_after_number" if wager else "equal_to_top" if equal else "lower_than_top"
        assert refusal(state, play) == code


PLAYED = Play(Card(Colour.RED, 4))
DISCARDED = Discard(Card(Colour.RED, 4))


@pytest.mark.parametrize(
    ("state", "action", "code"),
    [
        pytest.param(laid(), "draw deck", "draw_before_placing", id="L17"),
        pytest.param(laid(hands=("R4", "B7"), placement=DISCARDED), "draw R", "just_discarded", id="L18"),
        pytest.param(laid(hands=("R4", "B7"), piles="B9", placement=DISCARDED), "draw B", None, id="L19"),
        pytest.param(laid(hands=("R4", "B7"), piles="R9", placement=PLAYED), "draw R", None, id="L20"),
        pytest.param(laid(hands=("R4", "B7"), placement=PLAYED), "draw R", "empty_pile", id="L21"),
        pytest.param(
            laid(hands=("RW", "B7"), piles="RW", placement=Discard(Card(Colour.RED, WAGER))),
            "draw R",
            "just_discarded",
            id="L22",
        ),
        pytest.param(
            laid(hands=("B5", "B7"), piles="R4", placement=Discard(Card(Colour.BLUE, 5))), "draw R", None, id="L23"
        ),
        pytest.param(laid(hands=("R4", "B7"), placement=PLAYED), "play R4", "already_placed", id="L25-in-the-turn"),
        pytest.param(laid(), "play R8", "not_in_hand", id="L26-play"),
        pytest.param(laid(), "discard R8", "not_in_hand", id="L26-discard"),
        pytest.param(laid(), "discard R7", None, id="L28"),
        pytest.param(laid(hands=("R4", "B7"), piles="B9", deck="Y2", placement=PLAYED), "draw B", None, id="L29"),
        pytest.param(laid(), "take back", "nothing_to_take_back", id="nothing-to-take-back"),
        pytest.param(laid(hands=("R4", "B7"), placement=PLAYED), "draw P", "no_such_pile", id="five-colours"),
        pytest.param(
            laid(hands=("R4", "B7"), piles="P2", colours=6, placement=PLAYED), "draw P", None, id="six-colours"
        ),
    ],
)
def test_step(state: State, action: str, code: str | None) -> None:
    if code is None:
        assert allowed(state, action)
    else:
        assert refusal(state, action) == code


def test_l23_the_ban_ends_with_the_turn() -> None:
    state = laid(hands=("R4 B5", "G7 G8"))
    state = act(state, "discard R4", "draw deck", "play G7", "draw deck", "discard B5").state
    assert allowed(state, "draw R")


def test_l24_the_rivals_last_discard_may_be_taken() -> None:
    state = act(laid(hands=("R9", "B7")), "discard R9", "draw deck", "play B7").state
    after = act(state, "draw R").state
    assert Card(Colour.RED, 9) in after.hands[1]


def test_l25_no_second_card_after_the_draw() -> None:
    state = act(laid(hands=("R4 R5", "B7")), "play R4", "draw deck").state
    with pytest.raises(NotYourTurn) as caught:
        GAME.apply(state, 0, GAME.parse_action("play R5"))
    assert caught.value.code == "not_your_turn"


def test_l27_a_card_goes_to_the_own_expedition_only() -> None:
    state = laid(hands=("R7", "B7"), columns=("", "R2"))
    after = act(state, "play R7", "draw deck").state
    assert after.columns[0][Colour.RED] == cards("R7")
    assert after.columns[1][Colour.RED] == cards("R2")
    with pytest.raises(NotYourTurn):
        GAME.apply(state, 1, GAME.parse_action("play B7"))


def test_l29_a_pile_keeps_the_round_going() -> None:
    state = act(laid(hands=("R4", "B7"), piles="B9", deck="Y2", placement=PLAYED), "draw B").state
    assert (state.turn, state.outcome, len(state.deck)) == (1, None, 1)


def test_l30_the_last_card_of_the_deck_ends_the_round_at_once() -> None:
    applied = act(laid(hands=("R4", "B7"), deck="Y2", placement=PLAYED), "draw deck")
    assert [type(event) for event in applied.events][1:] == [RoundEnded, MatchEnded]
    assert applied.state.turn is None
    assert applied.state.hands[0] == cards("Y2")


@pytest.mark.parametrize("action", ["play R7", "discard R7", "draw deck", "take back", "resign"])
@pytest.mark.parametrize("seat", [0, 1])
def test_l31_nothing_may_be_done_after_the_end(seat: int, action: str) -> None:
    state = act(laid(hands=("R4 R7", "B7"), deck="Y2", placement=PLAYED), "draw deck").state
    assert GAME.legal_actions(state, seat) == ()
    with pytest.raises(GameOver) as caught:
        GAME.apply(state, seat, GAME.parse_action(action))
    assert caught.value.code == "game_over"


def test_l32_a_wager_comes_too_late() -> None:
    state = laid(hands=("R2 RW", "B7 B8"))
    state = act(state, "play R2", "draw deck", "play B7", "draw deck").state
    assert refusal(state, "play RW") == "wager_after_number"


@pytest.mark.parametrize(("colours", "size"), [(5, 60), (6, 72)])
def test_trap_09_there_are_no_ones(colours: int, size: int) -> None:
    deck = all_cards(colours)
    assert len(deck) == size
    assert {card.rank for card in deck} == {WAGER, *range(2, 11)}


def test_trap_10_the_rival_gets_no_further_turn() -> None:
    state = act(laid(hands=("R4", "B7"), deck="Y2", placement=PLAYED), "draw deck").state
    assert (state.turn, state.hands) == (None, (cards("Y2"), cards("B7")))


def test_trap_11_the_round_goes_on_with_one_card_in_the_deck() -> None:
    state = act(laid(hands=("R4", "B7"), deck="Y2 Y3", placement=PLAYED), "draw deck").state
    assert (state.turn, len(state.deck)) == (1, 1)


def test_trap_12_the_pile_is_closed_whatever_lies_below_for_this_turn_only() -> None:
    state = laid(hands=("R4 B5", "G7 G8"), piles="R9")
    state = act(state, "discard R4").state
    assert refusal(state, "draw R") == "just_discarded"
    state = act(state, "draw deck", "discard G7").state
    assert allowed(state, "draw R")


def test_trap_13_a_play_closes_no_pile() -> None:
    assert allowed(laid(hands=("R4", "B7"), piles="R9", placement=PLAYED), "draw R")


def test_trap_14_a_discard_closes_its_own_pile_only() -> None:
    state = laid(hands=("R4", "B7"), piles="Y9 B9 W9 G9 R9", placement=DISCARDED)
    draws = [str(action) for action in GAME.legal_actions(state, 0) if isinstance(action, Draw)]
    assert draws == ["draw deck", "draw Y", "draw B", "draw W", "draw G"]


def test_trap_15_equal_is_not_higher() -> None:
    assert refusal(laid(hands=("R5", "B7"), columns=("R5", "")), "play R5") == "equal_to_top"


def test_trap_17_no_wager_after_a_number() -> None:
    assert refusal(laid(hands=("RW", "B7"), columns=("RW R3", "")), "play RW") == "wager_after_number"


def test_trap_18_a_playable_card_may_be_discarded() -> None:
    assert allowed(laid(hands=("R10", "B7"), columns=("RW R3", "")), "discard R10")


@pytest.mark.parametrize(
    ("points", "last_starter", "starter"),
    [
        pytest.param((50, 10), 0, 0, id="trap19-leader"),
        pytest.param((55, 30), 1, 0, id="total-not-last-round"),
        pytest.param((-5, 3), 0, 1, id="trap19-second-leads"),
        pytest.param((7, 7), 0, 1, id="tie-alternates"),
        pytest.param((7, 7), 1, 0, id="tie-alternates-back"),
    ],
)
def test_who_starts_the_next_round(points: tuple[int, ...], last_starter: int, starter: int) -> None:
    assert next_starter(points, last_starter) == starter


def test_the_leader_in_total_starts_the_next_round() -> None:
    state = laid(hands=("R4", "B7"), columns=("Y2 Y3 Y4 Y5 Y6 Y7 Y8", "B2"), deck="W2", rounds=3, placement=PLAYED)
    applied = act(state, "draw deck")
    assert applied.events[1:] == (RoundEnded(1, (-1, -18)), RoundStarted(2, 0))
    assert applied.state.turn == applied.state.round_starter == 0


@pytest.mark.parametrize(("colours", "deck"), [(5, 44), (6, 56)])
def test_trap_20_six_colours_change_neither_hand_nor_deal(colours: int, deck: int) -> None:
    state = GAME.start({"colours": colours}, 2, deal_of(1)).state
    assert [len(hand) for hand in state.hands] == [8, 8]
    assert len(state.deck) == deck


@pytest.mark.parametrize(("colours", "turns"), [(5, 44), (6, 56)])
def test_a_round_of_deck_draws_takes_as_many_turns_as_the_deck_has_cards(colours: int, turns: int) -> None:
    state = GAME.start({"colours": colours, "rounds": 1}, 2, deal_of(1)).state
    last = None
    while state.turn is not None:
        last = state.turn
        state = GAME.apply(state, last, Discard(state.hands[last][0])).state
        state = GAME.apply(state, last, DECK_DRAW).state
    assert state.turns == turns
    assert last == 1 - state.starter


NULL_TURN = Discard(Card(Colour.RED, 4))


def test_100_null_turns_close_the_piles() -> None:
    state = laid(hands=("R4 R5 B4", "G7 G8"), piles="Y9", null_run=99)
    state = act(state, "discard R4", "draw Y").state
    state = act(state, "discard G7").state
    assert refusal(state, "draw R") == "stalled"
    assert GAME.legal_actions(state, 1) == (DECK_DRAW, TakeBack())
    assert GAME.view(state, 1).stalled
    state = act(state, "draw deck").state
    assert state.null_run == 0
    assert allowed(act(state, "discard B4").state, "draw R")


def test_99_null_turns_close_nothing() -> None:
    state = laid(hands=("R4", "B7"), piles="Y9", null_run=99, placement=NULL_TURN)
    assert allowed(state, "draw Y")


@pytest.mark.parametrize("turn", [("play R4", "draw Y"), ("play R4", "draw deck"), ("discard R4", "draw deck")])
def test_a_play_or_a_deck_draw_ends_a_run_of_null_turns(turn: tuple[str, str]) -> None:
    assert act(laid(hands=("R4", "B7"), piles="Y9", null_run=57), *turn).state.null_run == 0


def test_the_piles_stay_closed_after_a_play_until_the_deck_is_drawn_from() -> None:
    state = laid(hands=("R4", "B7"), piles="Y9", null_run=100, placement=PLAYED)
    assert refusal(state, "draw Y") == "stalled"


def test_an_endless_round_is_impossible() -> None:
    state = GAME.start({"rounds": 1}, 2, deal_of(2)).state
    forced = 0
    while state.turn is not None:
        seat = state.turn
        # always discard and take from a pile if one is open
        placed = GAME.apply(state, seat, Discard(state.hands[seat][0])).state
        draws = [action for action in GAME.legal_actions(placed, seat) if isinstance(action, Draw)]
        forced += len(draws) == 1
        state = GAME.apply(placed, seat, draws[-1]).state
    assert forced >= 44
    assert state.turns <= 44 * 101


def test_a_card_that_no_deck_has_is_not_in_the_hand() -> None:
    assert refusal(laid(), Play(Card(Colour.RED, 0))) == "not_in_hand"
    assert refusal(laid(), Discard(Card(Colour.PURPLE, 2))) == "not_in_hand"


@pytest.mark.parametrize("reason", [Termination.RESIGNATION, Termination.TIME_OUT])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("placement", [None, Play(Card(Colour.RED, 7))])
def test_leaving_ends_the_match_for_the_other(seat: int, reason: Termination, placement: Play | None) -> None:
    state = GAME.apply(laid(placement=placement), seat, Leave(reason)).state
    assert state.outcome is not None
    assert state.outcome.termination is reason
    assert state.outcome.winners == (1 - seat,)
    assert (state.turn, state.placement) == (None, None)


def test_a_stranger_cannot_leave() -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(laid(), 2, Leave(Termination.RESIGNATION))
    assert caught.value.code == "no_such_seat"


def test_equal_totals_share_the_win() -> None:
    state = act(laid(hands=("R4", "B7"), columns=("", "B4"), deck="Y2", placement=PLAYED), "draw deck").state
    assert state.outcome is not None
    assert (state.outcome.places, state.outcome.winners) == ((1, 1), (0, 1))


def test_totals_add_up_over_the_rounds() -> None:
    *_, last = walk(GAME, 5, {"rounds": 3})
    state = last.applied.state
    assert [result.number for result in state.results] == [1, 2, 3]
    assert state.outcome.points == tuple(sum(result.points[seat] for result in state.results) for seat in range(2))
    for before, after in zip(state.results, state.results[1:], strict=False):
        so_far = tuple(sum(result.points[seat] for result in state.results[: before.number]) for seat in range(2))
        assert after.starter == next_starter(so_far, before.starter)


def test_the_deck_is_drawn_from_its_end() -> None:
    state = act(laid(hands=("R4", "B7"), placement=PLAYED), "draw deck").state
    assert state.hands[0] == cards(DECK.split()[-1])
