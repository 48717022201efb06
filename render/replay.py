"""The animated replay of a record: a title, a picture a turn, the score sheets, and the result.

It is a GIF, chosen by measurement: of a match of three rounds of the card game (138 turns), 800 pixels wide, on one
core and each with only the pixels that change,

=================  ========  ===========  ===========
format             size      processor    peak memory
=================  ========  ===========  ===========
GIF                2.2 MB    4.8 s        119 MB
WebP, quality 75   2.4 MB    5.5 s        289 MB
WebP, lossless     5.4 MB    not timed    not measured
APNG               1.9 MB    not timed    not measured
=================  ========  ===========  ===========

Discord shows a GIF moving in every client, an animated WebP in those of the last years, and of an APNG that is attached
to a message only the first picture.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final

from PIL import Image

from render import sprites
from render.canvas import Canvas, Label
from render.fonts import Style
from render.furniture import with_room
from render.picture import Picture
from render.registry import PICTURES, Pictures
from render.texts import Texts
from render.theme import Theme
from render.words import alt
from rules.game import MatchEnded, RoundEnded
from rules.record import Moment, Record, moments

WIDTH: Final = 800
"""The width of an animation in pixels: twice that at which Discord shows it on a phone."""

SECONDS: Final = 60.0
"""How long an animation may play."""

MOST_TURNS: Final = 140
"""So many turns can be watched in that time; of a longer match every second, third ... is shown."""

_TITLE: Final = 2.0
_SHEET: Final = 2.0
_RESULT: Final = 5.0
_LONGEST: Final = 1.2
"""Seconds that a picture stands, a turn at most."""

_COLOURS: Final = 255
"""One tone is left to stand for what does not change."""


@dataclass(frozen=True, slots=True)
class _Scene:
    """A picture that stands for some ``seconds``."""

    draw: Callable[[], Image.Image]
    seconds: float


@dataclass(frozen=True, slots=True)
class _Film:
    """A match as its pictures are drawn."""

    record: Record
    names: Sequence[str]
    texts: Texts
    theme: Theme

    @property
    def pictures(self) -> Pictures:
        return PICTURES[self.record.game.key]

    def _view(self, moment: Moment) -> Any:
        return self.record.game.view(moment.state, None)

    def board(self, moment: Moment) -> Image.Image:
        return _image(self.pictures.board(self._view(moment), self.names, self.texts, self.theme))

    def sheet(self, moment: Moment, number: int) -> Image.Image:
        return _image(self.pictures.round_sheet(self._view(moment), number, self.names, self.texts, self.theme))

    def result(self, moment: Moment) -> Image.Image:
        return _image(self.pictures.result(self._view(moment), self.names, self.texts, self.theme))

    def words(self, moment: Moment) -> str:
        """What there is to see, in words."""
        result = self.pictures.result_words(self._view(moment), self.names, self.texts)
        return alt(f"{self.texts.text('replay.animation')}\n{result}")

    def title(self, moment: Moment) -> Image.Image:
        """The first deal behind a plate with the names of the game and of the players."""
        board = self.board(moment)
        ground = Image.new("RGB", board.size, self.theme.paper)
        canvas = Canvas(Image.blend(board, ground, 0.6))
        width, height = board.width - 160, 240
        left, top = (board.width - width) // 2, (board.height - height) // 2
        canvas.stick(sprites.plate(width, height, 20, self.theme.panel, self.theme.accent, 4), (left, top))
        middle, room = board.width / 2, width - 60
        game = self.texts.text(f"game.{self.record.game.key}")
        players = with_room(" · ".join, self.names, Style.REGULAR, 44, room)
        canvas.write(Label(game, (middle, top + 108), Style.BOLD, 58, self.theme.ink, "ms", room))
        canvas.write(Label(players, (middle, top + 182), Style.REGULAR, 44, self.theme.accent, "ms", room))
        return canvas.paint()


def animated(
    record: Record,
    names: Sequence[str],
    texts: Texts,
    theme: Theme,
    progress: Callable[[float], None],
) -> Picture:
    """The match turn by turn, by players who are called so; ``progress`` hears the share of it that is done.

    The record must be one that ``rules.record.moments`` takes to the end of its match.
    """
    shown = tuple(moments(record))
    film = _Film(record, names, texts, theme)
    scenes = list(_scenes(film, shown))
    first = film.board(shown[0])
    size = WIDTH, round(first.height * WIDTH / first.width)
    samples = (first, film.board(shown[-2]), film.result(shown[-1]), *(scene.draw() for scene in scenes[-2:-1]))
    palette = _palette([_fitted(image, size, theme) for image in samples])

    def frames() -> Iterator[Image.Image]:
        for number, scene in enumerate(scenes, 1):
            image = _fitted(scene.draw(), size, theme)
            yield image.quantize(palette=palette, dither=Image.Dither.NONE)
            progress(number / len(scenes))

    drawn = frames()
    file = BytesIO()
    next(drawn).save(
        file,
        "GIF",
        save_all=True,
        append_images=drawn,
        duration=[round(1000 * scene.seconds) for scene in scenes],
        loop=0,
        optimize=True,
    )
    return Picture(file.getvalue(), "gif", film.words(shown[-1]))


def _scenes(film: _Film, shown: Sequence[Moment]) -> Iterator[_Scene]:
    rounds = {
        at: [each.number for each in moment.events if isinstance(each, RoundEnded)] for at, moment in enumerate(shown)
    }
    turns = [at for at in rounds if not rounds[at]]
    turns = turns[:: -(-len(turns) // MOST_TURNS)]
    sheets = sum(map(len, rounds.values()))
    seconds = min(_LONGEST, (SECONDS - _TITLE - _RESULT - sheets * _SHEET) / len(turns))
    yield _Scene(lambda: film.title(shown[0]), _TITLE)
    for at, moment in enumerate(shown):
        for number in rounds[at]:
            yield _Scene(lambda moment=moment, number=number: film.sheet(moment, number), _SHEET)
        if at in turns:
            yield _Scene(lambda moment=moment: film.board(moment), seconds)
    if any(isinstance(event, MatchEnded) for event in shown[-1].events):
        yield _Scene(lambda: film.result(shown[-1]), _RESULT)


def _image(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(picture.data)).convert("RGB")


def _fitted(image: Image.Image, size: tuple[int, int], theme: Theme) -> Image.Image:
    """An image as large as it can be within ``size``, in the middle of it."""
    scale = min(size[0] / image.width, size[1] / image.height)
    inner = round(image.width * scale), round(image.height * scale)
    ground = Image.new("RGB", size, theme.paper)
    shown = image.resize(inner, Image.Resampling.LANCZOS)  # pyright: ignore[reportUnknownMemberType]  # names NumPy
    ground.paste(shown, ((size[0] - inner[0]) // 2, (size[1] - inner[1]) // 2))
    return ground


def _palette(samples: Sequence[Image.Image]) -> Image.Image:
    """The tones (an image of mode P) that fit all of several images of one size."""
    width, height = samples[0].size
    sheet = Image.new("RGB", (width, height * len(samples)))
    for index, image in enumerate(samples):
        sheet.paste(image, (0, index * height))
    return sheet.quantize(_COLOURS, Image.Quantize.MEDIANCUT, kmeans=1)
