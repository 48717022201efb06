"""How long a tap takes: from when somebody taps until the answer's hand-over to HTTP.

The bot with 200 running matches and its pictures really drawn. Taps arrive at a steady rate, in one match or another,
whole turns of them: open the hand, choose a card, play it, draw. Boards are published meanwhile.
"""

import asyncio
from collections.abc import Iterator
from statistics import quantiles
from typing import Final

from rules.game import AnyGame
from rules.registry import GAMES
from tests.bench import Figure
from tests.bench._wire import playing

FINISHED, RUNNING = 800, 200
PER_SECOND: Final = 20
"""Each of the matches is tapped every ten seconds: a lively evening."""

WARM_UP_SECONDS: Final = 7.5
SECONDS: Final = 25.0


def run() -> Iterator[Figure]:
    for game in GAMES.values():
        cuts = quantiles(asyncio.run(_tapped(game)), n=100)
        yield Figure(f"tap.{game.key}.p50_ms", round(1000 * cuts[49], 2), "ms")
        yield Figure(f"tap.{game.key}.p99_ms", round(1000 * cuts[98], 2), "ms")


async def _tapped(game: AnyGame) -> list[float]:
    """Seconds that each tap after the warm-up took."""
    async with playing(game, finished=FINISHED, live=RUNNING) as wire:
        await wire.play(seconds=WARM_UP_SECONDS, per_second=PER_SECOND, whole_turns=False)
        await wire.play(seconds=SECONDS, per_second=PER_SECOND, whole_turns=False)
        return list(wire.taps)
