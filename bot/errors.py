"""What keeps the bot from starting, as a key of the catalogue and its values instead of prose."""


class StartupError(Exception):
    """The bot cannot start or go on; ``key`` and ``values`` make the sentence that tells the operator what to do.

    ``more`` are others of which is to be told, too.
    """

    def __init__(self, key: str, /, *more: "StartupError", **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values
        self.more = more


class ConfigurationError(StartupError):
    """A setting or the command line is wrong or missing."""
