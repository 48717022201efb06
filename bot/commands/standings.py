"""``/leaderboard`` and ``/season``."""

from collections.abc import Mapping
from typing import Any, Final

from discord import app_commands
from discord.app_commands import Choice

from bot.commands.building import Argument, choices, command, game_argument
from bot.play.refusal import Refusal
from bot.play.seasons import LONGEST_NAME
from bot.store.seasons import Season
from bot.ui.base import Door, Tap
from bot.ui.permissions import refuse_unless_manager
from bot.ui.screen import Screen, Text
from bot.ui.standings import end_season_screen, offered, season_title, show_season, show_table
from bot.ui.words import plain_name, shown_name
from rules.registry import GAMES

ACTIONS: Final = ("show", "start", "end", "name")


def commands(door: Door) -> list[app_commands.Command[Any, ..., None] | app_commands.ContextMenu]:
    actions = choices("season.action", ACTIONS)
    name = Argument("name", app_commands.Range[str, 1, LONGEST_NAME])
    return [
        command(
            door,
            "leaderboard",
            [game_argument(), Argument("season", str, autocomplete=_seasons)],
            _leaderboard,
        ),
        command(door, "season", [Argument("action", str, choices=actions), name], _season),
    ]


async def _leaderboard(tap: Tap, given: Mapping[str, Any]) -> None:
    game = given.get("game")
    if game is not None and game not in GAMES:
        raise Refusal("no_such_game")
    await show_table(tap, await _named(tap, given), game)


async def _named(tap: Tap, given: Mapping[str, Any]) -> Season | None:
    """The season that was named, by its number or by what it is called; None for no name."""
    named = str(given.get("season", "")).strip().casefold()
    if not named:
        return None
    seasons = await tap.play.seasons.of(tap.guild_id)
    # the suggestions are numbers, whatever seasons are called
    by_name = {season_title(season, tap.texts).casefold(): season for season in seasons}
    found = {**by_name, **{str(season.number): season for season in seasons}}.get(named)
    if found is not None:
        return found
    raise Refusal("no_such_season")


async def _seasons(tap: Tap, current: str) -> list[Choice[str]]:
    seasons = await tap.play.seasons.of(tap.guild_id)
    titles = [(season_title(season, tap.texts), season) for season in offered(seasons)] if seasons else []
    return [
        Choice(name=title, value=str(season.number))
        for title, season in titles
        if current.casefold() in title.casefold() or current == str(season.number)
    ]


async def _season(tap: Tap, given: Mapping[str, Any]) -> None:
    action = given.get("action", "name" if "name" in given else "show")
    if action == "show":
        await show_season(tap)
        return
    refuse_unless_manager(tap.interaction)
    name = plain_name(str(given.get("name", "")))[:LONGEST_NAME]
    match action:
        case "start":
            season = await tap.play.seasons.start(tap.guild_id, name)
        case "end":
            running = await tap.play.seasons.current(tap.guild_id)
            if running is None:
                raise Refusal("no_season")
            await tap.whisper(end_season_screen(running, tap.texts))
            return
        case "name":
            if not name:
                raise Refusal("name_the_season")
            season = await tap.play.seasons.rename(tap.guild_id, name)
        case _:
            raise Refusal("unknown_control")
    done = tap.texts.text(f"season.done.{action}", season=shown_name(season_title(season, tap.texts)))
    await tap.whisper(Screen((Text(done),)))
