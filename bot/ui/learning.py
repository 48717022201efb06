"""What the controls do that explain the games."""

from typing import Final

from bot.ui.base import Handler, Tap
from bot.ui.rulebook import rulebook_screen


async def show_passage(tap: Tap, game: str, topic: str) -> None:
    """A new private message with a passage of the rules. Raises Refusal for one that there is not."""
    await tap.whisper(rulebook_screen(game, topic, tap.texts, await tap.theme()))


async def _rule(tap: Tap) -> None:
    game, _, topic = tap.id.arg.partition("/")
    await show_passage(tap, game, topic)


async def _topic(tap: Tap) -> None:
    await tap.update_own(rulebook_screen(tap.id.arg, tap.value, tap.texts, await tap.theme()))


async def _chapter(tap: Tap) -> None:
    game, _, topic = tap.id.arg.partition("/")
    await tap.update_own(rulebook_screen(game, topic, tap.texts, await tap.theme()))


HANDLERS: Final[dict[str, Handler]] = {"rule": _rule, "topic": _topic, "chapter": _chapter}
