"""Search over the turns of a seat: each is tried on the same tables, as they may be, played to the end by a policy."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import erf
from random import Random
from typing import Final, TypeAlias

from rules.players.card_game.policy import Policy
from rules.players.card_game.sight import Sight
from rules.players.player import Budget

Moves: TypeAlias = tuple[int, ...]
"""What is left of a turn: a placement and a draw, or the draw alone."""

EFFORT: Final = 40
"""So many turns of a playout are an iteration: about what a playout from the start of a round takes."""

_BATCH: Final = 4
_SPREAD: Final = 55.0
"""The standard deviation of a round's margin between equal players."""


@dataclass(slots=True)
class Candidate:
    """A turn that is tried: the sums of its margins and of what they are good for."""

    moves: Moves
    margin: float = 0.0
    use: float = 0.0


@dataclass(slots=True)
class Found:
    """The turns that were compared, the best first, with the margins of the round that they led to on average."""

    turns: list[tuple[Moves, float]] = field(default_factory=list[tuple[Moves, float]])
    iterations: int = 0
    cut_short: bool = False


def search(
    sight: Sight,
    policy: Policy,
    turns: Sequence[Moves],
    ahead: int,
    rounds_left: int,
    bonus: float,
    rng: Random,
    budget: Budget,
) -> Found:
    """Compare ``turns`` by sequential halving: after each share of the budget the weaker half is dropped.

    ``ahead`` is the lead from finished rounds, ``rounds_left`` how many follow, ``bonus`` what winning is worth.
    """
    running = [Candidate(moves) for moves in turns]
    dropped: list[tuple[Moves, float]] = []
    total = budget.iterations * EFFORT
    stages = max(1, (len(running) - 1).bit_length())
    spent = 0
    samples = 0
    cut_short = False
    spread = _SPREAD * rounds_left**0.5 + 8
    for stage in range(1, stages + 1):
        limit = total * stage // stages
        while (spent < limit or not samples) and not cut_short:
            order = sight.unknown.copy()
            rng.shuffle(order)
            for candidate in running:
                table = sight.table(order)
                left = len(table.position.deck)
                for move in candidate.moves:
                    table.push(move)
                policy.finish(table)
                spent += left
                margin = table.margin(sight.seat)
                candidate.margin += margin
                candidate.use += margin + bonus * erf((ahead + margin) / spread)
            samples += 1
            cut_short = budget.out_of_time()
        running.sort(key=lambda candidate: -candidate.use)
        keep = max(1, len(running) + 1 >> 1) if stage < stages else len(running)
        if cut_short:
            break
        dropped[:0] = [(candidate.moves, candidate.margin / samples) for candidate in running[keep:]]
        del running[keep:]
    found = [(candidate.moves, candidate.margin / samples) for candidate in running]
    return Found(found + dropped, spent // EFFORT, cut_short)
