"""What a seat or a spectator may know of a match of the card game.

A view is built by listing what may be known, never by taking things away from the state.
"""

from dataclasses import dataclass

from rules.card_game.scoring import ExpeditionScore, score_expedition
from rules.card_game.state import (
    SEATS,
    Options,
    Placement,
    Play,
    RoundResult,
    State,
    Turn,
    totals,
)
from rules.cards import Card, Colour
from rules.game import Outcome, Seat
from rules.turns import STALL_LIMIT, Cards, Columns, still_held


@dataclass(frozen=True, slots=True)
class View:
    """Everything that ``seat`` has lawfully seen; a spectator if None.

    The table (``columns``, ``piles``, ``scores``) is shown as after the last complete turn, except to the seat that is
    in the middle of its turn: it alone sees its ``placement`` and the table with it. ``piles[colour]`` lists whole
    piles, since all of it was seen when it was discarded; a picture shows what lies open, the last card of each.
    ``history`` are the complete turns of this round and ``last_turn`` the latest of the match, both as far as ``seat``
    may know them. ``totals`` are the points of the finished rounds, ``scores[seat][colour]`` those of this round if it
    ended now. ``drawn`` is the card that ``seat`` drew last, if it still holds it.
    """

    options: Options
    seat: Seat | None
    round: int
    starter: Seat
    round_starter: Seat
    turn: Seat | None
    turns: int
    deck_count: int
    hand: Cards
    columns: Columns
    piles: tuple[Cards, ...]
    placement: Placement | None
    stalled: bool
    history: tuple[Turn, ...]
    last_turn: Turn | None
    drawn: Card | None
    results: tuple[RoundResult, ...]
    scores: tuple[tuple[ExpeditionScore, ...], ...]
    totals: tuple[int, ...]
    outcome: Outcome | None

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours in play."""
        return tuple(Colour)[: self.options.colours]

    def fits(self, card: Card, seat: Seat | None = None) -> bool:
        """Whether ``card`` may come next on its expedition, the own or that of ``seat`` (RULES.md 1.4)."""
        whose = self.seat if seat is None else seat
        assert whose is not None
        column = self.columns[whose][card.colour]
        return not column or column[-1].is_wager or card.rank > column[-1].rank

    @property
    def standing(self) -> tuple[int, ...]:
        """Each seat's points of this round if it ended now."""
        return tuple(sum(score.total for score in row) for row in self.scores)


def view(state: State, seat: Seat | None) -> View:
    """The view of ``seat``, or of a spectator if None."""
    hand = () if seat is None else state.hands[seat]
    columns, piles = state.columns, state.piles
    placement = state.placement if seat is not None and seat == state.turn else None
    if placement is not None and seat is not None:
        hand = _without(hand, placement.card)
        columns, piles = _with(columns, piles, seat, placement)
    history = tuple(turn.seen_by(seat) for turn in state.history)
    return View(
        options=state.options,
        seat=seat,
        round=state.round,
        starter=state.starter,
        round_starter=state.round_starter,
        turn=state.turn,
        turns=state.turns,
        deck_count=len(state.deck),
        hand=hand,
        columns=columns,
        piles=piles,
        placement=placement,
        stalled=state.null_run >= STALL_LIMIT,
        history=history,
        last_turn=None if state.last_turn is None else state.last_turn.seen_by(seat),
        drawn=still_held(history, seat, hand),
        results=state.results,
        scores=tuple(tuple(score_expedition(column) for column in row) for row in columns),
        totals=totals(state.results),
        outcome=state.outcome,
    )


def _without(hand: Cards, card: Card) -> Cards:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def _with(
    columns: Columns, piles: tuple[Cards, ...], seat: Seat, placement: Placement
) -> tuple[Columns, tuple[Cards, ...]]:
    card = placement.card
    if isinstance(placement, Play):
        row = _appended(columns[seat], card)
        return tuple(row if at == seat else columns[at] for at in range(SEATS)), piles
    return columns, _appended(piles, card)


def _appended(columns: tuple[Cards, ...], card: Card) -> tuple[Cards, ...]:
    return tuple((*cards, card) if colour == card.colour else cards for colour, cards in enumerate(columns))
