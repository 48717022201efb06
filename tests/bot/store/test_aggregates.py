"""What each aggregate keeps comes back as it was, and the lists hold what belongs in them."""

import sqlite3
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store import challenges, facts, matches, names, timers
from bot.store.challenges import Challenge, Member, NewChallenge, Pace, Status
from bot.store.database import Database
from bot.store.matches import UNPUBLISHED, Entry, EntryKind, Match, NewMatch, Player, Post, PostKind
from bot.store.timers import Timer
from bot.store.times import from_stored, to_stored
from rules.game import Outcome, Termination

AT = datetime(2026, 11, 30, 12, 30, 15, 123000, tzinfo=UTC)
NEW_MATCH = NewMatch(
    guild_id=(1 << 63) - 1,
    channel_id=2,
    challenge_message_id=3,
    game="card_game",
    rules_version=1,
    options={"colours": 6, "rounds": 1},
    deal_version=1,
    secret=bytes(range(32)),
    contributions=("17", 'with "quotes"'),
    order_drawn=True,
    agreed_starter=None,
    players=(Player(11, "Ada ✨", 1), Player(12, "", 0)),
    turn=1,
    pace=Pace.DAILY,
    rated=True,
    created_at=AT,
)
NEW_CHALLENGE = NewChallenge(
    guild_id=1,
    channel_id=2,
    game="card_game",
    options={"colours": 5, "rounds": 3},
    seats=2,
    pace=Pace.LIVE,
    rated=True,
    opponent_id=12,
    secret=bytes(range(32)),
    rematch_of=None,
    created_at=AT,
    expires_at=AT + timedelta(hours=24),
)


async def add_match(database: Database, new: NewMatch = NEW_MATCH) -> int:
    async with database.writing() as connection:
        return await matches.insert(connection, new)


async def add_challenge(database: Database, new: NewChallenge = NEW_CHALLENGE, host: int = 11) -> int:
    async with database.writing() as connection:
        return await challenges.insert(connection, new, Member(host, "Ada"))


async def match_of(database: Database, match_id: int) -> Match:
    match = await matches.get(database.reader, match_id)
    assert match is not None
    return match


async def challenge_of(database: Database, challenge_id: int) -> Challenge:
    challenge = await challenges.get(database.reader, challenge_id)
    assert challenge is not None
    return challenge


@given(st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=-7, minutes=30))])))
def test_times_come_back_to_the_millisecond(moment: datetime) -> None:
    back = from_stored(to_stored(moment))
    assert timedelta(0) <= moment - back < timedelta(milliseconds=1)
    assert back.utcoffset() == timedelta(0)
    assert to_stored(back) == to_stored(moment)


@given(st.datetimes(timezones=st.just(UTC)), st.datetimes(timezones=st.just(UTC)))
def test_times_keep_their_order(one: datetime, other: datetime) -> None:
    assert (to_stored(one) <= to_stored(other)) or one > other


async def test_a_match_comes_back_as_it_was_stored(database: Database) -> None:
    match = await match_of(database, await add_match(database))
    for field in fields(NewMatch):
        assert getattr(match, field.name) == getattr(NEW_MATCH, field.name), field.name
    assert (match.ply, match.public_ply, match.published_ply) == (0, 0, UNPUBLISHED)
    assert (match.place_id, match.board_wanted, match.trouble, match.outcome) == (None, 0, None, None)
    assert (match.moved_at, match.ended_at) == (AT, None)
    assert (match.names, match.seat_of(12), match.seat_of(13)) == (("Ada ✨", ""), 1, None)


async def test_a_text_form_shows_no_secret(database: Database) -> None:
    match = await match_of(database, await add_match(database))
    challenge = await challenge_of(database, await add_challenge(database))
    for shown in map(repr, (match, challenge, NEW_MATCH, NEW_CHALLENGE)):
        assert "secret" not in shown
        assert str(bytes(range(32)))[2:-1] not in shown


async def test_there_is_no_match_or_challenge_with_an_unknown_id(database: Database) -> None:
    assert await matches.get(database.reader, 1) is None
    assert await challenges.get(database.reader, 1) is None


async def test_a_match_advances_and_ends(database: Database) -> None:
    match_id = await add_match(database)
    outcome = Outcome(Termination.RESIGNATION, (2, 1), (-20, 35))
    later = AT + timedelta(minutes=1)
    async with database.writing() as connection:
        await matches.advance(connection, match_id, ply=7, public_ply=6, turn=0, outcome=None, at=later, ended_at=None)
    match = await match_of(database, match_id)
    assert (match.ply, match.public_ply, match.turn, match.moved_at) == (7, 6, 0, later)
    assert (match.outcome, match.ended_at) == (None, None)
    async with database.writing() as connection:
        await matches.advance(
            connection, match_id, ply=8, public_ply=8, turn=None, outcome=outcome, at=later, ended_at=later
        )
    match = await match_of(database, match_id)
    assert (match.turn, match.outcome, match.ended_at) == (None, outcome, later)


