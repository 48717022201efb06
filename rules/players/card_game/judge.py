"""What the cards of one colour are worth to a seat: the heart of every player of the card game.

The worth of an expedition is what it is expected to score in the end, from the cards that lie there, those in the hand
and those that may still come. A play costs what it lets pass, a discard what it takes from the own hand and gives to
the rival. All of this depends on a few small numbers, so an opinion, once formed, is kept.
"""

from dataclasses import dataclass
from math import exp, log
from typing import Final, NamedTuple

from rules.card_game.scoring import BONUS, BONUS_CARDS, COST
from rules.players.card_game.masks import COUNT, FULL, NUMBERS, OPEN, SUM, WAGERS, code

TURNS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 19, 22)
"""How many own turns are about left in each phase of a round."""

PHASE: Final = tuple(
    next((phase for phase, most in enumerate(TURNS[:-1]) if turns <= most), len(TURNS) - 1) for turns in range(40)
)
"""The phase of a round by the own turns that are left."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What a player believes; all gains and costs are in points.

    Cards to come
        ``draw`` scales the chance that a card nobody has shown reaches the hand in time, which falls by ``theirs`` if
        the rival collects its colour; ``hidden`` stands for the cards in the rival's hand. Such a card counts by
        ``low`` if it is lower than all that is held of its colour, by ``high`` if not, by ``fresh`` if none is held,
        by ``wager`` if it is a wager. ``bonus`` is how many cards the length of an expedition is uncertain by.
    Expeditions not started
        They are an option: worth what they promise and ``optimism`` more, but at least nothing, softened by
        ``option`` points and ``option_turns`` more for every turn left. Their cards wait if they promise ``option``.
    Gifts
        What a discard gives to the rival, ``generosity`` times in a discard and ``deny`` times in a draw that takes it
        away: ``give`` times the rank and multiplier, ``give_wager``, or for an expedition not started ``give_fresh``
        times the rank and ``give_fresh_wager``; these fall in the last ``give_turns``.
    Time
        A play is preferred by ``urge``, and by ``urge_late`` more for every card that the turns left over exceed the
        cards that wait by less than ``urge_slack``. A card of the deck is worth ``deck``, and ``deck_late`` more by
        the last turn; a longer round ``stretch`` if more cards wait than turns are left.
    """

    draw: float
    hidden: float
    theirs: float
    low: float
    high: float
    fresh: float
    wager: float
    bonus: float
    optimism: float
    option: float
    option_turns: float
    generosity: float
    deny: float
    give: float
    give_wager: float
    give_fresh: float
    give_fresh_wager: float
    give_turns: float
    urge: float
    urge_late: float
    urge_slack: float
    deck: float
    deck_late: float
    stretch: float


class Opinion(NamedTuple):
    """What a seat thinks of a colour.

    ``worth`` is the points it expects there, ``waiting`` how many cards of the hand wait to be played. ``play`` and
    ``discard`` are the best cards to play and to discard, as codes within the colour or 0 if there is none, with what
    each changes.
    """

    worth: float
    waiting: int
    play: int
    play_gain: float
    discard: int
    discard_gain: float


Gains = list[tuple[float, int]]
"""What can be done and how many points it changes: the gain first, so that the best is the largest."""

NEVER: Final = -1e6

_HALF_WAY: Final = BONUS_CARDS - 0.5
"""So many cards are the middle of the chance for the bonus."""


def key(held: int, played: int, theirs: int, piled: int, phase: int) -> int:
    """The situation of a colour as one number; the hot loops spell it out."""
    return (((held << 11 | played) << 11 | theirs) << 11 | piled) << 4 | phase


