"""Computers at the table: invited, played against by clicks, taking over, and never holding a match up."""

import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from simcord import MemberActor, ResponseMessage
from simcord.builders import UserHandle

from bot.play import computers
from bot.play.coach import EFFORT
from bot.play.computers import computer_to_move
from bot.play.statistics import Tally
from bot.store.matches import EntryKind
from bot.ui import review
from rules.game import Termination
from rules.players.player import Level
from rules.record import dump, verify
from rules.registry import GAMES
from tests.bot.clicks import Tapper
from tests.bot.playing import QUICK
from tests.bot.world import Place, Press, World, alts, answer, control, controls, joined, of_verb, said, text


async def against_computer(world: World, level: Level, **terms: Any) -> Place:
    """A match of alice against the computer."""
    result = await world.alice.slash(world.channel, "play", level=level, **terms)
    await world.click(world.alice, answer(result), "Start")
    return await world.place_of(1)


async def play_on(tapper: Tapper, place: Place, most_turns: int = 400) -> None:
    for _ in range(most_turns):
        if place.is_over:
            return
        await tapper.turn(place)
    pytest.fail("the match does not end")


async def computer_moves(world: World) -> bool:
    """Whether it is the computer's turn in the first match."""
    return computer_to_move(await world.bot.play.matches.table(1)) is not None


async def give_up(world: World, who: MemberActor, place: Place) -> None:
    await world.click(who, answer(await who.slash(place.channel, "resign")), "Give up")


