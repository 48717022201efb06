"""Replays: a match that is over, turn by turn, from this server or out of a record that somebody has."""

import asyncio
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.animator import Order
from bot.faults import FAILURES
from bot.i18n import Catalogue
from bot.play.refusal import Refusal
from bot.play.replays import Replay, check_size, digest_of
from bot.store.matches import Match
from bot.ui.base import Handler, Later, Tap
from bot.ui.games import SCREENS
from bot.ui.ids import Id, may_be_number
from bot.ui.images import hands_image, variant
from bot.ui.locale import public_texts, theme_of
from bot.ui.permissions import may_speak
from bot.ui.screen import Attachment, Block, Button, Field, Form, Image, Screen, Text, Tone, rows
from bot.ui.seen import Seen
from bot.ui.table import log_lines
from bot.ui.words import accent, jump, refusal_text, shown_name
from render.picture import Picture
from render.theme import Theme
from render.words import number, short
from rules.game import MatchEnded, RoundEnded
from rules.record import BadRecord, dump

_OPEN: Final = "open"
_TURN: Final = "turn"

_STEP: Final = 2.0
"""Seconds after which it is told again how far an animation is."""


@dataclass(frozen=True, slots=True)
class Showing:
    """What of a replay is on show: the moment by its number, and whether with all hands.

    The replay is that of a stored match or, if ``match_id`` is 0, of the file with this ``digest``, which the message
    has attached: so all there is to know stands in the message, and every button works as long as that does.
    """

    match_id: int
    digest: str = ""
    number: int = 0
    hands: bool = False

    def id(self, verb: str, button: str = "") -> Id:
        """The id of a control that leads here; buttons of one message differ, even where they lead to the same."""
        return Id(verb, self.match_id, self.number, f"{button}.{_OPEN if self.hands else ''}.{self.digest}")

    @classmethod
    def read(cls, pressed: Id) -> "Showing":
        """The showing to which a control leads. Raises Refusal for an id that nobody was given."""
        _, _, rest = pressed.arg.partition(".")
        shown, _, digest = rest.partition(".")
        if shown not in (_OPEN, "") or bool(digest) == bool(pressed.subject):
            raise Refusal("unknown_control")
        return cls(pressed.subject, digest, pressed.ply, shown == _OPEN)


def replay_screen(shown: Replay, showing: Showing, texts: Catalogue, theme: Theme) -> Screen:
    """A moment of a replay: what happened, the board or what a round or the match came to, and the ways to others."""
    showing = replace(showing, number=min(showing.number, shown.last))
    table, moment = shown.at(showing.number)
    seen = Seen(table, None, texts, theme)
    screens = SCREENS[table.match.game]
    names = " · ".join(seen.shown_names)
    if showing.match_id:
        place = jump(table.match.guild_id, table.match.place_id or table.match.channel_id)
        title = texts.text("replay.title", match=showing.match_id, place=place, names=names)
    else:
        title = texts.text("replay.title_file", game=texts.text(f"game.{table.match.game}"), names=names)
    turn = texts.text("replay.turn", turn=shown.turns[showing.number], turns=shown.turns[-1])
    ended = [event for event in moment.events if isinstance(event, RoundEnded)]
    over = any(isinstance(event, MatchEnded) for event in moment.events)
    lines = [f"-# {turn}" if ended or over else f"-# {turn} · {screens.status(seen)}", *log_lines(seen, moment.events)]
    blocks: list[Block] = [Text("\n".join((title, *lines)))]
    blocks += [screens.sheet(seen, event) for event in ended] or [screens.board(seen)]
    if over:
        blocks.append(screens.result(seen))
    if showing.hands and not over:
        blocks.append(hands_image(seen))
    blocks += _ways(shown, showing, texts)
    if not showing.match_id:
        blocks.append(Attachment(_file_name(showing.digest), shown.file))
    return Screen(tuple(blocks), accent(theme))


def _ways(shown: Replay, showing: Showing, texts: Catalogue) -> tuple[Block, ...]:
    def way(button: str, at: int, tone: Tone = Tone.PLAIN) -> Button:
        there = replace(showing, number=min(max(at, 0), shown.last)).id("replay", button)
        return Button(texts.text(f"replay.{button}"), there, tone, disabled=there.ply == showing.number)

    toggled = replace(showing, hands=not showing.hands)
    return (
        *rows(
            [
                way("first", 0),
                way("back", showing.number - 1),
                way("next", showing.number + 1, Tone.MAIN),
                way("last", shown.last),
                Button(texts.text("replay.go_to"), showing.id("replay_ask")),
            ]
        ),
        *rows(
            [
                Button(texts.text("replay.hide" if showing.hands else "replay.show"), toggled.id("replay", "hands")),
                Button(texts.text("replay.animate"), showing.id("animate")),
            ]
        ),
    )


def result_label(match: Match, texts: Catalogue) -> str:
    """A match that came to a result, in a few words without markdown."""
    assert match.outcome is not None
    players = texts.list(
        [
            texts.text("replay.player", name=short(player.name, 14), points=number(points))
            for player, points in zip(match.players, match.outcome.points, strict=True)
        ]
    )
    return short(
        texts.text("replay.label", match=match.id, game=texts.text(f"game.{match.game}.short"), players=players), 100
    )


async def show_replay(tap: Tap, match_id: int) -> None:
    """A new private message with the replay of a match, from its beginning."""
    await tap.whisper(await _screen(tap, Showing(match_id)))