class Judge(dict[int, Opinion]):
    """Opinions by ``key``, formed when they are asked for."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self.weights = weights

    def __missing__(self, situation: int) -> Opinion:
        opinion = self[situation] = self._opinion(
            held=situation >> 37,
            played=situation >> 26 & FULL,
            theirs=situation >> 15 & FULL,
            piled=situation >> 4 & FULL,
            turns=TURNS[situation & 15],
        )
        return opinion

    def keep(self, most: int) -> None:
        """Forget all opinions if there are more than ``most``, so that they do not fill the memory."""
        if len(self) > most:
            self.clear()

    def _opinion(self, held: int, played: int, theirs: int, piled: int, turns: int) -> Opinion:
        unseen = FULL - held - played - theirs - piled
        worth = self.worth(held, played, theirs, unseen, turns)
        play_gain, play = max(self.plays(held, played, theirs, unseen, turns), default=(NEVER, 0))
        discard_gain, discard = max(self.discards(held, played, theirs, unseen, turns), default=(NEVER, 0))
        waiting = COUNT[held & OPEN[played]] if played or worth > self.weights.option else 0
        return Opinion(worth, waiting, play, play_gain, discard, discard_gain)

    def plays(self, held: int, played: int, theirs: int, unseen: int, turns: int) -> Gains:
        """The plays that make sense, as codes within the colour."""
        fitting = held & OPEN[played]
        units: list[int] = [1] if fitting & WAGERS else []
        numbers = fitting & NUMBERS
        while numbers and len(units) < 2:
            units.append(numbers & -numbers)
            numbers &= numbers - 1
        worth = self.worth(held, played, theirs, unseen, turns)
        return [(self.worth(held - unit, played + unit, theirs, unseen, turns) - worth, code(unit)) for unit in units]

    def discards(self, held: int, played: int, theirs: int, unseen: int, turns: int) -> Gains:
        """The discards, as codes within the colour, with what they give to the rival taken off."""
        units: list[int] = [1] if held & WAGERS else []
        numbers = held & NUMBERS
        while numbers:
            units.append(numbers & -numbers)
            numbers &= numbers - 1
        worth = self.worth(held, played, theirs, unseen, turns)
        generosity = self.weights.generosity
        return [
            (
                self.worth(held - unit, played, theirs, unseen, turns)
                - worth
                - generosity * self.gift(unit, theirs, turns),
                code(unit),
            )
            for unit in units
        ]

    def worth(self, held: int, played: int, theirs: int, unseen: int, turns: int) -> float:
        """What an expedition is expected to score with ``held`` in the hand, when nobody has shown ``unseen``."""
        weights = self.weights
        fitting = OPEN[played]
        unseen &= fitting
        chance = weights.draw * (turns - 1) / (2 * turns + weights.hidden)
        if theirs:
            chance *= weights.theirs
        wagers = 0
        coming = 0.0
        if played <= WAGERS:
            wagers = held & WAGERS
            coming = weights.wager * chance * (unseen & WAGERS)
        numbers = held & fitting & NUMBERS
        unseen &= NUMBERS
        for _ in range(COUNT[numbers] - turns):
            numbers &= numbers - 1
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
        multiplier = 1 + (played & WAGERS) + coming
        best = NEVER
        for more in range(wagers + 1):
            value = (total - COST) * (multiplier + more)
            beyond = count + more - _HALF_WAY
            if beyond > -2.5:
                value += BONUS / (1 + exp(-beyond / weights.bonus))
            best = max(best, value)
        if played:
            return best
        spread = weights.option + weights.option_turns * turns
        best += weights.optimism
        return best if best > 8 * spread else spread * log(1 + exp(best / spread))

    def gift(self, unit: int, theirs: int, turns: int) -> float:
        """What a card on a pile is worth to the rival, whose expedition of the colour is ``theirs``."""
        weights = self.weights
        late = min(1.0, turns / weights.give_turns)
        rank = unit.bit_length() - 1
        if unit == 1:
            if theirs:
                return late * weights.give_wager if theirs <= WAGERS else 0.0
            return late * weights.give_fresh_wager
        if not theirs:
            return late * weights.give_fresh * rank
        return weights.give * rank * (1 + (theirs & WAGERS)) if unit > theirs else 0.0
