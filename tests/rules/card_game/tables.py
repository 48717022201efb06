"""States of the card game laid out by hand."""

from collections.abc import Sequence
from dataclasses import replace

from rules.card_game import CARD_GAME
from rules.card_game.state import Cards, Placement, State
from rules.cards import Card, Colour, parse_card
from rules.game import Seat
from tests.rules.walks import deal_of

DECK = "Y2 Y3 Y4 Y5"


def cards(text: str) -> Cards:
    return tuple(parse_card(word) for word in text.split())


def laid(
    *,
    hands: tuple[str, str] = ("R7", "B7"),
    columns: tuple[str, str] = ("", ""),
    piles: str = "",
    deck: str = DECK,
    placement: Placement | None = None,
    turn: Seat = 0,
    colours: int = 5,
    rounds: int = 1,
    null_run: int = 0,
) -> State:
    """A state with these cards, each column and pile with its top last, the deck with its next card last."""
    state = CARD_GAME.start({"colours": colours, "rounds": rounds}, 2, deal_of(0), starter=0).state
    return replace(
        state,
        hands=tuple(tuple(sorted(cards(hand))) for hand in hands),
        columns=tuple(by_colour(cards(row), colours) for row in columns),
        piles=by_colour(cards(piles), colours),
        deck=cards(deck),
        placement=placement,
        turn=turn,
        null_run=null_run,
    )


def by_colour(given: Sequence[Card], colours: int) -> tuple[Cards, ...]:
    return tuple(tuple(card for card in given if card.colour == colour) for colour in list(Colour)[:colours])
