"""Random matches of any game, repeatable by their seed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.game import Action, AnyGame, Applied, Leave, OptionValue, Seat, TakeBack, Termination
from rules.shuffle import SECRET_BYTES, Deal


@dataclass(frozen=True)
class Move:
    """One action on the way: the state before, who did what, and what it led to."""

    before: Any
    seat: Seat
    action: Action
    applied: Applied[Any]


Choose = Callable[[Any, Sequence[Action], Random], Action]
"""Chooses one of the legal actions of the seat to act in a state."""


def deal_of(seed: int) -> Deal:
    return Deal(seed.to_bytes(SECRET_BYTES), ("guest", str(seed)))


def at_random(state: Any, actions: Sequence[Action], random: Random) -> Action:
    """Any of the actions."""
    del state
    return random.choice(actions)


def walk(
    game: AnyGame,
    seed: int,
    options: Mapping[str, OptionValue] | None = None,
    seats: int | None = None,
    take_backs: float = 0.1,
    leaves: float = 0.0,
    choose: Choose = at_random,
) -> Iterator[Move]:
    """Play a match at random to its end.

    ``take_backs`` is how often a seat undoes its action when it can, ``leaves`` how often one of them all gives up,
    which somebody else then plays on or not.
    ``choose`` makes one of the other actions out of the state.
    """
    random = Random(seed)
    state = game.start(options or {}, seats or min(game.seats), deal_of(seed)).state
    staying = list(range(seats or min(game.seats)))
    while state.turn is not None:
        if random.random() < leaves:
            seat = staying.pop(random.randrange(len(staying)))
            action = Leave(random.choice((Termination.RESIGNATION, Termination.TIME_OUT)), random.random() < 0.5)
            applied = game.apply(state, seat, action)
            yield Move(state, seat, action, applied)
            state = applied.state
            continue
        seat = state.turn
        actions = game.legal_actions(state, seat)
        onward = [action for action in actions if not isinstance(action, TakeBack)]
        back = len(onward) < len(actions) and random.random() < take_backs
        action = TakeBack() if back else choose(state, onward, random)
        applied = game.apply(state, seat, action)
        yield Move(state, seat, action, applied)
        state = applied.state
