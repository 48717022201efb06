"""What the pictures of standings say in words."""

from render.standings.rows import FinalTable, Standing, Standings
from render.texts import Texts
from render.words import short


def title_words(table: Standings | FinalTable, texts: Texts) -> str:
    """Which table this is: the season and the game."""
    return texts.text("standings.title", season=short(table.season), game=texts.text(f"game.{table.game}.short"))


def standings_words(table: Standings, texts: Texts) -> str:
    """Everything that the picture of a table shows, the row of the one who looks first."""
    heading = texts.text("standings.heading", title=title_words(table, texts))
    own = next((row for row in table.rows if row.is_asker), table.own)
    lines = [heading]
    if own is not None:
        lines.append(texts.text("standings.own", row=row_words(own, texts)))
    if not table.rows:
        lines += [texts.text("standings.empty"), texts.text("standings.invite")]
    lines += [row_words(row, texts) for row in table.rows]
    return "\n".join((*lines, rule_words(table, texts)))


def podium_words(table: FinalTable, texts: Texts) -> str:
    """Everything that the picture of a season's end shows."""
    lines = [texts.text("podium.heading", title=title_words(table, texts)), ending_words(table, texts)]
    return "\n".join((*lines, *(row_words(row, texts) for row in table.rows)))


def row_words(row: Standing, texts: Texts) -> str:
    """One person's row in a sentence or two."""
    place = "standings.row" if row.place is not None else "standings.unranked_row"
    told = [
        texts.plural(place, row.matches, place=row.place, name=short(row.name), rating=rating_words(row)),
        texts.text("standings.results", wins=row.wins, draws=row.draws, losses=row.losses),
    ]
    if row.trend:
        told.append(texts.plural("standings.up" if row.trend > 0 else "standings.down", abs(row.trend)))
    elif row.trend is None and row.place is not None:
        told.append(texts.text("standings.new"))
    return " ".join(told)


def rating_words(row: Standing) -> str:
    """The rating, with the mark of one that is still uncertain."""
    return f"{row.rating}?" if row.provisional else str(row.rating)


def rule_words(table: Standings, texts: Texts) -> str:
    """By what the table is ordered, and what a mark in it means."""
    return texts.plural("standings.rule", table.least_matches)


def ending_words(table: FinalTable, texts: Texts) -> str:
    """Who won the season."""
    winners = [row for row in table.rows if row.place == 1]
    if not winners:
        return texts.text("podium.nobody")
    if len(winners) > 1:
        return texts.plural("podium.level", len(winners))
    return texts.text("podium.winner", name=short(winners[0].name))
