"""The pictures that every game has, as images of a screen, and what tells other pictures apart."""

from functools import partial
from hashlib import blake2b

from bot.i18n import Catalogue
from bot.ui.screen import Image
from bot.ui.seen import Seen
from render.hands import hands, hands_words
from render.registry import Pictures
from render.theme import Theme


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


def hands_image(seen: Seen) -> Image:
    """What everybody holds: only for a match that is over."""
    match = seen.table.match
    views = [seen.table.view(seat) for seat in range(len(seen.names))]
    return Image(
        f"hands-{match.id}-{match.ply}-{variant(seen.texts, seen.theme)}",
        partial(hands, views, seen.names, seen.texts, seen.theme),
        partial(hands_words, views, seen.shown_names, seen.texts),
    )


def sheet_image(seen: Seen, number: int, pictures: Pictures) -> Image:
    """The score sheet of a finished round."""
    return Image(
        f"sheet-{seen.table.match.id}-{number}-{variant(seen.texts, seen.theme)}",
        partial(pictures.round_sheet, seen.view, number, seen.names, seen.texts, seen.theme),
        partial(pictures.round_sheet_words, seen.view, number, seen.shown_names, seen.texts),
    )


def result_image(seen: Seen, pictures: Pictures) -> Image:
    """The result of a finished match."""
    return Image(
        f"result-{seen.table.match.id}-{variant(seen.texts, seen.theme)}",
        partial(pictures.result, seen.view, seen.names, seen.texts, seen.theme),
        partial(pictures.result_words, seen.view, seen.shown_names, seen.texts),
    )


def lesson_image(game: str, part: str, pictures: Pictures, texts: Catalogue, theme: Theme) -> Image:
    """A part of the rules of a game, illustrated."""
    return Image(
        f"rules-{game.replace('_', '-')}-{part}-{variant(texts, theme)}",
        partial(pictures.lesson, part, texts, theme),
        partial(pictures.lesson_words, part, texts),
    )


def variant(texts: Catalogue, theme: Theme) -> str:
    """A part for the name of a picture that tells apart in which language and theme it is."""
    return f"{texts.language}-{theme.name}"


def fingerprint(shown: object, texts: Catalogue, theme: Theme) -> str:
    """A part for the name of a picture of ``shown``, plain data, that tells pictures of different content apart."""
    return blake2b(f"{shown} {variant(texts, theme)}".encode(), digest_size=6).hexdigest()
