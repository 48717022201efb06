"""Who has a say at a table of several, and for how long: those who are asked, who agree, and who leave."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from simcord import MemberActor, ResponseMessage

from bot.play.turn_clock import ALLOWANCE
from bot.store.challenges import Pace
from bot.store.database import Database
from bot.store.matches import EntryKind, TurnClock
from bot.store.requests import RequestKind
from rules.game import TakeBack
from rules.record import dump, verify
from tests.bot.clicks import Tapper
from tests.bot.faketime import FakeTime
from tests.bot.games import EVERY_GAME
from tests.bot.playing import GUEST, GUILD, HOST, QUICK, STRANGER, House, legal, mover, person, turn
from tests.bot.samples import Sample
from tests.bot.test_moderate import moderate
from tests.bot.world import Place, Press, World, alts, answer, controls, joined, mentions, of_verb, said, text

WITH_STAND_IN = pytest.mark.parametrize("stand_in", [True, False], ids=["a computer plays on", "nobody plays on"])
MODERATOR = 9


async def three(world: World, stand_in: bool = True, **terms: str) -> Place:
    if not stand_in:
        await world.bot.play.servers.change(world.guild.id, world.alice.id, computers="false")
    return await world.gather(3, game="board_game", length="short", **terms)


async def give_up(world: World, who: MemberActor, place: Place) -> None:
    await world.click(who, answer(await who.slash(place.channel, "resign")), "Give up")


async def clock(world: World, place: Place) -> TurnClock:
    return (await world.bot.play.matches.table(place.match_id)).match.clock


async def ask(place: Place, kind: RequestKind) -> tuple[MemberActor, list[MemberActor], ResponseMessage]:
    """A question of the first to move: who asked, who is asked, and its message."""
    world = place.world
    who = place.mover
    hand = await place.hand(who)
    await Tapper(world, Random(1)).finish(who, hand)
    await world.click(who, hand, "Ask to pause" if kind is RequestKind.PAUSE else "Ask to undo")
    others = [each for each in (world.alice, world.bob, world.carol) if each.id != who.id]
    return who, others, question_of(place)


def question_of(place: Place) -> ResponseMessage:
    return next(message for message in reversed(place.messages) if of_verb(message, "agree"))


@pytest.mark.parametrize("kind", RequestKind)
async def test_a_question_stays_until_everybody_has_answered(world: World, kind: RequestKind) -> None:
    place = await three(world)
    who, (first, second), question = await ask(place, kind)
    assert mentions(question) == [first.id, second.id] or mentions(question) == [second.id, first.id]
    before = (await world.bot.play.matches.table(place.match_id)).state
    await world.click(first, question, "Agree")
    await world.restart()
    question = question_of(place)
    assert mentions(question) == [second.id]
    assert f"**{first.name}** agrees" in text(question)
    assert [each.label for each in controls(question)] == ["Agree", "Refuse"]
    assert "You have agreed already" in said(await world.click(first, question, "Agree"))
    assert "your own question" in said(await world.click(who, question, "Agree"))
    assert not (await clock(world, place)).paused
    assert (await world.bot.play.matches.table(place.match_id)).state == before
    await world.click(second, question, "Agree")
    assert not controls(question)
    assert all(f"**{each.name}** agrees" in text(question) for each in (first, second))
    assert (await clock(world, place)).paused == (kind is RequestKind.PAUSE)
    assert ((await world.bot.play.matches.table(place.match_id)).state == before) == (kind is RequestKind.PAUSE)


@WITH_STAND_IN
async def test_who_has_given_up_has_no_say_any_more(world: World, stand_in: bool) -> None:
    place = await three(world, stand_in)
    _, (stays, leaves), question = await ask(place, RequestKind.PAUSE)
    hand = await place.hand(leaves)
    await give_up(world, leaves, place)
    for label in ("Agree", "Refuse"):
        assert "You have given up this match." in said(await world.click(leaves, question, label))
    for pressed in [each for each in controls(hand) if each.id is not None]:
        result = await leaves.click(hand, custom_id=pressed.custom_id)
        assert "You have given up this match." in said(result), pressed.label
    for command in ("resign", "hand"):
        assert "You have given up this match." in said(await leaves.slash(place.channel, command))
    assert "You have no running match" in said(await leaves.slash(world.channel, "games"))
    await world.click(stays, question, "Agree")
    assert (await clock(world, place)).paused
    assert "You have given up this match." in said(await world.click(leaves, place.board, "Go on"))
    assert (await clock(world, place)).paused
    await world.click(stays, place.board, "Go on")
    assert not (await clock(world, place)).paused


async def test_a_match_that_was_given_up_does_not_hide_another_in_its_channel(world: World) -> None:
    world.allow(world.channel, create_public_threads=False)
    given_up = await three(world)
    await give_up(world, world.carol, given_up)
    other = await world.begin(world.carol, world.alice)
    assert given_up.channel.id == other.channel.id
    assert of_verb(answer(await world.carol.slash(world.channel, "resign")), "resign")
    assert not of_verb(answer(await world.carol.slash(world.channel, "hand")), "pick")


@WITH_STAND_IN
async def test_who_leaves_is_not_waited_for(world: World, stand_in: bool) -> None:
    place = await three(world, stand_in)
    who, (first, last), question = await ask(place, RequestKind.PAUSE)
    await world.click(first, question, "Agree")
    await give_up(world, last, place)
    assert (await clock(world, place)).paused
    assert f"The match stands still, as **{who.name}** asked." in joined(place.messages)
    await world.click(first, place.board, "Go on")
    assert not (await clock(world, place)).paused


@WITH_STAND_IN
async def test_a_moderators_pause_outlasts_the_player_whose_turn_it_is(
    world: World, admin: MemberActor, stand_in: bool
) -> None:
    place = await three(world, stand_in, pace="live")
    leaver = place.mover
    await moderate(world, admin, place, "pause")
    await give_up(world, leaver, place)
    await world.wait(timedelta(days=1))
    log = await world.bot.play.matches.log(place.match_id)
    assert [entry.kind for entry in log] == [EntryKind.PAUSE, EntryKind.GAME]
    assert "until a moderator lets it go on" in text(place.board)
    await moderate(world, admin, place, "resume")
    now = await clock(world, place)
    assert not now.paused
    assert now.deadline == world.bot.play.clock() + ALLOWANCE[Pace.LIVE]
    assert place.mover.id != leaver.id


@EVERY_GAME
async def test_a_hand_asks_nothing_while_a_match_stands_still_or_once_it_is_over(
    world: World, admin: MemberActor, sample: Sample
) -> None:
    place = await world.begin(game=sample.key)
    who = place.mover
    hand = await place.hand(who)
    await who.click(hand, custom_id=of_verb(hand, "card")[0].custom_id)
    await who.click(hand, custom_id=of_verb(hand, "do")[-1].custom_id)
    (old, *_) = of_verb(hand, "do")
    for action, told in (("pause", "until a moderator lets it go on"), ("end", "The match is over.")):
        await moderate(world, admin, place, action)
        shown = answer(await who.slash(place.channel, "hand", match=str(place.match_id)))
        await world.press(Press(who, hand, old.custom_id))
        for each in (shown, hand):
            assert not of_verb(each, "do", "card", "go_on"), action
            assert told in text(each)
            assert "It is your turn" not in text(each)
        assert ("Now draw a card." in joined_alts(shown)) == (action == "pause")
        typed = await who.slash(place.channel, "turn", match=str(place.match_id), card="R2", action="play", draw="deck")
        assert (
            said(typed)
            == {
                "pause": "A moderator has paused this match; only a moderator can let it go on.",
                "end": "This match is over.",
            }[action]
        )
    looked = answer(await who.slash(place.channel, "board", match=str(place.match_id)))
    assert "The match is over." in text(looked)
    assert "to move" not in joined_alts(looked)
    assert said(await who.slash(place.channel, "resign", match=str(place.match_id))) == "This match is over."


def joined_alts(message: ResponseMessage) -> str:
    return "\n".join(alts(message))


async def test_what_becomes_of_a_match_that_is_given_up_is_told_before(world: World) -> None:
    async def question(who: MemberActor, place: Place) -> str:
        return said(await who.slash(place.channel, "resign"))

    two = await world.begin()
    assert "It ends at once and you lose it." in await question(world.alice, two)
    place = await three(world)
    assert "The computer (medium) plays on in your place" in await question(world.carol, place)
    await world.bot.play.servers.change(world.guild.id, world.alice.id, computers="false")
    assert "The others play on without you" in await question(world.carol, place)
    await world.bot.play.servers.change(world.guild.id, world.alice.id, computers="true")
    await give_up(world, world.carol, place)
    assert "It ends at once" in await question(world.alice, place)
    await give_up(world, world.alice, place)
    assert place.is_over
    assert "plays on" not in text(place.messages[-1])


@pytest.mark.parametrize(
    ("seats", "stand_in", "told"),
    [
        (2, True, "the match is lost"),
        (3, True, "the computer plays on in your place"),
        (3, False, "the others play on without you"),
    ],
)
async def test_the_last_warning_tells_what_follows(world: World, seats: int, stand_in: bool, told: str) -> None:
    place = await three(world, stand_in, pace="live") if seats > 2 else await world.begin(pace="live")
    await world.wait(timedelta(minutes=4, seconds=30))
    assert told in joined(place.messages)


# ------------------------------------------------------------------ what happens to a turn, without Discord


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with Database(tmp_path / "bot.sqlite3") as database:
        yield House.over(database, FakeTime())


async def table_of_three(house: House, pace: Pace = Pace.DAILY) -> int:
    lobby = await house.open(opponent=None, options=QUICK["board_game"], game="board_game", seats=3, pace=pace)
    for guest in (GUEST, STRANGER):
        # a press is never the number of a person
        await house.play.challenges.join(lobby.id, replace(person(guest), contribution=f"press {'abc'[guest - 1]}"))
    started = await house.play.challenges.start(lobby.id, person(HOST))
    assert started.match_id is not None
    return started.match_id


async def mover_leaves(house: House, match_id: int) -> None:
    await house.play.matches.resign(match_id, mover(await house.table(match_id)))


async def other_leaves(house: House, match_id: int) -> None:
    table = await house.table(match_id)
    other = next(seat for seat in table.match.people if seat != table.match.turn)
    await house.play.matches.resign(match_id, table.match.players[other].user_id)


async def mover_is_erased(house: House, match_id: int) -> None:
    await house.play.privacy.erase(mover(await house.table(match_id)))


async def bot_is_away(house: House, match_id: int) -> None:
    del match_id
    await house.play.absence.server_lost(GUILD)
    await house.play.absence.servers_there({GUILD})


async def vacation(house: House, match_id: int) -> None:
    await house.play.choices.start_vacation(mover(await house.table(match_id)), 1)


async def long_stop(house: House, match_id: int) -> None:
    del match_id
    await house.is_off_for(timedelta(days=9))


@WITH_STAND_IN
@pytest.mark.parametrize("pace", [Pace.DAILY, Pace.UNLIMITED])
@pytest.mark.parametrize("happens", [mover_leaves, other_leaves, mover_is_erased, bot_is_away, vacation, long_stop])
async def test_a_pause_ends_by_nothing_but_a_word(
    house: House, stand_in: bool, pace: Pace, happens: Callable[[House, int], Awaitable[None]]
) -> None:
    await house.play.servers.change(GUILD, HOST, computers=str(stand_in).lower())
    match_id = await table_of_three(house, pace)
    await house.play.moderation.pause(match_id, GUILD, MODERATOR, "noise")
    await happens(house, match_id)
    await house.runs_for(timedelta(days=3))
    table = await house.table(match_id)
    assert table.match.clock.paused
    assert EntryKind.RESUME not in [entry.kind for entry in await house.play.matches.log(match_id)]
    assert table == await house.folded(match_id)
    await house.clock_fits(match_id)
    await house.play.moderation.resume(match_id, GUILD, MODERATOR, "calm")
    assert not (await house.table(match_id)).match.clock.paused
    await house.clock_fits(match_id)


@WITH_STAND_IN
async def test_undo_leads_to_the_beginning_of_a_turn_in_which_somebody_left(house: House, stand_in: bool) -> None:
    await house.play.servers.change(GUILD, HOST, computers=str(stand_in).lower())
    match_id = await table_of_three(house)
    before = await house.table(match_id)
    who = mover(before)
    await house.play.matches.act(match_id, who, [turn(before, Random(1))[0]])
    await other_leaves(house, match_id)
    await house.play.matches.act(match_id, who, [TakeBack()])
    again = await house.table(match_id)
    await house.play.matches.act(match_id, who, turn(again, Random(2)))
    await house.play.agreements.ask(match_id, who, RequestKind.TAKE_BACK)
    asked = (await house.table(match_id)).match
    (other,) = [seat for seat in asked.people if asked.players[seat].user_id != who]
    await house.play.agreements.answer(
        match_id, asked.players[other].user_id, RequestKind.TAKE_BACK, asked.ply, agree=True
    )
    after = await house.table(match_id)
    assert after.state == again.state
    assert legal(after) == legal(again)
    assert after == await house.folded(match_id)
    if not stand_in:
        await house.finish(match_id, Random(3))
        verify(dump(await house.play.matches.record(match_id)))
