"""Small pieces of text that several screens share."""

from discord.utils import escape_markdown

from bot.i18n import Catalogue
from bot.play.refusal import Refusal
from render.card_game import card_name, colour_name
from rules.cards import COLOUR_OF_LETTER, parse_card
from rules.game import RuleError

_INVISIBLE = "\u200b"


def shown_name(name: str) -> str:
    """A display name, which is any text its owner likes, so that it stays a name within markdown."""
    flat = " ".join(name.split())
    return escape_markdown(flat, ignore_links=False).replace("<", f"<{_INVISIBLE}").replace("@", f"@{_INVISIBLE}")


def jump(guild_id: int, channel_id: int, message_id: int | None = None) -> str:
    """The address of a channel, a thread or a message."""
    address = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return address if message_id is None else f"{address}/{message_id}"


def refusal_text(error: Refusal | RuleError, texts: Catalogue) -> str:
    """Why something was refused, in one sentence. Cards and piles among the values are put in words."""
    values = dict(error.params)
    if "card" in values:
        values["card"] = card_name(parse_card(str(values["card"])), texts)
    if "pile" in values:
        values["pile"] = colour_name(COLOUR_OF_LETTER[str(values["pile"])], texts)
    return texts.text(f"refusal.{error.code}", **values)
