"""Lost Cities: The Board Game for two to four (RULES.md section 2)."""

from typing import Final

from rules.board_game.engine import BoardGame

BOARD_GAME: Final = BoardGame()
