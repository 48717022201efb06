"""Pictures in words: everything that lies open is named, nothing else is."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.i18n import catalogue
from render import card_game
from render.card_game import (
    board_words,
    hand_words,
    result_words,
    sheet_words,
    turn_words,
)
from render.picture import ALT_LIMIT
from render.samples import match, resigned
from render.theme import DARK
from render.words import card_name, colour_name, signed
from rules.card_game import CARD_GAME
from rules.card_game.scoring import score_expedition
from rules.card_game.state import Discard, Draw, Play, RoundResult, State, Turn, all_cards
from rules.card_game.view import View
from rules.cards import Card, Colour, parse_card
from rules.game import Outcome, Termination
from tests.render.card_game.tables import fullest, played
from tests.render.measures import LANGUAGES, NAMES, PLAIN, TEXTS

CARDS = {card_name(card, TEXTS): card for card in all_cards(6)}


def states() -> list[State]:
    return [state for seed in range(3) for state in match(seed, colours=5 + seed % 2)][::7]


def named(words: str) -> set[Card]:
    """The cards that are named in full."""
    return {CARDS[name] for name in re.findall(r"[A-Z][a-z]+ (?:wager|\d+)", words) if name in CARDS}


def of_last_turn(view: View) -> set[Card]:
    turn = view.last_turn
    if turn is None:
        return set()
    return {turn.placement.card} | ({turn.drawn} if turn.draw.pile is not None and turn.drawn is not None else set())


def test_cards_and_points_have_names() -> None:
    assert card_name(parse_card("R7"), TEXTS) == "Red 7"
    assert card_name(parse_card("PW"), TEXTS) == "Purple wager"
    assert [colour_name(colour, TEXTS) for colour in Colour] == ["Yellow", "Blue", "White", "Green", "Red", "Purple"]
    assert [signed(points) for points in (5, 0, -5)] == ["+5", "0", "\N{MINUS SIGN}5"]


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        (Turn(0, Play(parse_card("R7")), Draw(), None), "Amelia plays Red 7 and draws from the deck."),
        (Turn(1, Discard(parse_card("GW")), Draw(), None), "Roald discards Green wager and draws from the deck."),
        (
            Turn(0, Play(parse_card("Y2")), Draw(Colour.BLUE), parse_card("B4")),
            "Amelia plays Yellow 2 and picks up Blue 4.",
        ),
        (
            Turn(1, Discard(parse_card("W9")), Draw(Colour.RED), parse_card("RW")),
            "Roald discards White 9 and picks up Red wager.",
        ),
        # the card from the deck stays unnamed, also to whoever drew it
        (Turn(0, Play(parse_card("R7")), Draw(), parse_card("G9")), "Amelia plays Red 7 and draws from the deck."),
    ],
)
def test_a_turn_is_one_sentence(turn: Turn, words: str) -> None:
    assert turn_words(turn, PLAIN, TEXTS) == words


def test_the_board_names_every_open_card_and_no_other() -> None:
    for state in states():
        view = CARD_GAME.view(state, None)
        lines = board_words(view, PLAIN, TEXTS).split("\n")
        tops = {pile[-1] for pile in view.piles if pile}
        expeditions = [line for line in lines if line.startswith("- ")]
        expected = [
            f"- {colour_name(Colour(colour), TEXTS)} {signed(view.scores[seat][colour].total)}: "
            + ", ".join("wager" if card.is_wager else str(card.rank) for card in cards)
            for seat, row in enumerate(view.columns)
            for colour, cards in enumerate(row)
            if cards
        ]
        assert expeditions == expected
        assert named("\n".join(line for line in lines if not line.startswith("- "))) == tops | of_last_turn(view)


def test_the_board_tells_deck_round_points_and_turn() -> None:
    words = board_words(played(140, 152), PLAIN, TEXTS)
    assert words.startswith("Round 2 of 3. 13 cards in the deck.\n")
    assert "Amelia: 51 points (41 before, +10 in this round)." in words
    assert "Roald: 53 points (27 before, +26 in this round)." in words
    assert words.endswith("Roald to move.")


def test_the_board_of_a_seat_in_mid_turn_shows_its_placement_to_it_alone() -> None:
    states_ = list(match(140))
    state = states_[153]
    assert state.placement is not None
    assert state.turn is not None
    own, public = (board_words(CARD_GAME.view(state, seat), PLAIN, TEXTS) for seat in (state.turn, None))
    assert own != public
    assert public == board_words(CARD_GAME.view(states_[152], None), PLAIN, TEXTS)


def test_the_hand_names_its_cards_and_none_of_the_others() -> None:
    for state in states():
        if state.turn is None:
            continue
        view = CARD_GAME.view(state, state.turn)
        placed = set[Card]() if view.placement is None else {view.placement.card}
        assert named(hand_words(view, PLAIN, TEXTS)) == set(view.hand) | placed


def test_the_hand_tells_what_can_be_played_what_is_new_and_what_is_chosen() -> None:
    view = played(140, 152, 1)
    words = hand_words(view, PLAIN, TEXTS, view.hand[-1])
    assert "Your cards that can be played: Yellow 3, Yellow 4, White wager, White 3, White 6, Green 7." in words
    assert "Only to discard: Blue 2, Red 3." in words
    assert "Just drawn: White wager." in words
    assert "Chosen: Red 3." in words


def test_the_sheet_shows_how_every_score_comes_about() -> None:
    columns = (
        ("YW Y3 Y10", "B2 B3 B4 B5 B6 B7 B8 B9", "", "", ""),
        ("", "", "WW WW WW", "", "R10"),
    )
    cards = tuple(tuple(tuple(map(parse_card, column.split())) for column in row) for row in columns)
    scores = tuple(tuple(score_expedition(column) for column in row) for row in cards)
    words = sheet_words(RoundResult(2, 0, cards, scores), (31, -90), 3, PLAIN, TEXTS)
    assert words.replace("\N{MINUS SIGN}", "-").replace("\N{MULTIPLICATION SIGN}", "x").split("\n") == [
        "Round 2 of 3 is over.",
        "Amelia: +30 in this round, 31 points in all.",
        "- Yellow: (13 - 20) x 2 = -14",
        "- Blue: 44 - 20 + 20 = +44",
        "Roald: -90 in this round, -90 points in all.",
        "- White: (0 - 20) x 4 = -80",
        "- Red: 10 - 20 = -10",
        "Amelia starts round 3.",
    ]


def test_the_sheet_of_the_last_round_names_no_starter() -> None:
    result = list(match(140))[-1].results[2]
    assert sheet_words(result, (1, 2), 3, PLAIN, TEXTS).endswith("That was the last round.")


@pytest.mark.parametrize(
    ("termination", "places", "points", "words"),
    [
        (Termination.COMPLETED, (1, 2), (30, 10), "Amelia wins.\nBy 20 points.\n"),
        (Termination.COMPLETED, (2, 1), (9, 10), "Roald wins.\nBy 1 point.\n"),
        (Termination.COMPLETED, (1, 1), (10, 10), "A draw.\nBoth have the same points.\n"),
        (Termination.RESIGNATION, (2, 1), (30, 10), "Roald wins.\nAmelia gave up.\n"),
        (Termination.TIME_OUT, (1, 2), (30, 40), "Amelia wins.\nRoald ran out of time.\n"),
    ],
)
def test_the_result_says_who_won_and_why(
    termination: Termination, places: tuple[int, ...], points: tuple[int, ...], words: str
) -> None:
    view = replace(CARD_GAME.view(list(match(140))[-1], None), outcome=Outcome(termination, places, points))
    assert result_words(view, PLAIN, TEXTS).startswith(words)


def test_a_round_that_was_given_up_does_not_count() -> None:
    state = resigned(list(match(140))[152], 0)
    view = CARD_GAME.view(state, None)
    assert "Amelia: 41 points. This round does not count." in board_words(view, PLAIN, TEXTS)
    assert "Amelia: 41 points (rounds: +41)." in result_words(view, PLAIN, TEXTS)


@pytest.mark.parametrize("names", NAMES, ids=range(len(NAMES)))
def test_descriptions_keep_within_their_limits(names: Sequence[str]) -> None:
    view = fullest()
    assert len(board_words(view, names, TEXTS)) < 3000
    pictures = [
        card_game.board(view, names, TEXTS, DARK),
        card_game.hand(fullest(0), names, TEXTS, DARK),
        card_game.score_sheet(view.results[0], view.totals, 9, names, TEXTS, DARK),
        card_game.result(replace(view, outcome=Outcome(Termination.COMPLETED, (1, 2), (8, 7))), names, TEXTS, DARK),
        *(card_game.lesson(part, TEXTS, DARK) for part in ("turn", "score")),
    ]
    for picture in pictures:
        assert 0 < len(picture.alt) <= ALT_LIMIT


@LANGUAGES
def test_no_language_loses_words_of_a_description(language: str) -> None:
    texts, names = catalogue(language), ("W" * 32,) * 2
    view = fullest()
    for picture in (
        card_game.hand(fullest(0), names, texts, DARK),
        card_game.score_sheet(view.results[0], view.totals, 9, names, texts, DARK),
        card_game.result(replace(view, outcome=Outcome(Termination.COMPLETED, (1, 2), (8, 7))), names, texts, DARK),
        *(card_game.lesson(part, texts, DARK) for part in ("turn", "score")),
    ):
        assert not picture.alt.endswith("…")


@LANGUAGES
def test_the_description_of_a_table_with_every_card_is_complete(language: str) -> None:
    texts = catalogue(language)
    shares = [tuple(card for card in all_cards(6) if (card.rank % 2 == 0) == (seat == 0)) for seat in (0, 1)]
    columns = tuple(tuple(tuple(c for c in share if c.colour == colour) for colour in Colour) for share in shares)
    view = replace(fullest(), columns=columns)
    names = ("Bartholomew Featherstonehaugh II", "Wilhelmina Featherstonehaugh III")
    assert card_game.board(view, names, texts, DARK).alt == board_words(view, names, texts)
