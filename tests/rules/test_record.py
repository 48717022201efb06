"""The open record: what it keeps, and what it says about a record that is bad."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.card_game import CARD_GAME
from rules.game import IllegalAction, Leave, TakeBack, Termination
from rules.record import (
    MAX_BYTES,
    BadRecord,
    Record,
    decode,
    dump,
    parse,
    quoted,
    replay,
    seat_order,
    verify,
    without_undone,
)
from rules.registry import GAMES
from rules.turns import STALL_LIMIT
from tests.rules.walks import deal_of, walk


def played(seed: int = 1, rounds: int = 1, *, take_backs: float = 0.0) -> Record:
    """A match that was played at random to its end."""
    moves = list(walk(CARD_GAME, seed, {"rounds": rounds}, take_backs=take_backs))
    return Record(
        game=CARD_GAME,
        options={"rounds": rounds},
        names=("Alice", "Bob"),
        joined=seat_order(CARD_GAME, 2, deal_of(seed)),
        seats_drawn=True,
        starter=moves[0].before.starter,
        starter_drawn=True,
        deal=deal_of(seed),
        actions=tuple((move.seat, move.action) for move in moves),
        started=date(2026, 11, 30),
    )


RECORD = played(rounds=2)
TEXT = dump(RECORD)
LINES = TEXT.split("\n")


def line_of(start: str) -> int:
    return next(number for number, line in enumerate(LINES, 1) if line.startswith(start))


def changed(number: int, line: str) -> str:
    return "\n".join((*LINES[: number - 1], line, *LINES[number:]))


def refused(text: str, check: Callable[[str], object] = verify) -> tuple[int, str]:
    with pytest.raises(BadRecord) as caught:
        check(text)
    return caught.value.line, caught.value.code


def test_the_text_of_a_record() -> None:
    deal = RECORD.deal
    assert LINES[:16] == [
        "lost-cities record 1",
        "game card_game",
        "rules 1",
        "deal 1",
        "date 2026-11-30",
        "option colours 5",
        "option rounds 2",
        "commitment ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5",
        f"secret {deal.secret.hex()}",
        'contribution "guest"',
        'contribution "1"',
        'player 0 "Alice"',
        'player 1 "Bob"',
        "seats drawn",
        f"starter {RECORD.starter} drawn",
        "",
    ]
    assert LINES[16] == f"round 1: {RECORD.starter} starts"
    assert LINES[-2].startswith("result completed, places ")
    assert LINES[-1] == ""


@pytest.mark.parametrize("seed", range(5))
def test_a_record_comes_back(seed: int) -> None:
    record = played(seed)
    read = verify(dump(record))
    assert read == replace(record, options={"colours": 5, "rounds": 1})
    assert len(read.lines) == len(read.actions)


def test_what_was_taken_back_is_left_out() -> None:
    record = played(take_backs=0.5)
    assert any(isinstance(action, TakeBack) for _, action in record.actions)
    read = verify(dump(record))
    assert "take back" not in dump(record)
    *_, one = replay(record)
    *_, other = replay(read)
    assert one.state == other.state


def test_a_take_back_undoes_the_last_action_of_its_own_seat() -> None:
    one, two = RECORD.actions[0][1], RECORD.actions[1][1]
    leave = Leave(Termination.TIME_OUT)
    log = ((0, one), (2, leave), (0, TakeBack()), (0, two), (0, one), (0, TakeBack()), (1, one))
    assert without_undone(log) == ((2, leave), (0, two), (1, one))


def test_a_turn_has_its_own_line() -> None:
    (seat, placed), (_, drawn) = RECORD.actions[:2]
    resigned = (seat, Leave(Termination.RESIGNATION))
    for actions, lines in (
        ([(seat, placed), (seat, drawn), resigned], [f"{seat} {placed}, {drawn}", f"{seat} resign"]),
        ([(seat, placed), resigned], [f"{seat} {placed}, resign"]),
        ([(seat, placed), (1 - seat, resigned[1])], [f"{seat} {placed}", f"{1 - seat} resign"]),
    ):
        assert dump(replace(RECORD, actions=tuple(actions))).split("\n")[17:-2] == lines


@settings(max_examples=50, deadline=None)
@given(st.text(st.characters(exclude_categories=())), st.text())
def test_any_name_comes_back(one: str, other: str) -> None:
    text = dump(replace(LEFT, names=(one, other)))
    assert text.isprintable() or set(text) - {"\n"} == {char for char in text if char.isprintable()}
    assert verify(decode(text.encode())).names == (one, other)


LEFT = replace(RECORD, actions=((0, Leave(Termination.RESIGNATION)),))


@pytest.mark.parametrize(
    "name", ['"', "\\", "\n", "a\nplayer 1 b", "\u2028\x85\x00\x1b[2J", "\u202e", "\ud800", "👩‍🚀", ""]
)
def test_a_name_stays_within_its_line(name: str) -> None:
    text = dump(replace(LEFT, names=(name, "Bob")))
    assert len(text.splitlines()) == len(dump(LEFT).splitlines())
    assert verify(text).names == (name, "Bob")


@pytest.mark.parametrize("after", [0, 1, 2, 7])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("reason", [Termination.RESIGNATION, Termination.TIME_OUT])
def test_a_seat_may_leave_at_any_moment(after: int, seat: int, reason: Termination) -> None:
    record = replace(RECORD, actions=(*RECORD.actions[:after], (seat, Leave(reason))))
    assert verify(dump(record)).actions == record.actions


def test_a_rematch_keeps_its_seats_and_agrees_on_the_starter() -> None:
    record = replace(
        LEFT, joined=RECORD.joined[::-1], seats_drawn=False, starter=1 - RECORD.starter, starter_drawn=False
    )
    text = dump(record)
    assert "\nseats kept\n" in text
    assert f"\nstarter {record.starter} agreed\n" in text
    assert verify(text) == replace(record, options={"colours": 5, "rounds": 2})


def test_a_running_match_has_no_record() -> None:
    with pytest.raises(IllegalAction) as caught:
        dump(replace(RECORD, actions=RECORD.actions[:-1]))
    assert caught.value.code == "match_running"


def test_the_date_may_be_unknown() -> None:
    assert verify(dump(replace(LEFT, started=None))).started is None


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm() -> None:
    assert verify(decode(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())) == verify(TEXT)


def test_a_missing_last_line_feed_does_no_harm() -> None:
    assert verify(TEXT.removesuffix("\n")) == verify(TEXT)


@pytest.mark.parametrize(
    ("start", "line", "code"),
    [
        ("lost-cities", "lost-cities record 2", "line_expected"),
        ("game ", "game chess", "unknown_game"),
        ("game ", "match card_game", "line_expected"),
        ("rules ", "rules 99", "line_expected"),
        ("deal ", "deal 0", "line_expected"),
        ("date ", "date 20261130", "value_expected"),
        ("date ", "date 2026-02-30", "value_expected"),
        ("option colours", "option colours 7", "value_expected"),
        ("option rounds", "option rounds 03", "value_expected"),
        ("option rounds", "option rounds " + "9" * 10_000, "value_expected"),
        ("option rounds", "option speed 3", "line_expected"),
        ("commitment ", "commitment 00", "value_expected"),
        ("secret ", "secret " + "g" * 64, "value_expected"),
        ("secret ", "secret " + "0" * 64, "commitment_broken"),
        ('contribution "guest"', "contribution guest", "bad_string"),
        ('contribution "guest"', 'contribution "gu\\u00e9st"', "value_expected"),
        ('contribution "guest"', 'contribution "a\\nb"', "value_expected"),
        ("player 0", "player 0 " + "[" * 100_000, "bad_string"),
        ("player 0", 'player 0 "Alice', "bad_string"),
        ("player 0", 'player 0 "Alice" "Bob"', "bad_string"),
        ("player 0", 'player -1 "Alice"', "value_expected"),
        ("player 0", 'player \u0660 "Alice"', "value_expected"),
        ("player 1", 'player 0 "Bob"', "value_expected"),
        ("player 1", 'player 2 "Bob"', "bad_seats"),
        ("player 1", 'player 1 "Bob"\nplayer 2 "Carol"', "bad_seats"),
        ("seats ", "seats chosen", "value_expected"),
        ("starter ", "starter 2 drawn", "value_expected"),
        ("starter ", f"starter {1 - RECORD.starter} drawn", "starter_not_drawn"),
        ("round 1 ends", "round 1 ends: 0 0", "untrue_line"),
        ("round 2: ", "round 2: 7 starts", "untrue_line"),
        ("result ", "result completed, places 1 1, points 0 0", "untrue_line"),
        ("result ", "", "turn_expected"),
        ("result ", "2 resign", "turn_expected"),
        ("result ", "0", "bad_action"),
        ("result ", "0 resign", "game_over"),
    ],
)
def test_a_bad_line_is_named(start: str, line: str, code: str) -> None:
    number = line_of(start)
    expected = number + 1 if line.endswith('"Carol"') else number
    assert refused(changed(number, line)) == (expected, code)


def test_other_contributions_deal_other_cards() -> None:
    # everything drawn may by luck stay the same, the cards cannot
    codes = {refused(changed(line_of('contribution "1"'), f'contribution "{other}"'))[1] for other in range(2, 12)}
    assert "not_in_hand" in codes
    assert codes <= {"not_in_hand", "seats_not_drawn", "starter_not_drawn", "lower_than_top", "wager_after_number"}


def test_swapped_seats_do_not_follow_from_the_deal() -> None:
    one, other = line_of("player 0"), line_of("player 1")
    swapped = [*LINES]
    swapped[one - 1], swapped[other - 1] = LINES[other - 1], LINES[one - 1]
    assert refused("\n".join(swapped)) == (line_of("seats"), "seats_not_drawn")


def first_turn() -> tuple[int, str, str]:
    """The number of the first turn's line, its seat and its first action."""
    number = line_of("round 1: ") + 1
    seat, rest = LINES[number - 1].split(" ", 1)
    return number, seat, rest.split(", ")[0]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{other} {placed}, draw deck", "not_your_turn"),
        ("{seat} draw deck", "draw_before_placing"),
        ("{seat} {placed}, {placed}", "already_placed"),
        ("{seat} {placed}, draw Y", "empty_pile"),
        ("{seat} {placed}, draw Q", "bad_action"),
        ("{seat} {placed},draw deck", "bad_card"),
        ("{seat} play R11", "bad_card"),
        ("{seat} take back", "undone_action"),
        ("{seat} {placed}, take back, {placed}, draw deck", "undone_action"),
        ("{seat}  {placed}, draw deck", "bad_action"),
        ("{seat} {placed}\n{seat} draw deck", "untrue_line"),
    ],
)
def test_a_bad_turn_is_named(line: str, code: str) -> None:
    number, seat, placed = first_turn()
    line = line.format(seat=seat, other=1 - int(seat), placed=placed)
    assert refused(changed(number, line)) == (number, code)


