"""A small Discord around the real bot: one server, its people, and what they see and press.

Nothing here knows a game; ``tests.bot.clicks`` plays any.
"""

import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any, cast

import discord
from simcord import ChannelHandle, Env, GuildHandle, InteractionResult, MemberActor, ResponseMessage
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.interactions import base_payload

from bot.app import Bot
from bot.play.thinking import Answer
from bot.settings import Settings
from bot.store.database import Database
from bot.ui.ids import Id, decode
from rules.game import Action
from rules.players import PLAYERS
from rules.players.player import Budget, Level
from tests.discord_checks import BUTTON, EPHEMERAL, GALLERY, STRING_SELECT, TEXT_DISPLAY, Body, message_in, walk

COMPONENT_PRESSED = 3
BRIEFLY = 2
"""So many iterations a computer may think about an action."""


@dataclass(slots=True)
class HereAndNow:
    """Where computers think in tests: in this process, and not long, for so many ``seconds`` of the tests' time."""

    seconds: float = 0

    async def think(
        self, game: str, level: Level, view: Any, seed: int, also: Action | None = None, effort: float = 1.0
    ) -> Answer:
        await asyncio.sleep(self.seconds * effort)
        player = PLAYERS[game][level]
        return Answer(player.advise(view, Random(seed), Budget(BRIEFLY), also), level, seed, BRIEFLY)

    async def stop(self) -> None:
        """Nothing goes on."""


class HousedBot(Bot):
    """The bot with its database: opened when it starts, closed when it stops, as by ``bot.app.run``."""

    def __init__(self, path: Path) -> None:
        self.database = Database(path)
        self.mind = HereAndNow()
        super().__init__(Settings(emojis=False), self.database, self.mind)

    async def setup_hook(self) -> None:
        await self.database.__aenter__()
        await super().setup_hook()

    async def close(self) -> None:
        await super().close()
        await self.database.__aexit__(None, None, None)


def components(message: ResponseMessage) -> list[Body]:
    """Every component of a message, nested ones too."""
    return list(walk(message.components))


def text(message: ResponseMessage) -> str:
    """All that a message says, pictures and labels apart."""
    return "\n".join(component["content"] for component in components(message) if component["type"] == TEXT_DISPLAY)


def alts(message: ResponseMessage) -> list[str]:
    """The descriptions of a message's pictures."""
    return [item["description"] for each in components(message) if each["type"] == GALLERY for item in each["items"]]


def mentions(message: ResponseMessage) -> list[int]:
    """The people whom a message mentions."""
    return [int(user) for user in re.findall(r"<@(\d+)>", text(message))]


@dataclass(frozen=True, slots=True)
class Control:
    """A button or menu of a message; ``id`` is None for a link."""

    label: str
    custom_id: str
    id: Id | None
    disabled: bool
    choices: tuple[tuple[str, str], ...] = ()
    """The labels and values of a menu."""


def controls(message: ResponseMessage) -> list[Control]:
    """The buttons and menus of a message in the order in which they stand."""
    return [
        Control(
            component.get("label") or component.get("placeholder") or "",
            component.get("custom_id", ""),
            decode(component.get("custom_id", "")),
            component.get("disabled", False),
            tuple((option["label"], option["value"]) for option in component.get("options", ())),
        )
        for component in components(message)
        if component["type"] in (BUTTON, STRING_SELECT)
    ]


def control(message: ResponseMessage, start: str) -> Control:
    """The one control of a message whose label begins so."""
    (found,) = [each for each in controls(message) if each.label.startswith(start)]
    return found


def of_verb(message: ResponseMessage, *verbs: str) -> list[Control]:
    """The controls of a message that do one of ``verbs``."""
    return [each for each in controls(message) if each.id is not None and each.id.verb in verbs]


def said(result: InteractionResult) -> str:
    """What the bot answered privately with."""
    assert result.response is not None
    assert result.response.ephemeral
    return text(result.response)


def answer(result: InteractionResult) -> ResponseMessage:
    """The message that is the answer to a press or a command."""
    assert result.response is not None
    return result.response


@dataclass(frozen=True, slots=True)
class Press:
    """A press on a control of ``message``; the id may be any text, as a changed client could send it."""

    who: MemberActor
    message: ResponseMessage
    custom_id: str
    values: tuple[str, ...] = ()


