"""Standings of a large server: 5,000 players, 100,000 rated matches of the last year at one game, a season a quarter.

The matches are stored as they would be, and the bot's own recount works the ratings out. Then people look: every one
at another page, of the season that is running or of all time, with all that comes from the command to the finished
picture and its words. At last the season ends by its timer, and its final standings are drawn and posted, while it is
watched how late the event loop is. Only the HTTP layer is replaced.
"""

import asyncio
from array import array
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

import discord
from discord.utils import utcnow

from bot.i18n import catalogue
from bot.play import Play
from bot.play.ratings import recount
from bot.play.seasons import SEASON
from bot.publish.publisher import Publisher
from bot.store import names, seasons, timers
from bot.store.database import Database
from bot.store.seasons import Season
from bot.store.timers import Timer
from bot.store.times import to_stored
from bot.ui.layout import laid_out
from bot.ui.profile import profile_screen
from bot.ui.standings import leaderboard_screen
from render.theme import DARK
from tests.bench import Figure
from tests.bench._lag import watch
from tests.bench._people import CHANNEL, GUILD, Payload, message

PLAYERS: Final = 5_000
MATCHES: Final = 100_000
YEAR: Final = timedelta(days=364)
SEASONS: Final = 4
LOOKS, WARM_UP = 200, 10
LOOK_EVERY: Final = 0.002
"""Seconds between looks at how late the loop is."""

_WON: Final = '{"termination":"completed","places":[1,2],"points":[60,40]}'
_LOST: Final = '{"termination":"completed","places":[2,1],"points":[40,60]}'


def run() -> Iterator[Figure]:
    with TemporaryDirectory(prefix="standings-") as folder:
        yield from asyncio.run(_measured(Path(folder) / "bot.sqlite3"))


async def _measured(path: Path) -> list[Figure]:
    async with Database(path) as database:
        await _fill(database, utcnow())
        began = perf_counter()
        await recount(database, utcnow())
        recounted = perf_counter() - began
        async with database.writing() as connection:
            # the recount found nothing stored of the seasons that had ended, and would have them posted anew
            await connection.execute("DELETE FROM timers")
        play = Play.over(database, utcnow, _everybody)
        looks = [await _look(play, Random(number)) for number in range(WARM_UP + LOOKS)][WARM_UP:]
        profiles = [await _look_at_profile(play, Random(at)) for at in range(WARM_UP + LOOKS)][WARM_UP:]
        seconds, late = await _season_end(play, database)
    return [
        Figure("standings.recount.matches_per_s", round(MATCHES / recounted), "1/s"),
        Figure("standings.leaderboard.p95_ms", round(1000 * quantiles(looks, n=20)[18], 2), "ms"),
        Figure("standings.profile.p95_ms", round(1000 * quantiles(profiles, n=20)[18], 2), "ms"),
        Figure("standings.season_end.seconds", round(seconds, 3), "s"),
        Figure("standings.season_end.loop_lag.p99_ms", round(1000 * quantiles(late, n=100)[98], 2), "ms"),
    ]


async def _fill(database: Database, now: datetime) -> None:
    """Store the matches of a year, the seasons, and the names of all."""
    random = Random(1)
    began_at = now - YEAR
    async with database.writing() as connection:
        await seasons.insert(connection, GUILD, 0, began_at)
        for number in range(1, SEASONS + 1):
            start, end = (began_at + YEAR * at / SEASONS for at in (number - 1, number))
            season = await seasons.insert(connection, GUILD, number, start, end + timedelta(days=number // SEASONS))
            if number < SEASONS:
                await seasons.close(connection, season.id, end)
                await seasons.set_posted(connection, season, CHANNEL, number)
        await names.put(connection, GUILD, [(user, f"Player {user}") for user in range(1, PLAYERS + 1)])
        rows: list[tuple[int, int, str, int]] = []
        seats: list[tuple[int, int, int]] = []
        for match_id in range(1, MATCHES + 1):
            one, other = random.sample(range(1, PLAYERS + 1), 2)
            # whoever has the lower number is stronger
            won = random.gauss(0, PLAYERS / 4) < other - one
            ended_at = to_stored(began_at + YEAR * match_id / MATCHES)
            rows.append((match_id, GUILD, _WON if won else _LOST, ended_at))
            seats += [(match_id, 0, one), (match_id, 1, other)]
        await connection.executemany(
            "INSERT INTO matches (id, guild_id, outcome, ended_at, channel_id, place_id, game, rules_version, options,"
            " deal_version, secret, contributions, order_drawn, ply, public_ply, published_ply, created_at, moved_at,"
            " rated) VALUES (?, ?, ?, ?, 1, 1, 'card_game', 1, '{}', 1, x'00', '[]', 1, 1, 1, 1, 0, 0, 1)",
            rows,
        )
        await connection.executemany(
            "INSERT INTO seats (match_id, seat, user_id, name, position) VALUES (?, ?, ?, '', 0)", seats
        )
        await connection.execute(
            "INSERT INTO seat_results (match_id, seat, place, result, rounds, points, best, best_colour, begun)"
            " SELECT match_id, seat, json_extract(outcome, '$.places[' || seat || ']'),"
            " iif(json_extract(outcome, '$.places[' || seat || ']') = 1, 'won', 'lost'), 3, 50,"
            " match_id % 100, match_id % 5, '[1, 2, 3, 2, 1, 0]' FROM seats JOIN matches ON id = match_id"
        )


async def _look(play: Play, random: Random) -> float:
    """Seconds that somebody waits for a page of a table."""
    began = perf_counter()
    known = await play.seasons.of(GUILD)
    season: Season = random.choice((known[0], known[-1]))
    (game,) = await play.standings.games(season)
    page = await play.standings.page(season, game, random.randrange(1, PLAYERS + 1), random.randrange(400))
    message = await laid_out(leaderboard_screen(page, known, catalogue(), DARK))
    assert len(message.files) == 1
    return perf_counter() - began


async def _look_at_profile(play: Play, random: Random) -> float:
    """Seconds that somebody waits for the profile of somebody else."""
    one, other = random.sample(range(1, PLAYERS + 1), 2)
    began = perf_counter()
    told = await play.profiles.of(GUILD, one, other)
    message = await laid_out(profile_screen(one, "Amelia", told, "Roald", catalogue(), DARK))
    assert len(message.files) == 1
    return perf_counter() - began


async def _season_end(play: Play, database: Database) -> "tuple[float, array[float]]":
    """Seconds from the end of a season until its final standings are posted, and how late the loop was."""
    client = discord.Client(intents=discord.Intents.none())
    client.http.request = _posted
    Publisher(client, database, play)
    posted = asyncio.Event()
    play.seasons.ended.connect(lambda _: posted.set())
    play.clocks.start()
    season = await seasons.current(database.reader, GUILD)
    assert season is not None
    now = utcnow()
    async with database.writing() as connection:
        await seasons.set_end(connection, season.id, now)
        await timers.put(connection, Timer(SEASON, season.id, now))
    late = array("d")
    watching = asyncio.create_task(watch(late, LOOK_EVERY))
    began = perf_counter()
    play.clocks.wake(now)
    await posted.wait()
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name().startswith("publish-")))
    seconds = perf_counter() - began
    season = await seasons.get(database.reader, season.id)
    assert season is not None
    assert season.posted
    watching.cancel()
    await play.clocks.stop()
    return seconds, late


async def _posted(route: Any, **sent: Any) -> Payload:
    """In place of HTTP: a message was posted."""
    del route, sent
    return message(1, {})


async def _everybody(guild_id: int, user_id: int) -> bool:
    del guild_id, user_id
    return True
