"""What happens in the product, decided here and told to whoever listens. Knows nothing of Discord."""

from dataclasses import dataclass
from typing import Self

from bot.play.challenges import Challenges
from bot.play.clocks import Clock, Clocks
from bot.play.matches import Matches
from bot.store.database import Database


@dataclass(frozen=True, slots=True)
class Play:
    """All that can be done in the product, over one database."""

    clocks: Clocks
    matches: Matches
    challenges: Challenges

    @classmethod
    def over(cls, database: Database, clock: Clock) -> Self:
        clocks = Clocks(database, clock)
        matches = Matches(database, clock)
        return cls(clocks, matches, Challenges(database, clock, clocks, matches))
