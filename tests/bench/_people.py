"""Discord and the people of many matches at their devices, in a process of their own.

It takes and gives lines of JSON (see ``tests.bench._wire``, which starts it). What it costs does not count as the
bot's: it finds out what to tap next, makes messages of what the bot sends, and keeps Discord's limits.
"""

import argparse
import asyncio
import json
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from time import perf_counter
from typing import Any, Final, TypeAlias

GUILD, CHANNEL, APPLICATION = 10, 11, 12
Payload: TypeAlias = dict[str, Any]
BOT: Final[Payload] = {"id": str(APPLICATION), "username": "lost-cities", "discriminator": "0", "avatar": None}

REQUESTS_PER_S: Final = 50
MESSAGES, MESSAGE_SECONDS = 5, 5.0

MOST_TAPS: Final = 12
"""Whoever has not finished a turn by then leaves it: the match may be over."""

LONGEST_LINE: Final = 1 << 20


@dataclass
class Discord:
    """Gives the bot what people do, and its answers to them. Without ``limits`` it takes every request at once."""

    limits: bool
    ids: Iterator[int] = field(default_factory=lambda: count(1000))
    answers: dict[int, asyncio.Future[Payload]] = field(default_factory=dict[int, "asyncio.Future[Payload]"])
    free_at: float = 0.0
    posted: dict[str, deque[float]] = field(default_factory=dict[str, "deque[float]"])

    async def interact(self, event: Payload) -> Payload:
        """Let the bot know of an interaction; what it answers."""
        number = int(event["id"])
        answer = self.answers[number] = asyncio.get_running_loop().create_future()
        give({"kind": "event", "sent": perf_counter(), "data": event})
        return await answer

    def answered(self, number: int, data: Payload) -> None:
        self.answers.pop(number).set_result(data)

    async def request(self, number: int, method: str, url: str, body: Payload) -> None:
        """Take a request of the bot, when the limits allow it: discord.py keeps to them by waiting as well."""
        if self.limits:
            await self._wait(method, url)
        give({"kind": "reply", "id": number, "data": message(next(self.ids), body)})

    async def _wait(self, method: str, url: str) -> None:
        if method == "POST" and url.endswith("/messages"):
            times = self.posted.setdefault(url, deque(maxlen=MESSAGES))
            if len(times) == MESSAGES:
                await asyncio.sleep(times[0] + MESSAGE_SECONDS - perf_counter())
            times.append(perf_counter())
        now = perf_counter()
        self.free_at = max(self.free_at, now) + 1 / REQUESTS_PER_S
        await asyncio.sleep(self.free_at - now)


class Match:
    """The two people of one match at their devices; the one whose turn it is taps the next control of a turn."""

    def __init__(self, discord: Discord, number: int, turn: int) -> None:
        self._discord = discord
        self._number = number
        self._random = Random(number)
        self._seats = (2 * number - 1, 2 * number)
        self._user = self._seats[turn]
        self._hand: Payload | None = None
        self._next = self._hand_control()

    async def tap(self) -> bool:
        """Tap what comes next; whether that ended a turn."""
        event = self._event(self._next)
        data = await self._discord.interact(event)
        self._hand = message(int(event["id"]), data | {"attachments": self._attachments(data)})
        return self._choose(data)

    async def turn(self) -> bool:
        """Tap to the end of a turn; False if there is none."""
        for _ in range(MOST_TAPS):
            if await self.tap():
                return True
        return False

    def _hand_control(self) -> str:
        return f"lc:hand:{self._number}:0:"

    def _attachments(self, data: Payload) -> list[Payload]:
        """The files of an answer by name; those that were kept are named by their id only."""
        known = {each["id"]: each["filename"] for each in (self._hand or {}).get("attachments", ())}
        return [
            {**each, "id": str(next(self._discord.ids)), "filename": each.get("filename") or known[str(each["id"])]}
            for each in data.get("attachments", ())
        ]

    def _choose(self, data: Payload) -> bool:
        """What is tapped next; whether the turn is over."""
        found = list(_controls(data["components"]))
        actions = [each for each in found if each.startswith("lc:do:") and "take back" not in each]
        cards = [each for each in found if each.startswith("lc:card:")]
        if actions or cards:
            self._next = self._random.choice(actions or cards)
            return False
        # the turn is over, or was never this one's: the other opens the hand
        acted = self._next.startswith("lc:do:")
        self._user = self._seats[self._user == self._seats[0]]
        self._hand = None
        self._next = self._hand_control()
        return acted

    def _event(self, custom_id: str) -> Payload:
        interaction = next(self._discord.ids)
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
            "message": self._hand or message(interaction, {}),
            "locale": "en-US",
            "app_permissions": "0",
            "attachment_size_limit": 10 << 20,
            "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 0,
        }


