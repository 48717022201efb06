"""A Discord on this machine's loopback address, with real HTTP and websockets, for the practice table and for tests.

    async with LoopbackDiscord() as server:
        guild = server.world.create_guild("Club")
        table = server.world.create_channel(guild, "table")
        ada, ben = server.join(guild, "Ada"), server.join(guild, "Ben")
        ...                         # start the bot with server.base and server.token
        await server.until(lambda: server.gateway.connected)
        reply = await ada.slash(table, "play", opponent=ben)
        await ben.click(reply.message, "accept")
        server.faults.add(Fault("POST", "/channels/*/messages", status=429, retry_after=0.2))
        server.gateway.cut()

``server.calls`` holds every REST request with body and answer; ``server.gaps`` what the bot asked for and this server
does not know, which a test should find empty.
"""

import asyncio
import json
import math
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from secrets import token_hex
from time import perf_counter
from types import TracebackType
from typing import Any, Final, Self, cast

from aiohttp import BodyPartReader, web

from bot.demo.faults import Fault, Faults
from bot.demo.gateway import Gateway
from bot.demo.people import Member
from bot.demo.world import BackendError, Change, Payload, Upload, World, picture

API: Final = "/api/v10"
_ADDRESS: Final = "127.0.0.1"
_NOT_IMPLEMENTED: Final = 501
_LOOK_AGAIN: Final = 0.05
_MAX_REQUEST: Final = 64 << 20
_PICTURES: Final = ("image/png", "image/jpeg", "image/gif", "image/webp")


@dataclass(slots=True)
class Call:
    """One REST request of the bot and what it got. ``path`` starts behind the version; ``at`` is monotonic seconds."""

    method: str
    path: str
    query: Mapping[str, str]
    body: Any
    files: list[Upload]
    at: float
    status: int = 0
    """0 until it is answered, and for good if the connection was cut instead."""
    answer: Any = None
    seconds: float = 0.0


