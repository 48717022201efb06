"""Pictures in words: everything that lies open is named, nothing else is."""

import re
from dataclasses import replace

import pytest

from bot.i18n import catalogue
from render import board_game
from render.board_game import board_words, hand_words, lesson_words, result_words, sheet_words, turn_words
from render.board_game.samples import NAMES
from render.picture import ALT_LIMIT
from render.theme import DARK
from render.words import card_name
from rules.board_game import BOARD_GAME
from rules.board_game.scoring import Figure, Settlement
from rules.board_game.state import (
    COLOURS,
    SEATS,
    Arrival,
    ChooseFigure,
    MoveFigure,
    RoundResult,
    State,
    Stay,
    Tile,
    Turn,
    all_cards,
)
from rules.board_game.view import View
from rules.cards import Card, Colour, parse_card
from rules.game import Leave, Outcome, Termination
from rules.turns import Discard, Draw, Play
from tests.render import measures
from tests.render.board_game.tables import longest, names, played, states, worst_settled
from tests.render.measures import PLAIN, TEXTS

CARDS = {card_name(card, TEXTS): card for card in all_cards()}


def at(path: Colour, step: int, tile: Tile | None = None, *, researcher: bool = False) -> Arrival:
    return Arrival(path, Figure(researcher, step), tile)


def named(words: str) -> set[Card]:
    """The cards that are named in full, and those of the paths of a table by their colour and rank."""
    found = {CARDS[name] for name in re.findall(r"[A-Z][a-z]+ \d+", words) if name in CARDS}
    for colour, told in re.findall(r"^(Yellow|Blue|White|Green|Red): (.*)$", words, re.MULTILINE):
        found |= {CARDS[f"{colour} {rank}"] for rank in re.findall(r"(?:\(|pile )(\d+)", told)}
    return found


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        (
            Turn(0, Discard(parse_card("R7")), (), (), Draw(), None),
            "Amelia discards Red 7 and draws from the deck.",
        ),
        (
            Turn(
                0,
                Play(parse_card("R7")),
                (MoveFigure(Colour.BLUE),),
                (at(Colour.RED, 5, Tile.ARROW), at(Colour.BLUE, 3, Tile.POINTS_10)),
                Draw(),
                None,
            ),
            "Amelia plays Red 7: to step 5, an arrow; Blue to step 3, 10 points; draws from the deck.",
        ),
        (
            Turn(
                1,
                Play(parse_card("G0")),
                (ChooseFigure(researcher=True),),
                (at(Colour.GREEN, 1, researcher=True),),
                Draw(Colour.WHITE),
                parse_card("W3"),
            ),
            "Roald plays Green 0: the researcher starts; picks up White 3.",
        ),
        (
            Turn(1, Play(parse_card("Y5")), (), (at(Colour.YELLOW, 1),), Draw(), parse_card("W3")),
            "Roald plays Yellow 5: an adventurer starts; draws from the deck.",
        ),
        (
            Turn(0, Play(parse_card("R7")), (Stay(),), (at(Colour.RED, 5, Tile.ARROW),), Draw(), None),
            "Amelia plays Red 7: to step 5, an arrow; nobody moves on; draws from the deck.",
        ),
        (
            Turn(0, Play(parse_card("R7")), (), (at(Colour.RED, 7),), None, None),
            "Amelia plays Red 7: to step 7; the expedition ends.",
        ),
        # at the end of its path: another figure moves, or none
        (
            Turn(
                0,
                Play(parse_card("R9")),
                (MoveFigure(Colour.BLUE),),
                (at(Colour.BLUE, 4, Tile.ARTIFACT),),
                Draw(),
                None,
            ),
            "Amelia plays Red 9: Blue to step 4, an artifact; draws from the deck.",
        ),
        (
            Turn(0, Play(parse_card("R9")), (Stay(),), (), Draw(), None),
            "Amelia plays Red 9 and draws from the deck.",
        ),
        # the same figure again, by its own arrow
        (
            Turn(
                0,
                Play(parse_card("R9")),
                (MoveFigure(Colour.RED),),
                (at(Colour.RED, 5, Tile.ARROW), at(Colour.RED, 6)),
                Draw(),
                None,
            ),
            "Amelia plays Red 9: to step 5, an arrow; Red to step 6; draws from the deck.",
        ),
    ],
)
def test_a_turn_is_one_sentence(turn: Turn, words: str) -> None:
    assert turn_words(turn, PLAIN, TEXTS) == words


def some_states() -> list[State]:
    return [state for seats in SEATS for state in states(seats, seats, "keltis")[::9]]


def of_last_turn(view: View) -> set[Card]:
    turn = view.last_turn
    if turn is None:
        return set()
    picked_up = turn.draw is not None and turn.draw.pile is not None and turn.drawn is not None
    return {turn.placement.card} | ({turn.drawn} if picked_up and turn.drawn is not None else set())


def test_the_board_names_every_open_card_and_no_other() -> None:
    for state in some_states():
        view = BOARD_GAME.view(state, None)
        tops = {pile[-1] for pile in view.piles if pile}
        lasts = {column[-1] for row in view.columns for column in row if column}
        assert named(board_words(view, NAMES, TEXTS)) == tops | lasts | of_last_turn(view)


