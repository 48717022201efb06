"""The bot over real sockets, on bad days."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from time import perf_counter

import pytest
from discord.utils import utcnow

from bot import app
from bot.app import Bot
from bot.demo.faults import Fault
from bot.demo.server import LoopbackDiscord
from bot.store.backup import back_up, restore
from rules.record import decode, verify
from tests.wire.conftest import Connect
from tests.wire.house import House, button, has_button, shown

pytestmark = pytest.mark.wire


@pytest.fixture
async def bot(server: LoopbackDiscord, connected: Connect) -> AsyncIterator[Bot]:
    server.world.deadline = 10
    async with connected() as bot:
        yield bot


@pytest.fixture
def club(server: LoopbackDiscord, bot: Bot, tmp_path: Path) -> House:
    del bot
    return House.furnished(server, tmp_path / "bot.sqlite3")


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


async def test_a_move_whose_answer_came_too_late_is_done_and_shown(club: House) -> None:
    thread = await club.match()
    mover = club.mover()
    hand = await club.placed(mover, thread)
    club.server.world.deadline = 0.3
    club.server.faults.add(Fault("POST", "/interactions/*/*/callback", status=404, code=10062))
    assert (await mover.click(hand, button(hand, "do", "draw"))).failed
    club.server.world.deadline = 10
    assert club.plies() == [1, 2]
    assert await club.until_boards(thread, 2)
    assert club.mover() is not mover
    # the same button again: nothing is done twice, and now it is answered
    assert (await mover.click(hand, button(hand, "do", "draw"), forged=True)).kind == "update"
    assert club.plies() == [1, 2]


async def test_a_board_waits_as_long_as_it_is_told(club: House) -> None:
    thread = await club.match()
    mover = club.mover()
    hand = await club.placed(mover, thread)
    club.server.faults.add(Fault("POST", "/channels/*/messages", status=429, retry_after=0.8))
    started = perf_counter()
    reply = await mover.click(hand, button(hand, "do", "draw"))
    assert reply.kind == "update"
    assert reply.seconds < 0.8
    assert await club.until_boards(thread, 2)
    assert perf_counter() - started > 0.8


async def test_a_copy_made_beside_a_bot_brings_its_matches_back(
    server: LoopbackDiscord, connected: Connect, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite3"
    club = House.furnished(server, tmp_path / "bot.sqlite3")
    async with connected():
        thread = await club.match()
        await asyncio.to_thread(back_up, club.database, copy)
        await club.ada.slash(thread, "resign")
        asked = club.ada.messages(thread)[-1]
        await club.ada.click(asked, button(asked, "resign"))
        assert await club.until_boards(thread, 2)
        assert club.plies() == [1]
    restore(copy, club.database, utcnow())
    async with connected():
        assert await server.until(lambda: len(club.boards(thread)) == 3, 20)
        await club.opened_hand(club.ada, thread)
        assert club.plies() == []


async def test_a_connection_that_was_lost_for_long_is_excused_once_it_is_back(
    club: House, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "LATE", timedelta())
    excused: list[bool] = []

    async def excuse() -> None:
        excused.append(bot.is_ready())

    async def at_once(shard_id: int | None, *, initial: bool = False) -> None:
        del shard_id, initial

    monkeypatch.setattr(bot.play.absence, "excuse", excuse)
    # discord.py waits 5 seconds before it opens a new session in the place of a lost one
    monkeypatch.setattr(bot, "before_identify_hook", at_once)
    club.server.gateway.cut()
    assert await club.server.until(lambda: len(excused) == 1)
    club.server.gateway.forget_sessions()
    assert await club.server.until(lambda: len(excused) == 2)
    assert (club.server.gateway.identified, club.server.gateway.resumed) == (2, 1)
