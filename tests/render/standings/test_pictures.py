"""The encoded pictures of standings and their words."""

from dataclasses import replace

import pytest

from render.picture import ALT_LIMIT
from render.standings import podium_words, samples, standings_words
from render.theme import DARK, Theme
from tests.render.measures import ALL_THEMES, TEXTS, assert_as_it_was


@pytest.mark.parametrize("name", ["standings-own", "standings-empty", "podium", "podium-level"])
def test_pictures_look_as_they_did(name: str) -> None:
    assert_as_it_was(name, dict(samples.pictures(TEXTS, DARK))[name])


@ALL_THEMES
def test_pictures_are_small_and_described(theme: Theme) -> None:
    for name, picture in samples.pictures(TEXTS, theme):
        assert len(picture.data) <= 120_000, name
        assert 0 < len(picture.alt) <= ALT_LIMIT, name


def test_the_words_say_all_that_the_picture_shows() -> None:
    words = standings_words(samples.BELOW, TEXTS)
    assert words.splitlines()[1].startswith(
        "You: 17. Vasco, rating 1411?, 9 matches. 3 won, 0 drawn, 6 lost. 3 places down"
    )
    for row in samples.BELOW.rows:
        assert f"{row.place}. {row.name}, rating {row.rating}" in words
    assert "Sacagawea, rating 1598?, 12 matches. 8 won, 0 drawn, 4 lost. New since last week." in words
    unranked = replace(samples.BELOW.rows[0], place=None, is_asker=True)
    assert "You: Gertrude, not ranked yet" in standings_words(replace(samples.EMPTY, own=unranked), TEXTS)
    assert "Play a rated match" in standings_words(samples.EMPTY, TEXTS)
    assert "Gertrude wins the season." in podium_words(samples.END, TEXTS)
    assert "2 players share the first place." in podium_words(samples.LEVEL, TEXTS)
