"""Brings what a channel shows up to what has been stored.

Nobody calls it. It hears that a match or challenge changed, and at start it looks for what is behind, so a crash
between the two heals by itself: the stored public ply being ahead of the published one is its list of things to do.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final
from weakref import WeakValueDictionary

import discord

from bot.faults import FAILURES, Reaction, code_of, reaction_to, trouble_of
from bot.log import log_event, trace, tracing
from bot.play import Play
from bot.play.refusal import Refusal
from bot.play.table import Table
from bot.publish.messages import edit, remove, send
from bot.publish.seasons import SeasonPosts
from bot.publish.threads import Threads
from bot.store import challenges as challenge_store
from bot.store import matches as store
from bot.store import notices as notice_store
from bot.store import publishing
from bot.store import seasons as season_store
from bot.store.challenges import Challenge, Pace, Status
from bot.store.database import Database
from bot.store.guilds import GuildSettings
from bot.store.matches import Match, Post, PostKind
from bot.store.notices import Notice
from bot.store.publishing import Backlog
from bot.store.ratings import Change
from bot.store.statistics import Milestone
from bot.ui.challenge import challenge_screen
from bot.ui.notices import ABOUT_THE_TURN, QUESTIONS, addressed, notice_screen, question_screen, still_asked
from bot.ui.screen import Screen
from bot.ui.seen import Seen
from bot.ui.table import board_screen, ended_screen, past_board, public, result_screen, sheet_screen, told_of_end
from rules.game import MatchEnded, RoundEnded, Seat

log = logging.getLogger(__name__)

AT_ONCE: Final = 16
"""So many matches and challenges are brought up to date at the same time."""

FIRST_RETRY: Final = 5.0
LONGEST_RETRY: Final = 900.0
"""Seconds after which something is tried again that failed: each time twice as long, but never longer than that."""

LONGEST_TURN: Final = 120.0
"""Seconds after which a match or challenge makes room for others and is tried again: a request may hang for minutes."""

PATIENCE: Final = 2.0
"""Seconds that what is under way has to come to its end when the bot stops."""


class Publisher:
    """Brings channels up to date, one short task at a time for each match and challenge."""

    def __init__(self, client: discord.Client, database: Database, play: Play) -> None:
        self._client = client
        self._database = database
        self._play = play
        self._threads = Threads(client, database, play)
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._again: dict[tuple[str, int], str] = {}
        self._retries: dict[tuple[str, int], asyncio.TimerHandle] = {}
        self._failures: dict[tuple[str, int], int] = {}
        self._places = asyncio.Semaphore(AT_ONCE)
        self._seasons = SeasonPosts(client, database, play, self._turn_in)
        self._channels: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        play.matches.changed.connect(self._match_changed)
        play.computers.rested.connect(self._match_changed)
        play.challenges.changed.connect(self._challenge_changed)
        play.seasons.ended.connect(self._season_ended)

    @property
    def queue(self) -> int:
        """How many matches and challenges are being brought up to date, or are to be soon."""
        return len(self._tasks) + len(self._retries)

    async def catch_up(self) -> None:
        """Take up everything that was left undone when the bot stopped."""
        for match_id in await store.unpublished(self._database.reader):
            self._match_changed(match_id)
        for match_id in await notice_store.matches_with_untold(self._database.reader):
            self._match_changed(match_id)
        for challenge_id in await challenge_store.unpublished(self._database.reader):
            self._challenge_changed(challenge_id)
        for season in await season_store.unposted(self._database.reader):
            self._season_ended(season.id)

    async def look_again(self, guild_id: int) -> None:
        """Something about a server has changed: what was missing there may have been granted."""
        for match in await store.troubled(self._database.reader, guild_id):
            self._match_changed(match.id)
        for season in await season_store.unposted(self._database.reader):
            if season.guild_id == guild_id:
                self._season_ended(season.id)

    async def place_gone(self, channel_id: int) -> None:
        """A channel or thread was deleted: what was shown there goes on where it was opened."""
        for match in await store.running_in(self._database.reader, channel_id):
            if channel_id == match.place_id != match.channel_id:
                await self._database.write(publishing.return_home, match)
                self._match_changed(match.id)

    async def stop(self) -> None:
        """Let what is under way come to its end, but not for long: the next start takes the rest up."""
        for retry in self._retries.values():
            retry.cancel()
        if self._tasks:
            _, late = await asyncio.wait(self._tasks.values(), timeout=PATIENCE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _match_changed(self, match_id: int) -> None:
        self._set_going(("match", match_id), self._publish_match)

    def _challenge_changed(self, challenge_id: int) -> None:
        self._set_going(("challenge", challenge_id), self._publish_challenge)

    def _season_ended(self, season_id: int) -> None:
        self._set_going(("season", season_id), self._seasons.publish)

    def _set_going(self, key: tuple[str, int], work: Callable[[int], Awaitable[None]]) -> None:
        if key in self._tasks:
            self._again[key] = trace()
            return
        if key in self._retries:
            self._retries.pop(key).cancel()
        self._tasks[key] = asyncio.create_task(self._run(key, work), name=f"publish-{key[0]}-{key[1]}")

    async def _run(self, key: tuple[str, int], work: Callable[[int], Awaitable[None]]) -> None:
        try:
            while True:
                with tracing(self._again.pop(key, trace())):
                    await work(key[1])
                if key not in self._again:
                    break
            self._failures.pop(key, None)
        except FAILURES as error:
            log.warning("behind %s=%d code=%d error=%s", *key, code_of(error), type(error).__name__)
            self._try_later(key, work)
        except Refusal:
            # there is no such match or challenge any more: its server has been forgotten
            self._failures.pop(key, None)
        except Exception:
            log.exception("publishing failed %s=%d", *key)
            self._try_later(key, work)
        finally:
            del self._tasks[key]

    def _try_later(self, key: tuple[str, int], work: Callable[[int], Awaitable[None]]) -> None:
        failures = self._failures.get(key, 0)
        self._failures[key] = failures + 1
        wait = min(FIRST_RETRY * 2.0 ** min(failures, 20), LONGEST_RETRY)
        self._retries[key] = asyncio.get_running_loop().call_later(wait, self._set_going, key, work)

    @asynccontextmanager
    async def _turn_in(self, channel_id: int) -> AsyncGenerator[None]:
        """One at a time in a channel, which Discord slows down on its own, so that others need not wait for it."""
        async with self._channels.setdefault(channel_id, asyncio.Lock()), self._places, asyncio.timeout(LONGEST_TURN):
            yield

    # ------------------------------------------------------------- challenges

    async def _publish_challenge(self, challenge_id: int) -> None:
        challenge = await self._play.challenges.get(challenge_id)
        async with self._turn_in(challenge.channel_id):
            challenge = await self._play.challenges.get(challenge_id)
            message_id = await self._shown_challenge(challenge)
        if message_id is not None:
            await self._play.challenges.shown(challenge_id, message_id, challenge.status)

    async def _shown_challenge(self, challenge: Challenge) -> int | None:
        """Bring the message of a challenge up to date; returns its id, None if there is and shall be none."""
        channel = self._channel(challenge.guild_id, challenge.channel_id)
        screen = challenge_screen(challenge, await self._settings(challenge))
        if challenge.message_id is None:
            # the answer that should have shown it was lost
            return await self._post_challenge(channel, challenge) if challenge.status is Status.OPEN else None
        try:
            await edit(channel, challenge.message_id, screen)
        except FAILURES as error:
            match reaction_to(error):
                case Reaction.LATER:
                    raise
                case Reaction.ANEW:
                    message_id = await send(channel, screen, f"c{challenge.id}.{challenge.status}")
                    await remove(channel, challenge.message_id)
                    return message_id
                case _:
                    log.warning("challenge is left as it is challenge=%d code=%d", challenge.id, code_of(error))
        return challenge.message_id

    async def _post_challenge(self, channel: discord.PartialMessageable, challenge: Challenge) -> int:
        opponent_id = challenge.opponent_id
        ping = opponent_id is not None and await self._play.choices.wants_ping(
            opponent_id, challenge.guild_id, Pace.DAILY, each_turn=False
        )
        screen = challenge_screen(challenge, await self._settings(challenge), ping=ping)
        return await send(channel, screen, f"c{challenge.id}")

    # ---------------------------------------------------------------- matches

    async def _publish_match(self, match_id: int) -> None:
        # the moves of computers are shown with the one that they answer, so that there are fewer messages
        if self._play.computers.is_about_to_move(match_id):
            return
        backlog = await self._database.read(publishing.backlog, match_id)
        # most of what happens in a match concerns only those who did it
        if backlog.is_empty:
            return
        async with self._turn_in(backlog.match.place_id or backlog.match.channel_id):
            table = await self._play.matches.table(match_id)
            if table.match != backlog.match:
                # it has gone on while others had their turn in the channel
                backlog = await self._database.read(publishing.backlog, match_id)
            await self._bring_up_to_date(table, backlog)

    async def _bring_up_to_date(self, table: Table, backlog: Backlog) -> None:
        match = table.match
        try:
            channel = await self._place(match)
            if backlog.is_behind:
                await self._post_all(channel, table, backlog.posts)
            for notice in backlog.untold:
                await self._tell(channel, table, notice)
        except FAILURES as error:
            if reaction_to(error) is Reaction.ELSEWHERE and match.place_id not in (None, match.channel_id):
                await self._database.write(publishing.return_home, match)
                self._again[("match", match.id)] = trace()
                return
            await self._database.write(store.set_trouble, match.id, trouble_of(error))
            raise
        if match.trouble is not None:
            await self._database.write(store.set_trouble, match.id, None)

    async def _tell(self, channel: discord.PartialMessageable, table: Table, notice: Notice) -> None:
        """Post a notice, unless the match has gone on and made it pointless."""
        screen = await self._notice(table, notice)
        if screen is not None:
            await send(channel, screen, f"notice.{notice.id}")
            log_event("notice", kind=notice.kind, match=table.match.id, ply=notice.ply)
        await self._database.write(notice_store.told, notice.id)

    async def _notice(self, table: Table, notice: Notice) -> Screen | None:
        match, seen = table.match, await self._public(table)
        question = QUESTIONS.get(notice.kind)
        if question is not None:
            request = await self._play.agreements.waiting(table, question, notice.ply)
            if request is None:
                return None
            return question_screen(seen, request, await self._pings(match, still_asked(request, match)))
        stands_still = match.is_over or match.clock.paused
        if notice.kind in ABOUT_THE_TURN and (stands_still or notice.ply < table.turn_began[1]):
            return None
        return notice_screen(seen, notice, await self._pings(match, addressed(notice)))

    async def _pings(self, match: Match, called: Sequence[Seat]) -> list[int]:
        """Whom of those who are called on a message notifies."""
        users = [match.players[seat].user_id for seat in called]
        return [user for user in users if await self._wants_ping(user, match, each_turn=False)]

    async def _post_all(self, channel: discord.PartialMessageable, table: Table, posts: list[Post]) -> None:
        """Post what is new beside ``posts``, then let the boards before it shrink."""
        match = table.match
        async for kind, ply, screen in self._new_screens(table):
            posted = [post for post in posts if (post.kind, post.ply) == (kind, ply)]
            if any(post.live for post in posted) and not (match.board_wanted and kind is PostKind.BOARD):
                continue
            message_id = await send(channel, screen, f"{match.id}.{kind[0]}.{ply}.{len(posted)}")
            post = Post(kind, ply, match.published_ply, channel.id, message_id)
            await self._database.write(publishing.note_post, match, post)
            posts = [*posts, post]
            log_event("post", kind=kind, match=match.id, ply=ply)
        stale = publishing.stale_boards(match, posts)
        retired = [post for post in stale if await self._retire(table, post)]
        await self._database.write(publishing.note_published, match, retired)

    async def _new_screens(self, table: Table) -> AsyncIterator[tuple[PostKind, int, Screen]]:
        match = table.match
        seen = await self._public(table)
        events = table.public_events(match.published_ply, match.public_ply)
        for event in events:
            if isinstance(event, RoundEnded):
                yield PostKind.SHEET, event.number, sheet_screen(seen, event)
        if any(isinstance(event, MatchEnded) for event in events):
            milestones = await self._milestones(match)
            told = await self._told_at_end(table)
            yield PostKind.RESULT, match.public_ply, result_screen(seen, events, *told, milestones)
        elif match.is_over:
            yield PostKind.RESULT, match.public_ply, ended_screen(seen, events, *await self._told_at_end(table))
        else:
            yield PostKind.BOARD, match.public_ply, board_screen(seen, events, await self._pings_turn(match))

    async def _told_at_end(self, table: Table) -> tuple[list[int], list[Change]]:
        """Whom of those who are told of the end it notifies, and what the match did to ratings."""
        pings = [user for user in told_of_end(table) if await self._wants_ping(user, table.match, each_turn=True)]
        return pings, await self._play.standings.changes(table.match.id)

    async def _milestones(self, match: Match) -> list[tuple[int, Milestone]]:
        """Who reached what by a match, if the server wants it told."""
        wanted = (await self._settings(match)).milestones
        return await self._play.profiles.milestones(match.id) if wanted else []

    async def _pings_turn(self, match: Match) -> bool:
        """Whether the board that is about to be posted notifies the one whose turn it is."""
        if match.turn is None or match.clock.paused or match.public_ply == match.published_ply:
            return False
        player = match.players[match.turn]
        # who is alone with computers has just played
        if player.level is not None or len(match.people) == 1:
            return False
        return await self._wants_ping(player.user_id, match, each_turn=True)

    async def _wants_ping(self, user_id: int, match: Match, *, each_turn: bool) -> bool:
        return await self._play.choices.wants_ping(user_id, match.guild_id, match.pace, each_turn=each_turn)

    async def _settings(self, shown: Challenge | Match) -> GuildSettings:
        return await self._play.servers.settings(shown.guild_id)

    async def _public(self, table: Table) -> Seen:
        """A match as everybody may see it, in the language and look of its server."""
        return public(table, await self._settings(table.match))

    async def _retire(self, table: Table, post: Post) -> bool:
        """Let a board shrink to what had happened; one that is shown again, or cannot be changed, goes away.

        False if it must be tried again.
        """
        channel = self._channel(table.match.guild_id, post.channel_id)
        try:
            if post.ply == table.match.public_ply:
                await remove(channel, post.message_id)
            else:
                events = table.public_events(post.since_ply, post.ply)
                await edit(channel, post.message_id, past_board(await self._public(table), events))
        except FAILURES as error:
            match reaction_to(error):
                case Reaction.LATER:
                    raise
                case Reaction.ANEW:
                    await remove(channel, post.message_id)
                case Reaction.PEOPLE:
                    log.warning("board left match=%d ply=%d code=%d", table.match.id, post.ply, code_of(error))
                    return False
                case _:
                    log.info("board gone match=%d ply=%d code=%d", table.match.id, post.ply, code_of(error))
        return True

    async def _place(self, match: Match) -> discord.PartialMessageable:
        """Where the match is shown: a thread on its challenge where one may be opened, else the channel itself."""
        place_id = match.place_id
        if place_id is None:
            place_id = await self._threads.open(match) or match.channel_id
            await self._database.write(store.settle, match.id, place_id)
            await self._threads.keep(match.id)
        return self._channel(match.guild_id, place_id)

    def _channel(self, guild_id: int, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id, guild_id=guild_id)
