"""What a seat or a spectator may know of a match of the board game.

A view is built by listing what may be known, never by taking things away from the state.
"""

from dataclasses import dataclass

from rules.board_game.position import laid_out, position_of
from rules.board_game.scoring import FinalScore, Settlement, final_score
from rules.board_game.state import (
    BRIDGE,
    COLOURS,
    Arrival,
    Choice,
    Figures,
    Options,
    Phase,
    Placement,
    RoundResult,
    State,
    Tiles,
    Turn,
    Unfinished,
)
from rules.cards import Card, Colour
from rules.game import Outcome, Seat
from rules.turns import STALL_LIMIT, Cards, Columns, still_held


@dataclass(frozen=True, slots=True)
class View:
    """Everything that ``seat`` has lawfully seen; a spectator if None.

    The table (``columns``, ``piles``, ``tiles``, ``figures``, ``chips``, ``artifacts``) is shown as after the last
    complete turn, except to the seat that is in the middle of its turn: it alone sees its ``unfinished`` actions, the
    ``arrivals`` they led to, the table with them, and in which ``phase`` it is; to all others, and before the turn's
    first action, the phase is ``PLACE`` while the expedition runs.

    ``columns[seat][colour]``, ``figures[seat][colour]`` and ``tiles[colour][step - 1]`` hold what lies on the paths.
    ``piles[colour]`` lists whole piles, since all of it was seen when it was discarded; a picture shows what lies
    open, the last card of each. ``history`` are the complete turns of this expedition and ``last_turn`` the latest of
    the match, both as far as ``seat`` may know them. ``drawn`` is the card that ``seat`` drew last, if it still holds
    it. ``chips`` are each seat's stock before this expedition is settled; ``settlements`` tell how it would be if it
    ended now, ``finals`` how the match would be scored then. ``left`` are the seats that gave up, in order,
    ``stood_in`` those of them that somebody else plays on.
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
    tiles: Tiles
    figures: Figures
    chips: tuple[int, ...]
    artifacts: tuple[int, ...]
    phase: Phase
    unfinished: Unfinished
    arrivals: tuple[Arrival, ...]
    stalled: bool
    history: tuple[Turn, ...]
    last_turn: Turn | None
    drawn: Card | None
    results: tuple[RoundResult, ...]
    settlements: tuple[Settlement, ...]
    finals: tuple[FinalScore, ...]
    left: tuple[Seat, ...]
    stood_in: tuple[Seat, ...]
    outcome: Outcome | None

    @property
    def seats(self) -> int:
        """How many seats the match has, those that left included."""
        return len(self.figures)

    @property
    def empty(self) -> tuple[Seat, ...]:
        """The seats that nobody plays any more."""
        return tuple(seat for seat in self.left if seat not in self.stood_in)

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours in play, each a path."""
        return COLOURS

    @property
    def placement(self) -> Placement | None:
        """The card that this seat has placed in its unfinished turn."""
        return next((action for action in self.unfinished if not isinstance(action, Choice)), None)

    def direction(self, seat: Seat, colour: Colour) -> int:
        """Where a seat's expedition goes: 1 up, -1 down, 0 if that is still open (RULES.md 2.11)."""
        if self.options.direction == "up":
            return 1
        ranks = [card.rank for card in self.columns[seat][colour]] or [0]
        return (ranks[-1] > ranks[0]) - (ranks[-1] < ranks[0])

    def fits(self, card: Card, seat: Seat | None = None) -> bool:
        """Whether ``card`` may come next on its path, the own or that of ``seat`` (RULES.md 2.5, 2.11)."""
        whose = self.seat if seat is None else seat
        assert whose is not None
        column = self.columns[whose][card.colour]
        return not column or (card.rank - column[-1].rank) * self.direction(whose, card.colour) >= 0

    @property
    def crossed(self) -> int:
        """How many figures are behind the bridges; the fifth one ends the expedition."""
        return sum(figure.step >= BRIDGE for row in self.figures for figure in row if figure is not None)

    @property
    def standing(self) -> tuple[int, ...]:
        """Each seat's chips if this expedition ended now."""
        return tuple(settlement.after for settlement in self.settlements)


def view(state: State, seat: Seat | None) -> View:
    """The view of ``seat``, or of a spectator if None."""
    table, phase, unfinished, arrivals = state, Phase.PLACE, (), ()
    if state.outcome is not None:
        phase = Phase.OVER
    elif seat == state.turn and state.unfinished:
        position = position_of(state)
        table, phase, unfinished = laid_out(state, position), position.phase, state.unfinished
        arrivals = position.arrivals()
    hand = () if seat is None else table.hands[seat]
    history = tuple(turn.seen_by(seat) for turn in state.history)
    settlements = tuple(map(Settlement, table.chips, table.figures))
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
        columns=table.columns,
        piles=table.piles,
        tiles=table.tiles,
        figures=table.figures,
        chips=table.chips,
        artifacts=table.artifacts,
        phase=phase,
        unfinished=unfinished,
        arrivals=arrivals,
        stalled=state.null_run >= STALL_LIMIT,
        history=history,
        last_turn=None if state.last_turn is None else state.last_turn.seen_by(seat),
        drawn=still_held(history, seat, hand),
        results=state.results,
        settlements=settlements,
        finals=tuple(
            final_score(settlement.after, artifacts, state.options.length)
            for settlement, artifacts in zip(settlements, table.artifacts, strict=True)
        ),
        left=state.left,
        stood_in=state.stood_in,
        outcome=state.outcome,
    )
