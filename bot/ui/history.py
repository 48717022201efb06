"""Finished matches: a list with pages and filters, and each match again with its result, sheets and record."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from discord.utils import format_dt

from bot.i18n import Catalogue
from bot.play.refusal import Refusal
from bot.play.table import Table
from bot.store.matches import Match
from bot.ui.base import Handler, Tap
from bot.ui.games import SCREENS
from bot.ui.ids import Id, number_in
from bot.ui.screen import Block, Button, Choice, Entity, EntitySelect, Screen, Select, Text, rows
from bot.ui.seen import Seen
from bot.ui.table import record_file
from bot.ui.words import accent, jump, player_name, shown_name
from render.theme import Theme
from render.words import number, short
from rules.game import RoundEnded
from rules.record import dump
from rules.registry import GAMES

PAGE: Final = 8
"""So many matches stand on a page."""

ALL: Final = "all"
"""The choice of every game."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whose matches are listed, and which of them: only those with an opponent and of a game, if they are given."""

    user_id: int
    opponent_id: int | None = None
    game: str | None = None

    def __str__(self) -> str:
        return f"{self.user_id}.{self.opponent_id or ''}.{self.game or ''}"

    @classmethod
    def read(cls, text: str) -> "Wanted":
        """What the id of a control says. Raises Refusal for what cannot be read."""
        user, _, rest = text.partition(".")
        opponent, _, game = rest.partition(".")
        if game and game not in GAMES:
            raise Refusal("no_such_game")
        return cls(number_in(user), number_in(opponent) if opponent else None, game or None)


# ------------------------------------------------------------------- the list


def history_screen(
    wanted: Wanted, name: str, found: Sequence[Match], count: int, page: int, texts: Catalogue, theme: Theme
) -> Screen:
    """A page, counted from 0, of the ``count`` finished matches of a person, with ways to the others and into each."""
    is_filtered = wanted.opponent_id is not None or wanted.game is not None
    heading = texts.text("history.heading", name=shown_name(short(name)))
    if not count and not is_filtered:
        return Screen((Text(f"{heading}\n{texts.text('history.none')}"),), accent(theme))
    lines = [heading, texts.plural("history.count", count)]
    lines += [_line(match, wanted.user_id, texts) for match in found]
    blocks: list[Block] = [Text("\n".join(lines))]
    if found:
        choices = tuple(Choice(_label(match, wanted.user_id, texts), str(match.id)) for match in found)
        blocks.append(Select(texts.text("history.open"), Id("past", ply=page, arg=str(wanted)), choices))
    chosen = () if wanted.opponent_id is None else (wanted.opponent_id,)
    blocks.append(
        EntitySelect(texts.text("history.choose_opponent"), Id("past_rival", arg=str(wanted)), Entity.MEMBER, chosen, 1)
    )
    games = (
        Choice(texts.text("history.every_game"), ALL, chosen=wanted.game is None),
        *(Choice(texts.text(f"game.{key}"), key, chosen=key == wanted.game) for key in GAMES),
    )
    blocks.append(Select(texts.text("history.choose_game"), Id("past_game", arg=str(wanted)), games))
    if count > PAGE:
        newer = Id("history", ply=max(page - 1, 0), arg=str(wanted))
        older = Id("history", ply=page + 1, arg=str(wanted))
        last = (count - 1) // PAGE
        blocks += rows(
            [
                Button(texts.text("history.newer"), newer, disabled=page == 0),
                Button(texts.text("history.older"), older, disabled=page >= last),
            ]
        )
    return Screen(tuple(blocks), accent(theme))


def _line(match: Match, user_id: int, texts: Catalogue) -> str:
    """A match in a line: how it ended for the person, against whom, and when."""
    seat = match.seat_of(user_id)
    assert seat is not None
    assert match.ended_at is not None
    others = texts.list(
        [shown_name(short(player_name(player, texts))) for player in match.players if player.user_id != user_id]
    )
    place = jump(match.guild_id, match.place_id or match.channel_id)
    return texts.text(
        f"history.{_ending(match, user_id)}",
        match=match.id,
        others=others,
        points=_points(match, seat),
        game=texts.text(f"game.{match.game}.short"),
        when=format_dt(match.ended_at, "d"),
        place=place,
    )


def _ending(match: Match, user_id: int) -> str:
    seat = match.seat_of(user_id)
    if match.outcome is None or seat is None:
        return "ended"
    if seat not in match.outcome.winners:
        return "lost"
    return "won" if len(match.outcome.winners) == 1 else "drawn"


def _points(match: Match, seat: int) -> str:
    """The person's points, then those of the others."""
    if match.outcome is None:
        return ""
    points = match.outcome.points
    return " : ".join(number(each) for each in (points[seat], *points[:seat], *points[seat + 1 :]))


def _label(match: Match, user_id: int, texts: Catalogue) -> str:
    others = texts.list(
        [short(player_name(player, texts), 20) for player in match.players if player.user_id != user_id]
    )
    return short(texts.text(f"history.label.{_ending(match, user_id)}", match=match.id, others=others), 100)


