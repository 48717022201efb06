"""Pictures of who stands where: the table of a season, its end, and what one person has done."""

from render.standings.rows import PAGE, FinalTable, Standing, Standings
from render.standings.words import podium_words, standings_words

__all__ = ["PAGE", "FinalTable", "Standing", "Standings", "podium_words", "standings_words"]
