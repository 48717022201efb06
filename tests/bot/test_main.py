"""The command line: what each command starts, what it says when something is wrong, and its exit code."""

import asyncio
import importlib
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Literal, cast

import aiohttp
import discord
import pytest

from bot.__main__ import main
from bot.check import Finding
from bot.errors import ConfigurationError, StartupError
from bot.settings import Settings
from bot.store import backup
from bot.store.database import Database

ROOT = Path(__file__).parents[2]
TOKEN = "example.of.a-token"


def no_logging(*_: object) -> None:
    """The log of the tests stays as it is."""


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:  # pyright: ignore[reportUnusedFunction]
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.log.set_up_logging", no_logging)


def closed(code: int) -> discord.ConnectionClosed:
    """A connection that Discord has closed for good."""
    return discord.ConnectionClosed(cast("Any", SimpleNamespace(close_code=code)), shard_id=None)


def replace(monkeypatch: pytest.MonkeyPatch, name: str, **contents: object) -> None:
    """Put a module of our own in the place of ``bot.NAME``, so that nothing real is started."""
    module = ModuleType(f"bot.{name}")
    module.__dict__.update(contents)
    monkeypatch.setitem(sys.modules, f"bot.{name}", module)
    parent, _, child = module.__name__.rpartition(".")
    monkeypatch.setattr(importlib.import_module(parent), child, module, raising=False)


def replace_app(monkeypatch: pytest.MonkeyPatch, error: BaseException | None = None) -> list[Settings]:
    """The settings of every run of the bot; each run ends at once, with ``error`` if there is one."""
    runs: list[Settings] = []

    async def run(settings: Settings) -> None:
        runs.append(settings)
        if error is not None:
            raise error

    replace(monkeypatch, "app", run=run)
    return runs


def test_with_a_token_it_runs_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = replace_app(monkeypatch)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert main([]) == 0
    (settings,) = runs
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == TOKEN


def test_without_a_token_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = replace_app(monkeypatch)
    assert main([]) == 2
    shown = capsys.readouterr()
    assert "python -m bot demo" in shown.err
    assert "https://discord.com/developers/applications" in shown.err
    assert "scope=bot+applications.commands&permissions=309237763072" in shown.err
    assert (runs, shown.out) == ([], "")


@pytest.mark.parametrize("command", [[], ["check"], ["backup", "copy"], ["restore", "copy"]])
def test_a_wrong_setting_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    monkeypatch.setenv("LOG_LEVEL", "loud")
    assert main(command) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("LOG_LEVEL must be")


def test_all_wrong_settings_are_named_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {"LOG_LEVEL": "loud", "METRICS_PORT": "0", "BACKUP_KEEP": "few", "EMOJIS": "perhaps"}
    for name, value in wrong.items():
        monkeypatch.setenv(name, value)
    assert main(["check"]) == 2
    told = capsys.readouterr().err.splitlines()
    assert {line.partition(" ")[0] for line in told} == wrong.keys()
    assert len(told) == len(wrong)


def test_nothing_is_recounted_where_there_is_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE", str(tmp_path / "mistyped.sqlite3"))
    assert main(["recount"]) == 1
    assert "mistyped.sqlite3 does not exist" in capsys.readouterr().err
    assert not (tmp_path / "mistyped.sqlite3").exists()


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (StartupError("database.held", path="here.sqlite3"), 1),
        (ConfigurationError("startup.token_refused"), 2),
    ],
)
def test_a_start_that_fails_is_one_line_and_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: StartupError, code: int
) -> None:
    replace_app(monkeypatch, error)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert main([]) == code
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (discord.LoginFailure("Improper token has been passed."), 2, "refuses the token"),
        (aiohttp.ClientConnectionError("no route"), 1, "cannot be reached (no route)"),
        (closed(4004), 2, "refuses the token"),
        (discord.PrivilegedIntentsRequired(None), 2, "Privileged Gateway Intents"),
    ],
)
def test_a_login_that_fails_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception, code: int, text: str
) -> None:
    replace_app(monkeypatch, error)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert main([]) == code
    (line,) = capsys.readouterr().err.splitlines()
    assert text in line


