"""What is told in the channel of a match besides its board."""

from collections.abc import Sequence

from discord.utils import format_dt

from bot.play.matches import Leaving
from bot.store.matches import Match
from bot.store.notices import Notice, NoticeKind
from bot.store.requests import Request, RequestKind
from bot.ui.ids import Id
from bot.ui.screen import Block, Button, Row, Screen, Text, Tone
from bot.ui.seen import Seen
from bot.ui.words import person_named
from rules.game import Seat

QUESTIONS = {NoticeKind.ASK_PAUSE: RequestKind.PAUSE, NoticeKind.ASK_TAKE_BACK: RequestKind.TAKE_BACK}
"""What a notice asks for that is a question to the others."""

ABOUT_THE_TURN = (NoticeKind.REMINDER, NoticeKind.WARNING, NoticeKind.NUDGE, NoticeKind.AWAY, NoticeKind.BACK)
"""Kinds that mean nothing any more once the turn is over."""


def still_asked(request: Request, match: Match) -> tuple[Seat, ...]:
    """The seats whose answer to a question is missing."""
    return tuple(seat for seat in match.people if seat not in request.agreed)


def question_screen(seen: Seen, request: Request, pings: Sequence[int] = ()) -> Screen:
    """The message of a question: who is still asked what, and who has agreed already; ``pings`` as below."""
    match, texts, turn = seen.table.match, seen.texts, seen.table.last_turn
    saw_more = request.kind is RequestKind.TAKE_BACK and turn is not None and turn.saw_more
    called = _called(seen, still_asked(request, match))
    key = f"notice.ask_{request.kind}{'_saw_more' if saw_more else ''}"
    lines = [texts.text(key, name=seen.shown_names[request.seat], called=called), *agreed_lines(seen, request)]
    buttons = (
        Button(texts.text("notice.agree"), Id("agree", match.id, request.ply, request.kind), Tone.GOOD),
        Button(texts.text("notice.refuse"), Id("refuse", match.id, request.ply, request.kind)),
    )
    return Screen((Text("\n".join(lines)), Row(buttons)), None, tuple(pings))


def agreed_lines(seen: Seen, request: Request) -> list[str]:
    """Who has agreed to a question, a small line each."""
    names = [seen.shown_names[seat] for seat in request.agreed if seat != request.seat]
    return [f"-# {seen.texts.text(f'notice.agreed_{request.kind}', name=name)}" for name in names]


def addressed(notice: Notice) -> tuple[Seat, ...]:
    """The seats whom a notice calls on that is no question."""
    match notice.kind:
        case NoticeKind.REMINDER | NoticeKind.WARNING | NoticeKind.NUDGE:
            return () if notice.seat is None else (notice.seat,)
        case _:
            return ()


def notice_screen(seen: Seen, notice: Notice, pings: Sequence[int]) -> Screen:
    """The message of a notice that is no question; ``pings`` are the people whom it notifies of those it calls on."""
    match = seen.table.match
    deadline = match.clock.deadline
    text = seen.texts.text(
        f"notice.{_text_key(notice)}",
        name="" if notice.seat is None else seen.shown_names[notice.seat],
        called=_called(seen, addressed(notice)),
        when="" if deadline is None else format_dt(deadline, "R"),
        back=_back_at(match),
        nudging=seen.shown_names[int(notice.detail)] if notice.kind is NoticeKind.NUDGE else "",
    )
    blocks: list[Block] = [Text(text)]
    if addressed(notice):
        blocks.append(Row((Button(seen.texts.text("board.my_hand"), Id("hand", match.id), Tone.MAIN),)))
    return Screen(tuple(blocks), None, tuple(pings))


def _called(seen: Seen, seats: Sequence[Seat]) -> str:
    return " ".join(person_named(seen.table.match.players[seat].user_id, seen.texts) for seat in seats)


def _text_key(notice: Notice) -> str:
    """Some kinds say more with their detail."""
    if notice.kind in (NoticeKind.LEFT_SERVER, NoticeKind.WARNING) and notice.detail not in ("", Leaving.ENDS):
        return f"{notice.kind}_{notice.detail}"
    return notice.kind


def _back_at(match: Match) -> str:
    """When a player who is away comes back, as a date."""
    began_at = match.clock.began_at
    return "" if began_at is None else format_dt(began_at, "D")
