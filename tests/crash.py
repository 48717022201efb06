"""Players in a process of their own, at full speed on one database, who are killed at any moment.

``python -m tests.crash --rounds N`` kills them so often, prints one JSON line a figure, and exits 1 if anything was
lost. In the killed process, which is this module with a DATABASE and a SEED, the real play and publishing work; a
channel that only counts stands in for Discord. It writes a line for each action that was acknowledged: the match, the
ply and the action's text. ``survived`` is the other side: it starts one, reads its lines, kills it, and says what is
missing or double in the database afterwards, and what does not reach its channel after a restart.
"""

import argparse
import asyncio
import json
import os
import sqlite3
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, cast

import discord

from bot.play.computers import computer_to_move
from bot.publish.publisher import Publisher
from bot.store import challenges as challenge_store
from bot.store import matches as match_store
from bot.store.database import Database
from bot.ui import layout
from bot.ui.screen import Image
from render.picture import ALT_LIMIT, Picture
from rules.players.player import Level
from rules.registry import GAMES
from tests.bot.faketime import FakeTime
from tests.bot.playing import QUICK, House, mover, person, turn

MATCHES: Final = 6
"""So many are played at the same time."""

COMPANIES: Final = tuple((key, seats) for key, game in GAMES.items() for seats in game.seats)
"""Every game with every number of seats; those who play one a second time have a computer in the last of them."""

PEOPLE: Final = max(seats for _, seats in COMPANIES)

MOST_ACTIONS: Final = 250
"""Nobody lives longer than this many acknowledged actions."""

SOURCE: Final = Path(__file__).parents[1]


@dataclass
class Acknowledged:
    """Every action of which some process was told that it is done."""

    actions: set[tuple[int, int, str]] = field(default_factory=set[tuple[int, int, str]])

    def note(self, line: str) -> None:
        match_id, ply, text = line.split(" ", 2)
        self.actions.add((int(match_id), int(ply), text))


@dataclass
class Discord:
    """In place of Discord: takes every message, and answers a nonce that it knows with what it belongs to."""

    numbers: Iterator[int] = field(default_factory=lambda: count(int.from_bytes(os.urandom(5))))
    known: dict[str, int] = field(default_factory=dict[str, int])

    def get_channel(self, channel_id: int) -> None:
        del channel_id

    def get_partial_messageable(self, channel_id: int, **_: object) -> "Channel":
        return Channel(self, channel_id)


@dataclass(frozen=True)
class Channel:
    """A channel, and any message in it."""

    home: Discord
    id: int

    def get_partial_message(self, message_id: int) -> "Channel":
        del message_id
        return self

    async def send(self, *, nonce: str, **_: object) -> discord.Object:
        await asyncio.sleep(0)
        return discord.Object(self.home.known.setdefault(nonce, next(self.home.numbers)))

    async def edit(self, **_: object) -> None:
        await asyncio.sleep(0)

    async def delete(self) -> None:
        await asyncio.sleep(0)


async def survived(path: Path, seed: int, actions: int, acknowledged: Acknowledged) -> list[str]:
    """Kill players after so many acknowledged ``actions``; what is wrong with the database then."""
    players = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.crash", str(path), str(seed), cwd=SOURCE, stdout=asyncio.subprocess.PIPE
    )
    assert players.stdout is not None
    read = 0
    # what was written before the end is read to the end; a line that was cut off was not acknowledged
    while (line := await players.stdout.readline()).endswith(b"\n"):
        acknowledged.note(line.decode().rstrip("\n"))
        read += 1
        if read == actions:
            players.kill()
    await players.wait()
    problems = list(_problems(path, acknowledged))
    if read < actions:
        problems.append(f"the players ended by themselves after {read} actions")
    return problems + await unequal(path)


def _problems(path: Path, acknowledged: Acknowledged) -> Iterator[str]:
    with closing(sqlite3.connect(path)) as connection:
        for check in ("integrity_check", "foreign_key_check"):
            for row in connection.execute(f"PRAGMA {check}"):
                if row != ("ok",):
                    yield f"{check}: {row}"
        stored = list(connection.execute("SELECT match_id, ply, text FROM actions"))
        for missing in acknowledged.actions - set(stored):
            yield f"lost: {missing}"
        if len(set(stored)) != len(stored):
            yield "an action is stored twice"