class LoopbackDiscord:
    """The whole of it. ``deadline`` is the seconds the bot has to answer an interaction, ``keep_calls`` how many
    requests are remembered (``None``: all); ``port`` 0 takes a free one. ``app`` may get more routes before the start.
    """

    def __init__(self, *, port: int = 0, deadline: float = 3.0, keep_calls: int | None = None) -> None:
        self.token = token_hex(24)
        self.world = World(deadline=deadline)
        self.faults = Faults()
        self.gateway = Gateway(self.world, self.token, on_session=self._session_changed)
        self.calls: deque[Call] = deque(maxlen=keep_calls)
        self.gaps: list[str] = []
        self.listeners: list[Callable[[Change], None]] = []
        self.session_listeners: list[Callable[[], None]] = []
        self.base = ""
        self.world.on_event = self.gateway.announce
        self.world.on_change = self._changed
        self._port = port
        self._stirred = asyncio.Event()
        self._answers: dict[int, asyncio.Event] = {}
        self.app = web.Application(client_max_size=_MAX_REQUEST, middlewares=[self._guard])
        self.app.router.add_get("/gateway", self.gateway.serve)
        self.app.router.add_get("/cdn/{file:.*}", self._file)
        self.app.router.add_route("*", API + "/{path:.*}", self._rest)
        self._runner = web.AppRunner(self.app, access_log=None, shutdown_timeout=1.0)

    async def start(self) -> None:
        """Listen; raises ``OSError`` if the port is taken."""
        await self._runner.setup()
        site = web.TCPSite(self._runner, _ADDRESS, self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self.base = f"http://{_ADDRESS}:{self._port}"
        self.gateway.url = f"ws://{_ADDRESS}:{self._port}/gateway"
        self.world.base = self.base + "/cdn"

    async def stop(self) -> None:
        await self.gateway.close()
        await self._runner.cleanup()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def join(self, guild: int, name: str, *, locale: str = "en-US") -> Member:
        """A new person in a server."""
        return Member(self, guild, self.world.create_member(guild, name), locale=locale)

    def member(self, guild: int, user: int) -> Member:
        """A person who is there already, or the bot as somebody's target."""
        return Member(self, guild, user)

    def synced(self) -> bool:
        """Whether a bot is connected and has told its commands."""
        return self.gateway.connected and self.world.has_commands()

    async def until(self, check: Callable[[], bool], /, seconds: float = 5.0) -> bool:
        """Wait until ``check`` holds; ``False`` if it does not within the time.

        It looks after everything that happens here, and now and then for what happens elsewhere.
        """
        end = perf_counter() + seconds
        while not check():
            left = end - perf_counter()
            if left <= 0:
                return False
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stirred.wait(), min(left, _LOOK_AGAIN))
        return True

    async def answered(self, interaction: int, /) -> None:
        """Wait until the bot has answered an interaction, or its time for that is over."""
        answer = self._answers[interaction] = asyncio.Event()
        try:
            await asyncio.wait_for(answer.wait(), self.world.deadline)
        except TimeoutError:
            return
        finally:
            del self._answers[interaction]

    def stir(self) -> None:
        """Let everybody who waits look again."""
        self._stirred.set()
        self._stirred = asyncio.Event()

    def _changed(self, change: Change) -> None:
        for listener in self.listeners:
            listener(change)
        self.stir()

    def _session_changed(self) -> None:
        for listener in self.session_listeners:
            listener()
        self.stir()

    # ------------------------------------------------------------------ HTTP

    @web.middleware
    async def _guard(self, request: web.Request, handler: Callable[[web.Request], Any]) -> web.StreamResponse:
        """Turn away what another web page, or a name that was pointed at this address, sends through a browser."""
        names = {f"{name}:{self._port}" for name in (_ADDRESS, "localhost")}
        origin = request.headers.get("Origin")
        foreign = request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")
        if request.host not in names or foreign or (origin is not None and origin.removeprefix("http://") not in names):
            return web.Response(status=403, text="This server answers only its own page on this machine.")
        return await handler(request)

    async def _file(self, request: web.Request) -> web.Response:
        data = self.world.file(self.base + request.path)
        if data is None:
            return web.Response(status=404)
        kind = (picture(data) or ("", 0, 0))[0]
        shown = kind in _PICTURES
        return web.Response(
            body=data,
            content_type=kind if shown else "application/octet-stream",
            headers={
                "Content-Disposition": "inline" if shown else "attachment",
                "Content-Security-Policy": "sandbox; default-src 'none'",
                "X-Content-Type-Options": "nosniff",
                "Cache-Control": "private, max-age=3600, immutable",
            },
        )

    async def _rest(self, request: web.Request) -> web.StreamResponse:
        started = perf_counter()
        body, files = await _read(request)
        path = request.path.removeprefix(API)
        call = Call(request.method, path, dict(request.query), body, files, started)
        self.calls.append(call)
        fault = self.faults.take(call.method, path)
        if fault is not None and not fault.after:
            await asyncio.sleep(fault.delay)
            if fault.reset or fault.status is not None:
                return self._answer(request, call, fault, None)
        try:
            result = self._perform(request, call)
        except BackendError as error:
            call.status, call.answer = error.status, error.to_json()
            if error.status == _NOT_IMPLEMENTED:
                self.gaps.append(error.message)
        else:
            call.status, call.answer = (204, None) if result is None else (200, result)
            self._note_answer(path)
        self.stir()
        if fault is not None and fault.after:
            await asyncio.sleep(fault.delay)
            return self._answer(request, call, fault, call.answer)
        return self._answer(request, call, None, call.answer)

    def _note_answer(self, path: str) -> None:
        match path.strip("/").split("/"):
            case ["interactions", interaction, _, "callback"] if int(interaction) in self._answers:
                self._answers[int(interaction)].set()
            case _:
                pass

    def _perform(self, request: web.Request, call: Call) -> Any:
        open_to_all = call.path.startswith(("/interactions/", "/webhooks/"))
        if not open_to_all and request.headers.get("Authorization") != f"Bot {self.token}":
            raise BackendError(401, 0, "401: Unauthorized")
        match call.method, call.path:
            case "GET", "/gateway":
                return {"url": self.gateway.url}
            case "GET", "/gateway/bot":
                limit = {"total": 1000, "remaining": 999, "reset_after": 14400000, "max_concurrency": 1}
                return {"url": self.gateway.url, "shards": 1, "session_start_limit": limit}
            case _:
                return self.world.rest(call.method, call.path, query=call.query, body=call.body, files=call.files)

    def _answer(self, request: web.Request, call: Call, fault: Fault | None, answer: Any) -> web.StreamResponse:
        call.seconds = perf_counter() - call.at
        headers = {"Content-Type": "application/json", "Via": "1.1 loopback"}
        if fault is not None and fault.reset:
            call.status = 0
            if request.transport is not None:
                request.transport.abort()
        elif fault is not None and fault.status is not None:
            call.status = fault.status
            answer = {"code": fault.code, "message": fault.message}
            if fault.status == 429:
                answer = {**answer, "retry_after": fault.retry_after, "global": fault.everywhere}
                headers["Retry-After"] = str(math.ceil(fault.retry_after))
                headers["X-RateLimit-Scope"] = "global" if fault.everywhere else "user"
        call.answer = answer
        if call.status == 204:
            return web.Response(status=204, headers={"Via": headers["Via"]})
        # the client wants the content type bare, without a charset
        return web.Response(body=json.dumps(answer).encode(), status=call.status or 500, headers=headers)


async def _read(request: web.Request) -> tuple[Any, list[Upload]]:
    """The JSON body and the files of a request, each with the description that the body gives it."""
    if request.content_type != "multipart/form-data":
        return (await request.json() if request.can_read_body else None), []
    body: Payload = {}
    named: list[tuple[str, str, bytes]] = []
    async for part in await request.multipart():
        part = cast("BodyPartReader", part)
        if part.name == "payload_json":
            body = json.loads(await part.text())
        else:
            number = (part.name or "").removeprefix("files[").removesuffix("]")
            named.append((number, part.filename or "file", bytes(await part.read())))
    listed: list[Payload] = (body.get("data") or body).get("attachments") or []
    described = {str(one["id"]): one.get("description") for one in listed}
    return body, [Upload(filename, BytesIO(data), described.get(number)) for number, filename, data in named]
