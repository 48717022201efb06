"""The board game's options, material, actions, events and frozen state (RULES.md section 2)."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from rules.board_game.scoring import Figure, Settlement
from rules.cards import Card, Colour
from rules.game import Action, Event, Option, Outcome, Seat
from rules.shuffle import Deal
from rules.turns import Cards, Columns, Discard, Draw, Play

SEATS: Final = range(2, 5)
COLOURS: Final = tuple(Colour)[:5]
RANKS: Final = range(11)
COPIES: Final = 2
"""Every card exists so many times."""
REMOVED_WITH_TWO: Final = 30
"""So many cards stay out of every expedition of two players, unseen."""

STEPS: Final = 9
"""The steps of a path, from 1; the last one is the end of it."""
BRIDGE: Final = 7
"""The first step behind the bridge."""
CROSSINGS: Final = 5
"""The expedition is over when so many figures, of all seats together, are behind the bridges."""
ADVENTURERS: Final = 4
"""Every seat has so many adventurers, and one researcher."""

OPTIONS: Final = (Option("length", ("long", "short"), "long"), Option("direction", ("up", "keltis"), "up"))
ROUNDS: Final = {"long": 3, "short": 1}
"""The expeditions of a match by its length."""


@dataclass(frozen=True, slots=True)
class Options:
    """``length`` is long or short, ``direction`` up or keltis (RULES.md 2.11)."""

    length: str
    direction: str

    @property
    def rounds(self) -> int:
        """How many expeditions the match has."""
        return ROUNDS[self.length]


def all_cards() -> Cards:
    """The whole deck in order: 110 cards (RULES.md 2.1)."""
    return tuple(Card(colour, rank) for colour in COLOURS for rank in RANKS for _ in range(COPIES))


class Tile(Enum):
    """What lies on a step; the value tells it in a position, for points how many (RULES.md 2.4)."""

    ARTIFACT = -1
    ARROW = -2
    POINTS_5 = 5
    POINTS_10 = 10
    POINTS_15 = 15

    @property
    def points(self) -> int:
        """The points that everybody gets who arrives on it."""
        return max(0, self.value)


TILES: Final = (
    *(Tile.ARTIFACT,) * 9,
    *(Tile.ARROW,) * 9,
    *(Tile.POINTS_5,) * 2,
    *(Tile.POINTS_10,) * 3,
    *(Tile.POINTS_15,) * 2,
)
"""All tiles, in order."""
TILE_STEPS: Final = {
    Colour.YELLOW: (2, 3, 5, 7, 9),
    Colour.BLUE: (2, 4, 6, 7, 9),
    Colour.WHITE: (3, 4, 6, 7, 9),
    Colour.GREEN: (2, 4, 5, 7, 9),
    Colour.RED: (3, 5, 6, 7, 9),
}
"""Where the tiles lie, by path: layout L1 (RULES.md 2.3)."""


@dataclass(frozen=True, slots=True)
class ChooseFigure(Action):
    """After a card that starts a path: which figure goes there, the researcher or an adventurer."""

    researcher: bool

    def __str__(self) -> str:
        return f"figure {'researcher' if self.researcher else 'adventurer'}"


@dataclass(frozen=True, slots=True)
class MoveFigure(Action):
    """After an arrow, or a card for a figure at the end of its path: one's figure on ``path`` moves a step."""

    path: Colour

    def __str__(self) -> str:
        return f"move {self.path.letter}"


@dataclass(frozen=True, slots=True)
class Stay(Action):
    """After an arrow, or a card for a figure at the end of its path: no figure moves."""

    def __str__(self) -> str:
        return "stay"


Placement: TypeAlias = Play | Discard
Choice: TypeAlias = ChooseFigure | MoveFigure | Stay
Unfinished: TypeAlias = tuple[Placement | Choice, ...]
"""The actions of a turn before its draw: the placement, then the choices it led to."""


