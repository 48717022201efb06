"""A match at one moment: its log folded into a state (ARCHITECTURE: a match is a log)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from bot.play.refusal import Refusal
from bot.store.challenges import Pace
from bot.store.matches import Entry, EntryKind, Match, Player, TurnClock
from rules.game import AnyGame, Event, Leave, Left, OptionValue, Outcome, RoundEnded, Seat
from rules.registry import GAMES
from rules.shuffle import VERSION as DEAL_VERSION
from rules.shuffle import Deal


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The match stands still; ``seat`` asked for it, None if a moderator said so, for a ``reason``."""

    seat: Seat | None
    reason: str


@dataclass(frozen=True, slots=True)
class Resumed(Event):
    """The match goes on; ``seat`` is None if a moderator said so, for a ``reason``."""

    seat: Seat | None
    reason: str


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """The last turn of ``seat`` was taken back with the consent of the others."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A moderator moved the match to another channel."""

    reason: str


@dataclass(frozen=True, slots=True)
class EndedByModerator(Event):
    """A moderator ended the match; it has no result."""

    reason: str


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """A moderator corrected the result."""

    outcome: Outcome
    reason: str


@dataclass(frozen=True, slots=True)
class News:
    """What everybody may know of the entry at a ply; ``seat`` is who acted, None for what was not done in the game."""

    ply: int
    seat: Seat | None
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class LastTurn:
    """A whole turn after which nobody has acted and no round ended, so that it can be taken back.

    ``first_ply`` and ``ply`` are its beginning and end, ``before`` the state before it. ``saw_more`` tells that the
    seat has learned what the others have not, such as a card that it drew.
    """

    seat: Seat
    first_ply: int
    ply: int
    before: Any
    saw_more: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A match at one moment: its row, its state, and what has been public so far.

    ``turn_began`` is the state, and the ply, at which the turn that is under way began.
    """

    match: Match
    state: Any
    news: tuple[News, ...]
    turn_began: tuple[Any, int]
    last_turn: LastTurn | None

    @property
    def game(self) -> AnyGame:
        return GAMES[self.match.game]

    def view(self, seat: Seat | None) -> Any:
        """What ``seat`` may know, or a spectator if None (a view of the match's game)."""
        view = self.game.view(self.state, seat)
        # the rules do not know of an end that a moderator made
        return replace(view, turn=None) if self.match.is_over else view

    def public_events(self, after_ply: int, up_to_ply: int) -> tuple[Event, ...]:
        """What became public after one ply and up to another."""
        return tuple(event for news in self.news if after_ply < news.ply <= up_to_ply for event in news.events)

    @property
    def seats_in(self) -> tuple[Seat, ...]:
        """The seats whose players, people and computers, have not given up."""
        return tuple(seat for seat, player in enumerate(self.match.players) if not player.gave_up)

    @property
    def is_paused_by_moderator(self) -> bool:
        """Whether the match stands still with the word of a moderator, the last that was said of a pause."""
        pauses = [event for news in self.news for event in news.events if isinstance(event, Paused)]
        return self.match.clock.paused and bool(pauses) and pauses[-1].seat is None

    def must_not_stand_still(self) -> None:
        """Raises Refusal while the match is paused; its code tells who can let it go on."""
        if self.match.clock.paused:
            raise Refusal("paused_by_moderator" if self.is_paused_by_moderator else "match_paused")

    def last_ply_of(self, seat: Seat) -> int:
        """The ply of the seat's last public action, 0 before its first."""
        return max((news.ply for news in self.news if news.seat == seat), default=0)


def unstored(
    game: AnyGame,
    options: Mapping[str, OptionValue],
    players: Sequence[Player],
    deal: Deal,
    at: datetime,
    *,
    order_drawn: bool = True,
    agreed_starter: Seat | None = None,
    turn: Seat | None = None,
    number: int = 0,
) -> Match:
    """A match that no row tells of, such as one that somebody's record tells; it is over unless it is a ``turn``."""
    return Match(
        guild_id=0,
        channel_id=0,
        challenge_message_id=None,
        game=game.key,
        rules_version=game.version,
        options=options,
        deal_version=DEAL_VERSION,
        secret=deal.secret,
        contributions=deal.contributions,
        order_drawn=order_drawn,
        agreed_starter=agreed_starter,
        players=tuple(players),
        turn=turn,
        pace=Pace.UNLIMITED,
        rated=False,
        created_at=at,
        id=number,
        place_id=None,
        ply=0,
        public_ply=0,
        published_ply=0,
        board_wanted=0,
        trouble=None,
        outcome=None,
        moved_at=at,
        ended_at=at if turn is None else None,
        clock=TurnClock(),
    )


def folded(match: Match, log: Iterable[Entry]) -> Table:
    """The match as its log leaves it; the row's own account of ply, turn and end is not asked."""
    game = GAMES[match.game]
    deal = Deal(match.secret, match.contributions)
    applied = game.start(match.options, len(match.players), deal, match.agreed_starter)
    begun = replace(match, ply=0, public_ply=0, turn=applied.state.turn, outcome=None, ended_at=None)
    begun = replace(begun, clock=replace(match.clock, paused=False))
    table = Table(begun, applied.state, (News(0, None, applied.events),), (applied.state, 0), None)
    for entry in log:
        table = appended(table, entry)
    return table


def undone(log: Iterable[Entry]) -> set[int]:
    """The plies whose actions do not count any more because their turn was taken back.

    What others did meanwhile stands: somebody may have given up in the middle of the turn.
    """
    log = list(log)
    plies: set[int] = set()
    for entry in log:
        if entry.kind is EntryKind.UNDO:
            first, last = map(int, entry.text.split("-"))
            plies |= {each.ply for each in log if first <= each.ply <= last and each.seat == entry.seat}
    return plies


def appended(table: Table, entry: Entry) -> Table:
    """The match after one more entry. Raises RuleError for an action that the rules forbid."""
    match = replace(table.match, ply=entry.ply)
    events: tuple[Event, ...] = ()
    match entry.kind:
        case EntryKind.GAME:
            return _played(table, entry)
        case EntryKind.UNDO:
            assert table.last_turn is not None
            state = table.last_turn.before
            news = News(entry.ply, None, (Undone(table.last_turn.seat),))
            match = replace(match, turn=state.turn, public_ply=entry.ply)
            return Table(match, state, (*table.news, news), (state, entry.ply), None)
        case EntryKind.PAUSE:
            events = (Paused(entry.seat, entry.text),)
            match = replace(match, clock=replace(match.clock, paused=True))
        case EntryKind.RESUME:
            events = (Resumed(entry.seat, entry.text),)
            match = replace(match, clock=replace(match.clock, paused=False))
        case EntryKind.MOVE:
            events = (Moved(entry.text),)
        case EntryKind.END:
            events = (EndedByModerator(entry.text),)
            match = replace(match, turn=None, ended_at=entry.at)
            # an unfinished turn never happened
            table = replace(table, state=table.turn_began[0])
        case EntryKind.CORRECT:
            outcome, reason = corrected(entry.text, table.state.outcome)
            events = (Corrected(outcome, reason),)
            match = replace(match, outcome=outcome)
    news = News(entry.ply, None, events)
    return replace(table, match=replace(match, public_ply=entry.ply), news=(*table.news, news))


def _played(table: Table, entry: Entry) -> Table:
    assert entry.seat is not None
    action = table.game.parse_action(entry.text)
    applied = table.game.apply(table.state, entry.seat, action)
    state = applied.state
    events = tuple(event for happened in applied.events if (event := happened.seen_by(None)) is not None)
    match = replace(
        table.match,
        ply=entry.ply,
        public_ply=entry.ply if events else table.match.public_ply,
        turn=state.turn,
        outcome=state.outcome,
        ended_at=None if state.outcome is None else entry.at,
        players=_without(entry.seat, table.match.players) if isinstance(action, Leave) else table.match.players,
    )
    if not events:
        return replace(table, match=match, state=state, last_turn=None)
    news = News(entry.ply, entry.seat, events)
    before, began = table.turn_began
    if isinstance(action, Leave) and table.state.turn not in (None, entry.seat) and state.outcome is None:
        # the turn of another goes on, and would begin without who left if it were taken back
        before = table.game.apply(before, entry.seat, action).state
        return Table(match, state, (*table.news, news), (before, began), None)
    last_turn = None
    if not any(isinstance(event, RoundEnded | Left) for event in events):
        saw_more = any(event.seen_by(entry.seat) != event.seen_by(None) for event in applied.events)
        last_turn = LastTurn(entry.seat, began + 1, entry.ply, before, saw_more)
    return Table(match, state, (*table.news, news), (state, entry.ply), last_turn)


def _without(leaver: Seat, players: tuple[Player, ...]) -> tuple[Player, ...]:
    return tuple(replace(each, gave_up=True) if seat == leaver else each for seat, each in enumerate(players))


def corrected(text: str, outcome: Outcome) -> tuple[Outcome, str]:
    """The outcome after an entry of kind CORRECT, and the reason that it gives."""
    words = text.split(" ", len(outcome.places))
    places = tuple(int(word) for word in words[: len(outcome.places)])
    return replace(outcome, places=places), words[len(outcome.places)]
