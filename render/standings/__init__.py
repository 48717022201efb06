"""Pictures of who stands where: the table of a season, its end, and what one person has done."""

from render.standings.podium import podium
from render.standings.rows import PAGE, STEPS, FinalTable, Standing, Standings
from render.standings.table import standings
from render.standings.words import podium_words, standings_words

__all__ = [
    "PAGE",
    "STEPS",
    "FinalTable",
    "Standing",
    "Standings",
    "podium",
    "podium_words",
    "standings",
    "standings_words",
]
