"""``/moderate``: what those who manage the server may do, and that nobody else may."""

from datetime import timedelta
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.store.matches import EntryKind
from tests.bot.world import Place, Press, World, alts, answer, controls, joined, said, text


async def moderate(world: World, who: MemberActor, place: Place, action: str, **options: Any) -> InteractionResult:
    named = options.pop("match", str(place.match_id))
    return await who.slash(world.channel, "moderate", action=action, match=named, reason="for *peace*", **options)


async def log_of(world: World, place: Place) -> tuple[EntryKind, str]:
    entry = (await world.bot.play.matches.log(place.match_id))[-1]
    return entry.kind, entry.text


async def test_the_end_without_a_result(world: World, admin: MemberActor) -> None:
    place = await world.begin()
    cursor = world.cursor
    assert said(await moderate(world, admin, place, "end")).endswith("has ended without a result.")
    assert await log_of(world, place) == (EntryKind.END, "for *peace*")
    assert "A moderator ends the match; it has no result: for \\*peace\\*" in text(place.messages[-1])
    assert {world.alice.id, world.bob.id} == {user for each in world.requests_since(cursor) for user in each.pings}
    assert all(not alts(message) for message in place.boards)
    (forged,) = await world.press(press_record(world, place))
    assert "ended without a result" in said(forged)
    assert "This match is over." in said(await moderate(world, admin, place, "pause"))
    assert "ended without a result" in said(await moderate(world, admin, place, "correct"))


def press_record(world: World, place: Place) -> Press:
    return Press(world.alice, place.messages[-1], f"lc:record:{place.match_id}:0:")


async def test_a_corrected_result(world: World, admin: MemberActor) -> None:
    place = await world.begin()
    assert "still being played" in said(await moderate(world, admin, place, "correct"))
    await world.click(world.bob, answer(await world.bob.slash(place.channel, "resign")), "Give up")
    assert "one of the players" in said(await moderate(world, admin, place, "correct", winner=world.carol))
    await moderate(world, admin, place, "correct", winner=world.bob)
    assert "A moderator corrects the result, **bob** wins: for \\*peace\\*" in text(place.messages[-1])
    await world.restart()
    await moderate(world, admin, place, "correct")
    assert "share it" in text(place.messages[-1])
    await world.click(world.bob, place.messages[-3], "Rematch")


async def test_only_a_moderator_ends_a_moderators_pause(world: World, admin: MemberActor) -> None:
    place = await world.begin()
    await moderate(world, admin, place, "pause")
    board = place.board
    assert "A moderator pauses the match: for \\*peace\\*" in text(board)
    assert [each.label for each in controls(board)] == ["My hand", "Watch"]
    for who in (world.alice, world.bob):
        (forged,) = await world.press(Press(who, board, f"lc:go_on:{place.match_id}:0:"))
        assert "only a moderator" in said(forged)
    await world.wait(timedelta(days=40))
    await world.restart()
    await moderate(world, admin, place, "resume")
    assert "A moderator lets the match go on: for \\*peace\\*" in text(place.board)
    assert "does not stand still" in said(await moderate(world, admin, place, "resume"))


async def test_a_match_moves_to_another_channel(world: World, admin: MemberActor) -> None:
    place = await world.begin()
    elsewhere = world.guild.create_text_channel("quiet-corner")
    assert "Name the channel" in said(await moderate(world, admin, place, "move"))
    said_so = said(await moderate(world, admin, place, "move", channel=elsewhere, match=f"Match {place.match_id}"))
    assert f"goes on in <#{elsewhere.id}>" in said_so
    assert "shown there already" in said(await moderate(world, admin, place, "move", channel=elsewhere))
    there = Place(world, place.match_id, elsewhere)
    assert "A moderator moves the match here: for \\*peace\\*" in text(there.board)
    assert place.boards == []
    await world.restart()
    assert of_hand(there)


async def test_a_channel_where_the_bot_may_not_write(world: World, admin: MemberActor) -> None:
    place = await world.begin()
    elsewhere = world.guild.create_text_channel("closed")
    world.allow(elsewhere, send_messages=False)
    assert "Send Messages" in said(await moderate(world, admin, place, "move", channel=elsewhere))
    assert place.boards != []


def of_hand(place: Place) -> bool:
    return any(each.label == "My hand" for each in controls(place.board))


@pytest.mark.parametrize("action", ["end", "correct", "pause", "resume", "move"])
async def test_nobody_else_may_though_the_client_sends_it(world: World, action: str) -> None:
    place = await world.begin()
    (definition,) = [each for each in await world.bot.tree.fetch_commands() if each.name == "moderate"]
    world.guild.set_command_permissions(definition, {world.alice: True})
    before = (await world.bot.play.matches.table(place.match_id)).match
    refused = said(await moderate(world, world.alice, place, action))
    assert refused == "Only members who may manage this server can do that."
    assert (await world.bot.play.matches.table(place.match_id)).match == before


async def test_the_matches_of_the_server_are_suggested(world: World, admin: MemberActor) -> None:
    place = await world.begin()
    found = await admin.autocomplete(world.channel, "moderate", "match", "ali", action="end")
    assert [each["value"] for each in found] == [str(place.match_id)]
    assert "running" in found[0]["name"]
    assert await admin.autocomplete(world.channel, "moderate", "match", "nobody", action="end") == []


@pytest.mark.parametrize("named", ["x", "99999", "-1", "9" * 40, "²"])
async def test_a_match_that_is_not_there(world: World, admin: MemberActor, named: str) -> None:
    place = await world.begin()
    assert "no match" in said(await moderate(world, admin, place, "end", match=named)).casefold()
    assert joined(place.messages)
