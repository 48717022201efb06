"""A hand of cards to tap and a turn to type, as the games with ``rules.turns`` have them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias
from unicodedata import normalize

from bot.i18n import Catalogue
from bot.ui.emoji import in_text, on_button
from bot.ui.passages import passage_button
from bot.ui.screen import Block, Button, Choice, Row, Text, Tone, rows
from bot.ui.seen import Seen
from bot.ui.words import refusal_text
from render.words import card_name, colour_name
from rules.cards import WAGER, Card, Colour
from rules.game import Action, BadNotation, TakeBack
from rules.turns import CompleteTurn, Discard, Draw, Play

DECK: Final = "deck"
DISCARD: Final = "discard"
CARDS_PER_ROW: Final = 4
_EVERY_CARD: Final = tuple(Card(colour, rank) for colour in Colour for rank in (WAGER, *range(11)))

PlayLabel: TypeAlias = Callable[[Card], str]
"""What a button says that plays a card: what playing it leads to."""


def placing(seen: Seen, selected: str, play_label: PlayLabel, topic_of: Mapping[str, str]) -> tuple[Block, ...]:
    """The cards to tap and, once one is ``selected``, what can be done with it.

    ``topic_of`` are the passages of the game's rules about refusals by their codes.
    """
    hand = tuple(dict.fromkeys(seen.view.hand))
    card = next((card for card in hand if str(card) == selected), None)
    legal = seen.legal
    buttons = rows([_card(seen, each, each == card, Play(each) in legal) for each in hand], CARDS_PER_ROW)
    if card is None:
        return (Text(seen.texts.text("hand.tap_a_card")), *buttons)
    return (*buttons, *_placements(seen, card, play_label, topic_of))


def _card(seen: Seen, card: Card, selected: bool, playable: bool) -> Button:
    """One button is enough for equal cards."""
    tone = Tone.GOOD if selected else Tone.MAIN if playable else Tone.PLAIN
    return Button(card_name(card, seen.texts), seen.id("card", str(card)), tone, on_button(card))


def _placements(seen: Seen, card: Card, play_label: PlayLabel, topic_of: Mapping[str, str]) -> tuple[Block, ...]:
    """What can be done with the card that was tapped, or why it cannot be played."""
    texts = seen.texts
    put_away = Button(texts.text("hand.discard", card=card_name(card, texts)), seen.id("do", str(Discard(card))))
    refusal = seen.refusal(Play(card))
    if refusal is not None:
        rule = passage_button(seen.table.match.game, topic_of[refusal.code], texts)
        return (Text(refusal_text(refusal, texts)), *rows([put_away, rule]))
    return rows([Button(play_label(card), seen.id("do", str(Play(card))), Tone.GOOD), put_away])


def planning(seen: Seen, selected: str, playable: Callable[[Card], bool]) -> tuple[Block, ...]:
    """The cards of which one can be placed next, and once one is ``selected`` the ways to place it.

    ``playable`` says of which cards playing is a whole turn.
    """
    texts = seen.texts
    hand = tuple(dict.fromkeys(seen.view.hand))
    card = next((card for card in hand if str(card) == selected), None)
    buttons = [
        Button(
            card_name(each, texts),
            seen.id("plan", str(each)),
            Tone.GOOD if each == card else Tone.PLAIN,
            on_button(each),
        )
        for each in hand
    ]
    if card is None:
        return (Text(texts.text("plan.tap_a_card")), *rows(buttons, CARDS_PER_ROW))
    placements = (Play(card), Discard(card)) if playable(card) else (Discard(card),)
    keys = {Play: "plan.play", Discard: "plan.discard"}
    ways = [
        Button(texts.text(keys[type(each)], card=card_name(card, texts)), seen.id("set_plan", str(each)), Tone.GOOD)
        for each in placements
    ]
    note = () if len(ways) > 1 else (Text(texts.text("plan.only_discard")),)
    return (*rows(buttons, CARDS_PER_ROW), *note, *rows(ways))


def draws(seen: Seen) -> tuple[Row, ...]:
    """Where a card can be drawn from, and the way back."""
    buttons: list[Button] = []
    for action in seen.legal:
        match action:
            case Draw(None):
                label = seen.texts.plural("hand.draw_deck", seen.view.deck_count)
                buttons.append(Button(label, seen.id("do", str(action)), Tone.MAIN))
            case Draw(Colour() as pile):
                card = seen.view.piles[pile][-1]
                label = card_name(card, seen.texts)
                buttons.append(Button(label, seen.id("do", str(action)), Tone.MAIN, on_button(card)))
            case TakeBack():
                buttons.append(take_back(seen))
            case _:
                pass
    return rows(buttons)


def marks(turn: CompleteTurn) -> str:
    """The cards of a turn that everybody saw, placed and picked up, as emojis to stand before the words for it."""
    draw = turn.draw
    picked_up = [] if draw is None or draw.pile is None or turn.drawn is None else [turn.drawn]
    return in_text([turn.placement.card, *picked_up])


def named(view: Any, action: Action, texts: Catalogue) -> str:
    """A placement or a draw in words."""
    match action:
        case Play(card):
            return texts.text("move.play", card=card_name(card, texts))
        case Discard(card):
            return texts.text("move.discard", card=card_name(card, texts))
        case Draw(Colour() as pile):
            return texts.text("move.take", card=card_name(view.piles[pile][-1], texts))
        case _:
            return texts.text("move.draw")


def ranks(cards: Iterable[Card], texts: Catalogue) -> str:
    """Cards of one colour, by their ranks alone."""
    return texts.list([texts.text("why.wager") if card.is_wager else str(card.rank) for card in cards])


def take_back(seen: Seen) -> Button:
    return Button(seen.texts.text("hand.take_back"), seen.id("do", str(TakeBack())))


def turn_choices(seen: Seen, option: str, given: Mapping[str, str]) -> list[Choice]:
    """What the options ``card`` and ``draw`` of a typed turn can be."""
    view = seen.view
    if option == "card":
        return [Choice(card_name(card, seen.texts), str(card)) for card in dict.fromkeys(view.hand)]
    choices = [Choice(seen.texts.plural("hand.draw_deck", view.deck_count), DECK)]
    closed = read_card(given.get("card", ""), seen.texts) if given.get("action") == DISCARD else None
    for colour, pile in zip(view.colours, view.piles, strict=True):
        if pile and not view.stalled and (closed is None or closed.colour != colour):
            choices.append(Choice(card_name(pile[-1], seen.texts), colour.letter))
    return choices


def typed_placement(seen: Seen, given: Mapping[str, str]) -> Play | Discard:
    """The first step of a typed turn. Raises BadNotation for what is no card."""
    card = read_card(given["card"], seen.texts)
    if card is None:
        raise BadNotation("bad_card", text=given["card"][:20])
    return Discard(card) if given["action"] == DISCARD else Play(card)


def typed_draw(seen: Seen, given: Mapping[str, str]) -> Draw:
    """The draw of a typed turn: what it draws from, or the card that it takes. Raises BadNotation for neither."""
    text = given["draw"]
    if comparable(text) in (DECK, comparable(seen.texts.text("hand.deck"))):
        return Draw()
    colour = read_colour(text, seen.texts)
    if colour is not None:
        return Draw(colour)
    card = read_card(text, seen.texts)
    if card is not None and card in [pile[-1] for pile in seen.view.piles if pile]:
        return Draw(card.colour)
    raise BadNotation("bad_draw", text=text[:20])


def read_card(text: str, texts: Catalogue) -> Card | None:
    """A card typed in its short form or in words, in any case; None for anything else."""
    wanted = comparable(text)
    for card in _EVERY_CARD:
        if wanted in (comparable(str(card)), comparable(card_name(card, texts))):
            return card
    return None


def comparable(text: str) -> str:
    """What is typed without what does not matter: case, blanks, and the width of figures typed in Japanese."""
    return "".join(normalize("NFKC", text).casefold().split())


def read_colour(text: str, texts: Catalogue) -> Colour | None:
    """A colour typed as its letter or in words, in any case; None for anything else."""
    wanted = comparable(text)
    for colour in Colour:
        if wanted in (comparable(colour.letter), comparable(colour_name(colour, texts))):
            return colour
    return None
