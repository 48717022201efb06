"""The state of a pretend Discord: servers, channels, members, messages, interactions.

simcord's in-memory backend does the work: it validates every body, keeps permissions and answers with Discord's own
error codes. Its backend is not a public interface, hence the exact pin of its version and this single module that
imports it. What the backend leaves open and a bot can run into (archived threads, upload rights, nonces, expired
tokens) is added here.
"""

import json
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from secrets import token_urlsafe
from typing import Any, Final, Literal, cast

import discord
from PIL import Image, UnidentifiedImageError
from pydantic import TypeAdapter
from simcord import intents as gateway_intents
from simcord.backend import Backend, serializers
from simcord.backend.access import channel_accessible, message_accessible
from simcord.backend.cdn import CdnStore
from simcord.backend.errors import BackendError, invalid_form_body
from simcord.backend.models import Channel, Guild, GuildEmoji, Message, Overwrite, Role, User
from simcord.components import walk_components
from simcord.enums import MessageType, OverwriteType
from simcord.http import router
from simcord.interactions import base_payload

__all__ = ["Answer", "BackendError", "Change", "Upload", "World", "picture", "walk"]

Payload = dict[str, Any]

INVITE_PERMISSIONS: Final = 309237763072
"""What the bot's invite link asks for: view, send (in threads too), open threads, embed, attach, read history."""

MAX_UPLOAD: Final = 10 << 20
"""Bytes of one file."""

MAX_EMOJI: Final = 256 << 10
"""Bytes of the picture of an emoji."""

_SAVE_FORMAT: Final = 1


@dataclass(slots=True)
class Upload:
    """A file of a request, in the shape the backend reads."""

    filename: str
    fp: BytesIO
    description: str | None


@dataclass(frozen=True, slots=True)
class Change:
    """Something a person may see has changed; ``message`` is ``None`` when it is the channel or thread itself."""

    channel: int
    message: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """How the bot answered an interaction; ``kind`` is ``None`` while it has not."""

    kind: Literal["message", "deferred", "deferred_update", "update", "modal", "autocomplete", "pong"] | None
    message: int | None
    ephemeral: bool
    modal: Payload | None
    choices: list[Payload]


@dataclass
class _Saved:
    format: int
    base: str
    application: int
    bot: int
    users: dict[int, User]
    guilds: dict[int, Guild]
    channels: dict[int, Channel]
    messages: dict[int, dict[int, Message]]
    direct: dict[int, int]
    emojis: dict[int, GuildEmoji]
    commands: list[tuple[int | None, list[Payload]]]


_SAVED: Final = TypeAdapter(_Saved)


def picture(data: bytes) -> tuple[str, int, int] | None:
    """Media type, width and height of a picture; ``None`` if it is none."""
    try:
        with Image.open(BytesIO(data)) as opened:
            return opened.get_format_mimetype() or "", opened.width, opened.height
    except (UnidentifiedImageError, Image.DecompressionBombError):
        return None


class _RealTime:
    """The backend's clock, not a pretend one: this Discord lives in the same time as the bot."""

    def now(self) -> datetime:
        return discord.utils.utcnow()

    def advance(self, seconds: float) -> None:
        raise NotImplementedError


class _Files(CdnStore):
    """Uploaded files under the address of this server, pictures with their size as Discord reports it."""

    def __init__(self) -> None:
        super().__init__()
        self.base = ""

    def store_attachment(
        self, attachment_id: int, channel_id: int, filename: str, data: bytes, description: str | None
    ) -> Payload:
        url = f"{self.base}/attachments/{channel_id}/{attachment_id}/{filename}"
        self._blobs[url] = data
        stored = {
            "id": str(attachment_id),
            "filename": filename,
            "description": description,
            "size": len(data),
            "url": url,
            "proxy_url": url,
            "content_type": "application/octet-stream",
        }
        found = picture(data)
        if found is None:
            return stored
        kind, width, height = found
        return {**stored, "content_type": kind, "width": width, "height": height}

    def keep_only(self, urls: set[str]) -> None:
        self._blobs = {url: data for url, data in self._blobs.items() if url in urls}

    def restore(self, url: str, data: bytes) -> None:
        self._blobs[url] = data


