"""The door: every press comes in here, and every error of a press or command is answered here.

discord.py's own dispatch of components is not used to answer (see ``GameItem``): the event that it raises for every
interaction also brings presses on ids that match nothing, so that none ends in silence.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from time import perf_counter
from typing import Any, Final, TypeAlias

import discord

from bot.faults import FAILURES, TOO_LATE, Reaction, code_of, reaction_to
from bot.i18n import Catalogue
from bot.log import log_event, trace, tracing
from bot.play import Play
from bot.play.refusal import Refusal
from bot.store.challenges import Member
from bot.store.guilds import GuildSettings
from bot.store.players import Preferences
from bot.ui.ids import Id, decode, may_be_number
from bot.ui.layout import Message, custom_ids, delivered, laid_out, modal, submitted
from bot.ui.locale import reader_texts, theme_of
from bot.ui.rulebook import passage_about
from bot.ui.screen import Button, Form, Screen, Text, rows
from bot.ui.words import name_of, refusal_text
from render.theme import Theme
from rules.game import RuleError

log = logging.getLogger(__name__)

LONGEST_ANSWER: Final = 10.0
"""Seconds after which an answer is given up: Discord has stopped waiting for it long since."""

_POSTED: Final = "posted"
"""Marks an interaction whose answer everybody sees."""

PRESSES: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)


@dataclass(frozen=True, slots=True)
class Tap:
    """Somebody pressed something or gave a command: who, where, in which language, and how to answer."""

    interaction: discord.Interaction[Any]
    play: Play
    id: Id = field(default_factory=lambda: Id("command"))
    values: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    preferences: Preferences = field(default_factory=Preferences)
    """What the person has chosen; see ``Door.known``."""

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    @property
    def value(self) -> str:
        """The one value that was taken of a menu, empty for none."""
        return next(iter(self.values), "")

    @property
    def entities(self) -> list[int]:
        """The people, roles or channels that were taken of a menu; what cannot be the id of one is left out."""
        return [int(each) for each in self.values if may_be_number(each)]

    @property
    def bot_id(self) -> int:
        """The bot itself as a member of servers."""
        user = self.interaction.client.user
        assert user is not None
        return user.id

    @property
    def is_press(self) -> bool:
        """Whether it is a press on a component or a submitted modal, no command."""
        return self.interaction.type in PRESSES

    @property
    def verb(self) -> str:
        """What was pressed, or the name of the command."""
        if self.is_press:
            return self.id.verb
        return "unknown" if self.interaction.command is None else self.interaction.command.name

    @property
    def now(self) -> datetime:
        """The moment as the product sees it."""
        return self.play.clock()

    @property
    def person(self) -> Member:
        """The person under the name that shows in this server; the press itself is what joining adds to a deal."""
        return Member(self.user_id, name_of(self.interaction.user), str(self.interaction.id))

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
        return reader_texts(self.interaction.locale, self.preferences.language)

    async def settings(self) -> GuildSettings:
        """The settings of the server."""
        return await self.play.servers.settings(self.guild_id)

    async def theme(self) -> Theme:
        """How pictures look that only the person sees."""
        return theme_of(self.preferences.look or (await self.settings()).look)

    async def whisper(self, screen: Screen) -> None:
        """Answer with a new message that only the person sees."""
        await self._answer(self._as_read(screen), ephemeral=True)

    def _as_read(self, screen: Screen) -> Screen:
        """What only the person sees, as the person wants it: with pictures, or in words."""
        return screen.in_words() if self.preferences.in_words else screen

    async def post(self, screen: Screen) -> int | None:
        """Answer with a new message for everybody; returns its id if Discord told it."""
        self.interaction.extras[_POSTED] = True
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

    @property
    def is_shown(self) -> bool:
        """Whether the message that was pressed has the control: an id can be made up and pressed on any message."""
        message = self.interaction.message
        return message is not None and str(self.id) in custom_ids(message.components)

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
        message = self.interaction.message
        if message is not None and message.flags.ephemeral:
            screen = self._as_read(screen)
        async with asyncio.timeout(LONGEST_ANSWER):
            await delivered(screen, lambda laid: self._edit(screen, laid), message)

    async def _edit(self, screen: Screen, message: Message) -> None:
        try:
            await self.interaction.response.edit_message(
                view=message.view, attachments=[*message.files, *message.kept], allowed_mentions=message.mentions
            )
        except discord.HTTPException as error:
            if not message.files or reaction_to(error) is not Reaction.ANEW:
                raise
            # the new picture is refused on the old message: a message of its own may have it
            await self.whisper(screen)

    async def replace(self, screen: Screen) -> None:
        """Change the answer that has been given, which is possible for 15 minutes."""
        if _POSTED not in self.interaction.extras:
            screen = self._as_read(screen)
        edit = self.interaction.edit_original_response
        async with asyncio.timeout(LONGEST_ANSWER):
            await delivered(
                screen,
                lambda message: edit(view=message.view, attachments=message.files, allowed_mentions=message.mentions),
            )

    async def ask(self, form: Form) -> None:
        """Answer with a dialogue to fill in."""
        async with asyncio.timeout(LONGEST_ANSWER):
            await self.interaction.response.send_modal(modal(form))


Later: TypeAlias = AsyncIterator[Screen]
"""What an answer turns into as time goes by, on the same message."""

Handler: TypeAlias = Callable[[Tap], Awaitable[Later | None]]


class Door:
    """The one way in for what people ask, as long as it is open."""

    def __init__(self, play: Play, handlers: Mapping[str, Handler]) -> None:
        self.play = play
        self._handlers = handlers
        self._is_open = True
        self._inside: set[asyncio.Task[Any]] = set()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press on a component or a submitted modal; commands have their own way here."""
        if interaction.type not in PRESSES:
            return
        data: Any = interaction.data
        pressed = decode(str(data.get("custom_id", ""))) or Id("unknown")
        values = tuple(str(value) for value in data.get("values", ()))
        tap = Tap(interaction, self.play, pressed, values, submitted(data))
        await self.answer(tap, self._handlers.get(pressed.verb, _unknown))

    async def known(self, tap: Tap) -> Tap:
        """The same with what the person has chosen: the language of all that the person reads, above all."""
        try:
            return replace(tap, preferences=await self.play.choices.preferences(tap.user_id))
        except Exception:
            # what is asked for cannot be done either then, and that is said
            log.exception("preferences not read user=%d", tap.user_id)
            return tap

    async def answer(self, tap: Tap, handler: Handler) -> None:
        """Do what a person asked for; whatever goes wrong, tell the person why, privately."""
        task = asyncio.current_task()
        assert task is not None
        self._inside.add(task)
        began = perf_counter()
        outcome, later = "cancelled", None
        try:
            with tracing():
                try:
                    tap = await self.known(tap)
                    outcome, later = await self._answer(tap, handler)
                finally:
                    log_event(
                        "press" if tap.is_press else "command",
                        verb=tap.verb,
                        subject=tap.id.subject or None,
                        ply=tap.id.ply or None,
                        user=tap.user_id,
                        outcome=outcome,
                        ms=round((perf_counter() - began) * 1000),
                    )
                if later is not None:
                    await _guarded(tap, _follow(tap, later))
        finally:
            self._inside.discard(task)

    async def _answer(self, tap: Tap, handler: Handler) -> tuple[str, Later | None]:
        if not self._is_open:
            await _say(tap, tap.texts.text("error.restarting"))
            return "restarting", None
        return await _guarded(tap, handler(tap))

    async def close(self, patience: float) -> None:
        """Take nothing new, wait so many seconds for what is under way, and break off what is left."""
        self._is_open = False
        under_way = self._inside - {asyncio.current_task()}
        if under_way:
            _, late = await asyncio.wait(under_way, timeout=patience)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)


