"""What the tests of every game need of one: its cards, and the fullest tables there can be."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final

from bot.play.table import News, Table, folded
from bot.store.challenges import Pace
from bot.store.matches import Match, Player, TurnClock
from rules.cards import Card
from rules.game import Event, OptionValue, Outcome, RoundEnded, Termination
from rules.registry import GAMES

SNOWFLAKE: Final = 2**63 - 1
NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Sample:
    """A game as the tests meet it. ``fullest`` need not be possible to come to, as long as it can be shown."""

    key: str
    most: Mapping[str, OptionValue]
    """The options with the most to show."""
    cards: tuple[Card, ...]
    """Every card that may be in it."""
    unbegun: Mapping[str, Any]
    """The fields of a state before the first action of a turn, which only its own seat may know."""
    fullest: Callable[[Any], Any]
    """A state made out of a fresh one: as much as can lie on a table, in mid-match, seat 0 to act."""
    asked: Callable[[Any], Iterator[Any]]
    """States in the middle of a turn made out of the fullest one: every kind of question that can be asked."""
    turn: Event
    """The turn that takes most words."""
    points: tuple[int, ...] = field(default=())
    """What a round may bring, by seat."""

    @property
    def seats(self) -> int:
        return max(GAMES[self.key].seats)

    def match(self, name: str, **changes: Any) -> Match:
        """A match with the largest numbers everywhere, by people who are all called ``name``."""
        match = Match(
            guild_id=SNOWFLAKE,
            channel_id=SNOWFLAKE,
            challenge_message_id=SNOWFLAKE,
            game=self.key,
            rules_version=1,
            options=dict(self.most),
            deal_version=1,
            secret=bytes(32),
            contributions=(str(SNOWFLAKE),) * (self.seats - 1),
            order_drawn=True,
            agreed_starter=0,
            players=tuple(Player(SNOWFLAKE - seat, name, seat) for seat in range(self.seats)),
            turn=0,
            pace=Pace.RELAXED,
            rated=True,
            created_at=NOW,
            id=10**12,
            place_id=SNOWFLAKE,
            ply=10**6,
            public_ply=10**6,
            published_ply=0,
            board_wanted=0,
            trouble="no_permission",
            outcome=None,
            moved_at=NOW,
            ended_at=None,
            clock=TurnClock(NOW, NOW, NOW),
        )
        return replace(match, **changes)

    def table(self, name: str) -> Table:
        """A table on which as much lies as can be said."""
        match = self.match(name)
        begun = replace(folded(match, ()), match=match)
        news = News(match.ply, self.seats - 1, (self.turn,) * 20)
        return replace(begun, state=self.fullest(begun.state), news=(*begun.news, news))

    def finished(self, name: str) -> Table:
        table = self.table(name)
        places = tuple(range(1, self.seats + 1))
        outcome = Outcome(Termination.COMPLETED, places, self.points)
        return replace(
            table,
            state=replace(table.state, outcome=outcome, turn=None),
            match=replace(table.match, outcome=outcome, turn=None),
        )

    def last_round(self, name: str) -> RoundEnded:
        return RoundEnded(self.table(name).state.results[-1].number, self.points)
