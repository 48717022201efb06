"""The scene above a result, where it is only symbols."""

import pytest
from PIL import Image

from render.furniture import WIDTH
from render.hero import hero
from render.theme import HIGH_CONTRAST

WORDS = (100, 190, WIDTH - 100, 304)
"""Where the words of a result stand, the long ones and their lowest strokes too."""


@pytest.mark.parametrize("bottom", [420, 430, 460])
def test_nothing_lies_behind_the_words(bottom: int) -> None:
    image = Image.new("RGB", (WIDTH, bottom), HIGH_CONTRAST.paper)
    hero(image, bottom, HIGH_CONTRAST)
    assert image.crop(WORDS).getcolors() == [((WORDS[2] - WORDS[0]) * (WORDS[3] - WORDS[1]), HIGH_CONTRAST.paper)]
