"""Positions of the card game that are hard to draw."""

from dataclasses import replace
from functools import cache

from render.samples import match
from rules.card_game import CARD_GAME
from rules.card_game.scoring import score_expedition
from rules.card_game.state import Discard, Draw, Options, RoundResult, Turn, all_cards
from rules.card_game.view import View
from rules.cards import Card, Colour


def column(colour: int) -> tuple[Card, ...]:
    """The longest expedition of a colour: all its twelve cards."""
    return tuple(card for card in all_cards(6) if card.colour == colour)


@cache
def fullest(seat: int | None = None) -> View:
    """More than a table can ever hold: twelve cards in every expedition of six colours, a wager on every pile."""
    columns = (tuple(column(colour) for colour in Colour),) * 2
    scores = tuple(tuple(score_expedition(cards) for cards in row) for row in columns)
    last = Turn(1, Discard(Card(Colour.PURPLE, -1)), Draw(Colour.YELLOW), Card(Colour.YELLOW, 10))
    result = RoundResult(1, 0, columns, scores)
    base = CARD_GAME.view(next(match(0, colours=6, rounds=9)), seat)
    return replace(
        base,
        options=Options(6, 9),
        round=9,
        turn=0,
        columns=columns,
        piles=tuple((Card(colour, -1),) for colour in Colour),
        scores=scores,
        history=(last,),
        last_turn=last,
        results=(result,) * 9,
        totals=(-1080, 8888),
    )


@cache
def played(seed: int, step: int, seat: int | None = None, colours: int = 5) -> View:
    """A position of a sensible match."""
    return CARD_GAME.view(list(match(seed, colours))[step], seat)


def positions() -> list[View]:
    """A few public views: empty, middle, late, six colours, over, and fuller than full."""
    last = list(match(140))[-1]
    return [
        played(1, 0),
        played(2, 61),
        played(140, 152),
        played(5, 160, colours=6),
        CARD_GAME.view(last, None),
        fullest(),
    ]
