"""The encoded pictures: what they show stays what was looked at, and they stay small."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from render import card_game
from render.picture import Picture
from render.samples import NAMES, match, pictures
from render.theme import DARK, Theme
from rules.card_game import CARD_GAME
from rules.card_game.view import View
from tests.render import measures
from tests.render.card_game import tables
from tests.render.measures import ALL_THEMES, TEXTS, assert_as_it_was, opened


@pytest.mark.parametrize(
    "name", ["board", "board-six", "hand-chosen", "hand-placed", "sheet", "result", "lesson-turn", "lesson-score"]
)
def test_pictures_look_as_they_did(name: str) -> None:
    assert_as_it_was(name, dict(pictures(TEXTS, DARK))[name])


@ALL_THEMES
def test_pictures_are_small(theme: Theme) -> None:
    for view in tables.positions():
        assert len(card_game.board(view, NAMES, TEXTS, theme).data) <= 150_000
    for seat in (0, 1):
        assert len(card_game.hand(tables.played(140, 152, seat), NAMES, TEXTS, theme).data) <= 60_000
    assert len(card_game.hand(tables.fullest(0), NAMES, TEXTS, theme).data) <= 60_000


def test_a_spectator_cannot_see_the_first_half_of_a_turn() -> None:
    before, within = (CARD_GAME.view(list(match(140))[step], None) for step in (152, 153))
    assert card_game.board(before, NAMES, TEXTS, DARK).data == card_game.board(within, NAMES, TEXTS, DARK).data


@pytest.mark.parametrize("names", measures.NAMES, ids=range(len(measures.NAMES)))
def test_every_name_can_be_drawn(names: Sequence[str]) -> None:
    ended = CARD_GAME.view(list(match(140))[-1], None)
    for picture in (
        card_game.board(tables.fullest(), names, TEXTS, DARK),
        card_game.hand(tables.fullest(0), names, TEXTS, DARK),
        card_game.result(ended, names, TEXTS, DARK),
    ):
        opened(picture)


def test_threads_draw_the_same_pictures() -> None:
    def drawn(view: View) -> Picture:
        return card_game.board(view, NAMES, TEXTS, DARK)

    views = [tables.played(140, step) for step in range(100, 160, 2)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(drawn, views))
    assert together == [drawn(view) for view in views]
