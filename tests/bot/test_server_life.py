"""A server that the bot comes into and is removed from: greeted once, and forgotten after 30 days."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest
from simcord.backend import serializers

from bot.store.ratings import put_recount
from tests.bot.world import HousedBot, World, joined

DAY = timedelta(days=1)


async def come(world: World) -> None:
    """The bot comes into the server."""
    backend = world.env.backend
    guild = backend.get_guild(world.guild.id)
    guild.members[backend.bot_user.id].joined_at = world.bot.play.clock().replace(microsecond=123456).isoformat()
    await be_there(world)


async def be_there(world: World) -> None:
    """The gateway says that the bot is in the server, as after a lost connection."""
    backend = world.env.backend
    payload: dict[str, Any] = dict(serializers.guild_create_payload(backend, backend.get_guild(world.guild.id)))
    payload.pop("unavailable", None)
    backend.emit("GUILD_CREATE", payload)
    await world.env.settle()


async def remove(world: World) -> None:
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id)})
    await world.env.settle()


def rows(world: World) -> dict[str, int]:
    """How many rows of every table belong to the server or to its matches."""
    with closing(sqlite3.connect(world.bot.database.path)) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        counts = {table: connection.execute(f'SELECT count(*) FROM "{table}"') for table in tables}  # noqa: S608  # ours
        return {table: count.fetchone()[0] for table, count in counts.items()}


def of_servers(world: World) -> list[str]:
    """Every table whose rows belong to a server."""
    query = "SELECT t.name FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c WHERE c.name = 'guild_id'"
    with closing(sqlite3.connect(world.bot.database.path)) as connection:
        return [row[0] for row in connection.execute(query)]


async def test_one_short_welcome_where_the_bot_may_write(world: World) -> None:
    silent = world.guild.create_text_channel("announcements")
    world.allow(silent, send_messages=False)
    world.env.backend.get_guild(world.guild.id).system_channel_id = silent.id
    assert world.messages(world.channel) == []
    await remove(world)
    await world.wait(DAY)
    await come(world)
    assert "Start a match with **/play**" in joined(world.messages(world.channel))
    assert "**/settings**" in joined(world.messages(world.channel))
    assert world.messages(silent) == []
    await world.restart()
    await remove(world)
    await be_there(world)
    assert len(world.messages(world.channel)) == 1
    await come(world)
    assert len(world.messages(world.channel)) == 1, "it is there already"
    await remove(world)
    await world.wait(DAY)
    await come(world)
    assert len(world.messages(world.channel)) == 2


async def test_the_system_channel_comes_first(world: World) -> None:
    system = world.guild.create_text_channel("lounge")
    world.env.backend.get_guild(world.guild.id).system_channel_id = system.id
    await remove(world)
    await world.wait(DAY)
    await come(world)
    assert len(world.messages(system)) == 1
    assert world.messages(world.channel) == []


async def test_a_server_without_the_bot_is_forgotten_after_thirty_days(world: World) -> None:
    await world.beaten(world.alice, world.bob)
    await world.begin()
    await world.challenge(world.alice)
    await world.bot.play.servers.change(world.guild.id, world.alice.id, threads=False)
    await world.bot.database.write(put_recount, world.guild.id, "card_game", (world.bot.play.clock(), 1))
    await world.restart()
    there = rows(world)
    assert all(there[table] for table in of_servers(world)), "a table added later must be filled and emptied here, too"
    await remove(world)
    await world.wait(29 * DAY)
    assert rows(world)["matches"] == there["matches"] == 2
    await world.wait(2 * DAY)
    assert {table for table, count in rows(world).items() if count} <= {"facts", "players"}
    assert (await world.bot.play.servers.settings(world.guild.id)).threads


async def test_a_return_in_time_keeps_everything(world: World) -> None:
    place = await world.begin()
    await remove(world)
    await world.wait(20 * DAY)
    await come(world)
    await world.wait(40 * DAY)
    assert (await world.bot.play.matches.table(place.match_id)).match.id == place.match_id


async def test_a_bot_that_was_removed_while_it_was_off(world: World) -> None:
    """Who is not there at a start has been removed; who was invited again meanwhile has not."""
    place = await world.beaten(world.alice, world.bob)
    servers = world.env.backend.guilds
    club = servers.pop(world.guild.id)
    await world.restart()
    await world.wait(29 * DAY)
    servers[world.guild.id] = club
    await world.restart(after=10 * DAY)
    assert (await world.bot.play.matches.table(place.match_id)).match.id == place.match_id
    del servers[world.guild.id]
    await world.restart()
    await world.wait(29 * DAY)
    assert rows(world)["matches"] == 1
    await world.wait(2 * DAY)
    assert rows(world)["matches"] == 0


@pytest.mark.parametrize("played", [False, True])
async def test_a_server_that_came_while_the_bot_was_off(world: World, played: bool) -> None:
    """It is greeted at the start, unless it is an old one, of which something is kept."""
    if played:
        await world.begin()
    before = len(world.messages(world.channel))
    backend = world.env.backend
    joined_at = world.bot.play.clock().isoformat()
    backend.get_guild(world.guild.id).members[backend.bot_user.id].joined_at = joined_at
    await world.bot.close()
    with closing(sqlite3.connect(world.bot.database.path)) as connection, connection:
        connection.execute("DELETE FROM guilds")
    await world.env.restart_bot(HousedBot(world.bot.database.path))
    await world.env.settle()
    greeted = [message for message in world.messages(world.channel) if "/settings" in joined([message])]
    assert len(greeted) == (not played)
    await world.restart()
    assert len(world.messages(world.channel)) == before + len(greeted)