@dataclass(slots=True)
class World:
    """The server, its channel and its people."""

    env: Env
    guild: GuildHandle
    channel: ChannelHandle
    alice: MemberActor
    bob: MemberActor
    carol: MemberActor
    dave: MemberActor
    locales: dict[int, str] = field(default_factory=dict[int, str], kw_only=True)
    """The languages in which people have their Discord, by person; English for those who are not named."""

    def __post_init__(self) -> None:
        emit: Any = self.env.backend.emit

        def emitted(event: str, payload: Any, *args: Any, **kwargs: Any) -> Any:
            if event == "INTERACTION_CREATE":
                payload["locale"] = self.locales.get(int(payload["member"]["user"]["id"]), "en-US")
            return emit(event, payload, *args, **kwargs)

        self.env.backend.emit = emitted

    @property
    def bot(self) -> HousedBot:
        return cast("HousedBot", self.env.bot)

    async def restart(self, after: timedelta = timedelta()) -> None:
        """Stop the bot as an orderly shutdown does, and start another over the same file some time later."""
        await self.bot.close()
        await self.env.advance_time(after.total_seconds())
        await self.env.restart_bot(HousedBot(self.bot.database.path))

    async def wait(self, time: timedelta) -> None:
        await self.env.advance_time(time.total_seconds())

    async def click(self, who: MemberActor, message: ResponseMessage, start: str) -> InteractionResult:
        """Press the button whose label begins so."""
        return await who.click(message, custom_id=control(message, start).custom_id)

    async def press(self, *presses: Press) -> list[InteractionResult]:
        """Presses that all arrive before the first is answered. Clients need not show what is pressed."""
        backend = self.env.backend
        records: list[Any] = []
        for each in presses:
            kind = STRING_SELECT if each.values else BUTTON
            data: dict[str, Any] = {"custom_id": each.custom_id, "component_type": kind}
            if each.values:
                data["values"] = list(each.values)
            record, payload = base_payload(
                backend,
                type=COMPONENT_PRESSED,
                channel_id=each.message.channel_id,
                guild_id=self.guild.id,
                user_id=each.who.id,
                data=data,
            )
            stored = backend.get_message(each.message.channel_id, each.message.id)
            payload["message"] = dict(serializers.message_payload(backend, stored))
            record.source_message_id = stored.id
            backend.emit("INTERACTION_CREATE", payload)
            records.append(record)
        await self.env.settle()
        return [InteractionResult(self.env, record) for record in records]

    def allow(self, channel: ChannelHandle, **permissions: bool) -> None:
        """Give the bot permissions in a channel or take them away there."""
        allow, deny = discord.PermissionOverwrite(**permissions).pair()
        backend = self.env.backend
        overwrite = Overwrite(backend.bot_user.id, OverwriteType.MEMBER, allow.value, deny.value)
        backend.set_overwrite(channel.id, overwrite)

    # -------------------------------------------------------------- matches

    async def challenge(self, host: MemberActor, opponent: MemberActor | None = None, **terms: Any) -> ResponseMessage:
        """Open a challenge or a lobby; returns its message."""
        options = terms if opponent is None else {"opponent": opponent, **terms}
        result = await host.slash(self.channel, "play", **options)
        assert not answer(result).ephemeral, said(result)
        return answer(result)

    async def begin(
        self, host: MemberActor | None = None, opponent: MemberActor | None = None, **terms: Any
    ) -> "Place":
        """A match that has just begun, by default between alice and bob."""
        host, opponent = host or self.alice, opponent or self.bob
        message = await self.challenge(host, opponent, **terms)
        pressed = control(message, "Accept")
        await opponent.click(message, custom_id=pressed.custom_id)
        return await self._place_of_challenge(pressed)

    async def beaten(self, loser: MemberActor, winner: MemberActor, **terms: Any) -> "Place":
        """A match that ``loser`` has given up at once."""
        place = await self.begin(loser, winner, **terms)
        await self.click(loser, answer(await loser.slash(place.channel, "resign")), "Give up")
        return place

    async def gather(self, seats: int, **terms: Any) -> "Place":
        """A match for so many that has just begun from a lobby; alice is the host."""
        message = await self.challenge(self.alice, **terms)
        for guest in (self.bob, self.carol, self.dave)[: seats - 1]:
            await self.click(guest, message, "Join")
        pressed = control(message, "Start")
        await self.alice.click(message, custom_id=pressed.custom_id)
        return await self._place_of_challenge(pressed)

    async def _place_of_challenge(self, pressed: Control) -> "Place":
        assert pressed.id is not None
        challenge = await self.bot.play.challenges.get(pressed.id.subject)
        assert challenge.match_id is not None
        return await self.place_of(challenge.match_id)

    async def place_of(self, match_id: int) -> "Place":
        """Where a match is shown."""
        match = (await self.bot.play.matches.table(match_id)).match
        where = [self.channel, *self.channel.threads]
        (channel,) = [each for each in where if each.id == (match.place_id or match.channel_id)]
        return Place(self, match_id, channel)

    def messages(self, channel: ChannelHandle) -> list[ResponseMessage]:
        """What everybody sees in a channel, the oldest first."""
        stored: dict[int, Any] = self.env.backend.messages.get(channel.id, {})
        return [ResponseMessage(self.env, stored[key]) for key in sorted(stored) if not stored[key].is_ephemeral]

    def person(self, user_id: int) -> MemberActor:
        return next(each for each in (self.alice, self.bob, self.carol, self.dave) if each.id == user_id)

    # ------------------------------------------------------------- requests

    def requests_since(self, cursor: int) -> list["Request"]:
        """What the bot has asked of Discord after the first ``cursor`` requests."""
        return [
            Request(each.method, each.path, each.json, self._reader(each.path, each.json))
            for each in self.env.http_requests[cursor:]
        ]

    @property
    def cursor(self) -> int:
        """How many requests there have been."""
        return len(self.env.http_requests)

    def _reader(self, path: str, body: Any) -> int | None:
        """Who alone reads a body: the person behind an answer that is ephemeral or changes an ephemeral message."""
        found = re.match(r"/interactions/(\d+)/|/webhooks/\d+/simcord_interaction_(\d+)/messages/@original", path)
        if found is None:
            return None
        backend = self.env.backend
        interaction = backend.interactions[int(found[1] or found[2])]
        source = interaction.source_message_id if found[1] else interaction.message_id
        data: Body = body.get("data") or {}
        is_private = (
            bool(data.get("flags", 0) & EPHEMERAL)
            or "choices" in data
            or any(messages[source].is_ephemeral for messages in backend.messages.values() if source in messages)
        )
        return interaction.user_id if is_private else None


