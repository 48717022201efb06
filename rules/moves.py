"""Cards and the steps of a turn as small numbers, for the games' fast positions.

A card is ``colour * 16 + rank + 2``, so that the cards of a colour keep their order, wagers lowest, with room for a
number below them. A move is a card to discard it, a card + ``PLAY`` to play it, ``DRAW_DECK`` to draw from the deck,
``DRAW_PILE + colour`` to draw from a pile. Further moves of a game begin at ``FURTHER``.
"""

from collections.abc import Iterable
from typing import Final

from rules.cards import WAGER, Card, Colour
from rules.game import Action
from rules.turns import Cards, Discard, Draw, Play

PLAY: Final = 1 << 7
DRAW_DECK: Final = 1 << 8
DRAW_PILE: Final = DRAW_DECK + 1
FURTHER: Final = 1 << 9

DRAWS: Final = tuple(
    (DRAW_DECK, *(DRAW_PILE + colour for colour in Colour if piles & 1 << colour)) for piles in range(1 << len(Colour))
)
"""The draws by the set of piles that are open, bit by colour."""

_CODES: Final = {Card(colour, rank): colour << 4 | rank + 2 for colour in Colour for rank in (WAGER, *range(11))}
_CARDS: Final = {code: card for card, code in _CODES.items()}


def codes(cards: Iterable[Card]) -> list[int]:
    """The numbers of cards, in their order."""
    # worked out, since looking a card up takes longer
    return [card.colour << 4 | card.rank + 2 for card in cards]


def cards(codes: Iterable[int]) -> Cards:
    """The cards of numbers, in their order; the inverse of ``codes``."""
    return tuple(_CARDS[code] for code in codes)


def move_of(action: Action) -> int:
    """The number that stands for a ``Play``, ``Discard`` or ``Draw`` in a position."""
    match action:
        case Play(card):
            return _CODES[card] | PLAY
        case Discard(card):
            return _CODES[card]
        case Draw(None):
            return DRAW_DECK
        case Draw(Colour() as pile):
            return DRAW_PILE + pile
        case _:
            raise ValueError(f"{action} is no move of a round")


def action_of(move: int) -> Play | Discard | Draw:
    """The action for which a number stands; the inverse of ``move_of``."""
    if move == DRAW_DECK:
        return Draw()
    if move > DRAW_DECK:
        return Draw(Colour(move - DRAW_PILE))
    return Play(_CARDS[move ^ PLAY]) if move & PLAY else Discard(_CARDS[move])
