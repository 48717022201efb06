"""Who may press what, when, and who sees what comes of it."""

import logging
from random import Random

import pytest

from bot.log import trace
from tests.bot.card_game import Clicker
from tests.bot.world import Press, World, answer, control, joined, of_verb, said, text

STALE = "The table has moved on; this is your hand now."


async def test_a_spectator_presses_every_button(world: World) -> None:
    place = await world.begin()
    assert said(await world.click(world.carol, place.board, "My hand")).startswith("You do not play in match 1.")
    hand = await place.hand(place.mover)
    ids = [each.custom_id for each in of_verb(hand, "card")]
    code = ids[0].rpartition(":")[2]
    ids += [f"lc:do:1:0:play {code}", f"lc:do:1:0:discard {code}", "lc:do:1:0:draw deck", "lc:do:1:0:take back"]
    ids += ["lc:refresh:1:0:", "lc:resign:1:0:"]
    for custom_id in ids:
        (result,) = await world.press(Press(world.carol, place.board, custom_id))
        assert said(result).startswith("You do not play in match 1."), custom_id
    (asked,) = await world.press(Press(world.carol, place.board, "lc:pick:0:0:hand", ("1",)))
    assert said(asked).startswith("You do not play in match 1.")
    assert (await world.bot.play.matches.table(1)).match.ply == 0


async def test_the_waiting_player_sees_the_own_hand_and_cannot_act(world: World) -> None:
    place = await world.begin()
    mover = place.mover
    waiting = place.waiter
    hand = await place.hand(waiting)
    assert f"**{mover.name}** is to move" in text(hand)
    assert [each.label for each in of_verb(hand, "card", "do", "refresh")] == ["Refresh"]
    for action in ("play R2", "discard R2", "draw deck", "take back"):
        await world.press(Press(waiting, hand, f"lc:do:1:0:{action}"))
        assert "It is not your turn yet." in text(hand)
    assert (await world.bot.play.matches.table(1)).match.ply == 0


async def test_a_card_that_one_does_not_hold(world: World) -> None:
    place = await world.begin()
    mover = place.mover
    table = await world.bot.play.matches.table(1)
    seat = table.match.turn
    assert seat is not None
    missing = next(card for card in table.view(1 - seat).hand if card not in table.view(seat).hand)
    hand = await place.hand(mover)
    await world.press(Press(mover, hand, f"lc:do:1:0:play {missing}"))
    assert "You do not hold" in text(hand)
    await world.press(Press(mover, hand, f"lc:card:1:0:{missing}"))
    assert "Tap a card." in text(hand)
    assert of_verb(hand, "do") == []


@pytest.mark.parametrize(
    "custom_id",
    [
        "lc:card",
        "lc:nonsense:1:0:",
        "x" * 100,
        "lc:pick:0:0:hand",
        "lc:pick:0:0:nonsense",
        "lc:do:1:0:play Q9",
        "lc:do:1:0:",
        "lc:hand:999999:0:",
        "lc:accept:999999:0:",
        "lc:hand:1:0:\N{SNOWMAN}",
        "lc:rematch:999999:0:",
    ],
)
async def test_a_forged_id_is_answered(world: World, custom_id: str) -> None:
    place = await world.begin()
    (result,) = await world.press(Press(place.mover, place.board, custom_id))
    assert said(result)
    assert "Something went wrong" not in said(result)
    assert (await world.bot.play.matches.table(1)).match.ply == 0


@pytest.mark.parametrize("value", ["", "x", "-1", "99999999999999999999", "1 OR 1", "\N{SUPERSCRIPT TWO}"])
async def test_a_forged_choice_is_answered(world: World, value: str) -> None:
    place = await world.begin()
    (result,) = await world.press(Press(place.mover, place.board, "lc:pick:0:0:hand", (value,)))
    assert said(result)
    assert "Something went wrong" not in said(result)


@pytest.mark.parametrize("number", ["9" * 19, str(1 << 63)])
async def test_a_number_too_large_for_any_id_is_refused_like_any_other_made_up_id(world: World, number: str) -> None:
    place = await world.begin()
    presses = [
        (f"lc:show_profile:0:0:{number}", ()),
        (f"lc:history:0:0:{number}..", ()),
        ("lc:past_rival:0:0:1..", (number,)),
        ("lc:past:0:0:1..", (number,)),
        ("lc:table_season:0:0:", (number,)),
        ("lc:blocked:0:0:", (number,)),
    ]
    for custom_id, values in presses:
        (result,) = await world.press(Press(world.carol, place.board, custom_id, values))
        assert "Something went wrong" not in said(result), (custom_id, values)


async def test_a_hand_from_an_earlier_ply(world: World) -> None:
    place = await world.begin()
    clicker = Clicker(world, Random(1))
    mover = place.mover
    first, second = await place.hand(mover), await place.hand(mover)
    await clicker.tap(mover, first, of_verb(first, "card")[0])
    old = of_verb(first, "do")[0]
    await clicker.tap(mover, second, of_verb(second, "card")[1])
    await clicker.tap(mover, second, of_verb(second, "do")[0])

    await clicker.tap(mover, first, old)
    assert STALE in text(first)
    assert [each.label for each in of_verb(first, "do")] == [each.label for each in of_verb(second, "do")]
    await clicker.tap(mover, second, control(second, "Take back"))
    await clicker.tap(mover, first, control(first, "Take back"))
    # what was asked for is done already, by the same person
    assert STALE not in text(first)
    assert of_verb(first, "card")


