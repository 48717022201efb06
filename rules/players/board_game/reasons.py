"""Why an action is a good one, in numbers and cards; whoever shows it chooses the words."""

from dataclasses import dataclass, replace
from enum import StrEnum

from rules.board_game.scoring import Figure
from rules.board_game.state import BRIDGE, CROSSINGS, STEPS, Choice, ChooseFigure, MoveFigure, Stay, Tile
from rules.board_game.view import View
from rules.cards import Card, Colour
from rules.turns import Cards, Discard, Draw, Play


class Why(StrEnum):
    """The kinds of reasons."""

    START = "start"
    """Start the path: the hand promises enough."""
    GO_ON = "go_on"
    """Bring the figure a step on."""
    TILE = "tile"
    """Bring the figure onto a tile."""
    CROSS = "cross"
    """Bring the figure over the bridge."""
    END = "end"
    """End the expedition."""
    LAST_STEP = "last_step"
    """Play on at the end of the path, so that another figure moves."""
    HURRY = "hurry"
    """Play now: hardly more turns are left than cards that wait."""
    USELESS = "useless"
    """Discard a card that nobody can play any more."""
    HARMLESS = "harmless"
    """Discard a card that no rival can use on a path that it has begun, and that the hand misses least."""
    LEAST = "least"
    """Discard the card that costs least, though a rival may use it."""
    DECK = "deck"
    """Draw from the deck: no open card is better than an unknown one."""
    USEFUL = "useful"
    """Take a card that fits a path of one's own."""
    DENY = "deny"
    """Take a card that a rival could use."""
    TIME = "time"
    """Take a card from a pile, so that the expedition lasts longer."""
    RESEARCHER = "researcher"
    """Send the researcher: the figure goes far, and counts double."""
    ADVENTURER = "adventurer"
    """Send an adventurer: the researcher is worth more on another path."""
    STAY = "stay"
    """Move no figure."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is a good one.

    ``path`` is the path that it is about. ``now`` is what the own figure there is worth where it stands, ``then`` what
    it becomes with ``cards``: those of the hand that may follow, a step each, the one that the action plays or takes
    among them; for a figure that moves without a card, a step further. ``step`` is where it arrives by the action, 0 if
    it does not move, and ``tile`` what it meets there. ``rival`` are the points that the card adds at once to the
    figure of the rival who gains most by it. ``waiting`` cards of the hand fit paths that were begun, and ``turns`` own
    turns are left, this one included, if nobody takes from a pile and no crossing ends the expedition.
    """

    code: Why
    path: Colour | None
    cards: Cards
    now: int
    then: int
    step: int
    tile: Tile | None
    rival: int
    waiting: int
    turns: int


