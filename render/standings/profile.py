"""What one person has done: the rating over time, and every game in numbers, below the place travelled to most."""

from functools import lru_cache
from typing import Final

from PIL import Image

from render import charts, sprites
from render.canvas import Box, Canvas, Label
from render.charts import chart
from render.fonts import Style
from render.furniture import EDGE, WIDTH, panel, picture, place_ink
from render.hero import hero, titles
from render.palette import reduced
from render.picture import Picture
from render.standings import parts
from render.standings.rows import GameRecord, Profile, Tally
from render.standings.words import average_words, profile_words
from render.symbols import symbol
from render.texts import Texts
from render.theme import RGB, Theme
from render.words import signed
from rules.cards import Colour

BANNER: Final = Box(EDGE, EDGE, WIDTH - 2 * EDGE, 132)
CHART: Final = Box(EDGE, BANNER.bottom + 8, 830, 330)
LEGEND: Final = 214
"""The room at the right of the chart for what each curve is and where it stands."""
_SIDE: Final = CHART.right + 8
STREAK: Final = Box(_SIDE, CHART.top, WIDTH - EDGE - _SIDE, 161)
RIVAL: Final = Box(_SIDE, STREAK.bottom + 8, STREAK.width, 161)
HEADS: Final = 42
ROW: Final = 82
_GAP: Final = 5
_EMPTY: Final = 420
_PLAIN: Final = Colour.WHITE
"""The place behind the name of somebody without a favourite one."""
_COLUMNS: Final = (("won", 372), ("drawn", 456), ("lost", 548), ("average", 690), ("best", 1010), ("favourite", 1164))
"""The columns of a game's numbers and where their right ends are."""
_RIGHT: Final = dict(_COLUMNS)
_BEST: Final = _RIGHT["average"] + 48
"""Where the column of the best expedition begins."""


def profile(told: Profile, texts: Texts, theme: Theme) -> Picture:
    """The picture of what somebody has done in a server."""
    return picture(layout(told, texts, theme), _palette(theme), profile_words(told, texts))


def layout(told: Profile, texts: Texts, theme: Theme) -> Canvas:
    if not told.games:
        canvas = Canvas(_empty(theme))
        titles(canvas, lambda names: names[0], lambda _: texts.text("profile.invite"), (told.name,), theme)
        return canvas
    favourite = told.games[0].favourite
    canvas = Canvas(_background(_PLAIN if favourite is None else favourite, len(told.games), theme))
    left, room = BANNER.left + 30, BANNER.width * 0.6
    canvas.write(Label(told.name, (left, BANNER.top + 70), Style.NUMERAL, 62, theme.ink, "ls", room))
    matches = texts.plural("profile.matches", told.matches)
    canvas.write(Label(matches, (left, BANNER.top + 111), Style.BOLD, 30, theme.accent, "ls", room))
    _curves(canvas, told, texts, theme)
    _streak(canvas, told, texts, theme)
    _rival(canvas, told, texts, theme)
    _headings(canvas, texts, theme)
    for index, game in enumerate(told.games):
        _game(canvas, game, row_box(index), texts, theme)
    return canvas


def _headings(canvas: Canvas, texts: Texts, theme: Theme) -> None:
    y = CHART.bottom + HEADS - 12
    for (name, right), (_, before) in zip(_COLUMNS, (("", 260), *_COLUMNS), strict=False):
        words = texts.text(f"profile.column.{name}")
        if name == "best":
            canvas.write(Label(words, (_BEST, y), Style.REGULAR, 26, theme.muted, "ls", right - _BEST))
        else:
            canvas.write(Label(words, (right, y), Style.REGULAR, 26, theme.muted, "rs", right - before - 8))


def row_box(index: int) -> Box:
    return Box(EDGE, CHART.bottom + HEADS + index * (ROW + _GAP), WIDTH - 2 * EDGE, ROW)