async def _guarded(tap: Tap, work: Awaitable[Later | None]) -> tuple[str, Later | None]:
    """Do what a person asked for; whatever goes wrong, tell the person why.

    Returns the outcome, which is ``done``, the code of the refusal, ``lost`` or ``failed``, and what follows.
    """
    try:
        later = await work
    except (Refusal, RuleError) as error:
        rule = passage_about(error, tap.texts)
        await _say(tap, refusal_text(error, tap.texts), *(() if rule is None else (rule,)))
        return error.code, None
    except Exception as error:
        if code_of(error) in TOO_LATE:
            # what was asked for is done and stored; only its answer was lost
            log.warning("answer lost code=%d user=%d", code_of(error), tap.user_id)
            return "lost", None
        log.exception("press failed user=%d", tap.user_id)
        await _say(tap, tap.texts.text("error.unexpected", trace=trace()))
        return "failed", None
    return "done", later


async def _follow(tap: Tap, later: Later) -> None:
    async for screen in later:
        await tap.replace(screen)


async def _unknown(tap: Tap) -> None:
    del tap
    raise Refusal("unknown_control")


async def _say(tap: Tap, text: str, *ways: Button) -> None:
    message = await laid_out(Screen((Text(text), *rows(ways))))
    interaction = tap.interaction
    try:
        async with asyncio.timeout(LONGEST_ANSWER):
            if interaction.response.is_done():
                await interaction.followup.send(view=message.view, ephemeral=True)
            else:
                await interaction.response.send_message(view=message.view, ephemeral=True)
    except FAILURES as error:
        log.warning("refusal not delivered code=%d user=%d", code_of(error), tap.user_id)
