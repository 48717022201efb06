"""A sound way to play by what one seat sees, fast enough to play expeditions to their end many times a second.

All values are points: what a move is thought to add to what its seat has when the expedition ends.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from rules.board_game.position import ADVENTURER, MOVE, RESEARCHER, STAY, Position
from rules.board_game.scoring import RESEARCHER_FACTOR, VALUES
from rules.board_game.state import BRIDGE, COLOURS, CROSSINGS, REMOVED_WITH_TWO, SEATS, STEPS, Phase, Tile
from rules.game import Seat
from rules.moves import DRAW_DECK, DRAW_PILE, PLAY
from rules.players.board_game.outlook import LOWEST, OPEN, SPAN, turns_left
from rules.players.board_game.worth import Worth
from rules.turns import HAND_SIZE

_ARTIFACT: Final = Tile.ARTIFACT.value
_PLACE, _FIGURE, _DRAW = Phase.PLACE, Phase.FIGURE, Phase.DRAW
_RISES: Final = tuple(VALUES[step + 1] - VALUES[step] for step in range(STEPS))
_EVEN: Final = (VALUES[STEPS] - VALUES[1]) / (STEPS - 1)
"""What a step is worth on average."""
_LATE: Final = 3
"""It is late when the deck has no more than so many cards a seat."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What a player believes, found by playing against itself.

    A step counts for what it is worth on average while more than ``early`` turns are left, and ever more for what it
    is worth by itself. ``gap`` is what it costs to pass a number over, if it were sure to come. A path is started if
    ``start`` and ``reach`` of what its figure may come to are worth it: with the cards in the hand and ``hope`` of
    those that may come, ``turns`` a turn at most. ``arrow`` is the worth of that tile. A card kept is worth ``keep`` of
    what it promises; one given away costs ``give`` of what it is worth to a rival, less ``give_gap`` a number passed
    over, or ``fresh`` on a path that the rival has not begun. ``deck`` is what a card from the deck is worth. The
    researcher goes where ``researcher`` is in sight. To end the expedition is worth ``ending`` for who is ahead.
    """

    early: float = 4.57
    gap: float = 5.82
    start: float = 0.32
    reach: float = 0.65
    hope: float = 0.57
    turns: float = 1.23
    arrow: float = 5.05
    keep: float = 1.17
    give: float = 0.96
    give_gap: float = 0.42
    fresh: float = 5.64
    deck: float = 4.67
    researcher: float = 5.13
    ending: float = 15.0


class Outlook(NamedTuple):
    """How a seat sees the rest of the expedition: its turns, how even steps count, what passing a number over costs."""

    time: float
    even: float
    gap: float


class Chain(NamedTuple):
    """The cards of a hand that may come on one path, in the order in which they would.

    ``base`` is the number from which the first one is counted.
    """

    path: int
    step: int
    base: int
    cards: list[int]


class Policy:
    """Chooses moves for whoever is to act in a position, reading what that seat sees and nothing else."""

    def __init__(self, weights: Weights, worth: Worth) -> None:
        self.weights = weights
        self.worth = worth

    def move(self, position: Position) -> int:
        """The move that looks best."""
        phase = position.phase
        if phase is _PLACE:
            outlook = self._outlook(position)
            chains = _chains(position)
            plays = self._plays(position, outlook, chains)
            best = max(plays, default=None)
            if best is not None and best[0] > 0:
                # no discard adds anything
                return best[1]
            return max(plays + self._discards(position, outlook, chains))[1]
        if phase is _DRAW:
            return max(self._draws(position))[1] if position.filled else DRAW_DECK
        return max(self._figures(position) if phase is _FIGURE else self._steps(position))[1]

    def ranked(self, position: Position) -> list[tuple[float, int]]:
        """The different moves worth a thought and what each adds, the best first."""
        phase = position.phase
        if phase is _PLACE:
            outlook = self._outlook(position)
            chains = _chains(position)
            rated = self._plays(position, outlook, chains) + self._discards(position, outlook, chains)
        elif phase is _DRAW:
            rated = self._draws(position)
        else:
            rated = self._figures(position) if phase is _FIGURE else self._steps(position)
        ranked: dict[int, float] = {}
        for points, move in sorted(rated, reverse=True):
            ranked.setdefault(move, points)
        return [(points, move) for move, points in ranked.items()]

    def _draws(self, p: Position) -> list[tuple[float, int]]:
        """Where to draw from: the deck, piles whose cards go on with a path, and any late, when time can be won."""
        found = [(self.weights.deck, DRAW_DECK)]
        moves = p.moves()
        if len(moves) == 1:
            return found
        seat = p.turn
        lows, highs, steps = p.lows[seat], p.highs[seat], p.steps[seat]
        late = len(p.deck) <= _LATE * len(self.worth.staying)
        outlook = None
        for move in moves[1:]:
            path = move - DRAW_PILE
            card = p.piles[path][-1]
            step = steps[path]
            if step and lows[path] <= card <= highs[path]:
                outlook = outlook or self._outlook(p)
                points = self._rise(p, seat, path, outlook.even) if step < STEPS else self._best(p, seat, outlook.even)
                base = p.columns[seat][path][-1]
                points -= outlook.gap * abs(card - base)
                found.append((points, move))
            elif late:
                found.append((0.0, move))
        return found

    def _time(self, p: Position) -> float:
        return turns_left(p, p.turn, len(self.worth.staying))

    def _outlook(self, p: Position) -> Outlook:
        time = self._time(p)
        even = time / self.weights.early
        return Outlook(time, min(even, 1.0), 2 * self.weights.gap * time / _unseen(p))

    def _plays(self, p: Position, outlook: Outlook, chains: list[Chain]) -> list[tuple[float, int]]:
        """The next card of every path."""
        return [(self._worth(p, outlook, chain, chain.base, 0), chain.cards[0] | PLAY) for chain in chains]

    def _discards(self, p: Position, outlook: Outlook, chains: list[Chain]) -> list[tuple[float, int]]:
        """Every card: what it promises goes, and what it is worth to rivals."""
        keep = self.weights.keep
        found: list[tuple[float, int]] = []
        kept: set[int] = set()
        for chain in chains:
            base = chain.base
            for at, card in enumerate(chain.cards):
                points = self._worth(p, outlook, chain, base, at)
                found.append((-keep * max(points, 0.0) - self._given(p, card, outlook.even), card))
                base = card
            kept.update(chain.cards)
        return found + [(-self._given(p, card, outlook.even), card) for card in p.hands[p.turn] if card not in kept]

    def _worth(self, p: Position, outlook: Outlook, chain: Chain, base: int, at: int) -> float:
        """What the card of ``chain`` at a place adds once ``base`` is the last one played."""
        path, step = chain.path, chain.step
        passed = abs(chain.cards[at] - base)
        if not step:
            held = len(chain.cards) - at - 1
            return self.weights.start + self.weights.reach * self._reach(p, outlook.time, passed, held)
        seat = p.turn
        gap = outlook.gap * passed
        if p.researchers[seat] == path:
            gap *= RESEARCHER_FACTOR
        if step == STEPS:
            return self._best(p, seat, outlook.even) - gap
        return self._rise(p, seat, path, outlook.even) - gap

    def _reach(self, p: Position, time: float, passed: int, held: int) -> float:
        """What a figure that starts a path may come to: ``held`` cards are there, ``passed`` numbers cannot come."""
        w = self.weights
        coming = 2 * (SPAN + 1 - passed) - held
        more = min(held + w.hope * time / _unseen(p) * coming, w.turns * (time - 1))
        if more >= STEPS - 1:
            return VALUES[STEPS]
        step = int(more)
        return VALUES[step + 1] + (more - step) * _RISES[step + 1]

    def _rise(self, p: Position, seat: Seat, path: int, even: float) -> float:
        """What one more step of a figure is worth to its seat."""
        step = p.steps[seat][path]
        points = even * _EVEN + (1 - even) * _RISES[step]
        if p.researchers[seat] == path:
            points *= RESEARCHER_FACTOR
        if step == BRIDGE - 1 and p.crossed == CROSSINGS - 1:
            ahead = self.worth.margin(p, seat) + points
            return points + (self.weights.ending if ahead > 0 else -self.weights.ending)
        tile = p.tiles[path][step + 1]
        if tile > 0:
            points += tile
        elif tile == _ARTIFACT:
            points += self.worth.gains[p.artifacts[seat]]
        elif tile:
            points += self.weights.arrow
        return points

    def _best(self, p: Position, seat: Seat, even: float) -> float:
        """What the best step of any figure is worth."""
        paths = [path for path, step in enumerate(p.steps[seat]) if 0 < step < STEPS]
        return max([self._rise(p, seat, path, even) for path in paths], default=0.0)

    def _given(self, p: Position, card: int, even: float) -> float:
        """What a card on its pile is worth to the rivals, the less the later they come to it."""
        w = self.weights
        path = card >> 4
        most = 0.0
        share = w.give
        seat = p.turn
        rival = p.following[seat]
        while rival != seat:
            low = p.lows[rival][path]
            if low <= card <= p.highs[rival][path]:
                step = p.steps[rival][path]
                if not step:
                    points = w.fresh - w.give_gap * (card - low - LOWEST)
                elif step < STEPS:
                    points = self._rise(p, rival, path, even) - w.give_gap * (card - low)
                else:
                    points = w.fresh
                most = max(most, share * points)
            share *= 0.7
            rival = p.following[rival]
        return most

    def _figures(self, p: Position) -> list[tuple[float, int]]:
        """The researcher where much is to come."""
        seat = p.turn
        card = p.placed ^ PLAY
        path = card >> 4
        low, high = p.lows[seat][path], p.highs[seat][path]
        held = sum([low <= card <= high for card in p.hands[seat]])
        passed = (card & 15) - LOWEST
        if p.keltis:
            passed = min(passed, SPAN - passed)
        reach = self._reach(p, self._time(p), passed, held)
        return [(reach - self.weights.researcher, RESEARCHER), (0.0, ADVENTURER)]

    def _steps(self, p: Position) -> list[tuple[float, int]]:
        """Every figure that may move for an arrow, or for a card at the end of a path."""
        seat = p.turn
        even = min(1.0, self._time(p) / self.weights.early)
        paths = [path for path, step in enumerate(p.steps[seat]) if 0 < step < STEPS]
        return [(0.0, STAY), *[(self._rise(p, seat, path, even), MOVE + path) for path in paths]]


def _unseen(p: Position) -> int:
    """How many cards the seat to act does not see."""
    seats = len(p.hands)
    removed = REMOVED_WITH_TWO if seats == SEATS[0] else 0
    return len(p.deck) + removed + HAND_SIZE * (seats - 1)


def _chains(p: Position) -> list[Chain]:
    seat = p.turn
    lows, highs, steps = p.lows[seat], p.highs[seat], p.steps[seat]
    fitting: list[list[int]] = [[] for _ in COLOURS]
    for card in sorted(p.hands[seat]):
        path = card >> 4
        if lows[path] <= card <= highs[path]:
            fitting[path].append(card)
    chains: list[Chain] = []
    for path, cards in enumerate(fitting):
        if not cards:
            continue
        step, low, high = steps[path], lows[path], highs[path]
        if not step:
            low += LOWEST
            if p.keltis and cards[0] - low > low + SPAN - cards[-1]:
                cards.reverse()
                low += SPAN
            chains.append(Chain(path, 0, low, cards))
        elif high & 15 != OPEN:
            cards.reverse()
            chains.append(Chain(path, step, high, cards))
        elif not low & 15:
            # Keltis rules, and the direction is still open
            base = p.columns[seat][path][-1]
            up = [card for card in cards if card >= base]
            down = [card for card in reversed(cards) if card <= base]
            chains.append(Chain(path, step, base, up if len(up) >= len(down) else down))
        else:
            chains.append(Chain(path, step, low, cards))
    return chains
