"""How many complete rounds a second one core plays at random, dealing included, through each game's position."""

from collections.abc import Iterator
from random import Random
from time import process_time

from rules.game import AnyGame
from rules.registry import GAMES
from rules.shuffle import SECRET_BYTES, Deal
from tests.bench import Figure

WARM_UP_SECONDS = 0.5
SECONDS = 5.0


def run() -> Iterator[Figure]:
    for game in GAMES.values():
        _rounds_per_second(game, WARM_UP_SECONDS)
        yield Figure(f"rules.{game.key}.rounds_per_s", round(_rounds_per_second(game, SECONDS), 1), "1/s")


def _rounds_per_second(game: AnyGame, seconds: float) -> float:
    chance = Random(1).random
    seats = min(game.seats)
    played, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        deal = Deal(played.to_bytes(SECRET_BYTES), ())
        position = game.position(game.start({}, seats, deal).state)
        moves, push = position.moves, position.push
        while choices := moves():
            push(choices[int(chance() * len(choices))])
        played += 1
    return played / spent
