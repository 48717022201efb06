"""The board game from its lobby to its result, by clicks only."""

import re
from collections.abc import Mapping
from itertools import takewhile
from random import Random

import pytest
from simcord import ResponseMessage

from bot.store.requests import RequestKind
from render.words import signed
from rules.board_game import BOARD_GAME
from rules.board_game.state import Phase
from rules.game import OptionValue, RoundEnded
from rules.record import verify
from tests.bot.clicks import DECK, Tapper, arg, tap_to_the_end
from tests.bot.midway import midway
from tests.bot.world import Place, Press, World, alts, answer, control, joined, mentions, of_verb, said, text
from tests.rules.board_game.tables import racing
from tests.rules.walks import Move, walk

STALE = "The table has moved on; this is your hand now."


async def test_a_whole_long_game_for_two(world: World) -> None:
    message = await world.challenge(world.alice, world.bob, game="board_game")
    assert "three expeditions" in text(message)
    await world.click(world.bob, message, "Accept")
    place = await world.place_of(1)
    taps = await tap_to_the_end(Tapper(world, Random(1)), place)
    table = await world.bot.play.matches.table(1)
    assert len(table.state.results) == 3
    assert min(taps) <= 3
    sheets = [alt for message in place.messages for alt in alts(message) if "is over." in alt]
    assert [sheet.partition(" is")[0] for sheet in sheets] == [f"Expedition {number} of 3" for number in (1, 2, 3)]
    result = place.messages[-1]
    assert [each.label for each in of_verb(result, "rematch", "record")] == ["Rematch", "Record"]
    assert " wins." in alts(result)[0] or "share the win" in alts(result)[0]
    assert place.boards == []
    record = answer(await world.click(world.bob, result, "Record"))
    assert verify((await record.attachments[0].read()).decode()).game.key == "board_game"


async def test_a_short_game_for_three_under_keltis_rules(world: World) -> None:
    place = await world.gather(3, game="board_game", length="short", direction="keltis")
    await tap_to_the_end(Tapper(world, Random(2)), place)
    table = await world.bot.play.matches.table(1)
    assert table.state.options.direction == "keltis"
    assert table.match.outcome is not None
    assert table.match.outcome.winners


async def test_a_game_for_four_in_which_one_leaves_and_the_others_play_on(world: World) -> None:
    place = await world.gather(4, game="board_game", length="short")
    tapper = Tapper(world, Random(3))
    for _ in range(4):
        await tapper.turn(place)
    leaver = place.mover
    question = answer(await leaver.slash(place.channel, "resign"))
    await world.click(leaver, question, "Give up")
    assert place.mover is not leaver
    await tap_to_the_end(tapper, place)
    table = await world.bot.play.matches.table(1)
    assert table.match.outcome is not None
    seat = table.match.seat_of(leaver.id)
    assert seat is not None
    assert table.match.outcome.places[seat] == 4
    assert f"{leaver.name}** gives up the match" in joined(place.messages)


ENDINGS = {
    "by a bridge in a chain of arrows": (36, "; the expedition ends."),
    "by a card for the last step of a path": (60, "; the expedition ends."),
    "by the last card of the deck": (62, "draws from the deck."),
}
"""Deals that a race for the bridges leads to such an end of the first expedition, and how its last turn is told."""


@pytest.mark.parametrize(("seed", "told"), ENDINGS.values(), ids=ENDINGS)
async def test_how_an_expedition_ends(world: World, seed: int, told: str) -> None:
    options = {"length": "long", "direction": "up"}
    moves = list(until_the_end_of_an_expedition(seed, options))
    state = moves[-1].applied.state
    last = state.last_turn
    turn = [move for move in moves if move.before.turns == state.turns - 1]
    place = await midway(world, BOARD_GAME, seed, options, 2, moves[: -len(turn)])
    following = place.waiter
    hand = await play(place, *(str(move.action) for move in turn))

    assert (last.draw is None) == (seed != 62)
    assert len(last.arrivals) == {36: 3, 60: 1}.get(seed, len(last.arrivals))
    if seed == 60:
        assert last.arrivals[0].path != last.placement.card.colour
    table = await world.bot.play.matches.table(place.match_id)
    assert table.state == state
    assert "Tap a card." not in text(hand)
    assert told in joined(place.messages)
    (sheet,) = [alt for message in place.messages for alt in alts(message) if "Expedition 1 of 3 is over." in alt]
    reason = "The last card was drawn." if seed == 62 else "The fifth figure crossed a bridge."
    assert f"{reason} {following.name} starts expedition 2." in sheet
    assert mentions(place.board) == [following.id]
    assert "Expedition 2 of 3." in text(place.board)
    assert of_verb(hand, "do") == []


def until_the_end_of_an_expedition(seed: int, options: Mapping[str, OptionValue]) -> list[Move]:
    moves: list[Move] = []
    for move in walk(BOARD_GAME, seed, options, 2, take_backs=0, choose=racing):
        moves.append(move)
        if any(isinstance(event, RoundEnded) for event in move.applied.events):
            break
    return moves


