"""The slash commands and the user menu: parse, ask ``play``, show a screen."""

from typing import Any

import discord
from discord import app_commands

from bot.commands import challenge, match, moderate, other, profile, replay, standings
from bot.ui.base import Door, Tap


class Commands(app_commands.CommandTree[Any]):
    """The command tree; its errors are answered at the same door as those of buttons."""

    def __init__(self, client: discord.Client, door: Door) -> None:
        super().__init__(client)
        self._door = door
        for module in (challenge, match, standings, profile, replay, other, moderate):
            for command in module.commands(door):
                self.add_command(command)

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error

        async def failed(_: Tap) -> None:
            raise cause

        await self._door.answer(Tap(interaction, self._door.play), failed)
