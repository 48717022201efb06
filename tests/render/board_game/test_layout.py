"""What stands where: legible when shown small, apart, inside the picture, and on a ground that lets it be read."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

import pytest

from bot.i18n import catalogue
from render import fonts, furniture, held
from render.board_game import boards, hands, lessons, pieces, results, sheets
from render.canvas import Canvas
from render.fonts import Style
from render.texts import Texts
from render.theme import DARK, Theme, contrast
from rules.board_game import BOARD_GAME
from rules.board_game.state import COLOURS, SEATS, STEPS, Tile
from rules.board_game.view import View
from rules.game import Leave, Outcome, Termination
from tests.render.board_game.tables import fullest, names, played, states
from tests.render.measures import (
    ALL_THEMES,
    LANGUAGES,
    LEGIBLE,
    NAMES,
    SHOWN_WIDTH,
    TEXTS,
    Wordy,
    assert_landscape,
    assert_nothing_is_lost,
    assert_said,
    assert_vital_words_legible,
    assert_words_inside_and_apart,
    assert_words_stand_out,
    inside,
    overlap,
)


def screens(
    index: int, theme: Theme, texts: Texts = TEXTS, tables: Sequence[int] = SEATS
) -> Iterator[tuple[str, Canvas]]:
    """Every picture, in ordinary and in extreme cases, with the names of ``index``."""
    for seats in tables:
        called = names(index, seats)
        match = states(3, seats)
        for step in (0, 120, len(match) - 1):
            view = BOARD_GAME.view(match[step], None)
            yield f"board {seats} {step}", boards.layout(view, called, texts, theme)
        yield f"board {seats} full", boards.layout(fullest(seats), called, texts, theme)
        for step in range(120, 124):
            own = played(3, step, seats, match[step].turn)
            yield f"hand {seats} {step}", hands.layout(own, called, texts, theme, own.hand[0])
        yield f"hand {seats} full", hands.layout(fullest(seats, 1), called, texts, theme)
        for result in (match[-1].results[0], fullest(seats).results[0]):
            yield f"sheet {seats}", sheets.layout(result, 3, seats - 1, called, texts, theme)
        for view in endings(seats):
            yield f"result {seats}", results.layout(view, called, texts, theme)
    yield "lesson", lessons.layout(texts, theme)


def endings(seats: int) -> Iterator[View]:
    yield BOARD_GAME.view(states(3, seats)[-1], None)
    state = states(3, seats)[300]
    for seat in range(1, seats):
        state = BOARD_GAME.apply(state, seat, Leave(Termination.RESIGNATION)).state
    yield BOARD_GAME.view(state, None)
    level = Outcome(Termination.COMPLETED, (1,) * seats, (8888,) * seats)
    yield replace(fullest(seats), turn=None, outcome=level)


@pytest.mark.parametrize("index", range(len(NAMES)))
def test_words_stay_inside_and_apart_whatever_the_names(index: int) -> None:
    assert_words_inside_and_apart(screens(index, DARK))


def test_figures_are_legible_when_shown_small() -> None:
    assert_vital_words_legible(screens(0, DARK))
    for size in (pieces.FIGURE_DIGIT, pieces.TILE_NUMBER):
        assert fonts.cap_height(Style.NUMERAL, size) * SHOWN_WIDTH / furniture.WIDTH >= LEGIBLE


@ALL_THEMES
def test_words_stand_out_from_what_is_behind_them(theme: Theme) -> None:
    assert_words_stand_out(screens(0, theme))


@ALL_THEMES
def test_numbers_stand_out_from_figures_and_tiles(theme: Theme) -> None:
    for tone in pieces.tones(theme.deck):
        assert contrast(theme.deck.ink, tone) >= 4.5
    assert contrast(theme.deck.ink, theme.deck.brass) >= 4.5


def test_pictures_are_landscape() -> None:
    assert_landscape(screens(0, DARK))


def test_longer_languages_find_room() -> None:
    called = names(0, 4)
    canvases = (
        boards.layout(fullest(4), called, Wordy(), DARK),
        hands.layout(fullest(4, 0), called, Wordy(), DARK),
        sheets.layout(fullest(4).results[0], 3, 0, called, Wordy(), DARK),
        results.layout(BOARD_GAME.view(states(3, 4)[-1], None), called, Wordy(), DARK),
        lessons.layout(Wordy(), DARK),
    )
    assert_words_inside_and_apart(("longer", canvas) for canvas in canvases)


@pytest.mark.parametrize("seats", SEATS)
def test_a_space_has_room_for_its_tile_and_every_seat(seats: int) -> None:
    space = boards.space_box(0, 5, seats)
    tile = boards.tile_box(0, 5, seats, shared=True)
    assert inside(tile, space)
    for count in range(1, seats + 1):
        for researchers in product((False, True), repeat=count):
            for below in (False, True):
                figures = boards.figure_boxes(researchers, space, tile=below)
                assert len(figures) == count
                for figure in figures:
                    assert space.left - 2 <= figure.left
                    assert figure.right <= space.right + 2
                    assert space.top - 2 <= figure.top
                    assert figure.bottom <= (tile.top + 2 if below else space.bottom)
                assert not any(overlap(first, second) for first, second in combinations(figures, 2))


@pytest.mark.parametrize("seats", SEATS)
def test_rows_have_room_for_pile_path_and_cards(seats: int) -> None:
    for colour in COLOURS:
        row = boards.row_box(colour, seats)
        boxes = [boards.pile_box(colour, seats)]
        boxes += [boards.space_box(colour, step, seats) for step in range(1, STEPS + 1)]
        boxes += [boards.card_box(seat, colour, seats) for seat in range(seats)]
        assert all(inside(box, row) for box in boxes)
        assert not any(overlap(first, second) for first, second in combinations(boxes, 2))


def test_a_researcher_alone_is_larger_than_an_adventurer() -> None:
    space = boards.space_box(0, 5, 4)
    (researcher,), (adventurer,) = (boards.figure_boxes([either], space, tile=True) for either in (True, False))
    assert researcher.width > adventurer.width


def test_figures_of_the_seats_differ_in_shape() -> None:
    shapes = [pieces.outline(seat, 44).tobytes() for seat in range(max(SEATS))]
    assert len(set(shapes)) == max(SEATS)
    for first, second in combinations(shapes, 2):
        assert sum(abs(a - b) for a, b in zip(first, second, strict=True)) / 255 >= 0.05 * 44**2


def test_tiles_differ_in_shape() -> None:
    images = [pieces.event(tile, pieces.FREE, DARK.deck).convert("L").tobytes() for tile in Tile]
    assert len(set(images)) == len(Tile)


def test_a_taken_artifact_is_gone() -> None:
    view = played(3, 0, 2)
    before = boards.layout(view, names(0, 2), TEXTS, DARK)
    tiles = tuple(tuple(None if tile is Tile.ARTIFACT else tile for tile in path) for path in view.tiles)
    after = boards.layout(replace(view, tiles=tiles), names(0, 2), TEXTS, DARK)
    assert len(before.stickers) - len(after.stickers) == sum(path.count(Tile.ARTIFACT) for path in view.tiles)


def test_cards_that_can_be_played_stand_higher_in_the_hand() -> None:
    start = played(3, 0, 3)
    opening = played(3, 0, 3, start.turn)
    assert {box.top for box in hands.card_boxes(opening)} == {hands.CARDS_TOP}  # every card may start a path
    placed = played(3, 1, 3, start.turn)
    assert len(hands.card_boxes(placed)) == 7
    assert {box.top for box in hands.card_boxes(placed)} == {hands.CARDS_TOP + held.RAISE}


@LANGUAGES
def test_every_language_finds_room(language: str) -> None:
    texts = catalogue(language)
    shown = list(screens(0, DARK, texts, SEATS[-1:]))
    assert_words_inside_and_apart(shown)
    assert_nothing_is_lost(shown)
    paragraphs = [texts.text(f"paths.lesson.{part}") for part in (*lessons.TURN, "end", "artifacts")]
    assert_said(lessons.layout(texts, DARK), *paragraphs)
