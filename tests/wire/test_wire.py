"""The whole bot as a process against the pretend Discord, on bad days."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from time import perf_counter

import pytest

from bot.demo.faults import Fault
from rules.record import decode, verify
from tests.wire.house import House, button, has_button, house, shown

pytestmark = pytest.mark.wire


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path, deadline=10) as opened:
        yield opened


async def test_a_round_is_played_over_two_cut_connections(club: House) -> None:
    thread = await club.match()
    turns = 0
    while club.rows("SELECT 1 FROM matches WHERE ended_at IS NULL"):
        mover = club.mover()
        choices = await mover.autocomplete(thread, "turn", "card", "")
        typed = {"card": choices[turns % len(choices)]["value"], "action": "discard", "draw": "deck"}
        if turns == 12:
            # the line breaks while nothing is on its way, and at once somebody acts
            club.server.gateway.cut()
        if turns == 25:
            # what happens while there is no line at all comes again with the session
            async with club.server.gateway.outage():
                pending = asyncio.create_task(mover.slash(thread, "turn", **typed))
                await asyncio.sleep(0)
            reply = await pending
        else:
            reply = await mover.slash(thread, "turn", **typed)
        assert reply.kind == "message", turns
        turns += 1
        assert club.plies() == list(range(1, 2 * turns + 1))
    assert (turns, club.server.gateway.identified, club.server.gateway.resumed) == (44, 1, 2)

    assert await club.server.until(lambda: club.rows("SELECT published_ply FROM matches") == [(2 * turns,)])
    result = club.board(thread)
    record = shown(await club.eve.click(result, button(result, "record")))
    file = club.server.world.file(record["attachments"][0]["url"])
    assert file is not None
    text = decode(file)
    assert verify(text).names == ("Ada", "Ben") or verify(text).names == ("Ben", "Ada")
    boards = [call for call in club.server.calls if call.method == "POST" and call.path.endswith("/messages")]
    assert all(call.status == 200 for call in boards)
    assert [has_button(each) for each in club.boards(thread)][:-1].count(True) == 0


async def test_ten_clicks_at_once_apply_once_and_each_is_answered(club: House) -> None:
    thread = await club.match()
    mover = club.mover()
    hand = await club.placed(mover, thread)
    draw = button(hand, "do", "draw")
    replies = await asyncio.gather(*(mover.click(hand, draw, forged=True) for _ in range(10)))
    assert [reply.kind for reply in replies] == ["update"] * 10
    assert club.plies() == [1, 2]
    assert await club.until_boards(thread, 2)


async def test_forged_ids_are_answered_privately_and_change_nothing(club: House) -> None:
    thread = await club.match()
    board = club.board(thread)
    mover, waiting = club.mover(), club.waiting()
    hand = await club.opened_hand(mover, thread)
    card = button(hand, "card").rsplit(":", 1)[1]
    before = club.rows("SELECT * FROM matches")
    for person in (club.eve, waiting):
        for forged in (
            f"lc:do:1:0:discard {card}",
            f"lc:card:1:0:{card}",
            "lc:do:1:0:draw deck",
            "lc:do:1:0:take back",
            "lc:do:1:0:nonsense",
            "lc:do:999:0:draw deck",
            "lc:pick:0:0:resign",
            "lc:accept:1:0:",
            "lc:rematch:1:0:",
            "lc:record:1:0:",
            "lc:nonsense:1:0:",
            "no id of ours",
        ):
            reply = await person.click(board, forged, forged=True)
            assert reply.kind is not None, forged
            if reply.kind == "message":
                assert shown(reply)["only"] == str(person.id), forged
            elif person is club.eve:
                pytest.fail(f"a stranger changed a message with {forged}")
    assert club.rows("SELECT * FROM matches") == before
    assert club.plies() == []
    assert button(club.board(thread), "hand") == button(board, "hand")


async def test_a_move_whose_answer_came_too_late_is_done_and_shown(tmp_path: Path) -> None:
    async with house(tmp_path, deadline=3) as club:
        thread = await club.match()
        mover = club.mover()
        hand = await club.placed(mover, thread)
        club.server.world.deadline = 1
        club.server.faults.add(Fault("POST", "/interactions/*/*/callback", status=404, code=10062))
        assert (await mover.click(hand, button(hand, "do", "draw"))).failed
        assert club.plies() == [1, 2]
        assert await club.until_boards(thread, 2)
        assert club.mover() is not mover
        club.server.world.deadline = 3
        # the same button again: nothing is done twice, and now it is answered
        assert (await mover.click(hand, button(hand, "do", "draw"), forged=True)).kind == "update"
        assert club.plies() == [1, 2]


async def test_a_board_waits_as_long_as_it_is_told(club: House) -> None:
    thread = await club.match()
    mover = club.mover()
    hand = await club.placed(mover, thread)
    club.server.faults.add(Fault("POST", "/channels/*/messages", status=429, retry_after=1.5))
    started = perf_counter()
    reply = await mover.click(hand, button(hand, "do", "draw"))
    assert reply.kind == "update"
    assert reply.seconds < 1.5
    assert await club.until_boards(thread, 2)
    assert perf_counter() - started > 1.5


async def test_killed_between_two_taps_its_buttons_work_and_the_board_catches_up(club: House) -> None:
    thread = await club.match()
    mover = club.mover()
    hand = await club.placed(mover, thread)
    await club.restart()
    # killed once more, after the move is stored and answered and before its board can be posted
    club.server.faults.add(Fault("POST", "/channels/*/messages", delay=60))
    assert (await mover.click(hand, button(hand, "do", "draw"))).kind == "update"
    assert club.plies() == [1, 2]
    assert await club.server.until(lambda: not club.server.faults.planned)
    assert len(club.boards(thread)) == 1
    await club.restart()
    assert await club.until_boards(thread, 2)
    await club.placed(club.mover(), thread)
    assert club.plies() == [1, 2, 3]


async def test_it_ends_soon_and_well_although_discord_keeps_it_waiting(club: House) -> None:
    thread = await club.match()
    mover = club.mover()
    hand = await club.placed(mover, thread)
    club.server.faults.add(Fault("POST", "/channels/*/messages", delay=60))
    await mover.click(hand, button(hand, "do", "draw"))
    assert await club.server.until(lambda: not club.server.faults.planned)
    started = perf_counter()
    club.bot.terminate()
    assert await club.bot.wait() == 0
    assert perf_counter() - started < 5


async def test_who_is_being_answered_is_answered_before_the_end(club: House) -> None:
    thread = await club.match()
    mover = club.mover()
    club.server.faults.add(Fault("POST", "/interactions/*/*/callback", times=2, delay=0.5))
    board = club.board(thread)
    pressed = asyncio.create_task(mover.click(board, button(board, "hand")))
    commanded = asyncio.create_task(mover.slash(thread, "hand"))
    assert await club.server.until(lambda: not club.server.faults.planned)
    club.bot.terminate()
    assert await club.bot.wait() == 0
    assert [call.status for call in list(club.server.calls)[-2:]] == [200, 200]
    assert [(await asked).kind for asked in (pressed, commanded)] == ["message", "message"]
