"""How matches come about: who may do what and when, races for a seat, and the fairness of the deal."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from itertools import product
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

import pytest

from bot.play.challenges import EXPIRY, LIFETIME, MOST_OPEN
from bot.play.refusal import Refusal
from bot.store import timers
from bot.store.challenges import Challenge, Status
from bot.store.database import Database
from rules.game import BadNotation
from rules.record import dump, verify
from rules.shuffle import commitment
from tests.bot.faketime import FakeTime
from tests.bot.playing import CHANNEL, GUEST, HOST, STRANGER, House, person, refused


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    async with Database(tmp_path / "bot.sqlite3") as database:
        house = House.over(database, FakeTime().installed(monkeypatch))
        yield house
        await house.play.clocks.stop()


Operation: TypeAlias = Callable[[House, int, int], Awaitable[Challenge]]

OPERATIONS: Final[dict[str, Operation]] = {
    "join": lambda house, challenge, user: house.play.challenges.join(challenge, person(user)),
    "leave": lambda house, challenge, user: house.play.challenges.leave(challenge, user),
    "start": lambda house, challenge, user: house.play.challenges.start(challenge, person(user)),
    "decline": lambda house, challenge, user: house.play.challenges.decline(challenge, user),
    "withdraw": lambda house, challenge, user: house.play.challenges.withdraw(challenge, user),
}

# What an open one becomes, or the code of the refusal: for the host, the guest (who was asked, or sits in the full
# lobby), and a stranger.
OPEN: Final[dict[str, dict[str, tuple[str, str, str]]]] = {
    "challenge": {
        "join": ("own_challenge", "started", "not_asked"),
        "leave": ("host_leaves", "not_joined", "not_joined"),
        "start": ("seats_free", "not_host", "not_host"),
        "decline": ("not_asked", "declined", "not_asked"),
        "withdraw": ("withdrawn", "not_host", "not_host"),
    },
    "lobby": {
        "join": ("own_challenge", "open", "open"),
        "leave": ("host_leaves", "not_joined", "not_joined"),
        "start": ("seats_free", "not_host", "not_host"),
        "decline": ("not_asked", "not_asked", "not_asked"),
        "withdraw": ("withdrawn", "not_host", "not_host"),
    },
    "full lobby": {
        "join": ("own_challenge", "already_joined", "lobby_full"),
        "leave": ("host_leaves", "open", "not_joined"),
        "start": ("started", "not_host", "not_host"),
        "decline": ("not_asked", "not_asked", "not_asked"),
        "withdraw": ("withdrawn", "not_host", "not_host"),
    },
}
PEOPLE: Final = (HOST, GUEST, STRANGER)
KINDS: Final = tuple(OPEN)


async def opened(house: House, kind: str) -> Challenge:
    challenge = await house.open(opponent=GUEST if kind == "challenge" else None)
    if kind == "full lobby":
        challenge = await house.play.challenges.join(challenge.id, person(GUEST))
    return challenge


async def ended(house: House, kind: str, status: Status) -> Challenge | None:
    """One that has come to a status, None if it cannot."""
    challenge = await opened(house, kind)
    challenges = house.play.challenges
    match status, kind:
        case Status.OPEN, _:
            return challenge
        case Status.WITHDRAWN, _:
            return await challenges.withdraw(challenge.id, HOST)
        case Status.EXPIRED, _:
            return await expire(house, challenge.id)
        case Status.STARTED, "challenge":
            return await challenges.join(challenge.id, person(GUEST))
        case Status.STARTED, "full lobby":
            return await challenges.start(challenge.id, person(HOST))
        case Status.DECLINED, "challenge":
            return await challenges.decline(challenge.id, GUEST)
        case _:
            return None


async def expire(house: House, challenge_id: int) -> Challenge:
    house.time.advance(LIFETIME)
    house.play.clocks.start()
    await house.time.at_rest("clocks")
    await house.play.clocks.stop()
    return await house.play.challenges.get(challenge_id)


async def consistent(house: House, challenge_id: int) -> None:
    """A match exists if it started, a timer if it is open, and members and contributions fit together."""
    challenge = await house.play.challenges.get(challenge_id)
    ((made,),) = await house.database.reader.execute_fetchall("SELECT count(*) FROM matches")
    assert (challenge.match_id is not None) == (challenge.status is Status.STARTED) == bool(made)
    assert made <= 1
    rows = await house.database.reader.execute_fetchall(
        "SELECT 1 FROM timers WHERE kind = ? AND subject = ?", (EXPIRY, challenge_id)
    )
    assert bool(list(rows)) == (challenge.status is Status.OPEN)
    assert challenge.host.user_id == HOST
    assert [member.contribution is None for member in challenge.members] == [True] + [False] * (
        len(challenge.members) - 1
    )
    assert len({member.user_id for member in challenge.members}) == len(challenge.members) <= challenge.seats
    if challenge.match_id is not None:
        match = (await house.table(challenge.match_id)).match
        assert {player.user_id for player in match.players} == {member.user_id for member in challenge.members}


@pytest.mark.parametrize(("kind", "status"), [*product(KINDS, Status)])
async def test_every_operation_in_every_status_by_everybody(tmp_path: Path, kind: str, status: Status) -> None:
    for number, (operation, user) in enumerate(product(OPERATIONS, PEOPLE)):
        async with Database(tmp_path / f"{number}.sqlite3") as database:
            house = House.over(database, FakeTime())
            before = await ended(house, kind, status)
            if before is None:
                return
            expected = (
                OPEN[kind][operation][PEOPLE.index(user)] if status is Status.OPEN else f"challenge_{before.status}"
            )
            heard = len(house.matches_heard)
            try:
                after = await OPERATIONS[operation](house, before.id, user)
            except Refusal as refusal:
                assert refusal.code == expected, (operation, user)
                assert await house.play.challenges.get(before.id) == before
                assert len(house.matches_heard) == heard
            else:
                assert after.status == expected, (operation, user)
                assert (len(house.matches_heard) > heard) == (after.status is Status.STARTED)
            await consistent(house, before.id)
            await house.play.clocks.stop()


@pytest.mark.parametrize("operation", OPERATIONS)
async def test_there_is_nothing_to_do_with_what_does_not_exist(house: House, operation: str) -> None:
    with pytest.raises(Refusal) as missing:
        await OPERATIONS[operation](house, 99, HOST)
    assert refused(missing) == "no_such_challenge"


async def test_one_expires_on_time_and_says_so(house: House) -> None:
    house.play.clocks.start()
    challenge = await house.open()
    await house.time.at_rest("clocks")
    house.time.advance(LIFETIME / 2)
    await house.time.at_rest("clocks")
    assert (await house.play.challenges.get(challenge.id)).status is Status.OPEN
    house.time.advance(LIFETIME / 2)
    await house.time.at_rest("clocks")
    assert (await house.play.challenges.get(challenge.id)).status is Status.EXPIRED
    assert house.challenges_heard == [challenge.id]


@pytest.mark.parametrize("yields", range(0, 40, 8))
async def test_of_two_who_join_for_the_last_seat_one_gets_it(house: House, yields: int) -> None:
    lobby = await house.open(opponent=None)
    results = await together(
        lambda: house.play.challenges.join(lobby.id, person(GUEST)),
        lambda: house.play.challenges.join(lobby.id, person(STRANGER)),
        yields,
    )
    assert sorted(results) == ["lobby_full", "open"]
    await consistent(house, lobby.id)


@pytest.mark.parametrize("yields", range(-40, 41, 10))
async def test_accepting_and_withdrawing_at_once_does_one_of_them(house: House, yields: int) -> None:
    challenge = await house.open()
    results = await together(
        lambda: house.play.challenges.join(challenge.id, person(GUEST)),
        lambda: house.play.challenges.withdraw(challenge.id, HOST),
        yields,
    )
    assert results in (["started", "challenge_started"], ["challenge_withdrawn", "withdrawn"])
    await consistent(house, challenge.id)


@pytest.mark.parametrize("yields", range(-40, 41, 10))
async def test_starting_and_leaving_at_once_does_one_of_them(house: House, yields: int) -> None:
    lobby = await opened(house, "full lobby")
    results = await together(
        lambda: house.play.challenges.start(lobby.id, person(HOST)),
        lambda: house.play.challenges.leave(lobby.id, GUEST),
        yields,
    )
    assert results in (["started", "challenge_started"], ["seats_free", "open"])
    await consistent(house, lobby.id)


@pytest.mark.parametrize("yields", range(0, 60, 6))
async def test_accepting_and_expiring_at_once_does_one_of_them(house: House, yields: int) -> None:
    challenge = await house.open()
    house.play.clocks.start()
    await house.time.at_rest("clocks")
    house.time.advance(LIFETIME)
    for _ in range(yields):
        await asyncio.sleep(0)
    try:
        result = (await house.play.challenges.join(challenge.id, person(GUEST))).status.value
    except Refusal as refusal:
        result = refusal.code
    await house.time.at_rest("clocks")
    assert (result, (await house.play.challenges.get(challenge.id)).status) in (
        ("started", Status.STARTED),
        ("challenge_expired", Status.EXPIRED),
    )
    await consistent(house, challenge.id)


async def test_ten_presses_on_accept_start_one_match(house: House) -> None:
    challenge = await house.open()
    results = await asyncio.gather(
        *(house.play.challenges.join(challenge.id, person(GUEST)) for _ in range(10)), return_exceptions=True
    )
    assert sorted("done" if isinstance(each, Challenge) else refused(each) for each in results) == (
        ["challenge_started"] * 9 + ["done"]
    )
    await consistent(house, challenge.id)


async def together(
    first: Callable[[], Awaitable[Challenge]], second: Callable[[], Awaitable[Challenge]], yields: int
) -> list[str]:
    """Both at once, the second so many turns of the loop after the first, or before it if negative."""

    async def after(turns: int, work: Callable[[], Awaitable[Challenge]]) -> str:
        for _ in range(turns):
            await asyncio.sleep(0)
        try:
            return (await work()).status.value
        except Refusal as refusal:
            return refusal.code

    return list(await asyncio.gather(after(-yields, first), after(yields, second)))


async def test_nobody_challenges_oneself_or_asks_twice(house: House) -> None:
    await house.open()
    for opponent, code in ((HOST, "challenge_oneself"), (GUEST, "already_asked")):
        with pytest.raises(Refusal) as no:
            await house.open(opponent=opponent)
        assert refused(no) == code
    await house.open(opponent=STRANGER)
    await house.open(opponent=None)


async def test_the_same_may_be_asked_again_after_it_is_settled(house: House) -> None:
    challenge = await house.open()
    await house.play.challenges.decline(challenge.id, GUEST)
    await house.open()


async def test_options_that_the_game_does_not_have_are_refused(house: House) -> None:
    bad: list[Mapping[str, int | str]] = [{"colours": 7}, {"cards": 1}, {"rounds": "3"}]
    for options in bad:
        with pytest.raises(BadNotation):
            await house.open(options=options)
    assert (await house.open(options={})).options == {"colours": 5, "rounds": 3}


async def test_a_person_has_only_so_many_open_ones_also_if_all_come_at_once(house: House) -> None:
    results = await asyncio.gather(
        *(house.open(opponent=100 + number) for number in range(MOST_OPEN + 5)), return_exceptions=True
    )
    assert sorted("done" if isinstance(each, Challenge) else refused(each) for each in results) == (
        ["done"] * MOST_OPEN + ["too_many_challenges"] * 5
    )
    await house.open(host=GUEST, opponent=HOST)


async def test_the_same_question_twice_at_once_is_asked_once(house: House) -> None:
    results = await asyncio.gather(house.open(), house.open(), return_exceptions=True)
    assert sorted("done" if isinstance(each, Challenge) else refused(each) for each in results) == [
        "already_asked",
        "done",
    ]


async def test_the_deal_is_what_was_promised(house: House) -> None:
    starters: set[int] = set()
    first_seats: set[int] = set()
    for number in range(12):
        challenge = await house.open()
        promised = commitment(challenge.secret)
        started = await house.play.challenges.join(challenge.id, person(GUEST))
        assert started.match_id is not None
        table = await house.finish(started.match_id, Random(number), turns=3)
        text = dump(await house.play.matches.record(started.match_id))
        record = verify(text)
        assert f"commitment {promised}\n" in text
        assert record.deal.contributions == (f"press {GUEST}",)
        assert (record.seats_drawn, record.starter_drawn) == (True, True)
        assert [record.names[seat] for seat in record.joined] == [f"Person {HOST}", f"Person {GUEST}"]
        assert table.match.players[record.joined[0]].user_id == HOST
        starters.add(record.starter)
        first_seats.add(record.joined[0])
    assert starters == first_seats == {0, 1}


async def test_no_two_have_the_same_secret(house: House) -> None:
    ids = [(await house.open(host=number, opponent=None)).secret for number in range(20)]
    assert len(set(ids)) == 20


async def test_contributions_stand_in_the_order_of_joining(house: House) -> None:
    lobby = await house.open(opponent=None)
    await house.play.challenges.join(lobby.id, person(GUEST))
    await house.play.challenges.leave(lobby.id, GUEST)
    await house.play.challenges.join(lobby.id, person(STRANGER))
    started = await house.play.challenges.start(lobby.id, person(HOST))
    assert started.match_id is not None
    match = (await house.table(started.match_id)).match
    assert match.contributions == (f"press {STRANGER}",)
    await house.finish(started.match_id, Random(1), turns=1)
    verify(dump(await house.play.matches.record(started.match_id)))


async def test_what_the_host_contributes_is_left_out(house: House) -> None:
    challenge = await house.open()
    assert person(HOST).contribution is not None
    assert challenge.host.contribution is None


@pytest.mark.parametrize("asks", [HOST, GUEST])
async def test_a_rematch_keeps_the_seats_and_lets_the_other_start(house: House, asks: int) -> None:
    match_id = await house.match()
    random = Random(1)
    for _ in range(2):
        before = await house.finish(match_id, random, turns=3)
        other = GUEST if asks == HOST else HOST
        challenge = await house.play.challenges.rematch(match_id, CHANNEL, person(asks))
        assert (challenge.status, challenge.opponent_id, challenge.options) == (
            Status.OPEN,
            other,
            before.match.options,
        )
        assert challenge.secret != before.match.secret
        accepted = await house.play.challenges.join(challenge.id, person(other))
        assert accepted.match_id is not None
        match_id = accepted.match_id
        after = await house.table(match_id)
        assert [player.user_id for player in after.match.players] == [player.user_id for player in before.match.players]
        assert after.state.starter == 1 - before.state.starter
    await house.finish(match_id, random)
    text = dump(await house.play.matches.record(match_id))
    record = verify(text)
    assert (record.seats_drawn, record.starter_drawn) == (False, False)
    assert commitment(record.deal.secret) in text


async def test_two_who_ask_for_a_rematch_have_agreed(house: House) -> None:
    match_id = await house.match()
    await house.finish(match_id, Random(1), turns=1)
    asked, accepted = await asyncio.gather(
        house.play.challenges.rematch(match_id, CHANNEL, person(GUEST)),
        house.play.challenges.rematch(match_id, CHANNEL, person(HOST)),
    )
    assert asked.id == accepted.id
    assert accepted.status is Status.STARTED
    assert house.challenges_heard == [asked.id]
    ((made,),) = await house.database.reader.execute_fetchall("SELECT count(*) FROM matches")
    assert made == 2


async def test_who_may_not_ask_for_a_rematch(house: House) -> None:
    match_id = await house.match()
    for user, code in ((HOST, "match_running"), (STRANGER, "not_seated")):
        with pytest.raises(Refusal) as no:
            await house.play.challenges.rematch(match_id, CHANNEL, person(user))
        assert refused(no) == code
    await house.play.matches.resign(match_id, GUEST)
    await house.play.challenges.rematch(match_id, CHANNEL, person(HOST))
    with pytest.raises(Refusal) as twice:
        await house.play.challenges.rematch(match_id, CHANNEL, person(HOST))
    assert refused(twice) == "own_challenge"


async def test_what_a_message_shows_too_late_is_put_right(house: House) -> None:
    challenge = await house.open()
    await house.play.challenges.shown(challenge.id, 500, Status.OPEN)
    assert house.challenges_heard == []
    await house.play.challenges.withdraw(challenge.id, HOST)
    await house.play.challenges.shown(challenge.id, 500, Status.OPEN)
    assert house.challenges_heard == [challenge.id]
    await house.play.challenges.shown(challenge.id, 500, Status.WITHDRAWN)
    assert house.challenges_heard == [challenge.id]
    assert await timers.nearest(house.database.reader) is None


@pytest.mark.parametrize("kind", ["challenge", "full lobby"])
async def test_a_press_tells_the_message_before_whoever_posted_it(house: House, kind: str) -> None:
    challenge = await opened(house, kind)
    assert challenge.message_id is None
    started = (
        await house.play.challenges.join(challenge.id, person(GUEST), 500)
        if kind == "challenge"
        else await house.play.challenges.start(challenge.id, person(HOST), 500)
    )
    assert started.match_id is not None
    assert (await house.table(started.match_id)).match.challenge_message_id == 500
