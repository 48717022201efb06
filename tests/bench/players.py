"""How strong the computer opponents are: matches in which each deal is played with the measured one in every seat.

``python -m tests.bench.players`` runs all rows or those that are named, in several processes if told, and goes on where
its file of results ends. Intervals are of 95 %: Wilson's for wins, the normal one over deals for points. A bar is met
if the lower bound reaches it.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, Final

from rules.game import AnyGame, OptionValue
from rules.players import PLAYERS
from rules.players.player import Advice, Budget, Level
from rules.registry import GAMES
from rules.shuffle import Deal
from tests.bench import Figure
from tests.bench._yardsticks import YARDSTICKS

Z: Final = 1.96
"""The quantile of the normal distribution for intervals of 95 %."""


@dataclass(frozen=True, slots=True)
class Row:
    """Who is measured against whom. The one that is measured has one seat, the rival all others."""

    game: str
    who: str
    against: str
    deals: int
    seats: int = 2
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue])
    label: str = ""

    @property
    def name(self) -> str:
        return ".".join(filter(None, (self.game, self.who, self.against, self.label)))


ROWS: Final = (
    Row("card_game", "easy", "random", 300),
    Row("card_game", "medium", "easy", 300),
    Row("card_game", "medium", "threshold", 500),
    Row("card_game", "medium", "medium", 300),
    Row("card_game", "hard", "medium", 100),
    Row("card_game", "hard", "hard", 25),
    Row("board_game", "easy", "random", 100),
    Row("board_game", "medium", "easy", 150),
    Row("board_game", "medium", "medium", 100),
    Row("board_game", "hard", "medium", 60),
    Row("board_game", "hard", "medium", 30, seats=3, label="of_3"),
    Row("board_game", "hard", "medium", 30, seats=4, label="of_4"),
    Row("board_game", "hard", "hard", 10),
)


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a match for the one that is measured.

    ``win`` is its share of the win; ``points`` and ``rival`` are its points a round and those of the best of the
    others; ``longest`` is how many turns the longest round took, ``iterations`` how far it searched on average.
    """

    win: float
    points: float
    rival: float
    longest: int
    iterations: float


@dataclass(frozen=True, slots=True)
class Estimate(Figure):
    """A figure with its 95 % interval, over so many matches."""

    low: float
    high: float
    matches: int
    iterations: int


def choose(name: str, game: AnyGame, state: Any, rng: Random, iterations: int | None) -> Advice:
    """What an opponent of a level, or a yardstick, does for the seat that is to act."""
    seat = state.turn
    if name in YARDSTICKS:
        return Advice(YARDSTICKS[name](game, state, seat, rng))
    player = PLAYERS[game.key][Level(name)]
    budget = usual(game.key, name) if iterations is None else iterations
    return player.advise(game.view(state, seat), rng, Budget(budget))


def usual(game: str, name: str) -> int:
    """The usual budget in iterations, 0 for those who do not search."""
    return 0 if name in YARDSTICKS else PLAYERS[game][Level(name)].iterations


def play(row: Row, number: int, iterations: int | None) -> tuple[Played, ...]:
    """The matches of one deal, the measured player in each seat in turn."""
    return tuple(_match(row, number, seat, iterations) for seat in range(row.seats))


def _match(row: Row, number: int, seat: int, iterations: int | None) -> Played:
    game = GAMES[row.game]
    # who starts changes with the deal, so that it makes no difference over all
    state: Any = game.start(
        row.options, row.seats, Deal(number.to_bytes(32), ("bench",)), starter=number % row.seats
    ).state
    chance = Random(f"{number} {seat}")
    begun, longest = 0, 0
    searched: list[int] = []
    while state.turn is not None:
        mine = state.turn == seat
        advice = choose(row.who if mine else row.against, game, state, Random(chance.getrandbits(64)), iterations)
        if mine:
            searched.append(advice.iterations)
        before, state = state, game.apply(state, state.turn, advice.action).state
        if state.round != before.round or state.outcome is not None:
            longest = max(longest, state.turns - begun)
            begun = state.turns
    outcome = state.outcome
    assert outcome is not None
    points = list(outcome.points)
    own = points.pop(seat)
    return Played(
        win=1 / len(outcome.winners) if seat in outcome.winners else 0.0,
        points=own / state.round,
        rival=max(points) / state.round,
        longest=longest,
        iterations=_mean(searched),
    )


