"""The card game's screens: the board, the hand with its three taps, the sheets, and the typed turn."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from bot.i18n import Catalogue
from bot.ui.screen import Block, Button, Choice, Image, Text, Tone, rows
from bot.ui.seen import Seen
from bot.ui.words import refusal_text
from render import card_game as pictures
from render.theme import DARK
from render.words import card_name, colour_name, signed
from rules.card_game.scoring import score_expedition
from rules.card_game.state import Discard, Draw, Placement, Play, Turn, all_cards
from rules.card_game.view import View
from rules.cards import Card, Colour
from rules.game import Action, BadNotation, Event, RoundEnded, TakeBack

DECK: Final = "deck"
DISCARD: Final = "discard"
DOTS: Final = {
    Colour.YELLOW: "🟡",
    Colour.BLUE: "🔵",
    Colour.WHITE: "⚪",
    Colour.GREEN: "🟢",
    Colour.RED: "🔴",
    Colour.PURPLE: "🟣",
}
CARDS_PER_ROW: Final = 4


def board(seen: Seen) -> Image:
    view: View = seen.view
    whose = "public" if seen.seat is None else f"seat{seen.seat}"
    return Image(
        f"board-{seen.table.match.id}-{seen.table.match.ply}-{whose}",
        partial(pictures.board, view, seen.names, seen.texts, seen.theme),
        partial(pictures.board_words, view, seen.shown_names, seen.texts),
    )


def status(seen: Seen) -> str:
    view: View = seen.view
    heading = seen.texts.text("table.heading", round=view.round, rounds=view.options.rounds)
    return f"{heading} {seen.texts.plural('table.deck', view.deck_count)}"


def happened(event: Event, seen: Seen) -> str | None:
    return pictures.turn_words(event, seen.shown_names, seen.texts) if isinstance(event, Turn) else None


def sheet(seen: Seen, ended: RoundEnded) -> Image:
    view: View = seen.view
    result = view.results[ended.number - 1]
    after = tuple(map(sum, zip(*(past.points for past in view.results[: ended.number]), strict=True)))
    rounds = view.options.rounds
    return Image(
        f"sheet-{seen.table.match.id}-{ended.number}",
        partial(pictures.score_sheet, result, after, rounds, seen.names, seen.texts, seen.theme),
        partial(pictures.sheet_words, result, after, rounds, seen.shown_names, seen.texts),
    )


def result(seen: Seen) -> Image:
    view: View = seen.view
    return Image(
        f"result-{seen.table.match.id}",
        partial(pictures.result, view, seen.names, seen.texts, seen.theme),
        partial(pictures.result_words, view, seen.shown_names, seen.texts),
    )


def hand(seen: Seen, selected: str) -> tuple[Block, ...]:
    view: View = seen.view
    picture = Image(
        f"hand-{seen.table.match.id}-{seen.table.match.ply}",
        partial(pictures.hand, view, seen.names, seen.texts, seen.theme),
        partial(pictures.hand_words, view, seen.shown_names, seen.texts),
    )
    if view.seat is None or view.turn != view.seat:
        return (picture,)
    if view.placement is not None:
        return (picture, Text(_what_next(seen, view.placement)), *rows(_draws(seen)))
    card = _held(view, selected)
    cards = rows([_card(seen, each, each == card) for each in dict.fromkeys(view.hand)], CARDS_PER_ROW)
    if card is None:
        return (picture, Text(seen.texts.text("hand.tap_a_card")), *cards)
    return (picture, *cards, *_placements(seen, card))


def turn_choices(seen: Seen, option: str, given: Mapping[str, str]) -> list[Choice]:
    view: View = seen.view
    if option == "card":
        return [Choice(card_name(card, seen.texts), str(card)) for card in dict.fromkeys(view.hand)]
    choices = [Choice(seen.texts.plural("hand.draw_deck", view.deck_count), DECK)]
    closed = _read_card(given.get("card", ""), seen.texts) if given.get("action") == DISCARD else None
    for colour, pile in zip(view.colours, view.piles, strict=True):
        if pile and not view.stalled and (closed is None or closed.colour != colour):
            choices.append(Choice(card_name(pile[-1], seen.texts), colour.letter))
    return choices


def typed_turn(seen: Seen, given: Mapping[str, str]) -> Sequence[Action]:
    view: View = seen.view
    card = _read_card(given["card"], seen.texts)
    if card is None:
        raise BadNotation("bad_card", text=given["card"][:20])
    placement = Discard(card) if given["action"] == DISCARD else Play(card)
    draw = _read_draw(given["draw"], seen)
    if view.placement is not None:
        # the first half was tapped before: the typed turn replaces it
        return (TakeBack(), placement, draw)
    return (placement, draw)


def lesson(texts: Catalogue) -> tuple[Block, ...]:
    picture = Image(
        "rules-card-game",
        partial(pictures.lesson, texts, DARK),
        partial(pictures.lesson_words, texts),
    )
    return (Text(texts.text("rules.card_game.turn")), picture, Text(texts.text("rules.card_game.scoring")))


def _held(view: View, selected: str) -> Card | None:
    """The card that was tapped, if it is still in the hand."""
    return next((card for card in view.hand if str(card) == selected), None)


def _card(seen: Seen, card: Card, selected: bool) -> Button:
    tone = Tone.GOOD if selected else Tone.MAIN if seen.refusal(Play(card)) is None else Tone.PLAIN
    return Button(card_name(card, seen.texts), seen.id("card", str(card)), tone, DOTS[card.colour])


def _placements(seen: Seen, card: Card) -> tuple[Block, ...]:
    """What can be done with the card that was tapped, or why it cannot be played."""
    texts = seen.texts
    view: View = seen.view
    name = card_name(card, texts)
    put_away = Button(texts.text("hand.discard", card=name), seen.id("do", str(Discard(card))))
    refusal = seen.refusal(Play(card))
    if refusal is not None:
        return (Text(refusal_text(refusal, texts)), *rows([put_away]))
    assert view.seat is not None
    column = view.columns[view.seat][card.colour]
    now, then = (signed(score_expedition(cards).total) for cards in (column, (*column, card)))
    play = Button(texts.text("hand.play", card=name, now=now, then=then), seen.id("do", str(Play(card))), Tone.GOOD)
    return rows([play, put_away])


def _what_next(seen: Seen, placement: Placement) -> str:
    key = "hand.played" if isinstance(placement, Play) else "hand.discarded"
    return seen.texts.text(key, card=card_name(placement.card, seen.texts))


def _draws(seen: Seen) -> list[Button]:
    view: View = seen.view
    buttons: list[Button] = []
    for action in seen.legal:
        match action:
            case Draw(None):
                label = seen.texts.plural("hand.draw_deck", view.deck_count)
                buttons.append(Button(label, seen.id("do", str(action)), Tone.MAIN))
            case Draw(Colour() as pile):
                label = card_name(view.piles[pile][-1], seen.texts)
                buttons.append(Button(label, seen.id("do", str(action)), Tone.MAIN, DOTS[pile]))
            case _:
                buttons.append(Button(seen.texts.text("hand.take_back"), seen.id("do", str(action))))
    return buttons


def _read_card(text: str, texts: Catalogue) -> Card | None:
    """A card typed in its short form or in words, in any case; None for anything else."""
    wanted = text.strip().casefold()
    for card in dict.fromkeys(all_cards(len(Colour))):
        if wanted in (str(card).casefold(), card_name(card, texts).casefold()):
            return card
    return None


def _read_draw(text: str, seen: Seen) -> Draw:
    """A draw typed as what it draws from or as the card that it takes."""
    wanted = text.strip().casefold()
    if wanted in (DECK, seen.texts.text("hand.deck").casefold()):
        return Draw()
    card = _read_card(text, seen.texts)
    for colour in Colour:
        if wanted in (colour.letter.casefold(), colour_name(colour, seen.texts).casefold()):
            return Draw(colour)
    if card is not None and card in [pile[-1] for pile in seen.view.piles if pile]:
        return Draw(card.colour)
    raise BadNotation("bad_draw", text=text[:20])
