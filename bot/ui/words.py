"""Small pieces of text that several screens share."""

from typing import Final

import discord
from discord.utils import escape_markdown

from bot.i18n import Catalogue
from bot.play.refusal import Refusal
from bot.store.challenges import Member
from bot.store.matches import Match, Player
from bot.store.people import is_former
from render.theme import Theme
from render.words import card_name, colour_name
from rules.cards import COLOUR_OF_LETTER, parse_card
from rules.game import RuleError
from rules.registry import GAMES

OPTIONS: Final = frozenset(option.name for game in GAMES.values() for option in game.options)
"""What can be chosen for a match."""

FOREIGN: Final = ("text", "value", "zone")
"""The values of refusals that somebody has typed."""

_INVISIBLE = "\u200b"
_DIRECTIONS = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""Characters that embed or override a direction of writing; a name of right-to-left letters needs none."""


def plain_name(name: str) -> str:
    """A display name, which is any text its owner likes, on one line and without a say in the direction of the rest."""
    return " ".join(name.translate(_DIRECTIONS).split())


def name_of(person: discord.User | discord.Member) -> str:
    """The name under which a person shows in a server; the account's own where nothing of it would be seen."""
    return plain_name(person.display_name) or person.name


def shown_name(name: str) -> str:
    """A name, or another text of people, so that it stays what it is within markdown and changes nothing around it."""
    name = plain_name(name)
    for broken in ("](", "://", "<", "@"):
        name = name.replace(broken, broken[0] + _INVISIBLE + broken[1:])
    return escape_markdown(name, ignore_links=False)


def accent(theme: Theme) -> int:
    """The colour of a message's edge, as 0xRRGGBB."""
    red, green, blue = theme.accent
    return red << 16 | green << 8 | blue


def names_of(match: Match, texts: Catalogue) -> tuple[str, ...]:
    """The names of a match's players by seat, as plain text."""
    return tuple(player_name(player, texts) for player in match.players)


def player_name(person: Player | Member, texts: Catalogue) -> str:
    """The name of somebody at a match or challenge, or what is said of one whose data was deleted."""
    return texts.text("player.former") if is_former(person.user_id) else person.name


def person_named(user_id: int, texts: Catalogue) -> str:
    """A mention of a person, or what is said of one whose data was deleted."""
    return texts.text("player.former") if is_former(user_id) else f"<@{user_id}>"


def jump(guild_id: int, channel_id: int, message_id: int | None = None) -> str:
    """The address of a channel, a thread or a message."""
    address = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return address if message_id is None else f"{address}/{message_id}"


def refusal_text(error: Refusal | RuleError, texts: Catalogue) -> str:
    """Why something was refused, in one sentence. Cards, options and the like among the values are put in words."""
    values = {name: shown_name(str(value)) if name in FOREIGN else value for name, value in error.params.items()}
    if "card" in values:
        values["card"] = card_name(parse_card(str(values["card"])), texts)
    for place in {"pile", "path"} & values.keys():
        values[place] = colour_name(COLOUR_OF_LETTER[str(values[place])], texts)
    key = f"refusal.{error.code}"
    if values.get("name") in OPTIONS:
        having = [game for game in GAMES.values() if any(option.name == values["name"] for option in game.options)]
        games = texts.list([texts.text(f"game.{game.key}") for game in having])
        values |= {"name": texts.text(f"option.{values['name']}"), "games": games}
        if error.code == "unknown_option":
            key = "play.option_of_others"
    if "permissions" in values:
        values["permissions"] = texts.list(
            [texts.text(f"permission.{name}") for name in _several(values["permissions"])]
        )
    if "places" in values:
        values["places"] = texts.list(_several(values["places"]))
    return texts.text(key, **values)


def _several(value: object) -> list[str]:
    """What a value of a refusal names, apart by spaces."""
    return str(value).split()
