"""Challenges and lobbies: how a match comes about."""

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

import aiosqlite

from bot.log import log_event
from bot.play import turn_clock
from bot.play.clocks import CHALLENGE, Clock, Clocks
from bot.play.matches import Matches
from bot.play.preferences import PersonalChoices
from bot.play.refusal import Refusal
from bot.play.signal import Signal
from bot.store import challenges as store
from bot.store import guilds, timers
from bot.store import matches as match_store
from bot.store.challenges import Challenge, Member, NewChallenge, Pace, Status
from bot.store.database import Database
from bot.store.matches import NewMatch, Player
from bot.store.people import is_former
from bot.store.timers import Timer
from rules.game import OptionValue, Seat, checked_options
from rules.players.player import Level
from rules.record import seat_order
from rules.registry import GAMES
from rules.shuffle import SECRET_BYTES, Deal
from rules.shuffle import VERSION as DEAL_VERSION

LIFETIME: Final = timedelta(hours=24)
MOST_OPEN: Final = 5
"""So many challenges a person may have open at a time."""

EXPIRY: Final = "challenge_expiry"
"""The kind of timer that ends a challenge."""


class Challenges:
    """Opens challenges, lets people in and out, and turns a challenge into a match.

    A challenge with an opponent starts when that person accepts; a lobby when its host says so and there are enough.
    ``changed`` tells of challenges whose message nobody brings up to date: those that change without a press on it.
    """

    def __init__(
        self,
        database: Database,
        clock: Clock,
        clocks: Clocks,
        matches: Matches,
        choices: PersonalChoices,
        new_secret: Callable[[], bytes] = lambda: secrets.token_bytes(SECRET_BYTES),
    ) -> None:
        self._database = database
        self._clock = clock
        self._clocks = clocks
        self._matches = matches
        self._choices = choices
        self._new_secret = new_secret
        self._lock = asyncio.Lock()
        self.changed = Signal()
        clocks.handle(EXPIRY, self._expire, CHALLENGE)

    async def get(self, challenge_id: int) -> Challenge:
        """The challenge as it stands. Raises Refusal if there is none."""
        return await _existing(self._database.reader, challenge_id)

    async def open_of(self, host_id: int) -> list[Challenge]:
        """The open challenges that a person has made in every server, the oldest first."""
        return await store.open_of_host(self._database.reader, host_id)

    async def open(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host: Member,
        opponent_id: int | None,
        game: str,
        options: Mapping[str, OptionValue],
        seats: int,
        pace: Pace,
        rated: bool,
        computers: Sequence[Member] = (),
    ) -> Challenge:
        """Open a challenge to ``opponent_id``, or a lobby if that is None, in which ``computers`` sit already.

        Raises BadNotation for options that the game does not have; Refusal for oneself, for a person whom one has
        asked already or who does not want it, for computers where the server has none, and for too many open
        challenges.
        """
        if opponent_id == host.user_id:
            raise Refusal("challenge_oneself")
        if opponent_id is not None and not await self._choices.admits(opponent_id, host.user_id):
            raise Refusal("not_taking_challenges")
        if computers:
            await self._must_allow_computers(guild_id)
        chosen = checked_options(GAMES[game].options, options)
        async with self._lock:
            for other in await store.open_of_host(self._database.reader, host.user_id):
                same_terms = (other.guild_id, other.game) == (guild_id, game)
                if opponent_id is not None and other.opponent_id == opponent_id and same_terms:
                    raise Refusal("already_asked")
            return await self._opened(
                NewChallenge(
                    guild_id=guild_id,
                    channel_id=channel_id,
                    game=game,
                    options=chosen,
                    seats=seats,
                    pace=pace,
                    rated=rated,
                    opponent_id=opponent_id,
                    secret=self._new_secret(),
                    rematch_of=None,
                    created_at=self._clock(),
                    expires_at=self._clock() + LIFETIME,
                ),
                replace(host, contribution=None),
                computers,
            )

    async def rematch(self, match_id: int, channel_id: int, person: Member) -> Challenge:
        """Challenge the others of a finished match to another with the same terms and the next seat starting.

        If somebody has asked already this accepts it: with two players the challenge comes back started, with more it
        is a lobby for those who played. Raises Refusal for somebody who did not play, while the match runs, and for
        asking twice.
        """
        match = (await self._matches.table(match_id)).match
        if match.seat_of(person.user_id) is None:
            raise Refusal("not_seated", match=match_id)
        if not match.is_over:
            raise Refusal("match_running")
        async with self._lock:
            waiting = await store.open_rematch(self._database.reader, match_id)
            if waiting is None:
                others = [player for player in match.players if player.is_person and player.user_id != person.user_id]
                computers = [player for player in match.players if not player.is_person]
                for player in others:
                    if not await self._choices.admits(player.user_id, person.user_id):
                        raise Refusal("not_taking_challenges")
                if computers:
                    await self._must_allow_computers(match.guild_id)
                return await self._opened(
                    NewChallenge(
                        guild_id=match.guild_id,
                        channel_id=channel_id,
                        game=match.game,
                        options=match.options,
                        seats=len(match.players),
                        pace=match.pace,
                        rated=match.rated,
                        opponent_id=others[0].user_id if len(others) == 1 and not computers else None,
                        secret=self._new_secret(),
                        rematch_of=match_id,
                        created_at=self._clock(),
                        expires_at=self._clock() + LIFETIME,
                    ),
                    replace(person, contribution=None),
                    [Member(player.user_id, player.name, level=player.level) for player in computers],
                )
        accepted = await self.join(waiting.id, person)
        self.changed.send(accepted.id)
        return accepted

    async def join(self, challenge_id: int, person: Member, message_id: int | None = None) -> Challenge:
        """Accept a challenge, which starts the match, or take a seat in a lobby.

        ``person.contribution`` goes into the deal. ``message_id`` is the message of the challenge if the person used
        it, which may be before anybody else knows of that message.

        Raises Refusal if the challenge is over or meant for somebody else, and for a seat in a lobby that is full or
        where the person sits already.
        """
        async with self._lock:
            challenge = await self._open_one(challenge_id, message_id)
            if any(member.user_id == person.user_id for member in challenge.members):
                raise Refusal("own_challenge" if person.user_id == challenge.host.user_id else "already_joined")
            if challenge.opponent_id is not None and person.user_id != challenge.opponent_id:
                raise Refusal("not_asked")
            if len(challenge.members) == challenge.seats:
                raise Refusal("lobby_full")
            if challenge.rematch_of is not None:
                before = await self._matches.table(challenge.rematch_of)
                if before.match.seat_of(person.user_id) is None:
                    raise Refusal("rematch_of_others")
            if challenge.opponent_id is None and await self._choices.has_blocked(
                challenge.host.user_id, person.user_id
            ):
                raise Refusal("lobby_not_for_you")
            complete = replace(challenge, members=(*challenge.members, person))
            match = None if challenge.opponent_id is None else await self._match_of(complete)
            async with self._database.writing() as connection:
                await store.add_member(connection, challenge_id, person)
                if match is not None:
                    await _start(connection, challenge_id, match)
        return await self._outcome(challenge_id)

    async def leave(self, challenge_id: int, user_id: int) -> Challenge:
        """Give up a seat in a lobby. Raises Refusal for the host, who withdraws instead, and for others."""
        async with self._lock:
            challenge = await self._open_one(challenge_id)
            if user_id == challenge.host.user_id:
                raise Refusal("host_leaves")
            if all(member.user_id != user_id for member in challenge.members):
                raise Refusal("not_joined")
            await self._database.write(store.remove_member, challenge_id, user_id)
        return await self._outcome(challenge_id)

    async def add_computer(
        self, challenge_id: int, user_id: int, level: Level, name: Callable[[int], str]
    ) -> Challenge:
        """Give a seat in a lobby to a computer; ``name`` makes its name of its number at the table, from 1.

        Raises Refusal for anybody but the host, and if no seat is free.
        """
        async with self._lock:
            challenge = await self._own_lobby(challenge_id, user_id)
            await self._must_allow_computers(challenge.guild_id)
            if len(challenge.members) == challenge.seats:
                raise Refusal("lobby_full")
            taken = {member.user_id for member in challenge.computers}
            number = next(number for number in range(1, challenge.seats) if -number not in taken)
            await self._database.write(store.add_member, challenge_id, Member(-number, name(number), level=level))
        return await self._outcome(challenge_id)

    async def remove_computer(self, challenge_id: int, user_id: int) -> Challenge:
        """Take the seat of the last computer of a lobby away from it.

        Raises Refusal for anybody but the host, and if there is none.
        """
        async with self._lock:
            challenge = await self._own_lobby(challenge_id, user_id)
            if not challenge.computers:
                raise Refusal("no_computer_here")
            await self._database.write(store.remove_member, challenge_id, challenge.computers[-1].user_id)
        return await self._outcome(challenge_id)

    async def _must_allow_computers(self, guild_id: int) -> None:
        if not (await guilds.get(self._database.reader, guild_id)).computers:
            raise Refusal("no_computers_here")

    async def _own_lobby(self, challenge_id: int, user_id: int) -> Challenge:
        challenge = await self._open_one(challenge_id)
        self._only_host(challenge, user_id)
        if challenge.opponent_id is not None:
            raise Refusal("no_lobby")
        return challenge

    async def start(self, challenge_id: int, person: Member, message_id: int | None = None) -> Challenge:
        """Start the match of a lobby with those who are there; ``message_id`` as in ``join``.

        Where a computer plays, ``person.contribution`` goes into the deal: nobody else could see to it that the
        host has not chosen the cards.

        Raises Refusal for anybody but the host, while there are too few for the game, and for computers where the
        server has none any more.
        """
        async with self._lock:
            challenge = await self._open_one(challenge_id, message_id)
            self._only_host(challenge, person.user_id)
            if challenge.computers:
                await self._must_allow_computers(challenge.guild_id)
            contribution = person.contribution if challenge.computers else None
            host = replace(challenge.host, contribution=contribution)
            challenge = replace(challenge, members=(host, *challenge.members[1:]))
            if len(challenge.members) not in GAMES[challenge.game].seats:
                raise Refusal("seats_free", n=GAMES[challenge.game].seats[0] - len(challenge.members))
            match = await self._match_of(challenge)
            async with self._database.writing() as connection:
                await store.set_contribution(connection, challenge_id, host.user_id, contribution)
                await _start(connection, challenge_id, match)
        return await self._outcome(challenge_id)

    async def decline(self, challenge_id: int, user_id: int) -> Challenge:
        """Turn a challenge down. Raises Refusal for anybody but the person asked."""
        async with self._lock:
            challenge = await self._open_one(challenge_id)
            if challenge.opponent_id != user_id:
                raise Refusal("not_asked")
            await self._end(challenge_id, Status.DECLINED)
        return await self._outcome(challenge_id)

    async def withdraw(self, challenge_id: int, user_id: int) -> Challenge:
        """Take a challenge or a lobby back. Raises Refusal for anybody but the host."""
        async with self._lock:
            challenge = await self._open_one(challenge_id)
            self._only_host(challenge, user_id)
            await self._end(challenge_id, Status.WITHDRAWN)
        return await self._outcome(challenge_id)

    async def without_former(self, challenge_id: int) -> None:
        """Take those who were erased out of an open challenge, which ends it unless it is the lobby of another."""
        async with self._lock:
            challenge = await self.get(challenge_id)
            if challenge.status is not Status.OPEN:
                return
            if is_former(challenge.host.user_id):
                await self._end(challenge_id, Status.WITHDRAWN)
            elif challenge.opponent_id is not None and is_former(challenge.opponent_id):
                await self._end(challenge_id, Status.DECLINED)
            else:
                async with self._database.writing() as connection:
                    for member in challenge.members:
                        if is_former(member.user_id):
                            await store.remove_member(connection, challenge_id, member.user_id)
        self.changed.send(challenge_id)

    async def shown(self, challenge_id: int, message_id: int, status: Status) -> None:
        """Note which message shows a challenge, and what it shows of it."""
        async with self._database.writing() as connection:
            await store.set_message(connection, challenge_id, message_id)
            await store.set_published(connection, challenge_id, status)
        if (await self.get(challenge_id)).status is not status:
            # an answer that came late has hidden what became of it since
            self.changed.send(challenge_id)

    async def _opened(self, new: NewChallenge, host: Member, computers: Sequence[Member]) -> Challenge:
        if len(await store.open_of_host(self._database.reader, host.user_id)) >= MOST_OPEN:
            raise Refusal("too_many_challenges", limit=MOST_OPEN)
        async with self._database.writing() as connection:
            challenge_id = await store.insert(connection, new, host)
            for computer in computers:
                await store.add_member(connection, challenge_id, computer)
            await timers.put(connection, Timer(EXPIRY, challenge_id, new.expires_at))
        self._clocks.wake(new.expires_at)
        return await self.get(challenge_id)

    async def _open_one(self, challenge_id: int, message_id: int | None = None) -> Challenge:
        challenge = await self.get(challenge_id)
        if challenge.status is not Status.OPEN:
            raise Refusal(f"challenge_{challenge.status}")
        return replace(challenge, message_id=challenge.message_id or message_id)

    def _only_host(self, challenge: Challenge, user_id: int) -> None:
        if user_id != challenge.host.user_id:
            raise Refusal("not_host")

    async def _expire(self, challenge_id: int) -> None:
        async with self._lock:
            challenge = await self.get(challenge_id)
            async with self._database.writing() as connection:
                await timers.drop(connection, EXPIRY, challenge_id)
                if challenge.status is Status.OPEN:
                    await store.set_status(connection, challenge_id, Status.EXPIRED)
        self.changed.send(challenge_id)

    async def _end(self, challenge_id: int, status: Status) -> None:
        async with self._database.writing() as connection:
            await store.set_status(connection, challenge_id, status)
            await timers.drop(connection, EXPIRY, challenge_id)

    async def _match_of(self, challenge: Challenge) -> NewMatch:
        game = GAMES[challenge.game]
        members = challenge.members
        deal = Deal(challenge.secret, challenge.contributions)
        starter: Seat | None = None
        if challenge.rematch_of is None:
            order = seat_order(game, len(members), deal)
        else:
            before = await self._matches.table(challenge.rematch_of)
            order = tuple(before.match.seat_of(member.user_id) or 0 for member in members)
            # the next of those who are still there, clockwise
            later = sum(seat <= before.state.starter for seat in order)
            starter = later % len(members)
        by_seat = sorted(range(len(members)), key=lambda position: order[position])
        turn = game.start(challenge.options, len(members), deal, starter).state.turn
        return NewMatch(
            guild_id=challenge.guild_id,
            channel_id=challenge.channel_id,
            challenge_message_id=challenge.message_id,
            game=challenge.game,
            rules_version=game.version,
            options=challenge.options,
            deal_version=DEAL_VERSION,
            secret=challenge.secret,
            contributions=challenge.contributions,
            order_drawn=starter is None,
            agreed_starter=starter,
            players=tuple(Player(members[at].user_id, members[at].name, at, members[at].level) for at in by_seat),
            turn=turn,
            pace=challenge.pace,
            rated=challenge.counts,
            created_at=self._clock(),
        )

    async def _outcome(self, challenge_id: int) -> Challenge:
        challenge = await self.get(challenge_id)
        if challenge.match_id is not None:
            log_event("match", match=challenge.match_id, challenge=challenge_id)
            self._clocks.wake(self._clock())
            self._matches.changed.send(challenge.match_id)
        return challenge


async def _existing(connection: aiosqlite.Connection, challenge_id: int) -> Challenge:
    challenge = await store.get(connection, challenge_id)
    if challenge is None:
        raise Refusal("no_such_challenge")
    return challenge


async def _start(connection: aiosqlite.Connection, challenge_id: int, match: NewMatch) -> None:
    match_id = await match_store.insert(connection, match)
    stored = await match_store.get(connection, match_id)
    assert stored is not None
    await turn_clock.begin(connection, stored, match.created_at)
    await store.set_status(connection, challenge_id, Status.STARTED, match_id)
    await timers.drop(connection, EXPIRY, challenge_id)
