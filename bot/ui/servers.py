"""The panel on which those who manage a server set it up, and what its menus and buttons do."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from discord.utils import format_dt

from bot.i18n import Catalogue, language_name, languages
from bot.play.refusal import Refusal
from bot.play.servers import default_terms
from bot.play.zones import zone_named
from bot.store.challenges import Pace
from bot.store.guilds import GuildSettings, SeasonLength, SettingChange
from bot.store.players import Look, Pings
from bot.ui.base import Handler, Tap
from bot.ui.challenge import option_text, terms_text
from bot.ui.ids import Id
from bot.ui.permissions import playing_channels, refuse_unless_manager, standing_roles
from bot.ui.screen import (
    Block,
    Button,
    Choice,
    Entity,
    EntitySelect,
    Field,
    Form,
    Line,
    Row,
    Screen,
    Select,
    Text,
    Tone,
    rows,
)
from bot.ui.words import person_named
from render.words import apart, enumerated
from rules.registry import GAMES

MOST_CHOSEN: Final = 25
"""So many channels or roles can be chosen."""

CHANGES_SHOWN: Final = 8
NAMED: Final = 3
"""So many of the chosen channels or roles are named in a line."""

_YES_OR_NO: Final = ("true", "false")

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "threads": _YES_OR_NO,
    "computers": _YES_OR_NO,
    "game": tuple(GAMES),
    "pace": tuple(Pace),
    "rated": _YES_OR_NO,
    "season": tuple(SeasonLength),
    "milestones": _YES_OR_NO,
    "pings": tuple(Pings),
    "language": languages(),
    "look": tuple(Look),
}
"""The settings of which one of a few values is chosen, with the values as pydantic reads them."""

ENTITIES: Final = {"channels": Entity.CHANNEL, "moderators": Entity.ROLE}
"""The settings that are a choice of channels or roles."""

PAGES: Final[dict[str, tuple[str, ...]]] = {
    "matches": ("channels", "threads", "computers"),
    "terms": ("game", "options", "pace", "rated"),
    "seasons": ("season", "zone", "milestones"),
    "look": ("language", "look", "pings"),
    "people": ("moderators",),
}
"""The pages of the panel with the settings on them."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A server as its panel shows it; channels and roles that are gone do not count any more."""

    settings: GuildSettings
    channels: tuple[int, ...]
    roles: tuple[int, ...]
    changes: Sequence[SettingChange]


def settings_screen(setup: Setup, page: str, texts: Catalogue, note: str = "") -> Screen:
    """A page of the panel, with the last changes on that of people."""
    title = texts.text("settings.title")
    tabs = tuple(
        Button(texts.text(f"settings.page.{each}"), Id("settings", arg=each), Tone.MAIN if each == page else Tone.PLAIN)
        for each in PAGES
    )
    blocks: list[Block] = [Text(f"{title}\n{note}" if note else title), Row(tabs), Line()]
    for name in PAGES[page]:
        blocks += _controls(name, setup, texts)
    if page == "people":
        lines = [_change_line(change, texts) for change in setup.changes]
        blocks += [Line(), Text("\n".join([texts.text("settings.changes"), *(lines or [texts.text("settings.none")])]))]
    return Screen(tuple(blocks))


def _controls(name: str, setup: Setup, texts: Catalogue) -> list[Block]:
    settings = setup.settings
    if name == "options":
        return [block for game in GAMES for block in _terms(game, settings, texts)]
    label = f"**{texts.text(f'settings.{name}')}**\n-# {texts.text(f'settings.{name}.about')}"
    if name == "zone":
        shown = f"{label}\n{settings.zone.key}"
        return [Text(shown), *rows([Button(texts.text("settings.set_zone"), Id("zone"))])]
    if name in ENTITIES:
        chosen = setup.channels if name == "channels" else setup.roles
        return [
            Text(label),
            EntitySelect(_nothing(name, texts), Id("set", arg=name), ENTITIES[name], chosen, MOST_CHOSEN),
        ]
    present = _value(getattr(settings, name))
    choices = tuple(Choice(_choice_text(name, value, texts), value, chosen=value == present) for value in CHOICES[name])
    return [Text(label), Select(texts.text(f"settings.{name}"), Id("set", arg=name), choices)]


def _terms(game: str, settings: GuildSettings, texts: Catalogue) -> list[Block]:
    """A menu for each option of a game."""
    present = default_terms(settings, game)
    blocks: list[Block] = [Text(texts.text("settings.options.of", game=texts.text(f"game.{game}")))]
    for option in GAMES[game].options:
        choices = tuple(
            Choice(option_text(option.name, value, texts), str(value), chosen=value == present[option.name])
            for value in option.values
        )
        blocks.append(Select(texts.text("settings.options"), Id("set", arg=f"options.{game}.{option.name}"), choices))
    return blocks