async def test_a_ply_of_the_log_is_taken_once(database: Database) -> None:
    match_id = await add_match(database)
    entries = [Entry(1, 0, EntryKind.GAME, 11, "play R7", AT), Entry(2, None, EntryKind.PAUSE, 99, "", AT)]
    async with database.writing() as connection:
        for entry in entries:
            await matches.append(connection, match_id, entry)
    with pytest.raises(sqlite3.IntegrityError):
        async with database.writing() as connection:
            await matches.append(connection, match_id, Entry(2, 1, EntryKind.GAME, 12, "play R8", AT))
    assert await matches.log(database.reader, match_id) == entries
    assert await matches.log(database.reader, match_id, 1) == entries[1:]
    assert await matches.log(database.reader, match_id + 1) == []


async def test_rows_of_nothing_are_refused(database: Database) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        async with database.writing() as connection:
            await matches.append(connection, 5, Entry(1, 0, EntryKind.GAME, 11, "", AT))


async def test_running_matches_of_a_person_those_that_wait_first_then_the_oldest(database: Database) -> None:
    ids = [await add_match(database, replace(NEW_MATCH, turn=turn)) for turn in (0, 1, 1, 0, 1)]
    async with database.writing() as connection:
        for match_id, minutes in zip(ids, (1, 9, 5, 0, 7), strict=True):
            turn = (await match_of(database, match_id)).turn
            at = AT + timedelta(minutes=minutes)
            await matches.advance(
                connection, match_id, ply=1, public_ply=1, turn=turn, outcome=None, at=at, ended_at=None
            )
        outcome = Outcome(Termination.COMPLETED, (1, 1), (0, 0))
        await matches.advance(connection, ids[4], ply=2, public_ply=2, turn=None, outcome=outcome, at=AT, ended_at=AT)
    found = await matches.running_of(database.reader, 12)
    assert [match.id for match in found] == [ids[2], ids[1], ids[3], ids[0]]
    assert found[0] == await match_of(database, ids[2])
    assert [match.id for match in await matches.running_of(database.reader, 11)] == [ids[3], ids[0], ids[2], ids[1]]
    assert await matches.running_of(database.reader, 13) == []


async def test_running_matches_of_a_channel_are_those_opened_or_shown_there(database: Database) -> None:
    opened = await add_match(database)
    shown = await add_match(database, replace(NEW_MATCH, channel_id=50))
    ended = await add_match(database)
    await add_match(database, replace(NEW_MATCH, channel_id=51))
    async with database.writing() as connection:
        await matches.settle(connection, shown, 2)
        outcome = Outcome(Termination.COMPLETED, (1, 1), (0, 0))
        await matches.advance(connection, ended, ply=1, public_ply=1, turn=None, outcome=outcome, at=AT, ended_at=AT)
    assert await matches.running_in(database.reader, 2) == [
        await match_of(database, opened),
        await match_of(database, shown),
    ]
    assert (await match_of(database, shown)).place_id == 2


async def test_a_match_is_unpublished_until_its_channel_shows_it(database: Database) -> None:
    match_id = await add_match(database)
    assert await matches.unpublished(database.reader) == [match_id]
    async with database.writing() as connection:
        await matches.set_trouble(connection, match_id, "gone")
    assert (await match_of(database, match_id)).trouble == "gone"
    async with database.writing() as connection:
        await matches.set_published(connection, match_id, 0)
        await matches.set_trouble(connection, match_id, None)
    match = await match_of(database, match_id)
    assert (match.published_ply, match.trouble, match.board_wanted) == (0, None, 0)
    assert await matches.unpublished(database.reader) == []
    async with database.writing() as connection:
        await matches.want_board(connection, match_id)
    assert (await match_of(database, match_id)).board_wanted
    assert await matches.unpublished(database.reader) == [match_id]


async def test_a_name_changes_at_one_seat(database: Database) -> None:
    one, other = await add_match(database), await add_match(database)
    async with database.writing() as connection:
        await matches.rename(connection, await match_of(database, one), 1, "Benjamin")
    assert (await match_of(database, one)).names == ("Ada ✨", "Benjamin")
    assert (await match_of(database, other)).names == ("Ada ✨", "")
    known = await names.of(database.reader, NEW_MATCH.guild_id, [11, 12, 13])
    assert known == {11: "Ada ✨", 12: "Benjamin"}


