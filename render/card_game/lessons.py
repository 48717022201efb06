"""The rules of the card game in two parts of one page: a turn with the order of cards, and a score worked out."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from PIL import Image

from render import sprites
from render.canvas import Box, Canvas, Label
from render.card_game.words import EXAMPLE, STEPS, formula, lesson_words
from render.fonts import Style
from render.furniture import EDGE, WIDTH, panel, picture
from render.palette import fitted, reduced
from render.picture import Picture
from render.prose import article, scene
from render.sprites import MARGIN, SMALL
from render.texts import Texts
from render.theme import Theme
from rules.card_game.scoring import score_expedition
from rules.cards import WAGER, Card, Colour

_SCENE: Final = 150
_STEP_BOX: Final = Box(EDGE, EDGE, 384, 376)
_SCORE_BOX: Final = Box(EDGE, _STEP_BOX.bottom + EDGE, WIDTH - 2 * EDGE, 268)
_SCORE_SCENE: Final = 372
_HEIGHT: Final = _SCORE_BOX.bottom + EDGE
PARTS: Final[Mapping[str, Box]] = {
    "turn": Box(0, 0, WIDTH, _STEP_BOX.bottom + EDGE),
    "score": Box(0, _SCORE_BOX.top - EDGE, WIDTH, _HEIGHT - _SCORE_BOX.top + EDGE),
}
_PLACES: Final = (Colour.BLUE, Colour.RED, Colour.YELLOW)


def lesson(part: str, texts: Texts, theme: Theme) -> Picture:
    """One of the ``PARTS`` of the rules in short."""
    return picture(layout(texts, theme), _palette(theme), lesson_words(part, texts), PARTS[part])


def layout(texts: Texts, theme: Theme) -> Canvas:
    canvas = Canvas(_background(theme))
    for index, step in enumerate(STEPS):
        box = step_box(index)
        _article(canvas, step, Box(box.left, box.top + _SCENE, box.width, box.height - _SCENE), texts, theme)
    left = _SCORE_BOX.left + _SCORE_SCENE + 24
    box = Box(left, _SCORE_BOX.top, _SCORE_BOX.right - left, _SCORE_BOX.height)
    _article(canvas, "score", box, texts, theme)
    words = formula(score_expedition(EXAMPLE))
    at = (_SCORE_BOX.left + _SCORE_SCENE / 2 + 12, _SCORE_BOX.bottom - 40)
    canvas.write(Label(words, at, Style.NUMERAL, 56, theme.ink, "ms", _SCORE_SCENE))
    return canvas


def step_box(index: int) -> Box:
    return Box(EDGE + index * (_STEP_BOX.width + EDGE), EDGE, _STEP_BOX.width, _STEP_BOX.height)


def _article(canvas: Canvas, name: str, box: Box, texts: Texts, theme: Theme) -> None:
    article(canvas, texts.text(f"lesson.{name}.title"), texts.text(f"lesson.{name}"), box, theme)


@lru_cache(maxsize=2)
def _background(theme: Theme) -> Image.Image:
    return reduced(_furnished(theme), _palette(theme))


@lru_cache(maxsize=3)
def _palette(theme: Theme) -> Image.Image:
    return fitted(_furnished(theme), theme)


def _furnished(theme: Theme) -> Image.Image:
    """The panels with a scene each and the cards on it."""
    image = Image.new("RGB", (WIDTH, _HEIGHT), theme.paper)
    for index, colour in enumerate(_PLACES):
        box = step_box(index)
        panel(image, box, theme)
        scene(image, colour, Box(box.left, box.top, box.width, _SCENE), theme)
    panel(image, _SCORE_BOX, theme)
    scene(image, Colour.PURPLE, Box(_SCORE_BOX.left, _SCORE_BOX.top, _SCORE_SCENE, _SCENE), theme)

    blue, red, yellow = (step_box(index) for index in range(len(STEPS)))
    top = EDGE + (_SCENE - SMALL[1]) // 2
    for index, rank in enumerate((2, 5, 7)):
        _card(image, Card(Colour.BLUE, rank), (blue.left + 30 + 70 * index, top), theme)
    _pile(image, Card(Colour.BLUE, 4), (blue.right - 122, top), theme)
    deck = sprites.back(66, 90, theme.deck)
    for layer in (2, 1, 0):
        image.paste(deck, (red.left + 80 - 5 * layer, top + 5 * layer - 5), deck)
    _pile(image, Card(Colour.RED, 6), (red.right - 170, top), theme)
    for index, rank in enumerate((WAGER, 3, 6, 10)):
        _card(image, Card(Colour.YELLOW, rank), (yellow.left + 44 + 76 * index, top), theme)
    for index, card in enumerate(EXAMPLE):
        _card(image, card, (_SCORE_BOX.left + 20 + 68 * index, _SCORE_BOX.top + (_SCENE - SMALL[1]) // 2), theme)
    return image


def _card(image: Image.Image, card: Card, at: tuple[int, int], theme: Theme) -> None:
    sprite = sprites.small_card(card, SMALL[0] // 2, theme.deck)
    image.paste(sprite, (at[0] - MARGIN, at[1] - MARGIN), sprite)


def _pile(image: Image.Image, card: Card, at: tuple[int, int], theme: Theme) -> None:
    sprite = sprites.pile_card(card, theme.deck)
    image.paste(sprite, (at[0] - MARGIN, at[1] - MARGIN), sprite)
