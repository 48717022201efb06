"""What players settle among themselves, and what moderators may do: turns taken back, pauses, nudges, results."""

from collections.abc import AsyncIterator, Awaitable
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.play.agreements import may_ask_to_take_back
from bot.play.refusal import Refusal
from bot.play.table import Undone
from bot.store import requests
from bot.store.challenges import Pace
from bot.store.database import Database
from bot.store.matches import EntryKind
from bot.store.players import Challengers
from bot.store.requests import RequestKind
from rules.card_game.state import Draw
from rules.game import Leave, TakeBack, Termination
from rules.record import dump, verify
from tests.bot.faketime import FakeTime
from tests.bot.playing import GUEST, GUILD, HOST, STRANGER, House, legal, mover, person, refused, turn, waiting

HOUR = timedelta(hours=1)
MODERATOR = 9
PAUSE, TAKE_BACK = RequestKind.PAUSE, RequestKind.TAKE_BACK


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with Database(tmp_path / "bot.sqlite3") as database:
        yield House.over(database, FakeTime())


async def moved(house: House, match_id: int, seed: int = 1, draw: Draw | None = None) -> int:
    """A turn of whoever is to move, who is returned."""
    table = await house.table(match_id)
    actions = list(turn(table, Random(seed)))
    if draw is not None:
        actions[-1] = draw
    await house.play.matches.act(match_id, mover(table), actions, table.match.ply)
    return mover(table)


async def code(doing: Awaitable[object]) -> str:
    """Why something is refused."""
    with pytest.raises(Refusal) as error:
        await doing
    return refused(error)


async def asked(house: House, match_id: int, who: int, kind: RequestKind) -> int:
    """A question; returns the ply at which it was asked."""
    await house.play.agreements.ask(match_id, who, kind)
    return (await house.table(match_id)).match.ply


async def fits(house: House, match_id: int) -> None:
    assert await house.table(match_id) == await house.folded(match_id)
    await house.clock_fits(match_id)


async def test_a_turn_is_taken_back_as_if_it_had_not_been(house: House) -> None:
    match_id = await house.match()
    before = await house.table(match_id)
    who = await moved(house, match_id, draw=Draw())
    drawn = (await house.table(match_id)).state
    ply = await asked(house, match_id, who, TAKE_BACK)
    last_turn = (await house.table(match_id)).last_turn
    assert last_turn is not None
    assert last_turn.saw_more
    await house.play.agreements.answer(match_id, waiting(before), TAKE_BACK, ply, agree=True)
    after = await house.table(match_id)
    assert (after.state, after.match.turn) == (before.state, before.match.turn)
    assert after.match.ply == 3
    assert after.public_events(2, 3) == (Undone(before.match.turn or 0),)
    await fits(house, match_id)
    # the same card lies on top again
    assert await moved(house, match_id, draw=Draw()) == who
    assert (await house.table(match_id)).state == drawn


async def test_a_draw_from_a_pile_shows_nothing_more(house: House) -> None:
    match_id = await house.match()
    for seed in range(40):
        await moved(house, match_id, seed)
        table = await house.table(match_id)
        if (await house.play.matches.log(match_id))[-1].text != "draw deck":
            assert table.last_turn is not None
            assert not table.last_turn.saw_more
            return
        assert table.last_turn is not None
        assert table.last_turn.saw_more
    pytest.fail("nobody drew from a pile")


async def test_the_record_leaves_the_turn_out(house: House) -> None:
    match_id = await house.match()
    who = await moved(house, match_id)
    ply = await asked(house, match_id, who, TAKE_BACK)
    other = waiting(await house.table(match_id))
    other = mover(await house.table(match_id)) if other == who else other
    await house.play.agreements.answer(match_id, other, TAKE_BACK, ply, agree=True)
    await house.finish(match_id, Random(3))
    record = await house.play.matches.record(match_id)
    verify(dump(record))
    state = (await house.table(match_id)).state
    assert state.outcome is not None


async def test_refused_and_asked_again(house: House) -> None:
    match_id = await house.match()
    who = await moved(house, match_id)
    other = mover(await house.table(match_id))
    ply = await asked(house, match_id, who, TAKE_BACK)
    assert await code(house.play.agreements.ask(match_id, who, TAKE_BACK)) == "already_requested"
    assert await code(house.play.agreements.answer(match_id, who, TAKE_BACK, ply, agree=True)) == "own_request"
    assert await code(house.play.agreements.answer(match_id, STRANGER, TAKE_BACK, ply, agree=True)) == "not_seated"
    await house.play.agreements.answer(match_id, other, TAKE_BACK, ply, agree=False)
    assert await code(house.play.agreements.answer(match_id, other, TAKE_BACK, ply, agree=True)) == "request_over"
    assert await code(house.play.agreements.ask(match_id, who, TAKE_BACK)) == "requested_before"
    assert (await house.table(match_id)).match.ply == 2


