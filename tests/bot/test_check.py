"""``python -m bot check``: what it says about good and bad installations."""

import json
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import Route
from pydantic import SecretStr

from bot.check import Finding, check
from bot.i18n import catalogue
from bot.invite import PERMISSIONS
from bot.settings import Settings
from bot.store.database import Database, migrations
from render import fonts

APPLICATION = 1000
TOKEN = "example"
NOBODY: dict[str, Any] = {"discriminator": "0", "avatar": None}


async def findings(settings: Settings) -> dict[str, Finding]:
    """The findings by their keys; every one of them has its text."""
    found = [finding async for finding in check(settings, catalogue())]
    for finding in found:
        assert finding.line(catalogue()).startswith(finding.level)
    return {finding.key: finding for finding in found}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=tmp_path / "lost-cities.sqlite3", discord_token=None)


def with_token(settings: Settings) -> Settings:
    return settings.model_copy(update={"discord_token": SecretStr(TOKEN)})


async def test_a_new_installation_has_no_problem(settings: Settings) -> None:
    found = await findings(settings)
    assert {"check.settings", "check.database.new", "check.fonts", "check.no_token"} <= found.keys()
    assert all(finding.level != "problem" for finding in found.values())
    assert not settings.database.exists()


async def test_it_looks_at_the_database_of_a_running_bot(settings: Settings) -> None:
    async with Database(settings.database):
        found = await findings(settings)
    assert found["check.database"].values["version"] == migrations()[-1][0]


async def test_an_older_schema_is_no_problem_and_stays_as_it_is(settings: Settings) -> None:
    sqlite3.connect(settings.database).close()
    settings.database.touch()
    assert (await findings(settings))["check.database.older"].level == "ok"
    assert settings.database.stat().st_size == 0


def foreign(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE cookies (name TEXT)")
    connection.commit()
    connection.close()


def newer(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 9999")
    connection.close()


def no_database(path: Path) -> None:
    path.write_text("a shopping list, long enough to be taken for the head of a database file" * 20, "utf-8")


def damaged(path: Path) -> None:
    """An index that lacks the row of its table."""
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO facts (name, value) VALUES ('a', 'b')")
    connection.execute("INSERT INTO timers (kind, subject, due_at) VALUES ('a', 1, 2)")
    connection.commit()
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(
        "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'seats_user')"
        " WHERE name = 'timers_due'"
    )
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("harm", "key"),
    [
        (foreign, "database.foreign"),
        (no_database, "database.unreadable"),
        (newer, "database.newer"),
        (damaged, "check.database.damaged"),
    ],
)
async def test_a_database_that_cannot_be_used_is_a_problem(
    settings: Settings, harm: Callable[[Path], None], key: str
) -> None:
    if harm in (newer, damaged):
        async with Database(settings.database):
            pass
    harm(settings.database)
    before = settings.database.read_bytes()
    assert (await findings(settings))[key].level == "problem"
    assert settings.database.read_bytes() == before


@pytest.mark.parametrize(
    ("field", "place"),
    [
        ("database", "file/bot.sqlite3"),
        ("database", "folder"),
        ("heartbeat", "file/new/beat"),
        ("heartbeat", "folder"),
        ("backup_dir", "file"),
        ("backup_dir", "file/copies"),
    ],
)
async def test_a_place_that_cannot_be_written_is_a_problem(
    settings: Settings, tmp_path: Path, field: str, place: str
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    found = await findings(settings.model_copy(update={field: tmp_path / place}))
    assert found["check.unwritable"].level == "problem"
    assert found["check.unwritable"].values["variable"] == field.upper()
    assert "check.database.new" not in found or field != "database"
    assert names(tmp_path) == ["file", "folder"]


async def test_places_that_are_not_there_yet_are_not_made(settings: Settings, tmp_path: Path) -> None:
    new = {"database": tmp_path / "a" / "b.sqlite3", "heartbeat": tmp_path / "c" / "d", "backup_dir": tmp_path / "e"}
    found = await findings(settings.model_copy(update=new))
    assert all(finding.level != "problem" for finding in found.values())
    assert names(tmp_path) == []


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def test_missing_fonts_are_a_problem_and_missing_shaping_is_not(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = fonts.Report(found=(), missing=("Noto Sans Thai",), raqm=True, fribidi=False)
    monkeypatch.setattr(fonts, "report", lambda: report)
    found = await findings(settings)
    assert found["check.fonts.missing"].level == "problem"
    assert "Noto Sans Thai" in found["check.fonts.missing"].line(catalogue())
    assert found["check.shaping.missing"].level == "note"


def answer(body: object, status: int = 200) -> web.Response:
    """discord.py reads JSON only where the content type says no more than that."""
    headers = {"Content-Type": "application/json"}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=headers)


class PretendDiscord:
    """The three addresses that a login without a connection asks for."""

    def __init__(self) -> None:
        self.guilds: list[dict[str, Any]] = []
        self.endpoint: str | None = None
        self.accepts = True

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/users/@me", self.me),
            web.get("/oauth2/applications/@me", self.application),
            web.get("/users/@me/guilds", self.servers),
        ]

    async def me(self, request: web.Request) -> web.Response:
        assert request.headers["Authorization"] == f"Bot {TOKEN}"
        if not self.accepts:
            return answer({"message": "401: Unauthorized", "code": 0}, status=401)
        return answer({"id": "1000", "username": "Table"} | NOBODY)

    async def application(self, _: web.Request) -> web.Response:
        return answer(
            {"id": str(APPLICATION), "name": "Table", "icon": None, "description": ""}
            | {"bot_public": True, "bot_require_code_grant": False, "owner": {"id": "1", "username": "host"} | NOBODY}
            | {"verify_key": "", "flags": 0, "approximate_guild_count": len(self.guilds), "team": None}
            | {"interactions_endpoint_url": self.endpoint}
        )

    async def servers(self, _: web.Request) -> web.Response:
        return answer(self.guilds)


@pytest.fixture
async def pretend(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PretendDiscord]:
    pretend = PretendDiscord()
    application = web.Application()
    application.add_routes(pretend.routes())
    async with TestServer(application) as server:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("")).rstrip("/"))
        yield pretend


