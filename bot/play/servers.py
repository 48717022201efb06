"""What holds in a server: its settings, looked up and changed, and what becomes of it when the bot comes and goes."""

from collections.abc import Mapping, Set
from datetime import datetime, timedelta
from typing import Any, Final

from bot.log import log_event
from bot.play import seasons
from bot.play.clocks import CHALLENGE, MATCH, RETRY, Clock, Clocks
from bot.play.matches import Matches
from bot.play.ratings import RECOUNT
from bot.store import challenges, matches, ratings, timers
from bot.store import guilds as store
from bot.store import seasons as season_store
from bot.store.database import Database
from bot.store.guilds import DEFAULTS, GuildSettings, SettingChange
from bot.store.timers import Timer
from rules.game import OptionValue
from rules.registry import GAMES

REMOVED: Final = "server_removed"
"""The kind of timer that deletes what is kept of a server without the bot."""

KEPT_FOR: Final = timedelta(days=30)
"""So long everything of a server is kept after it removed the bot."""


class Servers:
    """Looks up and changes the settings of servers, and deletes what is kept of those that the bot has left."""

    def __init__(self, database: Database, clock: Clock, clocks: Clocks, matches: Matches) -> None:
        self._database = database
        self._clock = clock
        self._clocks = clocks
        self._matches = matches
        self._kept: dict[int, GuildSettings] = {}
        self._presence_known = False
        clocks.handle(REMOVED, self._delete)

    async def settings(self, guild_id: int) -> GuildSettings:
        """The settings of a server. They are kept in memory: every change comes through here."""
        kept = self._kept.get(guild_id)
        if kept is None:
            found = await self._database.read(store.get, guild_id)
            # a change that was stored meanwhile is newer than what was read
            kept = self._kept.setdefault(guild_id, found)
        return kept

    async def begin(self, languages: Mapping[int, str | None]) -> None:
        """Give servers that are met for the first time their language, the usual one for None."""
        settings = {
            guild_id: DEFAULTS if language is None else DEFAULTS.model_copy(update={"language": language})
            for guild_id, language in languages.items()
        }
        for guild_id in await self._database.write(store.begin, settings):
            self._kept.pop(guild_id, None)

    async def change(self, guild_id: int, user_id: int, **chosen: Any) -> GuildSettings:
        """Set what is named in ``chosen``, on behalf of a person. Raises ValidationError for what cannot be set."""
        now = self._clock()
        async with self._database.writing() as connection:
            before = await store.get(connection, guild_id)
            settings = GuildSettings.model_validate({**dict(before), **chosen})
            await store.put(connection, guild_id, settings, user_id, now)
            if (settings.season, settings.zone) != (before.season, before.zone):
                await seasons.reschedule(connection, guild_id, now)
        self._kept[guild_id] = settings
        # the season may end earlier now
        self._clocks.wake(now)
        return settings

    async def latest_changes(self, guild_id: int, most: int) -> list[SettingChange]:
        """The last changes of a server's settings, the latest first."""
        return await store.latest_changes(self._database.reader, guild_id, most)

    async def greet(self, guild_id: int, joined_at: datetime) -> bool:
        """Whether a server that the bot came into at ``joined_at`` is still to be welcomed; it is not asked again."""
        async with self._database.writing() as connection:
            if await store.is_greeted(connection, guild_id, joined_at):
                return False
            await store.set_greeted(connection, guild_id, joined_at)
        return True

    async def there(self, guild_ids: Set[int]) -> Set[int]:
        """The bot is in these servers and no others: what is kept of the others goes in time, unless it comes back.

        Returns the servers of which nothing is kept yet.
        """
        known = await self._database.read(store.known)
        for guild_id in known:
            if guild_id in guild_ids:
                await self.came(guild_id)
            else:
                await self.left(guild_id)
        self._presence_known = True
        return guild_ids - known

    async def came(self, guild_id: int) -> None:
        """The bot is in a server, so what is kept of it stays."""
        if await timers.has(self._database.reader, REMOVED, guild_id):
            async with self._database.writing() as connection:
                await timers.drop(connection, REMOVED, guild_id)

    async def left(self, guild_id: int) -> None:
        """The bot is not in a server any more."""
        if not await timers.has(self._database.reader, REMOVED, guild_id):
            due_at = self._clock() + KEPT_FOR
            async with self._database.writing() as connection:
                await timers.put(connection, Timer(REMOVED, guild_id, due_at))
            self._clocks.wake(due_at)

    async def _delete(self, guild_id: int) -> None:
        async with self._database.writing() as connection:
            if not self._presence_known:
                # the bot may have been invited again while it was off
                await timers.put(connection, Timer(REMOVED, guild_id, self._clock() + RETRY))
                return
            match_ids = await matches.ids_of_guild(connection, guild_id)
            challenge_ids = await challenges.ids_of_guild(connection, guild_id)
            await timers.drop_all(connection, self._clocks.kinds(MATCH), match_ids)
            await timers.drop_all(connection, self._clocks.kinds(CHALLENGE), challenge_ids)
            season_ids = [season.id for season in await season_store.of_guild(connection, guild_id)]
            await timers.drop_all(connection, [seasons.SEASON], season_ids)
            await timers.drop_all(connection, [RECOUNT], await ratings.recounts_of_guild(connection, guild_id))
            await store.erase(connection, guild_id)
            await timers.drop(connection, REMOVED, guild_id)
        self._matches.forget(match_ids)
        self._kept[guild_id] = DEFAULTS
        log_event("forgotten", guild=guild_id, matches=len(match_ids))


def default_terms(settings: GuildSettings, game: str) -> Mapping[str, OptionValue]:
    """What is played in a server if a challenge does not say otherwise: a value for every option of the game."""
    chosen = settings.options.get(game, {})
    return {
        option.name: value if (value := chosen.get(option.name)) in option.values else option.default
        for option in GAMES[game].options
    }
