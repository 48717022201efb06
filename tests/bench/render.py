"""Drawing the card game: many positions of many matches, after warm-up.

Times are those of the processor in one thread, so that whatever else runs on the machine does not count.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from statistics import quantiles
from time import thread_time
from typing import TypeVar

from bot.i18n import catalogue
from render import card_game
from render.card_game.boards import layout
from render.picture import Picture
from render.samples import NAMES, match
from render.theme import DARK
from rules.card_game import CARD_GAME
from rules.card_game.state import State
from rules.card_game.view import View
from rules.shuffle import Deal
from tests.bench import Figure

T = TypeVar("T")

_MATCHES = 10
_POSITIONS = 300
_TEXTS = catalogue()


def run() -> Iterable[Figure]:
    states = [state for seed in range(_MATCHES) for state in (*match(seed), *_random_match(seed))]
    states = random.Random(1).sample([state for state in states if state.turn is not None], _POSITIONS)
    tables = [CARD_GAME.view(state, None) for state in states]
    hands = [CARD_GAME.view(state, state.turn) for state in states]
    boards, board_ms = _timed(_board, tables)
    pictures, hand_ms = _timed(_hand, hands)
    _, draw_ms = _timed(_draw, tables)
    yield Figure("render.card_game.board.p95_ms", board_ms, "ms")
    yield Figure("render.card_game.board.bytes", max(len(picture.data) for picture in boards), "B")
    yield Figure("render.card_game.board.draw_p95_ms", draw_ms, "ms")
    yield Figure("render.card_game.hand.p95_ms", hand_ms, "ms")
    yield Figure("render.card_game.hand.bytes", max(len(picture.data) for picture in pictures), "B")


def _board(view: View) -> Picture:
    return card_game.board(view, NAMES, _TEXTS, DARK)


def _hand(view: View) -> Picture:
    return card_game.hand(view, NAMES, _TEXTS, DARK)


def _draw(view: View) -> None:
    layout(view, NAMES, _TEXTS, DARK).paint()


def _timed(draw: Callable[[View], T], views: list[View]) -> tuple[list[T], float]:
    """What ``draw`` makes of every view but those of the warm-up, and the 95th percentile of its milliseconds."""
    warm_up = len(views) // 4
    for view in views[:warm_up]:
        draw(view)
    made: list[T] = []
    times: list[float] = []
    for view in views[warm_up:]:
        start = thread_time()
        made.append(draw(view))
        times.append(1000 * (thread_time() - start))
    return made, round(quantiles(times, n=20)[-1], 2)


def _random_match(seed: int) -> Iterator[State]:
    """A match of random moves, which makes longer and stranger tables than sensible play."""
    chance = random.Random(seed)
    state = CARD_GAME.start({"colours": 5 + seed % 2}, 2, Deal(sha256(b"%d" % seed).digest(), ())).state
    while state.turn is not None:
        state = CARD_GAME.apply(state, state.turn, chance.choice(CARD_GAME.legal_actions(state, state.turn)[:9])).state
        yield state
