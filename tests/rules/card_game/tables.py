"""States of the card game laid out by hand."""

from dataclasses import replace

from rules.card_game import CARD_GAME
from rules.card_game.state import Placement, State
from rules.cards import Colour
from rules.game import Seat
from tests.rules.layouts import by_colour, cards
from tests.rules.walks import deal_of

DECK = "Y2 Y3 Y4 Y5"


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
    played = list(Colour)[:colours]
    state = CARD_GAME.start({"colours": colours, "rounds": rounds}, 2, deal_of(0), starter=0).state
    return replace(
        state,
        hands=tuple(tuple(sorted(cards(hand))) for hand in hands),
        columns=tuple(by_colour(cards(row), played) for row in columns),
        piles=by_colour(cards(piles), played),
        deck=cards(deck),
        placement=placement,
        turn=turn,
        null_run=null_run,
    )
