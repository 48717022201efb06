"""The board game in pictures and in words: views in, ``Picture`` or text out."""

from render.board_game.boards import board
from render.board_game.hands import hand
from render.board_game.lessons import lesson
from render.board_game.results import result
from render.board_game.sheets import round_sheet, round_sheet_words, score_sheet
from render.board_game.words import (
    board_words,
    hand_words,
    held_words,
    lesson_words,
    result_words,
    sheet_words,
    tile_name,
    turn_words,
    unused,
)

__all__ = [
    "board",
    "board_words",
    "hand",
    "hand_words",
    "held_words",
    "lesson",
    "lesson_words",
    "result",
    "result_words",
    "round_sheet",
    "round_sheet_words",
    "score_sheet",
    "sheet_words",
    "tile_name",
    "turn_words",
    "unused",
]
