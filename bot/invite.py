"""The link that adds the bot to a server."""

from typing import Final

PERMISSIONS: Final = 309237763072
"""View channels, send messages (in threads too), open public threads, embed links, attach files, read the history."""


def invite_link(application: int | str) -> str:
    """The address at which an administrator adds the application with this id, with the least it needs."""
    return (
        f"https://discord.com/oauth2/authorize?client_id={application}"
        f"&scope=bot+applications.commands&permissions={PERMISSIONS}"
    )