async def show_history(tap: Tap, user_id: int) -> None:
    """A new private message with a person's finished matches in this server."""
    await tap.whisper(await _history(tap, Wanted(user_id)))


async def _history(tap: Tap, wanted: Wanted, page: int = 0) -> Screen:
    found, count = await tap.play.profiles.finished(
        tap.guild_id, wanted.user_id, wanted.opponent_id, wanted.game, page * PAGE, PAGE
    )
    name = await tap.play.profiles.name_of(tap.guild_id, wanted.user_id)
    if name is None:
        name = tap.person.name if wanted.user_id == tap.user_id else tap.texts.text("history.somebody")
    return history_screen(wanted, name, found, count, page, tap.texts, await tap.theme())


async def _turn_page(tap: Tap) -> None:
    await tap.update_own(await _history(tap, Wanted.read(tap.id.arg), tap.id.ply))


async def _choose_opponent(tap: Tap) -> None:
    wanted = Wanted.read(tap.id.arg)
    opponent = number_in(tap.value) if tap.values else None
    if opponent == wanted.user_id:
        opponent = None
    await tap.update_own(await _history(tap, Wanted(wanted.user_id, opponent, wanted.game)))


async def _choose_game(tap: Tap) -> None:
    wanted = Wanted.read(tap.id.arg)
    if tap.value not in (ALL, *GAMES):
        raise Refusal("no_such_game")
    game = None if tap.value == ALL else tap.value
    await tap.update_own(await _history(tap, Wanted(wanted.user_id, wanted.opponent_id, game)))


# -------------------------------------------------------------------- a match


def past_screen(seen: Seen, record: str | None, back: Id, round_shown: int = 0, *, may_review: bool = False) -> Screen:
    """A finished match again: its result or, if a round is named, the score sheet of it, and the record to download.

    ``record`` is None for a match that ended without a result; ``back`` leads to the list. ``may_review`` tells that
    the reader has played in it.
    """
    match, texts = seen.table.match, seen.texts
    screens = SCREENS[match.game]
    rounds = [event for news in seen.table.news for event in news.events if isinstance(event, RoundEnded)]
    ended = next((event for event in rounds if event.number == round_shown), None)
    assert match.ended_at is not None
    place = jump(match.guild_id, match.place_id or match.channel_id)
    key = "history.match" if match.outcome is not None else "history.match_ended"
    title = texts.text(
        key,
        match=match.id,
        names=" · ".join(short(name) for name in seen.shown_names),
        when=format_dt(match.ended_at, "f"),
        place=place,
    )
    blocks: list[Block] = [Text(title)]
    if ended is not None:
        blocks.append(screens.sheet(seen, ended))
    elif match.outcome is not None:
        blocks.append(screens.result(seen))
    buttons = [
        Button(
            texts.text("history.round", round=event.number),
            _past_id(match, event.number, back),
            disabled=event.number == round_shown,
        )
        for event in rounds
    ]
    if ended is not None:
        buttons.insert(0, Button(texts.text("history.result"), _past_id(match, 0, back)))
    if match.outcome is not None:
        buttons.append(Button(texts.text("result.replay"), Id("replay_open", match.id)))
    if may_review:
        buttons.append(Button(texts.text("result.review"), Id("review", match.id)))
    blocks += rows([*buttons, Button(texts.text("history.back"), back)])
    if record is not None:
        blocks.append(record_file(match.id, record))
    return Screen(tuple(blocks), accent(seen.theme))


def _past_id(match: Match, round_shown: int, back: Id) -> Id:
    """The way to a round of a match, 0 for its result; the page of the list to come back to stands before it."""
    return Id("past_round", match.id, back.ply * 100 + round_shown, back.arg)


async def _open(tap: Tap) -> None:
    back = Id("history", ply=tap.id.ply, arg=tap.id.arg)
    await tap.update_own(await _past(tap, number_in(tap.value[:15]), back))


async def _open_round(tap: Tap) -> None:
    page, round_shown = divmod(tap.id.ply, 100)
    await tap.update_own(await _past(tap, tap.id.subject, Id("history", ply=page, arg=tap.id.arg), round_shown))


async def _past(tap: Tap, match_id: int, back: Id, round_shown: int = 0) -> Screen:
    table = await tap.play.matches.table(match_id)
    _must_be_past(table, tap.guild_id)
    record = None
    if table.match.outcome is not None:
        record = dump(await tap.play.matches.record(match_id))
    seen = Seen(table, None, tap.texts, await tap.theme())
    may_review = table.match.seat_of(tap.user_id) is not None
    return past_screen(seen, record, back, round_shown, may_review=may_review)


def _must_be_past(table: Table, guild_id: int) -> None:
    """Only matches of this server are shown again, and none that still runs."""
    if table.match.guild_id != guild_id:
        raise Refusal("no_such_match", match=table.match.id)
    if not table.match.is_over:
        raise Refusal("match_running")


HANDLERS: Final[dict[str, Handler]] = {
    "history": _turn_page,
    "past_rival": _choose_opponent,
    "past_game": _choose_game,
    "past": _open,
    "past_round": _open_round,
}
"""What the buttons and menus of finished matches do, by the verb of their ids."""