async def test_too_late_once_the_opponent_has_acted_even_unseen(house: House) -> None:
    match_id = await house.match()
    who = await moved(house, match_id)
    ply = await asked(house, match_id, who, TAKE_BACK)
    table = await house.table(match_id)
    await house.play.matches.act(match_id, mover(table), [legal(table)[0]], table.match.ply)
    await house.play.matches.act(match_id, mover(table), [TakeBack()])
    assert not may_ask_to_take_back(await house.table(match_id), table.match.seat_of(who))
    assert (
        await code(house.play.agreements.answer(match_id, mover(table), TAKE_BACK, ply, agree=True)) == "request_over"
    )
    assert await code(house.play.agreements.ask(match_id, who, TAKE_BACK)) == "take_back_too_late"


async def test_an_old_question_does_not_answer_a_new_one(house: House) -> None:
    match_id = await house.match()
    who = await moved(house, match_id)
    first = await asked(house, match_id, who, TAKE_BACK)
    other = await moved(house, match_id)
    await moved(house, match_id)
    second = await asked(house, match_id, who, TAKE_BACK)
    assert await code(house.play.agreements.answer(match_id, other, TAKE_BACK, first, agree=True)) == "request_over"
    await house.play.agreements.answer(match_id, other, TAKE_BACK, second, agree=True)
    await fits(house, match_id)


async def test_nothing_to_take_back(house: House) -> None:
    match_id = await house.match()
    table = await house.table(match_id)
    ask = house.play.agreements.ask
    assert await code(ask(match_id, mover(table), TAKE_BACK)) == "take_back_too_late"
    await house.play.matches.act(match_id, mover(table), [legal(table)[0]], 0)
    assert await code(ask(match_id, mover(table), TAKE_BACK)) == "take_back_too_late"
    assert await code(ask(match_id, STRANGER, TAKE_BACK)) == "not_seated"
    await house.play.matches.resign(match_id, HOST)
    assert await code(ask(match_id, HOST, TAKE_BACK)) == "match_over"


async def test_a_draw_that_ended_a_round_stands(house: House) -> None:
    match_id = await house.match(options={"colours": 5, "rounds": 2})
    random = Random(2)
    table = await house.table(match_id)
    who = mover(table)
    while not table.state.results:
        who = mover(table)
        table = await house.play.matches.act(match_id, who, turn(table, random), table.match.ply)
    assert await code(house.play.agreements.ask(match_id, who, TAKE_BACK)) == "take_back_too_late"


async def test_a_taken_back_turn_leaves_nothing_more_to_take_back(house: House) -> None:
    match_id = await house.match()
    await moved(house, match_id, 1)
    second = await moved(house, match_id, 2)
    first = mover(await house.table(match_id))
    house.time.advance(20 * HOUR)
    ply = await asked(house, match_id, second, TAKE_BACK)
    await house.play.agreements.answer(match_id, first, TAKE_BACK, ply, agree=True)
    match = (await house.table(match_id)).match
    assert match.clock.deadline == house.time.now + 24 * HOUR
    for who in (first, second):
        assert await code(house.play.agreements.ask(match_id, who, TAKE_BACK)) == "take_back_too_late"
    # the turn that takes its place can be taken back again
    await moved(house, match_id, 3)
    ply = await asked(house, match_id, second, TAKE_BACK)
    await house.play.agreements.answer(match_id, first, TAKE_BACK, ply, agree=True)
    await fits(house, match_id)
    log = await house.play.matches.log(match_id)
    assert [entry.text for entry in log if entry.kind is EntryKind.UNDO] == ["3-4", "6-7"]


async def test_a_turn_around_a_pause_is_taken_back_whole(house: House) -> None:
    match_id = await house.match()
    before = await house.table(match_id)
    who, other = mover(before), waiting(before)
    first, *rest = turn(before, Random(1))
    await house.play.matches.act(match_id, who, [first], 0)
    await house.play.agreements.ask(match_id, who, PAUSE)
    await house.play.agreements.ask(match_id, other, PAUSE)
    await house.play.agreements.resume(match_id, other)
    await house.play.matches.act(match_id, who, rest)
    ply = await asked(house, match_id, who, TAKE_BACK)
    await house.play.moderation.pause(match_id, GUILD, MODERATOR, "noise")
    assert (
        await code(house.play.agreements.answer(match_id, other, TAKE_BACK, ply, agree=True)) == "paused_by_moderator"
    )
    await house.play.moderation.resume(match_id, GUILD, MODERATOR, "calm")
    await house.play.agreements.answer(match_id, other, TAKE_BACK, ply, agree=True)
    assert (await house.table(match_id)).state == before.state
    await fits(house, match_id)
    await house.finish(match_id, Random(1))
    verify(dump(await house.play.matches.record(match_id)))


