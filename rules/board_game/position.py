"""One expedition as a search and the engine move through it (RULES.md 2.5-2.8, 2.11)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rules.board_game.scoring import Figure
from rules.board_game.state import (
    ADVENTURERS,
    BRIDGE,
    COLOURS,
    CROSSINGS,
    STEPS,
    Arrival,
    Choice,
    ChooseFigure,
    MoveFigure,
    Phase,
    State,
    Stay,
    Tile,
)
from rules.cards import Colour
from rules.game import Action, Seat
from rules.moves import DRAW_DECK, DRAW_PILE, DRAWS, FURTHER, PLAY, cards, codes
from rules.moves import action_of as step_action_of
from rules.moves import move_of as step_move_of
from rules.turns import STALL_LIMIT, Discard, Draw, Play

ADVENTURER: Final = FURTHER
RESEARCHER: Final = FURTHER + 1
STAY: Final = FURTHER + 2
MOVE: Final = FURTHER + 3
"""MOVE + colour moves the figure on that path."""

_NO_TILE: Final = 0
_ARTIFACT: Final = Tile.ARTIFACT.value
_ARROW: Final = Tile.ARROW.value
_NO_PATH: Final = -1
_FIGURES: Final = (ADVENTURER, RESEARCHER)
# bound once, because looking up a member of an enumeration takes a while
_PLACE, _FIGURE, _ARROW_MOVE, _LAST_STEP, _DRAW, _OVER = (
    Phase.PLACE,
    Phase.FIGURE,
    Phase.ARROW,
    Phase.LAST_STEP,
    Phase.DRAW,
    Phase.OVER,
)


class Position:
    """One expedition: compact, mutable, with ``push`` and ``pop``.

    Cards and moves are numbers (see ``rules.moves`` and above). ``hands[seat]`` is in no order; ``columns[seat]
    [colour]``, ``piles[colour]`` and ``deck`` end with their top cards. The cards that may be played next on a column
    are those from ``lows[seat][colour]`` to ``highs[seat][colour]``, which tells the direction too. ``tiles[colour]
    [step]`` holds the values of the tiles or 0, ``steps[seat][colour]`` where the figures are or 0,
    ``researchers[seat]`` the path of the researcher or -1; ``crossed`` figures are behind the bridges. ``filled`` is
    the set of piles that hold cards, bit by colour. ``placed`` is the first move of the current turn, -1 before it.
    ``following[seat]`` is the next seat that still plays.
    """

    __slots__ = (
        "_undo",
        "artifacts",
        "chips",
        "columns",
        "crossed",
        "deck",
        "filled",
        "following",
        "hands",
        "highs",
        "keltis",
        "lows",
        "null_run",
        "phase",
        "piles",
        "placed",
        "researchers",
        "steps",
        "tiles",
        "turn",
    )

    def __init__(self, state: State) -> None:
        """The position in which the current turn of ``state`` began; the match must be running."""
        assert state.turn is not None
        self.keltis = state.options.direction == "keltis"
        self.hands = [codes(hand) for hand in state.hands]
        self.columns = [[codes(column) for column in row] for row in state.columns]
        self.piles = [codes(pile) for pile in state.piles]
        self.deck = codes(state.deck)
        self.tiles = [[_NO_TILE, *(tile.value if tile else _NO_TILE for tile in path)] for path in state.tiles]
        self.steps = [[figure.step if figure else 0 for figure in row] for row in state.figures]
        self.researchers = [_researcher(row) for row in state.figures]
        self.chips = list(state.chips)
        self.artifacts = list(state.artifacts)
        self.null_run = state.null_run
        self.turn = state.turn
        self.phase = _PLACE
        self.placed = -1
        self.following = [following(state, seat) for seat in range(state.seats)]
        self.crossed = sum(step >= BRIDGE for row in self.steps for step in row)
        self.filled = sum(1 << colour for colour, pile in enumerate(self.piles) if pile)
        self.lows = [[colour << 4 for colour in COLOURS] for _ in self.hands]
        self.highs = [[colour << 4 | 15 for colour in COLOURS] for _ in self.hands]
        for seat, row in enumerate(self.columns):
            for colour, column in enumerate(row):
                for at, card in enumerate(column):
                    self._bound(seat, colour, column[:at], card)
        self._undo: list[tuple[int, Phase, Seat, int, int, int, int, tuple[int, int, int] | None]] = []

    def copy(self) -> "Position":
        """A position of its own that goes on from here; moves made before it cannot be undone in it."""
        other = object.__new__(Position)
        other.keltis = self.keltis
        other.hands = [hand.copy() for hand in self.hands]
        other.columns = [[column.copy() for column in row] for row in self.columns]
        other.piles = [pile.copy() for pile in self.piles]
        other.deck = self.deck.copy()
        other.tiles = [path.copy() for path in self.tiles]
        other.steps = [row.copy() for row in self.steps]
        other.researchers = self.researchers.copy()
        other.chips = self.chips.copy()
        other.artifacts = self.artifacts.copy()
        other.null_run = self.null_run
        other.turn = self.turn
        other.phase = self.phase
        other.placed = self.placed
        other.following = self.following
        other.crossed = self.crossed
        other.filled = self.filled
        other.lows = [row.copy() for row in self.lows]
        other.highs = [row.copy() for row in self.highs]
        other._undo = []
        return other

    @property
    def over(self) -> bool:
        """Whether the expedition has ended, by its fifth crossing or the last card of the deck (RULES.md 2.8)."""
        return self.phase is _OVER

    def moves(self) -> Sequence[int]:
        """All legal moves of what the seat to act decides next."""
        phase = self.phase
        if phase is _PLACE:
            hand = self.hands[self.turn]
            lows, highs = self.lows[self.turn], self.highs[self.turn]
            moves = hand.copy()
            for card in hand:
                colour = card >> 4
                if lows[colour] <= card <= highs[colour]:
                    moves.append(card | PLAY)
            return moves
        if phase is _DRAW:
            if self.null_run >= STALL_LIMIT:
                return DRAWS[0]
            if self.placed & PLAY:
                return DRAWS[self.filled]
            return DRAWS[self.filled & ~(1 << (self.placed >> 4))]
        if phase is _FIGURE:
            return _FIGURES
        if phase is _OVER:
            return ()
        return [STAY, *(MOVE + path for path, step in enumerate(self.steps[self.turn]) if 0 < step < STEPS)]

    def push(self, move: int) -> None:
        """Make a move of ``moves()``; anything else corrupts the position."""
        turn, phase, researcher = self.turn, self.phase, self.researchers[self.turn]
        first = second = third = 0
        arrival = None
        if move < PLAY:
            first, second = self._taken_out(move), self.filled
            self.piles[move >> 4].append(move)
            self.filled |= 1 << (move >> 4)
            self.placed = move
            self.phase = _DRAW
        elif move < DRAW_DECK:
            card = move ^ PLAY
            colour = card >> 4
            first, second, third = self._taken_out(card), self.lows[turn][colour], self.highs[turn][colour]
            column = self.columns[turn][colour]
            self._bound(turn, colour, column, card)
            column.append(card)
            self.placed = move
            arrival = self._played(colour)
        elif move < FURTHER:
            first, second = self.placed, self.null_run
            self._draw(move)
        elif move == STAY:
            self.phase = _DRAW
        else:
            path = move - MOVE
            if path < 0:
                path = (self.placed ^ PLAY) >> 4
                if move == RESEARCHER:
                    self.researchers[turn] = path
            arrival = self._advanced(path)
        self._undo.append((move, phase, turn, first, second, third, researcher, arrival))

    def pop(self) -> None:
        """Undo the last move that was pushed, exactly."""
        move, self.phase, turn, first, second, third, researcher, arrival = self._undo.pop()
        self.turn = turn
        self.researchers[turn] = researcher
        if arrival is not None:
            path, step, tile = arrival
            self.steps[turn][path] = step - 1
            self.crossed -= step == BRIDGE
            if tile == _ARTIFACT:
                self.tiles[path][step] = tile
                self.artifacts[turn] -= 1
            elif tile > 0:
                self.chips[turn] -= tile
        if move < PLAY:
            self.piles[move >> 4].pop()
            self.filled = second
            self.hands[turn].insert(first, move)
            self.placed = -1
        elif move < DRAW_DECK:
            card = move ^ PLAY
            colour = card >> 4
            self.columns[turn][colour].pop()
            self.lows[turn][colour], self.highs[turn][colour] = second, third
            self.hands[turn].insert(first, card)
            self.placed = -1
        elif move < FURTHER:
            card = self.hands[turn].pop()
            if move == DRAW_DECK:
                self.deck.append(card)
            else:
                self.piles[move - DRAW_PILE].append(card)
                self.filled |= 1 << (move - DRAW_PILE)
            self.placed, self.null_run = first, second

    def arrivals(self) -> tuple[Arrival, ...]:
        """The moves of figures in the turn to which the last move belongs."""
        return tuple(self._arrivals())[::-1]

    def _arrivals(self) -> Iterator[Arrival]:
        for _, phase, turn, *_, arrival in reversed(self._undo):
            if arrival is not None:
                path, step, tile = arrival
                figure = Figure(self.researchers[turn] == path, step)
                yield Arrival(COLOURS[path], figure, Tile(tile) if tile else None)
            if phase is _PLACE:
                return

    def _taken_out(self, card: int) -> int:
        """Take a card out of the hand; the place where it was."""
        hand = self.hands[self.turn]
        at = hand.index(card)
        del hand[at]
        return at

    def _bound(self, seat: Seat, colour: int, column: list[int], card: int) -> None:
        """Note that ``card`` follows ``column``: equal cards may always follow, reversal never (RULES.md 2.5, 2.11)."""
        if not self.keltis or (column and card > column[-1]):
            self.lows[seat][colour] = card
        elif column and card < column[-1]:
            self.highs[seat][colour] = card

    def _played(self, path: int) -> tuple[int, int, int] | None:
        """What a card played does to the figure on its path."""
        turn = self.turn
        steps = self.steps[turn]
        if steps[path] == STEPS:
            self.phase = _LAST_STEP if self._can_move() else _DRAW
            return None
        if not steps[path] and self.researchers[turn] == _NO_PATH:
            if len(steps) - steps.count(0) < ADVENTURERS:
                self.phase = _FIGURE
                return None
            self.researchers[turn] = path
        return self._advanced(path)

    def _advanced(self, path: int) -> tuple[int, int, int]:
        """Move the figure on ``path`` a step and do what it meets; the path, the step, and the tile executed."""
        steps = self.steps[self.turn]
        step = steps[path] + 1
        steps[path] = step
        self.phase = _DRAW
        if step == BRIDGE:
            self.crossed += 1
            if self.crossed == CROSSINGS:
                self.phase = _OVER
                return path, step, _NO_TILE
        tile = self.tiles[path][step]
        if tile > 0:
            self.chips[self.turn] += tile
        elif tile == _ARTIFACT:
            self.tiles[path][step] = _NO_TILE
            self.artifacts[self.turn] += 1
        elif tile == _ARROW and self._can_move():
            self.phase = _ARROW_MOVE
        return path, step, tile

    def _can_move(self) -> bool:
        return any(0 < step < STEPS for step in self.steps[self.turn])

    def _draw(self, move: int) -> None:
        hand = self.hands[self.turn]
        if move == DRAW_DECK:
            hand.append(self.deck.pop())
            self.null_run = 0
        else:
            pile = self.piles[move - DRAW_PILE]
            hand.append(pile.pop())
            if not pile:
                self.filled ^= 1 << (move - DRAW_PILE)
            self.null_run = 0 if self.placed & PLAY else self.null_run + 1
        self.placed = -1
        self.turn = self.following[self.turn]
        self.phase = _PLACE if self.deck else _OVER


def following(state: State, seat: Seat) -> Seat:
    """The next seat clockwise that is played."""
    return next(at for by in range(1, state.seats + 1) if (at := (seat + by) % state.seats) not in state.empty)


def _researcher(row: Sequence[Figure | None]) -> int:
    return next((path for path, figure in enumerate(row) if figure and figure.researcher), _NO_PATH)


def move_of(action: Action) -> int:
    """The number that stands for a ``Play``, ``Discard``, ``Draw`` or choice in a position."""
    match action:
        case ChooseFigure(researcher):
            return RESEARCHER if researcher else ADVENTURER
        case MoveFigure(path):
            return MOVE + path
        case Stay():
            return STAY
        case _:
            return step_move_of(action)


def action_of(move: int) -> Play | Discard | Draw | Choice:
    """The action for which a number stands; the inverse of ``move_of``."""
    if move >= MOVE:
        return MoveFigure(Colour(move - MOVE))
    if move == STAY:
        return Stay()
    if move >= FURTHER:
        return ChooseFigure(move == RESEARCHER)
    return step_action_of(move)


def position_of(state: State) -> Position:
    """A position of one's own to move through, at this moment of the current expedition of ``state``."""
    position = Position(state)
    for action in state.unfinished:
        position.push(move_of(action))
    return position


def laid_out(state: State, position: Position) -> State:
    """``state`` with everything on the table and in the hands as in ``position``."""
    return replace(
        state,
        deck=cards(position.deck),
        hands=tuple(cards(sorted(hand)) for hand in position.hands),
        columns=tuple(tuple(cards(column) for column in row) for row in position.columns),
        piles=tuple(cards(pile) for pile in position.piles),
        tiles=tuple(tuple(Tile(tile) if tile else None for tile in path[1:]) for path in position.tiles),
        figures=tuple(
            tuple(Figure(path == researcher, step) if step else None for path, step in enumerate(row))
            for row, researcher in zip(position.steps, position.researchers, strict=True)
        ),
        chips=tuple(position.chips),
        artifacts=tuple(position.artifacts),
        null_run=position.null_run,
    )