def test_the_board_tells_where_everything_is() -> None:
    words = board_words(played(3, 150, 4, None, "keltis"), NAMES, TEXTS)
    assert words.startswith("Expedition 1 of 3. 2 of 5 figures past the bridges. 15 cards in the deck.\n")
    assert "Amelia plays Green 3: to step 4; draws from the deck.\nRoald to move.\n" in words
    assert "\n2 Roald: 25 points, 2 artifacts, figures +10.\n" in words
    assert words.endswith(
        "Yellow: 2 researcher at 2 (0 open); 3 researcher at 9 (10 up); 4 at 5 (9 up);"
        " arrow on 5, 7; +5 on 9; +10 on 3.\n"
        "Blue: 1 researcher at 5 (9 up); 2 at 1 (1 open); 4 at 2 (0 down); pile 3; arrow on 6, 9; +10 on 7; +15 on 2.\n"
        "White: 1 at 4 (4 up); 3 at 5 (6 up); 4 at 4 (9 up); pile 2; artifact on 9; arrow on 4, 6, 7.\n"
        "Green: 1 at 4 (3 up); 2 at 9 (8 up); 3 at 3 (10 up); arrow on 5; +15 on 7.\n"
        "Red: 1 at 2 (3 up); 2 at 5 (10 up); 4 researcher at 6 (6 up); artifact on 9; arrow on 5; +5 on 7; +10 on 3."
    )


def test_the_hand_names_its_cards_and_none_of_the_others() -> None:
    for state in some_states():
        if state.turn is None:
            continue
        view = BOARD_GAME.view(state, state.turn)
        placed = set[Card]() if view.placement is None else {view.placement.card}
        lasts = {column[-1] for column in view.columns[state.turn] if column}
        assert named(hand_words(view, NAMES, TEXTS)) == set(view.hand) | placed | lasts


def test_the_hand_tells_what_was_done_and_asks_what_comes_next() -> None:
    state = next(s for s in states(3, 4, "keltis") if BOARD_GAME.view(s, s.turn).phase.value == "arrow")
    view = BOARD_GAME.view(state, state.turn)
    words = hand_words(view, NAMES, TEXTS)
    assert "\nArrow: move which figure?\nYour hand: " in words
    assert words.endswith("an arrow.")
    start = next(s for s in states(3, 4) if BOARD_GAME.view(s, s.turn).phase.value == "figure")
    words = hand_words(BOARD_GAME.view(start, start.turn), NAMES, TEXTS)
    assert "Which figure starts?" in words
    assert "Your figures left: the researcher and 4 adventurers." in words


def test_the_hand_tells_what_the_next_step_brings() -> None:
    view = played(3, 150, 4, played(3, 150, 4).turn)
    figures = tuple(Figure(True, 4) if colour == Colour.RED else None for colour in COLOURS)
    columns = tuple((parse_card("R5"),) if colour == Colour.RED else () for colour in COLOURS)
    tiles = tuple((None, None, None, None, Tile.POINTS_15, None, None, None, None) for _ in COLOURS)
    assert view.seat is not None
    view = replace(
        view,
        figures=(figures,) * 4,
        columns=(columns,) * 4,
        tiles=tiles,
    )
    words = hand_words(view, NAMES, TEXTS)
    assert "- Red 5, researcher step 4; next +10 to +20, 15 points" in words
    assert "- Blue not started" in words
    assert "Your figures left: 4 adventurers." in words


def test_the_sheet_shows_how_points_come_about() -> None:
    figures = (
        (Figure(False, 1), None, Figure(True, 7), None, None),
        (Figure(True, 1), Figure(False, 2), None, None, None),
    )
    settlements = (Settlement(25, figures[0]), Settlement(30, figures[1]))
    columns = (((),) * 5,) * 2
    result = RoundResult(2, 0, columns, (), figures, (4, 1), (10, 30), settlements)
    assert sheet_words(result, 3, 1, PLAIN, TEXTS).replace("\N{MINUS SIGN}", "-").split("\n") == [
        "Expedition 2 of 3 is over.",
        "The last card was drawn. Roald starts expedition 3.",
        "Amelia: +55, now 65 points and 4 artifacts.",
        "- 10 before, tiles +15, figures +40",
        "- Yellow at 1: -20; White researcher at 7: +60",
        "Roald: -30, now 0 points and 1 artifact.",
        "- 30 before, tiles 0, figures -55",
        "- 25 forgiven, because nobody falls below 0",
        "- Yellow researcher at 1: -40; Blue at 2: -15",
    ]
    assert "That was the last expedition.\n" in sheet_words(result, 3, None, PLAIN, TEXTS)


def test_the_sheet_tells_that_a_bridge_ended_the_expedition() -> None:
    row = tuple(Figure(False, 7) for _ in COLOURS)
    settlements = (Settlement(0, row), Settlement(0, (None,) * 5))
    result = RoundResult(1, 0, (), (), (row, (None,) * 5), (0, 0), (0, 0), settlements)
    assert "The fifth figure crossed a bridge." in sheet_words(result, 3, 1, PLAIN, TEXTS)


