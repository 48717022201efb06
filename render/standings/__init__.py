"""Pictures of who stands where: the table of a season, its end, and what one person has done."""

from render.standings.podium import podium
from render.standings.profile import profile
from render.standings.rows import (
    PAGE,
    STEPS,
    BestExpedition,
    FinalTable,
    GameRecord,
    Profile,
    Standing,
    Standings,
    Tally,
)
from render.standings.table import standings
from render.standings.words import podium_words, profile_words, standings_words

__all__ = [
    "PAGE",
    "STEPS",
    "BestExpedition",
    "FinalTable",
    "GameRecord",
    "Profile",
    "Standing",
    "Standings",
    "Tally",
    "podium",
    "podium_words",
    "profile",
    "profile_words",
    "standings",
    "standings_words",
]
