"""People who have never played, to draw tables of."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from render.picture import Picture
from render.standings.podium import podium
from render.standings.rows import FinalTable, Standing, Standings
from render.standings.table import standings
from render.texts import Texts
from render.theme import Theme

_PEOPLE: Final = (
    Standing(1, "Gertrude", 1684, 41, 29, 2, 10, 0),
    Standing(2, "Ibn Battuta", 1652, 38, 25, 1, 12, 3),
    Standing(3, "Amelia", 1640, 52, 31, 0, 21, -1),
    Standing(4, "Roald", 1633, 27, 17, 1, 9, -2, is_asker=True),
    Standing(5, "Sacagawea", 1598, 12, 8, 0, 4, None, provisional=True),
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
    END, rows=tuple(replace(row, place=(1, 1, 3)[at], rating=1640) for at, row in enumerate(END.rows))
)


def pictures(texts: Texts, theme: Theme) -> Iterator[tuple[str, Picture]]:
    """A sample of every picture by name."""
    yield "standings", standings(TABLE, texts, theme)
    yield "standings-own", standings(BELOW, texts, theme)
    yield "standings-empty", standings(EMPTY, texts, theme)
    yield "podium", podium(END, texts, theme)
    yield "podium-level", podium(LEVEL, texts, theme)
    yield "podium-two", podium(replace(END, rows=END.rows[:2], ranked=2), texts, theme)
    yield "podium-one", podium(replace(END, rows=END.rows[:1], ranked=1), texts, theme)
    yield "podium-nobody", podium(replace(END, rows=(), ranked=0), texts, theme)
