"""Search over the turns of a seat: each is tried on the same tables, as they may really be, and then played on."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf
from random import Random
from typing import Final

from rules.players.card_game.policy import Moves, Policy
from rules.players.card_game.sight import Sight
from rules.players.player import Budget

_SPREAD: Final = 45.0
"""The standard deviation of a round's margin between good players."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a search is done.

    Of a turn's placements the best ``placements`` are tried, with the best ``draws`` each, unless the policy thinks
    them ``cut`` points worse than the best. Each is played on for ``depth`` turns and then judged. What the policy
    thinks of a turn counts as much as ``trust`` samples. ``victory`` is how many points winning the match is worth.
    """

    placements: int
    draws: int
    cut: float
    depth: int
    trust: float
    victory: float


class Candidate:
    """A turn that is tried: what the policy thinks of it, and the sum of what came of it."""

    __slots__ = ("moves", "prior", "total", "use")

    def __init__(self, prior: float, moves: Moves) -> None:
        self.prior = prior
        self.moves = moves
        self.total = 0.0
        self.use = 0.0


@dataclass(frozen=True, slots=True)
class Found:
    """The turns that were compared, the best first, with the margins of the round that may be expected after them."""

    turns: Sequence[tuple[Moves, float]]
    iterations: int
    cut_short: bool


def search(
    sight: Sight,
    policy: Policy,
    manner: Manner,
    ahead: int,
    rounds_left: int,
    rng: Random,
    budget: Budget,
    also: int | None = None,
) -> Found:
    """Compare turns by sequential halving: after each share of the budget the weaker half is dropped.

    ``ahead`` is the lead from finished rounds, ``rounds_left`` how many follow this one. An iteration is one turn
    tried on one table. A turn that begins with ``also`` is among them, and is never dropped.
    """
    seat = sight.seat
    priors = policy.candidates(sight.table(sight.unknown), manner.placements, manner.draws)
    running = [Candidate(prior, moves) for prior, moves in priors if prior >= priors[0][0] - manner.cut]
    pinned = None if also is None else _pinned(running, also, sight, policy)
    dropped: list[tuple[Moves, float]] = []
    stages = max(1, (len(running) - 1).bit_length())
    spread = _SPREAD * (rounds_left + 0.2) ** 0.5
    iterations = samples = 0
    cut_short = False
    for stage in range(1, stages + 1):
        limit = budget.iterations * stage // stages
        while (iterations < limit or not samples) and not cut_short:
            order = sight.unknown.copy()
            rng.shuffle(order)
            for candidate in running:
                table = sight.table(order)
                for move in candidate.moves:
                    table.push(move)
                policy.play_on(table, manner.depth)
                margin = policy.margin(table, seat)
                candidate.total += margin
                candidate.use += margin + manner.victory * erf((ahead + margin) / spread)
            samples += 1
            iterations += len(running)
            cut_short = budget.out_of_time()
        running.sort(key=lambda candidate: candidate.use + manner.trust * candidate.prior, reverse=True)
        kept = len(running) if stage == stages or cut_short else len(running) + 1 >> 1
        weaker = [candidate for candidate in running[kept:] if candidate is not pinned]
        dropped[:0] = [(candidate.moves, candidate.total / samples) for candidate in weaker]
        running = [candidate for candidate in running if candidate not in weaker]
    found = [(candidate.moves, candidate.total / samples) for candidate in running]
    return Found(found + dropped, iterations, cut_short)


def _pinned(running: list[Candidate], also: int, sight: Sight, policy: Policy) -> Candidate:
    """The candidate that begins with ``also``; it is added if there is none."""
    for candidate in running:
        if candidate.moves[0] == also:
            return candidate
    table = sight.table(sight.unknown)
    moves: Moves = (also,)
    if table.position.placed < 0:
        slack = policy.slack(table)
        table.push(also)
        moves = (also, policy.draw(table, slack))
    added = Candidate(running[-1].prior, moves)
    running.append(added)
    return added
