"""``/metrics`` and ``/healthz`` on this machine's loopback address. Imported only if somebody wants them."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.errors import StartupError
from bot.health import Vitals
from bot.metrics import Metrics
from bot.store import facts, matches
from bot.store.database import Database

log = logging.getLogger(__name__)

ADDRESS: Final = "127.0.0.1"

PATIENCE: Final = 2.0
"""Seconds in which the database must take a write."""

PROBE: Final = "status_probe"
"""The fact that is written to see whether the database can be."""


class Status:
    """The two pages."""

    def __init__(self, database: Database, metrics: Metrics, vitals: Callable[[], Vitals]) -> None:
        self._database = database
        self._metrics = metrics
        self._vitals = vitals

    @asynccontextmanager
    async def serving(self, port: int) -> AsyncGenerator[int]:
        """Serve within this block; yields the port, which is a free one for 0.

        Raises StartupError if the port is taken.
        """
        app = web.Application()
        app.router.add_get("/metrics", self._show_metrics)
        app.router.add_get("/healthz", self._show_health)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0)
        await runner.setup()
        try:
            await web.TCPSite(runner, ADDRESS, port).start()
        except OSError as error:
            await runner.cleanup()
            raise StartupError("startup.no_port", port=port, reason=error.strerror) from error
        try:
            yield runner.addresses[0][1]
        finally:
            await runner.cleanup()

    async def _show_metrics(self, request: web.Request) -> web.Response:
        del request
        reader = self._database.reader
        text = self._metrics.text(
            matches=await matches.count_by_state(reader),
            behind=len(await matches.unpublished(reader)),
            queue=self._vitals().publish_queue,
        )
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _show_health(self, request: web.Request) -> web.Response:
        del request
        vitals, writable = self._vitals(), await self._is_writable()
        found = {
            "connected": vitals.connected,
            "heartbeat_age": None if vitals.heartbeat_age is None else round(vitals.heartbeat_age, 1),
            "database_writable": writable,
        }
        return web.json_response(found, status=200 if vitals.good and writable else 503)

    async def _is_writable(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE), self._database.writing() as connection:
                await facts.put(connection, PROBE, "")
        except (TimeoutError, sqlite3.Error) as error:
            log.warning("database not writable: %s", error or type(error).__name__)
            return False
        return True
