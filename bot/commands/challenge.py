"""``/play``, and the user menu that challenges a member with the default terms."""

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.building import Argument, choices, command, game_argument, user_menu
from bot.commands.translator import translatable
from bot.play.refusal import Refusal, ruled_by
from bot.play.servers import default_terms
from bot.store.challenges import Member, Pace
from bot.store.guilds import GuildSettings
from bot.ui.base import Door, Tap
from bot.ui.challenge import computer_name
from bot.ui.locale import public_texts
from bot.ui.permissions import refuse_unless_open, refuse_unless_playable, refuse_unless_playable_in
from bot.ui.screen import Screen, Text
from bot.ui.taps import post_challenge
from rules.game import OptionValue
from rules.players.player import Level
from rules.registry import GAMES

NO_TERMS: Final = ("opponent", "game", "seats", "pace", "rated", "level")
"""The options of ``/play`` that are not those of a game."""


def commands(door: Door) -> list[app_commands.Command[Any, ..., None] | app_commands.ContextMenu]:
    return [
        command(door, "play", _arguments(), _play),
        user_menu(door, "command.challenge_menu", _challenge_member),
    ]


def _arguments() -> list[Argument]:
    """Whom to play, which game, and every option that any game has, with the values of all that have it."""
    values: dict[str, list[OptionValue]] = {}
    for game in GAMES.values():
        for option in game.options:
            known = values.setdefault(option.name, [])
            known += [value for value in option.values if value not in known]
    return [
        Argument("opponent", discord.User),
        game_argument(),
        *(
            Argument(
                name,
                type(offered[0]),
                choices=tuple(
                    Choice(
                        name=str(value) if isinstance(value, int) else translatable(f"terms.{name}.{value}"),
                        value=value,
                    )
                    for value in offered
                ),
            )
            for name, offered in values.items()
        ),
        Argument("seats", int, choices=tuple(Choice(name=str(n), value=n) for n in _seats())),
        Argument("pace", str, choices=choices("pace", Pace)),
        Argument("rated", bool),
        Argument("level", str, choices=choices("level", Level)),
    ]


def _seats() -> list[int]:
    """How many seats a lobby of any game may have."""
    return sorted({seats for game in GAMES.values() for seats in game.seats})


async def _play(tap: Tap, given: Mapping[str, Any]) -> None:
    options = {name: value for name, value in given.items() if name not in NO_TERMS}
    settings = await tap.settings()
    pace = str(given.get("pace", settings.pace))
    if pace not in list(Pace):
        raise Refusal("no_such_pace")
    level = given.get("level")
    if level is not None and level not in list(Level):
        raise Refusal("no_such_level")
    await _open(
        tap,
        given.get("opponent"),
        str(given.get("game", settings.game)),
        options,
        Pace(pace),
        bool(given.get("rated", settings.rated)),
        given.get("seats"),
        None if level is None else Level(level),
    )


async def _challenge_member(tap: Tap, member: discord.Member | discord.User) -> None:
    settings = await tap.settings()
    await _open(tap, member, settings.game, {}, settings.pace, settings.rated, None, None)


async def _open(
    tap: Tap,
    opponent: discord.Member | discord.User | None,
    game: str,
    options: Mapping[str, OptionValue],
    pace: Pace,
    rated: bool,
    seats: int | None,
    level: Level | None,
) -> None:
    settings = await tap.settings()
    refuse_unless_open(tap.interaction, settings)
    aside = _beside_a_match(tap)
    if aside is None:
        refuse_unless_playable(tap.interaction)
    else:
        refuse_unless_playable_in(aside)
    if game not in GAMES:
        raise Refusal("no_such_game")
    against_computer = opponent is None and level is not None
    if opponent is not None and opponent.id == tap.bot_id:
        opponent, against_computer = None, True
    if opponent is not None and opponent.bot:
        raise Refusal("challenge_bot")
    if opponent is not None and level is not None:
        raise Refusal("level_of_person")
    if isinstance(opponent, discord.User):
        raise Refusal("opponent_absent")
    allowed = GAMES[game].seats
    if opponent is not None:
        if seats not in (None, allowed[0]):
            raise Refusal("challenge_seats", n=allowed[0])
        seats = allowed[0]
    elif seats is None:
        seats = allowed[0] if against_computer else allowed[-1]
    with ruled_by(game):
        if seats not in allowed:
            raise Refusal("seats_of_game", seats=seats, places=" ".join(map(str, allowed)))
        computers = _computers(level or Level.MEDIUM, seats - 1, settings) if against_computer else ()
        challenge = await tap.play.challenges.open(
            guild_id=tap.guild_id,
            channel_id=tap.channel_id if aside is None else aside.id,
            host=tap.person,
            opponent_id=None if opponent is None else opponent.id,
            game=game,
            options={**default_terms(settings, game), **options},
            seats=seats,
            pace=pace,
            rated=rated,
            computers=computers,
        )
    if aside is None:
        await post_challenge(tap, challenge)
        return
    tap.play.challenges.changed.send(challenge.id)
    await tap.whisper(Screen((Text(tap.texts.text("challenge.elsewhere", place=f"<#{aside.id}>")),)))


def _computers(level: Level, count: int, settings: GuildSettings) -> tuple[Member, ...]:
    texts = public_texts(settings)
    return tuple(Member(-n, computer_name(n, level, texts), level=level) for n in range(1, count + 1))


def _beside_a_match(tap: Tap) -> discord.TextChannel | None:
    """The channel of the thread in which this is asked, if that was opened for a match: another has no place in it."""
    thread, bot = tap.interaction.channel, tap.interaction.client.user
    if not isinstance(thread, discord.Thread) or bot is None or thread.owner_id != bot.id:
        return None
    parent = thread.parent
    return parent if isinstance(parent, discord.TextChannel) else None
