"""Computer opponents: one folder a game. A player sees a view and cannot cheat by type."""

from collections.abc import Mapping
from typing import Any, Final

from rules.board_game import BOARD_GAME
from rules.card_game import CARD_GAME
from rules.players.board_game import LEVELS as BOARD_GAME_LEVELS
from rules.players.card_game import LEVELS as CARD_GAME_LEVELS
from rules.players.player import Level, Player

PLAYERS: Final[Mapping[str, Mapping[Level, Player[Any]]]] = {
    CARD_GAME.key: CARD_GAME_LEVELS,
    BOARD_GAME.key: BOARD_GAME_LEVELS,
}
"""The computer opponents by the key of their game."""
