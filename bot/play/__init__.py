"""What happens in the product, decided here and told to whoever listens. Knows nothing of Discord."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from bot.play.absence import Absence, IsMember
from bot.play.agreements import Agreements
from bot.play.animations import Animations
from bot.play.challenges import Challenges
from bot.play.clocks import Clock, Clocks
from bot.play.coach import Coach
from bot.play.computers import Computers, Mind
from bot.play.lessons import Lessons
from bot.play.matches import Matches
from bot.play.moderation import Moderation
from bot.play.plans import Plans
from bot.play.preferences import PersonalChoices
from bot.play.privacy import Privacy
from bot.play.ratings import Ratings
from bot.play.replays import Replays
from bot.play.seasons import Seasons
from bot.play.servers import Servers
from bot.play.standings import Tables
from bot.play.statistics import Profiles
from bot.play.thinking import Thinkers
from bot.store import erasures
from bot.store.database import Database


@dataclass(frozen=True, slots=True)
class Play:
    """All that can be done in the product, over one database."""

    clock: Clock
    clocks: Clocks
    servers: Servers
    matches: Matches
    choices: PersonalChoices
    challenges: Challenges
    agreements: Agreements
    moderation: Moderation
    absence: Absence
    privacy: Privacy
    seasons: Seasons
    ratings: Ratings
    standings: Tables
    profiles: Profiles
    computers: Computers
    coach: Coach
    plans: Plans
    replays: Replays
    lessons: Lessons
    animations: Animations

    @classmethod
    def over(
        cls,
        database: Database,
        clock: Clock,
        is_member: IsMember,
        mind: Mind | None = None,
        backups: Path | None = None,
    ) -> Self:
        """``backups`` is the folder of the database's copies, where deletions are remembered, too."""
        mind = mind or Thinkers()
        clocks = Clocks(database, clock)
        matches = Matches(database, clock, clocks)
        servers = Servers(database, clock, clocks, matches)
        choices = PersonalChoices(database, clock, clocks, matches, servers)
        challenges = Challenges(database, clock, clocks, matches, choices)
        seasons = Seasons(database, clock, clocks)
        return cls(
            clock,
            clocks,
            servers,
            matches,
            choices,
            challenges,
            Agreements(database, matches),
            Moderation(matches),
            Absence(database, clock, clocks, matches, is_member),
            Privacy(database, clock, matches, challenges, erasures.lists(database.path, backups)),
            seasons,
            Ratings(database, clock, clocks),
            Tables(database, clock),
            Profiles(database),
            Computers(database, matches, mind),
            Coach(matches, mind),
            Plans(database, matches),
            Replays(matches),
            Lessons(database),
            Animations(),
        )
