"""The card game's options, actions, events and frozen state (RULES.md section 1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from rules.card_game.scoring import ExpeditionScore
from rules.cards import WAGER, Card, Colour
from rules.game import Event, Option, Outcome, Seat
from rules.shuffle import Deal
from rules.turns import Cards, Columns, Discard, Draw, Play

SEATS: Final = 2
WAGERS_PER_COLOUR: Final = 3
NUMBERS: Final = range(2, 11)

OPTIONS: Final = (Option("colours", (5, 6), 5), Option("rounds", tuple(range(1, 10)), 3))


@dataclass(frozen=True, slots=True)
class Options:
    colours: int
    rounds: int


def all_cards(colours: int) -> tuple[Card, ...]:
    """The whole deck in order: 60 cards with five colours, 72 with six (RULES.md 1.1)."""
    ranks = (WAGER,) * WAGERS_PER_COLOUR + tuple(NUMBERS)
    return tuple(Card(colour, rank) for colour in list(Colour)[:colours] for rank in ranks)


Placement: TypeAlias = Play | Discard


@dataclass(frozen=True, slots=True)
class Turn(Event):
    """A complete turn. ``drawn`` is the card drawn, or None for those who may not know it."""

    seat: Seat
    placement: Placement
    draw: Draw
    drawn: Card | None

    def seen_by(self, seat: Seat | None) -> "Turn":
        if self.draw.pile is not None or seat == self.seat:
            return self
        return Turn(self.seat, self.placement, self.draw, None)


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A finished round: ``columns[seat][colour]`` as they lay at its end, and ``scores[seat][colour]``."""

    number: int
    starter: Seat
    columns: Columns
    scores: tuple[tuple[ExpeditionScore, ...], ...]

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat made in this round."""
        return tuple(sum(score.total for score in row) for row in self.scores)


@dataclass(frozen=True, slots=True)
class State:
    """A match of the card game at one moment.

    ``deck`` ends with the card that is drawn next; ``hands`` are sorted; ``columns[seat][colour]`` and
    ``piles[colour]`` end with their top cards. All of these stand as after the last complete turn: ``placement``, the
    first step of the current turn once it is taken, moves its card only when the draw completes the turn, so that
    nothing of it can be seen before. ``history`` holds the complete turns of the current round, ``last_turn`` the
    latest one of the match. Between rounds there is no state: the draw that ends a round deals the next one; after
    the last round ``results`` holds them all and the table stays as it lay.
    """

    options: Options
    deal: Deal
    starter: Seat
    round: int
    round_starter: Seat
    turn: Seat | None
    turns: int
    deck: Cards
    hands: tuple[Cards, ...]
    columns: Columns
    piles: tuple[Cards, ...]
    placement: Placement | None
    null_run: int
    history: tuple[Turn, ...]
    last_turn: Turn | None
    results: tuple[RoundResult, ...]
    outcome: Outcome | None


def totals(results: Iterable[RoundResult]) -> tuple[int, ...]:
    """Each seat's points over the finished rounds."""
    return tuple(sum(points) for points in zip(*(result.points for result in results), strict=True)) or (0,) * SEATS
