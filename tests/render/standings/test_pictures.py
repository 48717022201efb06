"""The encoded pictures of standings and their words."""

from dataclasses import replace

import pytest

from render.picture import ALT_LIMIT
from render.standings import podium_words, profile_words, samples, standings_words
from render.theme import DARK, Theme
from tests.render.measures import ALL_THEMES, TEXTS, assert_as_it_was


@pytest.mark.parametrize(
    "name", ["standings-own", "standings-empty", "podium", "podium-level", "profile", "profile-first"]
)
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


def test_the_words_of_a_profile_say_all_that_its_picture_shows() -> None:
    words = profile_words(samples.PROFILE, TEXTS)
    for told in (
        "Amelia: 66 matches.",
        "Amelia against Roald: 7 won, 1 drawn, 4 lost.",
        "Most wins in a row: 7.",
        "31 won, 1 drawn, 21 lost.",
        "On average 38.4 points a round.",
        "Best expedition: Green +156, in match 87.",
        "Favourite colour: Red.",
        "Rating in the card game: 1960, at first 1400, at best 1960.",
    ):
        assert told in words
    assert "Amelia and Roald have not played each other yet." in profile_words(samples.UNRATED, TEXTS)
    assert "No rating yet." in profile_words(samples.UNRATED, TEXTS)
    assert "Vasco has not finished a match here yet. " in profile_words(samples.NEWCOMER, TEXTS)
