"""What the cards of one colour are worth to a seat: the heart of every player of the card game.

The worth of an expedition is what it is expected to score in the end, from the cards that lie there, those in the hand
and those that may still come. A play costs what it lets pass, a discard what it takes from the own hand and gives to
the rival. All of this depends on few small numbers, so an opinion, once formed, is kept.
"""

from dataclasses import dataclass
from math import exp, log
from typing import Final, NamedTuple

from rules.players.card_game.masks import COUNT, FULL, NUMBERS, OPEN, SUM, WAGERS, code

PHASES: Final = 12
PHASE: Final = tuple(
    next(phase for phase, most in enumerate((1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 19, 99)) if turns <= most)
    for turns in range(40)
)
"""The phase of a round by the own turns that are left."""
TURNS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 19, 22)
"""How many own turns are left in a phase."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What a player believes."""

    draw: float = 0.9
    low: float = 0.794
    high: float = 0.417
    fresh: float = 0.861
    wager: float = 0.408
    option: float = 6.622
    option_turns: float = 0.5
    optimism: float = -2.803
    bonus: float = 1.149
    give_fresh: float = 0.154
    give_fresh_wager: float = 1.5
    give: float = 0.671
    give_wager: float = 6.0
    discard: float = 2.676
    urge: float = 1.0
    urge_late: float = 1.191
    urge_slack: float = 3.113
    deck: float = 3.0
    deck_late: float = 0.527
    deny: float = 0.4
    stretch: float = 3.751


class Opinion(NamedTuple):
    """What a seat thinks of a colour.

    ``worth`` is the points it expects there. ``play`` and ``discard`` are the best cards of the hand to play and to
    discard, as codes within the colour or 0 if there is none, with what each changes. ``pending`` is how many cards of
    the hand wait to be played.
    """

    worth: float
    pending: int
    play: int
    play_gain: float
    discard: int
    discard_gain: float


NEVER: Final = -1e6


class Judge(dict[int, Opinion]):
    """Opinions by ``key``."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self.weights = weights

    def __missing__(self, key: int) -> Opinion:
        phase = key & 31
        piled = key >> 5 & FULL
        theirs = key >> 16 & FULL
        played = key >> 27 & FULL
        held = key >> 38
        opinion = self[key] = self.opinion(held, played, theirs, piled, TURNS[phase])
        return opinion

    def keep(self, most: int) -> None:
        """Forget all opinions if there are more than ``most``, so that they do not fill the memory."""
        if len(self) > most:
            self.clear()

    def opinion(self, held: int, played: int, theirs: int, piled: int, turns: int) -> Opinion:
        unseen = FULL - held - played - theirs - piled
        worth = self.worth(held, played, unseen, turns)
        play_gain, play = max(self.plays(held, played, unseen, turns, worth), default=(NEVER, 0))
        discard_gain, discard = max(self.discards(held, played, theirs, unseen, turns, worth), default=(NEVER, 0))
        pending = COUNT[held & OPEN[played]] if played or worth > self.weights.option else 0
        return Opinion(worth, pending, play, play_gain, discard, discard_gain)

    def plays(self, held: int, played: int, unseen: int, turns: int, worth: float) -> list[tuple[float, int]]:
        """What the plays that make sense change, and their cards as codes within the colour."""
        fitting = held & OPEN[played]
        units: list[int] = [1] if fitting & WAGERS else []
        numbers = fitting & NUMBERS
        while numbers and len(units) < 2:
            units.append(numbers & -numbers)
            numbers &= numbers - 1
        return [(self.worth(held - unit, played + unit, unseen, turns) - worth, code(unit)) for unit in units]

    def discards(
        self, held: int, played: int, theirs: int, unseen: int, turns: int, worth: float
    ) -> list[tuple[float, int]]:
        """What the discards change for this seat and for the rival, and their cards as codes within the colour."""
        generosity = self.weights.discard
        units: list[int] = [1] if held & WAGERS else []
        numbers = held & NUMBERS
        while numbers:
            units.append(numbers & -numbers)
            numbers &= numbers - 1
        return [
            (self.worth(held - unit, played, unseen, turns) - worth - generosity * self.gift(unit, theirs), code(unit))
            for unit in units
        ]

    def worth(self, held: int, played: int, unseen: int, turns: int) -> float:
        """What an expedition is expected to score, given the cards in the hand and those nobody has shown."""
        weights = self.weights
        fitting = OPEN[played]
        held &= fitting
        unseen &= fitting
        wagers = 0
        coming = 0.0
        chance = weights.draw * (turns - 1) / (2 * turns + 6)
        if played <= WAGERS:
            wagers = held & WAGERS
            coming = weights.wager * chance * (unseen & WAGERS)
        numbers = held & NUMBERS
        unseen &= NUMBERS
        over = COUNT[numbers] - turns
        while over > 0:
            numbers &= numbers - 1
            over -= 1
        if numbers:
            below = unseen & (numbers & -numbers) - 1
            above = unseen ^ below
            low, high = weights.low * chance, weights.high * chance
            total = SUM[played] + SUM[numbers] + low * SUM[below] + high * SUM[above]
            count = COUNT[played] + COUNT[numbers] + low * COUNT[below] + high * COUNT[above]
        else:
            fresh = weights.fresh * chance
            total = SUM[played] + fresh * SUM[unseen]
            count = COUNT[played] + fresh * COUNT[unseen]
        count += coming
        base = total - 20
        multiplier = 1 + (played & WAGERS) + coming
        best = NEVER
        for more in range(wagers + 1):
            value = base * (multiplier + more)
            full = count + more - 7.5
            if full > -2.5:
                value += 20 / (1 + exp(-full / weights.bonus))
            best = max(best, value)
        if played:
            return best
        spread = weights.option + weights.option_turns * turns
        best += weights.optimism
        if best > 8 * spread:
            return best
        return spread * log(1 + exp(best / spread))

    def gift(self, unit: int, theirs: int) -> float:
        """What a card on a pile is worth to the rival, whose expedition of the colour is ``theirs``."""
        weights = self.weights
        if unit == 1:
            if not theirs:
                return weights.give_fresh_wager
            return weights.give_wager if theirs <= WAGERS else 0.0
        if not theirs:
            return weights.give_fresh * (unit.bit_length() - 1)
        if unit > theirs:
            return weights.give * (unit.bit_length() - 1) * (1 + (theirs & WAGERS))
        return 0.0


def key(held: int, played: int, theirs: int, piled: int, phase: int) -> int:
    return (((held << 11 | played) << 11 | theirs) << 11 | piled) << 5 | phase