def wilson(wins: float, matches: int) -> tuple[float, float]:
    """The bounds for the chance of a win (Wilson's score interval)."""
    share, z = wins / matches, Z * Z / matches
    centre = share + z / 2
    half = Z * sqrt(share * (1 - share) / matches + z / matches / 4)
    return (centre - half) / (1 + z), (centre + half) / (1 + z)


def normal(values: Sequence[float]) -> tuple[float, float]:
    """The bounds for the mean."""
    mean = _mean(values)
    half = Z * sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1) / len(values))
    return mean - half, mean + half


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def figures(row: Row, deals: Sequence[Sequence[Played]]) -> Iterator[Figure]:
    """What the matches of some deals tell."""
    matches = [played for deal in deals for played in deal]
    count = len(matches)
    iterations = round(_mean([played.iterations for played in matches]))

    def estimate(what: str, value: float, bounds: tuple[float, float], unit: str) -> Estimate:
        low, high = bounds
        name = f"players.{row.name}.{what}"
        return Estimate(name, round(value, 4), unit, round(low, 4), round(high, 4), count, iterations)

    wins = sum(played.win for played in matches)
    yield estimate("win", wins / count, wilson(wins, count), "share")
    margins = [_mean([played.points - played.rival for played in deal]) for deal in deals]
    yield estimate("margin", _mean(margins), normal(margins), "points a round")
    scores = [_mean([played.points for played in deal]) for deal in deals]
    yield estimate("score", _mean(scores), normal(scores), "points a round")
    yield Figure(f"players.{row.name}.longest", max(played.longest for played in matches), "turns a round")


def results(rows: Sequence[Row], kept: Path | None, iterations: int | None, jobs: int) -> Iterator[Figure]:
    """The figures of each row once its deals are played; those that ``kept`` holds already are not played again."""
    known = _read(kept)
    with ProcessPoolExecutor(jobs) as pool:
        for row in rows:
            budget = iterations if iterations is not None else usual(row.game, row.who)
            have = known.get((row.name, budget), {})
            missing = [number for number in range(row.deals) if number not in have]
            played = pool.map(partial(play, row, iterations=iterations), missing)
            for number, deal in zip(missing, played, strict=True):
                have[number] = deal
                if kept is not None:
                    with kept.open("a", encoding="utf-8") as file:
                        matches = [asdict(match) for match in deal]
                        line = {"row": row.name, "iterations": budget, "deal": number, "matches": matches}
                        file.write(json.dumps(line) + "\n")
            yield from figures(row, [have[number] for number in range(row.deals)])


def _read(kept: Path | None) -> dict[tuple[str, int], dict[int, tuple[Played, ...]]]:
    known: dict[tuple[str, int], dict[int, tuple[Played, ...]]] = {}
    if kept is not None and kept.exists():
        for text in kept.read_text(encoding="utf-8").splitlines():
            line = json.loads(text)
            matches = tuple(Played(**match) for match in line["matches"])
            known.setdefault((line["row"], line["iterations"]), {})[line["deal"]] = matches
    return known


def run() -> Iterator[Figure]:
    return results(ROWS, None, None, 1)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.players", description="Print one JSON line a figure.")
    parser.add_argument("rows", metavar="ROW", nargs="*", help="; ".join(row.name for row in ROWS))
    parser.add_argument("--deals", type=int, help="how many deals of each row are played; a match a seat")
    parser.add_argument("--iterations", type=int, help="the budget of those who search, instead of their usual one")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play")
    parser.add_argument("--kept", type=Path, help="a file that keeps the matches and whose rows go on where they ended")
    given = parser.parse_args()
    rows = [row for row in ROWS if not given.rows or row.name in given.rows]
    if given.deals is not None:
        rows = [replace(row, deals=given.deals) for row in rows]
    for figure in results(rows, given.kept, given.iterations, given.jobs):
        print(json.dumps(asdict(figure)), flush=True)


if __name__ == "__main__":
    main()
