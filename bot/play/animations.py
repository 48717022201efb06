"""Animated replays: one at a time is drawn in a process of its own, and the last ones are kept for a while."""

import asyncio
import logging
import pickle
import sys
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from typing import Final, TypeAlias

from bot.animator import Order
from bot.pipe import hear
from bot.play.processes import ask, begun, end
from bot.play.refusal import Refusal
from render.picture import Picture

log = logging.getLogger(__name__)

COMMAND: Final = (sys.executable, "-m", "bot.animator")

MOST_SECONDS: Final = 120.0
"""The longest that one may take."""

MOST_WAITING: Final = 5
"""So many may be asked for at the same time, the one that is drawn included."""

KEPT_BYTES: Final = 24_000_000
"""So much memory the finished ones may take."""


Told: TypeAlias = float | Picture
"""The share of the work that is done, or at last what came of it."""

Draw: TypeAlias = Callable[[Order], AsyncGenerator[Told]]


class Animations:
    """Has animated replays drawn one after the other, in the order in which they are asked for, by ``draw``."""

    def __init__(self, draw: Draw | None = None) -> None:
        self.draw: Draw = draw or in_a_process
        self._turn = asyncio.Lock()
        self._asked = 0
        self._kept: OrderedDict[Order, Picture] = OrderedDict()

    def kept(self, order: Order) -> Picture | None:
        """The animation if it has been drawn lately."""
        return self._kept.get(order)

    async def drawn(self, order: Order) -> AsyncGenerator[Told]:
        """The animation after the shares of it that are done, 0 while others come first. To be closed in any case.

        Raises Refusal if too many wait, or if it fails.
        """
        if self._asked >= MOST_WAITING:
            raise Refusal("too_many_animations")
        self._asked += 1
        try:
            yield 0.0
            async with self._turn:
                # whoever came before may have asked for the same
                if order not in self._kept:
                    async with aclosing(self.draw(order)) as drawing:
                        async for told in drawing:
                            if isinstance(told, Picture):
                                self._keep(order, told)
                            else:
                                yield told
                yield self._kept[order]
        except (OSError, EOFError, TimeoutError, pickle.UnpicklingError) as error:
            log.warning("an animation failed: %s", type(error).__name__)
            raise Refusal("animation_failed") from error
        finally:
            self._asked -= 1

    def _keep(self, order: Order, picture: Picture) -> None:
        self._kept[order] = picture
        while len(self._kept) > 1 and sum(len(each.data) for each in self._kept.values()) > KEPT_BYTES:
            self._kept.popitem(last=False)


async def in_a_process(order: Order, command: Sequence[str] = COMMAND) -> AsyncGenerator[Told]:
    """Draw in a process that ends with this. Raises EOFError if it breaks, TimeoutError if it takes too long."""
    limit = asyncio.get_running_loop().time() + MOST_SECONDS
    process = await begun(command)
    try:
        async with asyncio.timeout_at(limit):
            answers = await ask(process, order)
        told: Told = 0.0
        while not isinstance(told, Picture):
            async with asyncio.timeout_at(limit):
                told = await hear(answers)
            yield told
    finally:
        await end(process)
