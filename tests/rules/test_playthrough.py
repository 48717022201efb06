"""The written matches stay as they are."""

import pytest

from rules.registry import GAMES
from tests.rules.playthrough import FOLDER, PLAYTHROUGHS, Playthrough, document


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.path.stem)
def test_a_match_goes_as_it_was_written(playthrough: Playthrough) -> None:
    assert document(playthrough) == playthrough.path.read_text(encoding="utf-8"), (
        "if this change is wanted: python -m tests.rules.playthrough"
    )


def test_every_game_has_its_matches_and_every_file_its_match() -> None:
    assert {playthrough.game for playthrough in PLAYTHROUGHS} == set(GAMES)
    assert {playthrough.path for playthrough in PLAYTHROUGHS} == set(FOLDER.iterdir())
