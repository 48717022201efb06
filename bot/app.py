"""The bot as a whole: start-up, the client, and orderly shutdown."""

import asyncio
import contextlib
import gc
import hashlib
import json
import logging
import signal
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from typing import Any, Final

import discord

from bot.backup import Backups
from bot.commands import Commands
from bot.commands.translator import CommandTranslator
from bot.emojis import keep_in_step
from bot.faults import FAILURES, MISSING_ACCESS, UNKNOWN_MEMBER, UNKNOWN_SERVER, UNKNOWN_USER, code_of
from bot.health import Vitals, heartbeat
from bot.i18n import offered
from bot.log import log_event, tracing
from bot.login import PatientClient
from bot.play import Play
from bot.play.absence import LATE, NotInServer
from bot.play.computers import Mind
from bot.publish.publisher import Publisher
from bot.publish.welcome import greet
from bot.settings import Settings
from bot.store import facts
from bot.store.database import Database
from bot.ui import (
    emoji,
    history,
    learning,
    moderation,
    preferences,
    privacy,
    profile,
    replay,
    review,
    servers,
    standings,
    taps,
    verify,
)
from bot.ui.base import Door
from bot.ui.games import first_pictures
from bot.ui.layout import drawing_ahead

log = logging.getLogger(__name__)

SYNCED: Final = "synced_commands"

RETRY: Final = 60.0
"""Seconds after which the commands are told to Discord again if it did not take them."""

LOOK_UP_SECONDS: Final = 10
"""So long Discord is given to tell whether somebody is in a server: all clocks wait for it."""

DOOR_PATIENCE: Final = 1.0
"""Seconds that presses under way have to come to their end."""

GOODBYE_PATIENCE: Final = 1.0
"""Seconds that Discord has to close the connection."""


