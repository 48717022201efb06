"""The next turn planned while others move: it plays itself when its time comes, or is dropped and says why."""

from collections.abc import AsyncIterator, Mapping
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from simcord import MemberActor, ResponseMessage

from bot.play.refusal import Refusal
from bot.store.challenges import Pace
from bot.store.database import Database
from bot.store.requests import RequestKind
from rules.cards import Colour
from rules.game import OptionValue
from rules.turns import Discard, Draw, Play
from tests.bot.clicks import Tapper
from tests.bot.faketime import FakeTime
from tests.bot.games import EVERY_GAME
from tests.bot.playing import GUEST, HOST, House, mover, refused, turn, waiting
from tests.bot.samples import Sample
from tests.bot.world import Place, Press, World, answer, joined, of_verb, text


async def planned(place: Place, who: MemberActor, start: str = "Discard") -> ResponseMessage:
    """The open hand of one who has planned to place the first card that can be placed so."""
    hand = await place.hand(who)
    await place.world.click(who, hand, "Plan turn")
    for card in of_verb(hand, "plan"):
        await who.click(hand, custom_id=card.custom_id)
        ways = [each for each in of_verb(hand, "set_plan") if each.label.startswith(start)]
        if ways:
            await who.click(hand, custom_id=ways[0].custom_id)
            return hand
    raise AssertionError(f"nothing to {start}")


async def discards(place: Place) -> None:
    """Whoever is to move discards a card and draws from the deck."""
    mover = place.mover
    hand = await place.hand(mover)
    await mover.click(hand, custom_id=of_verb(hand, "card")[0].custom_id)
    for start in ("Discard", "Deck"):
        await place.world.click(mover, hand, start)


@EVERY_GAME
async def test_a_planned_turn_plays_itself(world: World, sample: Sample) -> None:
    place = await world.begin(game=sample.key)
    planner, other = place.waiter, place.mover
    hand = await planned(place, planner)
    assert "Your next turn is planned: discard" in text(hand)
    cursor = world.cursor
    await discards(place)
    assert place.mover.id == other.id
    lines = joined(place.messages)
    assert lines.count("discards") == 2
    assert planner.id not in [user for request in world.requests_since(cursor) for user in request.pings]
    await world.click(planner, hand, "Refresh")
    assert "is planned" not in text(hand)
    assert "Plan turn" in [each.label for each in of_verb(hand, "plan")]


async def test_only_the_planner_sees_a_plan(world: World) -> None:
    place = await world.begin()
    planner = place.waiter
    cursor = world.cursor
    await planned(place, planner, "Play")
    assert {request.reader for request in world.requests_since(cursor) if request.body is not None} == {planner.id}
    assert "plan" not in text(await place.hand(place.mover)).casefold()


async def test_a_plan_waits_through_a_restart_and_can_be_dropped(world: World) -> None:
    place = await world.begin()
    planner = place.waiter
    hand = await planned(place, planner)
    await world.restart()
    await world.click(planner, hand, "Refresh")
    assert "is planned" in text(hand)
    await world.click(planner, hand, "Drop plan")
    assert "is planned" not in text(hand)
    await Tapper(world, Random(1)).turn(place)
    assert place.mover.id == planner.id


async def test_a_discard_that_was_named_drops_the_plan(world: World) -> None:
    place = await world.begin()
    planner, other = place.waiter, place.mover
    hand = await planned(place, planner)
    (menu,) = of_verb(hand, "unless")
    assert menu.choices[0][0] == "Whatever the others discard"
    await planner.select(hand, ["*"], custom_id=menu.custom_id)
    await discards(place)
    assert place.mover.id == planner.id
    hand = await place.hand(planner)
    assert "was dropped: the discard that you named has come." in text(hand)
    await Tapper(world, Random(1)).finish(planner, hand)
    assert "was dropped" not in text(await place.hand(planner))
    assert other.id == place.mover.id


async def test_the_hand_says_that_the_turn_has_come(world: World) -> None:
    place = await world.begin()
    planner = place.waiter
    hand = await place.hand(planner)
    await world.click(planner, hand, "Plan turn")
    card = of_verb(hand, "plan")[0]
    await planner.click(hand, custom_id=card.custom_id)
    put_away = of_verb(hand, "set_plan")[-1]
    await Tapper(world, Random(1)).turn(place)
    await planner.click(hand, custom_id=put_away.custom_id)
    assert "It is your turn now" in text(hand)
    assert of_verb(hand, "card")
    stranger = await world.press(Press(world.carol, hand, put_away.custom_id))
    assert "do not play" in text(answer(stranger[0]))


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with Database(tmp_path / "bot.sqlite3") as database:
        yield House.over(database, FakeTime())


OPTIONS: Mapping[str, OptionValue] = {"colours": 5, "rounds": 3}


async def begun(house: House, **terms: Any) -> int:
    match_id = await house.match(options=OPTIONS, **terms)
    await house.play.clocks.stop()
    return match_id


