"""The only writer of channel messages: it brings what a channel shows up to what has been stored.

Nobody calls it. It hears that a match or challenge changed, and at start it looks for what is behind, so a crash
between the two heals by itself: the stored public ply being ahead of the published one is its list of things to do.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from http import HTTPStatus
from typing import Final

import discord

from bot.i18n import Catalogue
from bot.log import log_event, trace, tracing
from bot.play import Play
from bot.play.table import Table
from bot.store import challenges as challenge_store
from bot.store import matches as store
from bot.store import notices as notice_store
from bot.store.database import Database
from bot.store.matches import Match, Post, PostKind
from bot.store.notices import Notice
from bot.ui.challenge import challenge_screen
from bot.ui.layout import laid_out
from bot.ui.locale import public_texts
from bot.ui.notices import ABOUT_THE_TURN, QUESTIONS, addressed, notice_screen
from bot.ui.screen import Screen
from bot.ui.table import board_screen, ended_screen, past_board, public, result_screen, sheet_screen, told_of_end
from rules.game import MatchEnded, RoundEnded

log = logging.getLogger(__name__)

AT_ONCE: Final = 8
"""So many matches are brought up to date at the same time."""

THREAD_EXISTS: Final = 160004
MISSING_PERMISSIONS: Final = 50013
"""Discord's codes (Opcodes and Status Codes, JSON)."""

TROUBLES: Final = {
    10003: "gone",
    50001: "no_access",
    50013: "no_permission",
    50083: "archived",
    160005: "archived",
}
"""What keeps a channel from being brought up to date, by Discord's code; anything else is a ``fault``."""

RETRY: Final = 30.0
"""Seconds after which something is tried again that failed for a while: Discord, or the way there."""

PATIENCE: Final = 2.0
"""Seconds that what is under way has to come to its end when the bot stops."""

ARCHIVE_MINUTES: Final = 10080


