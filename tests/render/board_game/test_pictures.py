"""The encoded pictures: what they show stays what was looked at, and they stay small."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from render import board_game
from render.board_game.samples import NAMES, pictures
from render.picture import Picture
from render.theme import DARK, Theme
from rules.board_game import BOARD_GAME
from rules.board_game.state import SEATS
from rules.board_game.view import View
from tests.render import measures
from tests.render.board_game.tables import fullest, names, played, states
from tests.render.measures import ALL_THEMES, TEXTS, assert_as_it_was, opened

GOLDEN = (
    "paths-two",
    "paths-three",
    "paths-four",
    "paths-hand-four",
    "paths-hand-asked",
    "paths-sheet-four",
    "paths-result-four",
    "paths-lesson-turn",
    "paths-lesson-end",
    "paths-lesson-artifacts",
)


def test_pictures_look_as_they_did() -> None:
    drawn = dict(pictures(TEXTS, DARK))
    for name in GOLDEN:
        assert_as_it_was(name, drawn[name])


@ALL_THEMES
def test_pictures_are_small(theme: Theme) -> None:
    for seats in SEATS:
        called = NAMES[:seats]
        for view in (played(3, 120, seats), fullest(seats)):
            assert len(board_game.board(view, called, TEXTS, theme).data) <= 200_000
        for view in (played(3, 120, seats, 0), fullest(seats, 0)):
            assert len(board_game.hand(view, called, TEXTS, theme).data) <= 60_000


@pytest.mark.parametrize("seats", SEATS)
def test_a_spectator_cannot_see_what_is_not_complete(seats: int) -> None:
    match = states(3, seats)
    step = next(index for index, state in enumerate(match) if len(state.unfinished) > 1)
    begun = next(index for index in range(step, -1, -1) if not match[index].unfinished)
    before, within = (
        board_game.board(BOARD_GAME.view(match[index], None), NAMES[:seats], TEXTS, DARK) for index in (begun, step)
    )
    assert before == within
    own = board_game.board(BOARD_GAME.view(match[step], match[step].turn), NAMES[:seats], TEXTS, DARK)
    assert own.data != before.data


@pytest.mark.parametrize("index", range(len(measures.NAMES)))
def test_every_name_can_be_drawn(index: int) -> None:
    called = names(index, 4)
    ended = BOARD_GAME.view(states(3, 4)[-1], None)
    for picture in (
        board_game.board(fullest(4), called, TEXTS, DARK),
        board_game.hand(fullest(4, 0), called, TEXTS, DARK),
        board_game.score_sheet(ended.results[0], 3, 0, called, TEXTS, DARK),
        board_game.result(ended, called, TEXTS, DARK),
    ):
        opened(picture)


def test_threads_draw_the_same_pictures() -> None:
    def drawn(view: View) -> Picture:
        return board_game.board(view, NAMES, TEXTS, DARK)

    views = [played(3, step, 4) for step in range(100, 160, 4)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(drawn, views))
    assert together == [drawn(view) for view in views]
