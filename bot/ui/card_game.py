"""The card game's screens: the board, the hand with its three taps, the sheets, and the typed turn."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from bot.i18n import Catalogue
from bot.ui import cards
from bot.ui.images import board_image, hand_image, lesson_image, result_image, sheet_image
from bot.ui.screen import Block, Choice, Image, Text
from bot.ui.seen import Seen
from render import card_game as pictures
from render.theme import Theme
from render.words import card_name, colour_name, signed
from rules.card_game import CARD_GAME
from rules.card_game.lessons import lessons as lessons
from rules.card_game.scoring import BONUS_CARDS, score_expedition
from rules.card_game.state import Placement, Turn
from rules.card_game.view import View
from rules.cards import Card
from rules.game import Action, Event, RoundEnded, TakeBack
from rules.players.card_game.reasons import Why, explain
from rules.turns import Discard, Draw, Play

TURN_OPTIONS: Final[tuple[str, ...]] = ("card", "action", "draw")

FEW_STARTED: Final = 2
LATE: Final = 12
HALF: Final = 24
NEAR_BONUS: Final = 5
"""So many expeditions of one's own, cards in the deck, and cards in an expedition: what tips go by."""

TOPICS: Final[tuple[str, ...]] = ("turn", "order", "wagers", "scoring", "drawing", "end", "terms", "mistakes")

TOPIC_OF: Final[Mapping[str, str]] = {
    **dict.fromkeys(("not_your_turn", "draw_before_placing", "already_placed", "not_in_hand"), "turn"),
    **dict.fromkeys(("nothing_to_take_back", "bad_action", "bad_card", "no_such_seat"), "turn"),
    **dict.fromkeys(("lower_than_top", "equal_to_top"), "order"),
    "wager_after_number": "wagers",
    **dict.fromkeys(("just_discarded", "empty_pile", "no_such_pile", "stalled", "bad_draw"), "drawing"),
    **dict.fromkeys(("game_over", "already_left"), "end"),
    **dict.fromkeys(("unknown_option", "bad_option", "bad_seats"), "terms"),
}


def board(seen: Seen) -> Image:
    return board_image(seen, pictures)


def status(seen: Seen) -> str:
    view: View = seen.view
    heading = seen.texts.text("table.heading", round=view.round, rounds=view.options.rounds)
    return f"{heading} {seen.texts.plural('table.deck', view.deck_count)}"


def happened(event: Event, seen: Seen) -> str | None:
    if not isinstance(event, Turn):
        return None
    return cards.marks(event) + pictures.turn_words(event, seen.shown_names, seen.texts)


def sheet(seen: Seen, ended: RoundEnded) -> Image:
    return sheet_image(seen, ended.number, pictures)


def result(seen: Seen) -> Image:
    return result_image(seen, pictures)


def hand(seen: Seen, selected: str) -> tuple[Block, ...]:
    view: View = seen.view
    picture = hand_image(seen, pictures)
    if not seen.may_move:
        return (picture,)
    if view.placement is not None:
        return (picture, Text(_what_next(seen, view.placement)), *cards.draws(seen))
    return (picture, *cards.placing(seen, selected, partial(_play_label, seen), TOPIC_OF))


def planning(seen: Seen, selected: str) -> tuple[Block, ...]:
    return cards.planning(seen, selected, seen.view.fits)


def turn_choices(seen: Seen, option: str, given: Mapping[str, str]) -> list[Choice]:
    return cards.turn_choices(seen, option, given)


def typed_turn(seen: Seen, given: Mapping[str, str]) -> Sequence[Action]:
    turn = (cards.typed_placement(seen, given), cards.typed_draw(seen, given))
    # what was tapped before is replaced by what is typed
    return turn if seen.view.placement is None else (TakeBack(), *turn)


def named(view: View, action: Action, texts: Catalogue) -> str:
    return cards.named(view, action, texts)


def reason(view: View, action: Action, texts: Catalogue) -> str:
    assert isinstance(action, Play | Discard | Draw)
    why = explain(view, action)
    # a gift that gains nothing at once is no number to tell
    harmless = why.code is Why.LEAST and why.rival <= 0
    told = texts.text(
        "why.card_game.least_now" if harmless else f"why.card_game.{why.code}",
        colour="" if why.colour is None else colour_name(why.colour, texts),
        cards=cards.ranks(why.cards, texts),
        now=signed(why.now),
        then=signed(why.then),
        rival=signed(why.rival),
        waiting=why.waiting,
        turns=why.turns,
    )
    hopes = why.code in (Why.START, Why.RAISE, Why.GO_ON, Why.USEFUL) and why.then <= max(why.now, 0)
    return f"{told} {texts.text('why.hope')}" if hopes else told


def illustration(topic: str, texts: Catalogue, theme: Theme) -> Image | None:
    part = {"turn": "turn", "wagers": "score", "scoring": "score"}.get(topic)
    return None if part is None else lesson_image(CARD_GAME.key, part, pictures, texts, theme)


def tips(view: View) -> tuple[str, ...]:
    assert view.seat is not None
    own = view.columns[view.seat]
    started = [column for column in own if column]
    fitting = {
        "cost": len(started) <= FEW_STARTED,
        "late": view.deck_count <= LATE and len(started) < len(own),
        "wagers": view.deck_count > LATE and any(card.is_wager and view.fits(card) for card in view.hand),
        "discards": any(any(row) for seat, row in enumerate(view.columns) if seat != view.seat),
        "deck": view.deck_count <= HALF,
        "bonus": any(NEAR_BONUS <= len(column) < BONUS_CARDS for column in own),
    }
    return tuple(key for key, fits in fitting.items() if fits)


def _play_label(seen: Seen, card: Card) -> str:
    """What the expedition is worth, and will be."""
    column = seen.view.columns[seen.view.seat][card.colour]
    now, then = (signed(score_expedition(cards).total) for cards in (column, (*column, card)))
    return seen.texts.text("hand.play", card=card_name(card, seen.texts), now=now, then=then)


def _what_next(seen: Seen, placement: Placement) -> str:
    key = "hand.played" if isinstance(placement, Play) else "hand.discarded"
    return seen.texts.text(key, card=card_name(placement.card, seen.texts))
