"""Animated replays of matches of any length can be watched in a minute."""

from collections.abc import Sequence
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from bot.i18n import catalogue
from render.picture import Picture
from render.registry import PICTURES
from render.replay import SECONDS, animated
from render.theme import DARK
from rules.record import Record
from rules.registry import GAMES
from tests.rules.walks import deal_of, walk


def tinted(view: Any, *_: object) -> Picture:
    """A plain picture that differs with the turn."""
    file = BytesIO()
    Image.new("RGB", (1200, 300), (view.turns * 16 % 256, view.turns // 16, 0)).save(file, "PNG")
    return Picture(file.getvalue(), "png", "")


@pytest.mark.parametrize(("game", "options"), [("card_game", {"rounds": 9, "colours": 6}), ("board_game", {})])
def test_the_longest_match_plays_for_a_minute_at_most(
    game: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []

    def board(view: Any, *about: object) -> Picture:
        drawn.append(view.turns)
        return tinted(view, *about)

    def words(*_: object) -> str:
        return "x" * 2000

    pictures = SimpleNamespace(board=board, round_sheet=tinted, result=tinted, result_words=words)
    monkeypatch.setitem(PICTURES, game, pictures)
    moves = list(walk(GAMES[game], 1, options, take_backs=0))
    actions = tuple((move.seat, move.action) for move in moves)
    names: Sequence[str] = ("Ada", "Ben")
    starter = moves[0].before.starter
    record = Record(GAMES[game], options, ("a", "b"), (0, 1), False, starter, False, deal_of(1), actions)
    shares: list[float] = []
    picture = animated(record, names, catalogue(), DARK, shares.append)
    image: Any = Image.open(BytesIO(picture.data))
    seconds = 0.0
    for frame in range(image.n_frames):
        image.seek(frame)
        seconds += image.info["duration"] / 1000
    assert SECONDS * 0.9 < seconds <= SECONDS
    assert shares == sorted(shares)
    assert shares[-1] == 1
    turns = drawn[4:]
    assert len(turns) > 60
    assert turns[-1] > moves[-1].applied.state.turns * 0.95
