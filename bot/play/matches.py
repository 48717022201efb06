"""Matches as they are played: one at a time looked at and changed, and told to whoever listens."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

import aiosqlite

from bot.log import log_event
from bot.play import milestones, ratings, statistics, turn_clock
from bot.play.clocks import Clock, Clocks
from bot.play.refusal import Refusal, ruled_by
from bot.play.signal import Signal
from bot.play.table import Table, Undone, appended, folded, undone
from bot.store import guilds, notices, plans, requests, timers
from bot.store import matches as store
from bot.store.database import Database
from bot.store.matches import Entry, EntryKind, Match, Thought, TurnClock
from bot.store.notices import NewNotice
from bot.store.plans import ANY_COLOUR, Plan
from bot.store.requests import Request
from rules.game import Action, Leave, RoundEnded, RuleError, Seat, Termination
from rules.players.player import Level
from rules.record import Record
from rules.shuffle import Deal
from rules.turns import Discard, Draw

TABLES_KEPT: Final = 1000
"""So many folded matches stay in memory; others are folded anew from their logs."""

LISTED: Final = 100
"""So many matches of a server are offered to choose from."""

STAND_IN: Final = Level.MEDIUM
"""How strong the computer is that plays on for who gives up."""


class Leaving(StrEnum):
    """What becomes of a match that a seat gives up."""

    ENDS = "ends"
    STAND_IN = "stand_in"
    """A computer plays on in place of who left."""
    WITHOUT = "without"
    """The others play on without who left."""


def leaving(table: Table, seat: Seat, stand_in: bool) -> Leaving:
    """What becomes of a match if ``seat`` gives it up where the server wants a ``stand_in``."""
    if set(table.match.people) <= {seat} or len(table.seats_in) <= 2:
        return Leaving.ENDS
    return Leaving.STAND_IN if stand_in else Leaving.WITHOUT


ClockChange: TypeAlias = Callable[[aiosqlite.Connection, Match, datetime], Awaitable[TurnClock]]
"""Something done to the clock of a turn, such as ``turn_clock.pause``."""


@dataclass(slots=True)
class Change:
    """What happens to a match in one transaction, at the end of the block that collects it.

    ``table`` is the match with the entries so far. The clock follows by itself: a new turn begins it, the end of the
    match stops it; ``on_clock`` is what else becomes of it. ``planned`` are the plans of the seats as they were before,
    ``plans`` those that change, None for one that is gone.
    """

    table: Table
    at: datetime
    planned: Mapping[Seat, Plan]
    entries: list[Entry] = field(default_factory=list[Entry])
    notices: list[NewNotice] = field(default_factory=list[NewNotice])
    asked: list[Request] = field(default_factory=list[Request])
    plans: dict[Seat, Plan | None] = field(default_factory=dict[Seat, Plan | None])
    on_clock: ClockChange | None = None
    place_id: int | None = None
    renamed: tuple[Seat, str] | None = None

    @property
    def match(self) -> Match:
        return self.table.match

    def log(self, kind: EntryKind, text: str, *, seat: Seat | None, actor: int, thought: Thought | None = None) -> None:
        """Add an entry. Raises RuleError for an action that the rules forbid."""
        entry = Entry(self.match.ply + 1, seat, kind, actor, text, self.at, thought)
        self.table = appended(self.table, entry)
        self.entries.append(entry)

    def rename(self, seat: Seat, name: str) -> None:
        """Note the name under which the player of a seat shows now."""
        players = tuple(replace(each, name=name) if at == seat else each for at, each in enumerate(self.match.players))
        if players != self.match.players:
            self.table = replace(self.table, match=replace(self.match, players=players))
            self.renamed = (seat, name)

    def give_up(self, seat: Seat, reason: Termination, actor: int, *, stand_in: bool) -> None:
        """Let ``seat`` leave the match, with a ``stand_in`` if that is wanted and the match goes on.

        If no people would be left the computers leave before, so that the match ends.
        """
        stand_in = leaving(self.table, seat, stand_in) is Leaving.STAND_IN
        others = set(self.match.people) - {seat}
        while not others and len(self.table.seats_in) > 2:
            computer = max(set(self.table.seats_in) - {seat})
            leave = str(Leave(Termination.RESIGNATION))
            self.log(EntryKind.GAME, leave, seat=computer, actor=self.match.players[computer].user_id)
        self.log(EntryKind.GAME, str(Leave(reason, stand_in)), seat=seat, actor=actor)
        if stand_in and not self.match.is_over:
            players = list(self.match.players)
            players[seat] = replace(players[seat], level=STAND_IN)
            self.table = replace(self.table, match=replace(self.match, players=tuple(players)))

    def follow(self, plan: Plan) -> None:
        """Play a turn that was planned, or drop the plan and note why."""
        table, count = self.table, len(self.entries)
        why = obstacle(plan, table)
        if why is None:
            try:
                for action in (plan.placement, str(Draw())):
                    if self.table.state.turns == table.state.turns:
                        actor = table.match.players[plan.seat].user_id
                        self.log(EntryKind.GAME, action, seat=plan.seat, actor=actor)
            except RuleError:
                why = "impossible"
        self.plans[plan.seat] = None if why is None else replace(plan, dropped=why)
        if why is not None:
            self.table = table
            del self.entries[count:]

    def must_have_say(self, user_id: int) -> Seat:
        """The seat of a person who plays. Raises Refusal for anybody else, and if the match is over."""
        seat = self.match.seat_of(user_id)
        if seat is None:
            raise Refusal("not_seated", match=self.match.id)
        self.must_run()
        if seat not in self.match.people:
            raise Refusal("seat_given_up")
        return seat

    def must_run(self) -> None:
        """Raises Refusal if the match is over."""
        if self.match.is_over:
            raise Refusal("match_over")


class Matches:
    """Every match: looks at it, acts in it, and says that it changed."""

    def __init__(self, database: Database, clock: Clock, clocks: Clocks) -> None:
        self._database = database
        self._clock = clock
        self._clocks = clocks
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._followed_by: list[Callable[[Table, Change], Awaitable[None]]] = []
        self.changed = Signal()

    def also(self, follow: Callable[[Table, Change], Awaitable[None]]) -> None:
        """Let ``follow`` add to every change what follows from it; it is given the match as it was before, too."""
        self._followed_by.append(follow)

    async def table(self, match_id: int) -> Table:
        """The match as it stands. Raises Refusal if there is none."""
        async with self._lock(match_id):
            return await self._folded(match_id)

    def kept(self, match_id: int) -> Table | None:
        """The match as it stood when it was last looked at or changed, if that is still in memory."""
        return self._tables.get(match_id)

    @asynccontextmanager
    async def changing(self, match_id: int) -> AsyncGenerator[Change]:
        """Change a match: nobody else does meanwhile, and all of it happens or, if the block raises, nothing."""
        async with self._lock(match_id):
            before, planned = await self._database.read(_look_to_change, match_id, self._tables.get(match_id))
            self._keep(before)
            change = Change(before, self._clock(), planned)
            yield change
            for follow in self._followed_by:
                await follow(before, change)
            if change.entries:
                _follow_plans(change)
            clock, due_at = await self._database.write(_store, before, change)
            if clock is not None:
                change.table = replace(change.table, match=replace(change.match, clock=clock))
            if due_at is not None:
                self._clocks.wake(due_at)
            self._keep(change.table)
        for entry in change.entries:
            log_event("action", kind=entry.kind, match=match_id, ply=entry.ply, seat=entry.seat, user=entry.actor)
        self.changed.send(match_id)

    async def act(
        self,
        match_id: int,
        user_id: int,
        actions: Sequence[Action | str],
        expected_ply: int | None = None,
        name: str | None = None,
    ) -> Table:
        """Do ``actions``, or what their text forms mean, one after the other, all or none, for the person's own seat.

        ``expected_ply`` is the ply at which the person decided, ``name`` the one under which the person shows now.
        Raises Refusal if the person does not play here, with code ``moved_on`` if the match has gone on since, or if
        the match stands still; RuleError if the rules forbid one of the actions; BadNotation for what is none.
        """
        async with self.changing(match_id) as change:
            seat = change.must_have_say(user_id)
            if name is not None:
                change.rename(seat, name)
            with ruled_by(change.match.game):
                parse = change.table.game.parse_action
                actions = [parse(action) if isinstance(action, str) else action for action in actions]
            if expected_ply is not None and expected_ply != change.match.ply:
                raise Refusal("moved_on")
            if not any(isinstance(action, Leave) for action in actions):
                change.table.must_not_stand_still()
            with ruled_by(change.match.game):
                for action in actions:
                    change.log(EntryKind.GAME, str(action), seat=seat, actor=user_id)
        return change.table

    async def resign(self, match_id: int, user_id: int) -> Table:
        """Give the match up. Raises as ``act`` does."""
        async with self.changing(match_id) as change:
            seat = change.must_have_say(user_id)
            stand_in = await self.may_stand_in(change.match)
            change.give_up(seat, Termination.RESIGNATION, user_id, stand_in=stand_in)
        return change.table

    async def may_stand_in(self, match: Match) -> bool:
        """Whether the server lets a computer play on for who gives up."""
        return (await guilds.get(self._database.reader, match.guild_id)).computers

    async def leaving(self, table: Table, seat: Seat) -> Leaving:
        """What becomes of a match if ``seat`` gives it up."""
        return leaving(table, seat, await self.may_stand_in(table.match))

    async def rename(self, match_id: int, user_id: int, name: str) -> None:
        """Note the name under which a person shows now; nothing happens if it is known."""
        async with self._lock(match_id):
            table = await self._folded(match_id)
            seat = table.match.seat_of(user_id)
            if seat is None or table.match.players[seat].name == name:
                return
            await self._database.write(store.rename, table.match, seat, name)

    async def want_board(self, match_id: int) -> None:
        """Ask for the board to be shown again at the bottom of its channel."""
        await self._database.write(store.want_board, match_id)
        self.changed.send(match_id)

    async def waiting_for(self, user_id: int) -> list[Match]:
        """A person's running matches in every server, those that wait for the person first."""
        return await self._database.read(store.running_of, user_id)

    async def here(self, channel_id: int, user_id: int | None = None) -> list[Match]:
        """The running matches of a channel or thread, only those in which a person plays if one is named."""
        found = await store.running_in(self._database.reader, channel_id)
        return [match for match in found if user_id is None or match.playing_seat_of(user_id) is not None]

    async def of_guild(self, guild_id: int) -> list[Match]:
        """Matches of a server, the running ones first, then the latest."""
        return await store.latest_of_guild(self._database.reader, guild_id, LISTED)

    async def latest_result_in(self, guild_id: int, channel_id: int) -> int | None:
        """The match of a channel or thread that last came to a result, None if there is none."""
        return await store.latest_result_in(self._database.reader, guild_id, channel_id)

    async def results_to_choose(self, guild_id: int, user_id: int, text: str, most: int) -> list[Match]:
        """Matches of a server that came to a result and that ``text`` may mean, a person's own first."""
        return await store.results_to_choose(self._database.reader, guild_id, user_id, text, most)

    async def log(self, match_id: int) -> list[Entry]:
        """The whole log of a match."""
        return await store.log(self._database.reader, match_id)

    async def record(self, match_id: int) -> Record:
        """The open record of a finished match. Raises Refusal while it runs, since a record tells the deal."""
        table = await self.table(match_id)
        match = table.match
        if table.state.outcome is None:
            raise Refusal("no_result" if match.is_over else "match_running")
        entries = await self.log(match_id)
        not_counted = undone(entries)
        return Record(
            game=table.game,
            options=match.options,
            names=match.names,
            joined=tuple(sorted(range(len(match.players)), key=lambda seat: match.players[seat].position)),
            seats_drawn=match.order_drawn,
            starter=table.state.starter,
            starter_drawn=match.agreed_starter is None,
            deal=Deal(match.secret, match.contributions),
            actions=tuple(
                (entry.seat, table.game.parse_action(entry.text))
                for entry in entries
                if entry.kind is EntryKind.GAME and entry.seat is not None and entry.ply not in not_counted
            ),
            started=match.created_at.date(),
        )

    def forget(self, match_ids: Iterable[int]) -> None:
        """These matches are no more; their numbers may be given to others."""
        for match_id in match_ids:
            self._tables.pop(match_id, None)

    def _lock(self, match_id: int) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())

    async def _folded(self, match_id: int) -> Table:
        table = await self._database.read(_look, match_id, self._tables.get(match_id))
        self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        self._tables[table.match.id] = table
        self._tables.move_to_end(table.match.id)
        while len(self._tables) > TABLES_KEPT:
            self._tables.popitem(last=False)