async def test_posts_are_live_until_they_are_retired(database: Database) -> None:
    match_id = await add_match(database)
    first, sheet, second = (
        Post(PostKind.BOARD, 2, 0, 5, 101),
        Post(PostKind.SHEET, 1, 0, 5, 102),
        Post(PostKind.BOARD, 2, 2, 5, 103),
    )
    async with database.writing() as connection:
        for post in (first, second, sheet, first):
            await matches.add_post(connection, match_id, post)
    assert await matches.posts_since(database.reader, match_id, 3) == [sheet, first, second]
    async with database.writing() as connection:
        await matches.retire_post(connection, match_id, first)
    assert await matches.posts_since(database.reader, match_id, 3) == [sheet, second]


async def test_a_challenge_comes_back_as_it_was_stored(database: Database) -> None:
    challenge = await challenge_of(database, await add_challenge(database))
    for field in fields(NewChallenge):
        assert getattr(challenge, field.name) == getattr(NEW_CHALLENGE, field.name), field.name
    assert (challenge.message_id, challenge.match_id, challenge.status) == (None, None, Status.OPEN)
    assert challenge.members == (challenge.host,) == (Member(11, "Ada"),)


async def test_members_stand_in_the_order_in_which_they_came(database: Database) -> None:
    challenge_id = await add_challenge(database)
    async with database.writing() as connection:
        for user in (13, 12, 14):
            await challenges.add_member(connection, challenge_id, Member(user, "x", str(user)))
        await challenges.remove_member(connection, challenge_id, 13)
        await challenges.add_member(connection, challenge_id, Member(13, "again", "late"))
    members = (await challenge_of(database, challenge_id)).members
    assert [member.user_id for member in members] == [11, 12, 14, 13]
    assert members[-1] == Member(13, "again", "late")
    with pytest.raises(sqlite3.IntegrityError):
        async with database.writing() as connection:
            await challenges.add_member(connection, challenge_id, Member(12, "twice"))


async def test_open_challenges_of_a_host_and_of_a_match(database: Database) -> None:
    match_id = await add_match(database)
    first, second = await add_challenge(database), await add_challenge(database)
    rematch = await add_challenge(database, replace(NEW_CHALLENGE, rematch_of=match_id))
    await add_challenge(database, host=12)
    async with database.writing() as connection:
        await challenges.set_status(connection, first, Status.STARTED, match_id)
    assert (await challenge_of(database, first)).match_id == match_id
    assert [each.id for each in await challenges.open_of_host(database.reader, 11)] == [second, rematch]
    found = await challenges.open_rematch(database.reader, match_id)
    assert found is not None
    assert found.id == rematch
    async with database.writing() as connection:
        await challenges.set_status(connection, rematch, Status.WITHDRAWN)
    assert await challenges.open_rematch(database.reader, match_id) is None


async def test_a_challenge_is_unpublished_while_no_message_shows_its_status(
    database: Database,
) -> None:
    challenge_id = await add_challenge(database)
    assert await challenges.unpublished(database.reader) == [challenge_id]
    async with database.writing() as connection:
        await challenges.set_message(connection, challenge_id, 77)
    assert await challenges.unpublished(database.reader) == []
    async with database.writing() as connection:
        await challenges.set_status(connection, challenge_id, Status.EXPIRED)
    assert await challenges.unpublished(database.reader) == [challenge_id]
    async with database.writing() as connection:
        await challenges.set_published(connection, challenge_id, Status.EXPIRED)
    assert await challenges.unpublished(database.reader) == []
    assert (await challenge_of(database, challenge_id)).message_id == 77


async def test_there_is_one_timer_of_a_kind_and_subject(database: Database) -> None:
    assert await timers.nearest(database.reader) is None
    soon, later = Timer("a", 1, AT), Timer("b", 1, AT + timedelta(seconds=1))
    async with database.writing() as connection:
        for timer in (later, replace(soon, due_at=AT + timedelta(hours=1)), soon):
            await timers.put(connection, timer)
    assert await timers.nearest(database.reader) == soon
    async with database.writing() as connection:
        await timers.drop(connection, "a", 1)
        await timers.drop(connection, "a", 2)
    assert await timers.nearest(database.reader) == later


async def test_a_fact_is_replaced(database: Database) -> None:
    assert await facts.get(database.reader, "x") is None
    async with database.writing() as connection:
        await facts.put(connection, "x", "1")
        await facts.put(connection, "x", "2")
        await facts.put(connection, "y", "")
    assert (await facts.get(database.reader, "x"), await facts.get(database.reader, "y")) == ("2", "")
