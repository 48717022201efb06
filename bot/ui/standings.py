"""Tables of who stands where, seasons, and what their buttons do."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Final

from discord.utils import format_dt

from bot.i18n import Catalogue
from bot.play.refusal import Refusal
from bot.play.standings import Page, Podium, Row
from bot.store.guilds import GuildSettings, SeasonLength
from bot.store.ratings import LEAST_MATCHES
from bot.store.seasons import Season
from bot.ui.base import Handler, Tap
from bot.ui.ids import Id, number_in
from bot.ui.images import fingerprint
from bot.ui.locale import public_texts, theme_of
from bot.ui.permissions import refuse_unless_manager
from bot.ui.screen import Block, Button, Choice, Image, Screen, Select, Text, Tone, rows
from bot.ui.words import accent, shown_name
from render import standings as pictures
from render.theme import Theme
from rules.registry import GAMES

MOST_SEASONS: Final = 25
"""So many seasons a menu offers: all time and the latest."""


def season_title(season: Season, texts: Catalogue) -> str:
    """What a season is called."""
    if season.is_all_time:
        return texts.text("season.all_time")
    return season.name or texts.text("season.numbered", number=season.number)


# ---------------------------------------------------------------- leaderboard


def leaderboard_screen(page: Page, seasons: Sequence[Season], texts: Catalogue, theme: Theme) -> Screen:
    """A page of a table as one person sees it, with ways to the other pages, seasons and games."""
    season = page.season

    def turned_to(key: str, number: int, there: bool) -> Button:
        return Button(
            texts.text(f"leaderboard.{key}"), Id("table", season.id, number, f"{page.game}.{key}"), disabled=not there
        )

    blocks: list[Block] = [_table_image(page, texts, theme)]
    if season.corrected_at is not None:
        blocks.append(Text(f"-# {texts.text('season.corrected', when=format_dt(season.corrected_at, 'D'))}"))
    if page.pages > 1:
        buttons = [
            turned_to("previous", max(page.number - 1, 0), page.number > 0),
            turned_to("next", min(page.number + 1, page.pages - 1), page.number < page.pages - 1),
        ]
        if page.own_page is not None:
            buttons.append(turned_to("own", page.own_page, page.own_page != page.number))
        blocks += rows(buttons)
    if len(seasons) > 1:
        choices = tuple(
            Choice(season_title(each, texts), str(each.id), chosen=each.id == season.id) for each in offered(seasons)
        )
        blocks.append(Select(texts.text("leaderboard.choose_season"), Id("table_season", arg=page.game), choices))
    choices = tuple(Choice(texts.text(f"game.{key}"), key, chosen=key == page.game) for key in GAMES)
    blocks.append(Select(texts.text("leaderboard.choose_game"), Id("table_game", season.id), choices))
    return Screen(tuple(blocks), accent(theme))


def offered(seasons: Sequence[Season]) -> list[Season]:
    """The seasons of a server as a menu offers them: the latest first, all time after the one that is running."""
    latest = sorted(seasons, key=lambda season: -season.number)
    all_time = latest.pop()
    at = sum(season.ended_at is None for season in latest)
    return [*latest[:at], all_time, *latest[at:]][:MOST_SEASONS]


def empty_screen(game: str, texts: Catalogue, theme: Theme) -> Screen:
    """The table of a server in which no rated match has been finished yet."""
    table = pictures.Standings(texts.text("season.numbered", number=1), game, (), None, 0, LEAST_MATCHES)
    return Screen((_image(table, texts, theme),), accent(theme))


def _table_image(page: Page, texts: Catalogue, theme: Theme) -> Image:
    listed = any(page.own is not None and row.user_id == page.own.user_id for row in page.rows)
    own_id = None if page.own is None else page.own.user_id
    table = pictures.Standings(
        season_title(page.season, texts),
        page.game,
        tuple(_standing(row, texts, is_asker=row.user_id == own_id) for row in page.rows),
        None if page.own is None or listed else _standing(page.own, texts, is_asker=True),
        page.ranked,
        LEAST_MATCHES,
    )
    return _image(table, texts, theme)


def _image(table: pictures.Standings, texts: Catalogue, theme: Theme) -> Image:
    return Image(
        f"table-{fingerprint(table, texts, theme)}",
        partial(pictures.standings, table, texts, theme),
        partial(pictures.standings_words, table, texts),
    )


def _standing(row: Row, texts: Catalogue, *, is_asker: bool = False) -> pictures.Standing:
    return pictures.Standing(
        row.place,
        row.name or texts.text("player.former"),
        row.rating,
        row.matches,
        row.wins,
        row.draws,
        row.losses,
        row.trend,
        provisional=row.is_provisional,
        is_asker=is_asker,
        is_new=row.is_new,
    )


async def show_table(tap: Tap, season: Season | None, game: str | None) -> None:
    """A new private message with a table, by default of the game that was played most."""
    await tap.whisper(await table_screen(tap, season, game))


async def table_screen(tap: Tap, season: Season | None, game: str | None, number: int = 0) -> Screen:
    """A table as the person sees it; None stands for the season that is running or was last, and its first game."""
    seasons = await tap.play.seasons.of(tap.guild_id)
    if not seasons:
        return empty_screen(game or next(iter(GAMES)), tap.texts, await tap.theme())
    if season is None:
        season = seasons[-1]
    if game is None:
        game = next(iter(await tap.play.standings.games(season)), next(iter(GAMES)))
    page = await tap.play.standings.page(season, game, tap.user_id, number)
    return leaderboard_screen(page, seasons, tap.texts, await tap.theme())


async def season_of(tap: Tap, season_id: int) -> Season:
    """A season of the server. Raises Refusal if there is none with this id."""
    for season in await tap.play.seasons.of(tap.guild_id):
        if season.id == season_id:
            return season
    raise Refusal("no_such_season")


async def _turn_page(tap: Tap) -> None:
    season = await season_of(tap, tap.id.subject)
    await tap.update_own(await table_screen(tap, season, _game(tap.id.arg.partition(".")[0]), tap.id.ply))


async def _choose_season(tap: Tap) -> None:
    season = await season_of(tap, number_in(tap.value, 15))
    await tap.update_own(await table_screen(tap, season, _game(tap.id.arg)))


async def _choose_game(tap: Tap) -> None:
    season = await season_of(tap, tap.id.subject)
    await tap.update_own(await table_screen(tap, season, _game(tap.value)))


def _game(key: str) -> str:
    if key not in GAMES:
        raise Refusal("no_such_game")
    return key


# -------------------------------------------------------------------- seasons


def season_screen(season: Season | None, by_hand: bool, texts: Catalogue) -> Screen:
    """The season that is running: since when, until when, and how it goes on."""
    if season is None:
        return Screen((Text(texts.text("season.none_by_hand" if by_hand else "season.none")),))
    lines = [
        f"### {shown_name(season_title(season, texts))}",
        texts.text("season.began", when=format_dt(season.began_at, "D")),
        texts.text("season.ends_by_hand") if season.ends_at is None else _ends(season.ends_at, texts),
        texts.plural("season.ranking", LEAST_MATCHES),
    ]
    button = Button(texts.text("leaderboard.open"), Id("table_open", season.id), Tone.MAIN)
    return Screen((Text("\n".join(lines)), *rows([button])))


def end_season_screen(season: Season, texts: Catalogue) -> Screen:
    """The question before a season is ended."""
    buttons = [
        Button(texts.text("season.end.yes"), Id("end_season", season.id), Tone.DANGER),
        Button(texts.text("season.end.no"), Id("keep_season", season.id)),
    ]
    question = texts.text("season.end.question", season=shown_name(season_title(season, texts)))
    return Screen((Text(question), *rows(buttons)))


def final_screen(season: Season, podiums: Sequence[Podium], settings: GuildSettings) -> Screen:
    """The end of a season, for everybody in the server: the first places at each game."""
    texts, theme = public_texts(settings), theme_of(settings.look)
    title = season_title(season, texts)
    lines = [texts.text("season.over", season=shown_name(title))]
    if not any(podium.rows for podium in podiums):
        lines.append(texts.plural("season.nobody_ranked", LEAST_MATCHES))
    blocks: list[Block] = [Text("\n".join(lines))]
    blocks += [_podium_image(title, podium, texts, theme) for podium in podiums if podium.rows]
    if season.corrected_at is not None:
        blocks.append(Text(f"-# {texts.text('season.corrected', when=format_dt(season.corrected_at, 'D'))}"))
    blocks += rows([Button(texts.text("leaderboard.open"), Id("table_open", season.id))])
    return Screen(tuple(blocks), accent(theme))


def _podium_image(title: str, podium: Podium, texts: Catalogue, theme: Theme) -> Image:
    table = pictures.FinalTable(title, podium.game, tuple(_standing(row, texts) for row in podium.rows), podium.ranked)
    return Image(
        f"podium-{fingerprint(table, texts, theme)}",
        partial(pictures.podium, table, texts, theme),
        partial(pictures.podium_words, table, texts),
    )


def _ends(moment: datetime, texts: Catalogue) -> str:
    return texts.text("season.ends", when=format_dt(moment, "f"), left=format_dt(moment, "R"))


async def show_season(tap: Tap) -> None:
    """A new private message about the season that is running."""
    settings = await tap.settings()
    season = await tap.play.seasons.current(tap.guild_id)
    await tap.whisper(season_screen(season, settings.season is SeasonLength.MANUAL, tap.texts))


async def _open_table(tap: Tap) -> None:
    await show_table(tap, await season_of(tap, tap.id.subject), None)


async def _end_season(tap: Tap) -> None:
    refuse_unless_manager(tap.interaction)
    season = await tap.play.seasons.end(tap.guild_id, tap.id.subject)
    done = tap.texts.text("season.end.done", season=shown_name(season_title(season, tap.texts)))
    await tap.update_own(Screen((Text(done),)))


async def _keep_season(tap: Tap) -> None:
    await tap.update_own(Screen((Text(tap.texts.text("season.end.kept")),)))


HANDLERS: Final[dict[str, Handler]] = {
    "table": _turn_page,
    "table_season": _choose_season,
    "table_game": _choose_game,
    "table_open": _open_table,
    "end_season": _end_season,
    "keep_season": _keep_season,
}
"""What the buttons and menus of tables and seasons do, by the verb of their ids."""