def explain(view: View, action: Play | Discard | Draw | Choice) -> Reason:
    """Why ``view.seat``, which must be to act, may well choose ``action``."""
    assert view.seat is not None
    figures = view.figures[view.seat]
    waiting = sum(figures[card.colour] is not None and view.fits(card) for card in view.hand)
    playing = view.seats - len(view.empty)
    nothing = Reason(Why.DECK, None, (), 0, 0, 0, None, 0, waiting, -(-view.deck_count // playing))
    match action:
        case Play(card):
            return _played(view, card, nothing)
        case Discard(card):
            cards = _following(view, card, view.hand) if view.fits(card) else ()
            reason = _with(view, card.colour, cards, nothing)
            return replace(reason, code=_discarded(view, card), rival=_gift(view, card))
        case Draw(pile):
            return nothing if pile is None else _taken(view, view.piles[pile][-1], nothing)
        case ChooseFigure(researcher):
            assert view.placement is not None
            card = view.placement.card
            cards = _following(view, card, view.hand)
            then = Figure(researcher, min(STEPS, 1 + len(cards))).points
            code = Why.RESEARCHER if researcher else Why.ADVENTURER
            return replace(nothing, code=code, path=card.colour, cards=cards, then=then, step=1)
        case MoveFigure(path):
            figure = figures[path]
            assert figure is not None
            then = Figure(figure.researcher, figure.step + 1).points
            return _arriving(view, replace(nothing, path=path, now=figure.points, then=then), figure.step + 1)
        case Stay():
            return replace(nothing, code=Why.STAY)


def _played(view: View, card: Card, nothing: Reason) -> Reason:
    assert view.seat is not None
    figure = view.figures[view.seat][card.colour]
    reason = _with(view, card.colour, _following(view, card, view.hand), nothing)
    if figure is None:
        return replace(reason, code=Why.START, step=1)
    if figure.step == STEPS:
        return replace(reason, code=Why.LAST_STEP)
    reason = _arriving(view, reason, figure.step + 1)
    if reason.code is Why.GO_ON and reason.waiting >= reason.turns:
        return replace(reason, code=Why.HURRY)
    return reason


def _taken(view: View, card: Card, nothing: Reason) -> Reason:
    assert view.seat is not None
    begun = view.figures[view.seat][card.colour] is not None
    cards = _following(view, card, (*view.hand, card)) if view.fits(card) else ()
    reason = replace(_with(view, card.colour, cards, nothing), rival=_gift(view, card))
    if cards and (begun or len(cards) > 1):
        return replace(reason, code=Why.USEFUL)
    return replace(reason, code=Why.DENY if reason.rival else Why.TIME)


def _with(view: View, path: Colour, cards: Cards, nothing: Reason) -> Reason:
    """What the own figure of a path is worth, and becomes with ``cards``; a new one counts as an adventurer."""
    assert view.seat is not None
    figure = view.figures[view.seat][path]
    now = figure.points if figure else 0
    step, researcher = (figure.step, figure.researcher) if figure else (0, False)
    then = Figure(researcher, min(STEPS, step + len(cards))).points if step + len(cards) else 0
    return replace(nothing, path=path, cards=cards, now=now, then=then)


def _arriving(view: View, reason: Reason, step: int) -> Reason:
    """The reason for a figure of the path to come onto ``step``."""
    assert reason.path is not None
    tile = view.tiles[reason.path][step - 1]
    if step == BRIDGE and view.crossed == CROSSINGS - 1:
        return replace(reason, code=Why.END, step=step)
    code = Why.CROSS if step == BRIDGE else Why.TILE if tile else Why.GO_ON
    return replace(reason, code=code, step=step, tile=tile)


def _following(view: View, first: Card, hand: Cards) -> Cards:
    """The cards of ``hand`` that may come on their path from ``first`` on, in order."""
    assert view.seat is not None
    path = [card for card in hand if card.colour == first.colour]
    up = tuple(sorted(card for card in path if card >= first))
    down = tuple(sorted((card for card in path if card <= first), reverse=True))
    column = view.columns[view.seat][first.colour]
    direction = view.direction(view.seat, first.colour)
    if not direction and column:
        direction = (first.rank > column[-1].rank) - (first.rank < column[-1].rank)
    if direction:
        return up if direction > 0 else down
    return max(up, down, key=len)


def _discarded(view: View, card: Card) -> Why:
    assert view.seat is not None
    rivals = [seat for seat in range(view.seats) if seat != view.seat and seat not in view.empty]
    fitting = [seat for seat in rivals if view.fits(card, seat)]
    if not fitting and not view.fits(card):
        return Why.USELESS
    begun = any(view.columns[seat][card.colour] for seat in fitting)
    return Why.LEAST if begun else Why.HARMLESS


def _gift(view: View, card: Card) -> int:
    """What the figure of a rival, if there is one, is worth more with ``card``, for the one who gains most."""
    gifts = [0]
    for seat, figures in enumerate(view.figures):
        figure = figures[card.colour]
        if seat == view.seat or seat in view.empty or figure is None or figure.step == STEPS:
            continue
        if view.fits(card, seat):
            gifts.append(Figure(figure.researcher, figure.step + 1).points - figure.points)
    return max(gifts)
