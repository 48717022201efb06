"""What can go wrong when the bot introduces itself to Discord, in words for whoever runs it."""

from collections.abc import Generator
from contextlib import contextmanager

import aiohttp
import discord

from bot.errors import ConfigurationError, StartupError


@contextmanager
def login_errors() -> Generator[None]:
    """Turn a refused token and an unreachable Discord into a StartupError with its sentence."""
    try:
        yield
    except discord.LoginFailure as error:
        raise ConfigurationError("startup.token_refused") from error
    except (discord.DiscordServerError, aiohttp.ClientConnectionError) as error:
        raise StartupError("startup.unreachable", reason=error) from error
