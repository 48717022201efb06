"""``python -m bot demo`` as a stranger starts it: the real bot, processes, signals, the folder."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from aiohttp import ClientSession
from playwright.async_api import expect

from tests.demo.browser import Seat, chat, chromium, need_chromium

ROOT: Final = Path(__file__).parents[2]


@dataclass
class Demo:
    address: str

    async def everything(self) -> dict[str, Any]:
        """What a page is told when it opens."""
        async with (
            ClientSession() as client,
            client.ws_connect(f"{self.address}live", origin=self.address.rstrip("/")) as socket,
        ):
            return await socket.receive_json()

    async def act(self, what: str, member: str, **details: object) -> dict[str, Any]:
        async with ClientSession() as client:
            answer = await client.post(f"{self.address}act/{what}", json={"as": member, **details})
            return await answer.json()


async def start(folder: Path, *arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "demo", "--no-browser", "--data", str(folder), *arguments),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def ready(folder: Path) -> tuple[asyncio.subprocess.Process, Demo]:
    """A demo that has said where its page is."""
    process = await start(folder)
    assert process.stdout is not None
    line = (await asyncio.wait_for(process.stdout.readline(), 20)).decode()
    found = re.fullmatch(r"Demo: (http://127\.0\.0\.1:\d+/)\n", line)
    assert found, (line, (folder / "bot.log").read_text())
    return process, Demo(found[1])


@asynccontextmanager
async def demo(folder: Path, *, stop: signal.Signals = signal.SIGINT) -> AsyncGenerator[Demo]:
    """A running demo; at the end it is stopped and has to end in order, its bot with it."""
    process, table = await ready(folder)
    [bot] = children(process.pid)
    try:
        yield table
    finally:
        process.send_signal(stop)
        output, errors = await asyncio.wait_for(process.communicate(), 20)
    assert (process.returncode, output, errors) == (0, b"", b"")
    assert bot not in processes()


def processes() -> dict[int, int]:
    """The parent of every process of this machine."""
    found: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it may end while it is looked at
            found[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
    return found


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    return [process for process, starter in processes().items() if starter == parent]


@pytest.mark.browser
async def test_two_people_open_a_match_and_play_their_first_turns_by_clicks(tmp_path: Path) -> None:
    need_chromium()
    async with (
        demo(tmp_path, stop=signal.SIGTERM) as table,
        chromium() as browser,
        chat(browser, table.address) as page,
    ):
        ada, ben = Seat(page, "Ada"), Seat(page, "Ben")
        await ada.command("play", opponent="Ben")
        await ben.press("Accept")
        for seat in (ada, ben):
            await seat.go("Ada")
            await seat.press("My hand")
            await expect(seat.says("Only you can see this")).to_be_visible()
        starts = ada if await ada.column.get_by_role("heading", name="It is your turn").count() else ben
        for seat in (starts, ben if starts is ada else ada):
            if seat is not starts:
                await seat.press("My hand")
            hand = seat.column.locator(".message.private").last
            await expect(hand.get_by_role("heading", name="It is your turn")).to_be_visible()
            await hand.locator(".row button").first.click()
            await hand.get_by_role("button", name=re.compile("^Discard ")).click()
            await hand.get_by_role("button", name=re.compile("^Deck")).click()
        await expect(starts.says("42 cards in the deck").get_by_role("button", name="Enlarge")).to_be_visible()
        await expect(starts.says("it is your turn")).to_have_class(re.compile("pinged"))


@pytest.mark.crash
async def test_matches_are_still_there_next_time_and_the_page_says_that_the_bot_is_gone(tmp_path: Path) -> None:
    async with demo(tmp_path) as table, others(tmp_path, table):
        before = await table.everything()
        ada, ben = (member["id"] for member in before["members"][:2])
        channel = before["channels"][0]["id"]
        asked = {"channel": channel, "command": "play", "options": {"opponent": {"member": ben}}}
        assert (await table.act("slash", ada, **asked))["kind"] == "message"
        [challenge] = (await table.everything())["messages"]
        await table.act("click", ben, channel=channel, message=challenge["id"], custom_id=button(challenge, "Accept"))
        board = await opened(table)
    process, table = await ready(tmp_path)
    after = await table.everything()
    assert [one["id"] for one in after["members"]] == [one["id"] for one in before["members"]]
    assert board["id"] in [message["id"] for message in after["messages"]]
    pressed = {"channel": board["channel_id"], "message": board["id"], "custom_id": button(board, "My hand")}
    # pressed again if it takes too long: a bot that has just started still draws its first pictures
    answers = [await table.act("click", ada, **pressed)]
    while "kind" not in answers[-1] and len(answers) < 5:
        answers.append(await table.act("click", ada, **pressed))
    assert answers[-1].get("kind") == "message", answers
    async with ClientSession() as client:
        [picture] = next(one for one in after["messages"] if one["id"] == board["id"])["attachments"]
        assert (await client.get(picture["url"])).content_type == picture["content_type"]
        async with client.ws_connect(f"{table.address}live", origin=table.address.rstrip("/")) as socket:
            await socket.receive_json()
            [bot] = children(process.pid)
            os.kill(bot, signal.SIGKILL)
            news: dict[str, Any] = {}
            while not str(news.get("trouble")).startswith("The bot has stopped"):
                news = await socket.receive_json()
    _, errors = await asyncio.wait_for(process.communicate(), 20)
    assert process.returncode == 1
    assert "exit code -9" in errors.decode()


@asynccontextmanager
async def others(tmp_path: Path, table: Demo) -> AsyncGenerator[None]:
    """Meanwhile two more are started, in the folder and on the port that are taken, and refused."""
    port = table.address.rstrip("/").rpartition(":")[2]
    in_folder, on_port = await start(tmp_path), await start(tmp_path / "other", "--port", port)
    yield
    for process, complaint in (
        (in_folder, "Another practice table is using the folder"),
        (on_port, f"cannot listen on port {port}"),
    ):
        output, errors = await asyncio.wait_for(process.communicate(), 20)
        assert (process.returncode, output) == (1, b"")
        assert complaint in errors.decode()


async def opened(table: Demo) -> dict[str, Any]:
    """The board of the match that has just begun."""
    while True:
        for message in (await table.everything())["messages"]:
            if "My hand" in str(message["components"]):
                return message
        await asyncio.sleep(0.05)


def button(message: dict[str, Any], label: str) -> str:
    """The custom id of a button of a message."""

    def search(components: list[dict[str, Any]]) -> list[str]:
        found = [one["custom_id"] for one in components if one.get("label") == label]
        inner = [
            search([*one.get("components", ()), *([one["accessory"]] if "accessory" in one else ())])
            for one in components
        ]
        return found + [one for part in inner for one in part]

    [custom_id] = search(message["components"])
    return custom_id


@pytest.mark.crash
async def test_a_bot_that_cannot_go_on_is_explained(tmp_path: Path) -> None:
    (tmp_path / "lost-cities.sqlite3").write_bytes(b"not a database, but long enough to look at" * 100)
    process = await start(tmp_path)
    output, errors = await asyncio.wait_for(process.communicate(), 20)
    assert (process.returncode, output) == (1, b"")
    assert "The bot has stopped by itself (exit code 1)" in errors.decode()
    assert "lost-cities.sqlite3" in errors.decode()
