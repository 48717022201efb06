"""Writing messages: a screen becomes a message, changes one, or takes one away."""

import discord

from bot.faults import Reaction, reaction_to
from bot.ui.layout import POSTS, delivered, laid_out
from bot.ui.screen import Screen


async def send(channel: discord.PartialMessageable, screen: Screen, nonce: str) -> int:
    """Post a screen; where its pictures are refused, the same in words. Returns the message's id.

    Discord answers a repeated nonce with the message that it belongs to, so a post is not doubled by a crash or by an
    answer that was lost.
    """
    sent = await delivered(
        screen,
        lambda message: channel.send(
            view=message.view, files=message.files, allowed_mentions=message.mentions, nonce=nonce
        ),
        thread=POSTS,
    )
    return sent.id


async def edit(channel: discord.PartialMessageable, message_id: int, screen: Screen) -> None:
    message = await laid_out(screen, thread=POSTS)
    await channel.get_partial_message(message_id).edit(
        view=message.view, attachments=message.files, allowed_mentions=message.mentions
    )


async def remove(channel: discord.PartialMessageable, message_id: int) -> None:
    """Take a message away; it may be gone already."""
    try:
        await channel.get_partial_message(message_id).delete()
    except discord.HTTPException as error:
        if reaction_to(error) not in (Reaction.NEVER, Reaction.ELSEWHERE):
            raise
