"""``python -m bot check``: whether this installation can run, and what to do where it cannot."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import Literal

import discord

from bot.errors import StartupError
from bot.i18n import Catalogue
from bot.invite import PERMISSIONS, invite_link
from bot.login import login_errors
from bot.settings import Settings
from bot.store.database import connect, migrations, schema_version
from render import fonts


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; a ``problem`` keeps the bot from working, a ``note`` makes something less good."""

    level: Literal["ok", "note", "problem"]
    key: str
    values: Mapping[str, object] = field(default_factory=dict[str, object])

    def line(self, texts: Catalogue) -> str:
        return texts.text(f"check.{self.level}", finding=texts.text(self.key, **self.values))


async def check(settings: Settings, texts: Catalogue) -> AsyncIterator[Finding]:
    """Look at the database, the pictures and, with a token, at Discord. Changes nothing, beside a running bot too."""
    yield Finding("ok", "check.settings")
    places = {"DATABASE": settings.database, "HEARTBEAT": settings.heartbeat, "BACKUP_DIR": settings.backup_dir}
    unwritable: list[Finding] = []
    for variable, path in places.items():
        reason = None if path is None else await asyncio.to_thread(_unwritable, path, variable == "BACKUP_DIR")
        if reason is not None:
            values = {"variable": variable, "path": path, "reason": reason}
            unwritable.append(Finding("problem", "check.unwritable", values))
    database = await _database(settings.database)
    # what cannot be written the first start does not make
    if database.key != "check.database.new" or all(each.values["variable"] != "DATABASE" for each in unwritable):
        yield database
    for finding in unwritable:
        yield finding
    for finding in _pictures():
        yield finding
    if settings.discord_token is None:
        yield Finding("note", "check.no_token")
        return
    async for finding in _discord(settings.discord_token.get_secret_value(), texts):
        yield finding


async def _database(path: Path) -> Finding:
    if not await asyncio.to_thread(path.exists):
        return Finding("ok", "check.database.new", {"path": path})
    try:
        connection = await connect(path, read_only=True)
        try:
            version = await schema_version(connection, path)
            async with connection.execute("PRAGMA integrity_check(1)") as cursor:
                row = await cursor.fetchone()
        finally:
            await connection.close()
    except StartupError as error:
        return Finding("problem", error.key, error.values)
    except sqlite3.Error as error:
        return Finding("problem", "database.unreadable", {"path": path, "reason": error})
    if row is None or row[0] != "ok":
        return Finding("problem", "check.database.damaged", {"path": path})
    if version < migrations()[-1][0]:
        return Finding("ok", "check.database.older", {"path": path})
    return Finding("ok", "check.database", {"path": path, "version": version})


def _unwritable(path: Path, is_folder: bool) -> str | None:
    """Why a file or folder cannot be written, or made where it is to be; None if it can. Nothing of the trial stays."""
    try:
        if path.exists() and not is_folder:
            os.close(os.open(path, os.O_RDWR))
        place = path if is_folder else path.parent
        while not place.exists():
            place = place.parent
        with TemporaryFile(dir=place):
            return None
    except OSError as error:
        return error.strerror


def _pictures() -> Iterator[Finding]:
    report = fonts.report()
    if report.missing:
        yield Finding("problem", "check.fonts.missing", {"families": ", ".join(report.missing)})
    else:
        yield Finding("ok", "check.fonts", {"count": len(report.found)})
    if report.raqm and report.fribidi:
        yield Finding("ok", "check.shaping")
    else:
        yield Finding("note", "check.shaping.missing")


async def _discord(token: str, texts: Catalogue) -> AsyncIterator[Finding]:
    """Log in without connecting, and look at up to 200 servers."""
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        try:
            with login_errors():
                await client.login(token)
                guilds = await client.http.get_guilds(200)
        except StartupError as error:
            yield Finding("problem", error.key, error.values)
            return
        application = client.application
        assert application is not None
        servers = max(application.approximate_guild_count, len(guilds))
        yield Finding("ok", "check.login", {"name": application.name, "count": servers})
        if application.interactions_endpoint_url is not None:
            yield Finding("problem", "check.endpoint")
        link = invite_link(application.id)
        if not guilds:
            yield Finding("note", "check.no_servers", {"link": link})
        for guild in guilds:
            granted = discord.Permissions(int(guild.get("permissions", PERMISSIONS)))
            if not granted.administrator and (lacking := PERMISSIONS & ~granted.value):
                names = [texts.text(f"permission.{name}") for name, wanted in discord.Permissions(lacking) if wanted]
                values = {"server": guild["name"], "permissions": ", ".join(names), "link": link}
                yield Finding("problem", "check.permissions", values)
