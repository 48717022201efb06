"""Play without Discord: matches and challenges over a database, with people who are numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from bot.play import Play
from bot.play.absence import IsMember
from bot.play.computers import Mind, computer_to_move
from bot.play.matches import Matches
from bot.play.refusal import Refusal
from bot.play.table import Table
from bot.play.turn_clock import DEADLINE, GRACE, KINDS, REMINDER, WARNING
from bot.store import matches as match_store
from bot.store import notices as notice_store
from bot.store import timers
from bot.store.challenges import Challenge, Member, Pace
from bot.store.database import Database
from bot.store.matches import TurnClock
from bot.store.notices import Notice
from rules.game import Action, OptionValue, RuleError, TakeBack
from tests.bot.faketime import FakeTime

GUILD, CHANNEL = 70, 80
HOST, GUEST, STRANGER = 1, 2, 3
SHORT: Mapping[str, OptionValue] = {"colours": 5, "rounds": 1}
QUICK: Mapping[str, Mapping[str, OptionValue]] = {
    "card_game": SHORT,
    "board_game": {"length": "short", "direction": "keltis"},
}
"""The options of the shortest match of every game."""


def person(user_id: int) -> Member:
    return Member(user_id, f"Person {user_id}", f"press {user_id}")


async def everybody(guild_id: int, user_id: int) -> bool | None:
    """All are in every server."""
    del guild_id, user_id
    return True


@dataclass
class House:
    database: Database
    time: FakeTime
    play: Play
    matches_heard: list[int] = field(default_factory=list[int])
    challenges_heard: list[int] = field(default_factory=list[int])

    @classmethod
    def over(
        cls, database: Database, time: FakeTime, is_member: IsMember = everybody, mind: Mind | None = None
    ) -> "House":
        house = cls(database, time, Play.over(database, time, is_member, mind))
        house.play.matches.changed.connect(house.matches_heard.append)
        house.play.challenges.changed.connect(house.challenges_heard.append)
        return house

    async def open(
        self,
        host: int = HOST,
        opponent: int | None = GUEST,
        options: Mapping[str, OptionValue] = SHORT,
        game: str = "card_game",
        pace: Pace = Pace.DAILY,
        channel_id: int = CHANNEL,
        seats: int = 2,
        rated: bool = False,
    ) -> Challenge:
        return await self.play.challenges.open(
            guild_id=GUILD,
            channel_id=channel_id,
            host=person(host),
            opponent_id=opponent,
            game=game,
            options=options,
            seats=seats,
            pace=pace,
            rated=rated,
        )

    async def match(
        self,
        host: int = HOST,
        guest: int = GUEST,
        options: Mapping[str, OptionValue] = SHORT,
        pace: Pace = Pace.DAILY,
        channel_id: int = CHANNEL,
        rated: bool = False,
    ) -> int:
        challenge = await self.open(host, guest, options, pace=pace, channel_id=channel_id, rated=rated)
        started = await self.play.challenges.join(challenge.id, person(guest))
        assert started.match_id is not None
        return started.match_id

    async def table(self, match_id: int) -> Table:
        return await self.play.matches.table(match_id)

    async def folded(self, match_id: int) -> Table:
        """The match as somebody sees it who knows nothing but the database."""
        return await Matches(self.database, self.time, self.play.clocks).table(match_id)

    async def runs_for(self, time: timedelta) -> None:
        """Let time go by while the clocks run; everything that is due happens at its moment."""
        end = self.time.now + time
        while (timer := await timers.nearest(self.database.reader)) is not None and timer.due_at <= end:
            self.time.advance(max(timer.due_at - self.time.now, timedelta()))
            await self.time.at_rest("clocks")
        self.time.advance(end - self.time.now)
        await self.time.at_rest("clocks")

    async def is_off_for(self, time: timedelta) -> None:
        """Stop as the bot does, let time go by, and start again."""
        await self.play.clocks.stop()
        self.time.advance(time)
        await self.play.absence.excuse()
        self.play.clocks.start()
        await self.time.at_rest("clocks")

    async def notices_of(self, match_id: int) -> list[Notice]:
        """Everything that was to be told of a match, the oldest first: nobody tells it here."""
        return await notice_store.untold(self.database.reader, match_id)

    async def notices(self, match_id: int) -> list[str]:
        """The kinds of all that."""
        return [notice.kind.value for notice in await self.notices_of(match_id)]

    async def timers(self, match_id: int) -> dict[str, datetime]:
        """The timers of a match's turn by their kind."""
        found = {kind: await timers.get(self.database.reader, kind, match_id) for kind in KINDS}
        return {kind: timer.due_at for kind, timer in found.items() if timer is not None}

    async def clock_fits(self, match_id: int) -> None:
        """The row of a match and its timers tell the same, and the match is in a state that may be."""
        table = await self.table(match_id)
        match = table.match
        due, clock = await self.timers(match_id), match.clock
        if match.is_over:
            assert due == {}
            assert clock == TurnClock()
        elif clock.paused or match.pace is Pace.UNLIMITED or computer_to_move(table) is not None:
            has_limit = match.pace is not Pace.UNLIMITED and match.turn in match.people
            assert due == {}
            assert clock.deadline is None
            assert (clock.remaining is not None) == (clock.paused and has_limit)
        else:
            assert clock.began_at is not None
            assert clock.deadline is not None
            assert clock.remaining is None
            assert due[DEADLINE] >= clock.deadline + GRACE
            assert (WARNING in due) == (clock.warned_at is None)
            assert due.get(REMINDER, clock.began_at) <= due.get(WARNING, clock.deadline) <= clock.deadline, (due, clock)

    async def plies(self, match_id: int) -> list[int]:
        return [entry.ply for entry in await match_store.log(self.database.reader, match_id)]

    async def finish(self, match_id: int, random: Random, turns: int | None = None) -> Table:
        """Play a match at random to its end; after so many ``turns``, if they are given, one resigns."""
        table = await self.table(match_id)
        while table.match.turn is not None:
            if table.state.turns == turns:
                await self.play.matches.resign(match_id, mover(table))
                return await self.table(match_id)
            actions = turn(table, random)
            table = await self.play.matches.act(match_id, mover(table), actions, table.match.ply)
        return table


def mover(table: Table) -> int:
    """The person who is to act."""
    assert table.match.turn is not None
    return table.match.players[table.match.turn].user_id


def waiting(table: Table) -> int:
    """The person who is not."""
    return next(player.user_id for player in table.match.players if player.user_id != mover(table))


def legal(table: Table) -> list[Action]:
    assert table.match.turn is not None
    return list(table.game.legal_actions(table.state, table.match.turn))


def turn(table: Table, random: Random) -> Sequence[Action]:
    """A random whole turn, or what is left of one."""
    seat = table.match.turn
    assert seat is not None
    actions: list[Action] = []
    state = table.state
    while state.turn == seat and state.turns == table.state.turns:
        choices = [each for each in table.game.legal_actions(state, seat) if not isinstance(each, TakeBack)]
        actions.append(random.choice(choices))
        state = table.game.apply(state, seat, actions[-1]).state
    return actions


def refused(error: object) -> str:
    """The code of a refusal, raised or caught by ``pytest.raises``."""
    value: object = getattr(error, "value", error)
    assert isinstance(value, Refusal | RuleError), value
    return value.code
