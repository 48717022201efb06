"""Logging: lines of text or JSON in UTC on standard error, without secrets.

Log calls name people, matches and places by their ids, never by name, and never a card that is not on the table.
What the bot does for people is an ``event`` with fields. Everything that follows from one press, command or timer bears
the same trace id, also in tasks that it sets going.
"""

import json
import logging
import re
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any, Final, Literal

EVENTS: Final = logging.getLogger("bot.event")
"""Where every event passes, whatever the level of the log. A handler finds its name in ``record.msg``."""
EVENTS.setLevel(logging.INFO)

FIELDS: Final = "fields"
"""The attribute of an event's record that holds its fields."""

_trace: ContextVar[str] = ContextVar("trace", default="")

_MASK: Final = "***"
_BOT_TOKEN: Final = re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}")
# discord.py names the address of a request that failed or waits, and an interaction's token is part of it.
_TOKEN_IN_URL: Final = re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.-]+")


def log_event(name: str, /, **fields: int | str | None) -> None:
    """Log that something happened. A field that is None is left out."""
    given = {key: value for key, value in fields.items() if value is not None}
    EVENTS.info(name, extra={FIELDS: given})


def trace() -> str:
    """The trace id of what is under way, empty outside of any."""
    return _trace.get()


@contextmanager
def tracing(name: str = "") -> Generator[None]:
    """Within this block everything bears a trace id: ``name`` if one is given, else a new one."""
    token = _trace.set(name or token_hex(4))
    try:
        yield
    finally:
        _trace.reset(token)


class _Masked(logging.Formatter):
    """Masks secrets in the finished line, so that tracebacks and arguments are covered as well."""

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__("%(levelname)-7s %(name)s: %(message)s")
        self._secrets = tuple(secrets)

    def format(self, record: logging.LogRecord) -> str:
        line = self.line(record)
        for secret in self._secrets:
            line = line.replace(secret, _MASK)
        return _TOKEN_IN_URL.sub(rf"\g<1>{_MASK}", _BOT_TOKEN.sub(_MASK, line))

    def line(self, record: logging.LogRecord) -> str:
        return f"{_moment(record)} {super().format(record)}"

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # the name is logging's
        return " ".join([super().formatMessage(record), *(f"{key}={value}" for key, value in _fields(record).items())])


class _Json(_Masked):
    """One JSON object a line: ``time``, ``level``, ``logger``, ``message``, and what there is of fields, ``trace`` and
    ``traceback``.
    """

    def line(self, record: logging.LogRecord) -> str:
        fields = {
            "time": _moment(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_fields(record),
        }
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    fields: Mapping[str, Any] = getattr(record, FIELDS, {})
    return {**fields, "trace": trace()} if trace() else dict(fields)


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def set_up_logging(
    level: Literal["debug", "info", "warning", "error"], form: Literal["text", "json"], secrets: Iterable[str] = ()
) -> None:
    """Send this process's log to standard error; ``secrets`` are masked wherever they appear.

    ``debug`` is for our own code only: libraries log whole messages, statements and their arguments at that level,
    and these hold names, hands and tokens.
    """
    handler = logging.StreamHandler()
    handler.setLevel(level.upper())
    handler.setFormatter((_Json if form == "json" else _Masked)(secrets))
    logging.basicConfig(handlers=[handler], level="INFO" if level == "debug" else level.upper(), force=True)
    for ours in ("bot", "render", "rules"):
        logging.getLogger(ours).setLevel(level.upper())
    logging.getLogger("discord.client").addFilter(_no_voice_warnings)
    logging.getLogger("discord.client").addFilter(_short_reconnects)
    logging.captureWarnings(capture=True)


def _no_voice_warnings(record: logging.LogRecord) -> bool:
    return "voice will NOT be supported" not in record.msg


def _short_reconnects(record: logging.LogRecord) -> bool:
    """A line that broke is nothing to search in the code: its reason is told, without a traceback."""
    if record.exc_info and record.msg.startswith("Attempting a reconnect"):
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg += f" ({record.exc_info[1]!r})".replace("%", "%%")
        record.exc_info = None
    return True
