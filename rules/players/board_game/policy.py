"""A sound way to play by what one seat sees, fast enough to play an expedition to its end many times a second."""

from dataclasses import dataclass
from typing import Final

from rules.board_game.position import ADVENTURER, MOVE, RESEARCHER, STAY, Position
from rules.board_game.scoring import VALUES
from rules.board_game.state import BRIDGE, COLOURS, CROSSINGS, STEPS, Phase, Tile
from rules.game import Seat
from rules.moves import DRAW_DECK, DRAW_PILE, PLAY
from rules.players.board_game.worth import Worth

_ARTIFACT: Final = Tile.ARTIFACT.value
_ARROW: Final = Tile.ARROW.value
_PLACE, _FIGURE, _DRAW = Phase.PLACE, Phase.FIGURE, Phase.DRAW
_PATHS: Final = range(len(COLOURS))
_RISES: Final = tuple(VALUES[step + 1] - VALUES[step] for step in range(STEPS))
_EVEN: Final = (VALUES[STEPS] - VALUES[1]) / (STEPS - 1)


@dataclass(frozen=True, slots=True)
class Weights:
    """What the policy thinks of things, in points."""

    pace_base: float = 3.78
    pace_slope: float = 1.04
    tau: float = 4.57
    gap: float = 5.82
    start: float = 0.32
    start_reach: float = 0.65
    start_chance: float = 0.57
    start_time: float = 1.23
    start_tiles: float = -0.11
    arrow: float = 5.05
    keep: float = 1.17
    give: float = 0.96
    give_gap: float = 0.42
    fresh: float = 5.64
    pile: float = 4.67
    researcher: float = 5.13


