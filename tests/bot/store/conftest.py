import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.database import Database


@pytest.fixture(autouse=True)
async def _threads_end() -> AsyncIterator[None]:  # pyright: ignore[reportUnusedFunction]
    """A connection that could not be opened ends by itself; here before the test does, whose loop it reports to."""
    yield
    for thread in threading.enumerate():
        if "_connection_worker_thread" in thread.name:
            thread.join()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bot.sqlite3"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    async with Database(path) as opened:
        yield opened
