"""What stands where: legible when shown small, apart, inside the picture, and on a ground that lets it be read."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from bot.i18n import catalogue
from render import fonts, furniture, held, sprites
from render.canvas import Box, Canvas, Label
from render.card_game import boards, hands, lessons, parts, results, sheets
from render.fonts import Style, order
from render.samples import match, resigned
from render.texts import Texts
from render.theme import DARK, Theme
from rules.card_game import CARD_GAME
from rules.card_game.state import totals
from rules.cards import WAGER, Card, Colour
from rules.game import Outcome, Termination
from tests.render.card_game.tables import fullest, played, positions
from tests.render.measures import (
    ALL_THEMES,
    LANGUAGES,
    LEGIBLE,
    NAMES,
    PLAIN,
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
    least_contrast,
    overlap,
)


def screens(names: Sequence[str], theme: Theme, texts: Texts = TEXTS) -> Iterator[tuple[str, Canvas]]:
    """Every picture, in ordinary and in extreme cases."""
    for index, view in enumerate(positions()):
        yield f"board {index}", boards.layout(view, names, texts, theme)
    for seat in (0, 1):
        for step in (0, 61, 152, 153):
            view = played(140, step, seat)
            yield f"hand {seat} {step}", hands.layout(view, names, texts, theme, view.hand[0])
    yield "hand full", hands.layout(fullest(1), names, texts, theme)
    states = list(match(140))
    ended = CARD_GAME.view(states[-1], None)
    for count in (1, 2, 3):
        after = totals(ended.results[:count])
        yield f"sheet {count}", sheets.layout(ended.results[count - 1], after, 3, names, texts, theme)
    full = fullest()
    yield "sheet full", sheets.layout(full.results[0], full.totals, 9, names, texts, theme)
    yield "result", results.layout(ended, names, texts, theme)
    yield "result resigned", results.layout(CARD_GAME.view(resigned(states[10], 0), None), names, texts, theme)
    level = Outcome(Termination.COMPLETED, (1, 1), (5, 5))
    yield "result level", results.layout(replace(full, turn=None, outcome=level), names, texts, theme)
    yield "lesson", lessons.layout(texts, theme)


@pytest.mark.parametrize("names", NAMES, ids=range(len(NAMES)))
def test_words_stay_inside_and_apart_whatever_the_names(names: Sequence[str]) -> None:
    assert_words_inside_and_apart(screens(names, DARK))


def test_figures_are_legible_when_shown_small() -> None:
    assert_vital_words_legible(screens(PLAIN, DARK))
    for size in (sprites.SMALL_RANK, sprites.LARGE_RANK, sprites.TILE_RANK):
        assert fonts.cap_height(Style.NUMERAL, size) * SHOWN_WIDTH / furniture.WIDTH >= LEGIBLE


@ALL_THEMES
def test_words_stand_out_from_what_is_behind_them(theme: Theme) -> None:
    assert_words_stand_out(screens(PLAIN, theme))


@ALL_THEMES
def test_ranks_stand_out_from_their_cards(theme: Theme) -> None:
    for colour in Colour:
        for size in (sprites.SMALL, sprites.PILE):
            face = sprites.blank(colour, False, size, theme.deck).crop((6, 8, size[0] - 6, 54))
            assert least_contrast(theme.deck.ink, face) >= 4.5
        poster = sprites.poster(colour, False, theme.deck)
        for area in ((14, 16, 80, 78), (82, 16, 120, 84)):
            assert least_contrast(theme.deck.ink, poster.crop(area)) >= 4.5, (colour, area)
        night = sprites.poster(colour, True, theme.deck).crop((84, 16, 118, 84))
        letter = sprites.ink_of(Card(colour, WAGER), theme.deck)
        assert least_contrast(letter, night) >= 4.5, colour
        dark = sprites.blank(colour, True, sprites.PILE, theme.deck).crop((12, 12, 80, 78))
        assert least_contrast(letter, dark) >= 4.5, colour


@pytest.mark.parametrize("count", range(1, 13))
def test_expeditions_keep_to_their_place(count: int) -> None:
    for colour in Colour:
        row = Box(furniture.EDGE, parts.row_top(colour), furniture.WIDTH - 2 * furniture.EDGE, parts.STRIP)
        scores = (
            Box(row.left, row.top, parts.SCORE, row.height),
            Box(row.right - parts.SCORE, row.top, parts.SCORE, row.height),
        )
        for seat in (0, 1):
            boxes = boards.card_boxes(count, seat, colour)
            outward = 1 if seat else -1
            assert [box.left for box in boxes] == sorted((box.left for box in boxes), reverse=seat == 0)
            for box in boxes:
                assert inside(box, row)
                assert not overlap(box, parts.pile_box(colour))
                assert not any(overlap(box, score) for score in scores)
            for index, (box, following) in enumerate(pairwise(boxes)):
                seen = (following.left - box.left) * outward
                middle = boards.visible_middle(index, count, seat)
                widest = fonts.measure("8", Style.NUMERAL, sprites.SMALL_RANK)
                left, right = (0, seen) if seat else (box.width - seen, box.width)
                assert left <= middle - widest / 2
                assert middle + widest / 2 <= right


@pytest.mark.parametrize("count", range(1, 13))
def test_sheets_have_room_for_every_card(count: int) -> None:
    cards = fullest().columns[0][Colour.RED]
    for chosen in (cards[:count], cards[-count:]):
        for seat in (0, 1):
            boxes = sheets.tile_boxes(chosen, seat, Colour.RED)
            assert all(not overlap(first, second) for first, second in combinations(boxes, 2))
            assert min(box.left for box in boxes) >= furniture.EDGE + parts.SCORE
            assert max(box.right for box in boxes) <= furniture.WIDTH - furniture.EDGE - parts.SCORE


def test_hand_cards_do_not_touch_and_those_that_can_be_played_stand_higher() -> None:
    view = fullest(0)
    assert len(view.hand) == 8
    boxes = hands.card_boxes(view)
    assert all(not overlap(first, second) for first, second in combinations(boxes, 2))
    assert {box.top for box in boxes} == {hands.CARDS_TOP + held.RAISE}  # nothing fits on full expeditions
    opening = played(140, 0, played(140, 0).turn)
    assert {box.top for box in hands.card_boxes(opening)} == {hands.CARDS_TOP}  # everything fits on none
    placed = played(140, 1, played(140, 0).turn)
    assert len(hands.card_boxes(placed)) == 7
    assert {box.top for box in hands.card_boxes(placed)} == {hands.CARDS_TOP + held.RAISE}


def test_pictures_are_landscape() -> None:
    assert_landscape(screens(PLAIN, DARK))


def test_a_label_knows_where_its_capitals_stand() -> None:
    label = Label("H", (100, 50), Style.NUMERAL, 52, (0, 0, 0), "ms")
    assert label.box.bottom == 50
    assert label.box.height == fonts.cap_height(Style.NUMERAL, 52)
    assert label.box.left + label.box.width / 2 == pytest.approx(100, abs=1)  # pyright: ignore[reportUnknownMemberType]


def test_a_sentence_keeps_its_direction_whatever_the_name() -> None:
    name = "\N{HEBREW LETTER ALEF}\N{HEBREW LETTER BET}"

    def sentence(names: Sequence[str]) -> str:
        return f"{names[0]} wins."

    words = furniture.with_room(sentence, (name,), Style.BOLD, 34, 400)
    line = list(words.strip(order.LEFT_MARK))
    seen = "".join(line[index] for index in order.visual(order.levels(line, order.base(words) or 0)))
    assert seen == f"{name[::-1]} wins."


def test_longer_languages_find_room() -> None:
    view = played(140, 152)
    canvases = (
        boards.layout(view, PLAIN, Wordy(), DARK),
        hands.layout(played(140, 152, 1), PLAIN, Wordy(), DARK),
        lessons.layout(Wordy(), DARK),
    )
    assert_words_inside_and_apart(("longer", canvas) for canvas in canvases)
    steps = [lessons.step_box(index) for index in range(len(lessons.STEPS))]
    for label in lessons.layout(Wordy(), DARK).labels:
        panels = [box for box in steps if box.left <= label.at[0] < box.right and label.at[1] < box.bottom + 30]
        assert all(inside(label.box, box) for box in panels), label


@LANGUAGES
def test_every_language_finds_room(language: str) -> None:
    texts = catalogue(language)
    shown = list(screens(PLAIN, DARK, texts))
    assert_words_inside_and_apart(shown)
    assert_nothing_is_lost(shown)
    paragraphs = [texts.text(f"lesson.{part}") for part in (*lessons.STEPS, "score")]
    assert_said(lessons.layout(texts, DARK), *paragraphs)
