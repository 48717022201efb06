"""``python -m tests.tune``: how the weights of the card game's players were found, and may be found again.

A hill climb: some weights are changed by chance, and the change is kept if mirrored deals show that the changed policy
is better against the present one, an earlier one, and the one it began with. Each step that is kept prints its weights.
"""

import argparse
from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from itertools import count
from math import exp, sqrt
from random import Random

from rules.card_game import CARD_GAME
from rules.card_game.engine import Position, position_of
from rules.players.card_game import weights
from rules.players.card_game.judge import Judge, Weights
from rules.players.card_game.policy import Policy
from rules.players.card_game.table import Table
from tests.rules.walks import deal_of

SHIFTED = {"optimism": 1.0, "deck": 0.5, "deck_late": 0.5}
"""Weights that may be negative are changed by adding, the others by a factor."""
FEW, MANY = 300, 4000
"""After so many deals a change may be rejected, and must be decided on."""


def changed(present: Weights, rng: Random) -> Weights:
    """Some of the weights a little different."""
    names = rng.sample([field.name for field in fields(Weights)], rng.choice((1, 1, 2, 3, 4)))
    values = asdict(present)
    for name in names:
        if name in SHIFTED:
            values[name] += rng.gauss(0, SHIFTED[name])
        else:
            values[name] *= exp(rng.gauss(0, 0.2))
    return replace(present, **values)


def margin(first: Policy, second: Policy, seed: int) -> float:
    """How many points ``first`` is ahead on a deal that is played twice, with the seats swapped."""
    total = 0
    state = CARD_GAME.start({"rounds": 1}, 2, deal_of(seed), starter=seed % 2).state
    for seat, seats in enumerate(((first, second), (second, first))):
        table = Table(position_of(state))
        position: Position = table.position
        while position.deck:
            seats[position.turn].turn(table)
        total += table.margin(seat)
    return total / 2


def better(found: Policy, present: Policy, others: Sequence[Policy], seeds: "count[int]", rng: Random) -> bool:
    """Whether ``found`` is better than ``present`` by two and a half standard errors."""
    gains: list[float] = []
    while True:
        seed, other = next(seeds), rng.choice(others)
        gains.append((margin(found, present, seed) + margin(found, other, seed) - margin(present, other, seed)) / 2)
        number = len(gains)
        if number % 100:
            continue
        mean = sum(gains) / number
        error = sqrt(sum((gain - mean) ** 2 for gain in gains)) / number
        if number >= FEW and mean > 2.5 * error:
            return True
        if mean < -error or (number >= FEW and mean < 0.2 * error) or number >= MANY:
            return False


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tune", description="Look for better weights.")
    parser.add_argument("--steps", type=int, default=400, help="how many changes are tried")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = Random(given.seed)
    seeds = count(given.seed * 1_000_000_000)
    present = weights.MEDIUM
    policy = Policy(Judge(present))
    others = [policy]
    for step in range(given.steps):
        tried = changed(present, rng)
        found = Policy(Judge(tried))
        if better(found, policy, others, seeds, rng):
            present, policy = tried, found
            others = [others[0], policy, *others[1:4]]
            print(step, present, flush=True)


if __name__ == "__main__":
    main()