async def _look(connection: aiosqlite.Connection, match_id: int, kept: Table | None) -> Table:
    """A match as it is stored; ``kept`` is the table as it was at some moment."""
    match = await store.get(connection, match_id)
    if match is None:
        raise Refusal("no_such_match", match=match_id)
    if kept is None or kept.match.ply != match.ply:
        kept = folded(match, await store.log(connection, match_id))
    return replace(kept, match=match)


async def _look_to_change(
    connection: aiosqlite.Connection, match_id: int, kept: Table | None
) -> tuple[Table, Mapping[Seat, Plan]]:
    """A match as it is stored, and the plans of its seats."""
    return await _look(connection, match_id, kept), await plans.of_match(connection, match_id)


def _follow_plans(change: Change) -> None:
    """Play what was planned for as long as it is the turn of one who has planned it."""
    planned = {**change.planned}
    for entry in change.entries:
        if entry.kind is EntryKind.GAME and entry.seat is not None and planned.pop(entry.seat, None):
            change.plans[entry.seat] = None
    while (seat := change.match.turn) is not None and seat in planned and not change.match.clock.paused:
        plan = planned.pop(seat)
        if plan.dropped or change.match.players[seat].level is not None:
            break
        change.follow(plan)


def obstacle(plan: Plan, table: Table) -> str | None:
    """What has happened since a plan was made for which it is not played: ``round``, ``undone``, ``discarded``."""
    for event in table.public_events(plan.ply, table.match.ply):
        if isinstance(event, RoundEnded):
            return "round"
        if isinstance(event, Undone):
            return "undone"
        placement = getattr(event, "placement", None)
        if isinstance(placement, Discard) and plan.unless in (ANY_COLOUR, placement.card.colour.letter):
            return "discarded"
    return None


