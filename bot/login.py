"""How the bot introduces itself to Discord: patiently while there is no answer, and in words where it is refused."""

import asyncio
import logging
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Final, cast

import aiohttp
import discord
from discord.utils import MISSING

from bot.errors import ConfigurationError, StartupError
from bot.faults import FAILURES

log = logging.getLogger(__name__)

FIRST_WAIT: Final = 1.0
LONGEST_WAIT: Final = 60.0
"""Seconds until Discord is tried again that could not be reached: each time twice as long, but never longer."""

LONGEST_LOGIN: Final = 60.0
"""Seconds that Discord is given to say who the bot is."""

TOKEN_REFUSED: Final = 4004
"""With this code Discord closes the connection of a bot whose token is not valid any more."""


class PatientClient(discord.Client):
    """A client that tries again, after longer and longer waits, while Discord cannot be reached at the start.

    discord.py does so by itself only for a connection that has been there before.
    """

    _login_limit: asyncio.Timeout

    async def setup_hook(self) -> None:
        # whatever the start takes now, it is not the login
        self._login_limit.reschedule(None)

    async def login(self, token: str) -> None:
        """Raises LoginFailure if Discord refuses the token, HTTPException if it refuses anything else of it."""
        for wait in _waits():
            try:
                async with asyncio.timeout(LONGEST_LOGIN) as self._login_limit:
                    await super().login(token)
            except FAILURES as error:
                if self.application is not None:
                    # logged in; it is the start that has failed
                    raise
                if isinstance(error, discord.HTTPException) and error.status == HTTPStatus.UNAUTHORIZED:
                    raise discord.LoginFailure from error
                if _is_final(error):
                    raise
                await self.http.close()
                # the next login opens another one
                self.http.connector = MISSING
                await _sleep(wait, error)
            else:
                return

    async def connect(self, *, reconnect: bool = True) -> None:
        for wait in _waits():
            try:
                await super().connect(reconnect=reconnect)
            except AttributeError as error:
                # a first connection that fails lets discord.py ask where a session stands that there is not
                if cast("object", self.ws) is not None:
                    raise
                await _sleep(wait, error.__context__ or error)
            else:
                return


def _waits() -> Iterator[float]:
    wait = FIRST_WAIT
    while True:
        yield wait
        wait = min(2 * wait, LONGEST_WAIT)


async def _sleep(wait: float, error: BaseException) -> None:
    if isinstance(error, discord.RateLimited):
        wait = max(wait, error.retry_after)
    reason = str(error) or type(error).__name__
    log.warning("Discord cannot be reached (%s). The next try is in %.0f seconds.", reason, wait)
    await asyncio.sleep(wait)


def _is_final(error: BaseException) -> bool:
    """Whether Discord has answered and its answer would be the same again."""
    return (
        isinstance(error, discord.HTTPException)
        and 400 <= error.status < 500
        and error.status != HTTPStatus.TOO_MANY_REQUESTS
    )


@contextmanager
def login_errors() -> Generator[None]:
    """Turn a refused token, refused intents and an unreachable Discord into a StartupError with its sentence."""
    try:
        yield
    except discord.LoginFailure as error:
        raise ConfigurationError("startup.token_refused") from error
    except discord.PrivilegedIntentsRequired as error:
        raise ConfigurationError("startup.intents_refused") from error
    except discord.ConnectionClosed as error:
        if error.code != TOKEN_REFUSED:
            raise
        raise ConfigurationError("startup.token_refused") from error
    except (discord.DiscordServerError, aiohttp.ClientConnectionError) as error:
        raise StartupError("startup.unreachable", reason=error) from error
