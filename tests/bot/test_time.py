"""What people see of the time of turns: countdowns, reminders, forfeits, pauses, nudges, turns taken back."""

import re
from datetime import timedelta
from random import Random

import pytest
from simcord import MemberActor, ResponseMessage

from bot.play.pace import warning_time
from bot.store.challenges import Pace
from bot.store.players import Pings
from tests.bot.card_game import Clicker
from tests.bot.world import Place, Press, World, alts, answer, controls, joined, mentions, of_verb, said, text

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def labels(message: ResponseMessage) -> list[str]:
    return [each.label for each in controls(message)]


def live_board(place: Place) -> ResponseMessage:
    """The message with the picture that can be used."""
    return [message for message in place.boards if alts(message)][-1]


def told_since(place: Place, cursor: int) -> list[list[int]]:
    """Whom each new message notified."""
    sent = place.world.requests_since(cursor)
    return [each.pings for each in sent if each.method == "POST" and each.path.endswith("/messages")]


def deadline_in(message: ResponseMessage) -> int:
    found = re.search(r"Time for this turn ends <t:(\d+):R>", text(message))
    assert found is not None, text(message)
    return int(found[1])


async def ends_at(place: Place) -> int:
    deadline = (await place.world.bot.play.matches.table(place.match_id)).match.clock.deadline
    assert deadline is not None
    return int(deadline.timestamp())


async def test_reminder_warning_and_forfeit(world: World) -> None:
    place = await world.begin()
    mover, waiter = place.mover, place.waiter
    assert deadline_in(place.board) == await ends_at(place)
    for hours, words in ((12, "it is still your turn"), (9, "this is the last warning")):
        cursor = world.cursor
        await world.wait(hours * HOUR - timedelta(minutes=1))
        assert told_since(place, cursor) == []
        await world.wait(timedelta(minutes=1))
        assert told_since(place, cursor) == [[mover.id]]
        assert words in text(place.messages[-1])
        assert labels(place.messages[-1]) == ["My hand"]
    cursor = world.cursor
    await world.wait(3 * HOUR + timedelta(minutes=1))
    assert place.is_over
    result = place.messages[-1]
    assert f"**{mover.name}** runs out of time." in text(result)
    assert told_since(place, cursor) == [[mover.id, waiter.id]] or told_since(place, cursor) == [[waiter.id, mover.id]]
    assert f"{waiter.name} wins" in joined_alts(result)
    assert said(await world.click(mover, place.messages[-2], "My hand"))


def joined_alts(message: ResponseMessage) -> str:
    return "\n".join(alts(message))


@pytest.mark.parametrize(
    ("pings", "turn", "reminder"), [(Pings.TURNS, 1, 1), (Pings.REMINDERS, 0, 1), (Pings.NEVER, 0, 0)]
)
async def test_pings_are_as_chosen(world: World, pings: Pings, turn: int, reminder: int) -> None:
    for who in (world.alice, world.bob):
        await choose(world, who, "pings", pings)
    cursor = world.cursor
    place = await world.begin()
    # the challenge, and the first board
    assert [len(each) for each in told_since(place, cursor)] == [turn]
    asked = [each.pings for each in world.requests_since(cursor) if "callback" in each.path and each.reader is None]
    assert asked[0] == ([world.bob.id] if reminder else [])
    cursor = world.cursor
    await world.wait(12 * HOUR)
    assert [len(each) for each in told_since(place, cursor)] == [reminder]
    cursor = world.cursor
    await world.click(place.waiter, await place.hand(place.waiter), "Nudge")
    assert [len(each) for each in told_since(place, cursor)] == [reminder]
    await world.wait(9 * HOUR)
    assert len(told_since(place, cursor)[-1]) == reminder
    cursor = world.cursor
    await world.wait(4 * HOUR)
    assert place.is_over
    assert [len(each) for each in told_since(place, cursor)] == [2 * turn]


async def choose(world: World, who: MemberActor, verb: str, value: str) -> ResponseMessage:
    panel = answer(await who.slash(world.channel, "preferences"))
    (menu,) = of_verb(panel, verb)
    await who.select(panel, [value], custom_id=menu.custom_id)
    return panel


async def test_nothing_pings_in_quiet_hours(world: World) -> None:
    now = world.bot.play.clock()
    for who in (world.alice, world.bob):
        begin, end = (now - HOUR).strftime("%H:%M"), (now + 8 * HOUR).strftime("%H:%M")
        await world.bot.play.choices.set_quiet_hours(who.id, begin, end, "UTC")
    cursor = world.cursor
    place = await world.begin()
    assert told_since(place, cursor) == [[]]
    assert [each.pings for each in world.requests_since(cursor) if each.pings] == []
    cursor = world.cursor
    await world.wait(8 * HOUR)
    assert told_since(place, cursor) == [[place.mover.id]], "told in the morning"
    assert await ends_at(place) >= (now + 24 * HOUR).timestamp()
    cursor = world.cursor
    place = await world.begin(pace="live")
    await world.wait(timedelta(minutes=3))
    assert [place.mover.id] in told_since(place, cursor)