async def play(place: Place, *actions: str) -> ResponseMessage:
    """Tap a turn, or the beginning of one; returns the hand."""
    mover = place.mover
    hand = await place.hand(mover)
    placement = actions[0]
    (card,) = [each for each in of_verb(hand, "card") if arg(each) == placement.split()[1]]
    await mover.click(hand, custom_id=card.custom_id)
    for action in actions:
        (found,) = [each for each in of_verb(hand, "do") if arg(each) == action]
        await mover.click(hand, custom_id=found.custom_id)
    return hand


async def at_an_arrow(world: World) -> tuple[Place, list[str]]:
    """A match of three at the beginning of a turn that leads to an arrow, and the actions up to it."""
    options = {"length": "short", "direction": "up"}
    moves: list[Move] = []
    for move in walk(BOARD_GAME, 4, options, 3, take_backs=0, choose=racing):
        if BOARD_GAME.view(move.before, move.seat).phase is Phase.ARROW:
            break
        moves.append(move)
    begun = list(takewhile(lambda move: move.before.turns == moves[-1].before.turns, reversed(moves)))[::-1]
    place = await midway(world, BOARD_GAME, 4, options, 3, moves[: -len(begun)])
    return place, [str(move.action) for move in begun]


async def test_a_chain_asks_one_question_at_a_time_and_nobody_need_move(world: World) -> None:
    place, actions = await at_an_arrow(world)
    mover = place.mover
    hand = await play(place, *actions)
    assert "Arrow: move which figure?" in text(hand)
    *moves, stay, back = of_verb(hand, "do")
    assert len(moves) > 1
    for each in moves:
        assert re.fullmatch(r"(Yellow|Blue|White|Green|Red) to step \d \([+\N{MINUS SIGN}]\d+\)(, .+)?", each.label)
    assert (stay.label, back.label) == ("Stay", "Take back")
    await world.restart()
    await mover.click(hand, custom_id=stay.custom_id)
    assert "Where do you draw from?" in text(hand)
    await world.restart()
    await mover.click(hand, label="Take back")
    assert "Arrow: move which figure?" in text(hand)
    await mover.click(hand, custom_id=control(hand, "Stay").custom_id)
    await mover.click(hand, custom_id=next(each.custom_id for each in of_verb(hand, "do") if arg(each) == DECK))
    assert "nobody moves on" in joined(place.messages)
    assert place.mover is not mover


async def test_every_wrong_press_is_refused_and_changes_nothing(world: World) -> None:
    place, actions = await at_an_arrow(world)
    mover = place.mover
    stale = await place.hand(mover)
    hand = await play(place, *actions)
    match_id = place.match_id
    before = (await world.bot.play.matches.table(match_id)).match
    ply, seat = before.ply, before.seat_of(mover.id)
    view = (await world.bot.play.matches.table(match_id)).view(seat)
    others = [each for each in (world.alice, world.bob, world.carol) if each.id != mover.id]
    pressed = [each.custom_id for each in of_verb(hand, "do")]

    # a spectator, on the public board and with the ids of the question
    for custom_id in (*pressed, f"lc:hand:{match_id}:0:", f"lc:refresh:{match_id}:0:"):
        (result,) = await world.press(Press(world.dave, place.board, custom_id))
        assert said(result).startswith(f"You do not play in match {match_id}.")
    # those who wait, on their own hands
    for other in others:
        own = await place.hand(other)
        for custom_id in pressed:
            await world.press(Press(other, own, custom_id))
            assert "It is not your turn yet." in text(own)
    # the own hand as it was before the turn began, and with ids that were made up
    await world.press(Press(mover, stale, of_verb(hand, "do")[0].custom_id.replace(f":{ply}:", f":{ply - 1}:")))
    assert STALE in text(stale)
    standing = [colour for colour in view.colours if view.figures[seat][colour] is not None]
    missing = next(colour for colour in view.colours if colour not in standing)
    for action, reason in (
        (f"move {missing.letter}", "You have no figure on"),
        ("figure researcher", "There is no figure to choose"),
        (f"play {view.hand[0]}", "You have already"),
        ("draw deck", "Move a figure or let all stay before you draw."),
    ):
        await world.press(Press(mover, hand, f"lc:do:{match_id}:{ply}:{action}"))
        assert reason in text(hand), (action, text(hand))
        assert "Arrow: move which figure?" in text(hand)
    for action in ("move P", "move", "figure", "stay R", "decline"):
        (result,) = await world.press(Press(mover, hand, f"lc:do:{match_id}:{ply}:{action}"))
        assert "Something went wrong" not in said(result)
    after = (await world.bot.play.matches.table(match_id)).match
    assert after == before


async def test_a_start_asks_which_figure_and_can_be_taken_back(world: World) -> None:
    place = await world.gather(2, game="board_game")
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
    place = await world.gather(2, game="board_game")
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
    place = await world.gather(3, game="board_game")
    question = answer(await world.carol.slash(place.channel, "resign"))
    await world.click(world.carol, question, "Give up")
    play = world.bot.play
    await play.agreements.ask(1, world.alice.id, RequestKind.PAUSE)
    ply = (await play.matches.table(1)).match.ply
    await play.agreements.answer(1, world.bob.id, RequestKind.PAUSE, ply, agree=True)
    assert (await play.matches.table(1)).match.clock.paused
