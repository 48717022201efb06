"""Positions to draw: fixed deals, played through the rules by a simple rule of thumb."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from rules.card_game import CARD_GAME
from rules.card_game.state import Discard, Draw, Play, State
from rules.cards import Card
from rules.game import Leave, Seat, Termination
from rules.shuffle import Deal

NAMES: Final = ("Amelia", "Roald")


def match(seed: int, colours: int = 5, rounds: int = 3) -> Iterator[State]:
    """Every state of a match of sensible play, step by step, from the first deal to the end."""
    deal = Deal(sha256(str(seed).encode()).digest(), ())
    state = CARD_GAME.start({"colours": colours, "rounds": rounds}, 2, deal).state
    yield state
    while state.turn is not None:
        action = _placement(state, state.turn) if state.placement is None else _draw(state)
        state = CARD_GAME.apply(state, state.turn, action).state
        yield state


def _placement(state: State, seat: Seat) -> Play | Discard:
    """The cheapest step upwards, else the card that is worth least to keep."""
    columns = state.columns[seat]
    plays = [action for action in CARD_GAME.legal_actions(state, seat) if isinstance(action, Play)]
    hand = state.hands[seat]

    def step(card: Card) -> float:
        column = columns[card.colour]
        held = sum(max(other.rank, 4) for other in hand if other.colour == card.colour and other.rank >= card.rank)
        if not column:
            return 14 - held / 3 if held >= 16 or len(state.deck) < 10 else 99
        return card.rank - max(column[-1].rank, 1)

    best = min(plays, key=lambda play: step(play.card), default=None)
    if best is not None and step(best.card) <= 7:
        return best
    playable = {play.card for play in plays}
    dead = [card for card in hand if card not in playable]
    return Discard(min(dead or hand, key=lambda card: (card.rank, card.colour)))


def _draw(state: State) -> Draw:
    """A pile whose top can be played soon, else the deck."""
    assert state.turn is not None
    for action in CARD_GAME.legal_actions(state, state.turn):
        if isinstance(action, Draw) and action.pile is not None:
            card, column = state.piles[action.pile][-1], state.columns[state.turn][action.pile]
            if column and not card.is_wager and 0 < card.rank - column[-1].rank <= 4:
                return action
    return Draw()


def resigned(state: State, seat: Seat) -> State:
    return CARD_GAME.apply(state, seat, Leave(Termination.RESIGNATION)).state