async def test_a_good_token_and_a_good_role_are_fine(settings: Settings, pretend: PretendDiscord) -> None:
    pretend.guilds = [
        {"id": "7", "name": "Camp", "permissions": str(PERMISSIONS)},
        {"id": "8", "name": "Summit", "permissions": str(discord.Permissions(administrator=True).value)},
    ]
    found = await findings(with_token(settings))
    assert found["check.login"].values == {"name": "Table", "count": 2}
    assert all(finding.level == "ok" for finding in found.values() if finding.key != "check.shaping.missing")


async def test_a_permission_that_is_missing_is_named_with_its_server(
    settings: Settings, pretend: PretendDiscord
) -> None:
    granted = PERMISSIONS & ~discord.Permissions(attach_files=True, view_channel=True).value
    pretend.guilds = [{"id": "7", "name": "Camp", "permissions": str(granted)}]
    finding = (await findings(with_token(settings)))["check.permissions"]
    assert finding.level == "problem"
    assert finding.values["server"] == "Camp"
    assert sorted(str(finding.values["permissions"]).split(", ")) == ["Attach Files", "View Channels"]


@pytest.mark.usefixtures("pretend")
async def test_without_a_server_it_gives_the_link(settings: Settings) -> None:
    finding = (await findings(with_token(settings)))["check.no_servers"]
    assert f"client_id={APPLICATION}" in finding.line(catalogue())


async def test_an_endpoint_for_interactions_is_a_problem(settings: Settings, pretend: PretendDiscord) -> None:
    pretend.endpoint = "https://example.org/"
    assert (await findings(with_token(settings)))["check.endpoint"].level == "problem"


async def test_a_refused_token_is_a_problem(settings: Settings, pretend: PretendDiscord) -> None:
    pretend.accepts = False
    assert (await findings(with_token(settings)))["startup.token_refused"].level == "problem"


async def test_no_answer_is_a_problem(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:1")
    assert (await findings(with_token(settings)))["startup.unreachable"].level == "problem"


def test_every_permission_of_the_link_has_a_name() -> None:
    wanted = {name for name, granted in discord.Permissions(PERMISSIONS) if granted}
    assert len(wanted) == 7
    for name in wanted:
        assert catalogue().text(f"permission.{name}")
