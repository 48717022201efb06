"""The coach: what the hard computer would do in one's place, from what one sees and nothing else.

A hint is for the move that is to be made, a review for all moves of a match that is over.
"""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from bot.play.computers import Mind
from bot.play.matches import Matches
from bot.play.refusal import Refusal
from bot.play.table import Table, undone
from bot.play.thinking import Answer
from bot.store.matches import Entry, EntryKind
from rules.game import Action, Leave, Seat, TakeBack, Termination
from rules.players.player import Level
from rules.shuffle import Deal

LEVEL: Final = Level.HARD
"""Who advises."""

EFFORT: Final = 0.15
"""The share of a whole thought that each decision of a match is worth in a review, of which it has a hundred."""

COSTLY: Final = 2.0
"""Points that a decision must have cost to be one of the turning points."""

TURNING_POINTS: Final = 3

KEPT: Final = 20
"""So many reviews stay in memory; others are worked out anew."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An action that was chosen among several: what its seat saw, what it did, and at which ply."""

    view: Any
    played: Action
    ply: int
    free: bool
    """Whether there was anything to choose."""


@dataclass(frozen=True, slots=True)
class Judged(Decision):
    """A decision with the recommended action, ``best``, and how many points that was worth more than the one played.

    ``expected`` is by how many points the seat could expect to be ahead in the end, None where nothing was compared.
    """

    best: Action
    loss: float
    expected: float | None


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn of the one whose review it is; ``number`` counts them from 1 through the match."""

    number: int
    round: int
    decisions: tuple[Judged, ...]

    @property
    def worst(self) -> Judged:
        """The decision that cost most."""
        return max(self.decisions, key=lambda each: each.loss)

    @property
    def expected(self) -> float | None:
        """By how many points the seat could expect to be ahead in the end when the turn began."""
        return next((each.expected for each in self.decisions if each.expected is not None), None)


@dataclass(slots=True)
class Review:
    """The turns of a seat as far as they are judged, of ``total``, which is None until that is begun.

    ``final`` is by how many points the seat was ahead in the end, None if the match was not played out.
    """

    seat: Seat
    final: int | None
    total: int | None = None
    turns: list[ReviewedTurn] = field(default_factory=list[ReviewedTurn])

    @property
    def is_complete(self) -> bool:
        return len(self.turns) == self.total

    @property
    def turning_points(self) -> list[ReviewedTurn]:
        """The turns with the decisions that cost most, in order."""
        costly = sorted((turn for turn in self.turns if turn.worst.loss >= COSTLY), key=lambda turn: -turn.worst.loss)
        return sorted(costly[:TURNING_POINTS], key=lambda turn: turn.number)


class Coach:
    """Gives advice that was asked for, off the event loop."""

    def __init__(self, matches: Matches, mind: Mind) -> None:
        self._matches = matches
        self._mind = mind
        self._reviews: OrderedDict[tuple[int, Seat], Review] = OrderedDict()
        self._working: dict[tuple[int, Seat], tuple[int, asyncio.Task[None]]] = {}
        self._hints: dict[tuple[int, int], asyncio.Task[Answer]] = {}
        # one after the other, so that reviews never keep more than one thinker from playing
        self._at_work = asyncio.Lock()

    async def hint(self, table: Table, seat: Seat) -> Action:
        """The recommended action for a seat, each time the same. Raises Refusal as ``must_allow_hint`` does."""
        must_allow_hint(table, seat)
        key = table.match.id, table.match.ply
        hint = self._hints.get(key)
        if hint is None:
            # whoever asks again meanwhile waits for the same answer
            thought = self._mind.think(table.match.game, LEVEL, table.view(seat), _seed(*key))
            hint = self._hints[key] = asyncio.create_task(thought, name=f"hint-{key[0]}-{key[1]}")
            hint.add_done_callback(lambda _: self._hints.pop(key))
        return (await asyncio.shield(hint)).action

    async def review(self, match_id: int, user_id: int, patience: float) -> Review:
        """The review of a person's own turns in a match that is over.

        It is as far as it has come after so many seconds, and goes on in the background. Raises Refusal for somebody
        who did not play, while the match runs, and while another review of the person is worked out.
        """
        table = await self._matches.table(match_id)
        seat = table.match.seat_of(user_id)
        if seat is None:
            raise Refusal("not_seated", match=match_id)
        if not table.match.is_over:
            raise Refusal("review_running")
        key = match_id, seat
        review = self._reviews.get(key)
        if review is None:
            if any(user_id == asker for asker, _ in self._working.values()):
                raise Refusal("review_waits")
            review = self._reviews[key] = Review(seat, _final(table, seat))
            working = asyncio.create_task(self._judge(table, review), name=f"review-{match_id}-{seat}")
            self._working[key] = user_id, working
        self._reviews.move_to_end(key)
        if key in self._working:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await asyncio.shield(self._working[key][1])
        return review

    async def stop(self) -> None:
        """Break off what is being worked out."""
        working: list[asyncio.Task[Any]] = [*self._hints.values(), *(task for _, task in self._working.values())]
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)

    async def _judge(self, table: Table, review: Review) -> None:
        match = table.match
        try:
            async with self._at_work:
                log = await self._matches.log(match.id)
                turns = await asyncio.to_thread(own_turns, table, log, review.seat)
                review.total = len(turns)
                for number, turn in enumerate(turns, 1):
                    judged = [await self._judged(match.id, match.game, decision) for decision in turn]
                    review.turns.append(ReviewedTurn(number, turn[0].view.round, tuple(judged)))
        finally:
            del self._working[match.id, review.seat]
            if not review.is_complete:
                del self._reviews[match.id, review.seat]
        complete = [key for key, each in self._reviews.items() if each.is_complete]
        for key in complete[:-KEPT]:
            del self._reviews[key]

    async def _judged(self, match_id: int, game: str, decision: Decision) -> Judged:
        seen = decision.view, decision.played, decision.ply, decision.free
        if not decision.free:
            return Judged(*seen, decision.played, 0.0, None)
        seed = _seed(match_id, decision.ply)
        advice = (await self._mind.think(game, LEVEL, decision.view, seed, decision.played, EFFORT)).advice
        values = dict(advice.values)
        expected = values.get(advice.action)
        if expected is None or decision.played not in values:
            return Judged(*seen, decision.played, 0.0, expected)
        loss = max(0.0, expected - values[decision.played])
        return Judged(*seen, advice.action if loss else decision.played, loss, expected)


def own_turns(table: Table, log: Iterable[Entry], seat: Seat) -> list[tuple[Decision, ...]]:
    """The complete turns of a seat that its person played, each as the decisions that stood."""
    game, match = table.game, table.match
    log = list(log)
    not_counted = undone(log)
    deal = Deal(match.secret, match.contributions)
    state = game.start(match.options, len(match.players), deal, match.agreed_starter).state
    turns: list[tuple[Decision, ...]] = []
    turn: list[Decision] = []
    for entry in log:
        if entry.kind is not EntryKind.GAME or entry.seat is None or entry.ply in not_counted:
            continue
        action = game.parse_action(entry.text)
        if entry.seat == seat and entry.thought is None and not isinstance(action, Leave):
            if isinstance(action, TakeBack):
                turn.pop()
            else:
                options = [each for each in game.legal_actions(state, seat) if not isinstance(each, TakeBack)]
                turn.append(Decision(game.view(state, seat), action, entry.ply, len(options) > 1))
        after = game.apply(state, entry.seat, action).state
        if after.turns > state.turns and turn:
            turns.append(tuple(turn))
            turn = []
        state = after
    return turns


def may_have_hint(table: Table, seat: Seat | None) -> bool:
    """Whether a seat may have a hint now: at its turn, in a match that is not rated."""
    match = table.match
    return seat is not None and match.turn == seat and not match.rated and not match.clock.paused


def must_allow_hint(table: Table, seat: Seat) -> None:
    """Raises Refusal if a seat may not have a hint now."""
    if table.match.is_over:
        raise Refusal("match_over")
    if table.match.rated:
        raise Refusal("hint_rated")
    table.must_not_stand_still()
    if table.match.turn != seat:
        raise Refusal("hint_not_now")


def _seed(match_id: int, ply: int) -> int:
    return match_id << 16 | ply


def _final(table: Table, seat: Seat) -> int | None:
    outcome = table.state.outcome
    if outcome is None or outcome.termination is not Termination.COMPLETED:
        return None
    return outcome.points[seat] - max(points for at, points in enumerate(outcome.points) if at != seat)
