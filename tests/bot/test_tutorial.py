"""The tutorials by clicks: every question with wrong answers and the right one, left and taken up again."""

from datetime import timedelta

import pytest
from simcord import MemberActor, ResponseMessage

from bot.i18n import catalogue
from bot.ui.tutorial import lessons_of
from render.card_game import board_words, held_words
from rules.game import Action
from rules.lessons import Lesson
from rules.registry import GAMES
from rules.turns import Discard, Play
from tests.bot.world import Control, Press, World, alts, answer, controls, of_verb, said, text

TEXTS = catalogue()


def pressed(message: ResponseMessage, arg: str) -> Control:
    """The control of a lesson that does ``arg``."""
    (found,) = [each for each in of_verb(message, "lesson") if each.id is not None and each.id.arg.endswith(arg)]
    return found


async def press(who: MemberActor, message: ResponseMessage, arg: str) -> None:
    await who.click(message, custom_id=pressed(message, arg).custom_id)


async def do(who: MemberActor, message: ResponseMessage, action: Action) -> None:
    """Make a move as people do: a card is tapped first."""
    if isinstance(action, Play | Discard):
        await press(who, message, f"/card/{action.card}")
    await press(who, message, f"/do/{action}")


def told(game: str, lesson: Lesson, part: str) -> str:
    return TEXTS.text(f"tutorial.{game}.{lesson.key}.{part}")


async def learn(who: MemberActor, message: ResponseMessage, game: str, lesson: Lesson) -> None:
    """Answer a question wrongly, then rightly, and go on."""
    assert told(game, lesson, "question") in text(message)
    assert len(alts(message)) == 2
    legal = GAMES[game].legal_actions(lesson.state, 0)
    wrong = next(action for action in legal if action not in lesson.answers)
    await do(who, message, wrong)
    assert "Not quite." in text(message)
    assert told(game, lesson, "wrong") in text(message)
    assert told(game, lesson, "question") in text(message)
    await do(who, message, min(lesson.answers, key=str))
    assert told(game, lesson, "right") in text(message)
    assert told(game, lesson, "question") not in text(message)
    await press(who, message, "/show/")


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_tutorial(drawn_world: World, game: str) -> None:
    world, carol = drawn_world, drawn_world.carol
    message = answer(await carol.slash(world.channel, "tutorial", game=game))
    assert message.ephemeral
    for lesson in lessons_of(game):
        await learn(carol, message, game, lesson)
    assert text(message).startswith("### That was the tutorial")
    # nobody else sees anything of it, and no match came of it
    assert world.messages(world.channel) == []
    assert "no running match" in said(await carol.slash(world.channel, "games"))
    assert "That was the tutorial" in said(await carol.slash(world.channel, "tutorial", game=game))
    await press(carol, message, "/show/")
    assert told(game, lessons_of(game)[0], "question") in text(message)


async def test_a_tutorial_that_is_left_and_resumed_after_a_restart_and_a_month(world: World) -> None:
    carol, game = world.carol, "card_game"
    message = answer(await carol.slash(world.channel, "tutorial"))
    for lesson in lessons_of(game)[:2]:
        await learn(carol, message, game, lesson)
    await world.restart(after=timedelta(days=31))
    # the old message works on
    await do(carol, message, min(lessons_of(game)[2].answers, key=str))
    assert told(game, lessons_of(game)[2], "right") in text(message)
    resumed = answer(await carol.slash(world.channel, "tutorial"))
    assert told(game, lessons_of(game)[3], "question") in text(resumed)
    assert "Lesson 1 of 8" in said(await carol.slash(world.channel, "tutorial", game="board_game"))
    assert "Lesson 1 of 7" in said(await world.dave.slash(world.channel, "tutorial"))
    await press(carol, resumed, "/show/")
    assert told(game, lessons_of(game)[0], "question") in text(resumed)


async def test_what_the_rules_forbid_is_no_answer_either(world: World) -> None:
    carol = world.carol
    message = answer(await carol.slash(world.channel, "tutorial"))
    await press(carol, message, "/card/R4")
    assert "You cannot play Red 4: it is lower than the 6" in text(message)
    assert "The rule" in [each.label for each in controls(message)]
    for made_up, answered in (
        ("card_game/do/play R4", "lower than the 6"),
        ("card_game/do/play P4", "You do not hold Purple 4"),
        ("card_game/do/nonsense", "is no action of this game"),
        ("chess/do/play R4", "I do not know that game"),
    ):
        (result,) = await world.press(Press(carol, message, f"lc:lesson:0:0:{made_up}"))
        shown = text(message) if result.response is None else text(answer(result))
        assert answered in shown, made_up
    (late,) = await world.press(Press(carol, message, "lc:lesson:99:0:card_game/do/play R4"))
    assert late.response is not None
    (end,) = await world.press(Press(carol, message, "lc:lesson:99:0:card_game/show/"))
    assert "That was the tutorial" in text(message if end.response is None else answer(end))


@pytest.mark.parametrize("game", GAMES)
async def test_the_rulebook_leads_to_the_tutorial_and_back(world: World, game: str) -> None:
    book = answer(await world.carol.slash(world.channel, "rules", game=game))
    lesson = answer(await world.click(world.carol, book, "Try the tutorial"))
    assert told(game, lessons_of(game)[0], "lesson") in text(lesson)
    back = answer(await world.click(world.carol, lesson, "The rules"))
    assert text(back) == text(book)


async def test_a_tutorial_in_words_tells_all_that_its_pictures_show(world: World) -> None:
    await world.bot.play.choices.set_in_words(world.carol.id, in_words=True)
    message = answer(await world.carol.slash(world.channel, "tutorial"))
    assert alts(message) == []
    lines = text(message).splitlines()
    view = GAMES["card_game"].view(lessons_of("card_game")[0].state, 0)
    assert board_words(view, ("You", "The other"), TEXTS) in text(message)
    assert held_words(view, TEXTS) in text(message)
    assert len(lines) == len(set(lines)), "nothing is told twice"
