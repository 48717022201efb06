"""What somebody has done: a picture for the one who asks, which can be shown to everybody."""

from dataclasses import replace
from functools import partial
from typing import Final

from bot.i18n import Catalogue
from bot.play.refusal import Refusal
from bot.play.statistics import GameStatistics, Statistics, Tally
from bot.store.seasons import Season
from bot.ui.base import Handler, Tap
from bot.ui.history import Wanted
from bot.ui.ids import Id, number_in
from bot.ui.images import fingerprint
from bot.ui.locale import public_texts, theme_of
from bot.ui.screen import Block, Button, Image, Screen, Text, rows
from bot.ui.standings import season_title
from bot.ui.words import accent, shown_name
from render import standings as pictures
from render.charts import Curve, Mark, Rating
from render.theme import Theme


def profile_screen(
    user_id: int, name: str, told: Statistics, rival: str, texts: Catalogue, theme: Theme, *, public: bool = False
) -> Screen:
    """What a person has done, with ways to show it here and to the matches; ``rival`` is the name of who looks."""
    profile = pictures.Profile(
        name,
        tuple(_record(game) for game in told.games),
        tuple(_curve(game) for game in told.games if game.ratings),
        tuple(_mark(season, texts) for season in told.seasons),
        told.streak,
        None if told.against is None else rival,
        None if told.against is None else _tally(told.against),
    )
    in_words = replace(profile, name=shown_name(name), rival=None if told.against is None else shown_name(rival))
    blocks: list[Block] = [
        Image(
            f"profile-{fingerprint(profile, texts, theme)}",
            partial(pictures.profile, profile, texts, theme),
            partial(pictures.profile_words, in_words, texts),
        )
    ]
    computer = told.against_computer
    if computer.matches:
        line = texts.text("profile.computer", wins=computer.wins, draws=computer.draws, losses=computer.losses)
        blocks.append(Text(line))
    buttons = [Button(texts.text("profile.history"), Id("history", arg=str(Wanted(user_id))))]
    if not public:
        buttons.append(Button(texts.text("profile.show_here"), Id("show_profile", arg=str(user_id))))
    if told.games or computer.matches:
        blocks += rows(buttons)
    return Screen(tuple(blocks), accent(theme))


def _record(game: GameStatistics) -> pictures.GameRecord:
    best = None
    if game.best is not None:
        colour, points, match = game.best
        best = pictures.BestExpedition(points, colour, match)
    return pictures.GameRecord(game.game, _tally(game.tally), game.average, best, game.favourite)


def _tally(tally: Tally) -> pictures.Tally:
    return pictures.Tally(tally.wins, tally.draws, tally.losses)


def _curve(game: GameStatistics) -> Curve:
    return Curve(game.game, tuple(Rating(at, rating) for at, rating in game.ratings))


def _mark(season: Season, texts: Catalogue) -> Mark:
    return Mark(season.began_at, season_title(season, texts))


async def show_profile(tap: Tap, user_id: int, name: str) -> None:
    """A new private message with what a person has done in this server."""
    told = await tap.play.profiles.of(tap.guild_id, user_id, tap.user_id)
    await tap.whisper(profile_screen(user_id, name, told, tap.person.name, tap.texts, await tap.theme()))


async def _show_here(tap: Tap) -> None:
    user_id = number_in(tap.id.arg)
    name = await tap.play.profiles.name_of(tap.guild_id, user_id)
    if name is None:
        raise Refusal("unknown_control")
    told = await tap.play.profiles.of(tap.guild_id, user_id, tap.user_id)
    settings = await tap.settings()
    texts, theme = public_texts(settings), theme_of(settings.look)
    await tap.post(profile_screen(user_id, name, told, tap.person.name, texts, theme, public=True))


HANDLERS: Final[dict[str, Handler]] = {"show_profile": _show_here}
"""What the buttons of a profile do that no other screen has."""
