"""How the bot ends: in order, in time, whatever is under way, and only one at a time."""

import asyncio
import json
import signal
from pathlib import Path

import pytest
from aiohttp import ClientSession

from bot.demo.faults import Fault
from bot.demo.server import LoopbackDiscord
from tests.bot.process import PATIENCE, free_port, running, started

pytestmark = [pytest.mark.wire, pytest.mark.crash]

AT_MOST = 5.0


def said(message: object) -> str:
    return json.dumps(message)


async def test_what_is_under_way_ends_and_a_late_press_is_told_to_come_again(tmp_path: Path) -> None:
    async with running(tmp_path) as bot:
        await bot.opened_match()
        board = await bot.board()
        # the answer to a press takes a while, and the bot is told to stop meanwhile
        slow = Fault("POST", "/interactions/*/callback", delay=0.6)
        bot.server.faults.add(slow)
        early = asyncio.create_task(bot.press(bot.ada, board, "hand"))
        assert await bot.server.until(lambda: slow not in bot.server.faults.planned, PATIENCE)
        stopping = asyncio.create_task(bot.terminated())
        assert await bot.server.until(lambda: any("stopping" in line for line in bot.log), PATIENCE)
        late = await bot.press(bot.ben, board, "hand")
        assert "restarting" in said(late.message)
        assert "hand-1-" in said((await early).message)
        assert await stopping < AT_MOST
    presses = [line for line in bot.log if " press " in line]
    assert ["outcome=restarting" in line for line in presses[-2:]] == [True, False]
    errors = [line for line in bot.log if "Traceback" in line or "ERROR" in line]
    assert not errors, "\n".join(bot.log)


async def test_boards_under_way_still_reach_their_channel(tmp_path: Path) -> None:
    async with running(tmp_path) as bot:
        slow = Fault("POST", "/channels/*/messages", delay=0.8)
        bot.server.faults.add(slow)
        await bot.opened_match()
        assert await bot.server.until(lambda: slow not in bot.server.faults.planned, PATIENCE)
        assert await bot.terminated() < AT_MOST
        await bot.board()


async def test_a_discord_that_is_silent_does_not_keep_it(tmp_path: Path) -> None:
    async with running(tmp_path) as bot:
        await bot.opened_match()
        board = await bot.board()
        bot.server.faults.add(Fault("*", "/interactions/*", times=None, delay=60))
        bot.server.faults.add(Fault("*", "/channels/*", times=None, delay=60))
        stuck = asyncio.create_task(bot.press(bot.ada, board, "hand"))
        asked = asyncio.create_task(bot.ben.slash(int(board["channel_id"]), "board"))
        assert await bot.server.until(lambda: sum("/callback" in call.path for call in bot.server.calls) >= 4, PATIENCE)
        assert await bot.terminated() < AT_MOST
        assert (await stuck).failed
        assert (await asked).failed
    assert any("outcome=cancelled" in line for line in bot.log)


async def test_it_can_be_stopped_before_it_is_connected(tmp_path: Path) -> None:
    async with LoopbackDiscord() as server:
        server.faults.add(Fault("PUT", "/applications/*/commands", delay=60))
        async with started(server, tmp_path) as process:
            assert await server.until(lambda: any(call.method == "PUT" for call in server.calls), PATIENCE)
            process.send_signal(signal.SIGTERM)
            assert await asyncio.wait_for(process.wait(), AT_MOST) == 0
    assert "Traceback" not in (tmp_path / "bot.log").read_text("utf-8")


async def test_a_second_bot_on_the_same_database_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as bot:
        async with started(bot.server, tmp_path) as second:
            assert await asyncio.wait_for(second.wait(), PATIENCE) == 1
        assert any("Another bot is running" in line for line in bot.log)
        await bot.opened_match()


async def test_the_status_pages_of_a_real_bot(tmp_path: Path) -> None:
    port = free_port()
    async with running(tmp_path, METRICS_PORT=str(port), LOG_FORMAT="json") as bot, ClientSession() as client:
        bot.server.faults.add(Fault("POST", "/channels/*/messages", status=403, code=50013))
        await bot.opened_match()
        await bot.press(bot.ada, await bot.board(), "hand")
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


async def test_a_copy_made_beside_a_bot_brings_its_matches_back(tmp_path: Path) -> None:
    async with running(tmp_path) as bot:

        async def command(*arguments: str) -> int:
            async with started(bot.server, tmp_path, *arguments) as process:
                return await asyncio.wait_for(process.wait(), PATIENCE)

        await bot.opened_match()
        board = await bot.board()
        assert await command("backup", "copy.sqlite3") == 0
        assert await command("restore", "copy.sqlite3", "--yes") == 1
        assert any("Another bot is running" in line for line in bot.log)
        await bot.ada.slash(int(board["channel_id"]), "resign")
        asked = next(
            message
            for message in bot.ada.messages(int(board["channel_id"]))
            if "lc:resign:" in str(message["components"])
        )
        await bot.press(bot.ada, asked, "resign")
        assert await bot.terminated() < AT_MOST
        assert await command("restore", "copy.sqlite3", "--yes") == 0
        async with started(bot.server, tmp_path) as bot.process:
            answer = await bot.press(bot.ada, await bot.board(other_than=board), "hand")
            assert "hand-1-" in said(answer.message)
            assert await bot.terminated() < AT_MOST
