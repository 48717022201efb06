"""What a person chooses for oneself: pings, quiet hours, who may challenge, look, language, vacations."""

import re
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from typing import Any, Final

import aiosqlite

from bot.play import turn_clock
from bot.play.clocks import Clock, Clocks
from bot.play.matches import Matches
from bot.play.pace import quiet_span
from bot.play.refusal import Refusal
from bot.play.servers import Servers
from bot.play.zones import zone_named
from bot.store import matches as match_store
from bot.store import notices
from bot.store import players as store
from bot.store.challenges import Pace
from bot.store.database import Database
from bot.store.notices import NewNotice, NoticeKind
from bot.store.people import is_former
from bot.store.players import Challengers, Look, Pings, Preferences, QuietHours, Vacation

VACATION_DAYS: Final = 14
VACATION_WINDOW: Final = timedelta(days=90)
"""A person has so many days of vacation in any such span."""

MOST_BLOCKED: Final = 25


@dataclass(frozen=True, slots=True)
class Choices:
    """Everything that a person has chosen; ``days_left`` are the days of vacation that can still be taken now."""

    preferences: Preferences
    blocked: tuple[int, ...]
    vacation: Vacation | None
    days_left: int


class PersonalChoices:
    """Looks up and changes what people have chosen, and asks it on behalf of others."""

    def __init__(self, database: Database, clock: Clock, clocks: Clocks, matches: Matches, servers: Servers) -> None:
        self._database = database
        self._clock = clock
        self._clocks = clocks
        self._matches = matches
        self._servers = servers

    async def of(self, user_id: int) -> Choices:
        """What a person has chosen so far."""
        return await self._of(self._database.reader, user_id, self._clock())

    async def preferences(self, user_id: int) -> Preferences:
        """What shapes all that a person sees and hears."""
        return await self._database.read(store.get, user_id)

    async def set_pings(self, user_id: int, pings: Pings) -> None:
        await self._choose(user_id, pings=pings)

    async def set_look(self, user_id: int, look: Look | None) -> None:
        """Set the theme of the pictures that only this person sees, None for that of the server."""
        await self._choose(user_id, look=look)

    async def set_language(self, user_id: int, language: str | None) -> None:
        """Set the language of what only this person sees, None for that of the person's Discord."""
        await self._choose(user_id, language=language)

    async def set_in_words(self, user_id: int, in_words: bool) -> None:
        """Set whether what only this person sees comes in words instead of pictures."""
        await self._choose(user_id, in_words=in_words)

    async def set_tips(self, user_id: int, tips: bool) -> None:
        """Set whether the hand shows a tip now and then while the person is a beginner."""
        await self._choose(user_id, tips=tips)

    async def set_challengers(self, user_id: int, challengers: Challengers) -> None:
        await self._choose(user_id, challengers=challengers)

    async def set_quiet_hours(self, user_id: int, begin: str, end: str, zone: str) -> None:
        """Set the hours of the day, ``22:00`` to ``7:30``, in a time zone as ``zone_named`` reads it.

        They count from the next turn on. Raises Refusal for a time or zone that is none, and for an empty span.
        """
        hours = QuietHours(_time(begin), _time(end), await zone_named(zone))
        if hours.begin == hours.end:
            raise Refusal("empty_hours")
        await self._choose(user_id, quiet=hours)

    async def clear_quiet_hours(self, user_id: int) -> None:
        await self._choose(user_id, quiet=None)

    async def set_blocked(self, user_id: int, blocked_ids: list[int]) -> None:
        """Refuse the challenges of these people, and of nobody else. Raises Refusal for more than 25."""
        if len(blocked_ids) > MOST_BLOCKED:
            raise Refusal("too_many_blocked", limit=MOST_BLOCKED)
        await self._database.write(store.set_blocked, user_id, [other for other in blocked_ids if other != user_id])

    async def start_vacation(self, user_id: int, days: int) -> None:
        """Stop the person's own daily and relaxed clocks for so many days, from now.

        Raises Refusal during a vacation and for more days than are left.
        """
        now = self._clock()
        length = timedelta(days=days)
        async with self._database.writing() as connection:
            choices = await self._of(connection, user_id, now)
            if choices.vacation is not None:
                raise Refusal("on_vacation_already")
            if not 0 < days <= choices.days_left:
                raise Refusal("vacation_used_up", n=choices.days_left)
            await store.put_vacation(connection, user_id, Vacation(now, now + length))
            shifted = await _shift_clocks(connection, user_id, length, now)
        self._tell(shifted, now)

    async def end_vacation(self, user_id: int) -> None:
        """Come back early; the days not taken are not counted. Raises Refusal for somebody who is not away."""
        now = self._clock()
        async with self._database.writing() as connection:
            vacation = (await self._of(connection, user_id, now)).vacation
            if vacation is None:
                raise Refusal("not_on_vacation")
            await store.put_vacation(connection, user_id, Vacation(vacation.begins_at, now))
            shifted = await _shift_clocks(connection, user_id, now - vacation.ends_at, now)
        self._tell(shifted, now)

    async def admits(self, user_id: int, challenger_id: int) -> bool:
        """Whether a person takes challenges of another."""
        if await self.has_blocked(user_id, challenger_id):
            return False
        match (await store.get(self._database.reader, user_id)).challengers:
            case Challengers.ANYBODY:
                return True
            case Challengers.KNOWN:
                return await store.have_played(self._database.reader, user_id, challenger_id)
            case Challengers.NOBODY:
                return False

    async def has_blocked(self, user_id: int, other_id: int) -> bool:
        """Whether a person wants nothing to do with another."""
        return other_id in await store.blocked(self._database.reader, user_id)

    async def wants_ping(self, user_id: int, guild_id: int, pace: Pace, *, each_turn: bool) -> bool:
        """Whether a person is to be notified now: of a turn like any, or else of what waits for the person.

        A live match pings during quiet hours and vacations, too. A server may have it that people are notified less.
        """
        if is_former(user_id):
            return False
        now = self._clock()
        chosen, vacations = await self._database.read(_chosen, user_id, now)
        if pace is not Pace.LIVE and quiet_span(chosen.quiet, now) is not None:
            return False
        if pace in turn_clock.ON_VACATION and _current(vacations, now):
            return False
        pings = chosen.pings.at_most((await self._servers.settings(guild_id)).pings)
        return pings is Pings.TURNS or (pings is Pings.REMINDERS and not each_turn)

    async def _of(self, connection: aiosqlite.Connection, user_id: int, now: datetime) -> Choices:
        vacations = await store.vacations(connection, user_id, now - VACATION_WINDOW)
        return Choices(
            await store.get(connection, user_id),
            tuple(await store.blocked(connection, user_id)),
            _current(vacations, now),
            _days_left(vacations, now),
        )

    async def _choose(self, user_id: int, **chosen: Any) -> None:
        async with self._database.writing() as connection:
            await store.put(connection, user_id, replace(await store.get(connection, user_id), **chosen))

    def _tell(self, shifted: list[int], now: datetime) -> None:
        self._clocks.wake(now)
        for match_id in shifted:
            self._matches.changed.send(match_id)


