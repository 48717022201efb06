"""Animated replays beside the bot: one at a time, a few that wait, in a process that may break."""

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image

from bot.animator import Order
from bot.i18n import FALLBACK
from bot.play.animations import MOST_WAITING, Animations, Told, in_a_process
from bot.play.refusal import Refusal
from render.picture import Picture
from render.theme import DARK
from rules.game import Leave, Termination
from rules.record import Record, dump
from rules.registry import GAMES
from tests.bot.games import EVERY_GAME
from tests.bot.playing import refused
from tests.bot.samples import Sample
from tests.rules.walks import deal_of, walk


def order(number: int) -> Order:
    return Order(str(number), (), FALLBACK, DARK.name)


async def told(animations: Animations, about: Order) -> list[Told]:
    async with aclosing(animations.drawn(about)) as drawing:
        return [each async for each in drawing]


async def test_they_are_drawn_one_after_the_other_and_the_same_only_once() -> None:
    begun: list[Order] = []
    go_on = asyncio.Event()

    async def draw(about: Order) -> AsyncGenerator[Told]:
        begun.append(about)
        await go_on.wait()
        yield 0.5
        yield Picture(b"", "gif", about.record)

    animations = Animations(draw)
    waiting = [asyncio.create_task(told(animations, order(number))) for number in (1, 2, 2, 3, 1)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert len(waiting) == MOST_WAITING
    with pytest.raises(Refusal) as error:
        await told(animations, order(4))
    assert refused(error) == "too_many_animations"
    assert begun == [order(1)]
    go_on.set()
    for number, answers in zip((1, 2, 2, 3, 1), await asyncio.gather(*waiting), strict=True):
        assert answers[0] == 0
        assert isinstance(answers[-1], Picture)
        assert answers[-1].alt == str(number)
    assert begun == [order(1), order(2), order(3)]
    assert animations.kept(order(2)) is not None
    assert animations.kept(order(4)) is None


async def test_who_goes_away_makes_room_for_the_next() -> None:
    ended: list[bool] = []

    async def draw(_: Order) -> AsyncGenerator[Told]:
        try:
            await asyncio.Event().wait()
            yield 1.0
        finally:
            ended.append(True)

    animations = Animations(draw)
    for _ in range(MOST_WAITING + 1):
        waiting = asyncio.create_task(told(animations, order(1)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
    assert ended == [True] * (MOST_WAITING + 1)


@pytest.mark.crash
@pytest.mark.parametrize("program", ["pass", "print('no pickle at all', flush=True)"])
async def test_a_process_that_breaks_is_told_of(program: str) -> None:
    animations = Animations(partial(in_a_process, command=(sys.executable, "-c", program)))
    with pytest.raises(Refusal) as error:
        await told(animations, order(1))
    assert refused(error) == "animation_failed"


def short_match(sample: Sample, turns: int) -> Record:
    """A match of two that somebody gives up after so many turns."""
    game = GAMES[sample.key]
    moves: list[Any] = []
    for move in walk(game, 1, seats=2, take_backs=0):
        moves.append(move)
        if move.applied.state.turns == turns:
            break
    actions = tuple((move.seat, move.action) for move in moves)
    last = (moves[-1].applied.state.turn, Leave(Termination.RESIGNATION))
    starter = moves[0].before.starter
    return Record(game, {}, ("a", "b"), (0, 1), False, starter, False, deal_of(1), (*actions, last))


@pytest.mark.crash
@EVERY_GAME
async def test_a_match_is_drawn_as_a_moving_picture(sample: Sample) -> None:
    record = short_match(sample, 4)
    about = Order(dump(record), ("Ada", "Ben"), FALLBACK, DARK.name)
    answers = await told(Animations(), about)
    shares = [each for each in answers if isinstance(each, float)]
    assert all(before <= after for before, after in pairwise(shares))
    picture = answers[-1]
    assert isinstance(picture, Picture)
    assert "Ada" in picture.alt
    assert "Ben" in picture.alt
    image: Any = Image.open(BytesIO(picture.data))
    assert (image.format, image.width) == ("GIF", 800)
    # a title, the first deal, four turns, that somebody left (the same table), and the result
    assert image.n_frames in (7, 8)
    seen: list[bytes] = []
    seconds = 0.0
    for frame in range(image.n_frames):
        image.seek(frame)
        seconds += image.info["duration"] / 1000
        seen.append(image.convert("RGB").tobytes())
    assert len(set(seen)) == image.n_frames
    assert 8 < seconds <= 60
