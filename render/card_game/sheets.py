"""The score sheet of a round: every expedition with its cards and the sum that its score comes from."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

from PIL import Image

from render import sprites
from render.canvas import Box, Canvas, Label
from render.card_game import parts
from render.card_game.parts import HEADER, STRIP, row_top
from render.card_game.words import formula, sheet_words, starter_words
from render.fonts import Anchor, Style
from render.furniture import WIDTH, picture, well, with_room
from render.palette import fitted, reduced
from render.picture import Picture
from render.sprites import NARROW_TILE, TILE
from render.texts import Texts
from render.theme import Theme
from render.words import number, signed
from rules.card_game.state import Cards, RoundResult, totals
from rules.card_game.view import View
from rules.cards import Card, Colour
from rules.game import Seat

_GAP: Final = 3
_MOST_WIDE: Final = 8
"""So many cards have room for their full width."""


def round_sheet(view: View, number: int, names: Sequence[str], texts: Texts, theme: Theme) -> Picture:
    """The sheet of the finished round of that number."""
    return score_sheet(*_finished(view, number), names, texts, theme)


def round_sheet_words(view: View, number: int, names: Sequence[str], texts: Texts) -> str:
    return sheet_words(*_finished(view, number), names, texts)


def _finished(view: View, number: int) -> tuple[RoundResult, tuple[int, ...], int]:
    """A finished round, the points with it, and of how many rounds it is one."""
    return view.results[number - 1], totals(view.results[:number]), view.options.rounds


def score_sheet(
    result: RoundResult, totals_after: Sequence[int], rounds: int, names: Sequence[str], texts: Texts, theme: Theme
) -> Picture:
    """How a finished round of a match of ``rounds`` was scored; ``totals_after`` are the points with it, by seat."""
    canvas = layout(result, totals_after, rounds, names, texts, theme)
    words = sheet_words(result, totals_after, rounds, names, texts)
    return picture(canvas, _palette(theme), words)


def layout(
    result: RoundResult, totals_after: Sequence[int], rounds: int, names: Sequence[str], texts: Texts, theme: Theme
) -> Canvas:
    colours = [Colour(index) for index in range(len(result.columns[0]))]
    canvas = Canvas(_background(len(colours), theme))
    for seat, points in enumerate(result.points):
        total = totals_after[seat]
        detail = texts.plural("sheet.total", abs(total), total=number(total))
        parts.head(canvas, seat, signed(points), theme.tone(points), names[seat], detail, theme)
    middle = WIDTH / 2
    canvas.write(
        Label(texts.text("sheet.round", round=result.number), (middle, 62), Style.NUMERAL, 54, theme.ink, "ms").shrunk(
            210
        )
    )
    canvas.write(
        Label(texts.text("sheet.of", rounds=rounds), (middle, HEADER - 16), Style.REGULAR, 27, theme.muted, "ms", 200)
    )
    for colour in colours:
        for seat, row in enumerate(result.columns):
            _expedition(canvas, seat, row[colour], formula(result.scores[seat][colour]), theme)
            if row[colour]:
                parts.score(canvas, seat, colour, result.scores[seat][colour].total, theme)
    foot = parts.foot_box(len(colours))
    told = partial(starter_words, result, totals_after, rounds, texts=texts)
    words = with_room(told, names, Style.BOLD, 34, foot.width - 44)
    canvas.write(Label(words, foot.middle, Style.BOLD, 34, theme.accent, "mm", foot.width - 44))
    return canvas


def tile_boxes(cards: Cards, seat: Seat, colour: Colour) -> list[Box]:
    """Where the cards of an expedition stand, the first next to the middle."""
    boxes: list[Box] = []
    inner = parts.pile_box(colour).right + parts.GAP
    for card in cards:
        width = NARROW_TILE if len(cards) > _MOST_WIDE and card.rank < 10 else TILE[0]
        boxes.append(Box(inner if seat else WIDTH - inner - width, row_top(colour) + 8, width, TILE[1]))
        inner += width + _GAP
    return boxes


def _expedition(canvas: Canvas, seat: Seat, cards: Cards, sum_: str, theme: Theme) -> None:
    if not cards:
        return
    colour = cards[0].colour
    for card, box in zip(cards, tile_boxes(cards, seat, colour), strict=True):
        canvas.stick(sprites.tile(card, box.width, theme.deck), (box.left, box.top))
    inner = parts.pile_box(colour).right + parts.GAP + 2
    anchor: Anchor = "ls" if seat else "rs"
    at = (inner if seat else WIDTH - inner, row_top(colour) + STRIP - 12)
    canvas.write(Label(sum_, at, Style.BOLD, 29, theme.ink, anchor, 400))


@lru_cache(maxsize=2)
def _background(colours: int, theme: Theme) -> Image.Image:
    return reduced(_furnished(colours, theme), _palette(theme))


def _furnished(colours: int, theme: Theme) -> Image.Image:
    image = parts.table(colours, theme, calm=0.45)
    for colour in list(Colour)[:colours]:
        well(image, parts.pile_box(colour), colour, theme)
    return image


@lru_cache(maxsize=3)
def _palette(theme: Theme) -> Image.Image:
    """The tones of a sheet with cards of every colour; its left half has them all."""
    image = _furnished(len(Colour), theme)
    for colour in Colour:
        cards = (Card(colour, -1), Card(colour, 2))
        for card, box in zip(cards, tile_boxes(cards, 0, colour), strict=True):
            image.paste(sprites.tile(card, box.width, theme.deck), (box.left, box.top))
    return fitted(image.crop((0, 0, WIDTH // 2, image.height)), theme)