async def _chosen(connection: aiosqlite.Connection, user_id: int, now: datetime) -> tuple[Preferences, list[Vacation]]:
    """What a person has chosen, and the vacations that are not over."""
    return await store.get(connection, user_id), await store.vacations(connection, user_id, now)


async def _shift_clocks(connection: aiosqlite.Connection, user_id: int, shift: timedelta, now: datetime) -> list[int]:
    """Move the deadline of every turn of the person that a vacation stops; returns the matches."""
    shifted: list[int] = []
    for match in await match_store.running_of(connection, user_id):
        own_turn = match.turn is not None and match.players[match.turn].user_id == user_id
        if own_turn and match.pace in turn_clock.ON_VACATION and match.clock.deadline is not None:
            await turn_clock.shift(shift, connection, match, now)
            kind = NoticeKind.AWAY if shift > timedelta() else NoticeKind.BACK
            await notices.add(connection, match.id, NewNotice(kind, match.turn, match.ply))
            shifted.append(match.id)
    return shifted


def _current(vacations: list[Vacation], now: datetime) -> Vacation | None:
    return next((each for each in vacations if each.begins_at <= now < each.ends_at), None)


def _days_left(vacations: list[Vacation], now: datetime) -> int:
    begin = now - VACATION_WINDOW
    taken = sum((each.ends_at - max(each.begins_at, begin) for each in vacations), timedelta())
    return VACATION_DAYS - -(-taken // timedelta(days=1))


def _time(text: str) -> time:
    found = re.fullmatch(r"([01]?[0-9]|2[0-3])(?:[:.]?([0-5][0-9]))?", text.strip())
    if found is None:
        raise Refusal("bad_time", text=text[:20])
    return time(int(found[1]), int(found[2] or 0))
