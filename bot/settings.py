"""The settings of the bot, from environment variables and a ``.env`` file in the working directory."""

from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.errors import ConfigurationError

ENV_FILE: Final = Path(".env")


def _loopback(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme != "http" or not parts.port or parts.path or parts.query or parts.fragment or parts.username:
        raise ValueError
    if not ip_address(parts.hostname or "").is_loopback:
        raise ValueError
    return url


def _expanded(path: Path) -> Path:
    try:
        return path.expanduser()
    except RuntimeError as error:
        raise ValueError(str(error)) from error


UserPath = Annotated[Path, AfterValidator(_expanded)]
Lowered = BeforeValidator(str.lower)


class Settings(BaseSettings):
    """Each field is the environment variable of its name in capitals; the environment wins over ``.env``."""

    model_config = SettingsConfigDict(
        frozen=True,
        extra="ignore",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        hide_input_in_errors=True,
        str_strip_whitespace=True,
    )

    discord_token: SecretStr | None = None
    """The bot's token; everything except connecting works without one."""

    database: UserPath = Path("data/lost-cities.sqlite3")
    """The file that holds everything the bot remembers."""

    dev_guild: Annotated[int, Field(gt=0)] | None = None
    """The id of the one server that gets the commands at once, instead of every server."""

    discord_base: Annotated[str, AfterValidator(_loopback)] | None = None
    """``http://ADDRESS:PORT`` of a stand-in for Discord on this machine (the demo, the tests)."""

    emojis: bool = True
    """Whether the application gets an emoji of every card, for buttons and logs."""

    log_level: Annotated[Literal["debug", "info", "warning", "error"], Lowered] = "info"

    log_format: Annotated[Literal["text", "json"], Lowered] = "text"

    heartbeat: UserPath | None = None
    """A file that is touched while the bot is connected, for a health check."""

    metrics_port: Annotated[int, Field(gt=0, le=65535)] | None = None
    """A port of 127.0.0.1 for ``/metrics`` and ``/healthz``."""

    backup_dir: UserPath | None = None
    """A folder for a copy of the database every day."""

    backup_keep: Annotated[int, Field(gt=0)] = 7
    """How many of the daily copies are kept."""


def load_settings() -> Settings:
    """Read the settings of this process.

    Raises ConfigurationError for wrong values. It names each variable and what belongs there but does not repeat the
    value: a token pasted into the wrong place stays out of the terminal and the logs.
    """
    try:
        return Settings(_env_file=ENV_FILE)  # pyright: ignore[reportCallIssue]  # pydantic-settings adds this argument
    except ValidationError as error:
        names = dict.fromkeys(str(each["loc"][0]).lower() for each in error.errors(include_input=False))
    except (UnicodeDecodeError, IsADirectoryError):
        raise ConfigurationError("settings.env_file", file=ENV_FILE) from None
    first, *others = names
    more = (ConfigurationError(f"settings.{name}", variable=name.upper()) for name in others)
    raise ConfigurationError(f"settings.{first}", *more, variable=first.upper())
