"""The three levels of the card game."""

from random import Random
from typing import Final

from rules.card_game.view import View
from rules.game import Action
from rules.moves import action_of, move_of
from rules.players.card_game import weights
from rules.players.card_game.judge import Judge, Weights
from rules.players.card_game.policy import Policy
from rules.players.card_game.search import Manner, search
from rules.players.card_game.sight import Sight
from rules.players.player import Advice, Budget

_MOST_OPINIONS: Final = 100_000


class RuleOfThumb:
    """Plays by a policy, with errors of judgement of ``blur`` points."""

    iterations = 0

    def __init__(self, beliefs: Weights, blur: float) -> None:
        self._policy = Policy(Judge(beliefs))
        self._blur = blur

    def advise(self, view: View, rng: Random, budget: Budget, also: Action | None = None) -> Advice:
        del budget, also
        sight = Sight(view)
        self._policy.judge.keep(_MOST_OPINIONS)
        table = sight.table(sight.unknown)
        expected = view.totals[sight.seat] - view.totals[1 - sight.seat] + self._policy.outlook(table)
        choosing = table.position.placed < 0
        gains = self._policy.placements(table) if choosing else self._policy.draws(table, self._policy.slack(table))
        if self._blur:
            gains = [(gain + rng.gauss(0, self._blur), move) for gain, move in gains]
        gains.sort(reverse=True)
        return Advice(action_of(gains[0][1]), tuple((action_of(move), expected + gain) for gain, move in gains))


class Searcher:
    """Compares turns on tables as they may really be (see ``rules.players.card_game.search``)."""

    def __init__(self, beliefs: Weights, manner: Manner, iterations: int) -> None:
        self._policy = Policy(Judge(beliefs))
        self._manner = manner
        self.iterations: Final = iterations

    def advise(self, view: View, rng: Random, budget: Budget, also: Action | None = None) -> Advice:
        sight = Sight(view)
        self._policy.judge.keep(_MOST_OPINIONS)
        ahead = view.totals[sight.seat] - view.totals[1 - sight.seat]
        rounds_left = view.options.rounds - view.round
        pinned = None if also is None else move_of(also)
        found = search(sight, self._policy, self._manner, ahead, rounds_left, rng, budget, pinned)
        values: dict[int, float] = {}
        for moves, margin in found.turns:
            values.setdefault(moves[0], ahead + margin)
        return Advice(
            action=action_of(found.turns[0][0][0]),
            values=tuple((action_of(move), value) for move, value in values.items()),
            iterations=found.iterations,
            cut_short=found.cut_short,
        )


EASY: Final = RuleOfThumb(weights.EASY, blur=4.0)
MEDIUM: Final = RuleOfThumb(weights.MEDIUM, blur=0.0)
HARD: Final = Searcher(
    weights.HARD, Manner(placements=7, draws=3, cut=10.0, depth=16, trust=20.0, victory=10.0), iterations=2000
)
