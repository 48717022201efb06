"""An animated replay of a match of three rounds, drawn while people tap in other matches.

Taps arrive as in ``tests.bench.tap``. Animations are drawn one after the other as long as that lasts, as if everybody
wanted one, so that no tap is without the company of one; the first of them is measured.
"""

import asyncio
import resource
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Any, Final

from bot.animator import Order
from bot.i18n import FALLBACK
from bot.play.animations import Animations, Told
from render.picture import Picture
from render.theme import DARK
from rules.game import Action, AnyGame
from rules.record import Record, dump
from rules.registry import GAMES
from rules.turns import Draw
from tests.bench import Figure
from tests.bench._wire import playing
from tests.bench.tap import FINISHED, PER_SECOND, RUNNING, WARM_UP_SECONDS
from tests.rules.walks import deal_of, walk

SEED: Final = 1
FROM_PILES: Final = 0.15
"""How often a card is drawn from a pile: people do it about so often."""

SECONDS: Final = 25.0


def run() -> Iterator[Figure]:
    for game in GAMES.values():
        seconds, picture, taps = asyncio.run(_drawn_among_taps(game))
        # of children that have ended: an animator, or people who are smaller
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        cuts = quantiles(taps, n=100)
        yield Figure(f"replay.{game.key}.seconds", round(seconds, 1), "s")
        yield Figure(f"replay.{game.key}.bytes", len(picture.data), "bytes")
        yield Figure(f"replay.{game.key}.peak_mb", round(peak), "MB")
        yield Figure(f"replay.{game.key}.tap.p50_ms", round(1000 * cuts[49], 2), "ms")
        yield Figure(f"replay.{game.key}.tap.p99_ms", round(1000 * cuts[98], 2), "ms")


async def _drawn_among_taps(game: AnyGame) -> tuple[float, Picture, list[float]]:
    """Seconds that an animation took, the animation, and the seconds of each tap meanwhile."""
    record = dump(_match(game))
    async with playing(game, finished=FINISHED, live=RUNNING) as wire:
        await wire.play(seconds=WARM_UP_SECONDS, per_second=PER_SECOND, whole_turns=False)
        begun = perf_counter()
        tapping = asyncio.create_task(wire.play(seconds=SECONDS, per_second=PER_SECOND, whole_turns=False))
        animations = Animations()
        first = await _picture(animations.drawn(Order(record, ("Ada", "Ben"), FALLBACK, DARK.name)))
        seconds = perf_counter() - begun
        drawing = asyncio.create_task(_for_everybody(animations, record))
        await tapping
        drawing.cancel()
        await asyncio.gather(drawing, return_exceptions=True)
        return seconds, first, list(wire.taps)


async def _for_everybody(animations: Animations, record: str) -> None:
    number = 0
    while True:
        number += 1
        await _picture(animations.drawn(Order(record, ("Ada", f"Ben {number}"), FALLBACK, DARK.name)))


async def _picture(drawn: AsyncGenerator[Told]) -> Picture:
    async with aclosing(drawn) as drawing:
        async for told in drawing:
            if isinstance(told, Picture):
                return told
    raise AssertionError("an animation ends with its picture")


def _match(game: AnyGame) -> Record:
    """A match of two and of three rounds, with draws from the deck most of the time."""
    options = {option.name: option.default for option in game.options}
    moves = list(walk(game, SEED, options, 2, take_backs=0, choose=_mostly_from_the_deck))
    assert moves[-1].applied.state.round == 3
    actions = tuple((move.seat, move.action) for move in moves)
    starter = moves[0].before.starter
    return Record(game, options, ("Ada", "Ben"), (0, 1), False, starter, False, deal_of(SEED), actions)


def _mostly_from_the_deck(state: Any, actions: Sequence[Action], random: Random) -> Action:
    del state
    if Draw() in actions and random.random() > FROM_PILES:
        return Draw()
    return random.choice(actions)