async def show_file(tap: Tap, file: discord.Attachment) -> None:
    """A new private message with the replay of a record that somebody has uploaded. Raises Refusal for a bad one."""
    shown = await _of_file(tap, file)
    await tap.whisper(await _screen(tap, Showing(0, digest_of(shown.file))))


async def _open(tap: Tap) -> None:
    await show_replay(tap, tap.id.subject)


async def _turn(tap: Tap) -> None:
    await tap.update_own(await _screen(tap, Showing.read(tap.id)))


async def _ask(tap: Tap) -> None:
    showing = Showing.read(tap.id)
    field = Field(_TURN, tap.texts.text("replay.which_turn"), most_characters=6)
    await tap.ask(Form(tap.texts.text("replay.go_to"), showing.id("replay_go"), (field,)))


async def _go(tap: Tap) -> None:
    showing = Showing.read(tap.id)
    wanted = tap.fields.get(_TURN, "").strip()
    shown = await _opened(tap, showing)
    if not may_be_number(wanted) or int(wanted) > shown.turns[-1]:
        raise Refusal("no_such_turn", text=wanted[:20], turns=shown.turns[-1])
    await tap.update_own(await _screen(tap, replace(showing, number=shown.moment_of(int(wanted)))))


def may_show(tap: Tap, match: Match) -> bool:
    """Whether a person may have something of a match shown to everybody here: who has played in it, or may write."""
    played_here = match.guild_id == tap.guild_id and match.seat_of(tap.user_id) is not None
    return played_here or may_speak(tap.interaction)


async def _animate(tap: Tap) -> Later | None:
    """For everybody if the person may write here or has played, else for the person alone."""
    showing = Showing.read(tap.id)
    shown = await _opened(tap, showing)
    match = shown.match
    if may_show(tap, match):
        settings = await tap.settings()
        texts, theme, answer = public_texts(settings), theme_of(settings.look), tap.post
    else:
        texts, theme, answer = tap.texts, await tap.theme(), tap.whisper
    record = replace(shown.record, names=match.names)
    order = Order(await asyncio.to_thread(dump, record), match.names, texts.language, theme.name)
    kept = tap.play.animations.kept(order)
    if kept is not None:
        await answer(animation_screen(showing, match, kept, texts, theme))
        return None
    await answer(drawing_screen(showing, 0.0, texts))
    return _drawn(tap, showing, match, order, texts, theme)


async def _drawn(tap: Tap, showing: Showing, match: Match, order: Order, texts: Catalogue, theme: Theme) -> Later:
    """How far the animation is, now and then, and in the end itself."""
    now = asyncio.get_running_loop().time
    told_at = now()
    async with aclosing(tap.play.animations.drawn(order)) as drawing:
        async for told in drawing:
            if isinstance(told, Picture):
                yield animation_screen(showing, match, told, texts, theme)
            elif now() >= told_at + _STEP:
                told_at = now()
                yield drawing_screen(showing, told, texts)


def drawing_screen(showing: Showing, done: float, texts: Catalogue) -> Screen:
    """How far an animation is, as a share; 0 while others come first."""
    line = texts.text("replay.drawing", percent=round(100 * done)) if done else texts.text("replay.waits")
    # whoever waits in vain, since the bot was started anew, finds the way on here
    return Screen((Text(line), *rows([Button(texts.text("replay.animate_again"), showing.id("animate"))])))


def animation_screen(showing: Showing, match: Match, picture: Picture, texts: Catalogue, theme: Theme) -> Screen:
    """An animated replay, and the way to the turns."""
    name = f"replay-{match.id or showing.digest}-{variant(texts, theme)}"
    title = texts.text("replay.animated", names=" · ".join(map(shown_name, match.names)))
    again = Button(texts.text("result.replay"), Id("replay_open", match.id))
    image = Image(name, lambda: picture, lambda: picture.alt)
    return Screen((Text(title), image, *(rows([again]) if match.id else ())), accent(theme))


async def _screen(tap: Tap, showing: Showing) -> Screen:
    return replay_screen(await _opened(tap, showing), showing, tap.texts, await tap.theme())


async def _opened(tap: Tap, showing: Showing) -> Replay:
    """What a showing is of. Raises Refusal for a match that the person may not see again, or a file that is gone."""
    if showing.match_id:
        match = (await tap.play.matches.table(showing.match_id)).match
        if match.guild_id != tap.guild_id and match.seat_of(tap.user_id) is None:
            raise Refusal("no_such_match", match=match.id)
        return await tap.play.replays.of_match(match.id)
    kept = tap.play.replays.of_digest(showing.digest)
    if kept is not None:
        return kept
    message = tap.interaction.message
    for file in [] if message is None else message.attachments:
        if file.filename == _file_name(showing.digest):
            return await _of_file(tap, file)
    raise Refusal("upload_again")


async def _of_file(tap: Tap, file: discord.Attachment) -> Replay:
    try:
        check_size(file.size)
        return await tap.play.replays.of_file(await file.read())
    except BadRecord as error:
        raise Refusal("bad_record", line=error.line, reason=refusal_text(error, tap.texts)) from error
    except FAILURES as error:
        raise Refusal("upload_again") from error


def _file_name(digest: str) -> str:
    return f"record-{digest}.txt"


HANDLERS: Final[dict[str, Handler]] = {
    "replay_open": _open,
    "replay": _turn,
    "replay_ask": _ask,
    "replay_go": _go,
    "animate": _animate,
}
"""What the buttons of replays do, by the verb of their ids."""
