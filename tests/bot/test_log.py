"""Log lines: their form, and what must never stand in one."""

import asyncio
import json
import logging
import warnings
from collections.abc import Iterator

import pytest

from bot.log import EVENTS, log_event, set_up_logging, trace, tracing

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
INTERACTION_TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTA6YWJj"


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:  # pyright: ignore[reportUnusedFunction]
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    logging.captureWarnings(capture=False)
    root.handlers[:] = handlers
    root.setLevel(level)
    for name in ("bot", "render", "rules"):
        logging.getLogger(name).setLevel(logging.NOTSET)


def test_a_line_of_text_says_when_how_bad_and_where(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("info", "text")
    record = logging.makeLogRecord(
        {"created": 1_767_225_600.25, "levelno": 30, "levelname": "WARNING", "name": "bot.app", "msg": "match %d"}
        | {"args": (7,)}
    )
    logging.getLogger("bot.app").handle(record)
    assert capsys.readouterr().err == "2026-01-01T00:00:00.250Z WARNING bot.app: match 7\n"


def test_a_line_of_json_is_one_object_even_with_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("info", "json")
    logging.getLogger("bot.app").error("match %d failed", 7, exc_info=ValueError("two\nlines"))
    (line,) = capsys.readouterr().err.splitlines()
    found = json.loads(line)
    assert found["message"] == "match 7 failed"
    assert (found["level"], found["logger"]) == ("error", "bot.app")
    assert found["time"].endswith("Z")
    assert "ValueError: two\nlines" in found["traceback"]


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_token_is_ever_logged(capsys: pytest.CaptureFixture[str], form: str) -> None:
    set_up_logging("debug", "json" if form == "json" else "text", ["a-secret-of-another-form"])
    log = logging.getLogger("discord.http")
    log.warning("token %s and %s", TOKEN, "a-secret-of-another-form")
    log.warning("POST https://discord.com/api/v10/webhooks/123/%s/messages/@original", INTERACTION_TOKEN)
    log.warning("POST https://discord.com/api/v10/interactions/123/%s/callback", INTERACTION_TOKEN)
    log.error("failed", exc_info=RuntimeError(TOKEN))
    shown = capsys.readouterr().err
    for secret in (TOKEN, "a-secret-of-another-form", INTERACTION_TOKEN):
        assert secret not in shown
    assert "/webhooks/123/***/messages/@original" in shown
    assert "/interactions/123/***/callback" in shown


def test_only_our_own_code_is_heard_at_debug(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("debug", "text")
    logging.getLogger("bot.play").debug("ours")
    logging.getLogger("aiosqlite").debug("executing insert with a name")
    logging.getLogger("discord.gateway").debug("a whole event")
    shown = capsys.readouterr().err
    assert "ours" in shown
    assert len(shown.splitlines()) == 1


def test_the_level_counts_for_everybody(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("error", "text")
    for name in ("bot.app", "discord.gateway"):
        logging.getLogger(name).warning("quiet")
        logging.getLogger(name).error("loud")
    assert "quiet" not in (shown := capsys.readouterr().err)
    assert shown.count("loud") == 2


def test_missing_voice_libraries_are_nobody_s_problem(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("info", "text")
    logging.getLogger("discord.client").warning("PyNaCl is not installed, voice will NOT be supported")
    assert capsys.readouterr().err == ""


def test_a_line_that_broke_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("info", "text")
    try:
        raise ConnectionResetError("100% gone")
    except OSError:
        logging.getLogger("discord.client").exception("Attempting a reconnect in %.2fs", 1.5)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("Attempting a reconnect in 1.50s (ConnectionResetError('100% gone'))")
    assert " WARNING " in line


def test_warnings_of_python_reach_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("info", "json")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("old", DeprecationWarning, stacklevel=1)
    assert json.loads(capsys.readouterr().err)["logger"] == "py.warnings"


def test_an_event_is_one_line_with_its_fields(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("info", "text")
    with tracing("ab12"):
        log_event("action", match=7, ply=3, seat=None)
    log_event("action", match=8)
    first, second = capsys.readouterr().err.splitlines()
    assert first.endswith(" INFO    bot.event: action match=7 ply=3 trace=ab12")
    assert second.endswith(" bot.event: action match=8")


def test_an_event_s_fields_are_fields_of_json_too(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("info", "json")
    with tracing("ab12"):
        log_event("action", match=7, kind="game")
        logging.getLogger("discord.http").warning("rate limited")
    event, other = map(json.loads, capsys.readouterr().err.splitlines())
    del event["time"], other["time"]
    assert event == {
        "level": "info",
        "logger": "bot.event",
        "message": "action",
        "match": 7,
        "kind": "game",
        "trace": "ab12",
    }
    assert other == {"level": "warning", "logger": "discord.http", "message": "rate limited", "trace": "ab12"}


def test_a_traceback_comes_after_the_fields(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("info", "text")
    with tracing("ab12"):
        logging.getLogger("bot.ui").error("failed", exc_info=ValueError("why"))
    first, *_, last = capsys.readouterr().err.splitlines()
    assert first.endswith("failed trace=ab12")
    assert last == "ValueError: why"


def test_events_are_counted_even_where_they_are_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    heard: list[str] = []

    class Counter(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            heard.append(record.getMessage())

    counter = Counter()
    set_up_logging("warning", "text")
    EVENTS.addHandler(counter)
    log_event("action", match=7)
    EVENTS.removeHandler(counter)
    assert heard == ["action"]
    assert capsys.readouterr().err == ""


async def test_a_trace_goes_along_into_tasks_and_ends_with_its_block() -> None:
    async def heard() -> str:
        return trace()

    with tracing():
        outer = trace()
        task = asyncio.create_task(heard())
        with tracing():
            assert trace() not in ("", outer)
        assert trace() == outer
    assert trace() == ""
    assert await task == outer
