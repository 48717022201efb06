"""The board game from its lobby to its result, by clicks only."""

from random import Random

import pytest

from bot.store.requests import RequestKind
from render.words import signed
from rules.board_game.state import Turn
from rules.record import verify
from tests.bot.board_game import Traveller, travel_to_the_end
from tests.bot.world import Place, Press, World, alts, answer, joined, of_verb, said, text


async def lobby(world: World, seats: int, length: str = "short", direction: str = "up") -> Place:
    """A table for so many, all of them there, started by its host."""
    message = await world.challenge(world.alice, game="board_game", length=length, direction=direction)
    for guest in (world.bob, world.carol, world.dave)[: seats - 1]:
        await world.click(guest, message, "Join")
    await world.click(world.alice, message, "Start")
    return await world.place_of(1)


async def test_a_whole_long_game_for_two(drawn_world: World) -> None:
    world = drawn_world
    message = await world.challenge(world.alice, world.bob, game="board_game")
    assert "three expeditions" in text(message)
    await world.click(world.bob, message, "Accept")
    place = await world.place_of(1)
    taps = await travel_to_the_end(Traveller(world, Random(1)), place)
    table = await world.bot.play.matches.table(1)
    assert len(table.state.results) == 3
    assert min(taps) <= 3
    result = place.messages[-1]
    assert [each.label for each in of_verb(result, "rematch", "record")] == ["Rematch", "Record"]
    assert alts(result)
    record = answer(await world.click(world.bob, result, "Record"))
    assert verify((await record.attachments[0].read()).decode()).game.key == "board_game"


async def test_a_short_game_for_three_under_keltis_rules(world: World) -> None:
    place = await lobby(world, 3, direction="keltis")
    await travel_to_the_end(Traveller(world, Random(2)), place)
    table = await world.bot.play.matches.table(1)
    assert table.state.options.direction == "keltis"
    assert table.match.outcome is not None
    assert table.match.outcome.winners


async def test_a_game_for_four_in_which_one_leaves_and_the_others_play_on(world: World) -> None:
    place = await lobby(world, 4)
    traveller = Traveller(world, Random(3))
    for _ in range(4):
        await traveller.turn(place)
    leaver = place.mover
    question = answer(await leaver.slash(place.channel, "resign"))
    await world.click(leaver, question, "Give up")
    assert place.mover is not leaver
    await travel_to_the_end(traveller, place)
    table = await world.bot.play.matches.table(1)
    assert table.match.outcome is not None
    seat = table.match.seat_of(leaver.id)
    assert seat is not None
    assert table.match.outcome.places[seat] == 4
    assert f"{leaver.name}** gives up the match" in joined(place.messages)


@pytest.mark.parametrize("seed", range(3))
async def test_bridges_end_expeditions_without_a_draw(world: World, seed: int) -> None:
    place = await lobby(world, 2)
    await travel_to_the_end(Traveller(world, Random(seed), boldness=1.0), place)
    table = await world.bot.play.matches.table(1)
    last = table.state.last_turn
    assert isinstance(last, Turn)
    assert (last.draw is None) == (table.view(None).crossed == 5)


async def test_a_chain_asks_one_question_at_a_time_and_can_be_taken_back(world: World) -> None:
    place = await lobby(world, 2)
    mover = place.mover
    hand = await place.hand(mover)
    await mover.click(hand, custom_id=of_verb(hand, "card")[0].custom_id)
    await mover.click(hand, custom_id=of_verb(hand, "do")[0].custom_id)
    assert "Which figure starts the path?" in text(hand)
    adventurer, researcher, back = of_verb(hand, "do")
    assert (adventurer.label, researcher.label, back.label) == (
        f"Adventurer ({signed(-20)})",
        f"Researcher, counts double ({signed(-40)})",
        "Take back",
    )
    await mover.click(hand, custom_id=researcher.custom_id)
    assert "Where do you draw from?" in text(hand)
    await mover.click(hand, label="Take back")
    assert "Which figure starts the path?" in text(hand)
    await mover.click(hand, label="Take back")
    assert "Tap a card." in text(hand)
    assert "it is your turn" in text(place.board)


async def test_a_whole_turn_can_be_typed(world: World) -> None:
    place = await lobby(world, 2)
    mover = place.mover
    table = await world.bot.play.matches.table(1)
    card = table.view(table.match.seat_of(mover.id)).hand[0]
    refused = await mover.slash(place.channel, "turn", card=str(card), action="play", draw="deck")
    assert "figure" in said(refused)
    assert (await world.bot.play.matches.table(1)).match.ply == 0
    await mover.slash(place.channel, "turn", card=str(card), action="play", draw="deck", figure="researcher")
    assert (await world.bot.play.matches.table(1)).match.ply == 3
    assert place.mover is not mover


async def test_a_table_for_four_may_be_started_with_three(world: World) -> None:
    message = await world.challenge(world.alice, game="board_game")
    assert "3 seats are free" in text(message)
    (too_early,) = await world.press(Press(world.alice, message, of_verb(message, "start")[0].custom_id))
    assert "Not all seats are taken" in said(too_early)
    for guest in (world.bob, world.carol):
        await world.click(guest, message, "Join")
    await world.click(world.alice, message, "Start")
    table = await world.bot.play.matches.table(1)
    assert len(table.match.players) == 3


async def test_a_challenge_to_one_member_has_two_seats(world: World) -> None:
    result = await world.alice.slash(world.channel, "play", opponent=world.bob, game="board_game", seats=3)
    assert "Leave the opponent out" in said(result)


async def test_a_pause_needs_only_those_who_are_still_there(world: World) -> None:
    place = await lobby(world, 3)
    question = answer(await world.carol.slash(place.channel, "resign"))
    await world.click(world.carol, question, "Give up")
    play = world.bot.play
    await play.agreements.ask(1, world.alice.id, RequestKind.PAUSE)
    ply = (await play.matches.table(1)).match.ply
    await play.agreements.answer(1, world.bob.id, RequestKind.PAUSE, ply, agree=True)
    assert (await play.matches.table(1)).match.clock.paused
