"""Matches as they are played: the log folded into a state, and every action on it."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from weakref import WeakValueDictionary

from bot.play.clocks import Clock
from bot.play.refusal import Refusal
from bot.play.signal import Signal
from bot.store import matches as store
from bot.store.database import Database
from bot.store.matches import Entry, Match
from rules.game import Action, AnyGame, Event, Leave, Seat, Termination
from rules.record import Record
from rules.registry import GAMES
from rules.shuffle import Deal

KIND: Final = "game"
"""The kind of a log row that holds an action of the game itself."""

TABLES_KEPT: Final = 500
"""So many folded matches stay in memory; others are folded anew from their logs."""


@dataclass(frozen=True, slots=True)
class News:
    """What everybody may know of the action at a ply; no seat did ply 0, the first deal."""

    ply: int
    seat: Seat | None
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A match at one moment: its row, its state, and what has been public so far."""

    match: Match
    state: Any
    news: tuple[News, ...]

    @property
    def game(self) -> AnyGame:
        return GAMES[self.match.game]

    def view(self, seat: Seat | None) -> Any:
        """What ``seat`` may know, or a spectator if None (a view of the match's game)."""
        return self.game.view(self.state, seat)

    def public_events(self, after_ply: int, up_to_ply: int) -> tuple[Event, ...]:
        """What became public after one ply and up to another."""
        return tuple(event for news in self.news if after_ply < news.ply <= up_to_ply for event in news.events)

    def last_ply_of(self, seat: Seat) -> int:
        """The ply of the seat's last public action, 0 before its first."""
        return max((news.ply for news in self.news if news.seat == seat), default=0)


class Matches:
    """Every match: looks at it, acts in it, and says that it changed."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self.changed = Signal()

    async def table(self, match_id: int) -> Table:
        """The match as it stands. Raises Refusal if there is none."""
        async with self._lock(match_id):
            return await self._folded(match_id)

    async def act(
        self, match_id: int, user_id: int, actions: Sequence[Action], expected_ply: int | None = None
    ) -> Table:
        """Do ``actions`` one after the other, all or none, for the person's own seat.

        ``expected_ply`` is the ply at which the person decided. Raises Refusal if the person does not play here, or
        with code ``moved_on`` if the match has gone on since; RuleError if the rules forbid one of the actions.
        """
        async with self._lock(match_id):
            table = await self._folded(match_id)
            seat = table.match.seat_of(user_id)
            if seat is None:
                raise Refusal("not_seated", match=match_id)
            if expected_ply is not None and expected_ply != table.match.ply:
                raise Refusal("moved_on")
            at = self._clock()
            entries: list[Entry] = []
            for ply, action in enumerate(actions, table.match.ply + 1):
                entry = Entry(ply, seat, KIND, user_id, str(action), at)
                table = _after(table, entry, action)
                entries.append(entry)
            match = table.match
            async with self._database.writing() as connection:
                for entry in entries:
                    await store.append(connection, match_id, entry)
                await store.advance(
                    connection,
                    match_id,
                    ply=match.ply,
                    public_ply=match.public_ply,
                    turn=match.turn,
                    outcome=match.outcome,
                    at=at,
                )
            self._keep(table)
        self.changed.send(match_id)
        return table

    async def resign(self, match_id: int, user_id: int) -> Table:
        """Give the match up. Raises as ``act`` does."""
        return await self.act(match_id, user_id, [Leave(Termination.RESIGNATION)])

    async def rename(self, match_id: int, user_id: int, name: str) -> None:
        """Note the name under which a person shows now; nothing happens if it is known."""
        async with self._lock(match_id):
            table = await self._folded(match_id)
            seat = table.match.seat_of(user_id)
            if seat is None or table.match.players[seat].name == name:
                return
            async with self._database.writing() as connection:
                await store.rename(connection, match_id, seat, name)

    async def want_board(self, match_id: int) -> None:
        """Ask for the board to be shown again at the bottom of its channel."""
        async with self._database.writing() as connection:
            await store.want_board(connection, match_id)
        self.changed.send(match_id)

    async def waiting_for(self, user_id: int) -> list[Match]:
        """A person's running matches in every server, those that wait for the person first."""
        return await store.running_of(self._database.reader, user_id)

    async def here(self, channel_id: int, user_id: int | None = None) -> list[Match]:
        """The running matches of a channel or thread, only those in which a person plays if one is named."""
        found = await store.running_in(self._database.reader, channel_id)
        return [match for match in found if user_id is None or match.seat_of(user_id) is not None]

    async def record(self, match_id: int) -> Record:
        """The open record of a finished match. Raises Refusal while it runs, since a record tells the deal."""
        table = await self.table(match_id)
        match = table.match
        if match.outcome is None:
            raise Refusal("match_running")
        entries = await store.log(self._database.reader, match_id)
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
                (entry.seat, table.game.parse_action(entry.text)) for entry in entries if entry.seat is not None
            ),
            started=match.created_at.date(),
        )

    def _lock(self, match_id: int) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())

    async def _folded(self, match_id: int) -> Table:
        match = await store.get(self._database.reader, match_id)
        if match is None:
            raise Refusal("no_such_match", match=match_id)
        kept = self._tables.get(match_id)
        if kept is not None and kept.match.ply == match.ply:
            table = Table(match, kept.state, kept.news)
        else:
            table = started(match)
            for entry in await store.log(self._database.reader, match_id):
                table = _after(table, entry, GAMES[match.game].parse_action(entry.text))
            table = Table(match, table.state, table.news)
        self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        self._tables[table.match.id] = table
        self._tables.move_to_end(table.match.id)
        while len(self._tables) > TABLES_KEPT:
            self._tables.popitem(last=False)


def started(match: Match) -> Table:
    """A match before its first action."""
    applied = GAMES[match.game].start(
        match.options, len(match.players), Deal(match.secret, match.contributions), match.agreed_starter
    )
    return Table(match, applied.state, (News(0, None, applied.events),))


def _after(table: Table, entry: Entry, action: Action) -> Table:
    assert entry.seat is not None
    applied = table.game.apply(table.state, entry.seat, action)
    public = tuple(event for happened in applied.events if (event := happened.seen_by(None)) is not None)
    match = replace(
        table.match,
        ply=entry.ply,
        public_ply=entry.ply if public else table.match.public_ply,
        turn=applied.state.turn,
        outcome=applied.state.outcome,
    )
    return Table(match, applied.state, (*table.news, News(entry.ply, entry.seat, public)) if public else table.news)
