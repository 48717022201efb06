"""Replays: matches that are over, step by step, out of what is stored or out of a record that somebody has."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time
from hashlib import blake2b
from itertools import islice
from typing import Final

from bot.play.matches import Matches
from bot.play.table import News, Table, unstored
from bot.store.matches import Match, Player
from rules.record import BadRecord, Moment, Record, decode, moments, verify

KEPT: Final = 64
"""So many replays stay in memory; others are worked out anew."""

STRIDE: Final = 8
"""Of so many moments one is kept; the others are played again from there."""

MOST_BYTES: Final = 64_000
"""A larger file is refused unread. The record of a match of nine rounds has about a fifth of that."""

LONGEST_NAME: Final = 32
"""So many characters of a name in a file are shown: Discord's own are no longer."""

_JOINERS: Final = "\u200c\u200d"
"""Unprintable by themselves, but parts of words in some scripts and of some emoji."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A match that is over.

    ``turns`` tells for each of its moments how many turns were complete by then; ``kept`` are some of the moments.
    ``file`` is the record as it was uploaded, empty for a stored match.
    """

    match: Match
    record: Record
    turns: tuple[int, ...]
    kept: tuple[Moment, ...]
    file: bytes = field(default=b"", repr=False)

    @property
    def last(self) -> int:
        """The number of the last moment; the first is 0."""
        return len(self.turns) - 1

    def at(self, number: int) -> tuple[Table, Moment]:
        """The table at a moment, which what is shown of a running match can be made of."""
        moment = self.kept[number // STRIDE]
        if number % STRIDE:
            moment = next(islice(moments(self.record, moment), number % STRIDE - 1, None))
        state = moment.state
        ended = None if state.outcome is None else self.match.ended_at
        match = replace(
            self.match, ply=number, public_ply=number, turn=state.turn, outcome=state.outcome, ended_at=ended
        )
        return Table(match, state, (News(number, None, moment.events),), (state, number), None), moment

    def moment_of(self, turn: int) -> int:
        """The moment at which so many turns were complete, the last one if there were not so many."""
        return next((number for number, turns in enumerate(self.turns) if turns >= turn), self.last)


class Replays:
    """Opens replays, and keeps those that were looked at last."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._kept: OrderedDict[int | str, Replay] = OrderedDict()

    async def of_match(self, match_id: int) -> Replay:
        """The replay of a stored match. Raises Refusal while it runs, or if it has no result."""
        match = (await self._matches.table(match_id)).match
        kept = self._kept.get(match_id)
        if kept is not None:
            # names may have changed since, or been deleted
            return self._keep(match_id, replace(kept, match=match))
        record = await self._matches.record(match_id)
        return self._keep(match_id, await asyncio.to_thread(_opened, match, record))

    def of_digest(self, digest: str) -> Replay | None:
        """The replay of a file that was read before, if it is still in memory."""
        return self._kept.get(digest)

    async def of_file(self, data: bytes) -> Replay:
        """The replay of a record. Raises BadRecord if it is too long, malformed or untrue."""
        digest = digest_of(data)
        return self._kept.get(digest) or self._keep(digest, await asyncio.to_thread(_read, data))

    def _keep(self, key: int | str, replay: Replay) -> Replay:
        self._kept[key] = replay
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return replay


def digest_of(data: bytes) -> str:
    """A short name for the content of a file."""
    return blake2b(data, digest_size=8).hexdigest()


def check_size(size: int) -> None:
    """Raises BadRecord for a file of so many bytes that it is not worth reading."""
    if size > MOST_BYTES:
        raise BadRecord(1, "too_long", limit=MOST_BYTES)


def _read(data: bytes) -> Replay:
    check_size(len(data))
    record = verify(decode(data))
    return replace(_opened(_stand_in(record), record), file=data)


def _opened(match: Match, record: Record) -> Replay:
    turns: list[int] = []
    kept: list[Moment] = []
    for moment in moments(record):
        if len(turns) % STRIDE == 0:
            kept.append(moment)
        turns.append(moment.state.turns)
    return Replay(match, record, tuple(turns), tuple(kept))


def _legible(name: str) -> str:
    """A name out of a file, which may be any text, so that it can be shown as a name."""
    seen = "".join(char if char.isprintable() or char in _JOINERS else " " for char in name)
    return " ".join(seen.split())[:LONGEST_NAME] or "?"


def _stand_in(record: Record) -> Match:
    """A match that nobody has stored, as far as its record tells of it; its number is 0."""
    began = datetime.combine(record.started or date.min, time(), UTC)
    positions = {seat: position for position, seat in enumerate(record.joined)}
    return unstored(
        record.game,
        record.options,
        [Player(0, _legible(name), positions[seat]) for seat, name in enumerate(record.names)],
        record.deal,
        began,
        order_drawn=record.seats_drawn,
        agreed_starter=None if record.starter_drawn else record.starter,
    )
