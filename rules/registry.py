"""The games that can be played, by key."""

from typing import Final

from rules.card_game import CARD_GAME
from rules.game import AnyGame

_GAMES: Final[tuple[AnyGame, ...]] = (CARD_GAME,)

GAMES: Final = {game.key: game for game in _GAMES}
