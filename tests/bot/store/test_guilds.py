"""What is kept of a server's settings."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from bot.store import guilds
from bot.store.challenges import Pace
from bot.store.database import Database
from bot.store.guilds import DEFAULTS, GuildSettings, SeasonLength, SettingChange
from bot.store.players import Look, Pings
from render.theme import THEMES

AT = datetime(2026, 11, 30, 12, 30, tzinfo=UTC)
OTHERWISE = GuildSettings(
    channels=(5, (1 << 63) - 1),
    threads=False,
    game="board_game",
    options={"card_game": {"colours": 6, "rounds": 1}},
    pace=Pace.LIVE,
    rated=False,
    season=SeasonLength.MANUAL,
    zone=ZoneInfo("Europe/Berlin"),
    pings=Pings.REMINDERS,
    language="de",
    look=Look.LIGHT,
    moderators=(7,),
    milestones=False,
    computers=False,
)


async def test_settings_come_back_as_they_were_set(database: Database) -> None:
    assert all(getattr(OTHERWISE, name) != getattr(DEFAULTS, name) for name in GuildSettings.model_fields)
    async with database.writing() as connection:
        await guilds.put(connection, 1, OTHERWISE, 11, AT)
    assert await guilds.get(database.reader, 1) == OTHERWISE
    assert await guilds.get(database.reader, 2) == DEFAULTS


async def test_only_changes_are_logged_and_the_latest_comes_first(database: Database) -> None:
    async with database.writing() as connection:
        await guilds.put(connection, 1, GuildSettings(pace=Pace.LIVE, moderators=(7,)), 11, AT)
        await guilds.put(connection, 1, GuildSettings(pace=Pace.DAILY, moderators=(7,)), 12, AT)
        await guilds.put(connection, 1, GuildSettings(pace=Pace.DAILY, moderators=(7,)), 13, AT)
        await guilds.put(connection, 2, GuildSettings(threads=False), 14, AT)
    latest, *before = await guilds.latest_changes(database.reader, 1, 10)
    assert latest == SettingChange(12, AT, "pace", "live", "daily")
    assert {(each.user_id, each.setting) for each in before} == {(11, "pace"), (11, "moderators")}
    assert await guilds.latest_changes(database.reader, 1, 1) == [latest]


def test_every_look_is_a_theme() -> None:
    assert set(Look) == set(THEMES)