def message(number: int, body: Payload) -> Payload:
    """A message as Discord would send it back, seen by one person only: its attachments have addresses."""
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


def _controls(components: Sequence[Payload]) -> Iterator[str]:
    for each in components:
        if "custom_id" in each and not each.get("disabled"):
            yield each["custom_id"]
        yield from _controls(each.get("components", ()))


class Crowd:
    """The people of all matches. A match is left alone while one of its people waits for an answer."""

    def __init__(self, matches: list[Match]) -> None:
        self._idle: asyncio.Queue[Match] = asyncio.Queue()
        self.turns = 0
        for match in Random(1).sample(matches, len(matches)):
            self._idle.put_nowait(match)

    async def at_once(self, people: int, seconds: float) -> None:
        """So many people play turns, each as fast as the bot answers."""
        end = perf_counter() + seconds

        async def person() -> None:
            while perf_counter() < end:
                await self._with_a_match(Match.turn)

        async with asyncio.TaskGroup() as group:
            for _ in range(people):
                group.create_task(person())

    async def at_rate(self, per_second: float, seconds: float, what: Callable[[Match], Awaitable[bool]]) -> None:
        """So many taps or turns begin a second, whether or not those before are answered."""
        start = perf_counter()
        async with asyncio.TaskGroup() as group:
            for number in range(round(seconds * per_second)):
                await asyncio.sleep(start + number / per_second - perf_counter())
                group.create_task(self._with_a_match(what))

    async def _with_a_match(self, what: Callable[[Match], Awaitable[bool]]) -> None:
        match = await self._idle.get()
        ended_turn = await what(match)
        self.turns += ended_turn
        self._idle.put_nowait(match)


def give(line: Payload) -> None:
    sys.stdout.buffer.write(json.dumps(line).encode() + b"\n")
    sys.stdout.buffer.flush()


async def _play(crowd: Crowd, order: Payload) -> None:
    before, seconds = crowd.turns, float(order["seconds"])
    if "people" in order:
        await crowd.at_once(order["people"], seconds)
    else:
        await crowd.at_rate(order["per_second"], seconds, Match.turn if order["whole_turns"] else Match.tap)
    give({"kind": "played", "turns": crowd.turns - before})


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("first", type=int, help="the first match; the others follow it")
    parser.add_argument("turns", help="for each of them the seat whose turn it is, a digit")
    parser.add_argument("--limits", action="store_true", help="keep Discord's limits")
    given = parser.parse_args()
    discord = Discord(given.limits)
    crowd = Crowd([Match(discord, given.first + at, int(seat)) for at, seat in enumerate(given.turns)])
    lines = asyncio.StreamReader(LONGEST_LINE)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    async with asyncio.TaskGroup() as group:
        while line := await lines.readline():
            said = json.loads(line)
            match said["kind"]:
                case "answer":
                    discord.answered(said["id"], said["body"]["data"])
                case "request":
                    group.create_task(discord.request(said["id"], said["method"], said["url"], said["body"]))
                case "play":
                    group.create_task(_play(crowd, said["order"]))
                case other:
                    raise ValueError(other)
        # the bot is gone: nobody waits for it any longer
        sys.exit()


if __name__ == "__main__":
    asyncio.run(main())
