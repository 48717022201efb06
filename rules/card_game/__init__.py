"""The Lost Cities card game for two (RULES.md section 1)."""

from typing import Final

from rules.card_game.engine import CardGame

CARD_GAME: Final = CardGame()
