"""Weeks of play in virtual time: people come and go, the bot too, and every match stays in a lawful state."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from random import Random

import discord
import pytest
from simcord import MemberActor

from bot.play.pace import warning_time
from bot.play.refusal import Refusal
from bot.store import matches as store
from bot.store import notices, requests
from bot.store.challenges import Pace
from bot.store.matches import EntryKind, Match
from bot.store.players import Pings
from bot.store.requests import RequestKind
from rules.game import RuleError, Termination
from tests.bot.faketime import FakeTime
from tests.bot.playing import House, legal, person, turn
from tests.bot.test_publish_faults import FAULTS
from tests.bot.world import Place, World, mentions, text

HOUR = timedelta(hours=1)
MATCHES = 20
STEPS = 150
CATCHING_UP = timedelta(minutes=16)
"""After so long everything has been tried once more that failed."""

LATEST = timedelta(minutes=1)
"""A message comes so late at most when a few requests fail in a row."""

CALLS = (
    ("POST", "/channels/*/messages"),
    ("PATCH", "/channels/*/messages/*"),
    ("DELETE", "/channels/*/messages/*"),
    ("GET", "/guilds/*/members/*"),
)
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo")
MODERATOR = 77


class Club:
    """A handful of people who play by whim."""

    def __init__(self, world: World, random: Random) -> None:
        self.world = world
        self.random = random
        self.members: list[MemberActor] = [world.alice, world.bob, world.carol]
        self.members += [world.guild.add_member(world.env.create_user(name)) for name in ("dora", "emil", "fay")]
        self.absent: set[int] = set()
        self.ends: dict[Termination | None, int] = {}
        self.places: dict[int, Place] = {}

    @property
    def house(self) -> House:
        """The bot that runs now, as the tests without Discord see it."""
        return House(self.world.bot.database, FakeTime(), self.world.bot.play)

    async def open(self) -> None:
        for member in self.members:
            choices = self.world.bot.play.choices
            await choices.set_pings(member.id, self.random.choice(list(Pings)))
            if self.random.random() < 0.6:
                await choices.set_quiet_hours(member.id, "22:30", "07", self.random.choice(ZONES))
        for number in range(1, MATCHES + 1):
            channel = self.world.guild.create_text_channel(f"table-{number}")
            self.places[number] = Place(self.world, number, channel)
            pace = self.random.choice([Pace.DAILY] * 6 + [Pace.RELAXED] * 3 + [Pace.UNLIMITED, Pace.LIVE])
            host, guest = self.random.sample(self.members, 2)
            challenges = self.world.bot.play.challenges
            challenge = await challenges.open(
                guild_id=self.world.guild.id,
                channel_id=channel.id,
                host=person(host.id),
                opponent_id=guest.id,
                game="card_game",
                options={"colours": 5, "rounds": 1},
                seats=2,
                pace=pace,
                rated=True,
            )
            await challenges.join(challenge.id, person(guest.id))
        await self.world.env.settle()

    def trouble(self) -> None:
        """Some of the next requests fail, each in a way of its own."""
        for _ in range(self.random.randint(0, 3)):
            method, path = self.random.choice(CALLS)
            code = self.random.choice([*FAULTS])
            self.world.env.inject_error(method, path, status=FAULTS[code], code=max(code, 0))

    async def caught_up(self) -> None:
        """Nothing fails any more, and everything that waits for another try has had it."""
        self.world.env.backend.faults.clear()
        # a start finds the server again that a failed look-up took for lost
        await self.world.restart()
        await self.world.wait(CATCHING_UP)

    async def step(self) -> None:
        """Some hours go by, in which some people look at some of their matches."""
        self.trouble()
        hours = self.random.uniform(0.5, 7) * HOUR
        if self.random.random() < 0.1:
            await self.world.restart(after=self.random.choice([timedelta(), hours, 3 * hours]))
        else:
            await self.world.wait(hours)
        for member in self.members:
            if self.random.random() < 0.06:
                self.absent ^= {member.id}
            if member.id not in self.absent:
                await self.visit(member.id)
        await self.world.env.settle()

    async def visit(self, user_id: int) -> None:
        choices = self.world.bot.play.choices
        if self.random.random() < 0.02:
            await self.tried(lambda: choices.start_vacation(user_id, self.random.randint(1, 5)))
        elif self.random.random() < 0.1:
            await self.tried(lambda: choices.end_vacation(user_id))
        for match in await self.world.bot.play.matches.waiting_for(user_id):
            if self.random.random() < 0.4:
                await self.tried(lambda match=match: self.deed(match, user_id))

    async def deed(self, match: Match, user_id: int) -> None:
        play = self.world.bot.play
        table = await play.matches.table(match.id)
        if match.clock.paused:
            await play.agreements.resume(match.id, user_id)
            return
        kind = self.random.choice(list(RequestKind))
        request = await requests.get(self.world.bot.database.reader, match.id, kind)
        if request is not None and self.random.random() < 0.6:
            await self.tried(lambda: play.agreements.answer(match.id, user_id, kind, request.ply, agree=True))
            table = await play.matches.table(match.id)
        whim = self.random.random()
        if whim < 0.05:
            await play.agreements.ask(match.id, user_id, kind)
        elif whim < 0.1:
            await play.agreements.nudge(match.id, user_id)
        elif whim < 0.11:
            await play.moderation.pause(match.id, match.guild_id, MODERATOR, "a while")
        elif whim < 0.12:
            await play.moderation.resume(match.id, match.guild_id, MODERATOR, "now")
        elif table.match.seat_of(user_id) == table.match.turn:
            actions = [legal(table)[0]] if whim < 0.2 else turn(table, self.random)
            await play.matches.act(match.id, user_id, actions, table.match.ply)

    async def tried(self, deed: Callable[[], Awaitable[object]]) -> None:
        try:
            await deed()
        except (Refusal, RuleError):
            return

    async def all_is_lawful(self) -> None:
        """Rows, logs, timers and channels tell the same of every match."""
        await self.caught_up()
        reader = self.world.bot.database.reader
        while any(task.get_name().startswith("publish-") for task in asyncio.all_tasks()):
            await self.world.env.settle()
        assert await store.unpublished(reader) == []
        assert await notices.matches_with_untold(reader) == []
        for match_id in range(1, MATCHES + 1):
            await self.house.clock_fits(match_id)
            table = await self.house.table(match_id)
            assert table == await self.house.folded(match_id)
            place = self.places[match_id]
            if table.match.turn is not None:
                board = next(
                    message
                    for message in reversed(place.messages)
                    if re.search(r"your turn|the turn of|stands still", text(message)) and "Round" in text(message)
                )
                player = table.match.players[table.match.turn]
                assert table.match.clock.paused or mentions(board) == [player.user_id]
                deadline = table.match.clock.deadline
                assert deadline is None or f"ends <t:{int(deadline.timestamp())}:R>" in text(board)

    async def everybody_was_warned(self) -> None:
        """Whoever ran out of time had read a last warning, and had the time that it leaves."""
        for match_id in range(1, MATCHES + 1):
            table = await self.house.table(match_id)
            match = table.match
            self.ends[None if match.outcome is None else match.outcome.termination] = (
                self.ends.get(None if match.outcome is None else match.outcome.termination, 0) + 1
            )
            last = (await self.world.bot.play.matches.log(match_id))[-1] if match.ply else None
            if last is None or last.kind is not EntryKind.GAME or last.text != "time out" or match.ended_at is None:
                continue
            assert last.seat is not None
            loser = match.players[last.seat].user_id
            place = self.places[match_id]
            warnings = [each for each in place.messages if "this is the last warning" in text(each)]
            assert mentions(warnings[-1]) == [loser]
            told_at = discord.utils.snowflake_time(warnings[-1].id)
            assert match.ended_at - told_at >= warning_time(match.pace) - LATEST


@pytest.mark.parametrize("seed", [1, 2])
async def test_weeks_of_play(world: World, seed: int) -> None:
    # much is under way at once after a fault
    world.env.settle_timeout = 30.0
    club = Club(world, Random(seed))
    await club.open()
    await club.all_is_lawful()
    for number in range(STEPS):
        await club.step()
        if number % 10 == 0:
            await club.all_is_lawful()
    await club.all_is_lawful()
    await club.everybody_was_warned()
    assert club.ends.get(Termination.TIME_OUT, 0) > 2
    print(club.ends)
