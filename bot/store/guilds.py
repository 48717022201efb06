"""What those who manage a server have chosen for it, and the log of these choices."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from zoneinfo import ZoneInfo

import aiosqlite
from pydantic import BaseModel, ConfigDict

from bot.store.challenges import Pace
from bot.store.players import Look, Pings
from bot.store.times import from_stored, to_stored
from rules.game import OptionValue
from rules.registry import GAMES


class SeasonLength(StrEnum):
    """When a season ends, in the time zone of its server."""

    MONTH = "month"
    QUARTER = "quarter"
    MANUAL = "manual"
    """When somebody who manages the server says so."""


class GuildSettings(BaseModel):
    """Everything that can be set for a server; what a server has not set is as here."""

    model_config = ConfigDict(frozen=True)

    channels: tuple[int, ...] = ()
    """Where matches may be opened; nothing means everywhere."""
    threads: bool = True
    """Whether a match gets a thread of its own where that is possible."""
    game: str = next(iter(GAMES))
    """What is played, with which ``options`` by game, and at which ``pace``, if a challenge does not say otherwise."""
    options: Mapping[str, Mapping[str, OptionValue]] = {}
    pace: Pace = Pace.DAILY
    rated: bool = True
    """Whether a challenge that does not say otherwise counts for the ratings."""
    season: SeasonLength = SeasonLength.QUARTER
    zone: ZoneInfo = ZoneInfo("UTC")
    pings: Pings = Pings.TURNS
    """The most that anybody is notified; people may choose less for themselves."""
    language: str = "en"
    """The language of what everybody sees, by its catalogue."""
    look: Look = Look.DARK
    """The theme of the pictures that everybody sees."""
    moderators: tuple[int, ...] = ()
    """The roles that may moderate matches, besides those who manage the server."""
    milestones: bool = True
    """Whether milestones are told in the channel."""
    computers: bool = True
    """Whether a challenge may go to the computer."""


DEFAULTS: Final = GuildSettings()


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A change of one setting: who made it, and the values before and after it in their JSON form."""

    user_id: int
    at: datetime
    setting: str
    old: Any
    new: Any


async def get(connection: aiosqlite.Connection, guild_id: int) -> GuildSettings:
    """The settings of a server, the defaults if nobody has set anything."""
    rows = await connection.execute_fetchall("SELECT settings FROM guilds WHERE guild_id = ?", (guild_id,))
    return next((GuildSettings.model_validate_json(row["settings"]) for row in rows), DEFAULTS)


async def begin(connection: aiosqlite.Connection, settings: Mapping[int, GuildSettings]) -> list[int]:
    """Store the first settings of servers, unless they have some already; returns those that had none."""
    rows = await connection.execute_fetchall("SELECT guild_id FROM guilds")
    known = {row["guild_id"] for row in rows}
    new = {guild_id: chosen for guild_id, chosen in settings.items() if guild_id not in known}
    await connection.executemany(
        "INSERT INTO guilds (guild_id, settings) VALUES (?, ?)",
        [(guild_id, chosen.model_dump_json(exclude_defaults=True)) for guild_id, chosen in new.items()],
    )
    return list(new)


async def put(
    connection: aiosqlite.Connection, guild_id: int, chosen: GuildSettings, user_id: int, at: datetime
) -> None:
    """Store the settings of a server and log what differs from before, and who changed it."""
    before = (await get(connection, guild_id)).model_dump(mode="json")
    after = chosen.model_dump(mode="json")
    await connection.execute(
        "INSERT INTO guilds (guild_id, settings) VALUES (?, ?)"
        " ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings",
        (guild_id, chosen.model_dump_json(exclude_defaults=True)),
    )
    await connection.executemany(
        "INSERT INTO settings_log (guild_id, user_id, at, setting, old, new) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (guild_id, user_id, to_stored(at), name, json.dumps(before[name]), json.dumps(after[name]))
            for name in before
            if before[name] != after[name]
        ],
    )


async def is_greeted(connection: aiosqlite.Connection, guild_id: int, joined_at: datetime) -> bool:
    """Whether the bot has welcomed a server since it came into it at ``joined_at``."""
    rows = await connection.execute_fetchall(
        "SELECT 1 FROM guilds WHERE guild_id = ? AND greeted = ?", (guild_id, to_stored(joined_at))
    )
    return bool(list(rows))


async def set_greeted(connection: aiosqlite.Connection, guild_id: int, joined_at: datetime) -> None:
    await connection.execute(
        "INSERT INTO guilds (guild_id, greeted) VALUES (?, ?)"
        " ON CONFLICT (guild_id) DO UPDATE SET greeted = excluded.greeted",
        (guild_id, to_stored(joined_at)),
    )


async def known(connection: aiosqlite.Connection) -> set[int]:
    """The servers of which anything is kept."""
    found: set[int] = set()
    for table in await _tables(connection):
        found.update(
            row[0]
            for row in await connection.execute_fetchall(f'SELECT DISTINCT guild_id FROM "{table}"')  # noqa: S608  # a table of ours
        )
    return found


async def erase(connection: aiosqlite.Connection, guild_id: int) -> None:
    """Delete everything of a server, with all that belongs to its matches."""
    # what refers to each other goes together, in whichever order
    await connection.execute("PRAGMA defer_foreign_keys = ON")
    for table in await _tables(connection):
        await connection.execute(f'DELETE FROM "{table}" WHERE guild_id = ?', (guild_id,))  # noqa: S608  # a table of ours


async def _tables(connection: aiosqlite.Connection) -> list[str]:
    """The tables whose rows belong to a server."""
    rows = await connection.execute_fetchall(
        "SELECT tables.name FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns"
        " WHERE tables.type = 'table' AND columns.name = 'guild_id'"
    )
    return [row[0] for row in rows]


async def latest_changes(connection: aiosqlite.Connection, guild_id: int, most: int) -> list[SettingChange]:
    """The last changes of a server's settings, the latest first."""
    rows = await connection.execute_fetchall(
        "SELECT * FROM settings_log WHERE guild_id = ? ORDER BY id DESC LIMIT ?", (guild_id, most)
    )
    return [
        SettingChange(
            row["user_id"], from_stored(row["at"]), row["setting"], json.loads(row["old"]), json.loads(row["new"])
        )
        for row in rows
    ]
