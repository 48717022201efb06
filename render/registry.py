"""What the drawing room of every game offers, and the registry of them."""

from collections.abc import Sequence
from typing import Any, Final, Protocol

from render import board_game, card_game
from render.picture import Picture
from render.texts import Texts
from render.theme import Theme
from rules.board_game import BOARD_GAME
from rules.card_game import CARD_GAME


class Pictures(Protocol):
    """What the drawing room of a game (``render/<game>``) offers: pictures of a view, and the same in words."""

    @staticmethod
    def board(view: Any, names: Sequence[str], texts: Texts, theme: Theme) -> Picture: ...

    @staticmethod
    def board_words(view: Any, names: Sequence[str], texts: Texts) -> str: ...

    @staticmethod
    def hand(view: Any, names: Sequence[str], texts: Texts, theme: Theme) -> Picture: ...

    @staticmethod
    def held_words(view: Any, texts: Texts) -> str: ...

    @staticmethod
    def round_sheet(view: Any, number: int, names: Sequence[str], texts: Texts, theme: Theme) -> Picture:
        """The score sheet of the finished round of that number."""
        ...

    @staticmethod
    def round_sheet_words(view: Any, number: int, names: Sequence[str], texts: Texts) -> str: ...

    @staticmethod
    def result(view: Any, names: Sequence[str], texts: Texts, theme: Theme) -> Picture: ...

    @staticmethod
    def result_words(view: Any, names: Sequence[str], texts: Texts) -> str: ...

    @staticmethod
    def lesson(part: Any, texts: Texts, theme: Theme) -> Picture:
        """A part of the rules, one of the game's own names for them."""
        ...

    @staticmethod
    def lesson_words(part: Any, texts: Texts) -> str: ...


PICTURES: Final[dict[str, Pictures]] = {CARD_GAME.key: card_game, BOARD_GAME.key: board_game}
