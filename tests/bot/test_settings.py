"""Settings: defaults, where values come from, and how a wrong one is named."""

from pathlib import Path
from traceback import format_exception

import pytest

from bot.errors import ConfigurationError
from bot.i18n import catalogue
from bot.settings import Settings, load_settings

TOKEN = "MTAw.example.not-a-real-token"


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:  # pyright: ignore[reportUnusedFunction]
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def problem() -> str:
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    return catalogue().text(caught.value.key, **caught.value.values)


def test_everything_has_a_default() -> None:
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.database == Path("data/lost-cities.sqlite3")
    assert settings.discord_base is None
    assert settings.dev_guild is None
    assert (settings.log_level, settings.log_format) == ("info", "text")
    assert settings.heartbeat is None
    assert (settings.metrics_port, settings.backup_dir, settings.backup_keep) == (None, None, 7)


def test_the_environment_wins_over_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text(f"DISCORD_TOKEN={TOKEN}\nLOG_LEVEL=debug\nSOMETHING_ELSE=1\n", encoding="utf-8")
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    settings = load_settings()
    assert settings.log_level == "error"
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == TOKEN


def test_an_empty_value_is_an_unset_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.setenv(name.upper(), "")
    assert load_settings() == Settings()


def test_white_space_around_a_pasted_token_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", f" {TOKEN}\n")
    token = load_settings().discord_token
    assert token is not None
    assert token.get_secret_value() == TOKEN


def test_the_token_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    settings = load_settings()
    for shown in (repr(settings), str(settings), settings.model_dump_json()):
        assert TOKEN not in shown


def test_a_home_folder_is_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE", "~/matches.sqlite3")
    assert load_settings().database == Path.home() / "matches.sqlite3"


@pytest.mark.parametrize("base", ["http://127.0.0.1:8080", "http://127.8.0.1:1", "http://[::1]:8080"])
def test_the_stand_in_for_discord_may_be_on_this_machine(monkeypatch: pytest.MonkeyPatch, base: str) -> None:
    monkeypatch.setenv("DISCORD_BASE", base)
    assert load_settings().discord_base == base


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEV_GUILD", "my server"),
        ("DEV_GUILD", "-1"),
        ("EMOJIS", "some"),
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "xml"),
        ("DATABASE", "~nobody-of-that-name/matches.sqlite3"),
        ("HEARTBEAT", "~nobody-of-that-name/heartbeat"),
        ("METRICS_PORT", "0"),
        ("METRICS_PORT", "65536"),
        ("METRICS_PORT", "any"),
        ("BACKUP_DIR", "~nobody-of-that-name/copies"),
        ("BACKUP_KEEP", "0"),
        ("BACKUP_KEEP", "all"),
        ("DISCORD_BASE", "127.0.0.1:8080"),
        ("DISCORD_BASE", "http://127.0.0.1"),
        ("DISCORD_BASE", "http://127.0.0.1:99999"),
        ("DISCORD_BASE", "http://127.0.0.1:8080/api"),
        ("DISCORD_BASE", "http://user@127.0.0.1:8080"),
        ("DISCORD_BASE", "https://127.0.0.1:8080"),
        ("DISCORD_BASE", "http://192.0.2.1:8080"),
        ("DISCORD_BASE", "http://127.0.0.1.example.org:8080"),
        ("DISCORD_BASE", "http://localhost:8080"),
    ],
)
def test_a_wrong_value_names_its_variable_in_one_line(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    line = problem()
    assert line.startswith(f"{name} must be ")
    assert "\n" not in line


@pytest.mark.parametrize("name", ["DEV_GUILD", "LOG_LEVEL", "DISCORD_BASE"])
def test_a_token_in_the_wrong_place_is_not_repeated(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, TOKEN)
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    assert TOKEN not in "".join(format_exception(caught.value))


def test_every_setting_has_a_sentence_for_a_wrong_value() -> None:
    for name in Settings.model_fields:
        assert name.upper() in catalogue().text(f"settings.{name}", variable=name.upper())


@pytest.mark.parametrize("content", [b"\xff\xfeD\x00", b"LOG_LEVEL=\xff"], ids=["UTF-16", "no text"])
def test_a_file_in_another_encoding_is_named(content: bytes) -> None:
    Path(".env").write_bytes(content)
    assert problem() == ".env cannot be read as text in UTF-8. Save it again in that encoding."
