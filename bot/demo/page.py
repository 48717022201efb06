"""The chat page: its files, the socket that tells it what changes, and the actions of the people on it."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from aiohttp import WSMsgType, web
from discord import AppCommandType
from pydantic import BaseModel, Field, ValidationError

from bot.demo.people import Member, Refused, Reply
from bot.demo.server import LoopbackDiscord
from bot.demo.world import Change, Payload
from bot.i18n import Catalogue

_FILES: Final = Path(__file__).parent / "page"
_TEXT_KEY: Final = re.compile(r'"(demo\.page\.[a-z_.]+)"')
_HISTORY: Final = 100
"""Messages of a channel that a page starts with."""

_BLANKS: Final = {name: f"{{{name}}}" for name in ("name", "command", "place", "count")}
"""What the page itself puts into its texts stays a blank in them."""


class _Person(BaseModel):
    """A member given as the value of an option or a select."""

    member: int


_Value = str | bool | int | float | _Person


class _Act(BaseModel):
    """What every action says: who does it and where."""

    who: int = Field(alias="as")
    channel: int = 0
    message: int = 0
    text: str = Field(default="", max_length=2000)
    command: str = ""
    focused: str = ""
    typed: str | int | float = ""
    options: dict[str, _Value] = {}
    target: int = 0
    custom_id: str = ""
    values: list[_Value] = []
    interaction: int = 0
    fields: dict[str, str | bool | list[str] | None] = {}


class Page:
    """The page of one server's people. ``attach`` before the server starts."""

    def __init__(self, server: LoopbackDiscord, texts: Catalogue) -> None:
        self._server = server
        self._world = server.world
        self._texts = texts
        self._sockets: set[web.WebSocketResponse] = set()
        self._sending: set[asyncio.Task[None]] = set()
        self._trouble = ""
        self._modals: dict[int, Reply] = {}
        self._acts: dict[str, Callable[[Member, _Act], Awaitable[Payload]]] = {
            "say": self._say,
            "dismiss": self._dismiss,
            "commands": self._commands,
            "slash": self._slash,
            "autocomplete": self._autocomplete,
            "menu": self._menu,
            "click": self._click,
            "select": self._select,
            "submit": self._submit,
        }

    def attach(self) -> None:
        router = self._server.app.router
        router.add_get("/", self._file)
        router.add_get("/page/{name}", self._file)
        router.add_get("/texts.json", self._all_texts)
        router.add_get("/live", self._live)
        router.add_post("/act/{what}", self._act)
        self._server.listeners.append(self._changed)
        self._server.session_listeners.append(self._bot_changed)
        self._server.app.on_shutdown.append(self._close)

    async def tell_trouble(self, text: str) -> None:
        """Show on every page that the bot is gone, and why."""
        self._trouble = text
        self._bot_changed()
        await asyncio.gather(*self._sending)

    # ---------------------------------------------------------------- reading

    async def _file(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info.get("name", "index.html")
        path = _FILES / name
        if path.parent != _FILES or not path.is_file():
            raise web.HTTPNotFound
        socket = self._server.gateway.url.removesuffix("/gateway")
        policy = (
            f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' {socket} "
            f"{socket.replace('127.0.0.1', 'localhost')}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
        )
        headers = {
            "Content-Security-Policy": policy,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
        }
        return web.FileResponse(path, headers=headers)

    async def _all_texts(self, _: web.Request) -> web.Response:
        keys = {key for path in _FILES.glob("*.js") for key in _TEXT_KEY.findall(path.read_text(encoding="utf-8"))}
        return web.json_response({key: self._texts.text(key, **_BLANKS) for key in sorted(keys)})

    async def _live(self, request: web.Request) -> web.StreamResponse:
        if "Origin" not in request.headers:
            raise web.HTTPForbidden
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        await socket.send_json(self._everything())
        self._sockets.add(socket)
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
        finally:
            self._sockets.discard(socket)
        return socket

    def _everything(self) -> Payload:
        [guild] = self._world.guilds
        channels = self._world.channels(guild)
        messages = [
            self._world.message(channel, one)
            for channel in channels
            for one in self._world.messages(channel)[-_HISTORY:]
        ]
        return {
            "type": "everything",
            "guild": self._world.guild(guild)["name"],
            "bot": self._world.user(self._world.bot),
            "members": [self._world.user(user) for user in self._world.members(guild)],
            "roles": self._world.roles(guild),
            "channels": [self._channel(channel) for channel in channels],
            "messages": messages,
            **self._bot_state(),
        }

    def _channel(self, channel: int) -> Payload:
        [guild] = self._world.guilds
        seen_by = [str(user) for user in self._world.members(guild) if self._world.can_see(channel, user)]
        return {**self._world.channel(channel), "seen_by": seen_by}

    def _bot_state(self) -> Payload:
        return {"online": self._server.gateway.connected and not self._trouble, "trouble": self._trouble}

    # --------------------------------------------------------------- telling

    def _changed(self, change: Change) -> None:
        if not self._sockets:
            return
        if change.message is not None:
            message = self._world.message(change.channel, change.message)
            gone = {"type": "gone", "channel": str(change.channel), "message": str(change.message)}
            self._tell(gone if message is None else {"type": "message", "message": message})
        elif self._world.exists(change.channel):
            self._tell({"type": "channel", "channel": self._channel(change.channel)})
        else:
            self._tell({"type": "channel_gone", "channel": str(change.channel)})

    def _bot_changed(self) -> None:
        self._tell({"type": "bot", **self._bot_state()})

    def _tell(self, frame: Payload) -> None:
        text = json.dumps(frame)
        for socket in self._sockets:
            task = asyncio.ensure_future(_send(socket, text))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _close(self, _: web.Application) -> None:
        for socket in list(self._sockets):
            await socket.close()

    # ---------------------------------------------------------------- acting

    async def _act(self, request: web.Request) -> web.Response:
        """Answer ``{...}`` what came of the action, or ``{"refused": sentence}``."""
        perform = self._acts.get(request.match_info["what"])
        if perform is None:
            raise web.HTTPNotFound
        if request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType  # what a form of a foreign page could send
        [guild] = self._world.guilds
        try:
            act = _Act.model_validate_json(await request.read())
        except ValidationError as error:
            raise web.HTTPBadRequest from error
        if act.who not in self._world.members(guild):
            raise web.HTTPBadRequest
        try:
            answer = await perform(self._server.member(guild, act.who), act)
        except Refused as refusal:
            answer = {"refused": self._texts.text(f"demo.refused.{refusal.reason}")}
        return web.json_response(answer)

    async def _say(self, member: Member, act: _Act) -> Payload:
        member.say(act.channel, act.text)
        return {}

    async def _dismiss(self, member: Member, act: _Act) -> Payload:
        member.dismiss(self._seen(member, act))
        return {}

    async def _commands(self, member: Member, act: _Act) -> Payload:
        return {"slash": member.commands(act.channel), "user": member.commands(act.channel, AppCommandType.user)}

    async def _slash(self, member: Member, act: _Act) -> Payload:
        options = {name: self._value(member, value) for name, value in act.options.items()}
        return self._outcome(await member.slash(act.channel, act.command, **options), "demo.no_answer.command")

    async def _autocomplete(self, member: Member, act: _Act) -> Payload:
        options = {name: self._value(member, value) for name, value in act.options.items() if name != act.focused}
        choices = await member.autocomplete(act.channel, act.command, act.focused, act.typed, **options)
        return {"choices": choices}

    async def _menu(self, member: Member, act: _Act) -> Payload:
        target = self._server.member(member.guild, act.target)
        return self._outcome(await member.menu(act.channel, act.command, target), "demo.no_answer.command")

    async def _click(self, member: Member, act: _Act) -> Payload:
        reply = await member.click(self._seen(member, act), act.custom_id)
        return self._outcome(reply, "demo.no_answer.component")

    async def _select(self, member: Member, act: _Act) -> Payload:
        values = [self._value(member, value) for value in act.values]
        reply = await member.select(self._seen(member, act), act.custom_id, *values)
        return self._outcome(reply, "demo.no_answer.component")

    async def _submit(self, member: Member, act: _Act) -> Payload:
        shown = self._modals.pop(act.interaction, None)
        if shown is None:
            raise Refused("no_modal")
        fields = {name: value for name, value in act.fields.items() if value is not None}
        return self._outcome(await member.submit(shown, **fields), "demo.no_answer.component")

    def _seen(self, member: Member, act: _Act) -> Payload:
        message = member.message(act.channel, act.message)
        if message is None:
            raise Refused("unseen")
        return message

    def _value(self, member: Member, value: _Value) -> Any:
        return self._server.member(member.guild, value.member) if isinstance(value, _Person) else value

    def _outcome(self, reply: Reply, silence: str) -> Payload:
        if reply.failed:
            return {"refused": self._texts.text(silence)}
        if reply.modal is None:
            return {"kind": reply.kind}
        self._modals[reply.interaction] = reply
        return {"kind": reply.kind, "modal": reply.modal, "interaction": str(reply.interaction)}


async def _send(socket: web.WebSocketResponse, text: str) -> None:
    if not socket.closed:
        try:
            await socket.send_str(text)
        except ConnectionError:
            return  # the page has just been closed
