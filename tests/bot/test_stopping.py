"""How the bot ends: in order, in time, whatever is under way, and only one at a time."""

import asyncio
import json
import signal
from pathlib import Path

import pytest
from aiohttp import ClientSession

from bot.demo.faults import Fault
from bot.demo.server import LoopbackDiscord
from tests.bot.process import DATABASE, PATIENCE, Running, free_port, running, started
from tests.wire.house import button, has_button, shown

pytestmark = [pytest.mark.wire, pytest.mark.crash]

AT_MOST = 5.0


def said(message: object) -> str:
    return json.dumps(message)


def answers(bot: Running) -> int:
    """How often the bot has tried to answer an interaction."""
    return sum("/callback" in call.path for call in bot.server.calls)


async def test_what_is_under_way_ends_and_a_late_press_is_told_to_come_again(tmp_path: Path) -> None:
    async with running(tmp_path) as bot:
        thread = await bot.match()
        board = bot.board(thread)
        # a press, a command and a board take a while, and the bot is told to stop meanwhile
        bot.server.faults.add(Fault("POST", "/channels/*/messages", delay=0.8))
        await bot.ada.slash(thread, "board")
        bot.server.faults.add(Fault("POST", "/interactions/*/callback", times=2, delay=0.6))
        early = asyncio.create_task(bot.ada.click(board, button(board, "hand")))
        asked = asyncio.create_task(bot.ben.slash(thread, "hand"))
        assert await bot.server.until(lambda: bot.server.faults.planned == [], PATIENCE)
        stopping = asyncio.create_task(bot.terminated())
        assert await bot.server.until(lambda: any("stopping" in line for line in bot.log), PATIENCE)
        late = await bot.ben.click(board, button(board, "hand"))
        assert "restarting" in said(late.message)
        assert "hand-1-" in said((await early).message)
        assert "hand-1-" in said((await asked).message)
        assert await stopping < AT_MOST
        assert has_button(bot.board(thread))
        assert bot.board(thread) != board
    presses = [line for line in bot.log if " press " in line]
    assert ["outcome=restarting" in line for line in presses[-2:]] == [True, False]
    errors = [line for line in bot.log if "Traceback" in line or "ERROR" in line]
    assert not errors, "\n".join(bot.log)


async def test_it_can_be_stopped_before_it_is_connected(tmp_path: Path) -> None:
    async with LoopbackDiscord() as server:
        server.faults.add(Fault("GET", "/users/@me", status=503))
        server.faults.add(Fault("PUT", "/applications/*/commands", delay=60))
        async with started(server, tmp_path) as process:
            assert await server.until(lambda: any(call.method == "PUT" for call in server.calls), PATIENCE)
            process.send_signal(signal.SIGTERM)
            assert await asyncio.wait_for(process.wait(), AT_MOST) == 0
    log = (tmp_path / "bot.log").read_text("utf-8")
    assert "Discord cannot be reached (503" in log
    assert "Traceback" not in log


async def test_killed_before_a_board_is_posted_it_catches_up_and_silence_does_not_keep_it(tmp_path: Path) -> None:
    async with running(tmp_path) as bot:
        thread = await bot.match()
        mover, waiting = bot.mover(), bot.waiting()
        theirs = await bot.opened_hand(waiting, thread)
        hand = await bot.placed(mover, thread)
        bot.server.faults.add(Fault("POST", "/channels/*/messages", delay=60))
        assert (await mover.click(hand, button(hand, "do", "draw"))).kind == "update"
        assert bot.plies() == [1, 2]
        assert await bot.server.until(lambda: not bot.server.faults.planned)
        assert len(bot.boards(thread)) == 1
        await bot.killed()
        async with started(bot.server, tmp_path) as bot.process:
            assert await bot.server.until(bot.server.synced, PATIENCE)
            assert await bot.until_boards(thread, 2)
            theirs = shown(await waiting.click(theirs, button(theirs, "refresh")))
            theirs = shown(await waiting.click(theirs, button(theirs, "card")))
            await waiting.click(theirs, button(theirs, "do"))
            assert bot.plies() == [1, 2, 3]
            board = bot.board(thread)
            before = answers(bot)
            bot.server.world.deadline = 2
            bot.server.faults.add(Fault("*", "/interactions/*", times=None, delay=60))
            bot.server.faults.add(Fault("*", "/channels/*", times=None, delay=60))
            stuck = asyncio.create_task(bot.ada.click(board, button(board, "hand")))
            asked = asyncio.create_task(bot.ben.slash(thread, "board"))
            assert await bot.server.until(lambda: answers(bot) >= before + 2, PATIENCE)
            assert await bot.terminated() < AT_MOST
            assert (await stuck).failed
            assert (await asked).failed
    assert any("outcome=cancelled" in line for line in bot.log)


async def test_the_status_pages_of_a_real_bot_and_a_second_one_that_is_refused(tmp_path: Path) -> None:
    port = free_port()
    async with running(tmp_path, METRICS_PORT=str(port), LOG_FORMAT="json") as bot, ClientSession() as client:
        (tmp_path / "second").mkdir()
        async with started(bot.server, tmp_path / "second", DATABASE=str(tmp_path / DATABASE)) as second:
            bot.server.faults.add(Fault("POST", "/channels/*/messages", status=403, code=50013))
            thread = await bot.match()
            await bot.opened_hand(bot.ada, thread)
            assert await asyncio.wait_for(second.wait(), PATIENCE) == 1
            assert "Another bot is running" in (tmp_path / "second" / "bot.log").read_text("utf-8")
        assert await bot.server.until(lambda: any('"ready"' in line for line in bot.log), PATIENCE)
        async with client.get(f"http://127.0.0.1:{port}/healthz") as answer:
            assert (answer.status, (await answer.json())["connected"]) == (200, True)
        async with client.get(f"http://127.0.0.1:{port}/metrics") as answer:
            lines = (await answer.text()).splitlines()
        assert 'lost_cities_matches{state="running"} 1.0' in lines
        assert 'lost_cities_requests_total{kind="command",outcome="done"} 1.0' in lines
        assert 'lost_cities_discord_errors_total{code="50013",status="403"} 1.0' in lines
        assert await bot.terminated() < AT_MOST
    events = [json.loads(line) for line in bot.log]
    (accepted,) = [event for event in events if event.get("verb") == "accept"]
    (posted,) = [event for event in events if event["message"] == "post"]
    assert accepted["trace"] == posted["trace"]
    assert (accepted["user"], posted["match"]) == (bot.ben.id, 1)
    text = "\n".join(bot.log)
    assert "Ada" not in text
    assert "Ben" not in text
