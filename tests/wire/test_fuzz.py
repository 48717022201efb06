"""A few seconds of hostile interactions; ``python -m tests.fuzz`` takes longer."""

from pathlib import Path

import pytest

from tests.fuzz import fuzz


@pytest.mark.wire
async def test_nothing_hostile_is_left_unanswered_or_does_harm(tmp_path: Path) -> None:
    _, problems = await fuzz(tmp_path, 3.0, 7)
    assert problems == []
