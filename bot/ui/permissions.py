"""What the bot needs to be allowed where a match is to be played, checked before anything is opened."""

from typing import Any, Final

import discord

from bot.play.refusal import Refusal
from bot.ui.locale import reader_texts

NEEDED: Final = ("read_messages", "send_messages", "attach_files")
NEEDED_IN_THREADS: Final = ("read_messages", "send_messages_in_threads", "attach_files")


def refuse_unless_playable(interaction: discord.Interaction[Any]) -> None:
    """Raises Refusal, which names what is missing and where, if a match cannot be shown in this channel."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    missing = [
        name for name in (NEEDED_IN_THREADS if in_thread else NEEDED) if not getattr(interaction.app_permissions, name)
    ]
    if missing:
        texts = reader_texts(interaction)
        names = ", ".join(texts.text(f"permission.{name}") for name in missing)
        raise Refusal("missing_permissions", permissions=names, place=f"<#{interaction.channel_id}>")
