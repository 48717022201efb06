"""The first words in a server: one short message, once for each time that the bot is invited."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

import discord

from bot.faults import FAILURES, code_of
from bot.log import log_event
from bot.play import Play
from bot.publish.messages import send
from bot.ui.help import welcome_screen

log = logging.getLogger(__name__)

RECENT: Final = timedelta(days=7)
"""A server that the bot came into longer ago is not greeted, though it seem new: it was out of sight for a while."""


async def greet(client: discord.Client, guild: discord.Guild, play: Play) -> None:
    """Greet a server that the bot has just come into, unless it has been greeted since."""
    joined_at = guild.me.joined_at if guild.me else None  # pyright: ignore[reportUnnecessaryComparison]
    if joined_at is None or play.clock() - joined_at > RECENT:
        return
    # noted first: rather no welcome than two
    if not await play.servers.greet(guild.id, joined_at):
        return
    screen = welcome_screen(await play.servers.settings(guild.id))
    for channel in _channels(guild):
        try:
            await send(client.get_partial_messageable(channel.id, guild_id=guild.id), screen, f"w{guild.id}")
        except FAILURES as error:
            log.warning("not greeted guild=%d code=%d", guild.id, code_of(error))
            continue
        log_event("greeted", guild=guild.id)
        return


def _channels(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Where the bot may write, the system channel first; those for announcements and rules are not for it."""
    channels = [guild.system_channel, *sorted(guild.text_channels, key=lambda channel: channel.position)]
    for channel in dict.fromkeys(channels):
        if channel is None or channel.is_news() or channel == guild.rules_channel:
            continue
        granted = channel.permissions_for(guild.me)
        if granted.read_messages and granted.send_messages:
            yield channel
