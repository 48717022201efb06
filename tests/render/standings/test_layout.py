"""What stands where on the pictures of standings, and on what."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.i18n import catalogue
from render.canvas import Canvas
from render.charts import Curve, Mark, Rating
from render.standings import (
    PAGE,
    STEPS,
    BestExpedition,
    FinalTable,
    GameRecord,
    Profile,
    Standing,
    Standings,
    Tally,
    samples,
)
from render.standings.podium import layout as podium
from render.standings.podium import steps
from render.standings.profile import layout as profile
from render.standings.table import layout as table
from render.texts import Texts
from render.theme import DARK, Theme
from rules.cards import Colour
from tests.render.measures import (
    ALL_THEMES,
    LANGUAGES,
    NAMES,
    PLAIN,
    TEXTS,
    Wordy,
    assert_landscape,
    assert_nothing_is_lost,
    assert_vital_words_legible,
    assert_words_inside_and_apart,
    assert_words_stand_out,
)

BEGAN = datetime(2024, 1, 1, tzinfo=UTC)


def page(names: Sequence[str], count: int = PAGE, first: int = 1, level: bool = False) -> Standings:
    """A page on which everything is as long as it can be."""
    rows = tuple(
        Standing(
            place=first if level else first + index,
            name=names[index % 2],
            rating=(3456, -120)[index % 2],
            matches=9999,
            wins=7777,
            draws=(0, 2222)[index % 2],
            losses=8888,
            trend=(-88, 88, 0, None)[index % 4],
            provisional=index % 2 == 0,
            is_asker=index == 1,
        )
        for index in range(count)
    )
    own = replace(rows[0], place=None, is_asker=True) if rows else None
    return Standings(names[0], "board_game", rows, own, 5000, 5)


def screens(names: Sequence[str], theme: Theme, texts: Texts = TEXTS) -> Iterator[tuple[str, Canvas]]:
    for count, first, level in ((PAGE, 1, False), (PAGE, 1, True), (PAGE, 4991, False), (1, 1, False), (0, 1, False)):
        yield f"table {count} {first} {level}", table(page(names, count, first, level), texts, theme)
    yield "table as usual", table(samples.TABLE, texts, theme)
    for places in ((1, 2, 3), (1, 1, 1, 1, 1), (1, 2, 2, 2), (1, 1, 3), (1, 2), (1, 1), (1,), ()):
        rows = tuple(Standing(place, names[at % 2], 3456, 9, 9, 0, 0) for at, place in enumerate(places))
        yield f"podium {places}", podium(FinalTable(names[1], "card_game", rows, 5000), texts, theme)
    for title, shown in profiles(names):
        yield f"profile {title}", profile(shown, texts, theme)


def profiles(names: Sequence[str]) -> Iterator[tuple[str, Profile]]:
    """Profiles on which everything is as long, and as little, as it can be."""
    most = Tally(7777, 2222, 8888)
    games = tuple(
        GameRecord(game, most, -123.45, BestExpedition(points, colour, 10**12), colour)
        for game, points, colour in (("card_game", -80, Colour.WHITE), ("board_game", 156, Colour.PURPLE))
    )
    marks = tuple(Mark(BEGAN + timedelta(days=90 * number), names[0]) for number in range(9))
    for count in (1, 2, 700):
        curves = tuple(
            Curve(game.game, tuple(Rating(BEGAN + timedelta(days=day), 40 * (day % 70) - 300) for day in range(count)))
            for game in games
        )
        yield f"of {count} points", Profile(names[0], games, curves, marks, 7777, names[1], most)
    flat = Curve("card_game", (Rating(BEGAN, 1000), Rating(BEGAN, 1000), Rating(BEGAN + timedelta(days=1), 1000)))
    for colour in Colour:
        nothing = GameRecord("card_game", Tally(losses=1), None, None, colour)
        yield f"without much {colour}", Profile(names[0], (nothing,), (flat,), (), 0, names[1], Tally())
    yield "own and unrated", Profile(names[0], (replace(games[0], favourite=None),), (), (), 1)
    yield "of nobody", Profile(names[0], (), (), (), 0)


@pytest.mark.parametrize("names", NAMES, ids=range(len(NAMES)))
def test_words_stay_inside_and_apart_whatever_the_names(names: Sequence[str]) -> None:
    assert_words_inside_and_apart(screens(names, DARK))


def test_longer_languages_find_room() -> None:
    assert_words_inside_and_apart(screens(PLAIN, DARK, Wordy()))


def test_figures_are_legible_when_shown_small() -> None:
    empty = ("table 0 1 False", "podium ()", "profile of nobody")
    filled = [(name, canvas) for name, canvas in screens(PLAIN, DARK) if name not in empty]
    assert_vital_words_legible(filled)


@ALL_THEMES
def test_words_stand_out_from_what_is_behind_them(theme: Theme) -> None:
    assert_words_stand_out(screens(PLAIN, theme))


def test_pictures_are_landscape() -> None:
    assert_landscape(screens(PLAIN, DARK))


def test_who_shares_a_place_stands_on_a_step_of_its_height() -> None:
    shown = steps(samples.LEVEL)
    assert [row.place for row, _ in shown] == [1, 1, 3]
    (first, second, third) = (box for _, box in shown)
    assert first.top == second.top < third.top
    assert second.left < first.left < third.left
    five = FinalTable("", "card_game", tuple(Standing(1, "", 0, 0, 0, 0, 0) for _ in range(5)), 5)
    assert len(steps(five)) == STEPS


@LANGUAGES
def test_every_language_finds_room(language: str) -> None:
    shown = list(screens(PLAIN, DARK, catalogue(language)))
    assert_words_inside_and_apart(shown)
    assert_nothing_is_lost(shown)
