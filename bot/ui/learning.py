"""What the controls do that explain the games."""

from typing import Final

from bot.play.refusal import Refusal, ruled_by
from bot.ui.base import Handler, Tap
from bot.ui.rulebook import must_be_game, rulebook_screen
from bot.ui.tutorial import answer_screen, lesson_screen, lessons_of, taught, tutorial_screen


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


async def show_tutorial(tap: Tap, game: str) -> None:
    """A new private message with the lesson at which the person stands. Raises Refusal for what is no game."""
    must_be_game(game)
    step = await tap.play.lessons.reached(tap.user_id, game)
    await tap.whisper(tutorial_screen(game, step, tap.texts, await tap.theme()))


async def _tutorial(tap: Tap) -> None:
    await show_tutorial(tap, tap.id.arg)


async def _lesson(tap: Tap) -> None:
    game, _, what = tap.id.arg.partition("/")
    verb, _, arg = what.partition("/")
    must_be_game(game)
    step, theme = tap.id.subject, await tap.theme()
    if verb == "show":
        await tap.play.lessons.go_to(tap.user_id, game, min(step, len(lessons_of(game))))
        await tap.update_own(tutorial_screen(game, step, tap.texts, theme))
        return
    if step >= len(lessons_of(game)):
        raise Refusal("unknown_control")
    seen = taught(game, step, tap.texts, theme)
    if verb == "card":
        await tap.update_own(lesson_screen(seen, arg))
        return
    with ruled_by(game):
        screen, right = answer_screen(seen, arg)
    if right:
        await tap.play.lessons.go_to(tap.user_id, game, step + 1)
    await tap.update_own(screen)


HANDLERS: Final[dict[str, Handler]] = {
    "rule": _rule,
    "topic": _topic,
    "chapter": _chapter,
    "tutorial": _tutorial,
    "lesson": _lesson,
}
