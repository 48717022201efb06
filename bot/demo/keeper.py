"""What the practice table remembers between two runs: one JSON file and the uploaded files, in a folder."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bot.demo.world import World
from bot.errors import StartupError

_PAUSE: Final = 0.5
"""Seconds in which changes are gathered before they are written."""


class Keeper:
    """Keeps one world in one folder. Files that nothing refers to any more are removed."""

    def __init__(self, world: World, folder: Path) -> None:
        self._world = world
        self._state = folder / "discord.json"
        self._files = folder / "attachments"
        self._changed = asyncio.Event()
        self._stopped = False

    def restore(self) -> bool:
        """Bring back what was kept; ``False`` if there is nothing yet. Raises ``StartupError`` if it is unreadable."""
        try:
            text = self._state.read_text(encoding="utf-8")
        except FileNotFoundError:
            return False
        try:
            self._world.restore(text, lambda name: (self._files / name).read_bytes())
        except (ValueError, OSError, KeyError) as error:
            raise StartupError("demo.unreadable", path=self._state) from error
        return True

    def note_change(self, _: object = None) -> None:
        self._changed.set()

    @asynccontextmanager
    async def keeping(self) -> AsyncGenerator[None]:
        """Write soon after every change inside the block, and at its end."""
        writing = asyncio.create_task(self._keep())
        try:
            yield
        finally:
            self._stopped = True
            self._changed.set()
            await writing

    async def _keep(self) -> None:
        while True:
            await self._changed.wait()
            if not self._stopped:
                await asyncio.sleep(_PAUSE)
            last = self._stopped
            self._changed.clear()
            text, files = self._world.dump()
            await asyncio.to_thread(self._write, text, files)
            if last:
                return

    def _write(self, text: str, files: dict[str, bytes]) -> None:
        self._files.mkdir(parents=True, exist_ok=True)
        known = {path.name for path in self._files.iterdir()}
        for name in files.keys() - known:
            (self._files / name).write_bytes(files[name])
        fresh = self._state.with_suffix(".new")
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(self._state)
        for name in known - files.keys():
            (self._files / name).unlink()
