"""What every game's screens offer to the rest, and the registry of them. A game adds one module and one line here."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, Protocol

from bot.i18n import Catalogue, catalogue
from bot.ui import board_game, card_game
from bot.ui.screen import Block, Choice, Image
from bot.ui.seen import Seen
from render.registry import PICTURES
from render.theme import DARK, Theme
from rules.board_game import BOARD_GAME
from rules.card_game import CARD_GAME
from rules.game import Action, Event, RoundEnded
from rules.lessons import Lesson
from rules.registry import GAMES
from rules.shuffle import SECRET_BYTES, Deal


class GameScreens(Protocol):
    """How one game shows itself. Everything is made from ``Seen.view``."""

    @property
    def TURN_OPTIONS(self) -> tuple[str, ...]:  # noqa: N802  # a constant of the game's module
        """The options of ``/turn`` that this game reads."""
        ...

    @staticmethod
    def board(seen: Seen) -> Image:
        """The table as the viewer may see it."""
        ...

    @staticmethod
    def hand(seen: Seen, selected: str) -> tuple[Block, ...]:
        """The viewer's own hand with what can be done now; ``selected`` is what was tapped first, or empty."""
        ...

    @staticmethod
    def planning(seen: Seen, selected: str) -> tuple[Block, ...]:
        """What the viewer can plan as the next turn while others move; ``selected`` is what was tapped, or empty."""
        ...

    @staticmethod
    def status(seen: Seen) -> str:
        """Where the match stands, in a few words for a heading."""
        ...

    @staticmethod
    def happened(event: Event, seen: Seen) -> str | None:
        """One line for the log about an event in this game's own words, None to have it in those of every game."""
        ...

    @staticmethod
    def sheet(seen: Seen, ended: RoundEnded) -> Image:
        """The score sheet of a finished round."""
        ...

    @staticmethod
    def result(seen: Seen) -> Image:
        """The result of the finished match."""
        ...

    @property
    def TOPICS(self) -> tuple[str, ...]:  # noqa: N802  # a constant of the game's module
        """The passages of the rulebook in order; their texts are ``rules.GAME.TOPIC``."""
        ...

    @property
    def TOPIC_OF(self) -> Mapping[str, str]:  # noqa: N802  # a constant of the game's module
        """The passage that explains a refusal, by its code, for every code of ``RuleError`` in this game."""
        ...

    @staticmethod
    def illustration(topic: str, texts: Catalogue, theme: Theme) -> Image | None:
        """The picture of a passage of the rulebook, if it has one."""
        ...

    @staticmethod
    def lessons() -> tuple[Lesson, ...]:
        """The lessons of the tutorial in order; their texts are ``tutorial.GAME.KEY`` and what follows."""
        ...

    @staticmethod
    def tips(view: Any) -> tuple[str, ...]:
        """The tips that fit what the one to act sees; their texts are ``tip.GAME.KEY``."""
        ...

    @staticmethod
    def named(view: Any, action: Action, texts: Catalogue) -> str:
        """An action in words, to go on a sentence: ``play Red 7``."""
        ...

    @staticmethod
    def reason(view: Any, action: Action, texts: Catalogue) -> str:
        """Why the one who sees a view, and is to act, may well choose an action: one sentence with its numbers."""
        ...

    @staticmethod
    def turn_choices(seen: Seen, option: str, given: Mapping[str, str]) -> list[Choice]:
        """What an option of ``/turn`` can be, the options ``given`` so far considered."""
        ...

    @staticmethod
    def typed_turn(seen: Seen, given: Mapping[str, str]) -> Sequence[Action]:
        """The actions of a turn typed with ``/turn``. Raises BadNotation for what cannot be read."""
        ...


SCREENS: Final[dict[str, GameScreens]] = {CARD_GAME.key: card_game, BOARD_GAME.key: board_game}


def first_pictures() -> Iterator[Callable[[], object]]:
    """Draw a board and a hand of every game: fonts and sprites are made only once, and nobody should wait for that."""
    for key, pictures in PICTURES.items():
        game = GAMES[key]
        seats = game.seats[0]
        state = game.start({}, seats, Deal(bytes(SECRET_BYTES), ())).state
        names = ("",) * seats
        yield partial(pictures.board, game.view(state, None), names, catalogue(), DARK)
        yield partial(pictures.hand, game.view(state, 0), names, catalogue(), DARK)
