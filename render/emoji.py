"""Cards and places as small emojis, one picture each."""

from collections.abc import Iterator
from io import BytesIO
from typing import Final

from PIL import Image

from render import fonts
from render.fonts import Style
from render.sprites import coin, ink_of, plate
from render.symbols import symbol
from render.theme import DARK, RGB, mix
from rules.board_game import state as board_game
from rules.card_game import state as card_game
from rules.cards import Card, Colour

SIZE: Final = 128
"""Width and height in pixels."""
_CARD: Final = (100, 124)
_WHITE: Final[RGB] = (255, 255, 255)


def emoji_name(what: Card | Colour) -> str:
    """The name of an emoji, which is also what a screen reader says: ``red``, ``red_7``, ``red_wager``."""
    if isinstance(what, Colour):
        return what.name.lower()
    return f"{what.colour.name.lower()}_{'wager' if what.is_wager else what.rank}"


def emojis() -> Iterator[tuple[str, bytes]]:
    """Every emoji, by name, as a PNG. They are drawn one by one as they are asked for."""
    for colour in Colour:
        yield emoji_name(colour), _encoded(_place(colour))
    for card in sorted({*card_game.all_cards(len(Colour)), *board_game.all_cards()}):
        yield emoji_name(card), _encoded(_card(card))


def _place(colour: Colour) -> Image.Image:
    """The symbol of a place on a shield of its tone, which stands out from dark and light alike."""
    tone, ink = DARK.deck.face(colour), DARK.deck.ink
    image = plate(SIZE, SIZE, SIZE // 2, tone, mix(tone, ink, 0.55), 5)
    image.paste((*ink, 255), (22, 22), symbol(colour, SIZE - 44))
    return image


def _card(card: Card) -> Image.Image:
    """A card with its rank as large as it goes and its symbol in the corner below."""
    deck = DARK.deck
    tone = deck.face(card.colour)
    fill = mix(tone, deck.ink, 0.86) if card.is_wager else mix(tone, _WHITE, 0.12)
    face = plate(*_CARD, 16, fill, tone if card.is_wager else mix(tone, deck.ink, 0.55), 6)
    middle = _CARD[0] // 2
    if card.is_wager:
        mark = coin(72, deck)
        face.paste(mark, (middle - 36, 8), mark)
    else:
        fonts.draw(face, (middle, 10), str(card.rank), Style.NUMERAL, 96, deck.ink, "mt")
    face.paste((*ink_of(card, deck), 255), (middle - 17, 83), symbol(card.colour, 34))
    image = Image.new("RGBA", (SIZE, SIZE), (*deck.ink, 0))
    image.paste(face, ((SIZE - _CARD[0]) // 2, (SIZE - _CARD[1]) // 2), face)
    return image


def _encoded(image: Image.Image) -> bytes:
    buffer = BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()
