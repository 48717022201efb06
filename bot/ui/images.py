"""The pictures that every game has, as images of a screen, and what tells other pictures apart."""

from collections.abc import Sequence
from functools import partial
from hashlib import blake2b
from typing import Any, Protocol

from bot.i18n import Catalogue
from bot.ui.screen import Image
from bot.ui.seen import Seen
from render.picture import Picture
from render.texts import Texts
from render.theme import Theme


class Pictures(Protocol):
    """What the drawing room of a game (``render/<game>``) offers: pictures of a view, and the same in words."""

    @staticmethod
    def board(view: Any, names: Sequence[str], texts: Texts, theme: Theme) -> Picture: ...

    @staticmethod
    def board_words(view: Any, names: Sequence[str], texts: Texts) -> str: ...

    @staticmethod
    def hand(view: Any, names: Sequence[str], texts: Texts, theme: Theme) -> Picture: ...

    @staticmethod
    def held_words(view: Any, texts: Texts) -> str: ...

    @staticmethod
    def result(view: Any, names: Sequence[str], texts: Texts, theme: Theme) -> Picture: ...

    @staticmethod
    def result_words(view: Any, names: Sequence[str], texts: Texts) -> str: ...


def board_image(seen: Seen, pictures: Pictures) -> Image:
    """The table as the viewer may see it."""
    whose = "public" if seen.seat is None else f"seat{seen.seat}"
    return Image(
        f"board-{seen.table.match.id}-{seen.table.match.ply}-{whose}-{variant(seen.texts, seen.theme)}",
        partial(pictures.board, seen.view, seen.names, seen.texts, seen.theme),
        partial(pictures.board_words, seen.view, seen.shown_names, seen.texts),
    )


def hand_image(seen: Seen, pictures: Pictures) -> Image:
    """The viewer's own hand; in words with the table, so that they are enough to play from."""
    return Image(
        f"hand-{seen.table.match.id}-{seen.table.match.ply}-{variant(seen.texts, seen.theme)}",
        partial(pictures.hand, seen.view, seen.names, seen.texts, seen.theme),
        partial(_hand_and_table, seen, pictures),
    )


def _hand_and_table(seen: Seen, pictures: Pictures) -> str:
    text = seen.texts.text
    held = pictures.held_words(seen.view, seen.texts)
    table = pictures.board_words(seen.view, seen.shown_names, seen.texts)
    return "\n".join((text("words.hand"), held, text("words.table"), table))


def result_image(seen: Seen, pictures: Pictures) -> Image:
    """The result of a finished match."""
    return Image(
        f"result-{seen.table.match.id}-{variant(seen.texts, seen.theme)}",
        partial(pictures.result, seen.view, seen.names, seen.texts, seen.theme),
        partial(pictures.result_words, seen.view, seen.shown_names, seen.texts),
    )


def variant(texts: Catalogue, theme: Theme) -> str:
    """A part for the name of a picture that tells apart in which language and theme it is."""
    return f"{texts.language}-{theme.name}"


def fingerprint(shown: object, texts: Catalogue, theme: Theme) -> str:
    """A part for the name of a picture of ``shown``, plain data, that tells pictures of different content apart."""
    return blake2b(f"{shown} {variant(texts, theme)}".encode(), digest_size=6).hexdigest()
