"""What the pictures of standings say in words."""

from collections.abc import Sequence

from render.standings.rows import STEPS, FinalTable, GameRecord, Profile, Standing, Standings, Tally
from render.texts import Texts
from render.words import colour_name, short, signed


def title_words(table: Standings | FinalTable, texts: Texts) -> str:
    """Which table this is: the season and the game."""
    return texts.text("standings.title", season=short(table.season), game=texts.text(f"game.{table.game}"))


def standings_words(table: Standings, texts: Texts) -> str:
    """Everything that the picture of a table shows, the row of the one who looks first."""
    heading = texts.text("standings.heading", title=title_words(table, texts))
    own = next((row for row in table.rows if row.is_asker), table.own)
    lines = [heading]
    if own is not None:
        lines.append(texts.text("standings.own", row=row_words(own, texts)))
    if not table.rows:
        lines.append(texts.text("standings.invite", game=texts.text(f"game.{table.game}")))
    lines += [row_words(row, texts) for row in table.rows]
    return "\n".join((*lines, rule_words(table, texts)))


def podium_words(table: FinalTable, texts: Texts) -> str:
    """Everything that the picture of a season's end shows."""
    winners = [short(row.name) for row in table.rows if row.place == 1]
    lines = [texts.text("podium.heading", title=title_words(table, texts)), ending_words(winners, texts)]
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
    elif row.is_new:
        told.append(texts.text("standings.new"))
    return " ".join(told)


def rating_words(row: Standing) -> str:
    """The rating, with the mark of one that is still uncertain."""
    return f"{row.rating}?" if row.provisional else str(row.rating)


def rule_words(table: Standings, texts: Texts) -> str:
    """By what the table is ordered, and what a mark in it means."""
    return texts.plural("standings.rule", table.least_matches)


def ending_words(names: Sequence[str], texts: Texts) -> str:
    """Who won the season, as a sentence about the ``names`` of those in the first place."""
    if not names:
        return texts.text("podium.nobody")
    if len(names) > 1:
        return texts.plural("podium.level", len(names))
    return texts.text("podium.winner", name=names[0])


def foot_words(table: FinalTable, texts: Texts) -> str:
    """Which game it was, how many were ranked, and how many there are for whom no step is left."""
    words = texts.plural("standings.ranked", table.ranked, game=texts.text(f"game.{table.game}"))
    left_over = len(table.rows) - STEPS
    return words if left_over <= 0 else f"{words} {texts.plural('podium.more', left_over)}"


def profile_words(told: Profile, texts: Texts) -> str:
    """Everything that the picture of a profile shows."""
    name = short(told.name)
    if not told.games:
        return texts.text("profile.none", name=name, invitation=texts.text("profile.invite"))
    lines = [texts.text("profile.heading", name=name, matches=texts.plural("profile.matches", told.matches))]
    if told.against is not None and told.rival is not None:
        key = "profile.met" if told.against.matches else "profile.never_met"
        lines.append(texts.text(key, name=name, rival=short(told.rival), results=tally_words(told.against, texts)))
    lines.append(texts.plural("profile.streak_words", told.streak))
    for game in told.games:
        lines += _game_lines(game, texts)
    for curve in told.curves:
        first, last = curve.points[0].rating, curve.points[-1].rating
        best = max(point.rating for point in curve.points)
        game = texts.text(f"game.{curve.game}.short")
        lines.append(texts.text("profile.curve", game=game, rating=last, first=first, best=best))
    if not told.curves:
        lines.append(texts.text("profile.no_curve"))
    return "\n".join(lines)


def _game_lines(game: GameRecord, texts: Texts) -> list[str]:
    name = texts.text(f"game.{game.game}")
    lines = [texts.text("profile.game", game=name, results=tally_words(game.tally, texts))]
    if game.average is not None:
        lines.append(texts.text("profile.average", average=average_words(game, texts)))
    if game.best is not None:
        best = game.best
        colour = colour_name(best.colour, texts)
        lines.append(texts.text("profile.best", colour=colour, points=signed(best.points), match=best.match))
    if game.favourite is not None:
        lines.append(texts.text("profile.favourite", colour=colour_name(game.favourite, texts)))
    return lines


def tally_words(tally: Tally, texts: Texts) -> str:
    """So many won, drawn and lost."""
    return texts.text("standings.results", wins=tally.wins, draws=tally.draws, losses=tally.losses)


def average_words(game: GameRecord, texts: Texts) -> str:
    """The points a round to one decimal."""
    return "\N{EN DASH}" if game.average is None else texts.number(game.average, 1)
