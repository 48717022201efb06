"""The computer opponents of the card game."""

from collections.abc import Mapping
from typing import Final

from rules.card_game.view import View
from rules.players.card_game.players import EASY, HARD, MEDIUM
from rules.players.player import Level, Player

LEVELS: Final[Mapping[Level, Player[View]]] = {Level.EASY: EASY, Level.MEDIUM: MEDIUM, Level.HARD: HARD}
