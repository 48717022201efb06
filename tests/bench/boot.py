"""How long the bot takes from its start until it is connected, with 10,000 stored matches, and the memory it has then.

The real process against the pretend Discord on this machine. The database is made once and kept beside other
temporary files; every run has a copy of it.
"""

import asyncio
import os
import shutil
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, gettempdir
from time import perf_counter
from typing import Final

from bot.demo.server import LoopbackDiscord
from bot.store.database import Database, migrations
from rules.card_game import CARD_GAME
from tests.bench import Figure
from tests.bench._stored import fill

FINISHED, LIVE = 9_000, 1_000
RUNS = 5
SOURCE: Final = Path(__file__).parents[2]
PATIENCE: Final = 60.0


def run() -> Iterator[Figure]:
    stored = asyncio.run(_stored())
    starts = [asyncio.run(_started(stored)) for _ in range(RUNS)]
    yield Figure("boot.seconds", round(median(seconds for seconds, _ in starts), 2), "s")
    yield Figure("boot.resident_mb", round(max(resident for _, resident in starts), 1), "MB")


async def _stored() -> Path:
    """The database, made now if it is not there."""
    made_by = sha256("".join(sql for _, sql in migrations()).encode()).hexdigest()[:12]
    path = Path(gettempdir()) / f"lost-cities-boot-{FINISHED}-{LIVE}-{made_by}.sqlite3"
    if not path.exists():
        unfinished = path.with_suffix(".new")
        unfinished.unlink(missing_ok=True)
        async with Database(unfinished) as database:
            await fill(database, CARD_GAME, finished=FINISHED, live=LIVE, guild_id=1, channel_id=2)
        unfinished.rename(path)
    return path


async def _started(stored: Path) -> tuple[float, float]:
    """Seconds until the bot was connected, and its resident megabytes then."""
    with TemporaryDirectory(prefix="boot-") as folder:
        database = shutil.copy(stored, folder)
        async with LoopbackDiscord() as server:
            server.world.create_channel(server.world.create_guild("Club"), "games")
            settings = {"DISCORD_TOKEN": server.token, "DISCORD_BASE": server.base, "DATABASE": str(database)}
            start = perf_counter()
            bot = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", cwd=folder, env={**os.environ, **settings, "PYTHONPATH": str(SOURCE)}
            )
            assert await server.until(server.synced, PATIENCE)
            seconds = perf_counter() - start
            resident = _resident_mb(bot.pid)
            bot.terminate()
            assert await bot.wait() == 0
            return seconds, resident


def _resident_mb(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
