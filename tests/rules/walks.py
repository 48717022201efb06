"""Random matches of any game, repeatable by their seed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.game import Action, AnyGame, Applied, OptionValue, Seat, TakeBack
from rules.shuffle import SECRET_BYTES, Deal


@dataclass(frozen=True)
class Move:
    """One action on the way: the state before, who did what, and what it led to."""

    before: Any
    seat: Seat
    action: Action
    applied: Applied[Any]


def deal_of(seed: int) -> Deal:
    return Deal(seed.to_bytes(SECRET_BYTES), ("guest", str(seed)))


def walk(
    game: AnyGame,
    seed: int,
    options: Mapping[str, OptionValue] | None = None,
    seats: int | None = None,
    take_backs: float = 0.1,
) -> Iterator[Move]:
    """Play a match at random to its end; ``take_backs`` is how often a seat undoes its action when it can."""
    random = Random(seed)
    state = game.start(options or {}, seats or min(game.seats), deal_of(seed)).state
    while state.turn is not None:
        seat = state.turn
        actions = game.legal_actions(state, seat)
        onward = [action for action in actions if not isinstance(action, TakeBack)]
        back = len(onward) < len(actions) and random.random() < take_backs
        action = TakeBack() if back else random.choice(onward)
        applied = game.apply(state, seat, action)
        yield Move(state, seat, action, applied)
        state = applied.state
