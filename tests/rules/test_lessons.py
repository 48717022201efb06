"""The scripted positions of the tutorials are such that the rules could have brought about."""

from collections import Counter
from typing import Any

import pytest

from rules.board_game import BOARD_GAME
from rules.board_game.lessons import lessons as board_lessons
from rules.board_game.state import ADVENTURERS, TILES, Tile
from rules.board_game.state import all_cards as board_cards
from rules.card_game import CARD_GAME
from rules.card_game.lessons import lessons as card_lessons
from rules.card_game.state import all_cards
from rules.cards import Card
from rules.game import TakeBack
from rules.lessons import LEARNER, Lesson

LESSONS = [
    *((CARD_GAME, lesson, all_cards(5)) for lesson in card_lessons()),
    *((BOARD_GAME, lesson, board_cards()) for lesson in board_lessons()),
]
EVERY_LESSON = pytest.mark.parametrize(
    ("game", "lesson", "deck"), LESSONS, ids=[f"{game.key}-{lesson.key}" for game, lesson, _ in LESSONS]
)


@EVERY_LESSON
def test_every_question_has_right_and_wrong_answers(game: Any, lesson: Lesson, deck: tuple[Card, ...]) -> None:
    del deck
    legal = set(game.legal_actions(lesson.state, LEARNER)) - {TakeBack()}
    assert lesson.answers
    assert lesson.answers < legal
    for action in legal:
        game.view(game.apply(lesson.state, LEARNER, action).state, LEARNER)


@EVERY_LESSON
def test_every_card_is_somewhere_once(game: Any, lesson: Lesson, deck: tuple[Card, ...]) -> None:
    del game
    state = lesson.state
    rows = [column for row in state.columns for column in row]
    cards = [card for cards in (*state.hands, *rows, *state.piles, state.deck) for card in cards]
    assert Counter([*cards, *getattr(state, "removed", ())]) == Counter(deck)
    assert [len(hand) for hand in state.hands] == [8, 8]
    assert all(list(column) == sorted(column) for column in rows)
    assert all(card.colour == colour for colour, pile in enumerate(state.piles) for card in pile)


@pytest.mark.parametrize("lesson", board_lessons(), ids=lambda lesson: lesson.key)
def test_figures_and_tiles_are_those_of_the_box(lesson: Lesson) -> None:
    state = lesson.state
    tiles = Counter(tile for path in state.tiles for tile in path if tile is not None)
    tiles[Tile.ARTIFACT] += sum(state.artifacts)
    assert tiles == Counter(TILES)
    for figures, columns in zip(state.figures, state.columns, strict=True):
        standing = [figure for figure in figures if figure is not None]
        assert sum(not figure.researcher for figure in standing) <= ADVENTURERS
        assert [figure is not None for figure in figures] == [bool(column) for column in columns]


def test_the_last_lessons_end_the_round() -> None:
    for game, lessons in ((CARD_GAME, card_lessons()), (BOARD_GAME, board_lessons())):
        (answer,) = lessons[-1].answers
        outcome = game.apply(lessons[-1].state, LEARNER, answer).state.outcome
        assert outcome is not None
        assert outcome.winners == (LEARNER,)