@pytest.mark.parametrize(
    ("lines", "code"),
    [(0, "line_expected"), (1, "line_expected"), (5, "line_expected"), (12, "bad_seats"), (15, "line_expected")],
)
def test_a_record_without_all_of_its_head(lines: int, code: str) -> None:
    number, found = refused("\n".join(LINES[:lines]))
    assert found == code
    assert number in {max(lines, 1), lines + 1}


@pytest.mark.parametrize("lines", [17, 20, len(LINES) - 2])
def test_a_record_that_breaks_off(lines: int) -> None:
    assert refused("\n".join(LINES[:lines]) + "\n") == (lines, "unfinished")


@pytest.mark.parametrize("line", ["round 3: 0 starts", "result completed"])
def test_a_record_that_goes_on_after_the_end(line: str) -> None:
    assert refused(TEXT + line) == (len(LINES), "past_the_end")


@pytest.mark.parametrize(
    ("data", "line", "code"),
    [
        (b"", 1, "line_expected"),
        (b"\x00" * 1000, 1, "line_expected"),
        (b"\n" * 1000, 1, "line_expected"),
        (b"\x89PNG\r\n\x1a\n", 1, "not_utf8"),
        (b"lost-cities record 1\ngame \xff", 2, "not_utf8"),
        (b"x" * (MAX_BYTES + 1), 1, "too_long"),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, line: int, code: str) -> None:
    assert refused("", lambda _: parse(decode(data))) == (line, code)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(LINES) - 1), st.text(max_size=40))
