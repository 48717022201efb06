"""Point discord.py at a pretend Discord. For the bot's process: it needs nothing of the rest of this package."""

from discord import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL


def redirect(base: str) -> None:
    """Send everything that discord.py says in this process to ``base`` (``http://ADDRESS:PORT``).

    Has to happen before the client is made; whether ``base`` is a loopback address is checked with the settings.
    """
    Route.BASE = f"{base}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = URL(base).with_scheme("ws") / "gateway"
    Asset.BASE = f"{base}/cdn"  # pyright: ignore[reportAttributeAccessIssue]  # declared with its literal value
