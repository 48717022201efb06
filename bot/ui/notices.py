"""What is told in the channel of a match besides its board."""

from collections.abc import Sequence

from discord.utils import format_dt

from bot.play.table import Table
from bot.store.matches import Match
from bot.store.notices import Notice, NoticeKind
from bot.store.requests import RequestKind
from bot.ui.ids import Id
from bot.ui.screen import Block, Button, Row, Screen, Text, Tone
from bot.ui.seen import Seen
from bot.ui.words import person_named
from rules.game import Seat

QUESTIONS = {NoticeKind.ASK_PAUSE: RequestKind.PAUSE, NoticeKind.ASK_TAKE_BACK: RequestKind.TAKE_BACK}
"""What a notice asks for that is a question to the others."""

ABOUT_THE_TURN = (NoticeKind.REMINDER, NoticeKind.WARNING, NoticeKind.NUDGE, NoticeKind.AWAY, NoticeKind.BACK)
"""Kinds that mean nothing any more once the turn is over."""


def addressed(notice: Notice, table: Table) -> tuple[Seat, ...]:
    """The seats whom a notice calls on."""
    match notice.kind:
        case NoticeKind.REMINDER | NoticeKind.WARNING | NoticeKind.NUDGE:
            return () if notice.seat is None else (notice.seat,)
        case NoticeKind.ASK_PAUSE | NoticeKind.ASK_TAKE_BACK:
            return tuple(seat for seat in table.people if seat != notice.seat)
        case _:
            return ()


def notice_screen(seen: Seen, notice: Notice, pings: Sequence[int]) -> Screen:
    """The message of a notice; ``pings`` are the people whom it notifies of those whom it calls on."""
    match = seen.table.match
    deadline = match.clock.deadline
    called = " ".join(person_named(match.players[seat].user_id, seen.texts) for seat in addressed(notice, seen.table))
    text = seen.texts.text(
        f"notice.{_text_key(notice)}",
        name="" if notice.seat is None else seen.shown_names[notice.seat],
        called=called,
        when="" if deadline is None else format_dt(deadline, "R"),
        back=_back_at(match),
        nudging=seen.shown_names[int(notice.detail)] if notice.kind is NoticeKind.NUDGE else "",
    )
    blocks: list[Block] = [Text(text)]
    question = QUESTIONS.get(notice.kind)
    if question is not None:
        blocks.append(
            Row(
                (
                    Button(seen.texts.text("notice.agree"), Id("agree", match.id, notice.ply, question), Tone.GOOD),
                    Button(seen.texts.text("notice.refuse"), Id("refuse", match.id, notice.ply, question)),
                )
            )
        )
    elif addressed(notice, seen.table):
        blocks.append(Row((Button(seen.texts.text("board.my_hand"), Id("hand", match.id), Tone.MAIN),)))
    return Screen(tuple(blocks), None, tuple(pings))


def _text_key(notice: Notice) -> str:
    """Some kinds say more with their detail."""
    if notice.kind in (NoticeKind.ASK_TAKE_BACK, NoticeKind.LEFT_SERVER) and notice.detail:
        return f"{notice.kind}_{notice.detail}"
    return notice.kind


def _back_at(match: Match) -> str:
    """When a player who is away comes back, as a date."""
    began_at = match.clock.began_at
    return "" if began_at is None else format_dt(began_at, "D")
