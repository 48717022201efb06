"""500 matches in flight: how many turns the bot takes a second, and how it behaves at the rate that Discord allows.

The real bot over a database on disk; only the HTTP layer is replaced. For the ceilings a few people at a time tap as
fast as they are answered: once with pictures stubbed and a Discord without limits, once with pictures and a Discord
that keeps its published limits (50 requests a second for the bot, 5 messages in 5 seconds a channel; answers to
interactions are free). Then taps arrive at the rate of the turns that these limits let through, two requests each.
``LOAD_SECONDS`` sets how long that lasts (10 minutes if unset).
"""

import asyncio
import os
from collections import deque
from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from bot.app import Bot
from bot.settings import Settings
from bot.store.database import Database
from bot.ui import layout
from bot.ui.screen import Image
from render.picture import ALT_LIMIT, Picture
from tests.bench import Figure
from tests.bench._stored import fill
from tests.bench.tap import CHANNEL, GUILD, Match, Payload, Wire

MATCHES: Final = 500
REQUESTS_PER_S: Final = 50
MESSAGES, MESSAGE_SECONDS = 5, 5.0
TURNS_PER_S: Final = REQUESTS_PER_S / 2
MOST_TAPS: Final = 6
"""A turn takes four: the hand is opened, a card chosen, played and another drawn; one more if the wrong one looks."""

AT_ONCE: Final = 8
"""So many people tap at the same time when the ceiling is sought."""

CEILING_SECONDS: Final = 15.0
WARM_UP_SECONDS: Final = 5.0
SECONDS: Final = float(os.environ.get("LOAD_SECONDS", "600"))
THREADS: Final = 1_000_000
LOOK_EVERY: Final = 0.01
"""Seconds between looks at how late the loop is."""


def run() -> Iterator[Figure]:
    stubbed = asyncio.run(_ceiling(Wire(), stubbed=True))
    yield Figure("load.card_game.ceiling_stubbed.turns_per_s", round(stubbed, 1), "1/s")
    drawn = asyncio.run(_ceiling(Limited(), stubbed=False))
    yield Figure("load.card_game.ceiling.turns_per_s", round(drawn, 1), "1/s")
    yield from asyncio.run(_loaded())


@dataclass
class Limited(Wire):
    """A Discord that keeps its limits, as discord.py keeps to them: by waiting."""

    free_at: float = 0.0
    posted: dict[str, deque[float]] = field(default_factory=dict[str, "deque[float]"])

    async def _request(self, route: Any, *, form: Iterable[Payload] | None = None, **options: Any) -> Any:
        if route.method == "POST" and route.path.endswith("/messages"):
            times = self.posted.setdefault(route.url, deque(maxlen=MESSAGES))
            if len(times) == MESSAGES:
                await asyncio.sleep(times[0] + MESSAGE_SECONDS - perf_counter())
            times.append(perf_counter())
        now = perf_counter()
        self.free_at = max(self.free_at, now) + 1 / REQUESTS_PER_S
        await asyncio.sleep(self.free_at - now)
        return await super()._request(route, form=form, **options)


@dataclass
class Crowd:
    """The people of all matches; ``idle`` are those where nobody waits for an answer."""

    database: Database
    idle: asyncio.Queue[Match]

    async def turn(self, due: float) -> list[float]:
        """Seconds that each tap of a turn took that was ``due`` at that moment."""
        match = await self.idle.get()
        times: list[float] = []
        drawn = False
        while not drawn and len(times) < MOST_TAPS:
            drawn = ":draw" in vars(match)["_next"]["data"]["custom_id"]
            times.append(await match.tap(due))
            due = perf_counter()
        self.idle.put_nowait(match)
        return times

    async def turns(self) -> int:
        """How many turns have been finished."""
        ((count,),) = await self.database.reader.execute_fetchall(
            "SELECT count(*) FROM actions WHERE text LIKE 'draw %' OR text = 'draw'"
        )
        return int(count)