def _ignore(*_: object) -> None:
    """Nobody listens yet."""


class _Backend(Backend):
    """The backend, telling about every change: its own events leave out what only one person may see."""

    def __init__(self) -> None:
        super().__init__(clock=_RealTime())  # pyright: ignore[reportArgumentType]  # its clock is a class, not a protocol
        self.cdn: _Files = _Files()
        self.on_change: Callable[[Change], None] = _ignore
        self.on_event: Callable[[str, Mapping[str, Any]], None] = _ignore

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        self.on_event(event, payload)
        if event.startswith(("CHANNEL_", "THREAD_")) and "id" in payload:
            self.on_change(Change(int(payload["id"])))

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        committed = super().commit_message(message, broadcast=broadcast)
        self.on_change(Change(message.channel_id, message.id))
        return committed

    def edit_message(self, channel_id: int, message_id: int, fields: Payload) -> Message:
        edited = super().edit_message(channel_id, message_id, fields)
        self.on_change(Change(channel_id, message_id))
        return edited

    def create_system_message(
        self, channel_id: int, message_type: MessageType, author_id: int, **fields: int | None
    ) -> Message:
        """No line of its own for a thread that grows out of a message: the message itself shows it."""
        source = fields.get("referenced_message_id")
        if message_type is MessageType.THREAD_CREATED and source is not None:
            self.on_change(Change(channel_id, source))
            return self.get_message(channel_id, source)
        return super().create_system_message(channel_id, message_type, author_id, **fields)

    def delete_message(self, channel_id: int, message_id: int) -> None:
        super().delete_message(channel_id, message_id)
        self.on_change(Change(channel_id, message_id))


def walk(components: list[Payload]) -> Iterator[Payload]:
    """Every component of a message or modal, nested ones included."""
    return walk_components(components)


