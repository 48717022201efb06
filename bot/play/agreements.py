"""What the people at a table settle among themselves: a pause, a turn taken back, a nudge."""

from dataclasses import replace
from datetime import datetime

from bot.play import turn_clock
from bot.play.matches import Change, Matches
from bot.play.pace import nudge_interval
from bot.play.refusal import Refusal
from bot.play.table import Table
from bot.store import requests
from bot.store.challenges import Pace
from bot.store.database import Database
from bot.store.matches import EntryKind, Match
from bot.store.notices import NewNotice, NoticeKind
from bot.store.requests import Request, RequestKind
from rules.game import Seat

_NOTICES = {RequestKind.PAUSE: NoticeKind.ASK_PAUSE, RequestKind.TAKE_BACK: NoticeKind.ASK_TAKE_BACK}


class Agreements:
    """Asks the others, takes their answers, and does what all agree on."""

    def __init__(self, database: Database, matches: Matches) -> None:
        self._database = database
        self._matches = matches
        matches.also(self._count_again)

    async def ask(self, match_id: int, user_id: int, kind: RequestKind) -> bool:
        """Ask the others for a pause, or to take one's own last turn back; asking for the same pause is agreeing.

        Returns whether it is settled at once, as it is where all the others are computers. Raises Refusal for what
        cannot be had now, and for asking twice during a turn.
        """
        async with self._matches.changing(match_id) as change:
            seat = change.must_have_say(user_id)
            table = change.table
            _must_be_possible(table, seat, kind)
            request = await requests.get(self._database.reader, match_id, kind)
            if request is not None and _waits(request, table):
                if seat in request.agreed:
                    raise Refusal("already_requested" if seat == request.seat else "already_agreed")
                return not _agree(change, request, seat, user_id).is_open
            if request is not None and request.seat == seat and request.ply >= table.turn_began[1]:
                raise Refusal("requested_before")
            request = _agree(change, Request(kind, seat, table.match.ply, ()), seat, user_id)
            if request.is_open:
                change.notices.append(NewNotice(_NOTICES[kind], seat, table.match.ply))
        return not request.is_open

    async def answer(self, match_id: int, user_id: int, kind: RequestKind, ply: int, agree: bool) -> Request:
        """Agree to what was asked at ``ply``, or not; the one who asked may take the question back by not agreeing.

        Returns the question, which is open for as long as others have not answered. Raises Refusal if it does not wait
        for an answer any more, and for agreeing twice, or with oneself.
        """
        async with self._matches.changing(match_id) as change:
            seat = change.must_have_say(user_id)
            request = await requests.get(self._database.reader, match_id, kind)
            if request is None or request.ply != ply or not _waits(request, change.table):
                raise Refusal("request_over")
            if not agree:
                change.asked.append(replace(request, is_open=False))
                return change.asked[-1]
            if seat in request.agreed:
                raise Refusal("own_request" if seat == request.seat else "already_agreed")
            _must_be_possible(change.table, request.seat, kind)
            return _agree(change, request, seat, user_id)

    async def waiting(self, table: Table, kind: RequestKind, ply: int) -> Request | None:
        """The question that was asked at ``ply``, None if it does not wait for an answer any more."""
        request = await requests.get(self._database.reader, table.match.id, kind)
        waits = request is not None and request.ply == ply and not table.match.is_over and _waits(request, table)
        return request if waits else None

    async def _count_again(self, before: Table, change: Change) -> None:
        """Who left the table is not waited for: see whether all others have agreed to what is asked."""
        if change.match.is_over or change.match.people == before.match.people:
            return
        for kind in RequestKind:
            request = await requests.get(self._database.reader, change.match.id, kind)
            if request is not None and _waits(request, change.table):
                _settle(change, request, change.match.players[request.seat].user_id)

    async def resume(self, match_id: int, user_id: int) -> None:
        """Let a match that stands still go on; one side is enough. Raises Refusal if a moderator has paused it."""
        async with self._matches.changing(match_id) as change:
            seat = change.must_have_say(user_id)
            if not change.match.clock.paused:
                raise Refusal("not_paused")
            if change.table.is_paused_by_moderator:
                raise Refusal("paused_by_moderator")
            change.log(EntryKind.RESUME, "", seat=seat, actor=user_id)
            change.on_clock = turn_clock.resume

    async def nudge(self, match_id: int, user_id: int) -> None:
        """Ask the one whose turn it is, in the channel, to move.

        Raises Refusal for the one whose turn it is, while the match stands still, and if it is too early: once in a
        quarter of the pace.
        """
        async with self._matches.changing(match_id) as change:
            seat = change.must_have_say(user_id)
            match = change.match
            if match.turn == seat:
                raise Refusal("nudge_oneself")
            change.table.must_not_stand_still()
            if match.turn is not None and match.players[match.turn].level is not None:
                raise Refusal("nudge_computer")
            free_at = _nudge_free_at(match)
            if free_at is not None and free_at > change.at:
                raise Refusal("nudge_too_early", when=int(free_at.timestamp()))
            change.notices.append(NewNotice(NoticeKind.NUDGE, match.turn, match.ply, str(seat)))
            change.on_clock = turn_clock.nudged


def may_ask_to_take_back(table: Table, seat: Seat | None) -> bool:
    """Whether the last thing that anybody did is a whole turn of ``seat`` that ended no round."""
    return table.last_turn is not None and table.last_turn.seat == seat


def may_nudge(match: Match, now: datetime) -> bool:
    """Whether those who wait for the current turn may nudge its player, who is a person."""
    if match.turn is None or match.players[match.turn].level is not None:
        return False
    free_at = _nudge_free_at(match)
    return not match.clock.paused and (free_at is None or free_at <= now)


def _nudge_free_at(match: Match) -> datetime | None:
    since = [moment for moment in (match.clock.began_at, match.clock.nudged_at) if moment is not None]
    return max(since) + nudge_interval(match.pace) if since else None


def _waits(request: Request, table: Table) -> bool:
    """Whether a question is open: one for a pause until who asked plays on, the other while the turn stands last."""
    if not request.is_open:
        return False
    if request.kind is RequestKind.PAUSE:
        return table.last_ply_of(request.seat) <= request.ply
    return may_ask_to_take_back(table, request.seat) and table.turn_began[1] <= request.ply


def _must_be_possible(table: Table, seat: Seat, kind: RequestKind) -> None:
    table.must_not_stand_still()
    if kind is RequestKind.PAUSE:
        if table.match.pace is Pace.UNLIMITED:
            raise Refusal("no_clock")
    elif not may_ask_to_take_back(table, seat):
        raise Refusal("take_back_too_late")


def _agree(change: Change, request: Request, seat: Seat, user_id: int) -> Request:
    """Note that ``seat`` agrees, and do what was asked for once everybody does. Returns the question as it is then."""
    return _settle(change, replace(request, agreed=(*request.agreed, seat)), user_id)


def _settle(change: Change, request: Request, user_id: int) -> Request:
    """Do what was asked for if everybody who has a say agrees. Returns the question, which is open if not."""
    request = replace(request, is_open=not set(change.match.people) <= set(request.agreed))
    change.asked.append(request)
    if request.is_open:
        return request
    if request.kind is RequestKind.TAKE_BACK:
        turn = change.table.last_turn
        assert turn is not None
        change.log(EntryKind.UNDO, f"{turn.first_ply}-{turn.ply}", seat=turn.seat, actor=user_id)
    elif not change.match.clock.paused:
        change.log(EntryKind.PAUSE, "", seat=request.seat, actor=user_id)
        change.on_clock = turn_clock.pause
    return request
