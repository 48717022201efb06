"""The samples of all games that can be played, so that tests can ask the same of each."""

from typing import Final

import pytest

from rules.registry import GAMES
from tests.bot import board_game, card_game
from tests.bot.samples import Sample

SAMPLES: Final[dict[str, Sample]] = {sample.key: sample for sample in (card_game.SAMPLE, board_game.SAMPLE)}
assert set(SAMPLES) == set(GAMES), "every game has a sample"

EVERY_GAME: Final = pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