async def _store(
    connection: aiosqlite.Connection, before: Table, change: Change
) -> tuple[TurnClock | None, datetime | None]:
    """Store a change. Returns the clock of the turn if that changed, and when the nearest of all timers is due."""
    match = change.match
    if change.renamed is not None:
        await store.rename(connection, match, *change.renamed)
    for entry in change.entries:
        await store.append(connection, match.id, entry)
    if change.entries:
        await store.advance(
            connection,
            match.id,
            ply=match.ply,
            public_ply=match.public_ply,
            turn=match.turn,
            outcome=match.outcome,
            at=change.at,
            ended_at=match.ended_at,
        )
    for seat, player in enumerate(match.players):
        if player.gave_up and not before.match.players[seat].gave_up:
            await store.give_up(connection, match.id, seat, player.level)
    if match.outcome is not None and match.outcome != before.match.outcome:
        await _settle(connection, before, change)
    for notice in change.notices:
        await notices.add(connection, match.id, notice)
    for request in change.asked:
        await requests.put(connection, match.id, request)
    for seat, plan in change.plans.items():
        await (plans.forget(connection, match.id, seat) if plan is None else plans.put(connection, match.id, plan))
    if match.is_over:
        await plans.forget_all(connection, match.id)
    if change.place_id is not None:
        await store.settle(connection, match.id, change.place_id)
    clock = await _set_clock(connection, before, change)
    nearest = await timers.nearest(connection)
    return clock, None if nearest is None else nearest.due_at


async def _settle(connection: aiosqlite.Connection, before: Table, change: Change) -> None:
    """Store what follows from a result that is new, or takes the place of another."""
    results = await statistics.settle(connection, change.table)
    if before.match.outcome is None and change.match.is_among_people:
        await milestones.settle(connection, change.match, results)
    if change.match.rated:
        await ratings.settle(connection, change.match, change.at)


def _turn(table: Table) -> tuple[object, ...]:
    """What tells a turn from the one before it: its number, its seat, and whether a computer has taken that over."""
    seat = table.match.turn
    return table.state.turns, seat, None if seat is None else table.match.players[seat].gave_up


async def _set_clock(connection: aiosqlite.Connection, before: Table, change: Change) -> TurnClock | None:
    """Let the clock follow a change. Returns it if it changed."""
    match = change.match
    if match.is_over and not before.match.is_over:
        return await turn_clock.stop(connection, match, change.at)
    if not match.is_over and _turn(change.table) != _turn(before):
        return await turn_clock.begin(connection, match, change.at)
    if change.on_clock is not None:
        # a vacation changes clocks without waiting for its turn at the match
        stored = await store.get(connection, match.id)
        assert stored is not None
        return await change.on_clock(connection, stored, change.at)
    return None
