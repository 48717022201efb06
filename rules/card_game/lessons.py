"""What a beginner of the card game is asked, one position after the other."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from rules.card_game.engine import CardGame
from rules.card_game.state import SEATS, State, all_cards
from rules.cards import Card, Colour, parse_card
from rules.game import Action
from rules.lessons import LEARNER, Lesson
from rules.shuffle import SECRET_BYTES, Deal
from rules.turns import HAND_SIZE, Cards, Discard, Draw, Play

_GAME: Final = CardGame()
_DEAL: Final = Deal(bytes(SECRET_BYTES), ())


def lessons() -> tuple[Lesson, ...]:
    """The lessons in order."""
    rising = _scene("R4 R8 B2 B5 G9 WW W3 Y7", own="R3 R6", other="G2 G5", piles="R9 B3")
    placed = _GAME.apply(rising, LEARNER, Play(_card("R8"))).state
    wagers = _scene("BW B4 B6 B7 B9 R2 G3 Y2", other="Y3 Y5")
    late = _scene("R2 G2 G3 W5 Y3 Y4 B2 WW", own="R5 R7 R8", other="G5 G8 G9", deck=4)
    bonus = _scene("Y10 B10 R2 R4 G3 WW W2 W6", own="YW Y2 Y3 Y5 Y6 Y7 Y8 B5 B8", other="G5 G8 R3", deck=18)
    closed = _scene("R2 G2 B7 B8 B10 WW W9 Y10", own="R3 R6", other="G3 G5", piles="R9 Y3")
    leading = _scene("R10 G4 B2 WW W3 Y4 Y5 B3", own="R5 R7 R8", other="G2 G3", piles="Y8", deck=1)
    ending = _GAME.apply(leading, LEARNER, Play(_card("R10"))).state
    return (
        Lesson("place", rising, frozenset({Play(_card("R8"))})),
        Lesson("draw", placed, frozenset({Draw(Colour.RED)})),
        Lesson("wagers", wagers, frozenset({Play(_card("BW"))})),
        Lesson("cost", late, _legal(late, lambda action: isinstance(action, Discard))),
        Lesson("bonus", bonus, frozenset({Play(_card("Y10"))})),
        Lesson("ban", closed, _legal(closed, lambda action: not _discards(action, Colour.RED))),
        Lesson("end", ending, frozenset({Draw()})),
    )


def _discards(action: Action, colour: Colour) -> bool:
    return isinstance(action, Discard) and action.card.colour == colour


def _legal(state: State, wanted: Callable[[Action], bool]) -> frozenset[Action]:
    return frozenset(filter(wanted, _GAME.legal_actions(state, LEARNER)))


def _scene(hand: str, own: str = "", other: str = "", piles: str = "", deck: int | None = None) -> State:
    """A position in mid-round by the codes of its cards: what the learner holds, both sides' columns, top cards.

    The other's hand and the deck hold what is left; of a deck of only so many cards, the rest lies below the top cards
    of the piles.
    """
    begun = _GAME.start({"rounds": 1}, SEATS, _DEAL, LEARNER).state
    held, *rows = map(_cards, (hand, own, other))
    tops = _cards(piles)
    left = list(all_cards(begun.options.colours))
    for card in (*held, *rows[0], *rows[1], *tops):
        left.remove(card)
    mixed = [left[at] for at in _DEAL.permutation("lesson", len(left))]
    theirs, hidden = mixed[:HAND_SIZE], mixed[HAND_SIZE:]
    end = len(hidden) if deck is None else deck
    buried = hidden[end:]
    return replace(
        begun,
        hands=(tuple(sorted(held)), tuple(sorted(theirs))),
        columns=tuple(_by_colour(row) for row in rows),
        piles=_by_colour((*buried, *tops)),
        deck=tuple(hidden[:end]),
    )


def _by_colour(cards: Iterable[Card]) -> tuple[Cards, ...]:
    cards = tuple(cards)
    return tuple(tuple(card for card in cards if card.colour == colour) for colour in tuple(Colour)[:5])


def _cards(codes: str) -> Cards:
    return tuple(map(_card, codes.split()))


def _card(code: str) -> Card:
    return parse_card(code)