@dataclass(frozen=True, slots=True)
class Request:
    """A request of the bot; ``reader`` is the person who alone can read it, None if others can."""

    method: str
    path: str
    body: Any
    reader: int | None

    @property
    def pings(self) -> list[int]:
        """The people whom a new message notifies."""
        sent = message_in(self.method, self.path, self.body)
        if sent is None or sent.is_edit or self.reader is not None:
            return []
        allowed: Body = sent.body.get("allowed_mentions") or {}
        return [int(user) for user in allowed.get("users", ())]


@dataclass(frozen=True, slots=True)
class Place:
    """The thread or channel of a match."""

    world: World
    match_id: int
    channel: ChannelHandle

    @property
    def messages(self) -> list[ResponseMessage]:
        """What everybody sees here, the oldest first."""
        return self.world.messages(self.channel)

    @property
    def boards(self) -> list[ResponseMessage]:
        """The boards of the match that can be used, the oldest first."""
        return [message for message in self.messages if self._is_board(message)]

    @property
    def board(self) -> ResponseMessage:
        """The live board: the one that stands last."""
        return next(message for message in reversed(self.messages) if self._is_board(message))

    @property
    def mover(self) -> MemberActor:
        """Who is asked to move by the live board."""
        return self.world.person(mentions(self.board)[0])

    @property
    def waiter(self) -> MemberActor:
        """The other one, of alice and bob."""
        return self.world.bob if self.mover.id == self.world.alice.id else self.world.alice

    @property
    def is_over(self) -> bool:
        return bool(of_verb(self.messages[-1], "rematch"))

    def _is_board(self, message: ResponseMessage) -> bool:
        return any(each.id is not None and each.id.subject == self.match_id for each in of_verb(message, "hand"))

    async def hand(self, who: MemberActor) -> ResponseMessage:
        """Press *My hand* on the live board."""
        return answer(await self.world.click(who, self.board, "My hand"))


def joined(messages: Iterable[ResponseMessage]) -> str:
    """All that several messages say."""
    return "\n".join(map(text, messages))