# ------------------------------------------------------------------ pauses and nudges


async def test_a_pause_needs_both_and_either_resumes(house: House) -> None:
    match_id = await house.match()
    ply = await asked(house, match_id, HOST, PAUSE)
    assert not (await house.table(match_id)).match.clock.paused
    await house.play.agreements.answer(match_id, GUEST, PAUSE, ply, agree=True)
    assert (await house.table(match_id)).match.clock.paused
    assert await code(house.play.agreements.ask(match_id, HOST, PAUSE)) == "match_paused"
    assert await code(house.play.agreements.resume(match_id, STRANGER)) == "not_seated"
    await house.play.agreements.resume(match_id, HOST)
    assert await code(house.play.agreements.resume(match_id, GUEST)) == "not_paused"
    await fits(house, match_id)


async def test_a_question_for_a_pause_lapses_when_the_asking_side_plays_on(house: House) -> None:
    match_id = await house.match()
    table = await house.table(match_id)
    who, other = waiting(table), mover(table)
    ply = await asked(house, match_id, who, PAUSE)
    await moved(house, match_id)
    request = await requests.get(house.database.reader, match_id, PAUSE)
    assert request is not None
    assert await house.play.agreements.waiting(await house.table(match_id), PAUSE, ply) == request
    await moved(house, match_id)
    assert await house.play.agreements.waiting(await house.table(match_id), PAUSE, ply) is None
    assert await code(house.play.agreements.answer(match_id, other, PAUSE, ply, agree=True)) == "request_over"


async def test_who_asked_may_withdraw_but_not_ask_again_at_once(house: House) -> None:
    match_id = await house.match()
    ply = await asked(house, match_id, HOST, PAUSE)
    withdrawn = await house.play.agreements.answer(match_id, HOST, PAUSE, ply, agree=False)
    assert (withdrawn.seat, withdrawn.is_open) == ((await house.table(match_id)).match.seat_of(HOST), False)
    assert await code(house.play.agreements.answer(match_id, GUEST, PAUSE, ply, agree=True)) == "request_over"
    assert await code(house.play.agreements.ask(match_id, HOST, PAUSE)) == "requested_before"
    await house.play.agreements.ask(match_id, GUEST, PAUSE)
    await moved(house, match_id)
    await moved(house, match_id)
    await house.play.agreements.ask(match_id, HOST, PAUSE)


async def test_no_pause_without_a_clock(house: House) -> None:
    match_id = await house.match(pace=Pace.UNLIMITED)
    assert await code(house.play.agreements.ask(match_id, HOST, PAUSE)) == "no_clock"


async def test_one_nudge_in_a_quarter(house: House) -> None:
    match_id = await house.match()
    table = await house.table(match_id)
    nudge = house.play.agreements.nudge
    assert await code(nudge(match_id, mover(table))) == "nudge_oneself"
    assert await code(nudge(match_id, STRANGER)) == "not_seated"
    assert await code(nudge(match_id, waiting(table))) == "nudge_too_early"
    house.time.advance(6 * HOUR)
    await nudge(match_id, waiting(table))
    assert await code(nudge(match_id, waiting(table))) == "nudge_too_early"
    house.time.advance(6 * HOUR)
    await nudge(match_id, waiting(table))
    assert await house.notices(match_id) == ["nudge", "nudge"]
    await fits(house, match_id)


async def test_nobody_on_vacation_is_nudged(house: House) -> None:
    match_id = await house.match()
    table = await house.table(match_id)
    await house.play.choices.start_vacation(mover(table), 2)
    house.time.advance(47 * HOUR)
    assert await code(house.play.agreements.nudge(match_id, waiting(table))) == "nudge_too_early"


# ------------------------------------------------------------------ moderation


async def test_an_end_without_a_result(house: House) -> None:
    match_id = await house.match()
    await moved(house, match_id)
    await house.play.moderation.end(match_id, GUILD, MODERATOR, "flooding")
    table = await house.table(match_id)
    assert (table.match.is_over, table.match.outcome, table.match.turn) == (True, None, None)
    assert (await house.play.matches.log(match_id))[-1].text == "flooding"
    assert await code(house.play.matches.record(match_id)) == "no_result"
    assert await code(house.play.moderation.correct(match_id, GUILD, MODERATOR, 0, "no")) == "no_result"
    assert await code(house.play.moderation.end(match_id, GUILD, MODERATOR, "again")) == "match_over"
    assert await code(house.play.matches.act(match_id, HOST, [Leave(Termination.RESIGNATION)])) == "match_over"
    await fits(house, match_id)


