"""The chat page in a real browser, with the sample bot behind it."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable

import pytest
from playwright.async_api import Browser, expect

from bot.demo.page import Page
from bot.demo.server import LoopbackDiscord
from bot.i18n import catalogue
from tests.demo.browser import Seat, chat, chromium, need_chromium
from tests.demo.sample_bot import SampleBot

pytestmark = pytest.mark.browser


@pytest.fixture
async def address(point_client_at: Callable[[str], None]) -> AsyncIterator[str]:
    need_chromium()
    server = LoopbackDiscord(deadline=1.0)
    Page(server, catalogue()).attach()
    async with server:
        guild = server.world.create_guild("Club")
        server.world.create_channel(guild, "table")
        for name in ("Ada", "Ben", "Chloé", "Dmitri"):
            server.join(guild, name)
        point_client_at(server.base)
        bot = SampleBot()
        running = asyncio.create_task(bot.start(server.token))
        assert await server.until(server.synced)
        yield server.base
        await bot.close()
        await running
        assert server.gaps == []


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    need_chromium()
    async with chromium() as opened:
        yield opened


async def test_two_people_use_every_kind_of_control_with_the_mouse(address: str, browser: Browser) -> None:
    async with chat(browser, address) as page:
        ada, ben = Seat(page, "Ada"), Seat(page, "Ben")
        await ada.command("play", opponent="Ben", rounds="2", pace="Live")
        await expect(ben.says("challenges @Ben: 2 rounds, live")).to_have_class(re.compile("pinged"))
        await expect(ben.column.locator(".places .badge")).to_have_text("1")
        await ben.go("Ada and Ben")
        await expect(ben.column.locator(".places .badge")).to_have_count(0)
        await expect(ben.says("to move").locator("time[data-seconds]")).to_have_text(re.compile("in [45] minutes"))

        await ben.press("My hand")
        await expect(ben.says("Only you can see this")).to_be_visible()
        await expect(ada.says("Only you can see this")).to_have_count(0)
        await ben.select("Choose a card", "Red 4")
        await expect(ben.says("chose Red 4")).to_be_visible()
        await ben.press("Play")
        await expect(ben.says("played")).to_be_visible()
        await expect(ben.says("played").get_by_role("button", name="Discard")).to_be_disabled()

        await ben.press("Note")
        await page.get_by_label("Your note").fill("<b>well</b> played")
        await page.get_by_role("button", name="Submit").click()
        await ada.go("Ada and Ben")
        await expect(ada.says("Noted: <b>well</b> played")).to_be_visible(timeout=500)

        await ada.select("Choose a member", "Dmitri")
        await expect(ada.says("You chose Dmitri")).to_be_visible()
        await ada.says("You chose Dmitri").get_by_role("button", name="Dismiss").click()
        await expect(ada.says("You chose Dmitri")).to_have_count(0)
        await ada.menu("Chloé", "Challenge to Lost Cities")
        await expect(ada.says("Challenged Chloé")).to_be_visible()

        await ada.says("to move").get_by_role("button", name="Enlarge").click()
        await expect(page.locator("dialog.picture img")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.locator("dialog.picture")).to_have_count(0)

        await ada.go("table")
        await ada.command("silence")
        await expect(ada.says("The application did not respond.")).to_be_visible()
        await ada.write("Well met, @Ben")
        await expect(ben.column.locator(".places .badge")).to_have_text("1", timeout=500)


async def test_a_typed_command_with_suggestions_by_keyboard_alone(address: str, browser: Browser) -> None:
    async with chat(browser, address) as page:
        ada = Seat(page, "Ada")
        await ada.column.get_by_label("Message # table").focus()
        await page.keyboard.type("/tu")
        await expect(page.locator(".listbox .option")).to_have_count(1)
        await page.keyboard.press("Enter")
        await expect(ada.column.get_by_label("card")).to_be_focused()
        await page.keyboard.type("blue")
        await expect(page.locator(".listbox .option")).to_have_count(9)
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("Enter")
        await expect(ada.column.get_by_label("card")).to_have_value("Blue 3")
        await page.keyboard.press("Enter")
        await expect(ada.says("Turn with Blue 3")).to_be_visible()


async def test_a_narrow_screen_shows_one_member_at_a_time(address: str, browser: Browser) -> None:
    async with chat(browser, address, width=400, height=850) as page:
        ada, ben = Seat(page, "Ada"), Seat(page, "Ben")
        await ada.command("play", opponent="Ben")
        await expect(ben.column).to_have_count(0)
        chair = page.get_by_role("navigation", name="Seats").get_by_role("button", name="Ben")
        await expect(chair.locator(".badge")).to_have_text("2")
        await chair.click()
        await expect(ada.column).to_have_count(0)
        await expect(ben.says("challenges @Ben")).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth") == 400


async def test_nothing_lies_on_what_a_narrow_screen_offers(address: str, browser: Browser) -> None:
    async with chat(browser, address, width=400, height=850) as page:
        ada = Seat(page, "Ada")
        for _ in range(3):
            await ada.command("play", opponent="Ben")
        await ada.column.get_by_role("button", name="Commands").click()
        await page.locator(".option").filter(has_text="/turn").first.click()
        await expect(page.locator(".listbox .option").first).to_be_visible()
        form = ada.column.locator("form.command")
        for covered in (form.get_by_role("button", name="Cancel"), form.get_by_role("button", name="Run")):
            await covered.click(trial=True)
        await form.get_by_role("button", name="Cancel").click()
        people = await ada.column.get_by_role("button", name="People").bounding_box()
        strip = ada.column.locator(".places")
        assert people is not None
        # the tabs end where the button begins
        assert await strip.evaluate("strip => strip.getBoundingClientRect().right") <= people["x"]
