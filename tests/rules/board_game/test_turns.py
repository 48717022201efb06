"""What may be done in a turn and what it leads to: the examples K and F and the traps (RULES.md 2.5-2.14, 4)."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.board_game import BOARD_GAME as GAME
from rules.board_game.scoring import Figure
from rules.board_game.state import COLOURS, TILE_STEPS, TILES, Arrival, Phase, State, Tile, Turn, all_cards
from rules.cards import COLOUR_OF_LETTER, Card, Colour
from rules.game import (
    GameOver,
    IllegalAction,
    Leave,
    Left,
    MatchEnded,
    NotYourTurn,
    RoundEnded,
    RoundStarted,
    TakeBack,
    Termination,
)
from rules.turns import Acted, Discard, Draw, Play, TakenBack
from tests.rules.board_game.tables import act, choices, laid, legal, refusal, step, turn_of
from tests.rules.layouts import cards
from tests.rules.walks import deal_of, walk

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors.json").read_text())
FOUR_OVER = "Y7 B8 W9 G7"
"""Four figures behind the bridges."""


def may_follow(played: list[int], card: int, direction: str) -> bool:
    state = laid(
        hands=(f"R{card}", "B7"),
        columns=(" ".join(f"R{rank}" for rank in played), ""),
        figures=(f"R{len(played)}" if played else "", ""),
        direction=direction,
    )
    if f"play R{card}" in legal(state):
        return True
    assert refusal(state, f"play R{card}") == ("lower_than_top" if card < played[-1] else "higher_than_top")
    return False


@pytest.mark.parametrize("vector", VECTORS["board_play"], ids=lambda vector: vector["id"])
def test_order(vector: dict[str, Any]) -> None:
    assert may_follow(vector["played"], vector["card"], "keltis" if vector["keltis"] else "up") == vector["legal"]


@pytest.mark.parametrize(
    ("played", "card", "up", "keltis"),
    [
        pytest.param([], 0, True, True, id="K01"),
        pytest.param([4], 4, True, True, id="K02"),
        pytest.param([4], 3, False, True, id="K03-K08"),
        pytest.param([4, 4], 7, True, True, id="K04"),
        pytest.param([4, 4], 3, False, True, id="K09"),
        pytest.param([4, 7], 7, True, True, id="K05"),
        pytest.param([4, 7], 6, False, False, id="K06"),
        pytest.param([10], 10, True, True, id="K07"),
        pytest.param([4, 6], 6, True, True, id="K11"),
        pytest.param([4, 6], 5, False, False, id="K12"),
        pytest.param([4, 6], 4, False, False, id="K13"),
        pytest.param([6, 4], 4, None, True, id="K14"),
        pytest.param([6, 4], 5, None, False, id="K15"),
        pytest.param([6, 6, 4], 6, None, False, id="K16"),
        pytest.param([6, 6, 4, 4], 0, None, True, id="K17"),
        pytest.param([0, 0], 10, True, True, id="K18"),
        pytest.param([7, 7], 7, True, True, id="K19-two-sevens"),
        pytest.param([7, 7, 7], 7, True, True, id="K19"),
        pytest.param([5], 5, True, True, id="trap16"),
        pytest.param([4, 4], 2, False, True, id="trap44"),
        pytest.param([4, 6], 6, True, True, id="trap46-up"),
        pytest.param([6, 4], 4, None, True, id="trap46-down"),
    ],
)
def test_order_in_both_directions(played: list[int], card: int, up: bool | None, keltis: bool) -> None:
    if up is not None:
        assert may_follow(played, card, "up") == up
    assert may_follow(played, card, "keltis") == keltis


def test_trap_45_every_colour_has_its_own_direction() -> None:
    state = laid(
        hands=("R7 R3 B7 B3", "Y0"), columns=("R4 R5 B6 B5", "R9 R8"), figures=("R2 B2", "R2"), direction="keltis"
    )
    plays = [text for text in legal(state) if text.startswith("play")]
    assert plays == ["play B3", "play R7"]


@pytest.mark.parametrize(
    ("played", "direction"), [("", 0), ("R4", 0), ("R4 R4", 0), ("R4 R4 R7", 1), ("R6 R4", -1), ("R6 R4 R4", -1)]
)
def test_a_view_tells_the_direction(played: str, direction: int) -> None:
    state = laid(columns=(played, ""), direction="keltis")
    assert GAME.view(state, 1).direction(0, Colour.RED) == direction
    assert GAME.view(laid(columns=(played, "")), 1).direction(0, Colour.RED) == 1


def test_f01_the_fifth_crossing_by_a_card_ends_the_expedition() -> None:
    state = laid(hands=("R7", "B7"), figures=("R6", FOUR_OVER), tiles="R7:15")
    applied = act(state, "play R7")
    turn = turn_of(applied)
    assert (turn.draw, turn.drawn) == (None, None)
    assert turn.arrivals == (Arrival(Colour.RED, Figure(researcher=False, step=7), None),)
    assert [type(event) for event in applied.events] == [Turn, RoundEnded, MatchEnded]
    assert applied.state.chips[0] == 0
    assert applied.state.results[0].settlements[0].after == 30
    assert len(applied.state.deck) == 4


def test_f02_the_fifth_crossing_by_an_arrow_ends_the_expedition() -> None:
    state = act(laid(figures=("R4 B6", "Y7 W7 G7 R7"), tiles="R5:arrow B7:10"), "play R7").state
    assert choices(state) == ["stay", "move B", "move R"]
    after = act(state, "move B").state
    assert after.turn is None
    assert (after.chips[0], step(after, 0, "B"), len(after.deck)) == (0, 7, 4)


def test_f03_an_arrow_may_be_declined() -> None:
    state = act(laid(figures=("R4 B6", "Y7 W7 G7 R7"), tiles="R5:arrow"), "play R7", "stay").state
    assert choices(state) == ["draw deck"]
    after = act(state, "draw deck").state
    assert (after.turn, after.outcome) == (1, None)
    assert [str(choice) for choice in after.history[0].choices] == ["stay"]


@pytest.mark.parametrize("behind", [7, 8])
def test_f04_a_figure_behind_the_bridge_is_counted_already(behind: int) -> None:
    state = laid(figures=(f"R{behind}", "Y7 B7 W7"))
    assert act(state, "play R7", "draw deck").state.turn == 1


def test_f05_a_chain_ends_the_expedition_at_the_second_crossing() -> None:
    state = laid(figures=("R6 B6", "Y7 W7 G7"), tiles="R7:arrow B7:15")
    after = act(state, "play R7", "move B")
    assert after.state.turn is None
    assert [arrival.tile for arrival in turn_of(after).arrivals] == [Tile.ARROW, None]


def test_f06_a_last_step_bonus_can_end_the_expedition() -> None:
    state = act(laid(figures=("R9 B6", "Y7 W7 G7")), "play R7").state
    assert GAME.view(state, 0).phase is Phase.LAST_STEP
    assert choices(state) == ["stay", "move B"]
    assert act(state, "move B").state.turn is None


def test_f07_a_card_for_the_only_figure_at_its_end_moves_nothing() -> None:
    state = act(laid(figures=("R9", "")), "play R7").state
    assert choices(state) == ["draw deck"]
    after = act(state, "draw deck").state
    assert after.columns[0][Colour.RED] == cards("R0 R7")
    assert step(after, 0, "R") == 9
    assert after.history[0].arrivals == ()


def test_f08_an_arrow_at_the_end_moves_another_figure() -> None:
    state = act(laid(figures=("R8 B3", ""), tiles="R9:arrow"), "play R7").state
    assert GAME.view(state, 0).phase is Phase.ARROW
    assert choices(state) == ["stay", "move B"]
    assert refusal(state, "move R") == "figure_at_the_end"


def test_f09_an_artifact_is_for_the_first() -> None:
    state = laid(hands=("R7", "R8"), figures=("R4", "R4"), tiles="R5:artifact")
    state = act(state, "play R7", "draw deck").state
    assert state.artifacts == (1, 0)
    state = act(state, "play R8", "draw deck").state
    assert state.artifacts == (1, 0)
    assert state.history[1].arrivals[0].tile is None


def test_f10_points_are_for_everybody() -> None:
    state = laid(hands=("R7", "R8"), figures=("R4", "R4"), tiles="R5:15")
    state = act(state, "play R7", "draw deck", "play R8", "draw deck").state
    assert state.chips == (15, 15)
    assert state.tiles[Colour.RED][4] is Tile.POINTS_15


def test_f11_trap_28_the_researcher_gets_the_points_of_a_tile_once() -> None:
    state = act(laid(figures=("R4*", ""), tiles="R5:15"), "play R7", "draw deck").state
    assert state.chips == (15, 0)


def test_f12_the_last_figure_is_the_researcher() -> None:
    state = act(laid(figures=("Y1 B1 W1 G1", "")), "play R7").state
    assert choices(state) == ["draw deck"]
    assert GAME.view(state, 0).figures[0][Colour.RED] == Figure(researcher=True, step=1)


def test_an_adventurer_goes_once_the_researcher_is_out() -> None:
    state = act(laid(figures=("Y1*", "")), "play R7").state
    assert GAME.view(state, 0).figures[0][Colour.RED] == Figure(researcher=False, step=1)


@pytest.mark.parametrize(("choice", "researcher"), [("figure researcher", True), ("figure adventurer", False)])
def test_the_figure_that_starts_a_path_is_chosen(choice: str, researcher: bool) -> None:
    state = act(laid(figures=("Y1 B1 W1", "R1*")), "play R7").state
    assert GAME.view(state, 0).phase is Phase.FIGURE
    assert step(state, 0, "R") == 0
    assert choices(state) == ["figure adventurer", "figure researcher"]
    after = act(state, choice, "draw deck").state
    assert after.figures[0][Colour.RED] == Figure(researcher, 1)
    assert after.history[0].arrivals == (Arrival(Colour.RED, Figure(researcher, 1), None),)


def test_f13_a_lower_card_is_refused_on_a_path() -> None:
    state = laid(hands=("R3", "B7"), columns=("R5", ""), figures=("R1", ""))
    assert refusal(state, "play R3") == "lower_than_top"


def three(**given: Any) -> State:
    return laid(hands=("R7", "B7", "W7"), **given)


def test_f14_the_last_card_of_the_deck_ends_the_expedition() -> None:
    applied = act(three(turn=1, deck="Y2", length="long"), "discard B7", "draw deck")
    assert [type(event) for event in applied.events] == [Turn, RoundEnded, RoundStarted]
    assert applied.events[-1] == RoundStarted(2, 2)
    assert turn_of(applied).drawn == Card(Colour.YELLOW, 2)


def test_f15_trap_42_the_left_of_the_last_to_play_starts_next() -> None:
    applied = act(three(turn=2, figures=("Y9 B9", "Y9 B9", "W6"), length="long"), "play W7")
    assert applied.events[-1] == RoundStarted(2, 0)
    applied = act(three(turn=0, figures=("Y9 B9 R6", "Y9 B9", "W6"), length="long"), "play R7")
    assert applied.events[-1] == RoundStarted(2, 1)


def test_f16_trap_23_one_seat_may_cross_with_all_its_figures() -> None:
    assert act(laid(figures=("Y7 B8 W9 G7* R6", "R1")), "play R7").state.turn is None


def test_f17_arrows_may_bring_a_figure_far() -> None:
    state = laid(figures=("R2", ""), tiles="R3:arrow R4:arrow R5:arrow")
    after = act(state, "play R7", "move R", "move R", "move R", "draw deck").state
    assert step(after, 0, "R") == 6
    assert after.columns[0][Colour.RED] == cards("R0 R7")
    assert [arrival.figure.step for arrival in after.history[0].arrivals] == [3, 4, 5, 6]


def test_trap_21_the_deck() -> None:
    assert len(all_cards()) == 110
    assert Counter(Counter(all_cards()).values()) == {2: 55}
    assert {card.rank for card in all_cards()} == set(range(11))


@pytest.mark.parametrize(("seats", "deck", "removed"), [(2, 64, 30), (3, 86, 0), (4, 78, 0)])
def test_trap_22_cards_stay_out_with_two_only(seats: int, deck: int, removed: int) -> None:
    state = GAME.start({}, seats, deal_of(1)).state
    assert (len(state.deck), len(state.removed)) == (deck, removed)
    assert [len(hand) for hand in state.hands] == [8] * seats


def test_trap_24_step_6_is_before_the_bridge() -> None:
    state = laid(figures=("R5", FOUR_OVER))
    assert act(state, "play R7", "draw deck").state.turn == 1


@pytest.mark.parametrize("tile", ["artifact", "arrow", "15"])
def test_trap_25_the_tile_of_the_ending_step_does_nothing(tile: str) -> None:
    after = act(laid(figures=("R6", FOUR_OVER), tiles=f"R7:{tile}"), "play R7").state
    assert after.outcome is not None
    assert (after.chips, after.artifacts) == ((0, 0), (0, 0))


def test_trap_26_nothing_is_done_after_the_end() -> None:
    after = act(laid(figures=("R6", FOUR_OVER)), "play R7").state
    assert after.hands == ((), cards("B7"))
    for text in ("draw deck", "take back", "resign", "play R7"):
        with pytest.raises(GameOver):
            GAME.apply(after, 0, GAME.parse_action(text))


def test_trap_27_a_figure_is_counted_once() -> None:
    state = laid(hands=("R7 R8", "B7"), figures=("R6", "Y7 B7 W7"), deck="Y2 Y3 Y4 Y5 Y6")
    state = act(state, "play R7", "draw deck", "discard B7", "draw deck", "play R8", "draw deck").state
    assert (state.turn, GAME.view(state, None).crossed) == (1, 4)


def test_trap_30_only_artifacts_are_used_up() -> None:
    state = laid(figures=("R2", ""), tiles="R3:arrow R4:15 R5:artifact")
    state = act(state, "play R7", "move R", "draw deck").state
    assert state.tiles[Colour.RED][2:5] == (Tile.ARROW, Tile.POINTS_15, Tile.ARTIFACT)
    state = act(laid(figures=("R4", ""), tiles="R5:artifact"), "play R7", "draw deck").state
    assert state.tiles[Colour.RED] == (None,) * 9


def test_trap_31_32_an_arrow_moves_any_figure_that_is_on_a_path() -> None:
    state = act(laid(figures=("R2 B3 Y9", ""), tiles="R3:arrow"), "play R7").state
    assert choices(state) == ["stay", "move B", "move R"]
    assert refusal(state, "move G") == "no_figure_there"
    assert refusal(state, "move Y") == "figure_at_the_end"


def test_trap_33_moves_by_arrow_meet_tiles() -> None:
    state = act(laid(figures=("R2 B3", ""), tiles="R3:arrow B4:artifact"), "play R7", "move B", "draw deck").state
    assert state.artifacts == (1, 0)


def test_trap_34_an_arrow_that_can_move_nothing_has_no_effect() -> None:
    state = act(laid(figures=("R8", ""), tiles="R9:arrow"), "play R7").state
    assert choices(state) == ["draw deck"]


def test_trap_35_a_figure_stays_at_the_end() -> None:
    state = act(laid(figures=("R9 B3", "")), "play R7", "move B", "draw deck").state
    assert (step(state, 0, "R"), step(state, 0, "B")) == (9, 4)


def test_trap_36_the_last_step_bonus_is_for_another_figure_on_its_way() -> None:
    state = act(laid(figures=("R9 B3 Y9", "G4")), "play R7").state
    assert choices(state) == ["stay", "move B"]
    assert refusal(state, "move R") == "figure_at_the_end"
    assert refusal(state, "move G") == "no_figure_there"


def test_the_last_step_bonus_meets_tiles_and_chains() -> None:
    state = laid(figures=("R9 B3", ""), tiles="B4:arrow B5:15")
    state = act(state, "play R7", "move B", "move B", "draw deck").state
    assert state.chips == (15, 0)


def test_the_card_that_reaches_the_end_gives_no_move() -> None:
    assert choices(act(laid(figures=("R8 B3", "")), "play R7").state) == ["draw deck"]


def test_trap_37_47_chips_and_artifacts_stay_and_all_else_is_laid_anew() -> None:
    state = laid(figures=("R6 B1", FOUR_OVER), tiles="Y2:artifact", chips=(40, 0), artifacts=(3, 1), length="long")
    after = act(state, "play R7").state
    assert (after.round, after.chips[0], after.artifacts) == (2, 50, (3, 1))
    assert Counter(tile for path in after.tiles for tile in path if tile) == Counter(TILES)
    assert after.figures == ((None,) * 5,) * 2
    assert after.columns == (((),) * 5,) * 2
    assert len(after.deck) == 64


def test_trap_43_more_artifacts_break_a_tie() -> None:
    # 9 and 6 artifacts are worth the same in the short game
    state = laid(figures=("R6", FOUR_OVER), chips=(105, 0), artifacts=(6, 9))
    outcome = act(state, "play R7").state.outcome
    assert outcome is not None
    assert (outcome.points, outcome.places) == ((185, 195), (2, 1))
    outcome = act(replace(state, chips=(115, 0)), "play R7").state.outcome
    assert outcome is not None
    assert (outcome.points, outcome.places) == ((195, 195), (2, 1))
    outcome = act(replace(state, chips=(115, 0), artifacts=(8, 8)), "play R7").state.outcome
    assert outcome is not None
    assert (outcome.places, outcome.winners) == ((1, 1), (0, 1))


def test_trap_48_a_second_card_moves_the_figure_that_is_there() -> None:
    state = act(laid(figures=("R3*", "")), "play R7").state
    assert GAME.view(state, 0).figures[0][Colour.RED] == Figure(researcher=True, step=4)


def test_the_tiles_lie_on_their_steps() -> None:
    state = GAME.start({}, 2, deal_of(5)).state
    for colour in COLOURS:
        lying = tuple(at for at, tile in enumerate(state.tiles[colour], 1) if tile)
        assert lying == TILE_STEPS[colour]
    assert Counter(tile for path in state.tiles for tile in path if tile) == Counter(TILES)
    assert len(TILES) == 25
    assert sum(tile.points for tile in TILES) == 70


def test_the_researcher_wins_double_at_the_end() -> None:
    result = act(laid(figures=("R6*", FOUR_OVER)), "play R7").state.results[0]
    assert result.points == (60, 145)
    assert result.starter == 0


def test_a_bad_expedition_eats_the_chips_of_its_tiles() -> None:
    state = laid(figures=("R2 B1 Y1", ""), tiles="R3:15", chips=(10, 0), deck="Y2")
    applied = act(state, "play R7", "draw deck")
    settled = applied.state.results[0].settlements[0]
    assert (settled.chips, settled.net, settled.after) == (25, -50, 0)


@pytest.mark.parametrize(
    ("before", "text", "code"),
    [
        pytest.param((), "draw deck", "draw_before_placing", id="draw-first"),
        pytest.param((), "move R", "no_move_to_make", id="move-first"),
        pytest.param((), "stay", "no_move_to_make", id="stay-first"),
        pytest.param((), "figure researcher", "no_figure_to_choose", id="figure-first"),
        pytest.param((), "play R8", "not_in_hand", id="not-in-hand"),
        pytest.param((), "take back", "nothing_to_take_back", id="nothing-done"),
        pytest.param(("play R7",), "draw deck", "figure_to_choose", id="draw-before-figure"),
        pytest.param(("play R7",), "stay", "no_move_to_make", id="stay-before-figure"),
        pytest.param(("play R7",), "play G4", "already_placed", id="second-card"),
        pytest.param(("play R7", "figure adventurer"), "figure researcher", "no_figure_to_choose", id="two-figures"),
        pytest.param(("play B4",), "draw deck", "move_to_make", id="draw-before-move"),
        pytest.param(("play B4",), "figure researcher", "no_figure_to_choose", id="figure-for-arrow"),
        pytest.param(("play B4",), "discard G4", "already_placed", id="discard-for-arrow"),
        pytest.param(("play B4", "stay"), "move B", "no_move_to_make", id="move-after-stay"),
        pytest.param(("discard G4",), "draw G", "just_discarded", id="own-discard"),
        pytest.param(("discard G4",), "draw R", "empty_pile", id="empty-pile"),
        pytest.param(("discard G4",), "draw P", "no_such_pile", id="no-purple"),
        pytest.param(("discard G4",), "stay", "no_move_to_make", id="stay-after-discard"),
    ],
)
def test_what_is_refused(before: tuple[str, ...], text: str, code: str) -> None:
    state = laid(hands=("R7 B4 G4", "B7"), figures=("B3", ""), tiles="B4:arrow", piles="G9 Y9")
    assert refusal(act(state, *before).state, text) == code


@pytest.mark.parametrize(
    "text", ["play RW", "play P4", "discard R11", "move P", "move", "figure", "figure R", "stay R", "Stay", "decline"]
)
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(ValueError, match=r"bad_(action|card)"):
        GAME.parse_action(text)


def test_draws_from_piles() -> None:
    state = laid(hands=("R7 G4", "B7"), figures=("R3", ""), piles="R2 G9 Y9")
    assert choices(act(state, "play R7").state) == ["draw deck", "draw Y", "draw G", "draw R"]
    assert choices(act(state, "discard G4").state) == ["draw deck", "draw Y", "draw R"]
    after = act(state, "play R7", "draw R")
    assert turn_of(after).seen_by(None).drawn == Card(Colour.RED, 2)
    assert turn_of(act(state, "play R7", "draw deck")).seen_by(None).drawn is None


def test_a_turn_is_taken_back_step_by_step() -> None:
    states = [laid(hands=("R7", "B7"), figures=("B3 R2", ""), tiles="R3:arrow B4:arrow B5:artifact")]
    for text in ("play R7", "move B", "move B"):
        states.append(act(states[-1], text).state)
    assert GAME.view(states[-1], 0).artifacts == (1, 0)
    while len(states) > 1:
        state = states.pop()
        back = act(state, "take back")
        assert back.state == states[-1]
        assert back.events == (TakenBack(0, state.unfinished[-1]),)


def test_a_turn_that_ended_the_expedition_is_not_taken_back() -> None:
    state = laid(figures=("R6", FOUR_OVER), length="long")
    after = act(state, "play R7").state
    for seat in range(2):
        with pytest.raises(IllegalAction):
            GAME.apply(after, seat, TakeBack())


def test_the_table_of_an_unfinished_turn_is_for_its_own_seat() -> None:
    before = laid(hands=("R7 G4", "B7"), figures=("R4 B6", ""), tiles="R5:artifact", chips=(5, 5))
    applied = act(before, "play R7")
    state = applied.state
    assert applied.events == (Acted(0, Play(Card(Colour.RED, 7))),)
    own = GAME.view(state, 0)
    assert (own.hand, own.placement) == (cards("G4"), Play(Card(Colour.RED, 7)))
    assert (own.artifacts, own.tiles[Colour.RED][4], own.phase) == ((1, 0), None, Phase.DRAW)
    assert own.arrivals == (Arrival(Colour.RED, Figure(researcher=False, step=5), Tile.ARTIFACT),)
    for seat in (None, 1):
        assert GAME.view(state, seat) == GAME.view(before, seat)


NULL_TURN = ("discard R4", "draw Y")


def test_100_null_turns_close_the_piles() -> None:
    state = laid(hands=("R4 R5 B4", "G7 G8"), piles="Y9", null_run=99)
    state = act(state, *NULL_TURN, "discard G7").state
    assert refusal(state, "draw R") == "stalled"
    assert choices(state) == ["draw deck"]
    assert GAME.view(state, 1).stalled
    state = act(state, "draw deck").state
    assert state.null_run == 0
    assert "draw R" in legal(act(state, "discard B4").state)


def test_a_play_ends_a_run_of_null_turns() -> None:
    state = laid(hands=("R4", "B7"), figures=("R2", ""), piles="Y9", null_run=57)
    assert act(state, "play R4", "draw Y").state.null_run == 0
    assert act(state, *NULL_TURN).state.null_run == 58


def test_an_endless_expedition_is_impossible() -> None:
    state = GAME.start({"length": "short"}, 2, deal_of(2)).state
    while state.turn is not None:
        placed = GAME.apply(state, state.turn, Discard(state.hands[state.turn][0])).state
        draws = [action for action in GAME.legal_actions(placed, state.turn) if isinstance(action, Draw)]
        state = GAME.apply(placed, state.turn, draws[-1]).state
    assert 64 * 90 < state.turns <= 64 * 101


@pytest.mark.parametrize(("length", "rounds"), [("long", 3), ("short", 1)])
def test_a_match_has_its_expeditions(length: str, rounds: int) -> None:
    *_, last = walk(GAME, 5, {"length": length}, seats=3)
    state = last.applied.state
    assert [result.number for result in state.results] == list(range(1, rounds + 1))
    finals = GAME.view(state, None).finals
    assert state.outcome.points == tuple(final.total for final in finals)
    for before, after in zip(state.results, state.results[1:], strict=False):
        assert after.chips == tuple(each.after for each in before.settlements)
        assert all(now >= then for now, then in zip(after.artifacts, before.artifacts, strict=True))


# those who leave

RESIGN = Leave(Termination.RESIGNATION)
TIME_OUT = Leave(Termination.TIME_OUT)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("before", [(), ("play R7",), ("play R7", "figure researcher")])
def test_of_two_the_other_wins_at_once(seat: int, before: tuple[str, ...]) -> None:
    state = act(laid(chips=(70, 5)), *before).state
    applied = GAME.apply(state, seat, TIME_OUT)
    outcome = applied.state.outcome
    assert outcome is not None
    assert (outcome.termination, outcome.winners, outcome.points) == (Termination.TIME_OUT, (1 - seat,), (70, 5))
    assert applied.events == (Left(seat, Termination.TIME_OUT), MatchEnded(outcome))
    assert applied.state.unfinished == ()


def four(**given: Any) -> State:
    return laid(hands=("R7 R8", "B7 B8", "W7 W8", "G7 G8"), deck="Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9", **given)


def test_the_others_play_on_without_the_turns_of_who_left() -> None:
    state = four(figures=("R3", "B3", "W3", "G3"))
    applied = GAME.apply(state, 1, RESIGN)
    assert applied.events == (Left(1, Termination.RESIGNATION),)
    state = act(applied.state, "play R7", "draw deck").state
    assert state.turn == 2
    state = act(state, "discard W7", "draw deck", "discard G7", "draw deck", "play R8", "draw deck").state
    assert state.turn == 2
    assert (state.hands[1], step(state, 1, "B")) == (cards("B7 B8"), 3)
    assert GAME.legal_actions(state, 1) == ()
    for action in (RESIGN, Draw()):
        with pytest.raises(IllegalAction) as caught:
            GAME.apply(state, 1, action)
        assert caught.value.code == "already_left"


def test_the_turn_passes_on_when_its_seat_leaves_and_its_unfinished_turn_never_was() -> None:
    state = four(figures=("R3", "", "", ""))
    after = GAME.apply(act(state, "play R7").state, 0, TIME_OUT).state
    assert (after.turn, after.unfinished, step(after, 0, "R")) == (1, (), 3)
    assert after.hands == state.hands


def test_an_unfinished_turn_goes_on_when_another_seat_leaves() -> None:
    state = act(four(figures=("R3", "", "", "")), "play R7").state
    after = GAME.apply(state, 1, TIME_OUT).state
    assert GAME.view(after, 0).placement == Play(Card(Colour.RED, 7))
    assert act(after, "draw deck").state.turn == 2
    with pytest.raises(NotYourTurn):
        GAME.apply(after, 2, Draw())


def test_those_who_left_share_the_last_place() -> None:
    state = four(figures=("R6", "Y8 B8 W8 G8", "", ""), artifacts=(0, 0, 6, 6))
    state = GAME.apply(GAME.apply(state, 1, RESIGN).state, 3, TIME_OUT).state
    outcome = act(state, "play R7").state.outcome
    assert outcome is not None
    assert outcome.termination is Termination.COMPLETED
    assert outcome.points == (10, 120, 50, 50)
    assert outcome.places == (2, 3, 1, 3)


def test_the_last_one_left_wins() -> None:
    state = four(chips=(5, 10, 15, 20))
    for seat in (3, 0):
        state = GAME.apply(state, seat, RESIGN).state
    assert (state.turn, state.left) == (1, (3, 0))
    outcome = GAME.apply(state, 2, TIME_OUT).state.outcome
    assert outcome is not None
    assert (outcome.termination, outcome.places) == (Termination.TIME_OUT, (2, 1, 2, 2))
    assert outcome.points == (5, 10, 15, 20)


def test_a_stand_in_plays_on_for_who_left_but_not_for_a_place() -> None:
    state = act(four(figures=("R3", "", "", "")), "play R7").state
    applied = GAME.apply(state, 0, Leave(Termination.TIME_OUT, stand_in=True))
    assert applied.events == (Left(0, Termination.TIME_OUT, stand_in=True),)
    assert (applied.state.turn, applied.state.unfinished, step(applied.state, 0, "R")) == (0, (), 3)
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(applied.state, 0, RESIGN)
    assert caught.value.code == "already_left"
    state = act(applied.state, "play R8", "draw deck").state
    assert step(state, 0, "R") == 4
    for seat in (1, 3):
        state = GAME.apply(state, seat, RESIGN).state
    assert state.outcome is not None
    assert state.outcome.places == (2, 2, 1, 2)


def test_who_left_starts_no_expedition() -> None:
    state = three(figures=("R6", "Y8 B8", "W8 G8"), length="long")
    state = GAME.apply(state, 1, RESIGN).state
    applied = act(state, "play R7")
    assert applied.events[-1] == RoundStarted(2, 2)
    assert applied.state.turn == 2


def test_a_stranger_cannot_leave() -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(three(), 3, RESIGN)
    assert caught.value.code == "no_such_seat"


def test_letters_are_those_of_the_paths() -> None:
    assert [colour.letter for colour in COLOURS] == [letter for letter in COLOUR_OF_LETTER if letter != "P"]
