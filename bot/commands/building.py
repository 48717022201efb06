"""How commands are made: their words come from the catalogue, their options may come from the games."""

import inspect
import re
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.commands.translator import translatable
from bot.play.refusal import Refusal
from bot.ui.base import Door, Later, Tap
from rules.registry import GAMES

Autocomplete = Callable[[Tap, str], Awaitable[list[Choice[str]]]]


@dataclass(frozen=True, slots=True)
class Argument:
    """An option of a command. ``kind`` is a type that discord.py takes for one, such as ``int`` or ``discord.User``."""

    name: str
    kind: Any
    required: bool = False
    choices: tuple[Choice[Any], ...] = ()
    autocomplete: Autocomplete | None = None


def game_argument() -> Argument:
    """The option that names a game."""
    return Argument("game", str, choices=choices("game", GAMES))


def choices(room: str, values: Iterable[str]) -> tuple[Choice[str], ...]:
    """The values of an option, each called by the text of ``ROOM.VALUE``."""
    return tuple(Choice(name=translatable(f"{room}.{value}"), value=value) for value in values)


def match_number(named: str) -> int:
    """The number in what was typed for a match: it alone, or as its label begins, such as *Match 2*."""
    found = re.fullmatch(r"(?:[^\W\d_]+ )?([0-9]{1,15})(?:,.*)?", named.strip())
    if found is None:
        raise Refusal("no_such_match", match=named[:20])
    return int(found[1])


Callback = Callable[[Tap, Mapping[str, Any]], Awaitable[Later | None]]
"""What a command does with the options that were given."""

_IN_SERVERS: Final = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
_FOR_SERVERS: Final = app_commands.AppInstallationType(guild=True, user=False)


def command(
    door: Door, name: str, arguments: Sequence[Argument], callback: Callback, *, for_managers: bool = False
) -> app_commands.Command[Any, ..., None]:
    """A slash command with its descriptions from the catalogues (``command.NAME`` and ``command.NAME.ARGUMENT``).

    What it and its options are called in other languages is there, too (``slash.NAME`` and ``option.ARGUMENT``). One
    ``for_managers`` shows to those who manage the server only; the callback must check it all the same.
    """

    async def called(interaction: discord.Interaction[Any], **given: Any) -> None:
        chosen = {option: value for option, value in given.items() if value is not None}
        await door.answer(Tap(interaction, door.play), lambda tap: callback(tap, chosen))

    # discord.py reads a command's options from the signature of its callback
    called.__signature__ = inspect.Signature(  # pyright: ignore[reportFunctionMemberAccess]  # any function may have one
        [
            inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction),
            *(_parameter(argument) for argument in arguments),
        ]
    )
    app_commands.describe(**{each.name: translatable(f"command.{name}.{each.name}") for each in arguments})(called)
    app_commands.rename(**{each.name: locale_str(each.name, key=f"option.{each.name}") for each in arguments})(called)
    app_commands.choices(**{each.name: list(each.choices) for each in arguments if each.choices})(called)
    made: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=locale_str(name, key=f"slash.{name}"),
        description=translatable(f"command.{name}"),
        callback=called,
        allowed_contexts=_IN_SERVERS,
        allowed_installs=_FOR_SERVERS,
    )
    if for_managers:
        made.default_permissions = discord.Permissions(manage_guild=True)
    for argument in arguments:
        if argument.autocomplete is not None:
            made.autocomplete(argument.name)(_suggesting(door, argument.autocomplete))
    return made


def user_menu(
    door: Door, key: str, callback: Callable[[Tap, discord.Member | discord.User], Awaitable[None]]
) -> app_commands.ContextMenu:
    """A command in the menu of a member; its name is the text of ``key``."""

    async def called(interaction: discord.Interaction[Any], user: discord.User) -> None:
        await door.answer(Tap(interaction, door.play), lambda tap: callback(tap, user))

    return app_commands.ContextMenu(
        name=translatable(key), callback=called, allowed_contexts=_IN_SERVERS, allowed_installs=_FOR_SERVERS
    )


def _parameter(argument: Argument) -> inspect.Parameter:
    return inspect.Parameter(
        argument.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if argument.required else None,
        annotation=argument.kind if argument.required else argument.kind | None,
    )


def _suggesting(
    door: Door, suggest: Autocomplete
) -> Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, list[Choice[str]]]]:
    async def suggested(interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        return (await suggest(await door.known(Tap(interaction, door.play)), current))[:25]

    return suggested
