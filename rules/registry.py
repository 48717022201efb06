"""The games that can be played, by key."""

from typing import Final

from rules.board_game import BOARD_GAME
from rules.card_game import CARD_GAME
from rules.game import AnyGame

GAMES: Final[dict[str, AnyGame]] = {game.key: game for game in (CARD_GAME, BOARD_GAME)}