class Bot(PatientClient):
    """The client: only the intent that interactions need, and nothing mentioned unless a message says so."""

    def __init__(self, settings: Settings, database: Database, mind: Mind | None = None) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=60,
        )
        self.play = Play.over(database, discord.utils.utcnow, self._is_member, mind, settings.backup_dir)
        rooms = (
            taps,
            preferences,
            privacy,
            servers,
            moderation,
            standings,
            profile,
            history,
            review,
            replay,
            verify,
            learning,
        )
        self._door = Door(self.play, {verb: handler for room in rooms for verb, handler in room.HANDLERS.items()})
        self.tree = Commands(self, self._door)
        self.publisher = Publisher(self, database, self.play)
        self._settings = settings
        self._database = database
        self._away_since: datetime | None = self.play.clock()
        self._backups = Backups(database, self.play.clocks, self.play.clock, settings.backup_dir, settings.backup_keep)

    async def setup_hook(self) -> None:
        await super().setup_hook()
        await self.tree.set_translator(CommandTranslator())
        await self._sync_commands()
        with tracing():
            await self.play.privacy.begin()
            await self._backups.begin()
            await self.play.absence.excuse()
            self.play.clocks.start()
            await self.play.computers.start()

    async def on_ready(self) -> None:
        await self._excuse_if_away()
        # only now the channels are known, which tell where a thread may be opened
        here = {guild.id for guild in self.guilds}
        await self.play.absence.servers_there(here)
        new = await self.play.servers.there(here)
        await self._meet(self.guilds)
        for guild in self.guilds:
            if guild.id in new:
                await greet(self, guild, self.play)
        with tracing():
            log_event("ready", servers=len(self.guilds))
            await self.publisher.catch_up()
            if self._settings.emojis:
                emoji.learn(await keep_in_step(self, self._database))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._meet([guild])
        await self.play.absence.servers_there({guild.id})
        await self.play.servers.came(guild.id)
        await self.publisher.look_again(guild.id)
        await greet(self, guild, self.play)

    async def _meet(self, guilds: Sequence[discord.Guild]) -> None:
        """Begin with the language of a server that was not there before."""
        await self.play.servers.begin({guild.id: offered(guild.preferred_locale.value) for guild in guilds})

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.play.absence.server_lost(guild.id)
        await self.play.servers.left(guild.id)

    async def on_guild_channel_update(self, before: object, after: discord.abc.GuildChannel) -> None:
        del before
        await self.publisher.look_again(after.guild.id)

    async def on_guild_role_update(self, before: object, after: discord.Role) -> None:
        del before
        await self.publisher.look_again(after.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        await self.publisher.look_again(payload.guild_id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.publisher.place_gone(payload.thread_id)

    async def on_resumed(self) -> None:
        await self._excuse_if_away()

    async def on_disconnect(self) -> None:
        self._away_since = self._away_since or self.play.clock()

    async def _excuse_if_away(self) -> None:
        if self._away_since is None:
            return
        if self.play.clock() - self._away_since > LATE:
            await self.play.absence.excuse()
        self._away_since = None

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await self._door.on_interaction(interaction)

    def vitals(self) -> Vitals:
        """How the connection to Discord is."""
        connected = self.is_ready() and self.ws.open
        # there is no public way to the moment of the last acknowledgement
        beating = self.ws._keep_alive if connected else None  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
        age = None if beating is None else time.perf_counter() - beating._last_ack  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
        return Vitals(connected, age, self.publisher.queue)

    async def _is_member(self, guild_id: int, user_id: int) -> bool | None:
        """Ask Discord whether a person is still in a server; None if it cannot be asked now.

        While the line is down nobody can move, so nobody is to lose by time either: then it is not asked.
        Raises NotInServer if the bot is not in the server itself.
        """
        if self._away_since is not None:
            return None
        try:
            async with asyncio.timeout(LOOK_UP_SECONDS):
                await self.http.get_member(guild_id, user_id)
        except FAILURES as error:
            code = code_of(error)
            if code in (UNKNOWN_MEMBER, UNKNOWN_USER):
                return False
            if code in (UNKNOWN_SERVER, MISSING_ACCESS):
                raise NotInServer from error
            log.warning("member not looked up guild=%d user=%d code=%d", guild_id, user_id, code)
            # what is refused for good is no reason to keep the others waiting
            return True if code else None
        return True

    async def close(self) -> None:
        """Take no new presses, let what is under way come to its end and reach its channels, disconnect.

        All of it takes less than 5 seconds, also if Discord does not answer any more.
        """
        await self._door.close(DOOR_PATIENCE)
        await self._break_off_events()
        await self.play.clocks.stop()
        await self.play.coach.stop()
        await self.play.computers.stop()
        await self.publisher.stop()
        # left to itself if the other side is silent: discord.py would wait for half a minute
        await asyncio.wait([asyncio.create_task(super().close(), name="disconnect")], timeout=GOODBYE_PATIENCE)

    async def _break_off_events(self) -> None:
        """End what follows from events of the server, which the next start makes up for; presses have ended already."""
        others = asyncio.all_tasks() - {asyncio.current_task()}
        events = [task for task in others if task.get_name().startswith("discord.py: on_")]
        for task in events:
            task.cancel()
        await asyncio.gather(*events, return_exceptions=True)

    def _sync_later(self) -> None:
        if not self.is_closed():
            self._syncing = asyncio.create_task(self._sync_commands(), name="sync")

    async def _sync_commands(self) -> None:
        """Tell Discord the commands if they are not the ones that it was told last."""
        guild = None if self._settings.dev_guild is None else discord.Object(self._settings.dev_guild)
        translator = self.tree.translator
        assert translator is not None
        commands = self.tree.get_commands()
        definition = [await command.get_translated_payload(self.tree, translator) for command in commands]
        told = json.dumps([self.application_id, self._settings.dev_guild, definition], sort_keys=True)
        fingerprint = hashlib.sha256(told.encode()).hexdigest()
        if await facts.get(self._database.reader, SYNCED) == fingerprint:
            return
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        try:
            await self.tree.sync(guild=guild)
        except FAILURES:
            # what people see of the commands is from before; all else works
            log.exception("commands not synced, to be tried again")
            asyncio.get_running_loop().call_later(RETRY, self._sync_later)
            return
        await self._database.write(facts.put, SYNCED, fingerprint)
        log.info("commands synced")


def spare_the_collector() -> None:
    """Let the garbage collector leave alone what has been loaded by now and stays: a look at it takes 40 ms each."""
    gc.collect()
    gc.freeze()


async def run(settings: Settings) -> None:
    """Run the bot until it is told to stop. Raises StartupError if it cannot start."""
    assert settings.discord_token is not None
    async with Database(settings.database) as database, AsyncExitStack() as stack:
        stack.enter_context(drawing_ahead(first_pictures()))
        bot = Bot(settings, database)
        spare_the_collector()
        if settings.metrics_port is not None:
            # imported only here: it takes memory that most do not want to spend
            from bot.metrics import Metrics
            from bot.status import Status

            metrics = Metrics()
            bot.http.http_trace = metrics.http_trace
            await stack.enter_async_context(metrics.measuring())
            await stack.enter_async_context(Status(database, metrics, bot.vitals).serving(settings.metrics_port))
        stack.push_async_callback(bot.close)
        await stack.enter_async_context(heartbeat(settings.heartbeat, lambda: bot.vitals().connected))
        await _until_told_to_stop(bot, settings.discord_token.get_secret_value())


async def _until_told_to_stop(bot: Bot, token: str) -> None:
    loop, told = asyncio.get_running_loop(), asyncio.Event()
    # Windows has no such handlers: there Ctrl-C cancels this task, which closes everything as well
    with contextlib.suppress(NotImplementedError):
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, told.set)
    running = asyncio.create_task(bot.start(token), name="bot")
    waiting = asyncio.create_task(told.wait(), name="signals")
    try:
        await asyncio.wait([running, waiting], return_when=asyncio.FIRST_COMPLETED)
        if not told.is_set():
            await running
            return
        log.info("stopping")
        # while it still runs, so that whoever presses meanwhile gets an answer
        await bot.close()
    finally:
        for task in (running, waiting):
            task.cancel()
        await asyncio.gather(running, waiting, return_exceptions=True)