@asynccontextmanager
async def _crowd(wire: Wire) -> AsyncGenerator[Crowd]:
    with TemporaryDirectory(prefix="load-") as folder:
        async with Database(Path(folder) / "bot.sqlite3") as database:
            await fill(database, finished=0, live=MATCHES, guild_id=GUILD, channel_id=CHANNEL)
            async with database.writing() as connection:
                await connection.execute("UPDATE matches SET place_id = id + ?", (THREADS,))
            async with Bot(Settings(), database) as bot:
                wire.connect(bot)
                await bot.login("token")
                for number in range(1, MATCHES + 1):
                    # as they would be after an evening: in memory
                    await bot.play.matches.table(number)
                idle: asyncio.Queue[Match] = asyncio.Queue()
                for number in Random(1).sample(range(1, MATCHES + 1), MATCHES):
                    idle.put_nowait(Match(wire, bot, number))
                yield Crowd(database, idle)


async def _ceiling(wire: Wire, *, stubbed: bool) -> float:
    """Turns a second."""
    drawn = layout.drawn
    if stubbed:
        layout.drawn = _sketched
    try:
        async with _crowd(wire) as crowd:
            await _tap_until(crowd, perf_counter() + WARM_UP_SECONDS)
            before, start = await crowd.turns(), perf_counter()
            await _tap_until(crowd, start + CEILING_SECONDS)
            return (await crowd.turns() - before) / (perf_counter() - start)
    finally:
        layout.drawn = drawn


async def _tap_until(crowd: Crowd, end: float) -> None:
    async def person() -> None:
        while (now := perf_counter()) < end:
            await crowd.turn(now)

    async with asyncio.TaskGroup() as people:
        for _ in range(AT_ONCE):
            people.create_task(person())


async def _sketched(image: Image) -> Picture:
    return Picture(b"picture", "png", image.words()[:ALT_LIMIT])


async def _loaded() -> list[Figure]:
    async with _crowd(Limited()) as crowd:
        await _tap_at_rate(crowd, WARM_UP_SECONDS)
        # by then every picture has been drawn once, and what is kept has been filled
        began_with, before, start = _resident_mb(), await crowd.turns(), perf_counter()
        late: list[float] = []
        looking = asyncio.create_task(_look(late))
        times = await _tap_at_rate(crowd, SECONDS)
        looking.cancel()
        turns = (await crowd.turns() - before) / (perf_counter() - start)
        ended_with = _resident_mb()
    taps, lags = quantiles(times, n=100), quantiles(late, n=100)
    return [
        Figure("load.card_game.turns_per_s", round(turns, 1), "1/s"),
        Figure("load.card_game.tap.p50_ms", round(1000 * taps[49], 2), "ms"),
        Figure("load.card_game.tap.p99_ms", round(1000 * taps[98], 2), "ms"),
        Figure("load.card_game.loop_lag.p99_ms", round(1000 * lags[98], 2), "ms"),
        Figure("load.card_game.start_mb", round(began_with, 1), "MB"),
        Figure("load.card_game.end_mb", round(ended_with, 1), "MB"),
    ]


async def _tap_at_rate(crowd: Crowd, seconds: float) -> list[float]:
    """Seconds that each tap took."""
    start = perf_counter()
    turns: list[asyncio.Task[list[float]]] = []
    async with asyncio.TaskGroup() as people:
        for number in range(round(seconds * TURNS_PER_S)):
            due = start + number / TURNS_PER_S
            await asyncio.sleep(due - perf_counter())
            turns.append(people.create_task(crowd.turn(due)))
    return [seconds for turn in turns for seconds in turn.result()]


async def _look(late: list[float]) -> None:
    """Note again and again how late the loop comes back."""
    while True:
        due = perf_counter() + LOOK_EVERY
        await asyncio.sleep(LOOK_EVERY)
        late.append(perf_counter() - due)


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
