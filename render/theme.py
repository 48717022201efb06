"""How pictures look: the themes, the tones of each place, and what makes two tones tell apart."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from rules.cards import Colour

RGB: TypeAlias = tuple[int, int, int]


def rgb(text: str) -> RGB:
    """The tone written as six hexadecimal digits."""
    return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)


def mix(first: RGB, second: RGB, share: float) -> RGB:
    """A tone between two: ``share`` 0 gives the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def luminance(tone: RGB) -> float:
    """Relative luminance, 0 for black to 1 for white (WCAG 2.2)."""
    red, green, blue = (_linear(part / 255) for part in tone)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def contrast(first: RGB, second: RGB) -> float:
    """The contrast ratio of two tones, 1 to 21 (WCAG 2.2); text needs 4.5."""
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@dataclass(frozen=True, slots=True)
class Tones:
    """The tones of a landscape, from far to near, and of the light in it."""

    sky: RGB
    horizon: RGB
    far: RGB
    middle: RGB
    near: RGB
    light: RGB


# Decks and themes are compared by identity, since they are keys of every cache.
@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """How cards and figures look: the tone of each colour, of what is written on them, of coins and backs, of seats.

    ``plain`` leaves out landscapes and shading.
    """

    faces: tuple[RGB, ...]
    ink: RGB
    brass: RGB
    seats: tuple[RGB, ...]
    plain: bool = False

    def face(self, colour: Colour) -> RGB:
        return self.faces[colour]


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """One look of everything.

    ``strips`` are the landscapes behind the cards of each colour. ``ink`` is text on ``paper``, ``panel`` and the
    landscapes, ``accent`` that of whose turn it is. ``light`` says that paper is lighter than ink.
    """

    name: str
    paper: RGB
    panel: RGB
    line: RGB
    ink: RGB
    muted: RGB
    accent: RGB
    gain: RGB
    loss: RGB
    deck: Deck
    strips: tuple[Tones, ...]
    light: bool = False

    def tone(self, points: int) -> RGB:
        """The tone of a score: a gain, a loss, or neither."""
        if points == 0:
            return self.muted
        return self.gain if points > 0 else self.loss


# Told apart in pairs as the colours of cards are, the closest pair being 32 apart.
_SEATS: Final = tuple(rgb(text) for text in ("fb6a91", "6aeff5", "d5fa42", "c592fc"))
# Told apart in pairs also with protanopia, deuteranopia and tritanopia: the closest pair of any of the three,
# blue and purple for protanopes, is 17 apart in CIELAB (Machado et al. 2009, full severity).
_CARDS: Final = Deck(
    faces=tuple(rgb(text) for text in ("f7c325", "2f93ee", "f0f2f5", "5bd188", "ea5a30", "de86d6")),
    ink=rgb("12151c"),
    brass=rgb("ffd873"),
    seats=_SEATS,
)
_PLAIN_CARDS: Final = Deck(
    faces=tuple(rgb(text) for text in ("ffd500", "4fb0ff", "ffffff", "63ec93", "ff7a4d", "f4a6e4")),
    ink=rgb("000000"),
    brass=rgb("ffe600"),
    seats=_SEATS,
    plain=True,
)


def _tones(sky: str, horizon: str, far: str, middle: str, near: str, light: str) -> Tones:
    return Tones(rgb(sky), rgb(horizon), rgb(far), rgb(middle), rgb(near), rgb(light))


_NIGHT: Final = (
    _tones("241a10", "5c3d12", "49300f", "38250d", "281a0a", "b9821f"),
    _tones("0b1c33", "143a66", "10335c", "0c2748", "081b34", "3f7fbf"),
    _tones("1b212c", "39424f", "323b48", "272f3b", "1b222c", "8a97a8"),
    _tones("0c2118", "174a31", "123d28", "0d2e1e", "081f14", "3f9a63"),
    _tones("260f0c", "5a1f13", "451810", "33110c", "230b08", "e0662c"),
    _tones("1e1128", "452455", "3a1d49", "2b1537", "1d0d26", "a85fb0"),
)
_DAY: Final = (
    _tones("fdf3d8", "fbe2a4", "f3d58b", "ecc873", "e4bb5e", "fffaec"),
    _tones("e4f1fd", "c6e1fb", "b0d5f8", "9ac8f3", "86bbed", "ffffff"),
    _tones("f3f5f8", "e2e7ed", "d3dae3", "c5ced9", "b6c1ce", "ffffff"),
    _tones("e4f7ea", "c8efd5", "b2e5c3", "9bdab1", "86ce9f", "ffffff"),
    _tones("fdeae3", "fbd3c4", "f7c0ac", "f1ac94", "ea9a7f", "fff3d6"),
    _tones("f9eaf8", "f3d4f1", "ecc1e9", "e4afe0", "da9cd6", "ffffff"),
)


def _flat(tone: str) -> tuple[Tones, ...]:
    return (_tones(tone, tone, tone, tone, tone, tone),) * len(Colour)


DARK: Final = Theme(
    name="dark",
    paper=rgb("11151c"),
    panel=rgb("1b212b"),
    line=rgb("3d4757"),
    ink=rgb("f6f1e4"),
    muted=rgb("b9bfca"),
    accent=rgb("ffcf5c"),
    gain=rgb("8df0ae"),
    loss=rgb("ffb491"),
    deck=_CARDS,
    strips=_NIGHT,
)
LIGHT: Final = Theme(
    name="light",
    paper=rgb("f5efe2"),
    panel=rgb("fffaf0"),
    line=rgb("c9bda4"),
    ink=rgb("1d2129"),
    muted=rgb("4c5260"),
    accent=rgb("7a4a00"),
    gain=rgb("0b5229"),
    loss=rgb("7c2408"),
    deck=_CARDS,
    strips=_DAY,
    light=True,
)
HIGH_CONTRAST: Final = Theme(
    name="contrast",
    paper=rgb("000000"),
    panel=rgb("000000"),
    line=rgb("ffffff"),
    ink=rgb("ffffff"),
    muted=rgb("ffffff"),
    accent=rgb("ffe600"),
    gain=rgb("7dffa6"),
    loss=rgb("ffb48a"),
    deck=_PLAIN_CARDS,
    strips=_flat("000000"),
)

THEMES: Final = {theme.name: theme for theme in (DARK, LIGHT, HIGH_CONTRAST)}
