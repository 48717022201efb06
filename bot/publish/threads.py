"""The threads in which matches are shown: opened on the message of the challenge, and kept from being archived."""

import logging
from datetime import timedelta
from typing import Final

import discord

from bot.faults import FAILURES, THREAD_EXISTS, Reaction, code_of, reaction_to
from bot.play import Play
from bot.play.clocks import MATCH
from bot.store import timers
from bot.store.database import Database
from bot.store.matches import Match
from bot.store.timers import Timer
from bot.ui.locale import public_texts
from bot.ui.words import names_of

log = logging.getLogger(__name__)

WEEK, THREE_DAYS = 10080, 4320
"""Minutes without a sign of life after which Discord archives a thread; a week is the most."""

KEPT: Final = "thread_kept"
"""The kind of timer that keeps the thread of a match from being archived."""

KEEP_EVERY: Final = timedelta(days=6)


class Threads:
    """Opens threads, and keeps them open while their matches run.

    A thread that was archived all the same is opened by the next message in it, unless somebody has locked it.
    """

    def __init__(self, client: discord.Client, database: Database, play: Play) -> None:
        self._client = client
        self._database = database
        self._play = play
        play.clocks.handle(KEPT, self._keep_alive, MATCH)

    async def open(self, match: Match) -> int | None:
        """Open a thread for a match; returns its id, None where there can or shall be none. Raises what may pass."""
        settings = await self._play.servers.settings(match.guild_id)
        channel = self._client.get_channel(match.channel_id)
        on_message = match.challenge_message_id
        if not settings.threads or on_message is None or not isinstance(channel, discord.TextChannel):
            return None
        message = channel.get_partial_message(on_message)
        texts = public_texts(settings)
        names = " · ".join(names_of(match, texts))
        name = texts.text("thread.name", game=texts.text(f"game.{match.game}"), names=names)[:100]
        try:
            thread = await message.create_thread(name=name, auto_archive_duration=WEEK)
        except FAILURES as error:
            if code_of(error) == THREAD_EXISTS:
                # it was opened, but the answer was lost
                return on_message
            if reaction_to(error) is Reaction.LATER:
                raise
            log.info("no thread match=%d code=%d", match.id, code_of(error))
            return None
        return thread.id

    async def keep(self, match_id: int) -> None:
        """See to it that the thread of a match stays open."""
        due_at = self._play.clock() + KEEP_EVERY
        await self._database.write(timers.put, Timer(KEPT, match_id, due_at))
        self._play.clocks.wake(due_at)

    async def _keep_alive(self, match_id: int) -> None:
        match = (await self._play.matches.table(match_id)).match
        if match.is_over or match.place_id is None or not self._may_be_thread(match.place_id):
            await self._database.write(timers.drop, KEPT, match_id)
            return
        try:
            # only a change of it counts as a sign of life
            for minutes in (THREE_DAYS, WEEK):
                await self._client.http.edit_channel(match.place_id, archived=False, auto_archive_duration=minutes)
        except FAILURES as error:
            log.warning("thread not kept match=%d code=%d", match_id, code_of(error))
        await self.keep(match_id)

    def _may_be_thread(self, place_id: int) -> bool:
        """Whether a place is a thread; an archived one is not known to the client."""
        return not isinstance(self._client.get_channel(place_id), discord.abc.GuildChannel)