async def review_tells_of_every_turn(world: World, place: Place) -> None:
    """The review of a match that alice has just played to its end: all her turns, and what they cost."""
    result = place.messages[-1]
    first = answer(await world.click(world.alice, result, "My review"))
    assert first.ephemeral
    (words,) = alts(first)
    assert "The result that you could expect" in words
    log = await world.bot.play.matches.log(1)
    own = [entry for entry in log if entry.actor == world.alice.id and entry.text.startswith(("play", "discard"))]
    assert f"You made {len(own)} turns" in text(first)
    points = [line for line in text(first).splitlines() if line.startswith("Turn ")]
    assert len(points) == 3
    shown: list[str] = []
    page = first
    while later := [each for each in controls(page) if each.label == "Later turns"]:
        page = answer(await world.alice.click(page, custom_id=later[0].custom_id))
        shown += [line for line in text(page).splitlines() if line.startswith("`")]
    assert len(shown) == len(own)
    assert any("better by" in line for line in shown)
    await world.click(world.alice, page, "The summary")
    for other in (world.bob, world.carol):
        assert "You do not play in match 1" in said(await world.click(other, result, "My review"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", Level)
async def test_a_person_plays_each_level_by_clicks_and_looks_back(world: World, game: str, level: Level) -> None:
    terms = {"rounds": 1} if game == "card_game" else {"length": "short"}
    place = await against_computer(world, level, game=game, **terms)
    assert f"Computer ({level})" in joined(world.messages(world.channel))
    await play_on(Tapper(world, Random(5)), place)
    table = await world.bot.play.matches.table(1)
    assert table.match.outcome is not None
    assert table.match.outcome.termination is Termination.COMPLETED
    computer = next(seat for seat, player in enumerate(table.match.players) if player.level is not None)
    log = await world.bot.play.matches.log(1)
    thoughts = [entry.thought for entry in log if entry.seat == computer]
    assert all(thought is not None and thought.level is level for thought in thoughts)
    assert all(entry.thought is None for entry in log if entry.seat != computer)
    # the press on Start has its part in the deal, so the record proves that nobody chose it
    assert len(table.match.contributions) == 1
    verify(dump(await world.bot.play.matches.record(1)))
    if level is Level.EASY:
        await review_tells_of_every_turn(world, place)


async def test_the_bot_itself_is_an_opponent_and_of_medium_strength(world: World) -> None:
    member = MemberActor(world.env, world.guild, UserHandle(world.env, world.env.backend.bot_user))
    result = await world.alice.slash(world.channel, "play", opponent=member)
    message = answer(result)
    assert "Computer (medium)" in text(message)
    assert [each.label for each in controls(message)] == ["Start", "Cancel"]
    assert "is for people" not in text(message)
    refused = await world.press(Press(world.bob, message, control(message, "Start").custom_id))
    assert said(refused[0])
    assert (await world.bot.play.challenges.get(1)).match_id is None


async def lobby_with(world: World, *levels: Level) -> ResponseMessage:
    message = await world.challenge(world.alice, game="board_game", length="short")
    for level in levels:
        (menu,) = of_verb(message, "add_computer")
        await world.press(Press(world.alice, message, menu.custom_id, (level,)))
    return message


async def test_a_person_and_three_computers(world: World) -> None:
    message = await lobby_with(world, Level.EASY, Level.MEDIUM, Level.HARD)
    assert "Computer 3 (hard)" in text(message)
    assert not of_verb(message, "add_computer")
    await world.click(world.alice, message, "Remove computer")
    (menu,) = of_verb(message, "add_computer")
    await world.press(Press(world.alice, message, menu.custom_id, (Level.HARD,)))
    await world.click(world.alice, message, "Start")
    place = await world.place_of(1)
    await play_on(Tapper(world, Random(6)), place)
    outcome = (await world.bot.play.matches.table(1)).match.outcome
    assert outcome is not None
    assert len(outcome.places) == 4


async def test_only_the_host_brings_computers_and_sends_them_away(world: World) -> None:
    message = await lobby_with(world)
    (menu,) = of_verb(message, "add_computer")
    await world.click(world.bob, message, "Join")
    for who, values in ((world.bob, ("hard",)), (world.carol, ("hard",)), (world.alice, ("godlike",))):
        (result,) = await world.press(Press(who, message, menu.custom_id, values))
        assert said(result)
    assert not (await world.bot.play.challenges.get(1)).computers
    await world.press(Press(world.alice, message, menu.custom_id, ("easy",)))
    assert "Computer (easy)" in text(message)
    remove = control(message, "Remove computer").custom_id
    (result,) = await world.press(Press(world.bob, message, remove))
    assert said(result)
    await world.press(Press(world.alice, message, remove))
    (result,) = await world.press(Press(world.alice, message, remove))
    assert "No computer" in said(result)
    await world.click(world.alice, message, "Start")
    assert len((await world.bot.play.matches.table(1)).match.contributions) == 1


async def test_a_server_may_be_for_people_only(world: World) -> None:
    message = await lobby_with(world)
    (menu,) = of_verb(message, "add_computer")
    await world.bot.play.servers.change(world.guild.id, world.alice.id, computers="false")
    result = await world.alice.slash(world.channel, "play", level="easy")
    assert "among people only" in said(result)
    (result,) = await world.press(Press(world.alice, message, menu.custom_id, ("easy",)))
    assert "among people only" in said(result)
    assert not (await world.bot.play.challenges.get(1)).computers
    assert not of_verb(await lobby_with(world), "add_computer")
    place = await three_people(world)
    await give_up(world, place.mover, place)
    assert "plays on" not in joined(place.messages)
    assert not any(player.level for player in (await world.bot.play.matches.table(place.match_id)).match.players)


async def test_a_level_is_not_for_a_person(world: World) -> None:
    result = await world.alice.slash(world.channel, "play", opponent=world.bob, level="hard")
    assert "A level is for the computer" in said(result)


async def test_the_computer_is_waited_for_without_pings_and_goes_on_after_a_restart(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computers, "PATIENCE", 60.0)
    world.bot.mind.seconds = 3600
    place = await against_computer(world, Level.EASY, rounds=1)
    if not await computer_moves(world):
        await Tapper(world, Random(7)).turn(place)
    await world.wait(timedelta(seconds=61))
    place = await world.place_of(1)
    board = place.board
    assert "Computer (easy) is thinking." in text(board)
    hand = answer(await world.click(world.alice, board, "My hand"))
    assert not of_verb(hand, "nudge")
    forged = control(board, "My hand").custom_id.replace("hand", "nudge")
    (result,) = await world.press(Press(world.alice, board, forged))
    assert said(result)
    before = (await world.bot.play.matches.table(1)).match.ply
    await world.restart()
    assert place.mover.id == world.alice.id
    log = await world.bot.play.matches.log(1)
    assert [entry.thought is not None for entry in log[before:]] == [True, True]


async def test_a_hand_goes_on_by_itself_and_one_message_shows_both_moves(world: World) -> None:
    place = await against_computer(world, Level.MEDIUM, rounds=1)
    begun, cursor = len(place.messages), world.cursor
    hand = await place.hand(world.alice)
    for turn in range(1, 3):
        await Tapper(world, Random(turn)).finish(world.alice, hand)
        assert of_verb(hand, "card")
        assert len(place.messages) == begun + turn
        lines = text(place.board).splitlines()
        assert [line for line in lines if line.startswith("Computer (medium) ")]
        assert [line for line in lines if line.startswith("alice ")]
    # who has just played needs no ping
    assert not [request for request in world.requests_since(cursor) if request.pings]


async def test_a_pause_is_settled_at_once_and_the_computer_keeps_it(world: World) -> None:
    place = await against_computer(world, Level.EASY, rounds=1)
    hand = await place.hand(world.alice)
    await world.click(world.alice, hand, "Ask to pause")
    assert (await world.bot.play.matches.table(1)).match.clock.paused
    await world.click(world.alice, place.board, "Go on")
    assert not (await world.bot.play.matches.table(1)).match.clock.paused


async def test_a_match_with_the_computer_counts_for_nothing_but_its_own_line_in_the_profile(world: World) -> None:
    message = await world.challenge(world.alice, level="easy", rated=True, rounds=1)
    assert "not rated" in text(message)
    await world.click(world.alice, message, "Start")
    place = await world.place_of(1)
    for _ in range(2):
        await Tapper(world, Random(3)).turn(place)
    profiles = world.bot.play.profiles
    assert "Against the computer" not in text(answer(await world.alice.slash(world.channel, "profile")))
    await give_up(world, world.alice, place)
    match = (await world.bot.play.matches.table(1)).match
    assert not match.rated
    told = await profiles.of(world.guild.id, world.alice.id, world.alice.id)
    assert (told.games, told.against_computer) == ((), Tally(0, 0, 1))
    assert await profiles.milestones(1) == []
    assert await world.bot.play.standings.changes(1) == []
    profile = answer(await world.alice.slash(world.channel, "profile"))
    assert "Against the computer: 0 won · 0 drawn · 1 lost" in text(profile)
    history = answer(await world.click(world.alice, profile, "Finished matches"))
    assert "Computer (easy)" in text(history)


async def test_a_rematch_has_the_same_computers(world: World) -> None:
    place = await against_computer(world, Level.HARD, rounds=1)
    await give_up(world, world.alice, place)
    challenge = answer(await world.click(world.alice, place.messages[-1], "Rematch"))
    assert "Computer (hard)" in text(challenge)
    await world.click(world.alice, challenge, "Start")
    match = (await world.bot.play.matches.table(2)).match
    assert [player.level for player in match.players if player.level] == [Level.HARD]


async def test_computers_of_a_rematch_can_be_exchanged(world: World) -> None:
    message = await lobby_with(world, Level.EASY, Level.MEDIUM)
    await world.click(world.alice, message, "Start")
    place = await world.place_of(1)
    await give_up(world, world.alice, place)
    challenge = answer(await world.click(world.alice, place.messages[-1], "Rematch"))
    for level in (Level.HARD, Level.HARD):
        await world.click(world.alice, challenge, "Remove computer")
        (menu,) = of_verb(challenge, "add_computer")
        await world.press(Press(world.alice, challenge, menu.custom_id, (level,)))
    await world.click(world.alice, challenge, "Start")
    match = (await world.bot.play.matches.table(2)).match
    assert len({player.user_id for player in match.players}) == 3
    assert len({player.name for player in match.players}) == 3


async def three_people(world: World, **terms: Any) -> Place:
    return await world.gather(3, game="board_game", length="short", **terms)


async def test_a_computer_plays_on_for_who_gives_up_and_the_person_is_last(world: World) -> None:
    place = await three_people(world)
    leaver = place.mover
    await give_up(world, leaver, place)
    assert "The computer (medium) plays on in their place." in joined(place.messages)
    table = await world.bot.play.matches.table(1)
    seat = table.match.seat_of(leaver.id)
    assert seat is not None
    assert table.match.players[seat].level is Level.MEDIUM
    for command in ("resign", "hand"):
        assert "You have given up this match." in said(await leaver.slash(place.channel, command))
    assert "You have no running match" in said(await leaver.slash(world.channel, "games"))
    assert (await world.bot.play.matches.table(1)).match.ply == table.match.ply
    await play_on(Tapper(world, Random(8)), place)
    outcome = (await world.bot.play.matches.table(1)).match.outcome
    assert outcome is not None
    assert outcome.places[seat] == 3
    played = [entry for entry in await world.bot.play.matches.log(1) if entry.seat == seat and entry.thought]
    assert all(entry.kind is EntryKind.GAME for entry in played)
    assert played
    verify(dump(await world.bot.play.matches.record(1)))


async def test_who_runs_out_of_time_is_played_on_for_and_the_match_stays_rated(world: World) -> None:
    place = await three_people(world, rated=True, pace="live")
    late = place.mover
    await world.wait(timedelta(minutes=6))
    match = (await world.bot.play.matches.table(1)).match
    seat = match.seat_of(late.id)
    assert seat is not None
    assert match.players[seat].level is Level.MEDIUM
    assert not match.is_over
    assert "runs out of time. The computer (medium) plays on" in joined(place.messages)
    await give_up(world, place.mover, place)
    outcome = (await world.bot.play.matches.table(1)).match.outcome
    assert outcome is not None
    assert outcome.places[seat] == 2
    changes = await world.bot.play.standings.changes(1)
    assert {change.user_id for change in changes} == {world.alice.id, world.bob.id, world.carol.id}
    (winner,) = outcome.winners
    ratings = {change.user_id: change.rating for change in changes}
    assert max(ratings, key=lambda user: ratings[user]) == match.players[winner].user_id


async def test_computers_do_not_play_on_alone(world: World) -> None:
    message = await lobby_with(world, Level.EASY, Level.EASY)
    await world.click(world.alice, message, "Start")
    place = await world.place_of(1)
    await give_up(world, world.alice, place)
    match = (await world.bot.play.matches.table(1)).match
    seat = match.seat_of(world.alice.id)
    assert match.outcome is not None
    assert seat is not None
    assert seat not in match.outcome.winners


@pytest.mark.parametrize("game", GAMES)
async def test_hints_lead_through_a_turn(world: World, game: str) -> None:
    place = await against_computer(world, Level.EASY, **QUICK[game], game=game)
    hand = await place.hand(world.alice)
    turns = (await world.bot.play.matches.table(1)).state.turns
    for _ in range(40):
        table = await world.bot.play.matches.table(1)
        if table.state.turns >= turns + 6:
            break
        await world.click(world.alice, hand, "Show hint")
        (hint,) = [line for line in text(hand).splitlines() if line.startswith("**Hint:** ")]
        assert len(hint.split(". ")) >= 2
        action = await world.bot.play.coach.hint(table, table.state.turn)
        # a card to place is chosen already
        (button,) = [each for each in of_verb(hand, "do") if each.id and each.id.arg == str(action)]
        await world.alice.click(hand, custom_id=button.custom_id)
    assert (await world.bot.play.matches.table(1)).state.turns >= turns + 6
    assert "Hint" not in joined(place.messages)


async def test_a_hint_is_for_ones_turn_in_a_match_that_is_not_rated(world: World) -> None:
    rated = await world.begin(rated=True, rounds=1)
    hand = await rated.hand(rated.mover)
    assert not [each for each in controls(hand) if each.label == "Show hint"]
    forged = of_verb(hand, "card")[0].custom_id.replace(":card:", ":hint:")
    (result,) = await world.press(Press(rated.mover, hand, forged))
    assert "This match is rated" in said(result)
    place = await world.begin(world.carol, world.dave, rated=False, rounds=1)
    waiter = world.dave if place.mover.id == world.carol.id else world.carol
    hand = await place.hand(waiter)
    assert not [each for each in controls(hand) if each.label == "Show hint"]
    table = await world.bot.play.matches.table(2)
    forged = f"lc:hint:2:{table.match.ply}:"
    (result,) = await world.press(Press(waiter, hand, forged))
    assert "It is not your turn" in said(result)
    (result,) = await world.press(Press(world.alice, hand, forged))
    assert said(result)
    assert "Hint" in text(answer(await world.click(place.mover, await place.hand(place.mover), "Show hint")))


async def test_a_review_comes_bit_by_bit_and_is_kept(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "STEP", 60.0)
    place = await against_computer(world, Level.EASY, **QUICK["card_game"])
    for turn in range(4):
        await Tapper(world, Random(turn)).turn(place)
    await give_up(world, world.alice, place)
    world.bot.mind.seconds = 100 / EFFORT
    result = place.messages[-1]
    shown = answer(await world.click(world.alice, result, "My review"))
    assert "Looking at your turns: 0 of 4." in text(shown)
    await world.wait(timedelta(seconds=400))
    done = re.search(r"Looking at your turns: ([123]) of 4\.", text(shown))
    assert done is not None
    await world.restart()
    await world.click(world.alice, shown, "Look again")
    assert "You made 4 turns" in text(shown)
    assert "You made 4 turns" in text(answer(await world.click(world.alice, place.messages[-1], "My review")))


async def test_there_is_no_review_of_a_match_that_runs(world: World) -> None:
    place = await world.begin(rounds=1)
    (result,) = await world.press(Press(place.mover, place.board, "lc:review:1:0:"))
    assert "when it is over" in said(result)
