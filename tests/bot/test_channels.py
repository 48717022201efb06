"""Channels in which the bot may not do everything, and what it says and does then."""

from datetime import timedelta
from random import Random

import discord
import pytest

from bot.publish.publisher import FIRST_RETRY
from tests.bot.card_game import Clicker
from tests.bot.world import Place, World, alts, answer, joined, of_verb, said, text


async def begun_turn(world: World, place: Place) -> Clicker:
    """Plays the first turn; returns who can play on."""
    clicker = Clicker(world, Random(1))
    await clicker.turn(place)
    return clicker


async def test_without_threads_the_match_is_in_the_channel(world: World) -> None:
    world.allow(world.channel, create_public_threads=False)
    place = await world.begin()
    assert world.channel.threads == []
    assert place.channel.id == world.channel.id
    await begun_turn(world, place)
    assert len(place.boards) == 1


async def test_a_thread_carries_the_game_and_the_names(world: World) -> None:
    place = await world.begin()
    assert place.channel.is_thread
    assert place.channel.name is not None
    *names, game = place.channel.name.split(" · ")
    # clients cut names off at their end
    assert (sorted(names), game) == (["alice", "bob"], "Lost Cities, the card game")


@pytest.mark.parametrize("right", ["send_messages", "attach_files"])
async def test_what_is_missing_is_named_before_a_match_is_opened(world: World, right: str) -> None:
    world.allow(world.channel, **{right: False})
    refused = said(await world.alice.slash(world.channel, "play", opponent=world.bob))
    names = {"send_messages": "Send Messages", "attach_files": "Attach Files"}
    assert refused.startswith(f"I cannot host a match in <#{world.channel.id}> because I am missing: {names[right]}.")
    assert world.messages(world.channel) == []


async def test_without_attachments_boards_are_in_words(world: World) -> None:
    place = await world.begin()
    # the simulated Discord does not ask for this right, so its answer is put into its mouth, once a board
    world.env.inject_error("POST", f"/channels/{place.channel.id}/messages", status=403, code=50013)
    clicker = await begun_turn(world, place)
    assert alts(place.board) == []
    assert "The discard piles are" in text(place.board) or "On the discard piles" in text(place.board)
    assert "43 cards in the deck" in text(place.board)
    await clicker.turn(place)
    assert alts(place.board)


async def test_without_attachments_hands_are_in_words(world: World) -> None:
    place = await world.begin()
    mover, clicker = place.mover, Clicker(world, Random(1))
    world.env.inject_error("POST", "/interactions/*/callback", status=403, code=50013)
    hand = await place.hand(mover)
    assert alts(hand) == []
    assert "Your cards that can be played: " in text(hand)
    await clicker.finish(mover, hand)
    world.env.inject_error("POST", "/interactions/*/callback", status=403, code=50013)
    await world.click(mover, hand, "Refresh")
    assert alts(hand) == []
    assert "Just drawn: " in text(hand)


async def test_without_the_channel_the_match_goes_on_in_the_hands(world: World) -> None:
    place = await world.begin()
    world.allow(world.channel, send_messages_in_threads=False)
    old = place.board
    clicker = Clicker(world, Random(1))
    mover = place.mover
    hand = await place.hand(mover)
    await clicker.finish(mover, hand)
    assert place.board.id == old.id

    second = place.waiter if mover.id == place.mover.id else place.mover
    told = answer(await second.slash(place.channel, "hand"))
    assert "I may not write in" in text(told)
    await clicker.finish(second, told)
    assert (await world.bot.play.matches.table(1)).match.ply == 4

    world.allow(world.channel, send_messages_in_threads=True)
    await mover.slash(place.channel, "hand")
    assert place.board.id != old.id
    assert place.mover.id == mover.id
    assert "42 cards in the deck" in text(place.board)
    assert text(place.board).count(" draws from the deck.") == 2
    assert "⚠️" not in text(answer(await mover.slash(place.channel, "hand")))
    assert len(place.boards) == 1