async def test_a_match_without_a_limit_shows_no_countdown(world: World) -> None:
    challenge = await world.challenge(world.alice, world.bob, pace="unlimited")
    assert "no time limit" in text(challenge)
    place = await world.begin(world.alice, world.carol, pace="unlimited")
    assert "<t:" not in text(place.board)
    assert "Ask to pause" not in labels(await place.hand(place.mover))


async def test_a_pause_by_consent(world: World) -> None:
    place = await world.begin()
    mover, waiter = place.mover, place.waiter
    await world.wait(HOUR)
    left = await ends_at(place) - world.bot.play.clock().timestamp()
    hand = await place.hand(waiter)
    cursor = world.cursor
    await world.click(waiter, hand, "Ask to pause")
    assert "You have asked for a pause" in text(hand)
    assert told_since(place, cursor) == [[mover.id]]
    question = place.messages[-1]
    assert labels(question) == ["Agree", "Refuse"]
    assert "not play in match" in said(await world.click(world.carol, question, "Agree"))
    assert "your own question" in said(await world.click(waiter, question, "Agree"))
    await world.restart()
    await world.click(mover, question, "Agree")
    assert labels(question) == []
    assert f"**{mover.name}** agrees" in text(question)
    board = live_board(place)
    assert "The match stands still" in text(board)
    assert "Time for this turn" not in text(board)
    (go_on,) = [each for each in controls(board) if each.label == "Go on"]
    await world.wait(100 * DAY)
    hand = await place.hand(mover)
    assert labels(hand)[-1] == "Go on"
    card = of_verb(hand, "card")
    if card:
        await mover.click(hand, custom_id=card[0].custom_id)
        do = of_verb(hand, "do")[-1]
        await mover.click(hand, custom_id=do.custom_id)
        assert "stands still" in text(hand)
    assert "not play in match" in said((await world.press(Press(world.carol, board, go_on.custom_id)))[0])
    await world.restart()
    await world.click(waiter, live_board(place), "Go on")
    assert await ends_at(place) - world.bot.play.clock().timestamp() == pytest.approx(left, abs=2)  # pyright: ignore[reportUnknownMemberType]
    assert f"**{waiter.name}** lets the match go on." in text(live_board(place))
    await Clicker(world, Random(1)).turn(place)


async def test_a_pause_is_refused_or_withdrawn(world: World) -> None:
    place = await world.begin()
    mover, waiter = place.mover, place.waiter
    await world.click(waiter, await place.hand(waiter), "Ask to pause")
    question = place.messages[-1]
    await world.click(mover, question, "Refuse")
    assert f"**{mover.name}** would rather go on" in text(question)
    again = said(await world.click(waiter, await place.hand(waiter), "Ask to pause"))
    assert "asked for this in this turn" in again
    await world.click(mover, await place.hand(mover), "Ask to pause")
    question = place.messages[-1]
    await world.click(mover, question, "Refuse")
    assert f"**{mover.name}** does not ask" in text(question)
    assert "Time for this turn" in text(live_board(place))


async def test_both_ask_for_a_pause(world: World) -> None:
    place = await world.begin()
    for who in (place.mover, place.waiter):
        await world.click(who, await place.hand(who), "Ask to pause")
    assert "The match stands still" in text(live_board(place))


async def test_nudges(world: World) -> None:
    place = await world.begin()
    mover, waiter = place.mover, place.waiter
    hand = await place.hand(waiter)
    assert "Nudge" not in labels(hand)
    forged = f"lc:nudge:{place.match_id}:0:"
    assert "You can nudge <t:" in said((await world.press(Press(waiter, hand, forged)))[0])
    assert "your own turn" in said((await world.press(Press(mover, await place.hand(mover), forged)))[0])
    assert "not play" in said((await world.press(Press(world.carol, place.board, forged)))[0])
    await world.wait(6 * HOUR)
    await world.click(waiter, hand, "Refresh")
    cursor = world.cursor
    await world.click(waiter, hand, "Nudge")
    assert "You have nudged" in text(hand)
    assert told_since(place, cursor) == [[mover.id]]
    assert f"**{waiter.name}** is waiting" in text(place.messages[-1])
    assert "Nudge" not in labels(hand)


async def test_a_turn_is_taken_back_by_consent(world: World) -> None:
    place = await world.begin()
    clicker = Clicker(world, Random(3), from_piles=0)
    mover, waiter = place.mover, place.waiter
    before = (await world.bot.play.matches.table(place.match_id)).state
    hand = await place.hand(mover)
    await clicker.finish(mover, hand)
    await world.restart()
    await world.click(mover, hand, "Ask to undo")
    question = place.messages[-1]
    assert f"The card drawn from the deck goes back on top, and **{mover.name}** has seen it." in text(question)
    await world.click(waiter, question, "Agree")
    assert (await world.bot.play.matches.table(place.match_id)).state == before
    assert place.mover.id == mover.id
    assert f"**{mover.name}** takes the last turn back" in text(place.board)
    log = joined(place.messages)
    assert log.count("draws from the deck") >= 1, "what was taken back stays in the log of the channel"
    await clicker.turn(place)
    assert place.mover.id == waiter.id


