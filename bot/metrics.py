"""What the bot measures of itself, in the form that Prometheus reads. Imported only if somebody wants it."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from bot.log import EVENTS, FIELDS

SAMPLE_EVERY: Final = 0.25
"""Seconds between two looks at how late the event loop is."""

TAP_BUCKETS: Final = (0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Seconds; after 3 of them Discord takes no answer any more."""

LAG_BUCKETS: Final = (0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0)


class Metrics(logging.Handler):
    """Counts events as they are logged, errors of Discord as they come in, and how late the event loop is."""

    def __init__(self) -> None:
        super().__init__()
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._matches = Gauge("lost_cities_matches", "Matches by state.", ["state"], registry=self._registry)
        self._behind = Gauge(
            "lost_cities_matches_behind",
            "Matches whose channel does not show them as they are.",
            registry=self._registry,
        )
        self._queue = Gauge(
            "lost_cities_publish_queue", "Matches and challenges that are being shown.", registry=self._registry
        )
        self._actions = Counter(
            "lost_cities_actions", "What was applied to matches, by kind.", ["kind"], registry=self._registry
        )
        self._requests = Counter(
            "lost_cities_requests", "Presses and commands, by outcome.", ["kind", "outcome"], registry=self._registry
        )
        self._taps = Histogram(
            "lost_cities_tap_seconds",
            "From the arrival of a press or command until it was answered.",
            ["kind"],
            buckets=TAP_BUCKETS,
            registry=self._registry,
        )
        self._errors = Counter(
            "lost_cities_discord_errors",
            "Requests that Discord refused or did not answer, by HTTP status and its own code.",
            ["status", "code"],
            registry=self._registry,
        )
        self._lag = Histogram(
            "lost_cities_loop_lag_seconds",
            "How late the event loop is.",
            buckets=LAG_BUCKETS,
            registry=self._registry,
        )
        self.http_trace: Final = aiohttp.TraceConfig()
        self.http_trace.on_request_end.append(self._note_answer)
        self.http_trace.on_request_exception.append(self._note_silence)

    @asynccontextmanager
    async def measuring(self) -> AsyncGenerator[None]:
        """Listen to events and watch the event loop within this block."""
        EVENTS.addHandler(self)
        watching = asyncio.create_task(self._watch_loop(), name="loop-lag")
        try:
            yield
        finally:
            EVENTS.removeHandler(self)
            watching.cancel()
            await asyncio.wait([watching])

    def text(self, *, matches: Mapping[str, int], behind: int, queue: int) -> bytes:
        """Everything in Prometheus's text form, with what can only be counted at the moment of asking."""
        for state, count in matches.items():
            self._matches.labels(state).set(count)
        self._behind.set(behind)
        self._queue.set(queue)
        return generate_latest(self._registry)

    def emit(self, record: logging.LogRecord) -> None:
        fields: Mapping[str, Any] = getattr(record, FIELDS)
        match record.msg:
            case "action":
                self._actions.labels(fields["kind"]).inc()
            case "press" | "command":
                self._requests.labels(record.msg, fields["outcome"]).inc()
                self._taps.labels(record.msg).observe(fields["ms"] / 1000)
            case _:
                pass

    async def _watch_loop(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + SAMPLE_EVERY
            await asyncio.sleep(SAMPLE_EVERY)
            self._lag.observe(max(0.0, loop.time() - due))

    async def _note_answer(self, session: object, context: object, ended: aiohttp.TraceRequestEndParams) -> None:
        del session, context
        if ended.response.status >= 400:
            self._errors.labels(ended.response.status, await _code(ended.response)).inc()

    async def _note_silence(self, session: object, context: object, ended: aiohttp.TraceRequestExceptionParams) -> None:
        del session, context
        self._errors.labels("none", type(ended.exception).__name__).inc()


async def _code(response: aiohttp.ClientResponse) -> str:
    """Discord's own code of an error, empty if the answer has none. The body can be read again after this."""
    try:
        body: Any = await response.json(content_type=None)
    except (ValueError, aiohttp.ClientError):
        return ""
    match body:
        case {"code": int(code)}:
            return str(code)
        case _:
            return ""
