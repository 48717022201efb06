"""A picture as a list of what stands where, so that a test can read it and a painter paint it."""

from dataclasses import dataclass, field, replace
from io import BytesIO

from PIL import Image

from render import fonts
from render.fonts import Style
from render.theme import RGB


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.left + self.width

    @property
    def bottom(self) -> int:
        return self.top + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.left + self.width / 2, self.top + self.height / 2


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text; ``anchor`` as in ``fonts.draw``, ``vital`` if it must be legible in a picture shown small."""

    text: str
    at: tuple[float, float]
    style: Style
    size: int
    fill: RGB
    anchor: fonts.Anchor = "ls"
    max_width: float | None = None
    vital: bool = False

    def moved(self, x: float, y: float) -> "Label":
        return replace(self, at=(x, y))

    def within(self, room: float) -> "Label":
        """The same if it is at most ``room`` pixels wide, else cut; so a line is set once, whatever room it has."""
        return self if self.width <= room else replace(self, max_width=room)

    def shrunk(self, room: float) -> "Label":
        """The same if it is at most ``room`` pixels wide, else set smaller: for words that no language may lose."""
        return self if self.width <= room else replace(self, size=int(self.size * room / self.width))

    @property
    def width(self) -> float:
        return fonts.measure(self.text, self.style, self.size, self.max_width)

    @property
    def height(self) -> int:
        """The height of its capitals and figures in pixels."""
        return fonts.cap_height(self.style, self.size)

    @property
    def box(self) -> Box:
        """Where its capitals stand, without descenders."""
        x = self.at[0] - {"l": 0.0, "m": self.width / 2, "r": self.width}[self.anchor[0]]
        y = self.at[1] - {"t": 0.0, "m": self.height / 2, "s": self.height}[self.anchor[1]]
        return Box(round(x), round(y), round(self.width), self.height)


@dataclass(frozen=True, slots=True)
class Sticker:
    """An image with transparency, and where its upper left corner goes."""

    image: Image.Image
    at: tuple[int, int]


@dataclass(slots=True)
class Canvas:
    """A background (left unchanged), what is stuck on it, and the words on top."""

    background: Image.Image
    stickers: list[Sticker] = field(default_factory=list[Sticker])
    labels: list[Label] = field(default_factory=list[Label])

    def stick(self, image: Image.Image, at: tuple[int, int]) -> None:
        self.stickers.append(Sticker(image, at))

    def write(self, label: Label) -> float:
        """Add a line of text; returns its width in pixels."""
        self.labels.append(label)
        return label.width

    def paint(self) -> Image.Image:
        image = self.background.convert("RGB")
        for sticker in self.stickers:
            image.paste(sticker.image, sticker.at, sticker.image)
        for label in self.labels:
            fonts.draw(image, label.at, label.text, label.style, label.size, label.fill, label.anchor, label.max_width)
        return image


def png(image: Image.Image) -> bytes:
    """``image`` (mode P) encoded small and fast."""
    file = BytesIO()
    image.save(file, "PNG", compress_level=3)
    return file.getvalue()
