"""Why an action is a good one, in numbers and cards; whoever shows it chooses the words."""

from dataclasses import dataclass, replace
from enum import StrEnum

from rules.card_game.scoring import score_expedition
from rules.card_game.view import View
from rules.cards import Card, Colour
from rules.turns import Cards, Discard, Draw, Play


class Why(StrEnum):
    """The kinds of reasons."""

    START = "start"
    """Start the expedition: the hand promises enough."""
    RAISE = "raise"
    """Put a wager on an expedition that the hand supports."""
    GO_ON = "go_on"
    """Add the next card."""
    HURRY = "hurry"
    """Play now: hardly more turns are left than cards that wait."""
    USELESS = "useless"
    """Discard a card that neither side can play any more."""
    HARMLESS = "harmless"
    """Discard a card that the rival cannot use, and that the hand misses least."""
    LEAST = "least"
    """Discard the card that costs least, though the rival may use it."""
    DECK = "deck"
    """Draw from the deck: no open card is better than an unknown one."""
    USEFUL = "useful"
    """Take a card that fits the own plans."""
    DENY = "deny"
    """Take a card that the rival could use."""
    TIME = "time"
    """Take a card from a pile, so that the round lasts longer."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is a good one.

    ``colour`` is the expedition that it is about. ``now`` is what the own one scores as it lies, ``then`` what it
    becomes with ``cards``: those of the hand that may follow, the one that the action plays or takes among them.
    ``rival`` are the points that the card adds at once to the rival's expedition. ``waiting`` cards of the hand fit
    expeditions that were started, and ``turns`` own turns are left, this one included, if nobody takes from a pile.
    """

    code: Why
    colour: Colour | None
    cards: Cards
    now: int
    then: int
    rival: int
    waiting: int
    turns: int


def explain(view: View, action: Play | Discard | Draw) -> Reason:
    """Why ``view.seat``, which must be to act, may well choose ``action``."""
    assert view.seat is not None
    mine = view.columns[view.seat]
    waiting = sum(bool(mine[card.colour]) and view.fits(card) for card in view.hand)
    turns = (view.deck_count + 1) // 2
    if not isinstance(action, Draw):
        card, hand = action.card, view.hand
    elif action.pile is None:
        return Reason(Why.DECK, None, (), 0, 0, 0, waiting, turns)
    else:
        card = view.piles[action.pile][-1]
        hand = (*view.hand, card)
    colour = card.colour
    cards = tuple(sorted(other for other in hand if other.colour == colour and view.fits(other)))
    reason = Reason(
        code=Why.GO_ON,
        colour=colour,
        cards=cards,
        now=score_expedition(mine[colour]).total,
        then=score_expedition((*mine[colour], *cards)).total,
        rival=_gift(view, card),
        waiting=waiting,
        turns=turns,
    )
    return replace(reason, code=_code(view, action, card, reason))


def _code(view: View, action: Play | Discard | Draw, card: Card, reason: Reason) -> Why:
    assert view.seat is not None
    match action:
        case Play():
            if reason.waiting + 1 >= reason.turns:
                return Why.HURRY
            if card.is_wager:
                return Why.RAISE
            return Why.GO_ON if view.columns[view.seat][card.colour] else Why.START
        case Discard():
            if not view.fits(card, 1 - view.seat):
                return Why.HARMLESS if view.fits(card) else Why.USELESS
            return Why.LEAST
        case _:
            if view.fits(card):
                return Why.USEFUL
            return Why.DENY if reason.rival > 0 else Why.TIME


def _gift(view: View, card: Card) -> int:
    """What the rival's expedition, if there is one, scores more with ``card``."""
    assert view.seat is not None
    theirs = view.columns[1 - view.seat][card.colour]
    if not theirs or not view.fits(card, 1 - view.seat):
        return 0
    return score_expedition((*theirs, card)).total - score_expedition(theirs).total