class Policy:
    """Chooses moves for whoever is to act in a position, reading what that seat sees and nothing else."""

    def __init__(self, weights: Weights, worth: Worth) -> None:
        self.weights = weights
        self.worth = worth

    def move(self, position: Position) -> int:
        """The move that looks best."""
        return max(self.rated(position))[1]

    def ranked(self, position: Position) -> list[tuple[float, int]]:
        """The different moves worth a thought and what each adds, the best first."""
        ranked: dict[int, float] = {}
        for points, move in sorted(self.rated(position), reverse=True):
            ranked.setdefault(move, points)
        return [(points, move) for move, points in ranked.items()]

    def rated(self, position: Position) -> list[tuple[float, int]]:
        phase = position.phase
        if phase is _PLACE:
            return self.placements(position)
        if phase is _DRAW:
            return self.draws(position)
        if phase is _FIGURE:
            return self.figures(position)
        return self.steps(position)

    def turns_left(self, p: Position) -> float:
        """How many turns the seat to act may still have, this one included."""
        steps = sorted([step for row in p.steps for step in row if step < BRIDGE])
        needed = sum(steps[p.crossed - CROSSINGS :])
        needed = (CROSSINGS - p.crossed) * BRIDGE - needed
        seats = len(self.worth.staying)
        w = self.weights
        by_bridge = w.pace_base + w.pace_slope * needed * 2 / seats
        by_deck = len(p.deck) / seats
        return min(by_bridge, by_deck)

    def rise(self, p: Position, seat: Seat, path: int, early: float) -> float:
        """What one more step of a figure on a path is worth to a seat."""
        step = p.steps[seat][path]
        points = early * _EVEN + (1 - early) * _RISES[step]
        if p.researchers[seat] == path:
            points *= 2
        tile = p.tiles[path][step + 1]
        if tile:
            if tile > 0:
                points += tile
            elif tile == _ARTIFACT:
                held = p.artifacts[seat]
                points += self.worth.artifacts[held + 1] - self.worth.artifacts[held]
            else:
                points += self.weights.arrow
        return points

    def unseen(self, p: Position) -> int:
        """How many cards the seat to act does not see."""
        seats = len(p.hands)
        return len(p.deck) + (38 if seats == 2 else 8 * (seats - 1))

    def reached(self, more: float, time: float) -> float:
        """What a figure on the first step comes to be worth with so many cards to follow."""
        most = self.weights.start_time * (time - 1)
        if more > most:
            more = most
        if more >= STEPS - 1:
            return VALUES[STEPS]
        step = int(more)
        return VALUES[1 + step] + (more - step) * _RISES[1 + step]

    def start(self, p: Position, path: int, more: float, time: float) -> float:
        """What a figure is worth that starts a path and goes on for as many steps."""
        w = self.weights
        tiles = p.tiles[path]
        found = 0.0
        for at in range(2, min(int(more), STEPS - 1) + 2):
            tile = tiles[at]
            if tile:
                found += tile if tile > 0 else 10
        return w.start + w.start_reach * self.reached(more, time) + w.start_tiles * found

    def placements(self, p: Position) -> list[tuple[float, int]]:
        """All moves that are worth a thought with what each is worth."""
        w = self.weights
        seat = p.turn
        time = self.turns_left(p)
        early = min(1.0, time / w.tau)
        chance = time / self.unseen(p)
        gap_cost = w.gap * chance
        lows, highs, steps, researcher = p.lows[seat], p.highs[seat], p.steps[seat], p.researchers[seat]
        hand = sorted(p.hands[seat])
        by_colour: list[list[int]] = [[], [], [], [], []]
        for card in hand:
            by_colour[card >> 4].append(card)
        found: list[tuple[float, int]] = []
        for path in _PATHS:
            cards = by_colour[path]
            if not cards:
                continue
            step = steps[path]
            low, high = lows[path], highs[path]
            usable = [card for card in cards if low <= card <= high]
            if usable:
                down = p.keltis and (high & 15) != 15
                both = p.keltis and not down and low & 15 == 0
                cost = gap_cost * 2
                if step == 0:
                    base = low + 2
                    value = 0.0
                else:
                    base = low
                    if researcher == path:
                        cost *= 2
                    value = self.best_step(p, seat, early) if step == STEPS else self.rise(p, seat, path, early)
                if down:
                    usable.reverse()
                    base = high
                elif both:
                    columns = p.columns[seat][path]
                    if columns:
                        base = columns[-1]
                        ups = [card for card in usable if card >= base]
                        downs = [card for card in usable if card <= base]
                        if len(downs) > len(ups):
                            usable = downs[::-1]
                        elif ups:
                            usable = ups
                    else:
                        # towards the longer way
                        if usable[0] - base > base + 10 - usable[-1]:
                            usable.reverse()
                            base += 10
                first = True
                others = len(usable)
                for card in usable:
                    if step:
                        worth = value - cost * abs(card - base)
                    else:
                        others -= 1
                        above = 22 - 2 * abs(card - base) - others
                        worth = self.start(p, path, others + w.start_chance * chance * above, time)
                    if first:
                        found.append((worth, card | PLAY))
                        first = False
                    kept = w.keep * worth if worth > 0 else 0.0
                    found.append((-kept - self.given(p, seat, card, early), card))
                    base = card
                if len(usable) < len(cards):
                    found += [(-self.given(p, seat, card, early), card) for card in cards if card not in usable]
            else:
                found += [(-self.given(p, seat, card, early), card) for card in cards]
        return found

    def given(self, p: Position, seat: Seat, card: int, early: float) -> float:
        """What a card discarded is worth to the rivals."""
        w = self.weights
        path = card >> 4
        most = 0.0
        rival = p.following[seat]
        share = w.give
        while rival != seat:
            low = p.lows[rival][path]
            if low <= card <= p.highs[rival][path]:
                step = p.steps[rival][path]
                if step == STEPS:
                    value = w.fresh
                elif step:
                    value = self.rise(p, rival, path, early) - w.give_gap * (card - low)
                else:
                    value = w.fresh - w.give_gap * (card - low - 2)
                value *= share
                if value > most:
                    most = value
            share *= 0.7
            rival = p.following[rival]
        return most

    def best_step(self, p: Position, seat: Seat, early: float) -> float:
        best = 0.0
        for path, step in enumerate(p.steps[seat]):
            if 0 < step < STEPS:
                value = self.rise(p, seat, path, early)
                if value > best:
                    best = value
        return best

    def draws(self, p: Position) -> list[tuple[float, int]]:
        """Where to draw from, with what the card there adds."""
        w = self.weights
        moves = p.moves()
        found = [(w.pile, DRAW_DECK)]
        if len(moves) == 1:
            return found
        seat = p.turn
        time = self.turns_left(p)
        early = min(1.0, time / w.tau)
        gap_cost = w.gap * 2 * time / self.unseen(p)
        lows, highs, steps = p.lows[seat], p.highs[seat], p.steps[seat]
        for move in moves[1:]:
            path = move - DRAW_PILE
            card = p.piles[path][-1]
            value = 0.0
            step = steps[path]
            if step and lows[path] <= card <= highs[path]:
                value = self.rise(p, seat, path, early) if step < STEPS else self.best_step(p, seat, early)
                value -= gap_cost * (card - lows[path])
            found.append((value, move))
        return found

    def figures(self, p: Position) -> list[tuple[float, int]]:
        """The researcher where much is to come."""
        seat = p.turn
        path = (p.placed ^ PLAY) >> 4
        low, high = p.lows[seat][path], p.highs[seat][path]
        support = sum(low <= card <= high for card in p.hands[seat] if card >> 4 == path)
        rank = (p.placed & 15) - 2
        if p.keltis and rank > 5:
            rank = 10 - rank
        time = self.turns_left(p)
        above = 21 - 2 * rank - support
        points = self.reached(support + self.weights.start_chance * time / self.unseen(p) * above, time)
        return [(points - self.weights.researcher, RESEARCHER), (0.0, ADVENTURER)]

    def steps(self, p: Position) -> list[tuple[float, int]]:
        """For an arrow or a card at the end of a path: what moving each figure adds."""
        seat = p.turn
        time = self.turns_left(p)
        early = min(1.0, time / self.weights.tau)
        found = [(-1.0, STAY)]
        for path, step in enumerate(p.steps[seat]):
            if 0 < step < STEPS:
                found.append((self.rise(p, seat, path, early), MOVE + path))
        return found
