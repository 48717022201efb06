"""The practice table as a whole: the pretend Discord, its page, and the real bot as a process of its own."""

import asyncio
import math
import os
import signal
import sys
import webbrowser
from asyncio.subprocess import Process
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from filelock import FileLock, Timeout

from bot.demo.keeper import Keeper
from bot.demo.page import Page
from bot.demo.server import LoopbackDiscord
from bot.demo.world import World
from bot.errors import StartupError
from bot.i18n import Catalogue, catalogue
from bot.settings import Settings

_BOT: Final = ("-m", "bot")
_SOURCE: Final = Path(__file__).parents[2]
_PATIENCE: Final = 10.0
"""Seconds the bot has to end in order."""

_TAIL: Final = 15
"""Lines of the bot's log that explain its end."""


async def run(*, port: int, open_browser: bool, data: Path | None) -> None:
    """Serve the practice table until this process is asked to stop.

    Prints one line with the page's address when the bot is there. ``port`` 0 takes a free one; everything is kept in
    the folder ``data``, or thrown away afterwards. Raises ``StartupError`` if the table cannot be set up or if the bot
    ends by itself.
    """
    stop = _asked_to_stop()
    texts = catalogue()
    with _folder(data) as folder:
        server = LoopbackDiscord(port=port, keep_calls=0)
        page = Page(server, texts)
        page.attach()
        keeper = Keeper(server.world, folder)
        server.listeners.append(keeper.note_change)
        server.session_listeners.append(keeper.note_change)
        async with _listening(server, port):
            if not keeper.restore():
                _furnish(server.world, texts)
            async with keeper.keeping(), _bot(server, folder) as bot:
                announcing = asyncio.create_task(_announce(server, texts, open_browser=open_browser))
                ended, asked = asyncio.create_task(bot.wait()), asyncio.create_task(stop.wait())
                await asyncio.wait([ended, asked], return_when=asyncio.FIRST_COMPLETED)
                announcing.cancel()
                if not asked.done():
                    asked.cancel()
                    await page.tell_trouble(texts.text("demo.bot_gone"))
                    raise StartupError("demo.bot_ended", code=ended.result(), log=_tail(folder))


async def _announce(server: LoopbackDiscord, texts: Catalogue, *, open_browser: bool) -> None:
    await server.until(server.synced, math.inf)
    sys.stdout.write(texts.text("demo.ready", address=server.base) + "\n")
    sys.stdout.flush()
    if open_browser:
        await asyncio.to_thread(webbrowser.open, server.base)


def _asked_to_stop() -> asyncio.Event:
    """An event that Ctrl-C, a termination or the end of the terminal sets."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()

    def note(*_: object) -> None:
        loop.call_soon_threadsafe(stop.set)

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), note)
    return stop


@contextmanager
def _folder(data: Path | None) -> Generator[Path]:
    """The folder for everything, for this process alone."""
    if data is None:
        with TemporaryDirectory(prefix="practice-table-") as name:
            yield Path(name)
        return
    try:
        data.mkdir(parents=True, exist_ok=True)
        with FileLock(data / "demo.lock", timeout=0):
            yield data.resolve()
    except Timeout as error:
        raise StartupError("demo.folder_in_use", path=data) from error
    except OSError as error:
        raise StartupError("demo.folder_closed", path=data, reason=error.strerror) from error


@asynccontextmanager
async def _listening(server: LoopbackDiscord, port: int) -> AsyncGenerator[None]:
    try:
        await server.start()
    except OSError as error:
        raise StartupError("demo.no_port", port=port, reason=error.strerror) from error
    try:
        yield
    finally:
        await server.stop()


@asynccontextmanager
async def _bot(server: LoopbackDiscord, folder: Path) -> AsyncGenerator[Process]:
    """The real bot, with this server as its Discord and no other settings of this machine."""
    inherited = {name: value for name, value in os.environ.items() if name.lower() not in Settings.model_fields}
    own = {
        "DISCORD_TOKEN": server.token,
        "DISCORD_BASE": server.base,
        "DATABASE": str(folder / "lost-cities.sqlite3"),
        "PYTHONPATH": os.pathsep.join(filter(None, [str(_SOURCE), inherited.get("PYTHONPATH")])),
    }
    with _log(folder).open("ab") as log:
        # Not in our process group, or Ctrl-C would reach it too; in the data folder, where no .env lies.
        bot = await asyncio.create_subprocess_exec(
            sys.executable, *_BOT, cwd=folder, env=inherited | own, stdout=log, stderr=log, start_new_session=True
        )
    try:
        yield bot
    finally:
        if bot.returncode is None:
            bot.terminate()
            try:
                await asyncio.wait_for(bot.wait(), _PATIENCE)
            except TimeoutError:
                bot.kill()
                await bot.wait()


def _log(folder: Path) -> Path:
    return folder / "bot.log"


def _tail(folder: Path) -> str:
    lines = _log(folder).read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join(lines[-_TAIL:])


def _furnish(world: World, texts: Catalogue) -> None:
    """One server with one channel and four people; the first may do everything in it, the second has a role."""
    guild = world.create_guild(texts.text("demo.guild"))
    world.create_channel(guild, texts.text("demo.channel"))
    people = [world.create_member(guild, name) for name in texts.text("demo.members").split()]
    world.make_owner(guild, people[0])
    world.give_role(guild, people[1], world.create_role(guild, texts.text("demo.role")))
