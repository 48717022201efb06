"""The bot as a whole: start-up, the client, and orderly shutdown."""

import asyncio
import contextlib
import hashlib
import json
import logging
import signal
from datetime import datetime
from typing import Any, Final

import discord

from bot.commands import Commands
from bot.faults import FAILURES, MISSING_ACCESS, UNKNOWN_MEMBER, UNKNOWN_SERVER, UNKNOWN_USER, code_of
from bot.health import heartbeat
from bot.i18n import catalogue
from bot.play import Play
from bot.play.absence import LATE, NotInServer
from bot.publish.publisher import PATIENCE, Publisher
from bot.settings import Settings
from bot.store import facts
from bot.store.database import Database
from bot.ui import preferences, taps
from bot.ui.base import Door
from bot.ui.layout import GameItem

log = logging.getLogger(__name__)

SYNCED: Final = "synced_commands"

ANSWERING: Final = ("discord.py: on_interaction", "CommandTree-invoker")
"""The names that discord.py gives its tasks for presses and commands."""

RETRY: Final = 60.0
"""Seconds after which the commands are told to Discord again if it did not take them."""

LOOK_UP_SECONDS: Final = 10
"""So long Discord is given to tell whether somebody is in a server: all clocks wait for it."""


class Bot(discord.Client):
    """The client: only the intent that interactions need, and nothing mentioned unless a message says so."""

    def __init__(self, settings: Settings, database: Database) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=60,
        )
        self.play = Play.over(database, discord.utils.utcnow, self._is_member)
        self.tree = Commands(self, self.play)
        self.publisher = Publisher(self, database, self.play)
        self._settings = settings
        self._database = database
        self._away_since: datetime | None = None
        self._door = Door(self.play, {**taps.HANDLERS, **preferences.HANDLERS})

    async def setup_hook(self) -> None:
        self.add_dynamic_items(GameItem)
        await self._sync_commands()
        await self.play.absence.excuse()
        self.play.clocks.start()

    async def on_ready(self) -> None:
        await self._excuse_if_away()
        # only now the channels are known, which tell where a thread may be opened
        await self.play.absence.servers_there({guild.id for guild in self.guilds})
        await self.publisher.catch_up()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.play.absence.servers_there({guild.id})
        await self.publisher.look_again(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.play.absence.server_lost(guild.id)

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
        since, self._away_since = self._away_since, None
        if since is not None and self.play.clock() - since > LATE:
            await self.play.absence.excuse()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await self._door.on_interaction(interaction)

    async def _is_member(self, guild_id: int, user_id: int) -> bool | None:
        """Ask Discord whether a person is still in a server; None if it cannot be asked now.

        Raises NotInServer if the bot is not in the server itself.
        """
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
        """Stop the clocks, let what is under way be answered and reach its channels, disconnect."""
        await self.play.clocks.stop()
        if answers := [task for task in asyncio.all_tasks() if task.get_name() in ANSWERING]:
            await asyncio.wait(answers, timeout=PATIENCE)
        await self.publisher.stop()
        await super().close()

    def _sync_later(self) -> None:
        if not self.is_closed():
            self._syncing = asyncio.create_task(self._sync_commands(), name="sync")

    async def _sync_commands(self) -> None:
        """Tell Discord the commands if they are not the ones that it was told last."""
        guild = None if self._settings.dev_guild is None else discord.Object(self._settings.dev_guild)
        definition = [command.to_dict(self.tree) for command in self.tree.get_commands()]
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
        async with self._database.writing() as connection:
            await facts.put(connection, SYNCED, fingerprint)
        log.info("commands synced")


async def run(settings: Settings) -> None:
    """Run the bot until it is told to stop. Raises StartupError if it cannot start."""
    assert settings.discord_token is not None
    catalogue()
    async with (
        Database(settings.database) as database,
        Bot(settings, database) as bot,
        heartbeat(settings.heartbeat, lambda: bot.is_ready() and bot.ws.open),
    ):
        loop = asyncio.get_running_loop()
        # Windows has no such handlers: there Ctrl-C cancels this task, which closes everything as well
        with contextlib.suppress(NotImplementedError):
            for name in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(name, lambda: loop.create_task(bot.close()))
        await bot.start(settings.discord_token.get_secret_value())