async def test_a_turn_stands_once_the_opponent_has_acted_unseen(world: World) -> None:
    place = await world.begin()
    clicker = Clicker(world, Random(3))
    mover, waiter = place.mover, place.waiter
    hand = await place.hand(mover)
    await clicker.finish(mover, hand)
    await world.click(mover, hand, "Ask to undo")
    question = place.messages[-1]
    other = await place.hand(waiter)
    await clicker.tap(waiter, other, clicker.card(other))
    await clicker.tap(waiter, other, clicker.placement(other))
    assert "settled, or the match has gone on" in said(await world.click(waiter, question, "Agree"))
    refreshed = await place.hand(mover)
    assert "Ask to undo" not in labels(refreshed)
    await clicker.tap(waiter, other, clicker.draw(other))
    assert place.mover.id == mover.id


async def test_the_bot_was_off_over_a_deadline(world: World) -> None:
    place = await world.begin()
    mover = place.mover
    await world.wait(22 * HOUR)
    cursor = world.cursor
    await world.restart(after=5 * HOUR)
    assert not place.is_over
    assert [mover.id] in told_since(place, cursor)
    board = live_board(place)
    assert deadline_in(board) == await ends_at(place) > world.bot.play.clock().timestamp()
    assert len([message for message in place.boards if alts(message)]) == 1
    await Clicker(world, Random(1)).turn(place)


async def test_who_left_the_server(world: World) -> None:
    place = await world.begin()
    mover = place.mover
    world.guild.remove_member(mover)
    cursor = world.cursor
    await world.wait(13 * HOUR)
    assert f"**{mover.name}** is not in this server any more" in text(place.messages[-1])
    assert told_since(place, cursor) == [[]]
    await world.wait(12 * HOUR)
    assert "runs out of time" in joined(place.messages)


@pytest.mark.parametrize("pace", list(Pace))
async def test_the_challenge_names_the_pace(world: World, pace: Pace) -> None:
    words = {
        Pace.LIVE: "5 minutes a turn",
        Pace.DAILY: "a day for each turn",
        Pace.RELAXED: "three days for each turn",
        Pace.UNLIMITED: "no time limit",
    }
    assert words[pace] in text(await world.challenge(world.alice, world.bob, pace=pace.value))


async def test_a_forfeit_survives_a_restart_between_any_two_steps(world: World) -> None:
    place = await world.begin()
    for hours in (11, 2, 8, 1):
        await world.wait(hours * HOUR)
        await world.restart()
    assert "last warning" in joined(place.messages)
    await world.wait(4 * HOUR)
    assert place.is_over
    await world.restart()
    assert await world.bot.play.matches.waiting_for(world.alice.id) == []
    offered = ["Rematch", "Replay", "My review", "Record", "Verify shuffle"]
    assert [each.label for each in controls(place.messages[-1])] == offered
    assert mentions(place.messages[-1])


async def test_made_up_ids_show_and_change_nothing_in_public(world: World) -> None:
    place = await world.begin()
    mover, waiter = place.mover, place.waiter
    await world.wait(6 * HOUR)
    board = place.board
    before = text(board)
    (asked,) = await world.press(Press(waiter, board, f"lc:ask:{place.match_id}:0:pause"))
    assert "You have asked for a pause" in said(asked)
    (nudged,) = await world.press(Press(waiter, board, f"lc:nudge:{place.match_id}:0:"))
    assert "You have nudged" in said(nudged)
    (panel,) = await world.press(Press(waiter, board, "lc:not_quiet:0:0:"))
    assert "Your preferences" in said(panel)
    (refused,) = await world.press(Press(mover, board, f"lc:refuse:{place.match_id}:0:pause"))
    assert "would rather go on" in said(refused)
    assert text(board) == before


async def test_nobody_loses_while_the_line_is_down(world: World) -> None:
    place = await world.begin(pace="live")
    await world.wait(timedelta(minutes=4.5))
    await world.bot.on_disconnect()
    await world.wait(timedelta(minutes=10))
    assert not place.is_over
    world.env.backend.emit("RESUMED", {})
    await world.env.settle()
    left = await ends_at(place) - world.bot.play.clock().timestamp()
    assert left >= warning_time(Pace.LIVE).total_seconds() - 1
    for _ in range(12):
        await world.wait(timedelta(seconds=10))
    assert place.is_over


async def test_a_line_that_was_down_for_a_moment_changes_nothing(world: World) -> None:
    place = await world.begin(pace="live")
    before = await ends_at(place)
    await world.bot.on_disconnect()
    await world.wait(timedelta(seconds=30))
    world.env.backend.emit("RESUMED", {})
    await world.env.settle()
    assert await ends_at(place) == before
    await world.wait(timedelta(minutes=5))
    assert place.is_over
