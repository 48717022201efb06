"""Random matches of any game, repeatable by their seed."""

from collections.abc import Iterator, Mapping, Sequence
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


def deal_of(seed: int) -> Deal:
    return Deal(seed.to_bytes(SECRET_BYTES), ("guest", str(seed)))


def walk(
    game: AnyGame,
    seed: int,
    options: Mapping[str, OptionValue] | None = None,
    seats: int | None = None,
    take_backs: float = 0.1,
    leaves: float = 0.0,
    hurry: float = 0.0,
) -> Iterator[Move]:
    """Play a match at random to its end.

    ``take_backs`` is how often a seat undoes its action when it can, ``leaves`` how often one of them all gives up,
    ``hurry`` as in ``chosen``.
    """
    random = Random(seed)
    state = game.start(options or {}, seats or min(game.seats), deal_of(seed)).state
    staying = list(range(seats or min(game.seats)))
    while state.turn is not None:
        if random.random() < leaves:
            seat = staying.pop(random.randrange(len(staying)))
            action = Leave(random.choice((Termination.RESIGNATION, Termination.TIME_OUT)))
            applied = game.apply(state, seat, action)
            yield Move(state, seat, action, applied)
            state = applied.state
            continue
        seat = state.turn
        action = chosen(game.legal_actions(state, seat), random, hurry, take_backs)
        applied = game.apply(state, seat, action)
        yield Move(state, seat, action, applied)
        state = applied.state


def chosen(actions: Sequence[Action], random: Random, hurry: float, take_backs: float) -> Action:
    """One of ``actions`` at random.

    ``hurry`` is how often the first action of the last kind on offer is taken instead of any, which shortens a match.
    """
    onward = [action for action in actions if not isinstance(action, TakeBack)]
    if len(onward) < len(actions) and random.random() < take_backs:
        return TakeBack()
    last_kind = [action for action in onward if type(action) is type(onward[-1])]
    return last_kind[0] if random.random() < hurry else random.choice(onward)
