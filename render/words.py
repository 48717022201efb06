"""What the games' pictures say in the same words: cards, colours, points, whose turn it is."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from render.picture import ALT_LIMIT
from render.texts import Texts
from rules.cards import Card, Colour
from rules.game import Seat
from rules.turns import Cards, Discard, Draw, Play

NAME_LIMIT: Final = 32
"""The longest part of a name that is told."""
_NAME_LIMITS: Final = (NAME_LIMIT, 16, 8)
"""That of a name in a description that runs out of room, from the longest."""


def colour_name(colour: Colour, texts: Texts) -> str:
    return texts.text(f"colour.{colour.name.lower()}")


def card_name(card: Card, texts: Texts) -> str:
    """``Red 7``, ``Red wager``."""
    colour = colour_name(card.colour, texts)
    if card.is_wager:
        return texts.text("card.wager", colour=colour)
    return texts.text("card.number", colour=colour, rank=card.rank)


def signed(points: int) -> str:
    """A gain or loss with its sign: ``+14``, ``0``, and the true minus sign for what is lost."""
    return f"+{points}" if points > 0 else str(points).replace("-", "\N{MINUS SIGN}")


def short(text: str, limit: int = NAME_LIMIT) -> str:
    """``text`` with at most ``limit`` characters, an ellipsis for what is missing."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def alt(words: str) -> str:
    """``words`` as the description of a picture."""
    return short(words, ALT_LIMIT)


def fitting(told: Callable[[Sequence[str]], str], names: Sequence[str]) -> str:
    """What is ``told`` of ``names``, which are cut as far as the description of a picture needs it."""
    words = ""
    for limit in _NAME_LIMITS:
        words = told([short(name, limit) for name in names])
        if len(words) <= ALT_LIMIT:
            break
    return words


def turn_words(placement: Play | Discard, draw: Draw, drawn: Card | None, name: str, texts: Texts) -> str:
    """A complete turn of placing and drawing in one sentence; a card drawn from the deck is not named."""
    placed = "play" if isinstance(placement, Play) else "discard"
    card = card_name(placement.card, texts)
    if draw.pile is None or drawn is None:
        return texts.text(f"turn.{placed}_deck", name=name, card=card)
    return texts.text(f"turn.{placed}_pile", name=name, card=card, drawn=card_name(drawn, texts))


def turn_of(turn: Seat | None, names: Sequence[str], texts: Texts) -> str:
    """Whose turn it is, or that nobody's is any more."""
    if turn is None:
        return texts.text("table.over")
    return texts.text("table.to_move", name=short(names[turn]))


def named(cards: Sequence[Card], texts: Texts) -> str:
    """Several cards by name."""
    return enumerated((card_name(card, texts) for card in cards), texts)


def enumerated(parts: Iterable[str], texts: Texts) -> str:
    """``A, B, C``: things that stand side by side, as opposed to the parts of a sentence (``Texts.list``)."""
    return texts.text("list.comma").join(parts)


def apart(parts: Iterable[str], texts: Texts) -> str:
    """``A; B``: things side by side that may be enumerations themselves."""
    return texts.text("list.semicolon").join(parts)


def hand_lines(hand: Cards, fits: Callable[[Card], bool], texts: Texts) -> list[str]:
    """The cards of a hand before one is placed, by what can be done with them."""
    playable = [card for card in hand if fits(card)]
    others = [card for card in hand if not fits(card)]
    lines: list[str] = []
    if playable:
        lines.append(texts.text("hand.playable", cards=named(playable, texts)))
    if others:
        lines.append(texts.text("hand.others", cards=named(others, texts)))
    return lines


def mark_lines(drawn: Card | None, selected: Card | None, texts: Texts) -> list[str]:
    """What is marked in a hand: the card just drawn, and the one chosen."""
    marked = (("hand.drawn", drawn), ("hand.selected", selected))
    return [texts.text(key, card=card_name(card, texts)) for key, card in marked if card is not None]


def number(points: int) -> str:
    """Points without a plus sign."""
    return signed(points).removeprefix("+")