class Publisher:
    """Brings channels up to date, one short task at a time for each match and challenge."""

    def __init__(self, client: discord.Client, database: Database, play: Play) -> None:
        self._client = client
        self._database = database
        self._play = play
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._again: dict[tuple[str, int], str] = {}
        self._retries: dict[tuple[str, int], asyncio.TimerHandle] = {}
        self._places = asyncio.Semaphore(AT_ONCE)
        play.matches.changed.connect(self._match_changed)
        play.challenges.changed.connect(self._challenge_changed)

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

    def _set_going(self, key: tuple[str, int], work: Callable[[int], Awaitable[None]]) -> None:
        if key in self._tasks:
            self._again[key] = trace()
            return
        if key in self._retries:
            self._retries.pop(key).cancel()
        self._tasks[key] = asyncio.create_task(self._run(key, work), name=f"publish-{key[0]}-{key[1]}")

    async def _run(self, key: tuple[str, int], work: Callable[[int], Awaitable[None]]) -> None:
        try:
            async with self._places:
                while True:
                    with tracing(self._again.pop(key, trace())):
                        await work(key[1])
                    if key not in self._again:
                        return
        except Exception:
            log.exception("publishing failed, to be tried again %s=%d", *key)
            self._retries[key] = asyncio.get_running_loop().call_later(RETRY, self._set_going, key, work)
        finally:
            del self._tasks[key]

    async def _publish_challenge(self, challenge_id: int) -> None:
        challenge = await self._play.challenges.get(challenge_id)
        if challenge.message_id is None:
            return
        channel = self._channel(challenge.guild_id, challenge.channel_id)
        try:
            await _edit(channel, challenge.message_id, challenge_screen(challenge, public_texts()))
        except discord.HTTPException as error:
            if _passes(error):
                raise
            log.warning("challenge is behind challenge=%d code=%d", challenge_id, error.code)
        await self._play.challenges.shown(challenge_id, challenge.message_id, challenge.status)

    async def _publish_match(self, match_id: int) -> None:
        table = await self._play.matches.table(match_id)
        match = table.match
        behind = match.public_ply > match.published_ply or match.board_wanted
        untold = await notice_store.untold(self._database.reader, match_id)
        if not behind and not untold:
            return
        try:
            channel = await self._place(match)
            if behind:
                await self._post_all(channel, table)
            for notice in untold:
                await self._tell(channel, table, notice)
            if match.trouble is not None and not behind:
                async with self._database.writing() as connection:
                    await store.set_trouble(connection, match_id, None)
        except discord.HTTPException as error:
            async with self._database.writing() as connection:
                await store.set_trouble(connection, match_id, TROUBLES.get(error.code, "fault"))
            if _passes(error):
                raise
            log.warning("channel is behind match=%d ply=%d code=%d", match_id, match.public_ply, error.code)

    async def _tell(self, channel: discord.PartialMessageable, table: Table, notice: Notice) -> None:
        """Post a notice, unless the match has gone on and made it pointless."""
        if not await self._is_stale(table, notice):
            match = table.match
            called = [match.players[seat].user_id for seat in addressed(notice, table)]
            pings = [user for user in called if await self._play.choices.wants_ping(user, match.pace, each_turn=False)]
            await _send(channel, notice_screen(public(table, public_texts()), notice, pings), f"notice.{notice.id}")
            log_event("notice", kind=notice.kind, match=match.id, ply=notice.ply)
        async with self._database.writing() as connection:
            await notice_store.told(connection, notice.id)

    async def _is_stale(self, table: Table, notice: Notice) -> bool:
        question = QUESTIONS.get(notice.kind)
        if question is not None:
            return not await self._play.agreements.waits(table, question, notice.ply)
        stands_still = table.match.is_over or table.match.clock.paused
        return notice.kind in ABOUT_THE_TURN and (stands_still or notice.ply < table.turn_began[1])

    async def _post_all(self, channel: discord.PartialMessageable, table: Table) -> None:
        """Post what is new, then let the boards before it shrink."""
        match = table.match
        posted = await store.live_posts(self._database.reader, match.id)
        async for kind, ply, screen in self._new_screens(table, public_texts()):
            if any((post.kind, post.ply) == (kind, ply) for post in posted) and not match.board_wanted:
                continue
            # a board that is wanted again differs from the one before it only by coming after it
            nonce = (
                f"{match.id}.{posted[-1].message_id:x}" if posted and match.board_wanted else f"{match.id}.{kind}.{ply}"
            )
            message_id = await _send(channel, screen, nonce)
            async with self._database.writing() as connection:
                post = Post(kind, ply, match.published_ply, channel.id, message_id)
                await store.add_post(connection, match.id, post)
            log_event("post", kind=kind, match=match.id, ply=ply)
        live = await store.live_posts(self._database.reader, match.id)
        boards = [post for post in live if post.kind is PostKind.BOARD]
        for post in boards if match.is_over else boards[:-1]:
            await self._retire(table, post, repeated=match.board_wanted)
        async with self._database.writing() as connection:
            await store.set_published(connection, match.id, match.public_ply)

    async def _new_screens(self, table: Table, texts: Catalogue) -> AsyncIterator[tuple[PostKind, int, Screen]]:
        match = table.match
        seen = public(table, texts)
        events = table.public_events(match.published_ply, match.public_ply)
        for event in events:
            if isinstance(event, RoundEnded):
                yield PostKind.SHEET, event.number, sheet_screen(seen, event)
        if any(isinstance(event, MatchEnded) for event in events):
            yield PostKind.RESULT, match.public_ply, result_screen(seen, events, await self._pinged_at_end(table))
        elif match.is_over:
            yield PostKind.RESULT, match.public_ply, ended_screen(seen, events, await self._pinged_at_end(table))
        else:
            yield PostKind.BOARD, match.public_ply, board_screen(seen, events, await self._pings_turn(match))

    async def _pinged_at_end(self, table: Table) -> list[int]:
        """Whom of those who are told of the end it notifies."""
        told, pace = told_of_end(table), table.match.pace
        return [user for user in told if await self._play.choices.wants_ping(user, pace, each_turn=True)]

    async def _pings_turn(self, match: Match) -> bool:
        """Whether the board that is about to be posted notifies the one whose turn it is."""
        if match.turn is None or match.clock.paused or match.public_ply == match.published_ply:
            return False
        player = match.players[match.turn]
        return await self._play.choices.wants_ping(player.user_id, match.pace, each_turn=True)

    async def _retire(self, table: Table, post: Post, *, repeated: bool) -> None:
        """Let a board shrink to what had happened; one that is shown again below goes away."""
        channel = self._channel(table.match.guild_id, post.channel_id)
        events = table.public_events(post.since_ply, post.ply)
        try:
            if repeated and post.ply == table.match.public_ply:
                await channel.get_partial_message(post.message_id).delete()
            else:
                await _edit(channel, post.message_id, past_board(public(table, public_texts()), events))
        except discord.HTTPException as error:
            log.warning("board not retired match=%d ply=%d code=%d", table.match.id, post.ply, error.code)
        async with self._database.writing() as connection:
            await store.retire_post(connection, table.match.id, post)

    async def _place(self, match: Match) -> discord.PartialMessageable:
        """Where the match is shown: a thread on its challenge where one may be opened, else the channel itself."""
        if match.place_id is None:
            place_id = await self._new_thread(match) or match.channel_id
            async with self._database.writing() as connection:
                await store.settle(connection, match.id, place_id)
        else:
            place_id = match.place_id
        return self._channel(match.guild_id, place_id)

    async def _new_thread(self, match: Match) -> int | None:
        channel = self._client.get_channel(match.channel_id)
        if match.challenge_message_id is None or not isinstance(channel, discord.TextChannel):
            return None
        message = channel.get_partial_message(match.challenge_message_id)
        names = " · ".join(match.names)
        name = public_texts().text("thread.name", names=names, match=match.id)[:100]
        try:
            thread = await message.create_thread(name=name, auto_archive_duration=ARCHIVE_MINUTES)
        except discord.HTTPException as error:
            if _passes(error):
                raise
            if error.code == THREAD_EXISTS:
                return match.challenge_message_id
            log.info("no thread match=%d code=%d", match.id, error.code)
            return None
        return thread.id

    def _channel(self, guild_id: int, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id, guild_id=guild_id)


def _passes(error: discord.HTTPException) -> bool:
    """Whether the same request may succeed a little later."""
    return error.status == HTTPStatus.TOO_MANY_REQUESTS or error.status >= HTTPStatus.INTERNAL_SERVER_ERROR


async def _send(channel: discord.abc.Messageable, screen: Screen, nonce: str) -> int:
    """Post a screen; where pictures may not be posted, the same in words. Returns the message's id.

    Discord answers a repeated nonce with the message that it belongs to, so a post is not doubled by a crash.
    """
    message = await laid_out(screen)
    try:
        sent = await channel.send(
            view=message.view, files=message.files, allowed_mentions=message.mentions, nonce=nonce
        )
    except discord.Forbidden as error:
        if error.code != MISSING_PERMISSIONS or not screen.has_pictures:
            raise
        return await _send(channel, screen.in_words(), nonce)
    return sent.id


async def _edit(channel: discord.PartialMessageable, message_id: int, screen: Screen) -> None:
    message = await laid_out(screen)
    await channel.get_partial_message(message_id).edit(
        view=message.view, attachments=message.files, allowed_mentions=message.mentions
    )
