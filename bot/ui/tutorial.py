"""The tutorial: a lesson is a position on a table of its own and a question that is answered by a move.

No match is behind it. Everything follows from the id of what is pressed: the game, the lesson, the move.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any, Final

from bot.i18n import Catalogue
from bot.play.table import Table, unstored
from bot.store.matches import Player
from bot.ui.games import PICTURES, SCREENS
from bot.ui.ids import Id
from bot.ui.screen import Block, Button, Image, Row, Screen, Text, Tone, rows
from bot.ui.seen import Seen
from bot.ui.words import accent, refusal_text
from render.theme import Theme
from rules.game import Action, TakeBack
from rules.lessons import LEARNER, Lesson
from rules.registry import GAMES

_NEVER: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""A moment for a match that never was."""


@cache
def lessons_of(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game in order."""
    return SCREENS[game].lessons()


@dataclass(frozen=True)
class Taught(Seen):
    """The table of a lesson as its learner sees it, whose controls answer the question."""

    def id(self, verb: str, arg: str = "") -> Id:
        match = self.table.match
        return Id("lesson", match.id, 0, f"{match.game}/{verb}/{arg}")

    @property
    def question(self) -> Lesson:
        return lessons_of(self.table.match.game)[self.table.match.id]

    def answered(self, action: Action) -> "Taught":
        """The table after a move. Raises RuleError for one that the rules forbid."""
        table = self.table
        state = table.game.apply(table.state, LEARNER, action).state
        return replace(self, table=replace(table, match=replace(table.match, ply=1, turn=state.turn), state=state))


def taught(game: str, step: int, texts: Catalogue, theme: Theme) -> Taught:
    """The table of the lesson ``step``, which must be one."""
    state = lessons_of(game)[step].state
    names = [texts.text("tutorial.learner"), *(texts.text("tutorial.rival") for _ in state.hands[1:])]
    match = unstored(
        GAMES[game],
        _options(state),
        [Player(0, name, seat) for seat, name in enumerate(names)],
        state.deal,
        _NEVER,
        agreed_starter=LEARNER,
        turn=LEARNER,
        number=step,
    )
    return Taught(Table(match, state, (), (state, 0), None), LEARNER, texts, theme)


def _options(state: Any) -> Mapping[str, Any]:
    return {name: getattr(state.options, name) for name in state.options.__dataclass_fields__}


def lesson_screen(seen: Taught, selected: str = "", note: str = "") -> Screen:
    """A lesson with its question, and why the last answer was not the right one in ``note``."""
    texts, game = seen.texts, seen.table.match.game
    key = f"tutorial.{game}.{seen.question.key}"
    said = [_heading(seen), texts.text(f"{key}.lesson"), f"**{texts.text(f'{key}.question')}**"]
    blocks: list[Block] = [
        Text("\n".join(said)),
        SCREENS[game].board(seen),
        *_hand(seen, selected),
    ]
    if note:
        blocks.append(Text(note))
    return Screen((*blocks, *rows(_ways(seen))), accent(seen.theme))


def wrong_screen(seen: Taught, action: Action, selected: str) -> Screen:
    """The lesson after an answer that is not right: what the rules have against it, or what speaks against it."""
    refusal = seen.refusal(action)
    key = f"tutorial.{seen.table.match.game}.{seen.question.key}.wrong"
    why = seen.texts.text(key) if refusal is None else refusal_text(refusal, seen.texts)
    return lesson_screen(seen, selected, seen.texts.text("tutorial.not_quite", why=why))


def right_screen(seen: Taught, action: Action) -> Screen:
    """What the right answer led to, why it is right, and the way on."""
    texts, game, step = seen.texts, seen.table.match.game, seen.table.match.id
    after = seen.answered(action)
    pictures = [_held(after, block) for block in SCREENS[game].hand(after, "") if isinstance(block, Image)]
    why = texts.text(f"tutorial.{game}.{seen.question.key}.right")
    on = Button(texts.text("tutorial.next"), Id("lesson", step + 1, 0, f"{game}/show/"), Tone.MAIN)
    return Screen(
        (
            Text(f"{_heading(seen)}\n{texts.text('tutorial.right', why=why)}"),
            SCREENS[game].board(after),
            *pictures,
            Row((on,)),
        ),
        accent(seen.theme),
    )


def finished_screen(game: str, texts: Catalogue, theme: Theme) -> Screen:
    """The end of a tutorial, and what comes next."""
    return Screen(
        (
            Text(texts.text("tutorial.finished", game=texts.text(f"game.{game}"))),
            Row(
                (
                    Button(texts.text("tutorial.rules"), Id("rule", arg=f"{game}/{SCREENS[game].TOPICS[-1]}")),
                    Button(texts.text("tutorial.restart"), Id("lesson", 0, 0, f"{game}/show/")),
                )
            ),
        ),
        accent(theme),
    )


def tutorial_screen(game: str, step: int, texts: Catalogue, theme: Theme) -> Screen:
    """The lesson at which somebody stands, or the end."""
    if step >= len(lessons_of(game)):
        return finished_screen(game, texts, theme)
    return lesson_screen(taught(game, step, texts, theme))


def answer_screen(seen: Taught, text: str) -> tuple[Screen, bool]:
    """What follows from a move, and whether it is right. Raises BadNotation for a text that is none."""
    action = seen.table.game.parse_action(text)
    if action in seen.question.answers:
        return right_screen(seen, action), True
    return wrong_screen(seen, action, str(getattr(action, "card", ""))), False


def _heading(seen: Taught) -> str:
    match = seen.table.match
    title = seen.texts.text(f"tutorial.{match.game}.{seen.question.key}.title")
    return seen.texts.text("tutorial.heading", step=match.id + 1, steps=len(lessons_of(match.game)), title=title)


def _ways(seen: Taught) -> list[Button]:
    """The rulebook beside the lesson, and the way back to the first one."""
    match, texts = seen.table.match, seen.texts
    ways = [Button(texts.text("tutorial.rules"), Id("rule", arg=f"{match.game}/{SCREENS[match.game].TOPICS[0]}"))]
    if match.id:
        ways.append(Button(texts.text("tutorial.restart"), Id("lesson", 0, 0, f"{match.game}/show/")))
    return ways


def _held(seen: Taught, image: Image) -> Image:
    """The picture of a hand, whose words leave the table to the board above it."""
    return replace(image, words=partial(PICTURES[seen.table.match.game].held_words, seen.view, seen.texts))


def _hand(seen: Taught, selected: str) -> list[Block]:
    """The hand with what can be done. A lesson begins where its question is, so nothing is taken back."""
    kept: list[Block] = []
    for block in SCREENS[seen.table.match.game].hand(seen, selected):
        if isinstance(block, Image):
            kept.append(_held(seen, block))
        elif isinstance(block, Row):
            buttons = [each for each in block.buttons if not _takes_back(each)]
            if buttons:
                kept.append(Row(tuple(buttons)))
        else:
            kept.append(block)
    return kept


def _takes_back(button: object) -> bool:
    return isinstance(button, Button) and button.id.arg.endswith(f"/do/{TakeBack()}")
