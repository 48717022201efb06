"""What becomes of a match when its message, thread, channel, server or people go away."""

from datetime import timedelta
from typing import Any

import pytest
from discord import Permissions
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.publish.threads import KEEP_EVERY
from tests.bot.test_publish_faults import Table
from tests.bot.world import HousedBot, World, text

SEND_IN_THREADS = 1 << 38


@pytest.fixture
def table(world: World) -> Table:
    return Table(world)


async def settled(table: Table) -> None:
    await table.world.env.settle()


async def test_a_deleted_board_is_missed_by_nobody(table: Table) -> None:
    place = await table.begun()
    table.world.env.backend.delete_message(place.channel.id, place.board.id)
    await table.turn(place.match_id)
    await table.is_well(place.match_id)
    table.world.env.backend.delete_message(place.channel.id, place.board.id)
    await table.world.alice.slash(table.world.channel, "board", match=str(place.match_id))
    await table.is_well(place.match_id)


async def test_a_deleted_thread_is_followed_by_the_channel(table: Table) -> None:
    place = await table.begun()
    assert place.channel.id != table.world.channel.id
    table.world.env.backend.delete_channel(place.channel.id)
    await settled(table)
    home = await table.world.place_of(place.match_id)
    assert home.channel.id == table.world.channel.id
    await table.is_well(place.match_id)
    await table.turn(place.match_id)
    await table.is_well(place.match_id)


async def test_a_thread_that_was_deleted_while_the_bot_was_off(table: Table) -> None:
    place = await table.begun()
    await table.world.bot.close()
    table.world.env.backend.delete_channel(place.channel.id)
    await table.world.env.restart_bot(HousedBot(table.world.bot.database.path))
    await table.turn(place.match_id)
    await table.waited()
    await table.is_well(place.match_id)


async def test_a_deleted_channel_leaves_the_hands_and_the_way_to_another(table: Table) -> None:
    world = table.world
    other = world.guild.create_text_channel("other")
    place = await table.begun()
    world.env.backend.delete_channel(place.channel.id)
    world.env.backend.delete_channel(world.channel.id)
    await settled(table)
    world.channel = other
    await table.turn(place.match_id)
    await table.waited()
    hand = await table.hand(world.alice, place.match_id)
    assert "is gone" in text(hand)
    await moderate(world, place.match_id, "move", channel=other)
    await table.is_well(place.match_id)
    assert "is gone" not in text(await table.hand(world.alice, place.match_id))


async def test_lost_permissions_are_named_and_found_again_by_themselves(table: Table) -> None:
    place = await table.begun()
    world = table.world
    me = world.env.backend.bot_user.id
    deny(world, world.channel.id, me, SEND_IN_THREADS)
    await table.turn(place.match_id)
    hand = await table.hand(world.alice, place.match_id)
    assert "may not write" in text(hand)
    allow(world, world.channel.id, me, SEND_IN_THREADS)
    await settled(table)
    await table.is_well(place.match_id)


async def test_a_locked_thread_is_named_and_found_open_again(table: Table) -> None:
    place = await table.begun()
    world = table.world
    for method, path in (("POST", "/channels/*/messages"), ("PATCH", "/channels/*/messages/*")):
        world.env.inject_error(method, path, status=400, code=50083, times=None)
    await table.turn(place.match_id)
    assert "archived and locked" in text(await table.hand(world.alice, place.match_id))
    world.env.backend.faults.clear()
    world.env.backend.edit_channel(place.channel.id, {}, thread_metadata={"archived": False, "locked": False})
    await settled(table)
    await table.is_well(place.match_id)


async def test_a_thread_is_kept_from_being_archived_as_long_as_its_match_runs(table: Table) -> None:
    place = await table.begun()
    world = table.world
    await world.alice.slash(world.channel, "hand", match=str(place.match_id))
    await moderate(world, place.match_id, "pause")

    def signs() -> int:
        edits = [each for each in world.env.http_requests if each.path == f"/channels/{place.channel.id}"]
        return len([each for each in edits if each.method == "PATCH"])

    for weeks in range(1, 4):
        for _ in range(6):
            await world.wait(KEEP_EVERY / 6)
        assert signs() == 2 * weeks
    await moderate(world, place.match_id, "end")
    for _ in range(12):
        await world.wait(KEEP_EVERY / 6)
    assert signs() == 6


async def test_nobody_loses_while_the_bot_is_not_in_the_server(table: Table) -> None:
    place = await table.begun()
    world = table.world
    before = (await world.bot.play.matches.table(place.match_id)).match
    await world.bot.play.absence.server_lost(world.guild.id)
    await world.wait(timedelta(days=30))
    asleep = (await world.bot.play.matches.table(place.match_id)).match
    assert not asleep.is_over
    assert asleep.clock.deadline is None
    await world.bot.play.absence.servers_there({world.guild.id})
    awake = (await world.bot.play.matches.table(place.match_id)).match
    assert before.clock.deadline is not None
    assert awake.clock.deadline == before.clock.deadline + timedelta(days=30)
    await table.turn(place.match_id)
    await table.is_well(place.match_id)


async def test_a_bot_that_was_removed_and_comes_back(table: Table) -> None:
    place = await table.begun()
    world = table.world
    bot = world.bot
    backend = world.env.backend
    back: dict[str, Any] = dict(serializers.guild_create_payload(backend, backend.get_guild(world.guild.id)))
    backend.emit("GUILD_DELETE", {"id": str(world.guild.id)})
    await settled(table)
    assert (await bot.play.matches.table(place.match_id)).match.clock.deadline is None
    back.pop("unavailable", None)
    backend.emit("GUILD_CREATE", back)
    await settled(table)
    assert (await bot.play.matches.table(place.match_id)).match.clock.deadline is not None


async def test_a_restart_in_a_server_runs_the_clocks_on(table: Table) -> None:
    place = await table.begun()
    await table.world.bot.play.absence.server_lost(table.world.guild.id)
    await table.world.restart()
    assert (await table.world.bot.play.matches.table(place.match_id)).match.clock.deadline is not None


async def test_a_member_who_left_loses_by_time_and_the_others_are_told(table: Table) -> None:
    place = await table.begun()
    mover = await table.mover(place.match_id)
    table.world.guild.remove_member(mover)
    await table.world.wait(timedelta(hours=12, minutes=1))
    assert "is not in this server any more" in text(place.messages[-1])
    await table.world.wait(timedelta(hours=13))
    match = (await table.world.bot.play.matches.table(place.match_id)).match
    assert match.is_over
    assert match.outcome is not None


async def moderate(world: World, match_id: int, action: str, **options: Any) -> None:
    role = world.guild.create_role("managers", permissions=Permissions(manage_guild=True))
    manager = world.guild.add_member(world.env.create_user("dora"), roles=[role])
    await manager.slash(world.channel, "moderate", action=action, match=str(match_id), reason="why", **options)


def deny(world: World, channel_id: int, user_id: int, rights: int) -> None:
    _overwrite(world, channel_id, user_id, 0, rights)


def allow(world: World, channel_id: int, user_id: int, rights: int) -> None:
    _overwrite(world, channel_id, user_id, rights, 0)


def _overwrite(world: World, channel_id: int, user_id: int, allowed: int, denied: int) -> None:
    overwrite = Overwrite(user_id, OverwriteType.MEMBER, allowed, denied)
    world.env.backend.set_overwrite(channel_id, overwrite)
