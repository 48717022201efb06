"""What the bot and people are allowed, and where; checked before anything is done."""

from typing import Any, Final

import discord

from bot.play.refusal import Refusal
from bot.store.guilds import GuildSettings

NEEDED: Final = ("read_messages", "send_messages", "attach_files")
NEEDED_IN_THREADS: Final = ("read_messages", "send_messages_in_threads", "attach_files")


def refuse_unless_manager(interaction: discord.Interaction[Any]) -> None:
    """Raises Refusal for those who may not manage the server."""
    if not interaction.permissions.manage_guild:
        raise Refusal("managers_only")


def may_moderate(interaction: discord.Interaction[Any], settings: GuildSettings) -> bool:
    """Whether a person may moderate matches: who manages the server, and who has a role that was chosen for it."""
    roles = interaction.user.roles if isinstance(interaction.user, discord.Member) else []
    return interaction.permissions.manage_guild or any(role.id in settings.moderators for role in roles)


def standing_roles(guild: discord.Guild | None, settings: GuildSettings) -> tuple[int, ...]:
    """The roles that may moderate; one that is gone does not count."""
    return tuple(each for each in settings.moderators if guild is None or guild.get_role(each) is not None)


def refuse_unless_open(interaction: discord.Interaction[Any], settings: GuildSettings) -> None:
    """Raises Refusal, which names the channels for it, where no match may be opened in this server."""
    channels = playing_channels(interaction.guild, settings)
    channel: Any = interaction.channel
    if channels and not {channel.id, getattr(channel, "parent_id", None)} & set(channels):
        raise Refusal("not_open_here", places=" ".join(f"<#{each}>" for each in channels))


def playing_channels(guild: discord.Guild | None, settings: GuildSettings) -> tuple[int, ...]:
    """The channels where alone matches may be opened, empty for everywhere; one that is gone does not count."""
    return tuple(each for each in settings.channels if guild is None or guild.get_channel(each) is not None)


def refuse_unless_playable(interaction: discord.Interaction[Any]) -> None:
    """Raises Refusal, which names what is missing and where, if a match cannot be shown in this channel."""
    _refuse_unless_granted(interaction.app_permissions, interaction.channel)


def refuse_unless_playable_in(channel: discord.TextChannel | discord.Thread) -> None:
    """Raises Refusal, as above, for another channel than that of the interaction."""
    _refuse_unless_granted(channel.permissions_for(channel.guild.me), channel)


def may_speak(interaction: discord.Interaction[Any]) -> bool:
    """Whether the person may write in the channel, so that what the person asks for may be posted there."""
    granted = interaction.permissions
    if isinstance(interaction.channel, discord.Thread):
        return granted.send_messages_in_threads
    return granted.send_messages


def may_write(guild: discord.Guild | None, place_id: int | None) -> bool:
    """Whether the bot may do in a channel or thread what a match needs, as far as it knows now."""
    channel = None if guild is None or place_id is None else guild.get_channel_or_thread(place_id)
    return isinstance(channel, discord.TextChannel | discord.Thread) and not _missing(
        channel.permissions_for(channel.guild.me), channel
    )


def _missing(granted: discord.Permissions, channel: Any) -> list[str]:
    needed = NEEDED_IN_THREADS if isinstance(channel, discord.Thread) else NEEDED
    return [name for name in needed if not getattr(granted, name)]


def _refuse_unless_granted(granted: discord.Permissions, channel: Any) -> None:
    missing = _missing(granted, channel)
    if missing:
        raise Refusal("missing_permissions", permissions=" ".join(missing), place=f"<#{channel.id}>")
