"""The tones that a theme's pictures are encoded with."""

from functools import lru_cache
from itertools import chain
from typing import Final

from PIL import Image

from render.theme import RGB, Theme, mix

_SIZE: Final = 256


@lru_cache(maxsize=4)
def palette(theme: Theme) -> Image.Image:
    """An image (mode P) whose palette holds the tones of ``theme`` and the steps between those that meet."""
    tones: dict[RGB, None] = dict.fromkeys(
        (theme.paper, theme.panel, theme.raised, theme.line, theme.ink, theme.muted, theme.card_ink, theme.brass)
    )
    for face, strip in zip(theme.faces, theme.strips, strict=True):
        tones.update(_steps(theme.card_ink, face, 7))
        tones.update(_steps(face, (255, 255, 255), 4))
        tones.update(_steps(strip.sky, strip.horizon, 8))
        tones.update(_steps(strip.near, strip.horizon, 5))
        tones.update(_steps(strip.horizon, strip.light, 6))
        tones.update(dict.fromkeys((strip.far, strip.middle)))
    for words in (theme.ink, theme.muted, theme.accent, theme.gain, theme.loss):
        tones.update(_steps(theme.panel, words, 6))
        tones.update(_steps(theme.paper, words, 3))
    tones.update(_steps(theme.card_ink, theme.brass, 6))
    chosen = list(tones)[:_SIZE]
    image = Image.new("P", (1, 1))
    image.putpalette([*chain.from_iterable(chosen), *chosen[0] * (_SIZE - len(chosen))])
    return image


def _steps(first: RGB, last: RGB, count: int) -> dict[RGB, None]:
    return dict.fromkeys(mix(first, last, step / (count - 1)) for step in range(count))
