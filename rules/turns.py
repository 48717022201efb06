"""A turn in which one card is placed and one is drawn, as the card game and the board game have it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol, TypeAlias

from rules.cards import COLOUR_OF_LETTER, Card, Colour, parse_card
from rules.game import SHARED_ACTIONS, Action, BadNotation, Event, IllegalAction, Seat

HAND_SIZE: Final = 8
STALL_LIMIT: Final = 100
"""So many null turns in a row close the piles until the deck is drawn from (RULES.md 1.8)."""

Cards: TypeAlias = tuple[Card, ...]
Columns: TypeAlias = tuple[tuple[Cards, ...], ...]
"""The cards played, ``columns[seat][colour]``, each column in the order in which they were."""


@dataclass(frozen=True, slots=True)
class Play(Action):
    """First step: put a card on one's own expedition of its colour."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """First step: put a card on the discard pile of its colour."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Last step: take the top card of a discard pile, or of the deck if ``pile`` is None."""

    pile: Colour | None = None

    def __str__(self) -> str:
        return f"draw {'deck' if self.pile is None else self.pile.letter}"


@dataclass(frozen=True, slots=True)
class Acted(Event):
    """An action of a turn that is not complete yet: known to its own seat only."""

    seat: Seat
    action: Action

    def seen_by(self, seat: Seat | None) -> "Acted | None":
        return self if seat == self.seat else None


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """An action of a turn that is not complete yet was undone: known to its own seat only, as that action was."""

    seat: Seat
    action: Action

    def seen_by(self, seat: Seat | None) -> "TakenBack | None":
        return self if seat == self.seat else None


class CompleteTurn(Protocol):
    """What the games' events of complete turns have in common.

    ``draw`` is None if the turn ended without one, ``drawn`` if there was none or it is unknown.
    """

    @property
    def seat(self) -> Seat: ...

    @property
    def placement(self) -> "Play | Discard": ...

    @property
    def draw(self) -> "Draw | None": ...

    @property
    def drawn(self) -> Card | None: ...


def still_held(history: Iterable[CompleteTurn], seat: Seat | None, hand: Cards) -> Card | None:
    """The card that ``seat`` drew last in ``history``, if it is still in its ``hand``."""
    last = None
    for turn in history:
        if turn.seat == seat:
            last = turn.drawn
    return last if last in hand else None


def known_cards(history: Iterable[CompleteTurn], seat: Seat) -> Cards:
    """The cards of the hand of ``seat``, sorted, that others know: in ``history`` seen when drawn, not placed since.

    ``history`` is that of a round as another seat may know it.
    """
    held: Counter[Card] = Counter()
    for turn in history:
        if turn.seat != seat:
            continue
        if held[turn.placement.card]:
            held[turn.placement.card] -= 1
        if turn.drawn is not None:
            held[turn.drawn] += 1
    return tuple(sorted(held.elements()))


def null_run(history: Sequence[CompleteTurn]) -> int:
    """How many of the latest turns of a round brought neither a card onto an expedition nor one from the deck."""
    run = 0
    for turn in reversed(history):
        if not isinstance(turn.placement, Discard) or turn.draw is None or turn.draw.pile is None:
            break
        run += 1
    return run


# logs in memory hold the same few actions thousands of times
@lru_cache(maxsize=512)
def parse_step(text: str, deck: frozenset[Card]) -> Action:
    """The shared action, play, discard or draw whose text form is ``text``.

    Raises BadNotation for another text, and for a card that is not in the game's ``deck``.
    """
    if text in SHARED_ACTIONS:
        return SHARED_ACTIONS[text]
    verb, _, what = text.partition(" ")
    if verb in {"play", "discard"}:
        card = parse_card(what)
        if card not in deck:
            raise BadNotation("bad_card", text=what[:20])
        return Play(card) if verb == "play" else Discard(card)
    if verb == "draw" and what == "deck":
        return Draw()
    if verb == "draw" and what in COLOUR_OF_LETTER:
        return Draw(COLOUR_OF_LETTER[what])
    raise BadNotation("bad_action", text=text[:40])


def refused_draw(draw: Draw, placement: Play | Discard, piles: Sequence[Cards]) -> IllegalAction:
    """Why the card cannot be drawn from where ``draw`` says, after ``placement`` and with these ``piles``."""
    pile = draw.pile
    if pile is None or pile >= len(piles):
        return IllegalAction("no_such_pile")
    if isinstance(placement, Discard) and placement.card.colour == pile:
        return IllegalAction("just_discarded", pile=pile.letter)
    if not piles[pile]:
        return IllegalAction("empty_pile", pile=pile.letter)
    return IllegalAction("stalled", pile=pile.letter, limit=STALL_LIMIT)
