"""``python -m tests.fuzz --seconds N``: random and hostile interactions on many matches at once, against the real bot.

The bot is a process of its own over real sockets. People play, and in between press what is not theirs, forge ids and
values of every kind, send everything twice, and give commands with options of wrong types. Afterwards every interaction
must have been answered within its deadline, the log must tell of no error, and every match must be what its log says,
with no action by anybody but the player of the seat. Prints one JSON line a figure, and exits 1 if anything is wrong.
"""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot.demo.people import Member
from bot.demo.server import LoopbackDiscord
from bot.demo.world import BackendError, Payload
from bot.settings import Settings
from bot.store.database import Database
from bot.ui import review, taps
from bot.ui.ids import Id
from rules.registry import GAMES
from tests.crash import unequal
from tests.wire.play import Club, ids

HANDLERS: Final = {**taps.HANDLERS, **review.HANDLERS}
MATCHES: Final = 12
TABLES: Final = tuple((key, seats) for key, game in GAMES.items() for seats in game.seats)
"""Every game with every number of seats."""
PEOPLE: Final = sum(TABLES[number % len(TABLES)][1] for number in range(MATCHES)) + len(GAMES)
AT_ONCE: Final = 6
DEADLINE: Final = 3.0
SOURCE: Final = Path(__file__).parents[1]

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
BUTTON, STRING_SELECT, USER_SELECT = 2, 3, 5
STRING, INTEGER, USER = 3, 4, 6

NASTY: Final = (
    "",
    " ",
    "0",
    "-1",
    "1" * 400,
    "R7",
    "play R7",
    "draw deck",
    "take back",
    "\u0000",
    "\u202e\u2066",
    "👩‍👩‍👧‍👦" * 20,
    "ﷺ" * 300,
    "٣",
    "²",
    "'; DROP TABLE matches; --",
    "../../etc/passwd",
    "{name}%s%n",
    "<@1> @everyone",
)
"""Texts for anything."""


@dataclass
class Fuzz:
    """What is sent, and what came of it."""

    club: Club
    random: Random
    matches: list[tuple[int, list[Member]]] = field(default_factory=list[tuple[int, list[Member]]])
    sent: int = 0
    unanswered: list[str] = field(default_factory=list[str])
    slowest: float = 0.0

    async def begin(self) -> None:
        people = iter(self.club.members)
        for number in range(MATCHES):
            game, seats = TABLES[number % len(TABLES)]
            players = list(islice(people, seats))
            self.matches.append((await self.club.begin(*players, game=game), players))
        for game in GAMES:
            player = next(people)
            self.matches.append((await self.club.begin_alone(player, game=game), [player]))

    async def attack(self) -> None:
        """One deed of one person."""
        deeds: tuple[Callable[[], Awaitable[None]], ...] = (
            self.play,
            self.play,
            self.press_seen,
            self.press_forged,
            self.press_forged,
            self.command,
            self.autocomplete,
            self.modal,
        )
        await self.random.choice(deeds)()

    async def play(self) -> None:
        await self.club.turn(*self.random.choice(self.matches))

    async def press_seen(self) -> None:
        """Somebody presses what may be another's, twice at once."""
        place, message = self.message()
        found = [str(each) for each in ids(message)]
        if found:
            data = self.component(self.random.choice(found))
            who = self.who()
            await asyncio.gather(*(self.send(COMPONENT, place, who, data, int(message["id"])) for _ in range(2)))

    async def press_forged(self) -> None:
        place, message = self.message()
        known = [str(each) for each in ids(message)] or ["lc:hand:1:0:"]
        verbs = [*HANDLERS, "unknown", "x" * 30, ""]
        number, ply = self.random.choice(("1", "7", "0", "9" * 15, "9" * 30, "-1", "")), self.random.choice(("0", "5"))
        forged = self.random.choice(
            (
                f"lc:{self.random.choice(verbs)}:{number}:{ply}:{self.text()[:50]}",
                str(Id(self.random.choice([*HANDLERS]), self.number(), self.random.randrange(99), self.text()[:50])),
                self.mutated(self.random.choice(known)),
                self.text()[:100],
            )
        )
        await self.send(COMPONENT, place, self.who(), self.component(forged), int(message["id"]))

    async def command(self) -> None:
        """A command with values of any kind for its options."""
        who = self.who()
        command = self.random.choice(who.commands(self.club.channel))
        options = [
            {"name": option["name"], "type": option["type"], "value": self.value(option)}
            for option in options_of(command)
            if option.get("required") or self.random.random() < 0.5
        ]
        data: Payload = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
        people = {str(each.id): self.club.server.world.user(each.id) for each in self.club.members}
        members = {
            str(each.id): {**self.club.server.world.member(self.club.guild, each.id), "permissions": "0"}
            for each in self.club.members
        }
        await self.send(COMMAND, self.place(), who, {**data, "resolved": {"users": people, "members": members}})

    async def autocomplete(self) -> None:
        who = self.who()
        with_options = [
            (command, option)
            for command in who.commands(self.club.channel)
            for option in options_of(command)
            if option.get("autocomplete")
        ]
        command, option = self.random.choice(with_options)
        options = [{"name": option["name"], "type": STRING, "value": self.text(), "focused": True}]
        data: Payload = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
        await self.send(AUTOCOMPLETE, self.place(), who, data)

    async def modal(self) -> None:
        fields = [
            {"type": 18, "id": number, "component": {"type": 4, "id": number, "custom_id": name, "value": self.text()}}
            for number, name in enumerate(self.random.sample(("begin", "end", "zone", "text", ""), 3))
        ]
        components: list[Any] = self.random.choice((fields, [], [{"type": 10, "id": 1}], fields * 10))
        verb = self.random.choice([*HANDLERS, "quiet", "quiet_hours", "unknown"])
        data = {"custom_id": str(Id(verb, self.number(), 0, self.text()[:20])), "components": components}
        await self.send(MODAL, self.place(), self.who(), data)

    async def send(self, kind: int, place: int, who: Member, data: Payload, message: int | None = None) -> None:
        server = self.club.server
        loop = asyncio.get_running_loop()
        try:
            number = server.world.interact(kind, place, who.id, data, message=message)
        except BackendError:
            return  # the message has gone meanwhile
        began = loop.time()
        await server.answered(number)
        self.sent += 1
        self.slowest = max(self.slowest, loop.time() - began)
        if server.world.answer(number).kind is None:
            self.unanswered.append(f"{kind} {json.dumps(data)[:300]}")

    def component(self, custom_id: str) -> Payload:
        kind = self.random.choice((BUTTON, BUTTON, STRING_SELECT, USER_SELECT))
        data: Payload = {"custom_id": custom_id, "component_type": kind, "id": 1}
        if kind != BUTTON:
            data["values"] = [self.text() for _ in range(self.random.randrange(4))]
        if kind == USER_SELECT:
            data["values"], data["resolved"] = [], {"users": {}, "members": {}}
        return data

    def value(self, option: Payload) -> object:
        choices: list[Payload] = option.get("choices") or []
        right: list[object] = [each["value"] for each in choices]
        if option["type"] == USER:
            return str(self.who().id)
        if option["type"] == INTEGER:
            return self.random.choice([*right, -1, 0, 2**53])
        return self.random.choice([*right, self.text(), str(self.number())])

    def mutated(self, custom_id: str) -> str:
        at = self.random.randrange(len(custom_id))
        return custom_id[:at] + self.random.choice("0129:azZé\n☃") + custom_id[at + 1 :]

    def text(self) -> str:
        return self.random.choice(NASTY)

    def number(self) -> int:
        return self.random.choice((0, 10**14, self.random.randrange(1, MATCHES + len(GAMES) + 3)))

    def who(self) -> Member:
        return self.random.choice(self.club.members)

    def place(self) -> int:
        return self.random.choice(self.club.places())

    def message(self) -> tuple[int, Payload]:
        """Any message that anybody has seen."""
        while True:
            place = self.place()
            found = self.club.server.world.messages(place)
            message = self.club.server.world.message(place, self.random.choice(found)) if found else None
            if message is not None:
                return place, message


