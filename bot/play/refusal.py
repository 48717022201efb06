"""The one kind of "no" that is not a rule of a game, and of which game it is otherwise."""

from collections.abc import Generator
from contextlib import contextmanager

from rules.game import RuleError


class Refusal(Exception):
    """A request that cannot be granted. ``code`` is stable; ``params`` are what a sentence about it needs."""

    def __init__(self, code: str, **params: int | str) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


@contextmanager
def ruled_by(game: str) -> Generator[None]:
    """Mark what the rules refuse within as a refusal of those of ``game``."""
    try:
        yield
    except RuleError as error:
        error.game = game
        raise
