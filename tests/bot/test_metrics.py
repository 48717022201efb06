"""What is measured, as Prometheus reads it."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from aiohttp import ClientConnectionError, ClientSession, web
from prometheus_client.parser import text_string_to_metric_families

from bot import metrics as module
from bot.log import log_event
from bot.metrics import SAMPLE_EVERY, Metrics

ROOT = Path(__file__).parents[2]


def read(metrics: Metrics, **given: int) -> Callable[..., float | None]:
    """Reads a figure by its name and labels."""
    text = metrics.text(matches={"running": 2}, behind=given.get("behind", 0), queue=given.get("queue", 0)).decode()
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]

    def value(name: str, **labels: str) -> float | None:
        found = [sample.value for sample in samples if (sample.name, sample.labels) == (f"lost_cities_{name}", labels)]
        return found[0] if found else None

    return value


async def test_events_are_counted_while_it_measures() -> None:
    metrics = Metrics()
    async with metrics.measuring():
        log_event("action", kind="game", match=1)
        log_event("action", kind="game", match=2)
        log_event("press", verb="hand", user=1, outcome="done", ms=120)
        log_event("command", verb="play", user=1, outcome="moved_on", ms=40)
        log_event("timer", kind="backup", subject=0)
    log_event("action", kind="game", match=3)
    value = read(metrics)
    assert value("actions_total", kind="game") == 2
    assert value("requests_total", kind="press", outcome="done") == 1
    assert value("requests_total", kind="command", outcome="moved_on") == 1
    assert value("tap_seconds_sum", kind="press") == pytest.approx(0.12)
    assert value("tap_seconds_bucket", kind="command", le="0.025") == 0
    assert value("tap_seconds_bucket", kind="command", le="0.05") == 1


def test_what_is_counted_at_the_moment_of_asking() -> None:
    value = read(Metrics(), behind=3, queue=4)
    assert value("matches", state="running") == 2
    assert value("matches_behind") == 3
    assert value("publish_queue") == 4


async def test_a_late_event_loop_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    now, naps, third = 100.0, list[float](), asyncio.Event()

    async def sleep(seconds: float) -> None:
        nonlocal now
        naps.append(seconds)
        if len(naps) == 3:
            third.set()
            await asyncio.Event().wait()
        now += seconds + 0.03

    monkeypatch.setattr(module.asyncio, "get_running_loop", lambda: SimpleNamespace(time=lambda: now))
    monkeypatch.setattr(module.asyncio, "sleep", sleep)
    metrics = Metrics()
    async with metrics.measuring():
        await third.wait()
        monkeypatch.undo()
    assert naps == [SAMPLE_EVERY] * 3
    value = read(metrics)
    assert value("loop_lag_seconds_count") == 2
    assert value("loop_lag_seconds_bucket", le="0.02") == 0
    assert value("loop_lag_seconds_bucket", le="0.05") == 2


@pytest.fixture
async def discord_of_errors() -> AsyncIterator[str]:
    """A server that answers as its path says."""

    async def answer(request: web.Request) -> web.Response:
        match request.path:
            case "/fine":
                return web.json_response({})
            case "/gone":
                return web.json_response({"code": 10003, "message": "Unknown Channel"}, status=404)
            case "/limited":
                return web.json_response({"message": "You are being rate limited.", "retry_after": 1.0}, status=429)
            case _:
                return web.Response(text="<html>bad gateway</html>", status=502, content_type="text/html")

    app = web.Application()
    app.router.add_get("/{any}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


@pytest.mark.wire
async def test_errors_of_discord_are_counted_and_still_readable(discord_of_errors: str) -> None:
    metrics = Metrics()
    async with ClientSession(trace_configs=[metrics.http_trace]) as client:
        for path in ("fine", "gone", "gone", "limited", "broken"):
            async with client.get(f"{discord_of_errors}/{path}") as response:
                assert await response.text()
        with pytest.raises(ClientConnectionError):
            await client.get("http://127.0.0.1:1/closed")
    value = read(metrics)
    assert value("discord_errors_total", status="404", code="10003") == 2
    assert value("discord_errors_total", status="429", code="") == 1
    assert value("discord_errors_total", status="502", code="") == 1
    assert value("discord_errors_total", status="none", code="ClientConnectorError") == 1
    assert value("discord_errors_total", status="200", code="") is None


def test_a_bot_that_is_not_measured_does_not_pay_for_it() -> None:
    program = (
        "import sys, bot.app; "
        "sys.exit(bool({'prometheus_client', 'aiohttp.web', 'bot.metrics', 'bot.status'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0  # noqa: S603