async def test_a_card_tapped_on_a_stale_hand_is_simply_chosen(world: World) -> None:
    place = await world.begin()
    clicker = Clicker(world, Random(1))
    mover = place.mover
    stale = await place.hand(mover)
    kept = of_verb(stale, "card")[-1]
    fresh = await place.hand(mover)
    await clicker.tap(mover, fresh, of_verb(fresh, "card")[0])
    await clicker.tap(mover, fresh, of_verb(fresh, "do")[0])
    await clicker.tap(mover, fresh, clicker.draw(fresh))
    await clicker.turn(place)
    await clicker.tap(mover, stale, kept)
    assert STALE not in text(stale)
    assert of_verb(stale, "do")


async def test_a_card_that_is_taken_back_is_seen_by_nobody_else(world: World) -> None:
    place = await world.begin()
    clicker = Clicker(world, Random(1))
    mover = place.mover
    waiting = place.waiter
    hand = await place.hand(mover)
    before = joined(world.messages(place.channel))
    other = text(await place.hand(waiting))
    cursor = world.cursor
    # a card of which there is only one, so that nobody else can hold it
    card = next(each for each in of_verb(hand, "card") if "wager" not in each.label)
    await clicker.tap(mover, hand, card)
    await clicker.tap(mover, hand, of_verb(hand, "do")[0])
    assert text(await place.hand(waiting)) == other
    assert text(answer(await world.carol.slash(place.channel, "board"))).startswith("-# Round 1")
    await clicker.tap(mover, hand, control(hand, "Take back"))

    assert card.custom_id.rpartition(":")[2] in [each.id.arg for each in of_verb(hand, "card") if each.id]
    assert joined(world.messages(place.channel)) == before
    for request in world.requests_since(cursor):
        assert request.reader is not None
        if request.reader != mover.id:
            assert card.label not in str(request.body)


@pytest.mark.parametrize("verb", ["card", "do", "refresh", "keep"])
async def test_a_private_answer_never_lands_on_a_message_of_all(world: World, verb: str) -> None:
    place = await world.begin()
    mover = place.mover
    hand = await place.hand(mover)
    arg = of_verb(hand, "card")[0].custom_id.rpartition(":")[2]
    before = place.board.components
    cursor = world.cursor
    custom_id = f"lc:{verb}:1:0:{f'play {arg}' if verb == 'do' else arg}"
    await world.press(Press(mover, place.board, custom_id))
    assert place.board.components == before
    assert [each for each in world.requests_since(cursor) if each.reader != mover.id] == []


async def test_why_a_card_cannot_be_played(world: World) -> None:
    place = await world.begin()
    clicker = Clicker(world, Random(1), from_piles=0)
    while True:
        mover = place.mover
        hand = await place.hand(mover)
        for each in of_verb(hand, "card"):
            await clicker.tap(mover, hand, each)
            if "You cannot play" in text(hand):
                assert [button.label.partition(" ")[0] for button in of_verb(hand, "do")] == ["Discard"]
                return
        await clicker.tap(mover, hand, of_verb(hand, "card")[-1])
        await clicker.tap(mover, hand, of_verb(hand, "do")[0])
        await clicker.tap(mover, hand, clicker.draw(hand))


async def test_the_hand_leads_to_the_next_game(world: World) -> None:
    first = await world.begin()
    second = await world.begin(world.alice, world.carol)
    clicker = Clicker(world, Random(1))
    if first.mover.id != world.alice.id:
        await clicker.turn(first)
    if second.mover.id != world.alice.id:
        await clicker.turn(second)
    hand = await first.hand(world.alice)
    assert [each.label for each in of_verb(hand, "refresh")] == []
    await clicker.finish(world.alice, hand)
    await clicker.tap(world.alice, hand, control(hand, "Next game"))
    assert "It is your turn" in text(hand)
    await clicker.tap(world.alice, hand, of_verb(hand, "card")[0])
    assert {each.id.subject for each in of_verb(hand, "do") if each.id} == {second.match_id}


async def test_an_unexpected_error_gives_a_code_that_stands_in_the_log(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await world.begin()
    matches = world.bot.play.matches
    logged: list[tuple[str, str]] = []

    class Heard(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            logged.append((record.levelname, trace()))

    async def failing(match_id: int) -> None:
        raise ZeroDivisionError(match_id)

    monkeypatch.setattr(matches, "table", failing)
    heard = Heard(logging.ERROR)
    logging.getLogger("bot").addHandler(heard)
    told = said(await world.click(place.mover, place.board, "My hand"))
    logging.getLogger("bot").removeHandler(heard)
    code = told.partition("`")[2].partition("`")[0]
    assert len(code) == 8
    assert logged == [("ERROR", code)]


async def test_a_second_click_on_the_same_button_is_answered_quietly(world: World) -> None:
    place = await world.begin()
    clicker = Clicker(world, Random(1))
    mover = place.mover
    hand = await place.hand(mover)
    await clicker.tap(mover, hand, of_verb(hand, "card")[0])
    for verb in ("discard", "draw"):
        pressed = next(each for each in of_verb(hand, "do") if each.id is not None and each.id.arg.startswith(verb))
        before = await world.bot.play.matches.log(place.match_id)
        await world.press(*(Press(mover, hand, pressed.custom_id) for _ in range(2)))
        assert STALE not in text(hand)
        assert len(await world.bot.play.matches.log(place.match_id)) == len(before) + 1
        await world.press(Press(mover, hand, pressed.custom_id))
        assert STALE not in text(hand)


async def test_a_hand_elsewhere_leads_to_its_board(world: World) -> None:
    place = await world.begin()
    address = f"https://discord.com/channels/{world.guild.id}/{place.channel.id}"
    elsewhere = answer(await world.alice.slash(world.channel, "hand"))
    assert address in str(elsewhere.components)
    assert address not in str((await place.hand(place.mover)).components)
