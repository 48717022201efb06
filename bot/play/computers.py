"""Computers at the table: whenever it is a computer's turn, somebody sees to it that it plays."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Coroutine
from typing import Any, Final, Protocol

from bot.log import tracing
from bot.play.absence import SYSTEM
from bot.play.matches import Matches
from bot.play.refusal import Refusal
from bot.play.signal import Signal
from bot.play.table import Table
from bot.play.thinking import PATIENCE, Answer
from bot.store import matches as store
from bot.store.database import Database
from bot.store.matches import EntryKind, Thought
from rules.game import Action, Seat
from rules.players.player import Level

log = logging.getLogger(__name__)

SEED_BITS: Final = 53
"""How long a seed is: any of them is a number in JSON too."""

AGAIN: Final = 30.0
"""Seconds after which a turn that could not be played is tried again."""

LONGEST: Final = 60.0
"""Seconds after which nobody waits for a computer any more."""


class Mind(Protocol):
    """Where computers think, such as ``Thinkers``."""

    def think(
        self, game: str, level: Level, view: Any, seed: int, also: Action | None = None, effort: float = 1.0
    ) -> Coroutine[Any, Any, Answer]: ...

    async def stop(self) -> None: ...


class Computers:
    """Plays the turns of computers. A turn is thought out by ``mind`` and done like anybody's.

    Nothing is remembered but the log: after a restart whatever was thought about is thought about anew. ``rested``
    tells of matches in which no computer is about to move any more.
    """

    def __init__(self, database: Database, matches: Matches, mind: Mind) -> None:
        self._database = database
        self._matches = matches
        self._mind = mind
        self._playing: dict[int, asyncio.Task[None]] = {}
        self._soon: dict[int, asyncio.TimerHandle] = {}
        self._stopped = True
        self.rested = Signal()

    async def start(self) -> None:
        """Begin, with the turns that wait already."""
        self._stopped = False
        self._matches.changed.connect(self._look)
        for match_id in await store.waiting_for_computers(self._database.reader):
            self._look(match_id)

    async def stop(self) -> None:
        """End in the middle of whatever is thought about."""
        self._stopped = True
        playing = list(self._playing.values())
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await self._mind.stop()

    def is_about_to_move(self, match_id: int) -> bool:
        """Whether it is a computer's turn, which it will have done within seconds: what it does may be waited for."""
        return match_id in self._soon

    async def at_rest(self, match_id: int) -> None:
        """Wait until no computer is to move in a match, but not for ever."""
        playing = self._playing.get(match_id)
        if playing is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LONGEST):
                    await asyncio.shield(playing)

    def _look(self, match_id: int) -> None:
        if self._stopped or match_id in self._playing:
            return
        kept = self._matches.kept(match_id)
        if kept is not None and computer_to_move(kept) is None:
            return
        self._playing[match_id] = asyncio.create_task(self._play(match_id), name=f"computer-{match_id}")
        self._soon[match_id] = asyncio.get_running_loop().call_later(PATIENCE, self._not_soon, match_id)

    def _not_soon(self, match_id: int) -> None:
        soon = self._soon.pop(match_id, None)
        if soon is not None:
            soon.cancel()
            self.rested.send(match_id)

    async def _play(self, match_id: int) -> None:
        """Play in a match for as long as a computer is to move."""
        try:
            with tracing():
                while await self._turn(await self._matches.table(match_id)):
                    pass
        except Exception:
            log.exception("a computer could not play match=%d", match_id)
            if not self._stopped:
                asyncio.get_running_loop().call_later(AGAIN, self._look, match_id)
        finally:
            del self._playing[match_id]
            self._not_soon(match_id)

    async def _turn(self, table: Table) -> bool:
        """Play the turn that is under way; False if it is nobody's or a person's, or the match stands still."""
        seat = computer_to_move(table)
        if seat is None:
            return False
        level = table.match.players[seat].level
        assert level is not None
        steps = await self._thought_out(table, seat, level)
        try:
            async with self._matches.changing(table.match.id) as change:
                if change.match.ply != table.match.ply or computer_to_move(change.table) != seat:
                    return True
                for action, answer in steps:
                    thought = Thought(answer.level, answer.seed, answer.iterations, answer.advice.cut_short)
                    player = change.match.players[seat]
                    actor = SYSTEM if player.is_person else player.user_id
                    change.log(EntryKind.GAME, str(action), seat=seat, actor=actor, thought=thought)
        except Refusal:
            log.info("a turn of a computer came too late match=%d", table.match.id)
        return True

    async def _thought_out(self, table: Table, seat: Seat, level: Level) -> list[tuple[Action, Answer]]:
        """All actions of the turn, one after the other."""
        state, turns = table.state, table.state.turns
        steps: list[tuple[Action, Answer]] = []
        while state.turn == seat and state.turns == turns:
            view = table.game.view(state, seat)
            answer = await self._mind.think(table.game.key, level, view, secrets.randbits(SEED_BITS))
            state = table.game.apply(state, seat, answer.action).state
            steps.append((answer.action, answer))
        return steps


def computer_to_move(table: Table) -> Seat | None:
    """The seat of the computer whose turn it is, None if it is not a computer's or the match stands still."""
    match = table.match
    if match.turn is None or match.clock.paused or match.players[match.turn].level is None:
        return None
    return match.turn
