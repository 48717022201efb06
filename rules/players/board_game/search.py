"""Comparing moves by playing the rest of the expedition out, in worlds that the seat cannot tell apart."""

from random import Random
from typing import Final

from rules.board_game.position import Position, action_of
from rules.board_game.state import Phase
from rules.players.board_game.forecast import expected, points
from rules.players.board_game.policy import Policy
from rules.players.board_game.worlds import Worlds
from rules.players.player import Advice, Budget

CANDIDATES: Final = 8
"""So many moves are compared at most."""
TRUST: Final = 20.0
"""The policy's own opinion of a move counts as much as so many playouts."""
HORIZON: Final = 8
"""A playout ends when every seat has had so many more turns."""
CORRECTION: Final = 0.3
"""How much of what the table says is added to the policy's own opinion."""
_PLACE, _DRAW = Phase.PLACE, Phase.DRAW


def search(worlds: Worlds, policy: Policy, rng: Random, budget: Budget, also: int | None = None) -> Advice:
    """Compare the moves that the policy thinks of, all in the same worlds, halving their number stage by stage.

    An iteration is one playout. The values are the margins that the playouts ended with. ``also`` is among the moves,
    and is never dropped.
    """
    opinions = {move: TRUST * added for added, move in first_thoughts(worlds.base, policy)}
    if also is not None:
        opinions.setdefault(also, min(opinions.values()))
    running = list(opinions)
    if len(running) == 1:
        return Advice(action_of(running[0]))
    sums = dict.fromkeys(running, 0.0)
    counts = dict.fromkeys(running, 0)
    beaten: list[int] = []
    stages = (len(running) - 1).bit_length()
    played, cut_short = 0, False
    for _ in range(stages):
        for _ in range(max(1, budget.iterations // (stages * len(running)))):
            if budget.out_of_time():
                cut_short = True
                break
            world = worlds.sample(rng)
            for move in running:
                position = world.copy()
                position.push(move)
                sums[move] += playout(position, policy, worlds.seat)
                counts[move] += 1
            played += len(running)
        running.sort(key=lambda move: -sums[move] - opinions[move])
        if cut_short:
            break
        half = (len(running) + 1) // 2
        weaker = [move for move in running[half:] if move != also]
        beaten[:0] = weaker
        running = [move for move in running if move not in weaker]
    ranked = [move for move in running + beaten if counts[move]]
    values = tuple((action_of(move), sums[move] / counts[move]) for move in ranked)
    return Advice(action_of(running[0]), values, played, cut_short)


def first_thoughts(base: Position, policy: Policy) -> list[tuple[float, int]]:
    """The moves to compare with what each adds: as the policy sees it, corrected by what the table says of its end."""
    ranked = policy.ranked(base)[:CANDIDATES]
    if base.phase is _DRAW or len(ranked) == 1:
        return ranked
    found: list[tuple[float, int]] = []
    for added, move in ranked:
        after = base.copy()
        after.push(move)
        while after.phase is not _DRAW and not after.over:
            after.push(policy.move(after))
        found.append((added + CORRECTION * points(after, policy.worth, base.turn), move))
    return sorted(found, reverse=True)


def playout(position: Position, policy: Policy, seat: int) -> float:
    """How far ahead of its best rival ``seat`` can expect to be when the policy has played on for all for a while."""
    push, move = position.push, policy.move
    turns = HORIZON * len(policy.worth.staying)
    while not position.over:
        push(move(position))
        if position.phase is _PLACE:
            if not turns:
                break
            turns -= 1
    return expected(position, policy.worth, seat)
