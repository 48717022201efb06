"""A hand of the board game: its cards, the own paths with what the next step brings, and how the match stands."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

from PIL import Image

from render import held, sprites
from render.board_game import parts, pieces
from render.board_game.parts import HEAD
from render.board_game.words import hand_words
from render.canvas import Box, Canvas, Label
from render.fonts import Style
from render.furniture import EDGE, WIDTH, panel, picture, place_ink
from render.palette import fitted, reduced
from render.picture import Picture
from render.sprites import MARGIN
from render.symbols import symbol
from render.texts import Texts
from render.theme import Theme
from render.words import number
from rules.board_game.scoring import Figure
from rules.board_game.state import COLOURS, STEPS, Tile
from rules.board_game.view import View
from rules.cards import Card, Colour
from rules.game import Seat

_GAP: Final = 8
_OWN: Final = 440
_DECK: Final = Box(WIDTH - EDGE - 200, EDGE, 200, HEAD)
_PATH: Final = Box(EDGE, EDGE + HEAD + _GAP, 229, 110)
"""The panel of the first path; the others follow to the right."""
CARDS_TOP: Final = _PATH.bottom + 18
_FOOT: Final = Box(EDGE, CARDS_TOP + held.ROOM + 14, WIDTH - 2 * EDGE, parts.FOOT)
_FIGURE: Final = 46
_CARD: Final = 56


def hand(view: View, names: Sequence[str], texts: Texts, theme: Theme, selected: Card | None = None) -> Picture:
    """The hand of the view's seat, with the card that was tapped marked."""
    canvas = layout(view, names, texts, theme, selected)
    return picture(canvas, _palette(theme), hand_words(view, names, texts, selected))


def layout(view: View, names: Sequence[str], texts: Texts, theme: Theme, selected: Card | None = None) -> Canvas:
    assert view.seat is not None
    canvas = Canvas(_background(view.seats, theme))
    seats = [(view.seat + by) % view.seats for by in range(view.seats)]
    for seat, box in zip(seats, head_boxes(view.seats), strict=True):
        parts.seat_head(canvas, view, seat, box, names[seat], theme)
    _table(canvas, view, texts, theme)
    for colour in view.colours:
        _path(canvas, view, view.seat, colour, theme)
    held.lay(canvas, view.hand, card_boxes(view), selected, view.drawn, texts, theme)
    parts.foot(canvas, view, names, texts, _FOOT, theme)
    return canvas


def head_boxes(seats: int) -> list[Box]:
    """The panels of the seats: the own one first, the others after it in turn."""
    left = EDGE + _OWN + _GAP
    width = (_DECK.left - left) // (seats - 1) - _GAP
    others = [Box(left + index * (width + _GAP), EDGE, width, HEAD) for index in range(seats - 1)]
    return [Box(EDGE, EDGE, _OWN, HEAD), *others]


def path_box(colour: int) -> Box:
    return Box(_PATH.left + colour * (_PATH.width + _GAP), _PATH.top, _PATH.width, _PATH.height)


def card_boxes(view: View) -> list[Box]:
    """Where the cards of the hand stand, from the left."""
    return held.card_boxes(view.hand, partial(_raised, view), CARDS_TOP)


def _raised(view: View, card: Card) -> bool:
    return not view.unfinished and view.outcome is None and view.fits(card)


def _table(canvas: Canvas, view: View, texts: Texts, theme: Theme) -> None:
    """The deck, how many figures are behind the bridges, and which expedition it is."""
    middle = _DECK.top + 32
    back = sprites.back(34, 46, theme.deck)
    canvas.stick(back, (_DECK.left + 8, middle - 23))
    count = Label(str(view.deck_count), (_DECK.left + 50, middle), Style.NUMERAL, 54, theme.ink, "lm", vital=True)
    canvas.write(count)
    parts.crossings(canvas, view, (_DECK.right - 42, middle), theme)
    words = texts.text("paths.expedition", round=view.round, rounds=view.options.rounds)
    at = (_DECK.left + _DECK.width / 2, _DECK.bottom - 8)
    canvas.write(Label(words, at, Style.REGULAR, 26, theme.muted, "ms", _DECK.width))


