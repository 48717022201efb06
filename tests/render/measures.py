"""What every picture must be, whatever it shows; and words that make it hard."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.i18n import catalogue, languages
from render import fonts
from render.canvas import Box, Canvas
from render.picture import Picture
from render.theme import RGB, THEMES, contrast

SHOWN_WIDTH: Final = 400
"""How wide a phone shows a picture, in pixels."""
LEGIBLE: Final = 12
"""How tall a figure must then be."""
GOLDEN: Final = Path(__file__).parent / "golden"
GOLDEN_WIDTH: Final = 300

TEXTS: Final = catalogue()
LANGUAGES: Final = pytest.mark.parametrize("language", languages())
ALL_THEMES: Final = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)

PLAIN: Final = ("Amelia", "Roald")
NAMES: Final = (
    PLAIN,
    ("A", "I"),
    ("Bartholomew Featherstonehaugh III", "W" * 64),
    ("محمد بن عبد الله الخوارزمي الكبير", "שלום עולם ירושלים של זהב"),
    ("👨‍👩‍👧‍👦🏳️‍🌈🇨🇭👍🏽" * 8, "\U0001d571\U0001d586\U0001d593\U0001d588\U0001d59e ﷽ ﷽ ﷽"),
    ("蒼井優子の冒険の旅と失われた都市の秘密", "한국어이름이아주길면어떻게될까요"),
    ("a\u0301\u0323\u0330" * 30, "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞"),
    ("\u202egnirts desrever", "line\nbreak\ttab\x00null"),
    ("\ud800 lone", "                    "),
    ("ชื่อภาษาไทยที่ยาวมากๆ", "हिन्दी में एक लम्बा नाम"),
)


class Wordy:
    """Texts as a language that needs half as much room again may have them."""

    def text(self, key: str, /, **values: object) -> str:
        return self._longer(TEXTS.text(key, **values))

    def plural(self, key: str, n: int, /, **values: object) -> str:
        return self._longer(TEXTS.plural(key, n, **values))

    def list(self, parts: Sequence[str], /) -> str:
        return TEXTS.list(parts)

    def number(self, number: float, /, decimals: int = 0) -> str:
        return TEXTS.number(number, decimals)

    def _longer(self, text: str) -> str:
        return " ".join(word + "o" * (len(word) // 2) for word in text.split(" "))


Screens = Iterable[tuple[str, Canvas]]
"""Canvases and what to call them in a failure."""


def inside(inner: Box, outer: Box) -> bool:
    return (
        outer.left <= inner.left
        and outer.top <= inner.top
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


def overlap(first: Box, second: Box) -> bool:
    return (
        first.left < second.right
        and second.left < first.right
        and first.top < second.bottom
        and second.top < first.bottom
    )


def on_canvas(canvas: Canvas) -> Box:
    return Box(0, 0, *canvas.background.size)


def least_contrast(ink: RGB, ground: Image.Image) -> float:
    """The contrast of ``ink`` with the pixel of ``ground`` that is closest to it."""
    data = ground.convert("RGB").tobytes()
    tones = set(zip(data[0::3], data[1::3], data[2::3], strict=True))
    return min(contrast(ink, tone) for tone in tones)


def assert_words_inside_and_apart(screens: Screens) -> None:
    for screen, canvas in screens:
        for label in canvas.labels:
            assert inside(label.box, on_canvas(canvas)), (screen, label)
        for first, second in combinations(canvas.labels, 2):
            assert not overlap(first.box, second.box), (screen, first, second)


def assert_nothing_is_lost(screens: Screens) -> None:
    """What a picture says in words is there to its end. Numbers beyond all bounds may be cut, and names of people."""
    for screen, canvas in screens:
        for label in canvas.labels:
            assert "…" not in label.text, (screen, label)
            if label.max_width is not None and any(map(str.isalpha, label.text)):
                assert fonts.measure(label.text, label.style, label.size) <= label.max_width, (screen, label)


def assert_said(canvas: Canvas, *texts: str) -> None:
    """Every paragraph stands on a picture, broken into lines."""
    said = "".join("".join(label.text.split()) for label in canvas.labels)
    for text in texts:
        assert "".join(text.split()) in said


def assert_vital_words_legible(screens: Screens) -> None:
    for screen, canvas in screens:
        scale = SHOWN_WIDTH / canvas.background.width
        vital = [label for label in canvas.labels if label.vital]
        assert vital or screen == "lesson", screen
        for label in vital:
            assert label.height * scale >= LEGIBLE, (screen, label)


def assert_words_stand_out(screens: Screens) -> None:
    for screen, canvas in screens:
        ground = replace(canvas, labels=[]).paint()
        for label in canvas.labels:
            box = label.box
            behind = ground.crop((box.left, box.top, box.right, box.bottom))
            assert least_contrast(label.fill, behind) >= 4.5, (screen, label)


def assert_landscape(screens: Screens) -> None:
    for screen, canvas in screens:
        width, height = canvas.background.size
        assert width > height, screen


def opened(picture: Picture) -> Image.Image:
    image = Image.open(BytesIO(picture.data))
    assert image.format == "PNG"
    assert picture.extension == "png"
    return image.convert("RGB")


def assert_as_it_was(name: str, picture: Picture) -> None:
    """Delete a file of ``golden`` to have it drawn anew, and look at it before it is committed."""
    image = opened(picture)
    image.thumbnail((GOLDEN_WIDTH, GOLDEN_WIDTH))
    path = GOLDEN / f"{name}.png"
    if not path.exists():
        image.quantize(256).save(path)
        pytest.fail(f"{path.name} was not there and was drawn")
    golden = Image.open(path).convert("RGB")
    assert image.size == golden.size
    assert max(ImageStat.Stat(ImageChops.difference(image, golden)).mean) < 4
