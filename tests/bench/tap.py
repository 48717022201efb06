"""How long a tap takes: from the gateway's event in the client to the answer's hand-over to HTTP.

The real bot with 200 running matches, its database on disk with full synchronisation, its pictures really drawn; only
the HTTP layer is replaced, by one that takes every request at once. Taps arrive at a steady rate, in one match or
another, whole turns of them: open the hand, choose a card, play it, draw. Boards are published meanwhile.
"""

import asyncio
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

import discord
from discord.webhook import async_

from bot.app import Bot
from bot.settings import Settings
from bot.store.database import Database
from tests.bench import Figure
from tests.bench._stored import fill

FINISHED, RUNNING = 800, 200
TAPS, WARM_UP = 500, 150
PER_SECOND: Final = 20
"""Each of the matches is tapped every ten seconds: a lively evening."""

GUILD, CHANNEL, APPLICATION = 10, 11, 12
Payload = dict[str, Any]
BOT: Final[Payload] = {"id": str(APPLICATION), "username": "lost-cities", "discriminator": "0", "avatar": None}


def run() -> Iterator[Figure]:
    with TemporaryDirectory(prefix="tap-") as folder:
        times = asyncio.run(_tapped(Path(folder) / "bot.sqlite3"))
    cuts = quantiles(times, n=100)
    yield Figure("tap.card_game.p50_ms", round(1000 * cuts[49], 2), "ms")
    yield Figure("tap.card_game.p99_ms", round(1000 * cuts[98], 2), "ms")


async def _tapped(path: Path) -> list[float]:
    """Seconds that each tap after the warm-up took."""
    async with Database(path) as database:
        await fill(database, finished=FINISHED, live=RUNNING, guild_id=GUILD, channel_id=CHANNEL)
        async with Bot(Settings(), database) as bot:
            wire = Wire()
            wire.connect(bot)
            await bot.login("token")
            idle = [Match(wire, bot, number) for number in range(FINISHED + 1, FINISHED + RUNNING + 1)]
            random = Random(1)
            start = perf_counter()
            taps: list[asyncio.Task[float]] = []
            async with asyncio.TaskGroup() as people:
                for number in range(TAPS + WARM_UP):
                    due = start + number / PER_SECOND
                    await asyncio.sleep(due - perf_counter())
                    match = idle.pop(random.randrange(len(idle)))
                    taps.append(people.create_task(match.tap(due)))
                    taps[-1].add_done_callback(lambda _, match=match: idle.append(match))
            return [tap.result() for tap in taps[WARM_UP:]]


@dataclass
class Wire:
    """In place of HTTP: notes when an answer was handed over and what it showed."""

    answers: dict[int, asyncio.Future[tuple[float, Payload]]] = field(
        default_factory=dict[int, "asyncio.Future[tuple[float, Payload]]"]
    )
    ids: Iterator[int] = field(default_factory=lambda: count(1000))

    def connect(self, bot: discord.Client) -> None:
        bot.http.request = self._request
        adapter: Any = async_.async_context.get()
        adapter.request = self._answer

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
                return _message(next(self.ids), _body(form, options.get("json")))

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
        arrived = perf_counter()
        interaction = int(route.webhook_id or 0)
        data: Payload = _body(multipart, payload)["data"]
        self.answers[interaction].set_result((arrived, data))
        return {"interaction": {"id": str(interaction), "type": 3}}


def _body(multipart: Iterable[Payload] | None, payload: Payload | None) -> Payload:
    for part in multipart or ():
        if part["name"] == "payload_json":
            return json.loads(part["value"])
    assert payload is not None
    return payload


def _message(number: int, body: Payload) -> Payload:
    """A message as Discord would send it back: its attachments have addresses."""
    shown: list[Payload] = [
        {"id": str(number), "filename": "kept", "size": 1, "url": "", "proxy_url": ""} | each
        for each in body.get("attachments", ())
    ]
    components = json.loads(json.dumps(body.get("components", ())).replace("attachment://", "https://cdn.example/"))
    return {
        "id": str(number),
        "channel_id": str(CHANNEL),
        "author": BOT,
        "content": "",
        "timestamp": "2026-11-30T12:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [{**each, "url": f"https://cdn.example/{each['filename']}"} for each in shown],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "flags": 32768 | 64,
        "components": components,
    }


class Match:
    """The people of one match at their devices; the one whose turn it is taps the next control of a turn."""

    def __init__(self, wire: Wire, bot: discord.Client, number: int) -> None:
        self._wire = wire
        self._state: Any = vars(bot)["_connection"]
        self._number = number
        self._random = Random(number)
        self._seats = (2 * number - 1, 2 * number)
        self._user = self._seats[0]
        self._hand: Payload | None = None
        self._open_hand()

    async def tap(self, due: float) -> float:
        """Tap what comes next; seconds from when it was ``due`` until it was answered."""
        interaction = int(self._next["id"])
        answered = self._wire.answers[interaction] = asyncio.get_running_loop().create_future()
        self._state.parse_interaction_create(self._next)
        arrived, data = await answered
        self._hand = _message(interaction, data | {"attachments": self._attachments(data)})
        self._choose(data)
        return arrived - due

    def _open_hand(self) -> None:
        self._hand = None
        self._next = self._event(f"lc:hand:{self._number}:0:")

    def _attachments(self, data: Payload) -> list[Payload]:
        """The files of an answer by name; those that were kept are named by their id only."""
        known = {each["id"]: each["filename"] for each in (self._hand or {}).get("attachments", ())}
        return [
            {**each, "id": str(next(self._wire.ids)), "filename": each.get("filename") or known[str(each["id"])]}
            for each in data.get("attachments", ())
        ]

    def _choose(self, data: Payload) -> None:
        found = [each["custom_id"] for each in _controls(data["components"])]
        actions = [each for each in found if each.startswith("lc:do:") and "take back" not in each]
        cards = [each for each in found if each.startswith("lc:card:")]
        if actions:
            self._next = self._event(self._random.choice(actions))
        elif cards:
            self._next = self._event(self._random.choice(cards))
        else:
            # the turn is over, or was never this one's: the other opens the hand
            self._user = self._seats[self._user == self._seats[0]]
            self._open_hand()

    def _event(self, custom_id: str) -> Payload:
        interaction = next(self._wire.ids)
        return {
            "id": str(interaction),
            "application_id": str(APPLICATION),
            "type": 3,
            "token": "token",
            "version": 1,
            "guild_id": str(GUILD),
            "channel": {"id": str(CHANNEL), "type": 0, "name": "games", "position": 0, "permissions": "0"},
            "channel_id": str(CHANNEL),
            "member": {
                "user": {"id": str(self._user), "username": "x", "discriminator": "0", "avatar": None},
                "nick": "Ada" if self._user == self._seats[0] else "Ben",
                "roles": [],
                "joined_at": "2026-11-30T12:00:00+00:00",
                "deaf": False,
                "mute": False,
                "flags": 0,
                "permissions": "0",
            },
            "data": {"custom_id": custom_id, "component_type": 2, "id": 1},
            "message": self._hand or _message(interaction, {}),
            "locale": "en-US",
            "app_permissions": "0",
            "attachment_size_limit": 10 << 20,
            "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 0,
        }


def _controls(components: Sequence[Payload]) -> Iterator[Payload]:
    for each in components:
        if "custom_id" in each and not each.get("disabled"):
            yield each
        yield from _controls(each.get("components", ()))