@pytest.mark.parametrize(
    ("places", "points", "artifacts", "words"),
    [
        ((1, 2, 3), (30, 10, 5), (1, 1, 1), "Amelia wins.\nBy 20 points.\n"),
        ((2, 1, 3), (10, 11, 5), (1, 1, 1), "Roald wins.\nBy 1 point.\n"),
        ((1, 2, 3), (30, 30, 5), (2, 1, 1), "Amelia wins.\nLevel on points, by more artifacts.\n"),
        ((1, 1, 3), (30, 30, 5), (2, 2, 1), "Amelia and Roald share the win.\nPoints and artifacts are level.\n"),
    ],
)
def test_the_result_says_who_won_and_why(
    places: tuple[int, ...], points: tuple[int, ...], artifacts: tuple[int, ...], words: str
) -> None:
    ended = BOARD_GAME.view(states(3, 3)[-1], None)
    view = replace(ended, outcome=Outcome(Termination.COMPLETED, places, points), artifacts=artifacts)
    assert result_words(view, NAMES, TEXTS).startswith(words)


def test_the_result_tells_who_left() -> None:
    state = states(3, 3)[400]
    for seat in (0, 2):
        state = BOARD_GAME.apply(state, seat, Leave(Termination.RESIGNATION)).state
    view = BOARD_GAME.view(state, None)
    words = result_words(view, NAMES, TEXTS)
    assert words.startswith("Roald wins.\nIbn Battuta gave up.\nRoald: ")
    assert words.count("left") == 2
    assert "artifact" not in words


def test_the_result_converts_artifacts() -> None:
    view = BOARD_GAME.view(states(3, 2)[-1], None)
    words = result_words(view, NAMES, TEXTS)
    assert "Amelia: 535 points (expedition 1 +165, expedition 2 +60, expedition 3 +235, 11 artifacts +75)." in words


def test_the_rules_hold_both_artifact_tables() -> None:
    words = lesson_words("artifacts", TEXTS).replace("\N{MINUS SIGN}", "-")
    assert "after the three expeditions of a long match: 0: -50, 1: -50, 2: -45" in words
    assert "16: 150 or more." in words
    assert "After the one of a short match: 0: -20" in words


@pytest.mark.parametrize("index", range(len(measures.NAMES)))
def test_descriptions_keep_within_their_limits(index: int) -> None:
    called = names(index, 4)
    view = longest(4)
    assert len(board_words(view, called, TEXTS)) < 3000
    ended = BOARD_GAME.view(states(3, 4)[-1], None)
    worst = worst_settled(4)
    sheet = board_game.score_sheet(worst, 3, 0, called, TEXTS, DARK)
    assert sheet.alt.count("- Yellow ") == sheet.alt.count("now 0 points") == 4
    hand = longest(4, 0)
    for picture, whole in (
        (board_game.hand(hand, called, TEXTS, DARK), hand_words(hand, called, TEXTS)),
        (board_game.result(ended, called, TEXTS, DARK), result_words(ended, called, TEXTS)),
        *((board_game.lesson(part, TEXTS, DARK), lesson_words(part, TEXTS)) for part in ("turn", "end", "artifacts")),
    ):
        assert picture.alt == whole
    for picture in (sheet, board_game.board(view, called, TEXTS, DARK)):
        assert 0 < len(picture.alt) <= ALT_LIMIT
        assert not picture.alt.endswith("…")


@pytest.mark.parametrize("seats", SEATS)
def test_the_description_of_the_longest_table_leaves_nothing_out_that_lies_on_it(seats: int) -> None:
    view, called = longest(seats), ("W" * 32,) * seats
    alt = board_game.board(view, called, TEXTS, DARK).alt
    assert alt.split("\n")[-5:] == board_words(view, called, TEXTS).split("\n")[-5:]
    assert len(re.findall(r"^\d W+…?: 888 points, 27 artifacts, figures \+90\.$", alt, re.MULTILINE)) == seats
    assert f"{view.deck_count} cards in the deck" in alt
    assert "to move." in alt


@pytest.mark.parametrize("seats", SEATS)
def test_descriptions_of_ordinary_tables_are_complete(seats: int) -> None:
    for state in states(3, seats, "keltis")[::40]:
        view = BOARD_GAME.view(state, None)
        picture = board_game.board(view, NAMES[:seats], TEXTS, DARK)
        assert picture.alt == board_words(view, NAMES[:seats], TEXTS)


@measures.LANGUAGES
def test_no_language_loses_words_of_a_description(language: str) -> None:
    texts, called = catalogue(language), ("W" * 32,) * 4
    ended = BOARD_GAME.view(states(3, 4)[-1], None)
    for picture in (
        board_game.board(longest(4), called, texts, DARK),
        board_game.hand(longest(4, 0), called, texts, DARK),
        board_game.score_sheet(worst_settled(4), 3, 0, called, texts, DARK),
        board_game.result(ended, called, texts, DARK),
        *(board_game.lesson(part, texts, DARK) for part in ("turn", "end", "artifacts")),
    ):
        assert not picture.alt.endswith("…")