async def test_a_result_is_corrected_and_corrected_again(house: House) -> None:
    match_id = await house.match()
    correct = house.play.moderation.correct
    assert await code(correct(match_id, GUILD, MODERATOR, 0, "early")) == "match_running"
    await house.play.matches.resign(match_id, HOST)
    loser = (await house.table(match_id)).match.seat_of(HOST)
    assert loser is not None
    await correct(match_id, GUILD, MODERATOR, loser, "it was a slip")
    outcome = (await house.table(match_id)).match.outcome
    assert outcome is not None
    assert outcome.winners == (loser,)
    await fits(house, match_id)
    await correct(match_id, GUILD, MODERATOR, None, "both were right")
    outcome = (await house.table(match_id)).match.outcome
    assert outcome is not None
    assert outcome.winners == (0, 1)
    await fits(house, match_id)


async def test_a_moderator_of_another_server_finds_no_such_match(house: House) -> None:
    match_id = await house.match()
    moderation = house.play.moderation
    for doing in (
        moderation.end(match_id, GUILD + 1, MODERATOR, "x"),
        moderation.correct(match_id, GUILD + 1, MODERATOR, None, "x"),
        moderation.pause(match_id, GUILD + 1, MODERATOR, "x"),
        moderation.resume(match_id, GUILD + 1, MODERATOR, "x"),
        moderation.move(match_id, GUILD + 1, MODERATOR, 5, "x"),
    ):
        assert await code(doing) == "no_such_match"


async def test_a_match_moves(house: House) -> None:
    match_id = await house.match()
    await house.play.moderation.move(match_id, GUILD, MODERATOR, 99, "quieter there")
    assert (await house.table(match_id)).match.place_id == 99
    await moved(house, match_id)
    await fits(house, match_id)


# ------------------------------------------------------------------ who may challenge whom


@pytest.mark.parametrize("zone", ["Europe/Berlin", " europe/berlin ", "berlin", "America/New York", "UTC", "Tokyo"])
async def test_zones_that_are_understood(house: House, zone: str) -> None:
    await house.play.choices.set_quiet_hours(HOST, "7", "22.30", zone)
    quiet = (await house.play.choices.of(HOST)).preferences.quiet
    assert quiet is not None
    assert (quiet.begin.hour, quiet.end.hour, quiet.end.minute) == (7, 22, 30)


@pytest.mark.parametrize(
    ("begin", "end", "zone", "why"),
    [
        ("22:00", "07:00", "Atlantis", "bad_zone"),
        ("22:00", "07:00", "../../etc/passwd", "bad_zone"),
        ("22:00", "07:00", "", "bad_zone"),
        ("24:00", "07:00", "UTC", "bad_time"),
        ("22:60", "07:00", "UTC", "bad_time"),
        ("ten", "07:00", "UTC", "bad_time"),
        ("22:00", "", "UTC", "bad_time"),
        ("22:00Z", "1", "UTC", "bad_time"),
        ("22", "22:00", "UTC", "empty_hours"),
    ],
)
async def test_quiet_hours_that_are_none(house: House, begin: str, end: str, zone: str, why: str) -> None:
    assert await code(house.play.choices.set_quiet_hours(HOST, begin, end, zone)) == why
    assert (await house.play.choices.of(HOST)).preferences.quiet is None


async def test_a_lobby_is_open_to_all_but_those_who_are_blocked(house: House) -> None:
    choices = house.play.choices
    await choices.set_challengers(HOST, Challengers.NOBODY)
    await choices.set_blocked(HOST, [STRANGER, HOST])
    assert (await choices.of(HOST)).blocked == (STRANGER,)
    lobby = await house.open(opponent=None)
    assert await code(house.play.challenges.join(lobby.id, person(STRANGER))) == "lobby_not_for_you"
    await house.play.challenges.join(lobby.id, person(GUEST))
    assert await code(house.open(GUEST, HOST)) == "not_taking_challenges"
    await choices.set_challengers(HOST, Challengers.KNOWN)
    assert await code(house.open(GUEST, HOST)) == "not_taking_challenges"
    await house.play.challenges.start(lobby.id, person(HOST))
    await house.open(GUEST, HOST)
    assert await code(choices.set_blocked(HOST, list(range(100, 126)))) == "too_many_blocked"