class World:
    """All that a pretend Discord knows. Ids are ints here and strings in payloads, as on the wire.

    ``on_event(name, payload)`` hears what the gateway would announce, ``on_change(change)`` everything that can alter
    what a person sees. ``deadline`` is the seconds a bot has for its first answer to an interaction.
    """

    def __init__(self, *, deadline: float = 3.0) -> None:
        self.deadline = deadline
        self._backend = _Backend()
        self._backend.bot_user.name = "lost-cities"
        self._backend.bot_user.global_name = "Lost Cities"
        self._nonces: dict[tuple[int, str], int] = {}

    @property
    def on_event(self) -> Callable[[str, Mapping[str, Any]], None]:
        return self._backend.on_event

    @on_event.setter
    def on_event(self, hear: Callable[[str, Mapping[str, Any]], None]) -> None:
        self._backend.on_event = hear

    @property
    def on_change(self) -> Callable[[Change], None]:
        return self._backend.on_change

    @on_change.setter
    def on_change(self, hear: Callable[[Change], None]) -> None:
        self._backend.on_change = hear

    @property
    def bot(self) -> int:
        return self._backend.bot_user.id

    @property
    def application(self) -> int:
        return self._backend.application_id

    @property
    def guilds(self) -> list[int]:
        return list(self._backend.guilds)

    # ------------------------------------------------------------ furnishing

    def create_guild(self, name: str, *, bot_permissions: int = INVITE_PERMISSIONS, locale: str = "en-US") -> int:
        """A new server with the bot in it; ``locale`` is the server's language."""
        guild = self._backend.create_guild(name, preferred_locale=locale)
        self._bot_role(guild).permissions = bot_permissions
        return guild.id

    def create_channel(self, guild: int, name: str) -> int:
        return self._backend.create_channel(guild, name).id

    def create_member(self, guild: int, name: str) -> int:
        user = self._backend.make_user(name.lower().replace(" ", "."), global_name=name)
        self._backend.add_member(guild, user.id, announce=True)
        return user.id

    def create_role(self, guild: int, name: str) -> int:
        """A role without rights of its own, which a bot may go by."""
        return self._backend.create_role(guild, name).id

    def give_role(self, guild: int, user: int, role: int) -> None:
        self._backend.add_member_role(guild, user, role)

    def make_owner(self, guild: int, user: int) -> None:
        """Give a member every right in a server, in place of the silent owner it began with."""
        place = self._backend.get_guild(guild)
        silent, place.owner_id = place.owner_id, user
        del place.members[silent]

    def remove_member(self, guild: int, user: int) -> None:
        self._backend.remove_member(guild, user)

    def remove_guild(self, guild: int) -> None:
        self._backend.remove_guild(guild)

    def delete_channel(self, channel: int) -> None:
        self._backend.delete_channel(channel)

    def delete_message(self, channel: int, message: int) -> None:
        self._backend.delete_message(channel, message)

    def permit(self, channel: int, user: int, *, allow: int = 0, deny: int = 0) -> None:
        """Give or take rights of one user (or the bot) in one channel, on top of what stands there."""
        place = self._backend.get_channel(channel)
        old = next((one for one in place.overwrites if one.target_id == user), None)
        allowed, denied = (old.allow, old.deny) if old else (0, 0)
        overwrite = Overwrite(user, OverwriteType.MEMBER, (allowed & ~deny) | allow, (denied & ~allow) | deny)
        self._backend.set_overwrite(channel, overwrite)

    def archive(self, thread: int, *, archived: bool, locked: bool = False) -> None:
        state = {"archived": archived, "locked": locked, "archive_timestamp": self._backend.now_iso()}
        self._backend.edit_channel(thread, {}, thread_metadata=state)

    def say(self, channel: int, user: int, text: str) -> int:
        """A member writes a message; ``BackendError`` if the member may not."""
        place = self._backend.get_channel(channel)
        right = "send_messages_in_threads" if place.is_thread else "send_messages"
        self._backend.require_permissions(place.guild_id, user, channel, right)
        self._wake(place)
        return self._backend.create_message(channel, user, text).id

    # --------------------------------------------------------------- looking

    def user(self, user: int) -> Payload:
        return dict(serializers.user_payload(self._backend.get_user(user)))

    def guild(self, guild: int) -> Payload:
        return dict(serializers.guild_create_payload(self._backend, self._backend.get_guild(guild)))

    def members(self, guild: int) -> list[int]:
        """The people of a server, without its bot and the silent owner (who alone goes by no display name)."""
        people = self._backend.get_guild(guild).members
        return [user for user in people if user != self.bot and self._backend.users[user].global_name is not None]

    def roles(self, guild: int) -> list[Payload]:
        """The roles of a server, without the one that everybody has."""
        return [
            dict(serializers.role_payload(role))
            for role in self._backend.get_guild(guild).roles.values()
            if role.id != guild
        ]

    def channels(self, guild: int) -> list[int]:
        """Channels and threads, oldest first."""
        place = self._backend.get_guild(guild)
        return [*place.channel_ids, *(thread for thread in place.thread_ids if thread in self._backend.channels)]

    def channel(self, channel: int) -> Payload:
        return dict(serializers.channel_payload(self._backend, self._backend.get_channel(channel)))

    def exists(self, channel: int) -> bool:
        return channel in self._backend.channels

    def can_see(self, channel: int, user: int) -> bool:
        return channel_accessible(self._backend, channel, user)

    def messages(self, channel: int) -> list[int]:
        return list(self._backend.messages.get(channel, ()))

    def sees(self, channel: int, message: int, user: int) -> bool:
        found = self._backend.messages.get(channel, {}).get(message)
        return found is not None and message_accessible(self._backend, channel, found, user)

    def message(self, channel: int, message: int) -> Payload | None:
        """The message as Discord sends it, and beside it ``only`` (the id of the one person who sees it, or ``None``),
        ``pings`` (ids of the people it notified) and ``thread`` (the id of the thread it announces, or ``None``).
        """
        found = self._backend.messages.get(channel, {}).get(message)
        if found is None:
            return None
        payload = dict(serializers.message_payload(self._backend, found))
        asked: Payload = found.interaction_metadata or {}
        announced = found.system_metadata
        if announced is not None and announced.channel_id is not None:
            payload["thread"] = str(announced.channel_id)
        else:
            payload["thread"] = str(message) if message in self._backend.channels else None
        payload["only"] = asked["user"]["id"] if found.is_ephemeral else None
        payload["pings"] = [str(user) for user in found.ping_user_ids]
        return payload

    def commands(self, user: int, channel: int, kind: int) -> list[Payload]:
        """The application's commands of one kind (1 slash, 2 user, 3 message) that a member may use in a channel."""
        return self._backend.visible_commands(user_id=user, channel_id=channel, type=kind)

    def has_commands(self) -> bool:
        return any(self._backend.commands.values())

    def member(self, guild: int, user: int) -> Payload:
        place = self._backend.get_guild(guild)
        return dict(serializers.member_payload(self._backend, place, place.members[user], with_user=False))

    def permissions(self, guild: int, user: int, channel: int) -> int:
        return self._backend.compute_permissions(guild, user, channel)

    def thread_is_archived(self, channel: int) -> bool:
        state = self._backend.get_channel(channel).thread_metadata
        return state is not None and state.archived

    def file(self, url: str) -> bytes | None:
        return self._backend.cdn.get(url)

    # ---------------------------------------------------------- interactions

    def interact(
        self, kind: int, channel: int, user: int, data: Payload, *, message: int | None = None, locale: str = "en-US"
    ) -> int:
        """Announce an interaction to the bot and return its id.

        ``kind`` is Discord's interaction type, ``data`` its ``data`` object, ``message`` the one a component sits on.
        """
        self._forget_old_interactions()
        place = self._backend.get_channel(channel)
        record, payload = base_payload(
            self._backend, type=kind, channel_id=channel, guild_id=place.guild_id, user_id=user, data=data
        )
        del self._backend.interaction_tokens[record.token]
        record.token = token_urlsafe(48)
        self._backend.interaction_tokens[record.token] = record.id
        record.initial_response_deadline = self._backend.iso_after(self.deadline)
        payload["token"] = record.token
        payload["locale"] = locale
        payload["attachment_size_limit"] = MAX_UPLOAD
        payload["channel"]["permissions"] = payload["member"]["permissions"]
        payload["authorizing_integration_owners"] = {"0": str(place.guild_id)}
        server_locale = self._backend.get_guild(place.guild_id or 0).preferred_locale
        payload["guild_locale"] = server_locale
        payload["guild"] = {"id": str(place.guild_id), "features": [], "locale": server_locale}
        if message is not None:
            record.source_message_id = message
            source = self._backend.get_message(channel, message)
            payload["message"] = dict(serializers.message_payload(self._backend, source))
        self._backend.emit("INTERACTION_CREATE", payload)
        return record.id

    def answer(self, interaction: int) -> Answer:
        record = self._backend.interactions[interaction]
        kind = record.response_kind
        return Answer(
            kind=kind.value if kind is not None and record.responded else None,
            message=record.message_id,
            ephemeral=record.ephemeral,
            modal=record.modal,
            choices=record.autocomplete_choices or [],
        )

    def modal(self, interaction: int) -> tuple[int, int, int | None, Payload] | None:
        """Channel, opener, message and layout of a modal that is still open."""
        record = self._backend.interactions.get(interaction)
        if record is None or record.modal is None or record.modal_consumed:
            return None
        return record.channel_id, record.user_id, record.source_message_id, record.modal

    def close_modal(self, interaction: int) -> None:
        self._backend.interactions[interaction].modal_consumed = True

    def _forget_old_interactions(self) -> None:
        now = self._backend.now_iso()
        for record in list(self._backend.interactions.values()):
            if record.expires_at is None or record.expires_at > now:
                break
            del self._backend.interactions[record.id]
            del self._backend.interaction_tokens[record.token]

    # ------------------------------------------------------------------ REST

    def rest(self, method: str, path: str, *, query: Mapping[str, str], body: Any, files: list[Upload]) -> Any:
        """Do what a request asks and return the answer's JSON value (``None``: no content).

        ``path`` starts behind the version (``/channels/1/messages``). Raises ``BackendError`` with Discord's status
        and code; status 501 means that this pretend Discord lacks the route or field.
        """
        parts = path.strip("/").split("/")
        given = cast("Payload", body) if isinstance(body, dict) else {}
        told: Payload = given.get("data") or given
        for component in walk(told.get("components") or []):
            emoji: Payload = component.get("emoji") or {}
            defaults: list[Payload] = component.get("default_values") or []
            for named in (emoji, *defaults):
                if named.get("id") is not None:
                    # a client may send a number, which Discord answers as the text that it is everywhere
                    named["id"] = str(named["id"])
        if any(len(file.fp.getbuffer()) > MAX_UPLOAD for file in files):
            raise BackendError(413, 40005, "Request entity too large")
        match method, parts:
            case "PATCH", ["channels", channel] if self._is_thread(channel):
                return self._edit_thread(int(channel), given)
            case "PATCH", ["channels", channel, "messages", _] if self.exists(int(channel)):
                if self.thread_is_archived(int(channel)):
                    raise BackendError(400, 50083, "Thread is archived")
                self._require_upload_right(int(channel), files)
            case "POST", ["channels", channel, "messages"] if self.exists(int(channel)):
                self._require_upload_right(int(channel), files)
                return self._send(int(channel), given, path, query, files)
            case "POST", ["channels", _, "messages", message, "threads"] if self.exists(int(message)):
                raise BackendError(400, 160004, "A thread has already been created for this message")
            case _, ["webhooks", application, token, *_] if int(application) == self.application:
                if token not in self._backend.interaction_tokens:
                    raise BackendError(401, 50027, "Invalid Webhook Token")
            case "POST", ["applications", _, "emojis"]:
                return self._new_emoji(path, given, query)
            case _:
                pass
        return self._dispatch(method, path, body, query, files)

    def _dispatch(self, method: str, path: str, body: Any, query: Mapping[str, str], files: list[Upload]) -> Any:
        try:
            return router.dispatch(self._backend, method, path, json=body, params=dict(query), files=files)
        except ValueError as error:
            raise invalid_form_body(str(error)) from error
        finally:
            self._backend.http_requests.clear()
            self._backend.transcript.clear()

    def _new_emoji(self, path: str, body: Payload, query: Mapping[str, str]) -> Any:
        data = b64decode(str(body.get("image")).partition("base64,")[2])
        if len(data) > MAX_EMOJI or picture(data) is None:
            raise invalid_form_body("image")
        made = self._dispatch("POST", path, body, query, [])
        self._backend.cdn.restore(self._emoji_file(made["id"]), data)
        return made

    def _emoji_file(self, emoji: int | str) -> str:
        return f"{self.base}/emojis/{emoji}.png"

    def _send(self, channel: int, body: Payload, path: str, query: Mapping[str, str], files: list[Upload]) -> Any:
        nonce = str(body.get("nonce"))
        if body.get("enforce_nonce") and (channel, nonce) in self._nonces:
            known = self._backend.messages[channel].get(self._nonces[channel, nonce])
            if known is not None:
                return {**serializers.message_payload(self._backend, known), "nonce": body["nonce"]}
        place = self._backend.get_channel(channel)
        if place.thread_metadata is not None and place.thread_metadata.locked:
            self._require(channel, "manage_threads")
        sent = self._dispatch("POST", path, body, query, files)
        self._wake(place)
        if body.get("nonce") is not None:
            self._nonces[channel, nonce] = int(sent["id"])
        return {**sent, "nonce": body.get("nonce")}

    def _wake(self, place: Channel) -> None:
        """A message in an archived thread opens it again."""
        if place.thread_metadata is not None and place.thread_metadata.archived:
            self.archive(place.id, archived=False, locked=place.thread_metadata.locked)

    def _is_thread(self, channel: str) -> bool:
        return self.exists(int(channel)) and self._backend.get_channel(int(channel)).is_thread

    def _edit_thread(self, thread: int, body: Payload) -> Payload:
        place = self._backend.get_thread(thread)
        state = place.thread_metadata
        only_opens = body.get("archived") is False and not body.keys() - {"archived"}
        if only_opens and state is not None and not state.locked:
            self._require(thread, "send_messages_in_threads")
        elif place.owner_id != self.bot or "locked" in body:
            self._require(thread, "manage_threads")
        metadata = {key: body[key] for key in ("archived", "locked", "auto_archive_duration") if key in body}
        fields = {key: body[key] for key in ("name", "rate_limit_per_user") if key in body}
        unknown = body.keys() - metadata.keys() - fields.keys() - {"invitable"}
        if unknown:
            raise BackendError(501, 0, f"editing {sorted(unknown)} of a thread is not implemented")
        if state is not None and state.archived and body.get("archived") is not False:
            raise BackendError(400, 50083, "Thread is archived")
        self._backend.edit_channel(thread, fields, thread_metadata=metadata)
        return self.channel(thread)

    def _require(self, channel: int, *rights: str) -> None:
        place = self._backend.get_channel(channel)
        self._backend.require_permissions(place.guild_id, self.bot, channel, *rights)

    def _require_upload_right(self, channel: int, files: list[Upload]) -> None:
        if files:
            self._require(channel, "attach_files")

    # --------------------------------------------------------------- gateway

    def event_for(self, event: str, payload: Mapping[str, Any], intents: int) -> Payload | None:
        """The event as a client with these intents gets it; ``None`` if it gets nothing."""
        declared = discord.Intents.none()
        declared.value = intents
        needed = gateway_intents.required_intent(event, payload)
        if needed is not None and not getattr(declared, needed):
            return None
        copy: Payload = json.loads(json.dumps(payload))
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and not declared.message_content:
            gateway_intents.censor_message(copy, self.bot, backend=self._backend)
        if event == "GUILD_CREATE":
            gateway_intents.prune_guild_create(copy, declared, self.bot)
        return copy

    # ------------------------------------------------------------- remaining

    @property
    def base(self) -> str:
        """The address under which uploaded files are served."""
        return self._backend.cdn.base

    @base.setter
    def base(self, address: str) -> None:
        self._backend.cdn.base = address

    def dump(self) -> tuple[str, dict[str, bytes]]:
        """Everything that outlives this process: one JSON text and the files by name.

        Private messages are left out, as they vanish from a person's screen when the client restarts.
        """
        lasting = {
            channel: {key: message for key, message in messages.items() if not message.is_ephemeral}
            for channel, messages in self._backend.messages.items()
        }
        urls = {
            file["url"]: file["id"]
            for channel in self._backend.messages.values()
            for message in channel.values()
            for file in message.attachments
        }
        emojis = {self._emoji_file(emoji): str(emoji) for emoji in self._backend.application_emojis}
        self._backend.cdn.keep_only({*urls, *emojis})
        saved = _Saved(
            format=_SAVE_FORMAT,
            base=self.base,
            application=self.application,
            bot=self.bot,
            users=self._backend.users,
            guilds=self._backend.guilds,
            channels=self._backend.channels,
            messages=lasting,
            direct=self._backend.dm_channels,
            emojis=self._backend.application_emojis,
            commands=[(scope, list(commands.values())) for scope, commands in self._backend.commands.items()],
        )
        lasting_files = {
            file["id"]: data
            for channel in lasting.values()
            for message in channel.values()
            for file in message.attachments
            if (data := self.file(file["url"])) is not None
        }
        for url, name in emojis.items():
            if (data := self.file(url)) is not None:
                lasting_files[name] = data
        return _SAVED.dump_json(saved, indent=1).decode(), lasting_files

    def restore(self, text: str, read: Callable[[str], bytes]) -> None:
        """Become what ``dump`` wrote; ``read`` gives a file by its name. ``ValueError`` if it is not such a text."""
        old = _SAVED.validate_json(text)
        if old.format != _SAVE_FORMAT:
            raise ValueError(f"format {old.format}")
        saved = _SAVED.validate_json(text.replace(old.base, self.base))
        backend = self._backend
        backend.application_id = saved.application
        backend.users = saved.users
        backend.bot_user = saved.users[saved.bot]
        backend.guilds = saved.guilds
        backend.channels = saved.channels
        backend.messages = {channel: saved.messages.get(channel, {}) for channel in saved.channels}
        backend.dm_channels = saved.direct
        backend.application_emojis = saved.emojis
        backend.commands = {
            scope: {(command["name"], int(command["type"])): command for command in commands}
            for scope, commands in saved.commands
        }
        for messages in backend.messages.values():
            for message in messages.values():
                for file in message.attachments:
                    backend.cdn.restore(file["url"], read(file["id"]))
        for emoji in saved.emojis:
            backend.cdn.restore(self._emoji_file(emoji), read(str(emoji)))

    def _bot_role(self, guild: Guild) -> Role:
        return guild.roles[guild.members[self.bot].role_ids[0]]
