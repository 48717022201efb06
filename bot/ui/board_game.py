"""The board game's screens: the board, the hand with one question at a time, the sheets, and the typed turn."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from bot.i18n import Catalogue
from bot.ui import cards
from bot.ui.emoji import on_button
from bot.ui.images import board_image, hand_image, lesson_image, result_image, sheet_image
from bot.ui.screen import Block, Button, Choice, Image, Text, Tone, rows
from bot.ui.seen import Seen
from render import board_game as pictures
from render.theme import Theme
from render.words import card_name, colour_name, signed
from rules.board_game import BOARD_GAME
from rules.board_game.lessons import lessons as lessons
from rules.board_game.scoring import Figure
from rules.board_game.state import STEPS, ChooseFigure, MoveFigure, Phase, Stay, Tile, Turn
from rules.board_game.view import View
from rules.cards import Card, Colour
from rules.game import Action, BadNotation, Event, RoundEnded, RoundStarted, RuleError, TakeBack
from rules.players.board_game.reasons import Why, explain
from rules.turns import Discard, Draw, Play

TURN_OPTIONS: Final[tuple[str, ...]] = ("card", "action", "draw", "figure")

LATE: Final = 16
SEVERAL: Final = 3
"""So many cards in the deck, and so many figures: what tips go by."""

TOPICS: Final[tuple[str, ...]] = (
    "turn",
    "start",
    "moving",
    "tiles",
    "last_step",
    "drawing",
    "artifacts",
    "end",
    "keltis",
    "terms",
    "mistakes",
)

TOPIC_OF: Final[Mapping[str, str]] = {
    **dict.fromkeys(("not_your_turn", "draw_before_placing", "already_placed", "not_in_hand"), "turn"),
    **dict.fromkeys(("nothing_to_take_back", "bad_action", "bad_card", "no_such_seat"), "turn"),
    **dict.fromkeys(("no_figure_to_choose", "figure_to_choose", "no_figure_there", "bad_figure"), "start"),
    "lower_than_top": "moving",
    "higher_than_top": "keltis",
    **dict.fromkeys(("no_move_to_make", "move_to_make"), "tiles"),
    "figure_at_the_end": "last_step",
    **dict.fromkeys(("just_discarded", "empty_pile", "no_such_pile", "stalled", "bad_draw"), "drawing"),
    **dict.fromkeys(("game_over", "already_left"), "end"),
    **dict.fromkeys(("unknown_option", "bad_option", "bad_seats"), "terms"),
}

_BETWEEN_WORDS: Final = re.compile(r"[\s,\u3001\uff0c]+")


def board(seen: Seen) -> Image:
    return board_image(seen, pictures)


def status(seen: Seen) -> str:
    view: View = seen.view
    heading = seen.texts.text("board_game.heading", round=view.round, rounds=view.options.rounds)
    return f"{heading} {seen.texts.plural('table.deck', view.deck_count)}"


def happened(event: Event, seen: Seen) -> str | None:
    match event:
        case Turn():
            return cards.marks(event) + pictures.turn_words(event, seen.shown_names, seen.texts)
        case RoundStarted(number, starter):
            return seen.texts.text("board_game.starts", round=number, name=seen.shown_names[starter])
        case RoundEnded(number):
            return seen.texts.text("board_game.ends", round=number)
        case _:
            return None


def sheet(seen: Seen, ended: RoundEnded) -> Image:
    return sheet_image(seen, ended.number, pictures)


def result(seen: Seen) -> Image:
    return result_image(seen, pictures)


def hand(seen: Seen, selected: str) -> tuple[Block, ...]:
    view: View = seen.view
    picture = hand_image(seen, pictures)
    if not seen.may_move:
        return (picture,)
    match view.phase:
        case Phase.PLACE:
            return (picture, *cards.placing(seen, selected, partial(_play_label, seen), TOPIC_OF))
        case Phase.FIGURE:
            return (picture, Text(seen.texts.text("board_game.which_figure")), *_choices(seen))
        case Phase.ARROW:
            return (picture, Text(seen.texts.text("board_game.arrow")), *_choices(seen))
        case Phase.LAST_STEP:
            return (picture, Text(seen.texts.text("board_game.last_step")), *_choices(seen))
        case _:
            return (picture, Text(seen.texts.text("board_game.draw")), *cards.draws(seen))


def planning(seen: Seen, selected: str) -> tuple[Block, ...]:
    return cards.planning(seen, selected, partial(_asks_nothing, seen.view))


def _asks_nothing(view: View, card: Card) -> bool:
    """Whether a card can be played, as the table is, without a further decision."""
    assert view.seat is not None
    if not view.fits(card):
        return False
    figure = view.figures[view.seat][card.colour]
    if figure is None:
        researcher, adventurers = pictures.unused(view, view.seat)
        return not (researcher and adventurers)
    return figure.step < STEPS and view.tiles[card.colour][figure.step] is not Tile.ARROW


def turn_choices(seen: Seen, option: str, given: Mapping[str, str]) -> list[Choice]:
    if option != "figure":
        return cards.turn_choices(seen, option, given)
    texts = seen.texts
    view: View = seen.view
    assert view.seat is not None
    paths = [colour for colour in view.colours if view.figures[view.seat][colour] is not None]
    return [
        *(Choice(texts.text(f"board_game.{figure}"), figure) for figure in ("adventurer", "researcher")),
        *(Choice(texts.text("board_game.move_on", colour=colour_name(path, texts)), path.letter) for path in paths),
        Choice(texts.text("board_game.stay"), "stay"),
    ]


def typed_turn(seen: Seen, given: Mapping[str, str]) -> Sequence[Action]:
    """The decisions between placement and draw stand in ``figure``, apart by spaces or commas, in order."""
    typed: list[Action] = [cards.typed_placement(seen, given)]
    typed += [_read_choice(word, seen.texts) for word in _BETWEEN_WORDS.split(given.get("figure", "")) if word]
    typed.append(cards.typed_draw(seen, given))
    back: list[Action] = [TakeBack()] * len(seen.view.unfinished)
    return (*back, *_until_complete(seen, back, typed))


def named(view: View, action: Action, texts: Catalogue) -> str:
    match action:
        case ChooseFigure(researcher):
            return texts.text("move.researcher" if researcher else "move.adventurer")
        case MoveFigure(path):
            return texts.text("move.figure", colour=colour_name(path, texts))
        case Stay():
            return texts.text("move.stay")
        case _:
            return cards.named(view, action, texts)


def reason(view: View, action: Action, texts: Catalogue) -> str:
    assert isinstance(action, Play | Discard | Draw | ChooseFigure | MoveFigure | Stay)
    why = explain(view, action)
    # a figure that moves without a card goes one step
    alone = why.code is Why.GO_ON and not why.cards
    # a gift that gains nothing at once is no number to tell
    harmless = why.code is Why.LEAST and why.rival <= 0
    told = texts.text(
        "why.board_game.step" if alone else "why.board_game.least_now" if harmless else f"why.board_game.{why.code}",
        colour="" if why.path is None else colour_name(why.path, texts),
        cards=cards.ranks(why.cards, texts),
        now=signed(why.now),
        then=signed(why.then),
        step=why.step,
        tile="" if why.tile is None else pictures.tile_name(why.tile, texts),
        rival=signed(why.rival),
        waiting=why.waiting,
        turns=why.turns,
    )
    growing = (Why.START, Why.GO_ON, Why.USEFUL, Why.RESEARCHER, Why.ADVENTURER)
    hopes = why.code in growing and not alone and why.then <= max(why.now, 0)
    return f"{told} {texts.text('why.hope')}" if hopes else told


def illustration(topic: str, texts: Catalogue, theme: Theme) -> Image | None:
    part = {"turn": "turn", "tiles": "turn", "end": "end", "artifacts": "artifacts"}.get(topic)
    return None if part is None else lesson_image(BOARD_GAME.key, part, pictures, texts, theme)


def tips(view: View) -> tuple[str, ...]:
    assert view.seat is not None
    own = [figure for figure in view.figures[view.seat] if figure is not None]
    paths = len(view.colours)
    fitting = {
        "small_steps": view.deck_count > LATE,
        "researcher": not any(figure.researcher for figure in own) and len(own) < paths,
        "late": view.deck_count <= LATE and len(own) < paths,
        "arrows": len(own) >= SEVERAL,
        "artifacts": bool(own),
        "bridges": view.crossed >= SEVERAL,
    }
    return tuple(key for key, fits in fitting.items() if fits)


def _play_label(seen: Seen, card: Card) -> str:
    """Where the card takes the figure of its path, and what waits there."""
    view: View = seen.view
    texts = seen.texts
    assert view.seat is not None
    name = card_name(card, texts)
    figure = view.figures[view.seat][card.colour]
    if figure is None:
        return texts.text("board_game.play_start", card=name)
    if figure.step == STEPS:
        return texts.text("board_game.play_last", card=name)
    moved = Figure(figure.researcher, figure.step + 1)
    return texts.text("board_game.play_move", card=name, where=_where(view, card.colour, moved, texts))


def _choices(seen: Seen) -> tuple[Block, ...]:
    """One button a decision that the rules offer: who may move, then nobody, and the way back last."""
    view: View = seen.view
    texts = seen.texts
    assert view.seat is not None
    buttons: list[Button] = []
    for action in seen.legal:
        match action:
            case ChooseFigure(researcher):
                figure = Figure(researcher, 1)
                key = "board_game.start_researcher" if researcher else "board_game.start_adventurer"
                label = texts.text(key, points=signed(figure.points))
                buttons.append(Button(label, seen.id("do", str(action)), Tone.MAIN))
            case MoveFigure(path):
                figure = view.figures[view.seat][path]
                assert figure is not None
                moved = Figure(figure.researcher, figure.step + 1)
                where = _where(view, path, moved, texts)
                label = texts.text("board_game.move", colour=colour_name(path, texts), where=where)
                buttons.append(Button(label, seen.id("do", str(action)), Tone.MAIN, on_button(path)))
            case _:
                pass
    if Stay() in seen.legal:
        buttons.append(Button(texts.text("board_game.stay"), seen.id("do", str(Stay()))))
    return rows([*buttons, cards.take_back(seen)], 3)


def _where(view: View, path: Colour, figure: Figure, texts: Catalogue) -> str:
    """The step of a figure with what it is worth there and the tile that it meets."""
    step = texts.text("board_game.step", step=figure.step, points=signed(figure.points))
    tile = view.tiles[path][figure.step - 1]
    match tile:
        case None:
            return step
        case Tile.ARTIFACT | Tile.ARROW:
            return f"{step}, {texts.text(f'board_game.tile.{tile.name.lower()}')}"
        case _:
            return f"{step}, {texts.plural('board_game.tile.points', tile.points)}"


def _read_choice(word: str, texts: Catalogue) -> Action:
    wanted = cards.comparable(word)
    for name in ("adventurer", "researcher"):
        if wanted in (name, cards.comparable(texts.text(f"board_game.{name}"))):
            return ChooseFigure(name == "researcher")
    if wanted in ("stay", cards.comparable(texts.text("board_game.stay"))):
        return Stay()
    path = cards.read_colour(word, texts)
    if path is None:
        raise BadNotation("bad_figure", text=word[:20])
    return MoveFigure(path)


def _until_complete(seen: Seen, before: Sequence[Action], typed: Sequence[Action]) -> list[Action]:
    """``typed`` without what follows the end of the turn: a bridge may end the expedition before the draw."""
    assert seen.seat is not None
    state = seen.table.state
    for action in before:
        state = seen.table.game.apply(state, seen.seat, action).state
    for count, action in enumerate(typed, 1):
        try:
            after = seen.table.game.apply(state, seen.seat, action).state
        except RuleError:
            break
        if after.turns > state.turns:
            return list(typed[:count])
        state = after
    # whatever is wrong with it, the match says when it is told the whole
    return list(typed)
