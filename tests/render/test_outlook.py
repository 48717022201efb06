"""The picture of how a match went."""

from collections.abc import Iterator
from typing import Final

from bot.i18n import catalogue
from render.canvas import Canvas
from render.outlook import Outlook, layout, outlook, outlook_words
from render.picture import ALT_LIMIT
from render.samples import OUTLOOK
from render.texts import Texts
from render.theme import DARK, Theme
from tests.render.measures import (
    ALL_THEMES,
    LANGUAGES,
    TEXTS,
    Wordy,
    assert_as_it_was,
    assert_landscape,
    assert_nothing_is_lost,
    assert_vital_words_legible,
    assert_words_inside_and_apart,
    assert_words_stand_out,
)

MINUS: Final = "\N{MINUS SIGN}"


def screens(theme: Theme, texts: Texts = TEXTS) -> Iterator[tuple[str, Canvas]]:
    long = tuple(999.0 if turn % 2 else -999.0 for turn in range(900))
    for name, told in (
        ("as usual", OUTLOOK),
        ("one", Outlook((3.4,), ((0, 1),))),
        ("level", Outlook((0.0, 0.0, 0.0), ((0, 1), (1, 2), (2, 3)))),
        ("long", Outlook(long, tuple((at, at // 100 + 1) for at in range(0, 900, 100)))),
    ):
        yield name, layout(told, texts, theme)


def test_the_picture_looks_as_it_did() -> None:
    assert_as_it_was("outlook", outlook(OUTLOOK, TEXTS, DARK))


@ALL_THEMES
def test_it_can_be_read(theme: Theme) -> None:
    assert_words_inside_and_apart(screens(theme))
    assert_words_inside_and_apart(screens(theme, Wordy()))
    assert_vital_words_legible(screens(theme))
    assert_words_stand_out(screens(theme))
    assert_landscape(screens(theme))


@LANGUAGES
def test_every_language_finds_room(language: str) -> None:
    assert_words_inside_and_apart(screens(DARK, catalogue(language)))
    assert_nothing_is_lost(screens(DARK, catalogue(language)))


def test_the_words_tell_the_way_of_the_curve() -> None:
    words = outlook_words(Outlook((-3.6, 12.2, -20.0, 7.0), ((0, 1),)), TEXTS)
    assert all(value in words for value in (f"at first {MINUS}4", "at best +12", f"at worst {MINUS}20", "at last +7"))
    assert len(words) <= ALT_LIMIT
