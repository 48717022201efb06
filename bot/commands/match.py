"""The commands that mean a match: ``/hand``, ``/board``, ``/resign``, ``/turn``, ``/games``."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from discord import app_commands
from discord.app_commands import Choice

from bot.commands.building import Argument, choices, command, match_number
from bot.play.refusal import Refusal, ruled_by
from bot.store.matches import Match
from bot.ui.base import Door, Later, Tap
from bot.ui.cards import comparable
from bot.ui.games import SCREENS
from bot.ui.table import match_label, which_screen
from bot.ui.taps import COMMANDS_ON_A_MATCH, own_table, seen, show_games, show_hand

REQUIRED_OPTIONS: Final = ("card", "action", "draw")
"""The options of ``/turn`` that every game reads; some have more."""


def commands(door: Door) -> list[app_commands.Command[Any, ..., None] | app_commands.ContextMenu]:
    which = Argument("match", str, autocomplete=_own_matches)
    return [
        *(command(door, name, [which], partial(_on_a_match, name)) for name in COMMANDS_ON_A_MATCH),
        command(door, "turn", [*_turn_arguments(), which], _turn),
        command(door, "games", [], _games),
    ]


def _turn_arguments() -> list[Argument]:
    actions = choices("turn.action", ("play", "discard"))
    more = dict.fromkeys(name for screens in SCREENS.values() for name in screens.TURN_OPTIONS)
    return [
        Argument("card", str, required=True, autocomplete=partial(_turn_choices, "card")),
        Argument("action", str, required=True, choices=actions),
        Argument("draw", str, required=True, autocomplete=partial(_turn_choices, "draw")),
        *(
            Argument(name, str, autocomplete=partial(_turn_choices, name))
            for name in more
            if name not in REQUIRED_OPTIONS
        ),
    ]


async def _on_a_match(name: str, tap: Tap, given: Mapping[str, Any]) -> Later | None:
    # anybody may look at a board, so that it may be meant by somebody who does not play
    found = await _meant(tap, given, others_too=name == "board")
    if len(found) > 1:
        await tap.whisper(which_screen(found, name, tap.user_id, tap.texts))
        return None
    return await COMMANDS_ON_A_MATCH[name](tap, found[0].id)


async def _turn(tap: Tap, given: Mapping[str, Any]) -> Later | None:
    found = await _meant(tap, given)
    if len(found) > 1:
        # what was typed cannot wait behind a question: the match must be named with it
        raise Refusal("name_the_match")
    table = await own_table(tap, found[0].id)
    if table.match.is_over:
        raise Refusal("match_over")
    own = await seen(tap, table)
    screens = SCREENS[found[0].game]
    typed = {name: str(given[name]) for name in screens.TURN_OPTIONS if name in given}
    with ruled_by(found[0].game):
        actions = screens.typed_turn(own, typed)
    await tap.play.matches.act(found[0].id, tap.user_id, actions, own.table.match.ply)
    return await show_hand(tap, found[0].id)


async def _games(tap: Tap, given: Mapping[str, Any]) -> None:
    del given
    await show_games(tap)


async def _meant(tap: Tap, given: Mapping[str, Any], others_too: bool = False) -> list[Match]:
    """The match that was named; else those of this channel; else, where none runs, the person's in this server.

    Raises Refusal if there is none, and where only others play.
    """
    named = str(given.get("match", ""))
    if named:
        match = (await tap.play.matches.table(match_number(named))).match
        if match.guild_id != tap.guild_id:
            raise Refusal("no_such_match", match=match.id)
        return [match]
    here = await tap.play.matches.here(tap.channel_id)
    own = [match for match in here if match.playing_seat_of(tap.user_id) is not None]
    if own or (others_too and here):
        return own or here
    if here:
        given_up = any(match.seat_of(tap.user_id) is not None for match in here)
        raise Refusal("seat_given_up" if given_up else "not_seated", match=here[0].id)
    elsewhere = [match for match in await tap.play.matches.waiting_for(tap.user_id) if match.guild_id == tap.guild_id]
    if not elsewhere:
        raise Refusal("no_match_here")
    return elsewhere


async def _own_matches(tap: Tap, current: str) -> list[Choice[str]]:
    matches = await tap.play.matches.waiting_for(tap.user_id)
    labels = [
        (match_label(match, tap.user_id, tap.texts), match) for match in matches if match.guild_id == tap.guild_id
    ]
    return [
        Choice(name=label[:100], value=str(match.id))
        for label, match in labels
        if current.casefold() in label.casefold()
    ]


async def _turn_choices(option: str, tap: Tap, current: str) -> list[Choice[str]]:
    given = {name: str(value) for name, value in vars(tap.interaction.namespace).items() if value is not None}
    try:
        found = await _meant(tap, given)
    except Refusal:
        return []
    waiting = [match for match in found if match.turn is not None and match.turn == match.playing_seat_of(tap.user_id)]
    if not waiting or option not in SCREENS[waiting[0].game].TURN_OPTIONS:
        return []
    own = await seen(tap, await tap.play.matches.table(waiting[0].id))
    offered = SCREENS[own.table.match.game].turn_choices(own, option, given)
    wanted = comparable(current)
    return [
        Choice(name=choice.label, value=choice.value)
        for choice in offered
        if wanted in comparable(choice.label) or wanted == comparable(choice.value)
    ]