def _curves(canvas: Canvas, told: Profile, texts: Texts, theme: Theme) -> None:
    """The ratings over time, and at the right what each curve is and where it stands."""
    if not told.curves:
        x, y = CHART.middle
        for key, style, size, at in (
            ("profile.no_curve", Style.BOLD, 38, y - 12),
            ("profile.no_curve_yet", Style.REGULAR, 29, y + 36),
        ):
            canvas.write(Label(texts.text(key), (x, at), style, size, theme.muted, "ms", CHART.width - 60))
        return
    chart(canvas, told.curves, told.marks, Box(CHART.left, CHART.top, CHART.width - LEGEND, CHART.height), theme)
    left = CHART.right - LEGEND
    height = 96
    top = CHART.top + (CHART.height - height * len(told.curves)) / 2
    for index, curve in enumerate(told.curves):
        y = top + height * index
        mark = charts.mark_of(index, 30, theme)
        canvas.stick(mark, (left, round(y) + 16))
        tone = charts.tones(theme)[index % 3]
        at = (left + 42, y + 54)
        canvas.write(Label(str(curve.points[-1].rating), at, Style.NUMERAL, 66, tone, "ls", LEGEND - 54, vital=True))
        words = texts.text(f"game.{curve.game}.short")
        canvas.write(Label(words, (left + 42, y + 86), Style.REGULAR, 26, theme.muted, "ls").shrunk(LEGEND - 54))


def _heading(canvas: Canvas, words: str, box: Box, theme: Theme) -> None:
    canvas.write(Label(words, (box.left + 22, box.top + 42), Style.REGULAR, 27, theme.muted, "ls", box.width - 44))


def _streak(canvas: Canvas, told: Profile, texts: Texts, theme: Theme) -> None:
    """The most matches won in a row, and a flame for it."""
    _heading(canvas, texts.text("profile.streak"), STREAK, theme)
    at = (STREAK.left + 22, STREAK.bottom - 26)
    width = canvas.write(Label(str(told.streak), at, Style.NUMERAL, 92, theme.ink, "ls", 200, vital=True))
    if told.streak:
        _symbol(canvas, Colour.RED, 68, (round(at[0] + width + 16), STREAK.bottom - 94), theme)


def _rival(canvas: Canvas, told: Profile, texts: Texts, theme: Theme) -> None:
    """How the matches with the one who looks ended; on one's own profile all of them."""
    if told.against is None or told.rival is None:
        _heading(canvas, texts.text("profile.all"), RIVAL, theme)
        tally = _sum(told.games)
    else:
        _heading(canvas, texts.text("profile.against", name=told.rival), RIVAL, theme)
        tally = told.against
    if not tally.matches:
        words = texts.text("profile.not_met")
        at = (RIVAL.left + 22, RIVAL.bottom - 52)
        canvas.write(Label(words, at, Style.BOLD, 34, theme.ink, "ls", RIVAL.width - 44))
        return
    third = (RIVAL.width - 44) / 3
    for index, (value, tone) in enumerate(_results(tally, theme)):
        x = RIVAL.left + 22 + third * index
        canvas.write(Label(str(value), (x, RIVAL.bottom - 26), Style.NUMERAL, 72, tone, "ls", third - 10, vital=True))


def _sum(games: tuple[GameRecord, ...]) -> Tally:
    tallies = [game.tally for game in games]
    return Tally(*(sum(getattr(tally, name) for tally in tallies) for name in ("wins", "draws", "losses")))


def _results(tally: Tally, theme: Theme) -> tuple[tuple[int, RGB], ...]:
    return (tally.wins, theme.gain), (tally.draws, theme.muted), (tally.losses, theme.loss)


