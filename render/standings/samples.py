"""People who have never played, to draw tables of."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from render.charts import Curve, Mark, Rating
from render.picture import Picture
from render.standings.podium import podium
from render.standings.profile import profile
from render.standings.rows import BestExpedition, FinalTable, GameRecord, Profile, Standing, Standings, Tally
from render.standings.table import standings
from render.texts import Texts
from render.theme import Theme
from rules.cards import Colour

_PEOPLE: Final = (
    Standing(1, "Gertrude", 1684, 41, 29, 2, 10, 0),
    Standing(2, "Ibn Battuta", 1652, 38, 25, 1, 12, 3),
    Standing(3, "Amelia", 1640, 52, 31, 0, 21, -1),
    Standing(4, "Roald", 1633, 27, 17, 1, 9, -2, is_asker=True),
    Standing(5, "Sacagawea", 1598, 12, 8, 0, 4, provisional=True, is_new=True),
    Standing(6, "Zheng He", 1577, 33, 18, 2, 13, 0),
    Standing(7, "Freya", 1570, 64, 32, 3, 29, 4),
    Standing(8, "Marco", 1541, 19, 9, 0, 10, -1),
    Standing(8, "Nellie", 1541, 22, 11, 1, 10, -2),
    Standing(10, "Ernest", 1502, 16, 7, 0, 9, 1, provisional=True),
)
TABLE: Final = Standings("Autumn 2026", "card_game", _PEOPLE, None, 23, 5)
BELOW: Final = replace(
    TABLE,
    rows=tuple(replace(row, is_asker=False) for row in _PEOPLE),
    own=Standing(17, "Vasco", 1411, 9, 3, 0, 6, -3, provisional=True, is_asker=True),
)
EMPTY: Final = replace(TABLE, rows=(), ranked=0)
END: Final = FinalTable(TABLE.season, TABLE.game, _PEOPLE[:3], TABLE.ranked)
LEVEL: Final = replace(
    END, rows=tuple(replace(row, place=(1, 1, 3)[at], rating=(1684, 1684, 1640)[at]) for at, row in enumerate(END.rows))
)


def _curve(game: str, days: int, changes: str) -> Curve:
    """A curve over so many days whose ratings go up and down by these letters, ``a`` down and ``z`` up the most."""
    points: list[Rating] = []
    rating = 1400
    for index, letter in enumerate(changes):
        rating += (ord(letter) - ord("m")) * 4
        points.append(Rating(_BEGAN + timedelta(days=days * index / len(changes)), rating))
    return Curve(game, tuple(points))


_BEGAN: Final = datetime(2026, 4, 3, tzinfo=UTC)
_CARDS: Final = GameRecord("card_game", Tally(31, 1, 21), 38.4, BestExpedition(156, Colour.GREEN, 87), Colour.GREEN)
_PATHS: Final = GameRecord("board_game", Tally(9, 0, 4), 64.25, BestExpedition(100, Colour.BLUE, 112), Colour.RED)
PROFILE: Final = Profile(
    name="Amelia",
    games=(_CARDS, _PATHS),
    curves=(
        _curve("card_game", 230, "mtsggtvxkiwxzsabsrtuxcdgvzzkzurkjzxlmwbz"),
        _curve("board_game", 180, "mkosrlqgkosqr"),
    ),
    marks=(
        Mark(datetime(2026, 7, 1, tzinfo=UTC), "Summer 2026"),
        Mark(datetime(2026, 10, 1, tzinfo=UTC), "Autumn 2026"),
    ),
    streak=7,
    rival="Roald",
    against=Tally(7, 1, 4),
)
FIRST: Final = Profile(
    "Roald",
    (GameRecord("card_game", Tally(0, 0, 1), -12.5, BestExpedition(-4, Colour.YELLOW, 3), None),),
    (Curve("card_game", (Rating(_BEGAN, 1392),)),),
    (),
    0,
)
UNRATED: Final = replace(PROFILE, games=(_PATHS,), curves=(), against=Tally())
NEWCOMER: Final = Profile("Vasco", (), (), (), 0)


def pictures(texts: Texts, theme: Theme) -> Iterator[tuple[str, Picture]]:
    """A sample of every picture by name."""
    yield "standings", standings(TABLE, texts, theme)
    yield "standings-own", standings(BELOW, texts, theme)
    yield "standings-empty", standings(EMPTY, texts, theme)
    yield "podium", podium(END, texts, theme)
    yield "podium-level", podium(LEVEL, texts, theme)
    yield "podium-two", podium(replace(END, rows=END.rows[:2], ranked=2), texts, theme)
    yield "podium-one", podium(replace(END, rows=END.rows[:1], ranked=1), texts, theme)
    yield "profile", profile(PROFILE, texts, theme)
    yield "profile-first", profile(FIRST, texts, theme)
    yield "profile-unrated", profile(UNRATED, texts, theme)
    yield "profile-newcomer", profile(NEWCOMER, texts, theme)
    yield "podium-nobody", podium(replace(END, rows=(), ranked=0), texts, theme)
