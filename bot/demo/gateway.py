"""The websocket side of the pretend Discord: gateway version 10 with sessions that survive a lost connection."""

import asyncio
import json
import zlib
from collections import deque
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from secrets import token_hex
from typing import Any, Final

from aiohttp import WSMsgType, web

from bot.demo.world import Payload, World

_AUTHENTICATION_FAILED: Final = 4004
_HEARTBEAT_MS: Final = 41250
_LATENCY: Final = 0.02
"""Seconds until a heartbeat is acknowledged: the client notes the time of a beat only after sending it, so an answer
that comes at once looks a whole interval late to it."""
_REPLAYABLE: Final = 1000
"""Events a session keeps for a client that comes back."""


class Op(IntEnum):
    """The kinds of frame that matter here."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    RESUME = 6
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Connection:
    """One websocket; frames leave in the order in which they were put, through one compression stream."""

    def __init__(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        self.request = request
        self.socket = socket
        self._frames: asyncio.Queue[Payload] = asyncio.Queue()
        self._encode = _encoder(request.query.get("compress"))

    def put(self, op: Op, data: object, *, event: str | None = None, sequence: int | None = None) -> None:
        self._frames.put_nowait({"op": op, "d": data, "t": event, "s": sequence})

    async def pump(self) -> None:
        try:
            while True:
                encoded = self._encode(json.dumps(await self._frames.get()))
                await (self.socket.send_str(encoded) if isinstance(encoded, str) else self.socket.send_bytes(encoded))
        except ConnectionError:
            return  # the session keeps what was not delivered

    def abort(self) -> None:
        """Drop the connection as a broken line does, without a closing frame."""
        if self.request.transport is not None:
            self.request.transport.abort()


@dataclass
class Session:
    """One shard of the client, connected or not."""

    id: str
    intents: int
    shard: int
    shards: int
    connection: Connection | None
    sequence: int = 0
    sent: deque[tuple[int, str, Payload]] = field(default_factory=lambda: deque(maxlen=_REPLAYABLE))

    def announce(self, event: str, payload: Payload) -> None:
        self.sequence += 1
        self.sent.append((self.sequence, event, payload))
        if self.connection is not None:
            self.connection.put(Op.DISPATCH, payload, event=event, sequence=self.sequence)


class Gateway:
    """Sessions and their connections. ``identified`` and ``resumed`` count what clients did."""

    def __init__(self, world: World, token: str, *, on_session: Callable[[], None]) -> None:
        self.url = ""
        self.identified = 0
        self.resumed = 0
        self._world = world
        self._token = token
        self._on_session = on_session
        self._sessions: dict[str, Session] = {}
        self._open = True

    @property
    def connected(self) -> bool:
        return any(session.connection is not None for session in self._sessions.values())

    def announce(self, event: str, payload: Mapping[str, Any]) -> None:
        guild = payload.get("guild_id") or (payload.get("id") if event.startswith("GUILD_") else None) or 0
        for session in self._sessions.values():
            if (int(guild) >> 22) % session.shards == session.shard:
                shaped = self._world.event_for(event, payload, session.intents)
                if shaped is not None:
                    session.announce(event, shaped)

    def cut(self) -> None:
        """Break every connection; the sessions wait for their clients to resume."""
        for session in self._sessions.values():
            if session.connection is not None:
                session.connection.abort()
                session.connection = None

    def forget_sessions(self) -> None:
        """Break every connection and refuse to resume: clients have to identify anew."""
        self.cut()
        self._sessions.clear()

    @asynccontextmanager
    async def outage(self) -> AsyncGenerator[None]:
        """No connection exists or can be made inside the block; what happens meanwhile is replayed afterwards."""
        self._open = False
        self.cut()
        try:
            yield
        finally:
            self._open = True

    async def close(self) -> None:
        """End every connection in order."""
        for session in list(self._sessions.values()):
            if session.connection is not None:
                await session.connection.socket.close()
        self._sessions.clear()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        if not self._open:
            return web.Response(status=503)
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        connection = Connection(request, socket)
        connection.put(Op.HELLO, {"heartbeat_interval": _HEARTBEAT_MS})
        pump = asyncio.create_task(connection.pump())
        session: Session | None = None
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                frame: Payload = json.loads(message.data)
                match frame["op"]:
                    case Op.HEARTBEAT:
                        asyncio.get_running_loop().call_later(_LATENCY, connection.put, Op.HEARTBEAT_ACK, None)
                    case Op.IDENTIFY if frame["d"]["token"] == self._token:
                        session = self._identify(connection, frame["d"])
                    case Op.RESUME if frame["d"]["token"] == self._token:
                        session = self._resume(connection, frame["d"])
                    case Op.IDENTIFY | Op.RESUME:
                        await socket.close(code=_AUTHENTICATION_FAILED)
                    case _:
                        pass  # presence and voice change nothing here
        finally:
            pump.cancel()
            if session is not None and session.connection is connection:
                session.connection = None
                self._on_session()
        return socket

    def _identify(self, connection: Connection, data: Payload) -> Session:
        shard, shards = data.get("shard") or (0, 1)
        session = Session(token_hex(16), int(data["intents"]), shard, shards, connection)
        stale = [one.id for one in self._sessions.values() if one.shard == shard and one.connection is None]
        for old in stale:
            del self._sessions[old]
        self._sessions[session.id] = session
        self.identified += 1
        guilds = [guild for guild in self._world.guilds if (guild >> 22) % shards == shard]
        session.announce(
            "READY",
            {
                "v": 10,
                "user": self._world.user(self._world.bot),
                "guilds": [{"id": str(guild), "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "resume_gateway_url": self.url,
                "session_type": "normal",
                "shard": [shard, shards],
                "application": {"id": str(self._world.application), "flags": 0},
            },
        )
        for guild in guilds:
            payload = self._world.event_for("GUILD_CREATE", self._world.guild(guild), session.intents)
            if payload is not None:
                session.announce("GUILD_CREATE", payload)
        self._on_session()
        return session

    def _resume(self, connection: Connection, data: Payload) -> Session | None:
        session = self._sessions.get(data["session_id"])
        if session is None:
            connection.put(Op.INVALID_SESSION, data=False)
            return None
        session.connection = connection
        self.resumed += 1
        for sequence, event, payload in session.sent:
            if sequence > (data["seq"] or 0):
                connection.put(Op.DISPATCH, payload, event=event, sequence=sequence)
        session.announce("RESUMED", {})
        self._on_session()
        return session


def _encoder(compression: str | None) -> Callable[[str], str | bytes]:
    if compression == "zlib-stream":
        stream = zlib.compressobj()
        return lambda text: stream.compress(text.encode()) + stream.flush(zlib.Z_SYNC_FLUSH)
    # A client that asks for zstd reads plain text as well, and only newer versions of Python bring zstd along.
    return lambda text: text
