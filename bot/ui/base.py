"""The door: every press comes in here, and every error of a press or command is answered here.

discord.py's own dispatch of components is not used to answer (see ``GameItem``): the event that it raises for every
interaction also brings presses on ids that match nothing, so that none ends in silence.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeAlias

import discord

from bot.faults import FAILURES, TOO_LATE, Reaction, code_of, reaction_to
from bot.i18n import Catalogue
from bot.play import Play
from bot.play.refusal import Refusal
from bot.store.challenges import Member
from bot.ui.ids import Id, decode
from bot.ui.layout import delivered, laid_out, modal, submitted
from bot.ui.locale import reader_texts
from bot.ui.screen import Form, Screen, Text
from bot.ui.words import plain_name, refusal_text
from rules.game import RuleError

log = logging.getLogger(__name__)

LONGEST_ANSWER: Final = 10.0
"""Seconds after which an answer is given up: Discord has stopped waiting for it long since."""


@dataclass(frozen=True, slots=True)
class Tap:
    """Somebody pressed something or gave a command: who, where, in which language, and how to answer."""

    interaction: discord.Interaction[Any]
    play: Play
    id: Id = field(default_factory=lambda: Id("command"))
    values: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    @property
    def now(self) -> datetime:
        """The moment as the product sees it."""
        return self.play.clock()

    @property
    def person(self) -> Member:
        """The person under the name that shows in this server; the press itself is what joining adds to a deal."""
        user = self.interaction.user
        return Member(self.user_id, plain_name(user.display_name) or user.name, str(self.interaction.id))

    @property
    def guild_id(self) -> int:
        """The server. Commands and buttons work in servers only, so there always is one."""
        if self.interaction.guild_id is None:
            raise Refusal("servers_only")
        return self.interaction.guild_id

    @property
    def channel_id(self) -> int:
        if self.interaction.channel_id is None:
            raise Refusal("servers_only")
        return self.interaction.channel_id

    @property
    def message_id(self) -> int | None:
        """The message whose component was pressed."""
        return None if self.interaction.message is None else self.interaction.message.id

    @property
    def texts(self) -> Catalogue:
        """The texts in the reader's language, for what only the reader sees."""
        return reader_texts(self.interaction)

    async def whisper(self, screen: Screen) -> None:
        """Answer with a new message that only the person sees."""
        await self._answer(screen, ephemeral=True)

    async def post(self, screen: Screen) -> int | None:
        """Answer with a new message for everybody; returns its id if Discord told it."""
        return (await self._answer(screen, ephemeral=False)).message_id

    async def _answer(self, screen: Screen, *, ephemeral: bool) -> discord.InteractionCallbackResponse[Any]:
        send = self.interaction.response.send_message
        async with asyncio.timeout(LONGEST_ANSWER):
            return await delivered(
                screen,
                lambda message: send(
                    view=message.view, files=message.files, ephemeral=ephemeral, allowed_mentions=message.mentions
                ),
            )

    async def update_own(self, screen: Screen) -> None:
        """Answer by changing the private message whose component was pressed.

        An id can be made up and pressed on any message; if others see it the answer is a new private one.
        """
        if self.interaction.message is not None and self.interaction.message.flags.ephemeral:
            await self.update(screen)
        else:
            await self.whisper(screen)

    async def update(self, screen: Screen) -> None:
        """Answer by changing the message whose component was pressed, whoever sees it."""
        edit = self.interaction.response.edit_message
        try:
            async with asyncio.timeout(LONGEST_ANSWER):
                await delivered(
                    screen,
                    lambda message: edit(
                        view=message.view,
                        attachments=[*message.files, *message.kept],
                        allowed_mentions=message.mentions,
                    ),
                    self.interaction.message,
                )
        except discord.HTTPException as error:
            if not screen.has_pictures or reaction_to(error) is not Reaction.ANEW:
                raise
            # the new picture is refused on the old message: a message of its own may have it
            await self.whisper(screen)

    async def ask(self, form: Form) -> None:
        """Answer with a dialogue to fill in."""
        async with asyncio.timeout(LONGEST_ANSWER):
            await self.interaction.response.send_modal(modal(form))


Handler: TypeAlias = Callable[[Tap], Awaitable[None]]


class Door:
    """Answers presses by the handler of their verb."""

    def __init__(self, play: Play, handlers: dict[str, Handler]) -> None:
        self._play = play
        self._handlers = handlers

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press on a component or a submitted modal; commands have their own way in."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        data: Any = interaction.data
        pressed = decode(str(data.get("custom_id", "")))
        handler = None if pressed is None else self._handlers.get(pressed.verb)
        if pressed is None or handler is None:
            await answering(interaction, _unknown(Tap(interaction, self._play)))
            return
        values = tuple(str(value) for value in data.get("values", ()))
        await answering(interaction, handler(Tap(interaction, self._play, pressed, values, submitted(data))))


async def _unknown(tap: Tap) -> None:
    del tap
    raise Refusal("unknown_control")


async def answering(interaction: discord.Interaction[Any], work: Awaitable[None]) -> None:
    """Do what a person asked for; whatever goes wrong, tell the person why, privately."""
    try:
        await work
    except (Refusal, RuleError) as error:
        await _say(interaction, refusal_text(error, reader_texts(interaction)))
    except Exception as error:
        if code_of(error) in TOO_LATE:
            # what was asked for is done and stored; only its answer was lost
            log.warning("answer lost code=%d user=%d", code_of(error), interaction.user.id)
            return
        trace = secrets.token_hex(4)
        log.exception("press failed trace=%s user=%d", trace, interaction.user.id)
        await _say(interaction, reader_texts(interaction).text("error.unexpected", trace=trace))


async def _say(interaction: discord.Interaction[Any], text: str) -> None:
    message = await laid_out(Screen((Text(text),)))
    try:
        async with asyncio.timeout(LONGEST_ANSWER):
            if interaction.response.is_done():
                await interaction.followup.send(view=message.view, ephemeral=True)
            else:
                await interaction.response.send_message(view=message.view, ephemeral=True)
    except FAILURES as error:
        log.warning("refusal not delivered code=%d user=%d", code_of(error), interaction.user.id)
