"""How a card looks in a line of text or on a button: as an emoji of the application where it has them."""

from collections.abc import Iterable, Mapping
from typing import Final

from render.emoji import emoji_name
from rules.cards import Card, Colour

_DOTS: Final = {
    Colour.YELLOW: "🟡",
    Colour.BLUE: "🔵",
    Colour.WHITE: "⚪",
    Colour.GREEN: "🟢",
    Colour.RED: "🔴",
    Colour.PURPLE: "🟣",
}

# A process is one application, whose emojis are the same for everybody; they are known a moment after the start.
_ids: dict[str, int] = {}


def learn(ids: Mapping[str, int]) -> None:
    """Use the application's emojis with these ids, by name, and no others."""
    _ids.clear()
    _ids.update(ids)


def on_button(what: Card | Colour) -> str:
    """The own emoji of a card or of a colour's place, else a dot of the colour."""
    return _own(what) or _DOTS[what if isinstance(what, Colour) else what.colour]


def in_text(cards: Iterable[Card]) -> str:
    """The cards' own emojis with a space after them, nothing without emojis: the words say it all."""
    shown = "".join(map(_own, cards))
    return f"{shown} " if shown else ""


def _own(what: Card | Colour) -> str:
    name = emoji_name(what)
    return f"<:{name}:{_ids[name]}>" if name in _ids else ""