@pytest.mark.parametrize(
    ("status", "code", "told"),
    [
        (403, 50001, "I cannot see"),
        (403, 50013, "I may not write in"),
        (400, 50083, "is archived and locked"),
        (400, 160005, "is archived and locked"),
    ],
)
async def test_what_keeps_the_board_behind_is_told_in_the_hand(world: World, status: int, code: int, told: str) -> None:
    place = await world.begin()
    mover = place.mover
    world.allow(world.channel, send_messages_in_threads=status != 403)
    world.env.inject_error("POST", f"/channels/{place.channel.id}/messages", status=status, code=code, times=2)
    clicker = await begun_turn(world, place)
    second = world.bob if mover.id == world.alice.id else world.alice
    assert told in said(await second.slash(place.channel, "hand"))
    world.allow(world.channel, send_messages_in_threads=True)
    if status != 403:
        await second.slash(place.channel, "hand")
    assert "⚠️" not in said(await second.slash(place.channel, "hand"))
    assert place.mover.id == second.id
    await clicker.turn(place)


async def test_an_archived_thread_opens_with_the_next_board(world: World) -> None:
    place = await world.begin()
    world.env.inject_error("PATCH", f"/channels/{place.channel.id}/messages/*", status=400, code=50083)
    await begun_turn(world, place)
    assert "43 cards in the deck" in text(place.board)


async def test_a_fault_of_discord_passes(world: World) -> None:
    place = await world.begin()
    world.env.inject_error("POST", f"/channels/{place.channel.id}/messages", status=500, times=1)
    await begun_turn(world, place)
    assert "44 cards in the deck" in text(place.board)
    await world.wait(timedelta(seconds=FIRST_RETRY + 1))
    assert "43 cards in the deck" in text(place.board)


async def test_a_board_that_somebody_deleted(world: World) -> None:
    place = await world.begin()
    world.env.backend.delete_message(place.channel.id, place.board.id)
    assert "at the bottom" in said(await world.alice.slash(place.channel, "board"))
    assert len(place.boards) == 1
    mover, clicker = place.mover, Clicker(world, Random(1))
    world.env.backend.delete_message(place.channel.id, place.board.id)
    hand = answer(await mover.slash(place.channel, "hand"))
    await clicker.finish(mover, hand)
    assert len(place.boards) == 1


async def test_what_was_left_undone_is_made_up_at_the_next_start(world: World) -> None:
    place = await world.begin()
    old = place.board
    world.env.inject_error("POST", f"/channels/{place.channel.id}/messages", status=500, times=None)
    await begun_turn(world, place)
    assert place.board.id == old.id
    world.env.backend.faults.clear()
    await world.restart()
    assert place.board.id != old.id


async def test_a_restart_posts_nothing_that_stands_there_already(world: World) -> None:
    place = await world.begin()
    await begun_turn(world, place)
    before = joined(place.messages)
    cursor = world.cursor
    await world.restart()
    assert joined(place.messages) == before
    assert [each for each in world.requests_since(cursor) if each.method != "GET"] == []


async def test_a_match_in_a_thread_that_was_there(world: World) -> None:
    place = await world.begin()
    thread = world.bot.get_channel(place.channel.id)
    assert isinstance(thread, discord.Thread)
    # as if somebody else had opened it
    thread.owner_id = world.carol.id
    asked = answer(await world.alice.slash(place.channel, "play", opponent=world.carol))
    await world.click(world.carol, asked, "Accept")
    second = [m for m in place.messages if any(e.id and e.id.subject == 2 for e in of_verb(m, "hand"))]
    assert len(second) == 1


async def test_a_challenge_from_the_thread_of_a_match_stands_in_the_channel(world: World) -> None:
    place = await world.begin()
    before = [each.id for each in place.messages]
    said_there = said(await world.carol.slash(place.channel, "play", opponent=world.dave))
    assert f"<#{world.channel.id}>" in said_there
    await world.env.settle()
    assert [each.id for each in place.messages] == before
    asked = world.messages(world.channel)[-1]
    assert "carol" in text(asked)
    await world.click(world.dave, asked, "Accept")
    await world.env.settle()
    second = await world.place_of(2)
    assert second.channel.id not in (place.channel.id, world.channel.id)


async def test_a_rematch_in_a_thread_keeps_a_title_that_is_right(world: World) -> None:
    place = await world.begin()
    title = place.channel.name
    await world.click(world.alice, answer(await world.alice.slash(place.channel, "resign")), "Give up")
    (asked,) = of_verb(place.messages[-1], "rematch")
    await world.alice.click(place.messages[-1], custom_id=asked.custom_id)
    await world.click(world.bob, place.messages[-1], "Accept")
    await world.env.settle()
    again = await world.place_of(2)
    assert (again.channel.id, again.channel.name) == (place.channel.id, title)
