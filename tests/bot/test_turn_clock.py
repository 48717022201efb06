"""The clock of a turn as time goes by: reminders, warnings, forfeits, pauses, vacations, and a bot that was away."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from bot.play.absence import AGAIN, LATE, SYSTEM
from bot.play.pace import ALLOWANCE, warning_time
from bot.play.refusal import Refusal
from bot.play.turn_clock import DEADLINE, GRACE, REMINDER, WARNING
from bot.store.challenges import Pace
from bot.store.database import Database
from bot.store.matches import EntryKind
from bot.store.players import Pings
from bot.store.requests import RequestKind
from rules.game import Leave, RuleError, Termination
from tests.bot.faketime import FakeTime
from tests.bot.playing import GUEST, GUILD, HOST, House, legal, mover, refused, turn, waiting

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
MODERATOR = 9


class Members:
    """Who is in the server; nobody can tell while ``silent``."""

    def __init__(self) -> None:
        self.gone: set[int] = set()
        self.silent = False

    async def __call__(self, guild_id: int, user_id: int) -> bool | None:
        assert guild_id == GUILD
        await asyncio.sleep(0)
        return None if self.silent else user_id not in self.gone


@pytest.fixture
def members() -> Members:
    return Members()


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, members: Members) -> AsyncIterator[House]:
    time = FakeTime().installed(monkeypatch)
    async with Database(tmp_path / "bot.sqlite3") as database:
        house = House.over(database, time, members)
        house.play.clocks.start()
        yield house
        await house.play.clocks.stop()


async def has_ended(house: House, match_id: int) -> bool:
    await house.clock_fits(match_id)
    return (await house.table(match_id)).match.is_over


async def left(house: House, match_id: int) -> timedelta:
    """How much time the turn still has."""
    deadline = (await house.table(match_id)).match.clock.deadline
    assert deadline is not None
    return deadline - house.time.now


async def move(house: House, match_id: int, seed: int = 1) -> None:
    table = await house.table(match_id)
    await house.play.matches.act(match_id, mover(table), turn(table, Random(seed)), table.match.ply)
    await house.clock_fits(match_id)


@pytest.mark.parametrize("pace", list(ALLOWANCE))
async def test_a_reminder_a_warning_and_the_forfeit(house: House, pace: Pace) -> None:
    match_id = await house.match(pace=pace)
    loser = mover(await house.table(match_id))
    told: list[list[str]] = []
    allowance = ALLOWANCE[pace]
    for share in (0.49, 0.02, 0.36, 0.02, 0.11):
        await house.runs_for(allowance * share)
        told.append(await house.notices(match_id))
        assert not await has_ended(house, match_id)
    assert told == [[], ["reminder"], ["reminder"], ["reminder", "warning"], ["reminder", "warning"]]
    await house.runs_for(GRACE)
    table = await house.table(match_id)
    outcome = table.match.outcome
    assert outcome is not None
    assert outcome.termination is Termination.TIME_OUT
    assert table.match.players[outcome.winners[0]].user_id != loser
    (entry,) = await house.play.matches.log(match_id)
    assert (entry.kind, entry.text, entry.actor) == (EntryKind.GAME, str(Leave(Termination.TIME_OUT)), SYSTEM)
    await house.clock_fits(match_id)
    assert table == await house.folded(match_id)


async def test_a_match_without_limit_waits_for_ever(house: House) -> None:
    match_id = await house.match(pace=Pace.UNLIMITED)
    await house.runs_for(1000 * DAY)
    assert not await has_ended(house, match_id)
    assert await house.notices(match_id) == []
    await move(house, match_id)


async def test_each_turn_begins_its_own_clock(house: House) -> None:
    match_id = await house.match()
    for seed in range(6):
        await house.runs_for(23 * HOUR)
        assert await left(house, match_id) == HOUR
        await move(house, match_id, seed)
        assert await left(house, match_id) == DAY
    assert not await has_ended(house, match_id)


async def test_half_a_turn_does_not_begin_another_clock(house: House) -> None:
    match_id = await house.match()
    table = await house.table(match_id)
    await house.runs_for(20 * HOUR)
    await house.play.matches.act(match_id, mover(table), [legal(table)[0]], 0)
    assert await left(house, match_id) == 4 * HOUR
    await house.runs_for(5 * HOUR)
    assert await has_ended(house, match_id)


async def test_what_is_under_way_at_the_deadline_counts(house: House) -> None:
    match_id = await house.match()
    await house.runs_for(DAY)
    assert await left(house, match_id) == timedelta()
    await move(house, match_id)
    assert not await has_ended(house, match_id)
    assert await house.notices(match_id) == ["reminder", "warning"]


@pytest.mark.parametrize("move_first", [True, False])
async def test_a_forfeit_and_a_move_at_the_same_instant_end_in_one_of_them(house: House, move_first: bool) -> None:
    match_id = await house.match()
    await house.runs_for(DAY)
    table = await house.table(match_id)
    acting = house.play.matches.act(match_id, mover(table), turn(table, Random(1)), table.match.ply)
    if move_first:
        task = asyncio.ensure_future(acting)
        await house.runs_for(GRACE)
    else:
        house.time.advance(GRACE)
        task = asyncio.ensure_future(acting)
    results = await asyncio.gather(task, return_exceptions=True)
    await house.time.at_rest("clocks")
    entries = await house.play.matches.log(match_id)
    if isinstance(results[0], BaseException):
        assert refused(results[0]) in ("moved_on", "match_over")
        assert [entry.text for entry in entries] == ["time out"]
    else:
        assert len(entries) == 2
        assert not (await house.table(match_id)).match.is_over
    await house.clock_fits(match_id)
    assert await house.table(match_id) == await house.folded(match_id)


async def test_a_timer_that_fires_while_the_turn_ends_spares_the_next_player(
    house: House, members: Members, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await house.match()
    asked, answer = asyncio.Event(), asyncio.Event()

    async def slow(guild_id: int, user_id: int) -> bool | None:
        asked.set()
        await answer.wait()
        return await members(guild_id, user_id)

    monkeypatch.setattr(house.play.absence, "_is_member", slow)
    house.time.advance(12 * HOUR)
    await asked.wait()
    await move(house, match_id)
    before = await house.timers(match_id)
    answer.set()
    await house.time.at_rest("clocks")
    assert await house.notices(match_id) == []
    assert await house.timers(match_id) == before


# ------------------------------------------------------------------ the bot was away


@pytest.mark.parametrize(
    ("off_from", "off_for"),
    [
        (timedelta(hours=23, minutes=50), timedelta(minutes=20)),
        (timedelta(hours=23, minutes=59, seconds=40), timedelta(seconds=40)),
        (timedelta(hours=20), 10 * DAY),
        (timedelta(hours=20), 2 * HOUR),
        (timedelta(hours=22, minutes=45), HOUR),
        (timedelta(hours=1), 30 * HOUR),
    ],
    ids=["over the end", "a moment over the end", "for days", "over the warning", "just before the end", "all day"],
)
async def test_nobody_loses_because_the_bot_was_off(house: House, off_from: timedelta, off_for: timedelta) -> None:
    match_id = await house.match()
    await house.runs_for(off_from)
    await house.is_off_for(off_for)
    assert not await has_ended(house, match_id)
    assert (await house.notices(match_id))[-1] == "warning"
    assert await left(house, match_id) >= warning_time(Pace.DAILY)
    await house.runs_for(warning_time(Pace.DAILY) - timedelta(minutes=1))
    assert not await has_ended(house, match_id)
    await house.runs_for(2 * HOUR)
    assert await has_ended(house, match_id)


async def test_the_board_tells_the_new_end(house: House) -> None:
    match_id = await house.match()
    await house.runs_for(23 * HOUR)
    assert not (await house.table(match_id)).match.board_wanted
    await house.is_off_for(timedelta(seconds=1))
    assert (await house.table(match_id)).match.board_wanted


async def test_a_start_with_time_enough_changes_nothing(house: House) -> None:
    match_id = await house.match()
    await house.runs_for(13 * HOUR)
    before = (await house.table(match_id)).match, await house.timers(match_id)
    await house.is_off_for(HOUR)
    assert before == ((await house.table(match_id)).match, await house.timers(match_id))


async def test_at_night_the_warning_waits_until_it_is_heard(house: House) -> None:
    await house.play.choices.set_quiet_hours(HOST, "22:00", "07:00", "UTC")
    await house.play.choices.set_quiet_hours(GUEST, "22:00", "07:00", "UTC")
    house.time.now = datetime(2026, 11, 30, 6, tzinfo=UTC)
    match_id = await house.match()
    assert await left(house, match_id) == 25 * HOUR
    house.time.advance(timedelta())
    await house.runs_for(15 * HOUR)
    # off over ten in the evening, when the warning was due
    await house.is_off_for(5 * HOUR)
    assert await house.notices(match_id) == ["reminder", "reminder"]
    await house.runs_for(5 * HOUR)
    assert (await house.notices(match_id))[-1] == "warning"
    assert await left(house, match_id) == warning_time(Pace.DAILY)


async def test_nobody_is_ended_while_discord_cannot_be_asked(house: House, members: Members) -> None:
    match_id = await house.match()
    await house.runs_for(23 * HOUR)
    members.silent = True
    await house.runs_for(3 * HOUR)
    assert not await has_ended(house, match_id)
    members.silent = False
    await house.runs_for(AGAIN)
    assert warning_time(Pace.DAILY) - AGAIN <= await left(house, match_id) <= warning_time(Pace.DAILY)
    await house.runs_for(4 * HOUR)
    assert await has_ended(house, match_id)


async def test_a_short_silence_only_delays_the_end(house: House, members: Members) -> None:
    match_id = await house.match()
    await house.runs_for(DAY)
    members.silent = True
    await house.runs_for(GRACE)
    assert not await has_ended(house, match_id)
    members.silent = False
    await house.runs_for(LATE)
    assert await has_ended(house, match_id)


async def test_who_left_the_server_is_not_reminded_but_told_of(house: House, members: Members) -> None:
    match_id = await house.match()
    members.gone = {mover(await house.table(match_id))}
    await house.runs_for(25 * HOUR)
    assert await house.notices(match_id) == ["left_server", "warning", "left_server"]
    assert await has_ended(house, match_id)


# ------------------------------------------------------------------ pauses


@pytest.mark.parametrize("spent", [timedelta(), HOUR, 20 * HOUR])
async def test_a_pause_keeps_what_was_left(house: House, spent: timedelta) -> None:
    match_id = await house.match()
    await house.runs_for(spent)
    await paused(house, match_id)
    told = await house.notices(match_id)
    await house.runs_for(1000 * DAY)
    assert await house.notices(match_id) == told
    table = await house.table(match_id)
    with pytest.raises(Refusal) as error:
        await house.play.matches.act(match_id, mover(table), turn(table, Random(1)), table.match.ply)
    assert refused(error) == "match_paused"
    await house.play.agreements.resume(match_id, mover(table))
    assert await left(house, match_id) == DAY - spent
    await house.runs_for(DAY - spent + GRACE)
    assert await has_ended(house, match_id)


async def test_a_pause_in_the_last_moment_leaves_time_after_it(house: House) -> None:
    match_id = await house.match()
    await house.runs_for(DAY + timedelta(seconds=1))
    await paused(house, match_id)
    await house.runs_for(DAY)
    await house.play.agreements.resume(match_id, waiting(await house.table(match_id)))
    await house.runs_for(timedelta())
    assert await left(house, match_id) == warning_time(Pace.DAILY)
    assert not await has_ended(house, match_id)


async def test_a_resignation_ends_a_match_that_stands_still(house: House) -> None:
    match_id = await house.match()
    await paused(house, match_id)
    await house.play.matches.resign(match_id, HOST)
    assert await has_ended(house, match_id)
    assert await house.table(match_id) == await house.folded(match_id)


async def test_a_pause_in_the_middle_of_a_turn(house: House) -> None:
    match_id = await house.match()
    table = await house.table(match_id)
    await house.play.matches.act(match_id, mover(table), [legal(table)[0]], 0)
    await paused(house, match_id)
    await house.play.agreements.resume(match_id, HOST)
    await move(house, match_id)
    assert await left(house, match_id) == DAY


async def test_moderators_pause_matches_without_a_limit_too(house: House) -> None:
    match_id = await house.match(pace=Pace.UNLIMITED)
    await house.play.moderation.pause(match_id, GUILD, MODERATOR, "noise")
    await house.clock_fits(match_id)
    await house.play.moderation.resume(match_id, GUILD, MODERATOR, "calm")
    await house.clock_fits(match_id)
    await move(house, match_id)


async def test_a_second_pause_keeps_the_first_clock(house: House) -> None:
    match_id = await house.match()
    await house.runs_for(HOUR)
    await paused(house, match_id)
    await house.runs_for(HOUR)
    await house.play.moderation.pause(match_id, GUILD, MODERATOR, "noise")
    with pytest.raises(Refusal) as error:
        await house.play.agreements.resume(match_id, HOST)
    assert refused(error) == "paused_by_moderator"
    await house.play.moderation.resume(match_id, GUILD, MODERATOR, "calm")
    assert await left(house, match_id) == 23 * HOUR


async def paused(house: House, match_id: int) -> None:
    await house.play.agreements.ask(match_id, HOST, RequestKind.PAUSE)
    await house.play.agreements.ask(match_id, GUEST, RequestKind.PAUSE)
    await house.clock_fits(match_id)
    assert (await house.table(match_id)).match.clock.paused


# ------------------------------------------------------------------ vacations


async def test_a_vacation_in_the_middle_of_a_turn(house: House) -> None:
    match_id = await house.match()
    player = mover(await house.table(match_id))
    await house.runs_for(10 * HOUR)
    await house.play.choices.start_vacation(player, 5)
    assert await left(house, match_id) == 5 * DAY + 14 * HOUR
    await house.runs_for(5 * DAY)
    assert await house.notices(match_id) == ["away"]
    await house.runs_for(2 * HOUR)
    assert await house.notices(match_id) == ["away", "reminder"]
    await house.runs_for(12 * HOUR + GRACE)
    assert await has_ended(house, match_id)


async def test_a_vacation_of_the_one_who_waits_counts_once_the_turn_comes(house: House) -> None:
    match_id = await house.match()
    await house.play.choices.start_vacation(waiting(await house.table(match_id)), 3)
    assert await left(house, match_id) == DAY
    await house.runs_for(DAY / 2)
    await move(house, match_id)
    assert await left(house, match_id) == 3.5 * DAY
    await house.runs_for(2.5 * DAY)
    assert await house.notices(match_id) == ["reminder", "reminder"], "of the first turn, and back from vacation"


async def test_coming_back_early(house: House) -> None:
    match_id = await house.match()
    player = mover(await house.table(match_id))
    await house.runs_for(10 * HOUR)
    await house.play.choices.start_vacation(player, 14)
    await house.runs_for(2 * DAY)
    await house.play.choices.end_vacation(player)
    assert await left(house, match_id) == 14 * HOUR
    assert (await house.play.choices.of(player)).days_left == 12
    with pytest.raises(Refusal) as error:
        await house.play.choices.end_vacation(player)
    assert refused(error) == "not_on_vacation"


@pytest.mark.parametrize("pace", [Pace.LIVE, Pace.UNLIMITED])
async def test_a_vacation_stops_daily_and_relaxed_clocks_only(house: House, pace: Pace) -> None:
    match_id = await house.match(pace=pace)
    before = (await house.table(match_id)).match.clock
    await house.play.choices.start_vacation(mover(await house.table(match_id)), 14)
    assert (await house.table(match_id)).match.clock == before


async def test_fourteen_days_in_any_ninety(house: House) -> None:
    choices = house.play.choices
    await choices.start_vacation(HOST, 10)
    with pytest.raises(Refusal) as error:
        await choices.start_vacation(HOST, 1)
    assert refused(error) == "on_vacation_already"
    await house.runs_for(10 * DAY)
    with pytest.raises(Refusal) as error:
        await choices.start_vacation(HOST, 5)
    assert refused(error) == "vacation_used_up"
    await choices.start_vacation(HOST, 4)
    await house.runs_for(76 * DAY)
    assert (await choices.of(HOST)).days_left == 0
    await house.runs_for(5 * DAY)
    assert (await choices.of(HOST)).days_left == 1
    await house.runs_for(30 * DAY)
    assert (await choices.of(HOST)).days_left == 14


async def test_a_vacation_is_begun_once_by_two_presses(house: House) -> None:
    match_id = await house.match()
    player = mover(await house.table(match_id))
    start = house.play.choices.start_vacation
    results = await asyncio.gather(start(player, 2), start(player, 2), return_exceptions=True)
    assert [refused(each) for each in results if isinstance(each, BaseException)] == ["on_vacation_already"]
    assert await left(house, match_id) == 3 * DAY


async def test_a_pause_during_a_vacation_and_after_it(house: House) -> None:
    match_id = await house.match()
    player = mover(await house.table(match_id))
    await house.runs_for(4 * HOUR)
    await house.play.choices.start_vacation(player, 2)
    await house.runs_for(DAY)
    await paused(house, match_id)
    assert (await house.table(match_id)).match.clock.remaining == 20 * HOUR
    await house.play.agreements.resume(match_id, player)
    assert await left(house, match_id) == DAY + 20 * HOUR
    await paused_by_moderator(house, match_id)
    await house.runs_for(10 * DAY)
    await house.play.moderation.resume(match_id, GUILD, MODERATOR, "")
    assert await left(house, match_id) == 20 * HOUR


async def paused_by_moderator(house: House, match_id: int) -> None:
    await house.play.moderation.pause(match_id, GUILD, MODERATOR, "noise")


async def test_a_warned_player_is_warned_again_after_a_vacation(house: House) -> None:
    match_id = await house.match()
    await house.runs_for(23 * HOUR)
    await house.play.choices.start_vacation(mover(await house.table(match_id)), 1)
    await house.runs_for(DAY)
    assert await house.notices(match_id) == ["reminder", "warning", "away", "warning"]
    assert await left(house, match_id) == warning_time(Pace.DAILY)


# ------------------------------------------------------------------ pings


@pytest.mark.parametrize(
    ("pings", "turns", "reminders"),
    [(Pings.TURNS, True, True), (Pings.REMINDERS, False, True), (Pings.NEVER, False, False)],
)
async def test_who_is_pinged_when(house: House, pings: Pings, turns: bool, reminders: bool) -> None:
    choices = house.play.choices
    await choices.set_pings(HOST, pings)
    assert await choices.wants_ping(HOST, GUILD, Pace.DAILY, each_turn=True) == turns
    assert await choices.wants_ping(HOST, GUILD, Pace.DAILY, each_turn=False) == reminders
    await choices.set_quiet_hours(HOST, "11", "13", "UTC")
    assert not await choices.wants_ping(HOST, GUILD, Pace.DAILY, each_turn=False)
    assert await choices.wants_ping(HOST, GUILD, Pace.LIVE, each_turn=False) == reminders
    await choices.clear_quiet_hours(HOST)
    await choices.start_vacation(HOST, 1)
    assert not await choices.wants_ping(HOST, GUILD, Pace.RELAXED, each_turn=False)
    assert await choices.wants_ping(HOST, GUILD, Pace.UNLIMITED, each_turn=False) == reminders


async def test_timers_of_a_turn(house: House) -> None:
    match_id = await house.match()
    due = await house.timers(match_id)
    assert [(due[kind] - house.time.now) / HOUR for kind in (REMINDER, WARNING)] == [12, 21]
    assert due[DEADLINE] - house.time.now == DAY + GRACE
    with pytest.raises(RuleError):
        await house.play.matches.act(
            match_id, waiting(await house.table(match_id)), [legal(await house.table(match_id))[0]]
        )
    assert await house.timers(match_id) == due