async def a_discard(house: House, match_id: int) -> tuple[int, Discard]:
    """The one who waits, and a card of theirs to plan with."""
    table = await house.table(match_id)
    user = waiting(table)
    return user, Discard(table.view(table.match.seat_of(user)).hand[0])


async def test_a_named_colour_is_the_only_one_that_matters(house: House) -> None:
    for named, stays in ((False, True), (True, False)):
        match_id = await begun(house)
        user, put_away = await a_discard(house, match_id)
        table = await house.table(match_id)
        card = table.view(table.match.turn).hand[0]
        letter = next(each.letter for each in Colour if (each == card.colour) is named)
        await house.play.plans.set(match_id, user, str(put_away))
        await house.play.plans.make_depend(match_id, user, letter)
        table = await house.play.matches.act(match_id, mover(table), [Discard(card), Draw()])
        assert (mover(table) != user) is stays


async def test_both_may_plan_and_a_plan_is_played_once(house: House) -> None:
    match_id = await begun(house)
    user, put_away = await a_discard(house, match_id)
    await house.play.plans.set(match_id, user, str(put_away))
    table = await house.table(match_id)
    other = mover(table)
    table = await house.play.matches.act(match_id, other, turn(table, Random(2)))
    assert mover(table) == other
    assert [entry.actor for entry in await house.play.matches.log(match_id)] == [other, other, user, user]
    assert table == await house.folded(match_id)
    table = await house.play.matches.act(match_id, other, turn(table, Random(2)))
    assert mover(table) == user


async def test_a_turn_that_no_longer_fits_leaves_nothing_behind(house: House) -> None:
    match_id = await begun(house)
    table = await house.table(match_id)
    user = waiting(table)
    seat = table.match.seat_of(user)
    table = await house.play.matches.act(match_id, mover(table), turn(table, Random(1)))
    hand = sorted(table.view(seat).hand, key=lambda card: card.rank)
    high = next(card for card in reversed(hand) if any(each.colour == card.colour and each != card for each in hand))
    low = next(card for card in hand if card.colour == high.colour and card != high)
    table = await house.play.matches.act(match_id, user, [Play(high), Draw()])
    await house.play.plans.set(match_id, user, str(Play(low)))
    ply = table.match.ply
    table = await house.play.matches.act(match_id, mover(table), turn(table, Random(1)))
    assert mover(table) == user
    assert table.match.ply == ply + 2
    assert table == await house.folded(match_id)
    plan = await house.play.plans.of(table, table.match.seat_of(user) or 0)
    assert plan is not None
    assert plan.dropped == "impossible"


async def test_a_round_that_ends_and_a_pause_in_between(house: House) -> None:
    match_id = await begun(house, pace=Pace.UNLIMITED)
    random = Random(3)
    table = await house.table(match_id)
    while len(table.state.deck) > 1:
        table = await house.play.matches.act(match_id, mover(table), turn(table, random))
    user, put_away = await a_discard(house, match_id)
    await house.play.plans.set(match_id, user, str(put_away))
    view = table.view(table.match.turn)
    table = await house.play.matches.act(match_id, mover(table), [Discard(view.hand[0]), Draw()])
    assert table.state.round == 2
    if mover(table) != user:
        table = await house.play.matches.act(match_id, mover(table), turn(table, random))
    assert mover(table) == user
    plan = await house.play.plans.of(table, table.match.seat_of(user) or 0)
    assert plan is not None
    assert plan.dropped == "round"
    await house.runs_for(timedelta(days=1))


async def test_a_plan_outlasts_a_pause_that_the_planner_ends(house: House) -> None:
    match_id = await begun(house)
    user, put_away = await a_discard(house, match_id)
    table = await house.table(match_id)
    other = mover(table)
    await house.play.plans.set(match_id, user, str(put_away))
    await house.play.agreements.ask(match_id, other, RequestKind.PAUSE)
    await house.play.agreements.answer(match_id, user, RequestKind.PAUSE, table.match.ply, agree=True)
    assert (await house.table(match_id)).match.clock.paused
    await house.play.agreements.resume(match_id, user)
    table = await house.table(match_id)
    table = await house.play.matches.act(match_id, other, turn(table, Random(2)))
    assert mover(table) == other


@pytest.mark.parametrize("placement", ["draw deck", "resign", "play P10", "take back", "discard ", "nonsense", ""])
async def test_what_is_no_card_of_the_hand_is_refused(house: House, placement: str) -> None:
    match_id = await begun(house)
    user, _ = await a_discard(house, match_id)
    with pytest.raises(Refusal) as failure:
        await house.play.plans.set(match_id, user, placement)
    assert refused(failure) == "no_plan"
    with pytest.raises(Refusal) as failure:
        await house.play.plans.make_depend(match_id, user, "*")
    assert refused(failure) == "no_plan"
    both = {HOST, GUEST}
    with pytest.raises(Refusal) as failure:
        await house.play.plans.set(match_id, (both - {user}).pop(), placement)
    assert refused(failure) == "turn_has_come"
