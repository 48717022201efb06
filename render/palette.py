"""Pictures with a palette: small when encoded, and a third of the memory while they wait."""

from collections.abc import Iterable
from itertools import chain
from typing import Final

from PIL import Image

from render.theme import RGB, Theme, mix

_SIZE: Final = 256


def fitted(artwork: Image.Image, theme: Theme, tones: Iterable[RGB] = ()) -> Image.Image:
    """An image (mode P) whose palette holds the flat tones and texts of ``theme``, ``tones``, and the best of
    ``artwork``'s."""
    flat: dict[RGB, None] = dict.fromkeys(
        (theme.paper, theme.panel, theme.line, theme.deck.ink, theme.deck.brass, *theme.deck.faces, *tones)
    )
    for words in (theme.ink, theme.muted, theme.accent, theme.gain, theme.loss):
        flat.update(dict.fromkeys(mix(theme.panel, words, step / 4) for step in range(1, 5)))
    # every second pixel each way tells as much, in a quarter of the time
    half = artwork.width // 2, artwork.height // 2
    sample = artwork.resize(half, Image.Resampling.NEAREST)  # pyright: ignore[reportUnknownMemberType]  # names NumPy
    shades = sample.quantize(_SIZE - len(flat), Image.Quantize.MEDIANCUT, kmeans=1).getpalette() or []
    held = [*chain.from_iterable(flat), *shades][: 3 * _SIZE]
    image = Image.new("P", (1, 1))
    image.putpalette([*held, *held[:3] * (_SIZE - len(held) // 3)])
    return image


def reduced(image: Image.Image, palette: Image.Image) -> Image.Image:
    """``image`` in the nearest tones of ``palette`` (both mode P)."""
    return image.quantize(palette=palette, dither=Image.Dither.NONE)
