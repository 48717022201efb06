"""A match from its challenge to its result, by clicks only."""

from random import Random

from bot.play.challenges import LIFETIME
from rules.record import verify
from tests.bot.card_game import Clicker, play_to_the_end
from tests.bot.clicks import Tapper
from tests.bot.games import EVERY_GAME
from tests.bot.samples import Sample
from tests.bot.world import Place, Press, World, alts, answer, joined, mentions, of_verb, said, text


async def test_a_whole_match_by_clicks(world: World) -> None:
    place = await world.begin()
    starter = place.mover
    taps = await play_to_the_end(Clicker(world, Random(1)), place)

    assert max(taps) <= 3
    sheets = [alt for message in place.messages for alt in alts(message) if " is over." in alt]
    assert [sheet.partition(".")[0] for sheet in sheets] == [f"Round {number} of 3 is over" for number in (1, 2, 3)]
    assert "That was the last round." in sheets[-1]
    result = place.messages[-1]
    assert [each.label for each in of_verb(result, "rematch", "record")] == ["Rematch", "Record"]
    assert " wins." in alts(result)[0] or "A draw." in alts(result)[0]
    assert place.boards == []
    turns = [line for line in joined(place.messages).splitlines() if " plays " in line or " discards " in line]
    assert len(turns) == len(taps)
    assert starter.name in joined(place.messages[:2])


async def test_six_colours_and_one_round(drawn_world: World) -> None:
    world = drawn_world
    message = await world.challenge(world.alice, world.bob, colours=6, rounds=1)
    assert "6 colours · 1 round" in text(message)
    await world.click(world.bob, message, "Accept")
    place = await world.place_of(1)
    assert "56 cards in the deck" in text(place.board)
    await play_to_the_end(Clicker(world, Random(2)), place)
    assert "That was the last round." in joined_alts(place)


async def test_one_round_with_a_restart_between_every_two_taps(world: World) -> None:
    place = await world.begin(rounds=1)
    clicker = Clicker(world, Random(3), from_piles=0)
    for _ in range(44):
        mover = place.mover
        hand = await place.hand(mover)
        for choose in (clicker.card, clicker.placement, clicker.draw):
            await world.restart()
            await clicker.tap(mover, hand, choose(hand))
        await world.restart()
    assert place.is_over
    result = answer(await world.click(world.bob, place.messages[-1], "Record"))
    record = verify((await result.attachments[0].read()).decode())
    assert len(record.actions) == 88


@EVERY_GAME
async def test_a_full_table_with_a_restart_between_every_two_taps(world: World, sample: Sample) -> None:
    place = await world.gather(sample.seats, game=sample.key)
    tapper = Tapper(world, Random(9))
    for _ in range(sample.seats + 1):
        mover = place.mover
        hand = await place.hand(mover)
        await world.restart()
        await tapper.tap(mover, hand, of_verb(hand, "card")[0])
        while control := tapper.next(hand):
            await world.restart()
            await tapper.tap(mover, hand, control)
    table = await world.bot.play.matches.table(place.match_id)
    assert table.state.turns == sample.seats + 1
    assert len(place.boards) == 1


async def test_ten_clicks_at_once_are_one_click(world: World) -> None:
    place = await world.begin()
    mover = place.mover
    hand = await place.hand(mover)
    clicker = Clicker(world, Random(4))
    await clicker.tap(mover, hand, clicker.card(hand))
    pressed = of_verb(hand, "do")[-1]
    results = await world.press(*[Press(mover, hand, pressed.custom_id)] * 10)
    assert all(result.acknowledged for result in results)
    table = await world.bot.play.matches.table(place.match_id)
    assert table.match.ply == 1
    await clicker.tap(mover, hand, clicker.draw(hand))
    assert place.mover is not mover


async def test_buttons_after_a_quarter_of_an_hour_and_after_a_month(world: World) -> None:
    place = await world.begin(pace="unlimited")
    mover = place.mover
    hand = await place.hand(mover)
    clicker = Clicker(world, Random(5))
    for choose in (clicker.card, clicker.placement, clicker.draw):
        await world.wait(LIFETIME * 31)
        await clicker.tap(mover, hand, choose(hand))
    await world.wait(LIFETIME / 90)
    await clicker.turn(place)
    assert place.mover.id == mover.id


async def test_one_person_is_notified_of_every_turn(world: World) -> None:
    cursor = world.cursor
    place = await world.begin(rounds=1)
    clicker = Clicker(world, Random(6))
    asked = [each for each in world.requests_since(cursor) if each.pings]
    assert [each.pings for each in asked] == [[world.bob.id], [place.mover.id]]
    while not place.is_over:
        cursor = world.cursor
        waiting = place.waiter
        await clicker.turn(place)
        assert [each.pings for each in world.requests_since(cursor) if each.pings] == [[waiting.id]]
        assert mentions(place.messages[-1]) == [waiting.id]


async def test_rematch(world: World) -> None:
    place = await world.begin(rounds=1)
    first = (await world.bot.play.matches.table(place.match_id)).match
    await play_to_the_end(Clicker(world, Random(7)), place)
    result = place.messages[-1]

    assert said(await world.click(world.carol, result, "Rematch")).startswith("You do not play in match")
    asked = answer(await world.click(world.alice, result, "Rematch"))
    assert "alice asks" in text(asked)
    assert said(await world.click(world.alice, result, "Rematch"))
    await world.click(world.bob, result, "Rematch")
    second = (await world.bot.play.matches.table(place.match_id + 1)).match

    assert [player.user_id for player in second.players] == [player.user_id for player in first.players]
    assert second.secret != first.secret
    assert second.options == first.options
    assert second.agreed_starter is not None
    started = (await world.bot.play.matches.table(place.match_id)).state.starter
    assert second.agreed_starter == 1 - started
    assert [each.label for each in of_verb(asked, "accept", "decline", "withdraw")] == []
    assert "Accepted." in text(asked)
    again = await world.place_of(second.id)
    await Clicker(world, Random(8)).turn(again)


async def test_the_record_waits_for_the_end(world: World) -> None:
    place = await world.begin(rounds=1)
    (forged,) = await world.press(Press(world.alice, place.board, f"lc:record:{place.match_id}:0:"))
    assert said(forged) == "This match is still being played; its replay and record can be had when it is over."
    await world.click(world.alice, answer(await world.alice.slash(place.channel, "resign")), "Give up")
    assert "**alice** gives up the match." in text(place.messages[-1])
    record = answer(await world.click(world.carol, place.messages[-1], "Record"))
    verify((await record.attachments[0].read()).decode())


async def test_resigning_is_asked_first(world: World) -> None:
    place = await world.begin()
    question = answer(await world.bob.slash(place.channel, "resign"))
    assert question.ephemeral
    await world.click(world.bob, question, "Keep playing")
    assert "goes on" in text(question)
    assert not place.is_over
    question = answer(await world.bob.slash(place.channel, "resign"))
    await world.click(world.bob, question, "Give up")
    assert place.is_over
    assert mentions(place.messages[-1]) == [world.alice.id]


def joined_alts(place: Place) -> str:
    return "\n".join(alt for message in place.messages for alt in alts(message))