def _game(canvas: Canvas, game: GameRecord, box: Box, texts: Texts, theme: Theme) -> None:
    """A game: matches won, drawn and lost, points a round, the best expedition, the favourite colour."""
    middle = box.middle[1]

    def number(words: str, right: float, tone: RGB, size: int, room: float) -> None:
        canvas.write(Label(words, (right, middle), Style.NUMERAL, size, tone, "rm", room, vital=True))

    words = texts.text(f"game.{game.game}.short")
    canvas.write(Label(words, (box.left + 22, middle), Style.BOLD, 36, theme.ink, "lm", 250))
    for (name, right), (value, tone) in zip(_COLUMNS[:3], _results(game.tally, theme), strict=True):
        number(str(value), right, tone, 56, 84 if name != "lost" else 94)
    number(average_words(game, texts), _RIGHT["average"], theme.ink, 56, 136)
    if game.best is not None:
        best = game.best
        _symbol(canvas, best.colour, 50, (_BEST, round(middle) - 25), theme)
        at = (_BEST + 62, middle)
        width = canvas.write(Label(signed(best.points), at, Style.NUMERAL, 62, theme.tone(best.points), "lm", 130))
        found = f"#{best.match}"
        at = (at[0] + width + 14, middle)
        canvas.write(Label(found, at, Style.NUMERAL, 52, theme.muted, "lm", _RIGHT["best"] + 24 - at[0], vital=True))
    if game.favourite is not None:
        _symbol(canvas, game.favourite, 56, (_RIGHT["favourite"] - 56, round(middle) - 28), theme)
        at = (_RIGHT["favourite"] - 70, middle)
        canvas.write(Label(game.favourite.letter, at, Style.NUMERAL, 56, place_ink(game.favourite, theme), "rm"))


def _symbol(canvas: Canvas, colour: Colour, size: int, at: tuple[int, int], theme: Theme) -> None:
    image = Image.new("RGBA", (size, size), (*place_ink(colour, theme), 255))
    image.putalpha(symbol(colour, size))
    canvas.stick(image, at)


@lru_cache(maxsize=16)
def _background(favourite: Colour, games: int, theme: Theme) -> Image.Image:
    return reduced(_furnished(favourite, games, theme), _palette(theme))


@lru_cache(maxsize=3)
def _empty(theme: Theme) -> Image.Image:
    image = Image.new("RGB", (WIDTH, _EMPTY + EDGE), theme.paper)
    hero(image, _EMPTY, theme)
    return reduced(image, _palette(theme))


@lru_cache(maxsize=3)
def _palette(theme: Theme) -> Image.Image:
    """The tones of every place, and of what stands below."""
    height = BANNER.height + EDGE
    image = Image.new("RGB", (WIDTH, height * (len(Colour) + 1) + _EMPTY + EDGE), theme.paper)
    for colour in Colour:
        scene = _banner(colour, theme)
        image.paste(scene, (EDGE, EDGE + height * colour))
    hero_at = Image.new("RGB", (WIDTH, _EMPTY), theme.paper)
    hero(hero_at, _EMPTY, theme)
    image.paste(hero_at, (0, height * (len(Colour) + 1)))
    inks = [place_ink(colour, theme) for colour in Colour]
    return parts.palette(image, theme, (*inks, *charts.shades(theme)))


def _banner(colour: Colour, theme: Theme) -> Image.Image:
    scene = parts.strip(colour, (BANNER.width, BANNER.height), (0.8,), 0, theme)
    if theme.deck.plain:
        scene.paste(theme.deck.face(colour), (scene.width - 140, (scene.height - 92) // 2), symbol(colour, 92))
    else:
        parts.quiet(scene, theme.strips[colour].sky, BANNER.width * 2 // 3)
    return scene


def _furnished(favourite: Colour, games: int, theme: Theme) -> Image.Image:
    image = Image.new("RGB", (WIDTH, row_box(games - 1).bottom + EDGE), theme.paper)
    image.paste(_banner(favourite, theme), (EDGE, EDGE), sprites.rounded(BANNER.width, BANNER.height, 16))
    for box in (CHART, STREAK, RIVAL, *map(row_box, range(games))):
        panel(image, box, theme)
    return image
