"""The status pages over a real socket of this machine."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from bot import status
from bot.errors import StartupError
from bot.health import LIMIT, Vitals
from bot.metrics import Metrics
from bot.status import Status
from bot.store.database import Database

pytestmark = pytest.mark.wire

WELL = Vitals(connected=True, heartbeat_age=12.34, publish_queue=2)


@dataclass
class Pages:
    client: ClientSession
    database: Database
    vitals: Vitals = WELL
    base: str = ""

    async def health(self) -> tuple[int, dict[str, Any]]:
        async with self.client.get(f"{self.base}/healthz") as answer:
            return answer.status, await answer.json()


@pytest.fixture
async def pages(tmp_path: Path) -> AsyncIterator[Pages]:
    async with Database(tmp_path / "bot.sqlite3") as database, ClientSession() as client:
        pages = Pages(client, database)
        async with Status(database, Metrics(), lambda: pages.vitals).serving(0) as port:
            pages.base = f"http://127.0.0.1:{port}"
            yield pages


async def test_a_bot_that_is_well(pages: Pages) -> None:
    assert await pages.health() == (200, {"connected": True, "heartbeat_age": 12.3, "database_writable": True})


@pytest.mark.parametrize(
    "ill",
    [
        Vitals(connected=False, heartbeat_age=None, publish_queue=0),
        replace(WELL, heartbeat_age=LIMIT + 1),
    ],
)
async def test_a_bot_that_does_not_hear_discord(pages: Pages, ill: Vitals) -> None:
    pages.vitals = ill
    code, found = await pages.health()
    assert (code, found["connected"], found["database_writable"]) == (503, ill.connected, True)


async def test_a_database_that_takes_no_writes(pages: Pages) -> None:
    async with pages.database.writing() as connection:
        await connection.execute("PRAGMA query_only = ON")
    code, found = await pages.health()
    assert (code, found["database_writable"]) == (503, False)


async def test_a_database_that_hangs(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status, "PATIENCE", 0.0)
    async with pages.database.writing():
        code, found = await pages.health()
    assert (code, found["database_writable"]) == (503, False)


async def test_figures_in_the_form_of_prometheus(pages: Pages) -> None:
    async with pages.client.get(f"{pages.base}/metrics") as answer:
        assert answer.headers["Content-Type"].startswith("text/plain")
        lines = (await answer.text()).splitlines()
    assert 'lost_cities_matches{state="running"} 0.0' in lines
    assert "lost_cities_publish_queue 2.0" in lines


async def test_a_port_that_is_taken_is_a_sentence(pages: Pages) -> None:
    port = int(pages.base.rpartition(":")[2])
    with pytest.raises(StartupError) as failure:
        async with Status(pages.database, Metrics(), lambda: WELL).serving(port):
            pass
    assert failure.value.key == "startup.no_port"