def test_no_line_whatever_breaks_the_reader(at: int, line: str) -> None:
    text = changed(at + 1, line)
    try:
        verify(text)
    except BadRecord as error:
        assert 1 <= error.line <= len(text.split("\n"))
        assert all(len(str(value)) <= 200 for value in error.params.values())


@pytest.mark.parametrize(
    ("game", "rounds", "deck", "cards"),
    [pytest.param("card_game", 9, 56, 72, id="card-game"), pytest.param("board_game", 3, 86, 110, id="board-game")],
)
def test_the_longest_match_fits_in_a_record(game: str, rounds: int, deck: int, cards: int) -> None:
    # no more null turns in a row than the guard allows, then a card from the deck or a card played
    assert game in GAMES
    turns = (deck + cards) * (STALL_LIMIT + 1)
    assert rounds * turns * len("0 discard R10, draw deck\n") < MAX_BYTES


def test_a_replay_of_a_log_has_no_lines() -> None:
    record = replace(RECORD, actions=((1 - RECORD.starter, RECORD.actions[0][1]),))
    with pytest.raises(BadRecord) as caught:
        list(replay(record))
    assert (caught.value.line, caught.value.code) == (0, "not_your_turn")


def test_quoting_leaves_readable_letters() -> None:
    assert quoted('Zoë "Ζωή" 作') == '"Zoë \\"Ζωή\\" 作"'