async def unequal(path: Path) -> list[str]:
    """The matches whose row is not what their log says, or whose channel does not catch up."""
    problems: list[str] = []
    async with Database(path) as database:
        house = House.over(database, FakeTime())
        rows = await database.reader.execute_fetchall("SELECT id FROM matches")
        for (match_id,) in [tuple(row) for row in rows]:
            table = await house.table(match_id)
            plies = await house.plies(match_id)
            if plies != list(range(1, table.match.ply + 1)):
                problems.append(f"the log of {match_id} has gaps or goes past ply {table.match.ply}: {plies}")
            if (table.match.turn, table.match.outcome) != (table.state.turn, table.state.outcome):
                problems.append(f"the row of {match_id} is not what its log says")
        return problems + await _unpublished(house)


async def _unpublished(house: House) -> list[str]:
    """The matches that a restart does not bring up to their last ply, with one board at most."""
    publisher = _publisher(house)
    await publisher.catch_up()
    while tasks := list(vars(publisher)["_tasks"].values()):
        await asyncio.wait(tasks)
    left = await match_store.unpublished(house.database.reader)
    boards = await house.database.reader.execute_fetchall(
        "SELECT match_id FROM posts WHERE live AND kind = 'board' GROUP BY match_id HAVING count(*) > 1"
    )
    return [f"not republished: {match_id}" for match_id in left] + [f"two boards of {row[0]}" for row in boards]


def _publisher(house: House) -> Publisher:
    layout.drawn = _sketched
    return Publisher(cast("Any", Discord()), house.database, house.play)


async def _sketched(image: Image, thread: Executor) -> Picture:
    del thread
    return Picture(b"picture", "png", image.words()[:ALT_LIMIT])


async def _players(path: Path, seed: int) -> None:
    async with Database(path) as database:
        house = House.over(database, FakeTime())
        await house.play.computers.start()
        await _publisher(house).catch_up()
        await asyncio.gather(*(_company(house, number, Random(1000 * seed + number)) for number in range(MATCHES)))


async def _company(house: House, number: int, random: Random) -> None:
    """Some people play one match after the other."""
    game, seats = COMPANIES[number % len(COMPANIES)]
    computers = number // len(COMPANIES)
    people = range(PEOPLE * number + 1, PEOPLE * number + 1 + seats - computers)
    while True:
        running = await house.play.matches.waiting_for(people[0])
        match_id = running[0].id if running else await _agreed(house, game, people, computers)
        table = await house.table(match_id)
        while table.match.turn is not None:
            if computer_to_move(table) is not None:
                await house.play.computers.at_rest(match_id)
                table = await house.table(match_id)
                continue
            actions = turn(table, random)
            before = table.match.ply
            table = await house.play.matches.act(match_id, mover(table), actions, before)
            lines = [f"{match_id} {ply} {action}\n" for ply, action in enumerate(actions, before + 1)]
            os.write(sys.stdout.fileno(), "".join(lines).encode())


async def _agreed(house: House, game: str, people: range, computers: int) -> int:
    """A match of these people, from the lobby that was open when the former players were killed if there is one."""
    host, *guests = people
    waiting = await challenge_store.open_of_host(house.database.reader, host)
    lobby = waiting[0] if waiting else await house.open(host, None, QUICK[game], game, seats=len(people) + computers)
    there = {member.user_id for member in lobby.members}
    for guest in guests:
        if guest not in there:
            await house.play.challenges.join(lobby.id, person(guest))
    for _ in range(computers - len(lobby.computers)):
        await house.play.challenges.add_computer(lobby.id, host, Level.EASY, str)
    started = await house.play.challenges.start(lobby.id, person(host))
    assert started.match_id is not None
    return started.match_id


async def _kill(rounds: int) -> list[str]:
    random = Random(1)
    acknowledged = Acknowledged()
    problems: list[str] = []
    with TemporaryDirectory(prefix="crash-") as folder:
        for number in range(rounds):
            actions = random.randint(1, MOST_ACTIONS)
            problems += await survived(Path(folder) / "bot.sqlite3", number, actions, acknowledged)
    for name, value in (("kills", rounds), ("actions", len(acknowledged.actions)), ("problems", len(problems))):
        print(json.dumps({"name": f"crash.{name}", "value": value, "unit": ""}))
    return problems


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description="Kill players and look what is left.")
    parser.add_argument("--rounds", type=int, default=20, help="how often (default: 20)")
    parser.add_argument("players", nargs="*", metavar="DATABASE SEED", help="be the ones who are killed")
    options = parser.parse_args()
    if options.players:
        asyncio.run(_players(Path(options.players[0]), int(options.players[1])))
    else:
        sys.exit("\n".join(asyncio.run(_kill(options.rounds))) or None)


if __name__ == "__main__":
    main()