def _value(value: Any) -> str:
    """The value of a setting as ``CHOICES`` has it."""
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _choice_text(name: str, value: str, texts: Catalogue) -> str:
    if name == "language":
        return language_name(value)
    room = name if name in ("game", "pace", "look") else f"settings.{name}"
    return texts.text(f"{room}.{value}")


def _change_line(change: SettingChange, texts: Catalogue) -> str:
    return texts.text(
        "settings.change",
        when=format_dt(change.at, "R"),
        who=person_named(change.user_id, texts),
        setting=texts.text(f"settings.{change.setting}"),
        old=_in_words(change.setting, change.old, texts),
        new=_in_words(change.setting, change.new, texts),
    )


def _in_words(name: str, value: Any, texts: Catalogue) -> str:
    """What a setting was or is set to, from its JSON form."""
    match name:
        case "channels" | "moderators":
            mark = "#" if name == "channels" else "@&"
            named, more = [f"<{mark}{each}>" for each in value[:NAMED]], len(value) - NAMED
            if more > 0:
                return texts.plural("settings.more", more, named=enumerated(named, texts))
            return texts.list(named) or _nothing(name, texts)
        case "options":
            chosen: Mapping[str, Any] = value
            terms = (terms_text(game, chosen[game], texts) for game in chosen if game in GAMES)
            return apart(terms, texts) or _nothing(name, texts)
        case "zone":
            return str(value)
        case _:
            return _choice_text(name, _value(value), texts)


def _nothing(name: str, texts: Catalogue) -> str:
    """What it means that nothing was chosen for a setting."""
    return texts.text(f"settings.{name}.none")


async def show_settings(tap: Tap) -> None:
    """A new private message with the panel. Raises Refusal for those who do not manage the server."""
    refuse_unless_manager(tap.interaction)
    await tap.whisper(settings_screen(await _setup(tap), next(iter(PAGES)), tap.texts))


async def _setup(tap: Tap) -> Setup:
    settings = await tap.settings()
    guild = tap.interaction.guild
    changes = await tap.play.servers.latest_changes(tap.guild_id, CHANGES_SHOWN)
    return Setup(settings, playing_channels(guild, settings), standing_roles(guild, settings), changes)


async def _page(tap: Tap) -> None:
    refuse_unless_manager(tap.interaction)
    if tap.id.arg not in PAGES:
        raise Refusal("unknown_control")
    await tap.update_own(settings_screen(await _setup(tap), tap.id.arg, tap.texts))


async def _set(tap: Tap) -> None:
    refuse_unless_manager(tap.interaction)
    name, _, rest = tap.id.arg.partition(".")
    if name in ENTITIES:
        chosen: Any = tap.entities
    elif name == "options":
        chosen = _with_option(await tap.settings(), rest, tap.value)
    elif name in CHOICES and tap.value in CHOICES[name]:
        chosen = tap.value
    else:
        raise Refusal("unknown_control")
    await _changed(tap, name, chosen)


def _with_option(settings: GuildSettings, which: str, value: str) -> dict[str, Any]:
    """The default terms with another value for an option, named as in ``card_game.rounds``."""
    game, _, name = which.partition(".")
    offered = {option.name: option.values for option in GAMES[game].options} if game in GAMES else {}
    found = [each for each in offered.get(name, ()) if str(each) == value]
    if not found:
        raise Refusal("unknown_control")
    return {**settings.options, game: {**default_terms(settings, game), name: found[0]}}


async def _ask_for_zone(tap: Tap) -> None:
    refuse_unless_manager(tap.interaction)
    zone = (await tap.settings()).zone.key
    field = Field("zone", tap.texts.text("settings.zone"), zone, "Europe/Berlin")
    await tap.ask(Form(tap.texts.text("settings.zone"), Id("set_zone"), (field,)))


async def _set_zone(tap: Tap) -> None:
    refuse_unless_manager(tap.interaction)
    await _changed(tap, "zone", await zone_named(tap.fields.get("zone", "")))


async def _changed(tap: Tap, name: str, chosen: Any) -> None:
    settings = await tap.play.servers.change(tap.guild_id, tap.user_id, **{name: chosen})
    value = _in_words(name, settings.model_dump(mode="json")[name], tap.texts)
    note = tap.texts.text("settings.saved", setting=tap.texts.text(f"settings.{name}"), value=value)
    page = next(page for page, names in PAGES.items() if name in names)
    await tap.update_own(settings_screen(await _setup(tap), page, tap.texts, note))


HANDLERS: Final[dict[str, Handler]] = {
    "settings": _page,
    "set": _set,
    "zone": _ask_for_zone,
    "set_zone": _set_zone,
}