def _path(canvas: Canvas, view: View, seat: Seat, colour: Colour, theme: Theme) -> None:
    """The last card on a path, where the figure stands, and what the next step is worth and brings."""
    box, column, figure = path_box(colour), view.columns[seat][colour], view.figures[seat][colour]
    if not column:
        return
    top = box.top + (box.height - pieces.CARD_HEIGHT) // 2
    heading = None if view.options.direction == "up" else view.direction(seat, colour)
    card = pieces.played_card(column[-1], _CARD, heading, theme.deck)
    canvas.stick(card, (box.left + 10 - MARGIN, top - MARGIN))
    if figure is None:
        return
    now, then = box.left + 106, box.left + 189
    canvas.stick(pieces.figure(seat, figure.researcher, _FIGURE, theme.deck), (now - _FIGURE // 2, box.top + 8))
    base = box.bottom - 11
    value = number(figure.points)
    canvas.write(Label(value, (now, base), Style.NUMERAL, 52, theme.tone(figure.points), "ms", vital=True))
    if figure.step == STEPS:
        return
    tile = view.tiles[colour][figure.step]
    if tile is not None:
        width, height = pieces.SHARED
        canvas.stick(pieces.event(tile, pieces.SHARED, theme.deck), (then - width // 2, box.top + 31 - height // 2))
    canvas.stick(_onward(theme), (box.left + 144, base - 19))
    following = Figure(figure.researcher, figure.step + 1).points
    canvas.write(Label(number(following), (then, base), Style.BOLD, 34, theme.ink, "ms"))


@lru_cache(maxsize=3)
def _onward(theme: Theme) -> Image.Image:
    """The sign between what a figure is worth and what it will be (mode RGBA)."""
    return parts.stain(pieces.arrow(14), theme.muted)


@lru_cache(maxsize=6)
def _background(seats: int, theme: Theme) -> Image.Image:
    image = Image.new("RGB", (WIDTH, _FOOT.bottom + EDGE), theme.paper)
    for box in (*head_boxes(seats), _FOOT):
        panel(image, box, theme)
    for colour in COLOURS:
        box = path_box(colour)
        image.paste(_ground(colour, theme), (box.left, box.top), sprites.rounded(box.width, box.height, 12))
        image.paste(place_ink(colour, theme), (box.left + 22, box.top + 34), symbol(colour, 42))
    return reduced(image, _palette(theme))


def _ground(colour: Colour, theme: Theme) -> Image.Image:
    """The landscape of a path, calm enough to write on."""
    strip = parts.strip(colour, (_PATH.width, _PATH.height), (0.62,), theme)
    return parts.calm(strip, colour, 0.94, theme)


@lru_cache(maxsize=3)
def _palette(theme: Theme) -> Image.Image:
    """The tones of the cards of every colour, of figures and tiles."""
    cards = held.artwork(theme)
    image = Image.new("RGB", (cards.width, cards.height + 130), theme.paper)
    image.paste(cards, (0, 0))
    for seat in range(4):
        figure = pieces.figure(seat, True, 60, theme.deck)
        image.paste(figure, (70 * seat, cards.height), figure)
    for index, tile in enumerate((Tile.ARTIFACT, Tile.ARROW, Tile.POINTS_5)):
        sprite = pieces.event(tile, pieces.SHARED, theme.deck)
        image.paste(sprite, (280 + 80 * index, cards.height), sprite)
    for colour in COLOURS:
        image.paste(_ground(colour, theme).crop((60, 0, 150, _PATH.height)), (540 + 90 * colour, cards.height))
    return fitted(image, theme, pieces.tones(theme.deck))
