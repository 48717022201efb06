"""Players are killed in the middle of everything; whatever they were told is done is done."""

from pathlib import Path
from random import Random

import pytest

from tests.crash import Acknowledged, survived

KILLS = 3


@pytest.mark.crash
async def test_every_acknowledged_action_is_there_once_after_each_kill(tmp_path: Path) -> None:
    random = Random(1)
    acknowledged = Acknowledged()
    for kill in range(KILLS):
        assert await survived(tmp_path / "bot.sqlite3", kill, random.randint(1, 250), acknowledged) == []
    assert len(acknowledged.actions) > 100 * KILLS / 2