async def fuzz(folder: Path, seconds: float, seed: int) -> tuple[list[dict[str, object]], list[str]]:
    """Attack for so long; the figures, and what went wrong."""
    async with LoopbackDiscord(deadline=DEADLINE, keep_calls=0) as server:
        log = folder / "bot.log"
        with log.open("wb") as written:
            bot = await _bot(server, folder, written.fileno())
            try:
                assert await server.until(server.synced, 30)
                attacked = Fuzz(Club(server, Random(seed), PEOPLE), Random(seed))
                await attacked.begin()
                end = asyncio.get_running_loop().time() + seconds

                async def attacker() -> None:
                    while asyncio.get_running_loop().time() < end:
                        await attacked.attack()

                async with asyncio.TaskGroup() as attackers:
                    for _ in range(AT_ONCE):
                        attackers.create_task(attacker())
            finally:
                bot.terminate()
                await bot.wait()
    problems = [f"not answered: {each}" for each in attacked.unanswered]
    problems += [f"gap: {each}" for each in server.gaps]
    lines = log.read_text(encoding="utf-8").splitlines()
    problems += [f"log: {line}" for line in lines if "ERROR" in line or line.startswith("Traceback")]
    problems += await unequal(folder / "bot.sqlite3") + await _foreign(folder / "bot.sqlite3")
    figures: list[dict[str, object]] = [
        {"name": "fuzz.interactions", "value": attacked.sent, "unit": ""},
        {"name": "fuzz.slowest_ms", "value": round(1000 * attacked.slowest), "unit": "ms"},
        {"name": "fuzz.problems", "value": len(problems), "unit": ""},
    ]
    return figures, problems


async def _bot(server: LoopbackDiscord, folder: Path, log: int) -> asyncio.subprocess.Process:
    inherited = {name: value for name, value in os.environ.items() if name.lower() not in Settings.model_fields}
    own = {
        "DISCORD_TOKEN": server.token,
        "DISCORD_BASE": server.base,
        "DATABASE": str(folder / "bot.sqlite3"),
        "EMOJIS": "false",
        "PYTHONPATH": str(SOURCE),
    }
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", cwd=folder, env=inherited | own, stdout=log, stderr=log
    )


async def _foreign(path: Path) -> list[str]:
    """Actions of the game that somebody else than the player of the seat has done."""
    async with Database(path) as database:
        rows = await database.reader.execute_fetchall(
            "SELECT actions.match_id, ply FROM actions JOIN seats USING (match_id, seat)"
            " WHERE kind = 'game' AND actor <> user_id AND actor <> 0"
        )
    return [f"foreign: match {row[0]} ply {row[1]}" for row in rows]


def options_of(command: Payload) -> list[Payload]:
    """The options of a command as Discord lists them."""
    return command.get("options") or []


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Attack the bot and look what is left.")
    parser.add_argument("--seconds", type=float, default=60.0, help="for so long (default: 60)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with TemporaryDirectory(prefix="fuzz-") as folder:
        figures, problems = asyncio.run(fuzz(Path(folder), options.seconds, options.seed))
    for figure in figures:
        print(json.dumps(figure))
    sys.exit("\n".join(problems) or None)


if __name__ == "__main__":
    main()
