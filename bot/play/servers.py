"""What holds in a server: its settings, looked up and changed."""

from collections.abc import Mapping
from typing import Any

from bot.play import seasons
from bot.play.clocks import Clock, Clocks
from bot.store import guilds as store
from bot.store.database import Database
from bot.store.guilds import DEFAULTS, GuildSettings, SettingChange
from rules.game import OptionValue
from rules.registry import GAMES


class Servers:
    """Looks up and changes the settings of servers."""

    def __init__(self, database: Database, clock: Clock, clocks: Clocks) -> None:
        self._database = database
        self._clock = clock
        self._clocks = clocks
        self._kept: dict[int, GuildSettings] = {}

    async def settings(self, guild_id: int) -> GuildSettings:
        """The settings of a server. They are kept in memory: every change comes through here."""
        kept = self._kept.get(guild_id)
        if kept is None:
            found = await store.get(self._database.reader, guild_id)
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


def default_terms(settings: GuildSettings, game: str) -> Mapping[str, OptionValue]:
    """What is played in a server if a challenge does not say otherwise: a value for every option of the game."""
    chosen = settings.options.get(game, {})
    return {
        option.name: value if (value := chosen.get(option.name)) in option.values else option.default
        for option in GAMES[game].options
    }
