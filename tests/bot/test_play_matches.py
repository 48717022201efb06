"""Acting in matches: once, all or nothing, in step with the log."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.play import matches as module
from bot.play.refusal import Refusal
from bot.store import matches as store
from bot.store.database import Database
from rules.card_game.state import Discard, Draw, Play
from rules.game import Action, IllegalAction, Leave, NotYourTurn, TakeBack, Termination
from rules.record import dump, verify
from tests.bot.faketime import FakeTime
from tests.bot.playing import CHANNEL, GUEST, HOST, SHORT, STRANGER, House, legal, mover, refused, turn, waiting


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with Database(tmp_path / "bot.sqlite3") as database:
        yield House.over(database, FakeTime())


async def all_equal(house: House, match_id: int) -> None:
    """Memory, log and row tell the same."""
    live, folded = await house.table(match_id), await house.folded(match_id)
    assert live == folded
    plies = await house.plies(match_id)
    assert plies == list(range(1, live.match.ply + 1))
    assert live.match.turn == live.state.turn
    assert live.match.outcome == live.state.outcome


def outcomes(results: Sequence[object]) -> list[str]:
    return [refused(each) if isinstance(each, BaseException) else "done" for each in results]


async def test_ten_presses_of_one_button_apply_once(house: House) -> None:
    match_id = await house.match()
    before = await house.table(match_id)
    action = legal(before)[0]
    results = await asyncio.gather(
        *(house.play.matches.act(match_id, mover(before), [action], before.match.ply) for _ in range(10)),
        return_exceptions=True,
    )
    assert sorted(outcomes(results)) == ["done"] + ["moved_on"] * 9
    assert await house.plies(match_id) == [1]
    await all_equal(house, match_id)


async def test_two_devices_cannot_play_two_cards(house: House) -> None:
    match_id = await house.match()
    before = await house.table(match_id)
    results = await asyncio.gather(
        *(house.play.matches.act(match_id, mover(before), [each], before.match.ply) for each in legal(before)),
        return_exceptions=True,
    )
    assert outcomes(results).count("done") == 1
    (entry,) = await store.log(house.database.reader, match_id)
    assert entry.text == str(legal(before)[0])


async def test_without_a_ply_the_rules_still_refuse_a_second_card(house: House) -> None:
    match_id = await house.match()
    before = await house.table(match_id)
    first, second = legal(before)[:2]
    await house.play.matches.act(match_id, mover(before), [first])
    with pytest.raises(IllegalAction):
        await house.play.matches.act(match_id, mover(before), [second])
    assert await house.plies(match_id) == [1]


async def test_several_actions_are_all_or_nothing(house: House) -> None:
    match_id = await house.match()
    before = await house.table(match_id)
    heard = list(house.matches_heard)
    card = before.view(before.match.turn).hand[0]
    for actions in (
        [Discard(card), Draw(card.colour)],
        [Discard(card), Draw(), Discard(card)],
        [Discard(card), Discard(card)],
        [TakeBack()],
    ):
        with pytest.raises(IllegalAction):
            await house.play.matches.act(match_id, mover(before), actions, before.match.ply)
        assert await house.table(match_id) == before == await house.folded(match_id)
    assert await house.plies(match_id) == []
    assert house.matches_heard == heard
    after = await house.play.matches.act(match_id, mover(before), [Discard(card), Draw()], before.match.ply)
    assert after.match.turn != before.match.turn
    await all_equal(house, match_id)


async def test_a_ply_is_never_used_twice(house: House) -> None:
    match_id = await house.match()
    before = await house.table(match_id)
    user = mover(before)
    action = legal(before)[0]
    await house.play.matches.act(match_id, user, [action], 0)
    await house.play.matches.act(match_id, user, [TakeBack()], 1)
    with pytest.raises(Refusal) as stale:
        await house.play.matches.act(match_id, user, [action], 0)
    assert refused(stale) == "moved_on"
    after = await house.table(match_id)
    assert (after.state, after.match.ply) == (before.state, 2)
    await all_equal(house, match_id)


async def test_the_first_half_of_a_turn_is_no_public_news(house: House) -> None:
    match_id = await house.match()
    before = await house.table(match_id)
    half = await house.play.matches.act(match_id, mover(before), [legal(before)[0]], 0)
    assert (half.match.ply, half.match.public_ply, half.news) == (1, 0, before.news)
    assert half.view(None) == before.view(None)
    rival = before.match.seat_of(waiting(before))
    assert half.view(rival) == before.view(rival)
    whole = await house.play.matches.act(match_id, mover(half), [Draw()], 1)
    assert (whole.match.ply, whole.match.public_ply) == (2, 2)
    assert whole.public_events(0, 2) == whole.news[-1].events
    assert whole.last_ply_of(whole.news[-1].seat or 0) == 2
    assert house.matches_heard == [match_id] * 3


@pytest.mark.parametrize("broken", ["append", "advance"])
async def test_a_write_that_fails_leaves_memory_and_database_equal(
    house: House, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await house.match()
    before = await house.table(match_id)
    heard = list(house.matches_heard)

    async def fail(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as failing:
        failing.setattr(store, broken, fail)
        with pytest.raises(sqlite3.OperationalError):
            await house.play.matches.act(match_id, mover(before), turn(before, Random(1)), 0)
    assert await house.table(match_id) == before == await house.folded(match_id)
    assert house.matches_heard == heard
    await house.play.matches.act(match_id, mover(before), turn(before, Random(1)), 0)
    await all_equal(house, match_id)


async def test_a_full_disk_refuses_a_move_and_leaves_memory_and_database_equal(house: House) -> None:
    match_id = await house.match()
    async with house.database.writing() as connection:
        ((pages,),) = await connection.execute_fetchall("PRAGMA page_count")
        await connection.execute_fetchall(f"PRAGMA max_page_count = {pages}")
    random = Random(1)
    table = await house.table(match_id)
    with pytest.raises(sqlite3.OperationalError, match="full"):
        while True:
            table = await house.play.matches.act(match_id, mover(table), turn(table, random), table.match.ply)
    assert await house.table(match_id) == table == await house.folded(match_id)
    async with house.database.writing() as connection:
        await connection.execute_fetchall("PRAGMA max_page_count = 100000")
    await house.play.matches.act(match_id, mover(table), turn(table, random), table.match.ply)
    await all_equal(house, match_id)


async def test_a_move_cancelled_at_any_moment_is_done_or_not(house: House) -> None:
    match_id = await house.match()
    random = Random(1)
    for steps in range(60):
        table = await house.table(match_id)
        if table.match.turn is None:
            break
        moving = asyncio.create_task(
            house.play.matches.act(match_id, mover(table), turn(table, random), table.match.ply)
        )
        for _ in range(steps):
            await asyncio.sleep(0)
        moving.cancel()
        await asyncio.gather(moving, return_exceptions=True)
        await all_equal(house, match_id)


@pytest.mark.parametrize("resigns_first", [True, False])
@pytest.mark.parametrize("by_mover", [True, False])
async def test_a_resignation_and_a_move_at_once(house: House, resigns_first: bool, by_mover: bool) -> None:
    match_id = await house.match()
    before = await house.table(match_id)
    loser = mover(before) if by_mover else waiting(before)
    move = house.play.matches.act(match_id, mover(before), turn(before, Random(1)), 0)
    resign = house.play.matches.resign(match_id, loser)
    results = await asyncio.gather(*((resign, move) if resigns_first else (move, resign)), return_exceptions=True)
    assert outcomes(results) == (["done", "match_over"] if resigns_first else ["done", "done"])
    after = await house.table(match_id)
    assert after.match.outcome is not None
    assert after.match.outcome.termination is Termination.RESIGNATION
    assert after.match.players[after.match.outcome.winners[0]].user_id != loser
    assert after.match.ended_at == house.time()
    await all_equal(house, match_id)
    with pytest.raises(Refusal, match="match_over"):
        await house.play.matches.resign(match_id, waiting(before))
    await all_equal(house, match_id)


@pytest.mark.parametrize("seed", range(6))
async def test_the_folded_log_is_the_live_state(house: House, seed: int) -> None:
    random = Random(seed)
    match_id = await house.match(options={"colours": random.choice((5, 6)), "rounds": random.choice((1, 2))})
    table = await house.table(match_id)
    while table.match.turn is not None:
        actions: Sequence[Action] = [random.choice(legal(table))] if random.random() < 0.5 else turn(table, random)
        if random.random() < 0.002:
            actions = [Leave(Termination.RESIGNATION)]
        table = await house.play.matches.act(match_id, mover(table), actions, table.match.ply)
        if random.random() < 0.03:
            await all_equal(house, match_id)
    await all_equal(house, match_id)
    assert verify(dump(await house.play.matches.record(match_id))).names == table.match.names


async def test_matches_beyond_those_kept_in_memory_are_folded_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TABLES_KEPT", 2)
    random = Random(1)
    ids = [await house.match(host=10 + number, guest=20 + number) for number in range(5)]
    for _ in range(4):
        for match_id in ids:
            table = await house.table(match_id)
            await house.play.matches.act(match_id, mover(table), turn(table, random), table.match.ply)
    tables: Any = vars(house.play.matches)["_tables"]
    assert list(tables) == ids[-2:]
    for match_id in ids:
        assert (await house.table(match_id)).match.ply == 8
        await all_equal(house, match_id)


async def test_who_may_not_act_changes_nothing(house: House) -> None:
    match_id = await house.match()
    before = await house.table(match_id)
    action = legal(before)[0]
    for user in (STRANGER, 0, match_id * 1000):
        with pytest.raises(Refusal) as stranger:
            await house.play.matches.act(match_id, user, [action], 0)
        assert refused(stranger) == "not_seated"
        with pytest.raises(Refusal):
            await house.play.matches.resign(match_id, user)
    with pytest.raises(NotYourTurn):
        await house.play.matches.act(match_id, waiting(before), [action], 0)
    with pytest.raises(Refusal) as missing:
        await house.play.matches.act(match_id + 1, HOST, [action], 0)
    assert refused(missing) == "no_such_match"
    assert await house.table(match_id) == before == await house.folded(match_id)


async def test_a_name_is_noted_for_its_seat(house: House) -> None:
    match_id, other = await house.match(), await house.match()
    seat = (await house.table(match_id)).match.seat_of(GUEST)
    assert seat is not None
    await house.play.matches.rename(match_id, GUEST, "Benjamin")
    await house.play.matches.rename(match_id, STRANGER, "Nobody")
    table = await house.table(match_id)
    assert table.match.names[seat] == "Benjamin"
    assert table.match.names[1 - seat] == "Person 1"
    assert "Benjamin" not in (await house.table(other)).match.names
    await all_equal(house, match_id)
    await house.play.matches.act(match_id, mover(table), turn(table, Random(1)), 0)
    assert (await house.table(match_id)).match.names == table.match.names


async def test_a_known_name_costs_no_write(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = await house.match()

    async def fail(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(store, "rename", fail)
    await house.play.matches.rename(match_id, GUEST, "Person 2")


async def test_a_running_match_has_no_record(house: House) -> None:
    match_id = await house.match()
    with pytest.raises(Refusal) as running:
        await house.play.matches.record(match_id)
    assert refused(running) == "match_running"


async def test_a_record_after_take_backs_and_a_resignation_is_true(house: House) -> None:
    match_id = await house.match()
    random = Random(3)
    for _ in range(6):
        table = await house.table(match_id)
        first = next(action for action in legal(table) if isinstance(action, Play | Discard))
        await house.play.matches.act(match_id, mover(table), [first, TakeBack(), *turn(table, random)])
    table = await house.table(match_id)
    await house.play.matches.act(match_id, mover(table), [legal(table)[0]])
    await house.play.matches.resign(match_id, waiting(table))
    text = dump(await house.play.matches.record(match_id))
    assert "take back" not in text
    record = verify(text)
    assert record.options == SHORT
    assert record.started == table.match.created_at.date()


async def test_lists_of_a_person_and_of_a_channel(house: House) -> None:
    first, second = await house.match(), await house.match(host=GUEST, guest=STRANGER)
    table = await house.table(first)
    if mover(table) != GUEST:
        await house.play.matches.act(first, mover(table), turn(table, Random(1)))
    for match_id in (first, second):
        assert match_id in [match.id for match in await house.play.matches.waiting_for(GUEST)]
    mine = await house.play.matches.waiting_for(GUEST)
    assert [match.turn == match.seat_of(GUEST) for match in mine] == sorted(
        (match.turn == match.seat_of(GUEST) for match in mine), reverse=True
    )
    assert [match.id for match in await house.play.matches.here(CHANNEL)] == [first, second]
    assert [match.id for match in await house.play.matches.here(CHANNEL, HOST)] == [first]
    await house.play.matches.resign(second, STRANGER)
    assert [match.id for match in await house.play.matches.here(CHANNEL)] == [first]


async def test_a_wanted_board_is_remembered_until_it_is_shown(house: House) -> None:
    match_id = await house.match()
    await house.play.matches.want_board(match_id)
    assert (await house.table(match_id)).match.board_wanted
    assert house.matches_heard[-1] == match_id
    table = await house.table(match_id)
    await house.play.matches.act(match_id, mover(table), turn(table, Random(1)))
    assert (await house.table(match_id)).match.board_wanted
    async with house.database.writing() as connection:
        await store.board_shown(connection, match_id, 1)
    assert not (await house.table(match_id)).match.board_wanted
