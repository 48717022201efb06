"""What the page's server says to others than its page, and the texts it needs."""

import inspect
import re
from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession

from bot.demo import people
from bot.demo.page import Page
from bot.demo.server import LoopbackDiscord
from bot.i18n import catalogue

pytestmark = pytest.mark.wire


@pytest.fixture
async def server() -> AsyncIterator[LoopbackDiscord]:
    server = LoopbackDiscord()
    Page(server, catalogue()).attach()
    async with server:
        guild = server.world.create_guild("Club")
        server.world.create_channel(guild, "table")
        server.join(guild, "Ada")
        yield server


@pytest.mark.parametrize("path", ["/", "/page/main.js", "/texts.json", "/act/say", "/live"])
@pytest.mark.parametrize(
    "header", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "same-site"}]
)
async def test_nothing_is_for_other_pages(server: LoopbackDiscord, path: str, header: dict[str, str]) -> None:
    method = "POST" if path.startswith("/act") else "GET"
    async with ClientSession() as client:
        assert (await client.request(method, server.base + path, headers=header)).status == 403


async def test_actions_and_news_are_for_a_script_of_the_page_only(server: LoopbackDiscord) -> None:
    async with ClientSession() as client:
        assert (await client.post(f"{server.base}/act/say", data={"as": "1"})).status == 415
        assert (await client.post(f"{server.base}/act/say", json={"as": "1", "text": "x"})).status == 400
        assert (await client.post(f"{server.base}/act/dance", json={"as": "1"})).status == 404
        assert (await client.get(f"{server.base}/live")).status == 403


@pytest.mark.parametrize("name", ["../page.py", "..%2Fpage.py", "nothing.js"])
async def test_only_the_pages_own_files_are_served(server: LoopbackDiscord, name: str) -> None:
    async with ClientSession() as client:
        assert (await client.get(f"{server.base}/page/{name}")).status == 404


async def test_the_page_runs_no_script_and_loads_nothing_from_elsewhere(server: LoopbackDiscord) -> None:
    async with ClientSession() as client:
        answer = await client.get(server.base)
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';")
        for address in re.findall(r'(?:href|src)="(.*?)"', await answer.text()):
            assert address.startswith("/page/")
            assert (await client.get(server.base + address)).status == 200


async def test_every_text_of_the_page_and_of_a_refusal_is_in_the_catalogue(server: LoopbackDiscord) -> None:
    async with ClientSession() as client:
        texts = await (await client.get(f"{server.base}/texts.json")).json()
    assert texts["demo.page.write"] == "Message {place}"
    reasons = set(re.findall(r'Refused\("(\w+)"', inspect.getsource(people)))
    assert len(reasons) == 10
    for reason in reasons:
        assert catalogue().text(f"demo.refused.{reason}")
