"""Cards laid out by hand."""

from collections.abc import Iterable, Sequence

from rules.cards import Card, Colour, parse_card
from rules.turns import Cards


def cards(text: str) -> Cards:
    return tuple(parse_card(word) for word in text.split())


def by_colour(given: Iterable[Card], colours: Sequence[Colour]) -> tuple[Cards, ...]:
    held = tuple(given)
    return tuple(tuple(card for card in held if card.colour == colour) for colour in colours)
