"""The bot with a stand-in for Discord and its people, who are in another process: what is measured is the bot alone.

Everything of the bot is real but its HTTP layer, and its database is on disk with full synchronisation. As from the
gateway, events come in as JSON through a pipe; answers and requests leave as JSON without the bytes of their files,
whose way to Discord is not measured.
"""

import asyncio
import json
import sys
from array import array
from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

import discord
from discord.webhook import async_

from bot.app import Bot, spare_the_collector
from bot.settings import Settings
from bot.store.database import Database
from rules.game import AnyGame
from tests.bench._people import APPLICATION, BOT, CHANNEL, GUILD, LONGEST_LINE, Payload
from tests.bench._stored import fill

SOURCE: Final = Path(__file__).parents[2]
THREADS: Final = 1_000_000


@dataclass
class Wire:
    """Between the bot and the stand-in. ``taps`` are the seconds that each tap took.

    A tap begins where somebody taps, in the other process, and ends where the answer is handed over to HTTP.
    """

    process: asyncio.subprocess.Process
    taps: "array[float]" = field(default_factory=lambda: array("d"))
    _tapped: dict[int, float] = field(default_factory=dict[int, float])
    _replies: dict[int, asyncio.Future[Payload]] = field(default_factory=dict[int, "asyncio.Future[Payload]"])
    _played: asyncio.Queue[int] = field(default_factory=lambda: asyncio.Queue[int]())
    _numbers: Iterator[int] = field(default_factory=count)

    async def play(self, **order: float) -> int:
        """Let people play (see ``tests.bench._people``); how many turns they finished."""
        del self.taps[:]
        self._say(f'{{"kind": "play", "order": {json.dumps(order)}}}')
        return await self._played.get()

    def connect(self, bot: discord.Client) -> None:
        bot.http.request = self._request
        adapter: Any = async_.async_context.get()
        adapter.request = self._answer

    async def listen(self, bot: discord.Client) -> None:
        """Hand the bot what comes in, until the stand-in ends."""
        state: Any = vars(bot)["_connection"]
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            heard = json.loads(line)
            match heard["kind"]:
                case "event":
                    self._tapped[int(heard["data"]["id"])] = heard["sent"]
                    state.parse_interaction_create(heard["data"])
                case "reply":
                    self._replies.pop(heard["id"]).set_result(heard["data"])
                case _:
                    self._played.put_nowait(heard["turns"])

    def _say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")

    async def _request(self, route: Any, *, form: Iterable[Payload] | None = None, **options: Any) -> Any:
        match route.method, route.path:
            case "GET", "/users/@me":
                return BOT
            case "GET", "/oauth2/applications/@me":
                about = dict.fromkeys(("name", "description", "icon", "verify_key"), "")
                choices = dict.fromkeys(("bot_public", "bot_require_code_grant"), True)
                return {"id": str(APPLICATION), "flags": 0, "owner": BOT, **about, **choices}
            case "PUT", _:
                return []
            case _:
                number, body = next(self._numbers), _body(form, options.get("json"))
                reply = self._replies[number] = asyncio.get_running_loop().create_future()
                self._say(
                    f'{{"kind": "request", "id": {number}, "method": "{route.method}", "url": "{route.url}",'
                    f' "body": {body}}}'
                )
                return await reply

    async def _answer(
        self,
        route: Any,
        session: object,
        *,
        payload: Payload | None = None,
        multipart: Iterable[Payload] | None = None,
        **_: object,
    ) -> Payload:
        del session
        interaction = int(route.webhook_id or 0)
        self.taps.append(perf_counter() - self._tapped.pop(interaction))
        self._say(f'{{"kind": "answer", "id": {interaction}, "body": {_body(multipart, payload)}}}')
        return {"interaction": {"id": str(interaction), "type": 3}}


def _body(multipart: Iterable[Payload] | None, payload: Payload | None) -> str:
    """The JSON text of a request."""
    for part in multipart or ():
        if part["name"] == "payload_json":
            return part["value"]
    return json.dumps(payload or {})


@asynccontextmanager
async def playing(
    game: AnyGame, *, finished: int, live: int, limits: bool = False, warm: bool = False
) -> AsyncGenerator[Wire]:
    """The bot with so many stored matches, and the people of the live ones.

    With ``limits`` Discord keeps its own; if it is ``warm`` the bot has the live matches in memory, as in the course
    of an evening.
    """
    with TemporaryDirectory(prefix="bench-") as folder:
        async with Database(Path(folder) / "bot.sqlite3") as database:
            await fill(database, game, finished=finished, live=live, guild_id=GUILD, channel_id=CHANNEL)
            async with database.writing() as connection:
                await connection.execute("UPDATE matches SET place_id = id + ?", (THREADS,))
            query = "SELECT turn FROM matches WHERE turn IS NOT NULL ORDER BY id"
            turns = "".join(str(seat) for (seat,) in await database.reader.execute_fetchall(query))
            async with Bot(Settings(), database) as bot, _people(finished + 1, turns, limits=limits) as wire:
                spare_the_collector()
                wire.connect(bot)
                await bot.login("token")
                # known, as after the connection
                vars(bot)["_connection"]._add_guild_from_data({"id": str(GUILD), "name": "Club"})
                for number in range(finished + 1, finished + live + 1) if warm else ():
                    await bot.play.matches.table(number)
                listening = asyncio.create_task(wire.listen(bot))
                yield wire
                listening.cancel()


@asynccontextmanager
async def _people(first: int, turns: str, *, limits: bool) -> AsyncGenerator[Wire]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench._people", str(first), turns, *["--limits"] * limits),
        cwd=SOURCE,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LONGEST_LINE,
    )
    try:
        yield Wire(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
