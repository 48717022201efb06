"""The computer opponents of the board game."""

from collections.abc import Mapping
from typing import Final

from rules.board_game.view import View
from rules.players.board_game.players import EASY, HARD, MEDIUM
from rules.players.player import Level, Player

LEVELS: Final[Mapping[Level, Player[View]]] = {Level.EASY: EASY, Level.MEDIUM: MEDIUM, Level.HARD: HARD}
