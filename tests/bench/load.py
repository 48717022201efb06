"""500 matches in flight: how many turns the bot takes a second, and how it behaves at the rate that Discord allows.

For the ceilings a few people at a time tap as fast as they are answered: once with pictures stubbed and a Discord
without limits, once with pictures and a Discord that keeps its published limits (50 requests a second for the bot, 5
messages in 5 seconds a channel; answers to interactions are free). Beside each stands what a turn takes of the
processor in the bot's process, which does not depend on what else runs on the machine. Then taps arrive at the rate of
the turns that these limits let through, two requests each. ``LOAD_SECONDS`` sets how long that lasts (10 minutes if
unset).
"""

import asyncio
import os
from array import array
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from statistics import quantiles
from time import perf_counter, process_time
from typing import Final

from bot.ui import layout
from bot.ui.screen import Image
from render.picture import ALT_LIMIT, Picture
from rules.card_game import CARD_GAME
from tests.bench import Figure
from tests.bench._lag import watch
from tests.bench._people import REQUESTS_PER_S
from tests.bench._wire import playing

MATCHES: Final = 500
TURNS_PER_S: Final = REQUESTS_PER_S / 2
AT_ONCE: Final = 8
"""So many people tap at the same time when the ceiling is sought."""

CEILING_SECONDS: Final = 15.0
WARM_UP_SECONDS: Final = 5.0
SECONDS: Final = float(os.environ.get("LOAD_SECONDS", "600"))
LOOK_EVERY: Final = 0.01
"""Seconds between looks at how late the loop is."""


def run() -> Iterator[Figure]:
    yield from asyncio.run(_ceiling("ceiling_stubbed", stubbed=True))
    yield from asyncio.run(_ceiling("ceiling", stubbed=False))
    yield from asyncio.run(_loaded())


async def _ceiling(name: str, *, stubbed: bool) -> list[Figure]:
    drawn = layout.drawn
    if stubbed:
        layout.drawn = _sketched
    try:
        async with playing(CARD_GAME, finished=0, live=MATCHES, limits=not stubbed, warm=True) as wire:
            await wire.play(people=AT_ONCE, seconds=WARM_UP_SECONDS)
            start, worked = perf_counter(), process_time()
            turns = await wire.play(people=AT_ONCE, seconds=CEILING_SECONDS)
            seconds, work = perf_counter() - start, process_time() - worked
    finally:
        layout.drawn = drawn
    return [
        Figure(f"load.card_game.{name}.turns_per_s", round(turns / seconds, 1), "1/s"),
        Figure(f"load.card_game.{name}.cpu_ms_per_turn", round(1000 * work / turns, 1), "ms"),
    ]


async def _sketched(image: Image, thread: Executor) -> Picture:
    del thread
    return Picture(b"picture", "png", image.words()[:ALT_LIMIT])


async def _loaded() -> list[Figure]:
    async with playing(CARD_GAME, finished=0, live=MATCHES, limits=True, warm=True) as wire:
        await wire.play(seconds=WARM_UP_SECONDS, per_second=TURNS_PER_S, whole_turns=True)
        # by then every picture has been drawn once, and what is kept has been filled
        began_with, start = _resident_mb(), perf_counter()
        late = array("d")
        looking = asyncio.create_task(watch(late, LOOK_EVERY))
        turns = await wire.play(seconds=SECONDS, per_second=TURNS_PER_S, whole_turns=True)
        looking.cancel()
        seconds, ended_with = perf_counter() - start, _resident_mb()
    taps, lags = quantiles(wire.taps, n=100), quantiles(late, n=100)
    return [
        Figure("load.card_game.turns_per_s", round(turns / seconds, 1), "1/s"),
        Figure("load.card_game.tap.p50_ms", round(1000 * taps[49], 2), "ms"),
        Figure("load.card_game.tap.p99_ms", round(1000 * taps[98], 2), "ms"),
        Figure("load.card_game.loop_lag.p99_ms", round(1000 * lags[98], 2), "ms"),
        Figure("load.card_game.start_mb", round(began_with, 1), "MB"),
        Figure("load.card_game.end_mb", round(ended_with, 1), "MB"),
    ]


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
