"""What the pictures of standings are made from: rows that somebody else has counted."""

from dataclasses import dataclass

from render.charts import Curve, Mark
from rules.cards import Colour


@dataclass(frozen=True, slots=True)
class Standing:
    """One person in a table.

    ``place`` counts from 1 and is shared by those who are level, None for who is not ranked yet. ``rating`` is the
    number by which the table is ordered, in whole points. ``trend`` is how many places the person has climbed since
    last week, negative if fallen, None if there is nothing to compare; ``is_new`` says that the person was not ranked
    then. ``provisional`` says that the rating is still uncertain, ``is_asker`` that this is the one who looks.
    """

    place: int | None
    name: str
    rating: int
    matches: int
    wins: int
    draws: int
    losses: int
    trend: int | None = None
    provisional: bool = False
    is_asker: bool = False
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Standings:
    """A page of a table.

    ``season`` is its name, such as *Autumn 2026* or *All time*, ``game`` the key of the game. ``rows`` are at most
    ``PAGE`` people in order. ``own`` is the row of the one who looks if it is not among them. ``ranked`` is how many
    people are ranked in all, ``least_matches`` how many matches it takes to be.
    """

    season: str
    game: str
    rows: tuple[Standing, ...]
    own: Standing | None
    ranked: int
    least_matches: int


@dataclass(frozen=True, slots=True)
class FinalTable:
    """The end of a season: ``rows`` are all who share the first three places, in order; ``ranked`` as above."""

    season: str
    game: str
    rows: tuple[Standing, ...]
    ranked: int


@dataclass(frozen=True, slots=True)
class Tally:
    """How matches ended for somebody."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def matches(self) -> int:
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class BestExpedition:
    """The expedition that brought somebody the most points, and the match in which it did."""

    points: int
    colour: Colour
    match: int


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What somebody has done in one game; ``game`` is its key.

    ``average`` is what a finished round brought in points, None before the first. ``favourite`` is the colour of most
    expeditions.
    """

    game: str
    tally: Tally
    average: float | None
    best: BestExpedition | None
    favourite: Colour | None


@dataclass(frozen=True, slots=True)
class Profile:
    """What somebody has done in a server.

    ``games`` are those with finished matches, the most played first. ``curves`` are the ratings over time and ``marks``
    the seasons that began meanwhile. ``streak`` is the most matches won in a row. ``rival`` is the one who looks and
    ``against`` how the matches with that person ended, from the side of whom the profile is about; None for one's own.
    """

    name: str
    games: tuple[GameRecord, ...]
    curves: tuple[Curve, ...]
    marks: tuple[Mark, ...]
    streak: int
    rival: str | None = None
    against: Tally | None = None

    @property
    def matches(self) -> int:
        """All finished matches."""
        return sum(game.tally.matches for game in self.games)


PAGE = 10
"""So many rows stand on a page of a table."""
STEPS = 3
"""So many people stand on the podium of a season."""
