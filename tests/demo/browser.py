"""Chromium and what a person does on the chat page, for tests in a real browser."""

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, Locator, Page, async_playwright

CHROMIUM: Final = Path("/usr/bin/chromium")
_FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def need_chromium() -> None:
    """Skip the test where Chromium is missing; on CI that is a failure."""
    if not CHROMIUM.exists():
        reason = f"{CHROMIUM} is missing (Debian package chromium)"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(reason)


@asynccontextmanager
async def chromium() -> AsyncGenerator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def chat(browser: Browser, address: str, *, width: int = 1400, height: int = 900) -> AsyncGenerator[Page]:
    """The open page; a script error or a blocked request on it fails the test at the end."""
    page = await browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.set_default_timeout(8000)
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda line: troubles.append(line.text) if line.type == "error" else None)
    await page.goto(address)
    await page.locator("section.column").first.wait_for()
    try:
        yield page
    finally:
        await page.close()
    assert troubles == []


class Seat:
    """One member's column, used with the mouse alone."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.column: Locator = page.get_by_role("region", name=f"Screen of {name}", exact=True)

    async def command(self, name: str, **fields: str) -> None:
        """Choose a slash command from the picker and fill its form: choices by label, other fields by text."""
        await self.column.get_by_role("button", name="Commands").click()
        await self.page.locator(".option").filter(has_text=f"/{name}").first.click()
        form = self.column.locator("form.command")
        for field, value in fields.items():
            control = form.locator(".field").filter(has=self.page.locator(f".name:text-is('{field}')"))
            choice = control.locator("select")
            if await choice.count():
                await choice.select_option(label=value)
            else:
                await control.locator("input").fill(value)
        if fields:
            await form.get_by_role("button", name="Run").click()

    async def press(self, label: str) -> None:
        """Press the latest button of that label."""
        await self.column.locator(".log").get_by_role("button", name=label, exact=True).last.click()

    async def select(self, placeholder: str, *options: str) -> None:
        """Choose in the latest select that shows ``placeholder``."""
        await self.column.locator(".select").filter(has_text=placeholder).last.click()
        for option in options:
            await self.page.locator(".listbox .option").filter(has_text=option).first.click()

    async def go(self, place: str) -> None:
        """Open a channel or thread by its name."""
        await self.column.locator(".places button").filter(has_text=place).first.click()

    async def menu(self, name: str, entry: str) -> None:
        """Choose an entry of the menu that opens on a person's name in the list of people."""
        await self.column.get_by_role("button", name="People").click()
        await self.page.locator(".listbox .option").filter(has_text=name).click()
        await self.page.get_by_role("menuitem", name=entry).click()

    async def write(self, text: str) -> None:
        await self.column.locator(".line textarea").fill(text)
        await self.column.get_by_role("button", name="Send").click()

    def says(self, text: str) -> Locator:
        """The latest message on this screen that holds a text."""
        return self.column.locator(".message").filter(has_text=text).last
