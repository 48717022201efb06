"""Drawing the games: many positions of many matches, after warm-up.

Times are those of the processor in one thread, so that whatever else runs on the machine does not count.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from statistics import quantiles
from time import thread_time
from typing import Any, TypeVar

from bot.i18n import catalogue
from render import board_game, card_game
from render.board_game import boards as paths
from render.board_game import samples
from render.canvas import Canvas
from render.card_game import boards
from render.picture import Picture
from render.samples import match
from render.theme import DARK
from rules.board_game import BOARD_GAME
from rules.card_game import CARD_GAME
from rules.game import AnyGame
from rules.shuffle import Deal
from tests.bench import Figure

T = TypeVar("T")

_MATCHES = 10
_POSITIONS = 300
_TEXTS = catalogue()


def run() -> Iterable[Figure]:
    yield from _figures(CARD_GAME, card_game.board, card_game.hand, boards.layout, _card_game_states())
    yield from _figures(BOARD_GAME, board_game.board, board_game.hand, paths.layout, _board_game_states())


def _card_game_states() -> Iterator[Any]:
    for seed in range(_MATCHES):
        yield from match(seed)
        yield from _random_match(CARD_GAME, {"colours": 5 + seed % 2}, 2, seed)


def _board_game_states() -> Iterator[Any]:
    for seed in range(_MATCHES):
        seats, direction = 2 + seed % 3, ("up", "keltis")[seed % 2]
        yield from samples.match(seed, seats, direction=direction)
        yield from _random_match(BOARD_GAME, {"direction": direction}, seats, seed)


def _figures(
    game: AnyGame,
    board: Callable[..., Picture],
    hand: Callable[..., Picture],
    layout: Callable[..., Canvas],
    states: Iterable[Any],
) -> Iterator[Figure]:
    def names(view: Any) -> tuple[str, ...]:
        return samples.NAMES[: len(view.columns)]

    chosen = random.Random(1).sample([state for state in states if state.turn is not None], _POSITIONS)
    tables = [game.view(state, None) for state in chosen]
    hands = [game.view(state, state.turn) for state in chosen]
    pictures, board_ms = _timed(lambda view: board(view, names(view), _TEXTS, DARK), tables)
    own, hand_ms = _timed(lambda view: hand(view, names(view), _TEXTS, DARK), hands)
    _, draw_ms = _timed(lambda view: layout(view, names(view), _TEXTS, DARK).paint(), tables)
    yield Figure(f"render.{game.key}.board.p95_ms", board_ms, "ms")
    yield Figure(f"render.{game.key}.board.bytes", max(len(picture.data) for picture in pictures), "B")
    yield Figure(f"render.{game.key}.board.draw_p95_ms", draw_ms, "ms")
    yield Figure(f"render.{game.key}.hand.p95_ms", hand_ms, "ms")
    yield Figure(f"render.{game.key}.hand.bytes", max(len(picture.data) for picture in own), "B")


def _timed(draw: Callable[[Any], T], views: list[Any]) -> tuple[list[T], float]:
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


def _random_match(game: AnyGame, options: dict[str, Any], seats: int, seed: int) -> Iterator[Any]:
    """A match of random moves, which makes longer and stranger tables than sensible play."""
    chance = random.Random(seed)
    state = game.start(options, seats, Deal(sha256(b"%d" % seed).digest(), ())).state
    while state.turn is not None:
        state = game.apply(state, state.turn, chance.choice(game.legal_actions(state, state.turn)[:9])).state
        yield state
