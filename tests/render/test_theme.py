"""Whether tones can be told apart, by everybody."""

from itertools import combinations

import pytest

from render.theme import THEMES, Theme, contrast, luminance, mix, rgb
from rules.cards import Colour

# Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB
_SIGHT = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def _lab(tone: tuple[int, int, int], sight: str) -> tuple[float, float, float]:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (v / 255 for v in tone)]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in _SIGHT[sight]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("sight", _SIGHT)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_card_colours_differ_for_every_sight(theme: Theme, sight: str) -> None:
    for first, second in combinations(Colour, 2):
        pair = (_lab(theme.deck.face(first), sight), _lab(theme.deck.face(second), sight))
        distance = sum((a - b) ** 2 for a, b in zip(*pair, strict=True)) ** 0.5
        assert distance >= 12, (first, second)


@pytest.mark.parametrize("sight", _SIGHT)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_colours_of_seats_differ_for_every_sight(theme: Theme, sight: str) -> None:
    for first, second in combinations(theme.deck.seats, 2):
        pair = (_lab(first, sight), _lab(second, sight))
        assert sum((a - b) ** 2 for a, b in zip(*pair, strict=True)) ** 0.5 >= 30, (first, second)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_words_stand_out_from_flat_grounds(theme: Theme) -> None:
    for ground in (theme.paper, theme.panel):
        for words in (theme.ink, theme.muted, theme.accent, theme.gain, theme.loss):
            assert contrast(words, ground) >= 4.5
    for face in theme.deck.faces:
        assert contrast(theme.deck.ink, face) >= 4.5


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)  # pyright: ignore[reportUnknownMemberType]
    assert contrast((0, 0, 0), (0, 0, 0)) == 1
    assert round(contrast(rgb("777777"), rgb("ffffff")), 2) == 4.48
    assert luminance((255, 255, 255)) == 1


def test_mix_goes_from_one_tone_to_the_other() -> None:
    assert mix((0, 10, 20), (100, 110, 120), 0) == (0, 10, 20)
    assert mix((0, 10, 20), (100, 110, 120), 1) == (100, 110, 120)
    assert mix((0, 10, 20), (100, 110, 120), 0.5) == (50, 60, 70)
