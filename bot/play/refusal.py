"""The one kind of "no" that is not a rule of a game."""


class Refusal(Exception):
    """A request that cannot be granted. ``code`` is stable; ``params`` are what a sentence about it needs."""

    def __init__(self, code: str, **params: int | str) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params