def test_an_unforeseen_error_goes_through_the_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    replace_app(monkeypatch, ZeroDivisionError("by zero"))
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert main([]) == 1
    assert "by zero" in caplog.text
    assert capsys.readouterr().err == ""


def test_the_interrupt_key_is_a_fine_end(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_app(monkeypatch, KeyboardInterrupt())
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert main([]) == 0


def test_a_stand_in_for_discord_is_in_place_before_the_bot_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[object] = []

    async def run(_: Settings) -> None:
        order.append("run")

    replace(monkeypatch, "app", run=run)
    replace(monkeypatch, "demo.redirect", redirect=order.append)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DISCORD_BASE", "http://127.0.0.1:8080")
    assert main([]) == 0
    assert order == ["http://127.0.0.1:8080", "run"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], {"port": 0, "open_browser": True, "data": None}),
        (
            ["--port", "8080", "--no-browser", "--data", "kept"],
            {"port": 8080, "open_browser": False, "data": Path("kept")},
        ),
    ],
)
def test_the_demo_gets_its_options(
    monkeypatch: pytest.MonkeyPatch, options: list[str], expected: dict[str, object]
) -> None:
    seen: list[dict[str, object]] = []

    async def run(**given: object) -> None:
        seen.append(given)

    replace(monkeypatch, "demo.table", run=run)
    assert main(["demo", *options]) == 0
    assert seen == [expected]


