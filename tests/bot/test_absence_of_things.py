"""What becomes of a match when its message, thread, channel, server or people go away."""

from datetime import timedelta

import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.publish.threads import KEEP_EVERY
from tests.bot.card_game import Clicker
from tests.bot.test_publish_faults import Table
from tests.bot.world import Place, World, said, text

VIEW, SEND, SEND_IN_THREADS = 1 << 10, 1 << 11, 1 << 38


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
    await table.world.env.restart_bot(type(table.world.bot)(table.world.path))
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
    world.guild.set_owner(world.carol) if hasattr(world.guild, "set_owner") else None
    await world.bot.play.moderation.move(place.match_id, world.guild.id, world.carol.id, other.id, "channel deleted")
    await table.waited()
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
    await world.bot.play.moderation.pause(place.match_id, world.guild.id, world.carol.id, "summer")

    def signs() -> int:
        edits = [each for each in world.env.http_requests if each.path == f"/channels/{place.channel.id}"]
        return len([each for each in edits if each.method == "PATCH"])

    for weeks in range(1, 4):
        await world.wait(KEEP_EVERY)
        assert signs() == 2 * weeks
    await world.bot.play.moderation.end(place.match_id, world.guild.id, world.carol.id, "over")
    await world.wait(2 * KEEP_EVERY)
    assert signs() <= 8


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
    guild = bot.get_guild(world.guild.id)
    assert guild is not None
    bot.dispatch("guild_remove", guild)
    await settled(table)
    assert (await bot.play.matches.table(place.match_id)).match.clock.deadline is None
    bot.dispatch("guild_join", guild)
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
    assert "left this server" in text(place.messages[-1])
    await table.world.wait(timedelta(hours=13))
    match = (await table.world.bot.play.matches.table(place.match_id)).match
    assert match.is_over
    assert match.outcome is not None


def deny(world: World, channel_id: int, user_id: int, rights: int) -> None:
    _overwrite(world, channel_id, user_id, 0, rights)


def allow(world: World, channel_id: int, user_id: int, rights: int) -> None:
    _overwrite(world, channel_id, user_id, rights, 0)


def _overwrite(world: World, channel_id: int, user_id: int, allowed: int, denied: int) -> None:
    overwrite = Overwrite(user_id, OverwriteType.MEMBER, allowed, denied)
    world.env.backend.set_overwrite(channel_id, overwrite)


_ = (Clicker, Place, said)
