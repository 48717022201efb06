"""Logging: lines of text or JSON in UTC on standard error, without secrets.

Log calls name people, matches and places by their ids, never by name, and never a card that is not on the table.
"""

import json
import logging
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final, Literal

_MASK: Final = "***"
_BOT_TOKEN: Final = re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}")
# discord.py names the address of a request that failed or waits, and an interaction's token is part of it.
_TOKEN_IN_URL: Final = re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.-]+")


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


class _Json(_Masked):
    """One JSON object a line: ``time``, ``level``, ``logger``, ``message`` and, if there is one, ``traceback``."""

    def line(self, record: logging.LogRecord) -> str:
        fields = {
            "time": _moment(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


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
    handler.setFormatter((_Json if form == "json" else _Masked)(secrets))
    logging.basicConfig(handlers=[handler], level="INFO" if level == "debug" else level.upper(), force=True)
    for ours in ("bot", "render", "rules"):
        logging.getLogger(ours).setLevel(level.upper())
    logging.getLogger("discord.client").addFilter(_no_voice_warnings)
    logging.captureWarnings(capture=True)


def _no_voice_warnings(record: logging.LogRecord) -> bool:
    return "voice will NOT be supported" not in record.msg
