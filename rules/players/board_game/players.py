"""The three levels of the board game."""

from random import Random
from typing import Final

from rules.board_game.position import action_of, move_of
from rules.board_game.view import View
from rules.game import Action
from rules.players.board_game.policy import Policy, Weights
from rules.players.board_game.search import search
from rules.players.board_game.worlds import Worlds, position_seen
from rules.players.board_game.worth import Worth, artifact_worths
from rules.players.player import Advice, Budget


class RuleOfThumb:
    """Plays by a policy, and overlooks the best move as often as ``slip`` says, a share of all times."""

    iterations = 0

    def __init__(self, weights: Weights, slip: float) -> None:
        self._weights = weights
        self._slip = slip

    def advise(self, view: View, rng: Random, budget: Budget, also: Action | None = None) -> Advice:
        del budget, also
        position = position_seen(view)
        policy = Policy(self._weights, worth_of(view))
        ranked = policy.ranked(position)
        while len(ranked) > 1 and rng.random() < self._slip:
            del ranked[0]
        now = policy.worth.margin(position, position.turn)
        return Advice(action_of(ranked[0][1]), tuple((action_of(move), now + points) for points, move in ranked))


class Searcher:
    """Plays the expedition out in its head before it decides (see ``rules.players.board_game.search``)."""

    def __init__(self, weights: Weights, iterations: int) -> None:
        self._weights = weights
        self.iterations: Final = iterations

    def advise(self, view: View, rng: Random, budget: Budget, also: Action | None = None) -> Advice:
        move = None if also is None else move_of(also)
        return search(Worlds(view), Policy(self._weights, worth_of(view)), rng, budget, move)


def worth_of(view: View) -> Worth:
    """What the end of the current expedition is worth in this match."""
    staying = [seat for seat in range(view.seats) if seat not in view.empty]
    following = view.options.rounds - view.round
    return Worth(artifact_worths(view.options.length, len(staying), following), staying, last=not following)


EASY: Final = RuleOfThumb(
    Weights(start=12.0, turns=2.0, gap=0.0, keep=0.3, give=0.0, deck=20.0, researcher=-50.0), slip=0.25
)
"""A beginner starts every path, with the researcher first, and thinks neither of what it skips nor of its rivals."""
MEDIUM: Final = RuleOfThumb(Weights(), slip=0.0)
HARD: Final = Searcher(Weights(), iterations=1000)