@pytest.mark.parametrize(
    "arguments", [["dance"], ["demo", "--port", "70000"], ["demo", "--port", "any"], ["--port", "1"]]
)
def test_wrong_use_exits_2(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert "usage: python -m bot" in capsys.readouterr().err


@pytest.mark.parametrize(("level", "code"), [("ok", 0), ("note", 0), ("problem", 1)])
def test_the_check_fails_only_for_a_problem(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    level: Literal["ok", "note", "problem"],
    code: int,
) -> None:
    async def check(*_: object) -> AsyncIterator[Finding]:
        yield Finding(level, "check.endpoint")
        yield Finding("ok", "check.settings")

    monkeypatch.setattr("bot.check.check", check)
    assert main(["check"]) == code
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [level, "ok"]


def test_help_needs_none_of_the_heavy_libraries() -> None:
    heavy = {"aiohttp", "aiosqlite", "discord", "PIL", "pydantic", "simcord"}
    program = f"import sys, bot.__main__ as m; m._parser().format_help(); sys.exit(bool({heavy!r} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0  # noqa: S603


DATABASE = Path("data/lost-cities.sqlite3")


def made(path: Path = DATABASE) -> bytes:
    """An empty database in the working directory, and its bytes."""

    async def opened() -> None:
        async with Database(path):
            pass

    asyncio.run(opened())
    return path.read_bytes()


def answer(monkeypatch: pytest.MonkeyPatch, text: str) -> list[str]:
    """Answer every question with ``text``; returns the questions."""
    asked: list[str] = []

    def answered(question: str) -> str:
        asked.append(question)
        if not text:
            raise EOFError
        return text

    monkeypatch.setattr("builtins.input", answered)
    return asked


def test_a_recount_says_from_how_much(capsys: pytest.CaptureFixture[str]) -> None:
    made()
    assert main(["recount"]) == 0
    assert capsys.readouterr().out == "Ratings and standings follow anew from 0 rated matches.\n"


def test_a_copy_is_made_and_not_replaced_by_accident(capsys: pytest.CaptureFixture[str]) -> None:
    made()
    assert main(["backup", "copy"]) == 0
    assert capsys.readouterr().out == "data/lost-cities.sqlite3 is copied to copy.\n"
    assert main(["backup", "copy"]) == 1
    assert "--force" in capsys.readouterr().err
    assert main(["backup", "copy", "--force"]) == 0


@pytest.mark.parametrize("text", ["y", " YES ", None])
def test_a_copy_is_put_back_after_a_question(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str | None
) -> None:
    made()
    asked = answer(monkeypatch, text or "n")
    assert main(["backup", "copy"]) == 0
    DATABASE.write_bytes(b"damaged" * 1000)
    assert main(["restore", "copy", *(["--yes"] if text is None else [])]) == 0
    assert len(asked) == (text is not None)
    shown = capsys.readouterr().out
    assert "copy: no matches" in shown
    assert "cannot be read as a database" in shown
    assert main(["backup", "again"]) == 0
    (kept,) = DATABASE.parent.glob("*Z")
    assert kept.read_bytes().startswith(b"damaged")


@pytest.mark.parametrize("text", ["", "n", "what?"])
def test_without_a_yes_nothing_changes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    made()
    assert main(["backup", "copy"]) == 0
    before = made()
    answer(monkeypatch, text)
    assert main(["restore", "copy"]) == 1
    assert capsys.readouterr().out.endswith("Nothing was changed.\n")
    assert DATABASE.read_bytes() == before
    assert list(DATABASE.parent.glob("*Z")) == []


def test_nothing_is_put_back_under_a_running_bot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made()
    asked = answer(monkeypatch, "y")
    assert main(["backup", "copy"]) == 0

    async def beside() -> int:
        async with Database(DATABASE):
            return await asyncio.to_thread(main, ["restore", "copy"])

    assert asyncio.run(beside()) == 1
    assert "Another bot is running" in capsys.readouterr().err
    assert asked == []


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
def test_a_copy_that_is_stopped_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: signal.Signals
) -> None:
    made()
    before = signal.getsignal(name)
    real = vars(backup)["_must_be_whole"]

    def slow(*given: Any) -> None:
        os.kill(os.getpid(), name)
        real(*given)

    monkeypatch.setattr(backup, "_must_be_whole", slow)
    monkeypatch.setattr(backup, "STEPS_AT_ONCE", 1)
    assert main(["backup", "copies/copy"]) == 1
    assert capsys.readouterr().err == "Stopped. No copy was made.\n"
    assert list(Path("copies").iterdir()) == []
    assert signal.getsignal(name) is before


def test_a_folder_is_no_copy_whatever_the_force(capsys: pytest.CaptureFixture[str]) -> None:
    made()
    Path("copies").mkdir()
    for force in ([], ["--force"]):
        assert main(["backup", "copies", *force]) == 1
        assert capsys.readouterr().err.startswith("copies is a folder.")


@pytest.mark.parametrize(
    ("copy", "said"),
    [
        ("nowhere", "nowhere does not exist. Name a copy"),
        ("garbage", "garbage is no copy"),
        ("folder", "folder is no copy"),
        ("foreign", "foreign is no copy"),
        ("damaged", "damaged is damaged. Nothing was changed"),
        (str(DATABASE), f"{DATABASE} is the database itself"),
    ],
)
def test_what_is_no_copy_is_not_put_back(capsys: pytest.CaptureFixture[str], copy: str, said: str) -> None:
    before = made()
    Path("garbage").write_bytes(b"a shopping list, long enough to be taken for the head of a database file" * 20)
    Path("folder").mkdir()
    with closing(sqlite3.connect("foreign")) as connection:
        connection.execute("CREATE TABLE cookies (name TEXT)")
    damaged = bytearray(before)
    damaged[-4096:] = b"\xff" * 4096
    Path("damaged").write_bytes(damaged)
    assert main(["restore", copy, "--yes"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(said)
    assert DATABASE.read_bytes() == before


def test_nothing_is_left_where_nothing_can_be_restored() -> None:
    assert main(["restore", "nowhere", "--yes"]) == 1
    assert not DATABASE.parent.exists()
