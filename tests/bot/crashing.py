"""Players in a process of their own, at full speed on one database, who are killed at any moment.

``python -m tests.bot.crashing DATABASE SEED`` plays until it is killed and writes a line for each action that was
acknowledged: the match, the ply and the action's text. ``survived`` is the other side: it starts one, reads its lines,
kills it, and says what is missing or double in the database afterwards.
"""

import asyncio
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from bot.store import challenges as challenge_store
from bot.store.database import Database
from tests.bot.faketime import FakeTime
from tests.bot.playing import House, mover, person, turn

MATCHES: Final = 6
"""So many are played at the same time."""

SOURCE: Final = Path(__file__).parents[2]


@dataclass
class Acknowledged:
    """Every action of which some process was told that it is done."""

    actions: set[tuple[int, int, str]] = field(default_factory=set[tuple[int, int, str]])

    def note(self, line: str) -> None:
        match_id, ply, text = line.split(" ", 2)
        self.actions.add((int(match_id), int(ply), text))


async def survived(path: Path, seed: int, actions: int, acknowledged: Acknowledged) -> list[str]:
    """Kill players after so many acknowledged ``actions``; what is wrong with the database then."""
    players = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bot.crashing", str(path), str(seed), cwd=SOURCE, stdout=asyncio.subprocess.PIPE
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
    return problems + await _unequal(path)


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


async def _unequal(path: Path) -> list[str]:
    """The matches whose row is not what their log says."""
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
    return problems


async def _players(path: Path, seed: int) -> None:
    async with Database(path) as database:
        house = House.over(database, FakeTime())
        await asyncio.gather(*(_pair(house, number, Random(1000 * seed + number)) for number in range(MATCHES)))


async def _pair(house: House, number: int, random: Random) -> None:
    """Two people play one match after the other."""
    host, guest = 2 * number + 1, 2 * number + 2
    while True:
        running = await house.play.matches.waiting_for(host)
        match_id = running[0].id if running else await _agreed(house, host, guest)
        table = await house.table(match_id)
        while table.match.turn is not None:
            actions = turn(table, random)
            before = table.match.ply
            table = await house.play.matches.act(match_id, mover(table), actions, before)
            lines = [f"{match_id} {ply} {action}\n" for ply, action in enumerate(actions, before + 1)]
            os.write(sys.stdout.fileno(), "".join(lines).encode())


async def _agreed(house: House, host: int, guest: int) -> int:
    """A match of the two, from the challenge that was open when the former players were killed if there is one."""
    waiting = await challenge_store.open_of_host(house.database.reader, host)
    challenge = waiting[0] if waiting else await house.open(host, guest)
    started = await house.play.challenges.join(challenge.id, person(guest))
    assert started.match_id is not None
    return started.match_id


if __name__ == "__main__":
    asyncio.run(_players(Path(sys.argv[1]), int(sys.argv[2])))