class Phase(Enum):
    """What the seat to act decides next."""

    PLACE = "place"
    """Which card to play or discard."""
    FIGURE = "figure"
    """Which figure starts the path of the card played."""
    ARROW = "arrow"
    """Which figure, if any, moves for the arrow it arrived on."""
    LAST_STEP = "last_step"
    """Which other figure, if any, moves for a card of a path whose end is reached (RULES.md 2.7)."""
    DRAW = "draw"
    """Where to draw a card."""
    OVER = "over"
    """Nothing: the expedition is over."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A figure came onto a step of a path.

    ``tile`` is what it met there: None where no tile lies (any more), and where the arrival ended the expedition.
    """

    path: Colour
    figure: Figure
    tile: Tile | None


@dataclass(frozen=True, slots=True)
class Turn(Event):
    """A complete turn.

    ``choices`` were made between placement and draw; ``arrivals`` are all moves of figures, in order, by the card too.
    ``draw`` is None if the turn ended the expedition at a bridge. ``drawn`` is the card drawn, or None for those who
    may not know it.
    """

    seat: Seat
    placement: Placement
    choices: tuple[Choice, ...]
    arrivals: tuple[Arrival, ...]
    draw: Draw | None
    drawn: Card | None

    def seen_by(self, seat: Seat | None) -> "Turn":
        if self.draw is None or self.draw.pile is not None or seat == self.seat:
            return self
        return Turn(self.seat, self.placement, self.choices, self.arrivals, self.draw, None)


Figures: TypeAlias = tuple[tuple[Figure | None, ...], ...]
"""The figures on the paths, ``figures[seat][colour]``; None where a seat has none."""
Tiles: TypeAlias = tuple[tuple[Tile | None, ...], ...]
"""The tiles on the paths, ``tiles[colour][step - 1]``; None where none lies, or no artifact any more."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A finished expedition as it lay at its end.

    ``chips`` are each seat's before the expedition, those in ``settlements`` before its settlement: the difference is
    what tiles gave. ``artifacts`` are all that each seat has collected in the match so far.
    """

    number: int
    starter: Seat
    columns: Columns
    tiles: Tiles
    figures: Figures
    artifacts: tuple[int, ...]
    chips: tuple[int, ...]
    settlements: tuple[Settlement, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """What this expedition added to each seat's chips; below 0 if it cost some."""
        return tuple(each.after - before for each, before in zip(self.settlements, self.chips, strict=True))


@dataclass(frozen=True, slots=True)
class State:
    """A match of the board game at one moment.

    ``deck`` ends with the card that is drawn next; ``hands`` and ``removed``, the cards that are out of this
    expedition, are sorted; ``columns[seat][colour]`` and ``piles[colour]`` end with their top cards. ``chips`` and
    ``artifacts`` are what each seat has collected in the match. All of these stand as after the last complete turn:
    ``unfinished``, the actions of the current turn so far, first its placement, has its effect when the turn is
    complete, so that nothing of it can be seen before. ``history`` holds the complete turns of the current expedition,
    ``last_turn`` the latest one of the match. ``left`` are the seats that gave up, in order, ``stood_in`` those of them
    that somebody else plays on. Between expeditions there is no state: the turn that ends one deals the next; after the
    last one ``results`` holds them all and the table stays as it lay, the chips as before the settlement.
    """

    options: Options
    deal: Deal
    starter: Seat
    round: int
    round_starter: Seat
    turn: Seat | None
    turns: int
    deck: Cards
    removed: Cards
    hands: tuple[Cards, ...]
    columns: Columns
    piles: tuple[Cards, ...]
    tiles: Tiles
    figures: Figures
    chips: tuple[int, ...]
    artifacts: tuple[int, ...]
    unfinished: Unfinished
    null_run: int
    history: tuple[Turn, ...]
    last_turn: Turn | None
    results: tuple[RoundResult, ...]
    left: tuple[Seat, ...]
    stood_in: tuple[Seat, ...]
    outcome: Outcome | None

    @property
    def seats(self) -> int:
        """How many seats the match has, those that left included."""
        return len(self.hands)

    @property
    def empty(self) -> tuple[Seat, ...]:
        """The seats that nobody plays any more."""
        return tuple(seat for seat in self.left if seat not in self.stood_in)
