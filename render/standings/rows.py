"""What the pictures of standings are made from: rows that somebody else has counted."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """One person in a table.

    ``place`` counts from 1 and is shared by those who are level, None for who is not ranked yet. ``rating`` is the
    number by which the table is ordered, in whole points. ``trend`` is how many places the person has climbed since
    last week, negative if fallen, None if the person was not ranked then. ``provisional`` says that the rating is still
    uncertain, ``is_asker`` that this is the one who looks.
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


PAGE = 10
"""So many rows stand on a page of a table."""
STEPS = 3
"""So many people stand on the podium of a season."""
