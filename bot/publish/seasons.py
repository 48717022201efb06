"""Posts the end of a season where people play, and brings it up to date when a result is corrected."""

import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Final, TypeAlias

import discord

from bot.faults import FAILURES, Reaction, code_of, reaction_to
from bot.log import log_event
from bot.play import Play
from bot.publish.messages import edit, send
from bot.store import ratings, seasons
from bot.store.database import Database
from bot.store.seasons import Season
from bot.ui.permissions import playing_channels
from bot.ui.screen import Screen
from bot.ui.standings import final_screen

log = logging.getLogger(__name__)

MOST_CHANNELS: Final = 5
"""In so many channels it is tried to post the end of a season, those of the last matches."""

TurnIn: TypeAlias = Callable[[int], AbstractAsyncContextManager[None]]
"""Waits for the turn to write in a channel."""


class SeasonPosts:
    """Posts final standings: in the channel of the last rated match of the season or, where matches may be opened in
    some channels only, the first of these if it is none of them; where that cannot be, in one of the last before it.
    """

    def __init__(self, client: discord.Client, database: Database, play: Play, turn_in: TurnIn) -> None:
        self._client = client
        self._database = database
        self._play = play
        self._turn_in = turn_in

    async def publish(self, season_id: int) -> None:
        """Bring what is posted of a season up to date. Raises one of ``FAILURES`` if it is to be tried again."""
        season = await seasons.get(self._database.reader, season_id)
        if season is None or season.ended_at is None or season.posted:
            return
        if await ratings.is_recounting(self._database.reader, season.guild_id):
            # the end of that comes back here
            return
        tables = self._play.standings
        podiums = [await tables.podium(season, game) for game in await tables.games(season)]
        screen = final_screen(season, podiums, await self._play.servers.settings(season.guild_id))
        if season.channel_id is not None and season.message_id is not None:
            await self._change(season, season.channel_id, season.message_id, screen)
            place = season.channel_id, season.message_id
        else:
            place = await self._post(season, screen)
        await self._database.write(seasons.set_posted, season, *place)
        log_event("season", season=season.id, guild=season.guild_id)

    async def _post(self, season: Season, screen: Screen) -> tuple[int | None, int | None]:
        """Post the end of a season; nothing is posted if all its channels are gone."""
        waits: BaseException | None = None
        for channel_id in await self._channels(season):
            channel = self._client.get_partial_messageable(channel_id, guild_id=season.guild_id)
            try:
                async with self._turn_in(channel_id):
                    return channel_id, await send(channel, screen, f"season.{season.id}")
            except FAILURES as error:
                if reaction_to(error) not in (Reaction.ELSEWHERE, Reaction.PEOPLE):
                    raise
                log.info("season not posted season=%d channel=%d code=%d", season.id, channel_id, code_of(error))
                if reaction_to(error) is Reaction.PEOPLE:
                    waits = waits or error
        if waits is not None:
            raise waits
        return None, None

    async def _channels(self, season: Season) -> list[int]:
        played = await seasons.channels(self._database.reader, season.id, MOST_CHANNELS)
        settings = await self._play.servers.settings(season.guild_id)
        allowed = playing_channels(self._client.get_guild(season.guild_id), settings)
        return [each for each in played if each in allowed] or list(allowed) or played

    async def _change(self, season: Season, channel_id: int, message_id: int, screen: Screen) -> None:
        channel = self._client.get_partial_messageable(channel_id, guild_id=season.guild_id)
        try:
            async with self._turn_in(channel_id):
                await edit(channel, message_id, screen)
        except FAILURES as error:
            if reaction_to(error) in (Reaction.LATER, Reaction.PEOPLE):
                raise
            log.info("season is left as it is season=%d code=%d", season.id, code_of(error))
