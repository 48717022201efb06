"""What every button and menu does, by the verb of its id."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from bot.faults import FAILURES, PERMISSIONS
from bot.play.coach import must_allow_hint
from bot.play.computers import computer_to_move
from bot.play.plans import may_plan
from bot.play.refusal import Refusal
from bot.play.table import Table
from bot.store.challenges import Challenge, Pace
from bot.store.matches import Match
from bot.store.requests import RequestKind
from bot.ui.base import Handler, Later, Tap
from bot.ui.challenge import challenge_screen, computer_name
from bot.ui.games import SCREENS
from bot.ui.locale import public_texts
from bot.ui.moderation import with_menu
from bot.ui.notices import agreed_lines, question_screen
from bot.ui.permissions import may_write, refuse_unless_open
from bot.ui.plans import NO_MATTER, plan_blocks
from bot.ui.rulebook import passage_about
from bot.ui.screen import Button, Screen, Text
from bot.ui.seen import Seen
from bot.ui.table import games_screen, hand_screen, looked_at, public, record_screen, resign_screen, seen_by
from bot.ui.tips import tip_of
from bot.ui.words import names_of, refusal_text, shown_name
from rules.game import BadNotation, RuleError, Seat
from rules.players.player import Level
from rules.record import dump
from rules.turns import Discard, Play


async def show_hand(tap: Tap, match_id: int) -> Later | None:
    """A new private message with the hand of one who plays in the match."""
    table = await own_table(tap, match_id)
    await tap.whisper(await _hand_of(tap, table))
    return _after_computers(tap, table)


async def show_board(tap: Tap, match_id: int) -> None:
    """For one who plays: the board again at the bottom of its channel. For others, and once it is over: privately."""
    table = await tap.play.matches.table(match_id)
    if table.match.is_over or table.match.playing_seat_of(tap.user_id) is None:
        screen = looked_at(await seen(tap, table))
    else:
        await tap.play.matches.want_board(match_id)
        screen = Screen((Text(tap.texts.text("board.again", place=_place(table.match))),))
    await tap.whisper(await with_menu(tap, screen, table.match))


async def _watch(tap: Tap) -> None:
    await tap.whisper(await _watched(tap))


async def _watch_on(tap: Tap) -> None:
    await tap.update_own(await _watched(tap))


async def _watched(tap: Tap) -> Screen:
    """The board as everybody may see it, whoever looks."""
    table = await tap.play.matches.table(tap.id.subject)
    if table.match.guild_id != tap.guild_id:
        raise Refusal("no_such_match", match=table.match.id)
    return looked_at(Seen(table, None, tap.texts, await tap.theme()))


async def ask_to_resign(tap: Tap, match_id: int) -> None:
    """The question before giving up."""
    table = await own_table(tap, match_id)
    if table.match.is_over:
        raise Refusal("match_over")
    own = await seen(tap, table)
    assert own.seat is not None
    await tap.whisper(resign_screen(own, await tap.play.matches.leaving(table, own.seat)))


COMMANDS_ON_A_MATCH: Final[dict[str, Callable[[Tap, int], Awaitable[Later | None]]]] = {
    "hand": show_hand,
    "board": show_board,
    "resign": ask_to_resign,
}
"""What can be asked of one match, also after the question which one was meant."""


async def _open_hand(tap: Tap) -> Later | None:
    return await show_hand(tap, tap.id.subject)


async def _refresh(tap: Tap) -> Later | None:
    table = await own_table(tap, tap.id.subject)
    await tap.update_own(await _hand_of(tap, table))
    return _after_computers(tap, table)


def _after_computers(tap: Tap, table: Table) -> Later | None:
    """The hand once more when the computers have moved whose turn it is on a table."""
    return None if computer_to_move(table) is None else _hand_at_rest(tap, table.match.id)


async def _hand_at_rest(tap: Tap, match_id: int) -> Later:
    await tap.play.computers.at_rest(match_id)
    yield await _hand(tap, match_id)


async def _card(tap: Tap) -> None:
    # a hand from an earlier ply is as good as any to choose a card from: it is only shown as it is now
    await tap.update_own(await _hand(tap, tap.id.subject, selected=tap.id.arg))


async def _do(tap: Tap) -> Later | None:
    match_id = tap.id.subject
    try:
        table = await tap.play.matches.act(match_id, tap.user_id, [tap.id.arg], tap.id.ply, tap.person.name)
    except BadNotation:
        raise
    except (Refusal, RuleError) as error:
        if await _is_done(tap):
            await tap.update_own(await _hand(tap, match_id))
            return None
        table, note = await own_table(tap, match_id), refusal_text(error, tap.texts)
        await tap.update_own(await _hand_of(tap, table, note=note, rule=passage_about(error, tap.texts)))
        return None
    await tap.update_own(await _hand_of(tap, table))
    return _after_computers(tap, table)


async def _is_done(tap: Tap) -> bool:
    """Whether the same person has done by another press just what this one asks for."""
    log = await tap.play.matches.log(tap.id.subject)
    return any((each.ply, each.actor, each.text) == (tap.id.ply + 1, tap.user_id, tap.id.arg) for each in log)


async def _hint(tap: Tap) -> Later:
    table = await own_table(tap, tap.id.subject)
    seat = table.match.seat_of(tap.user_id)
    assert seat is not None
    must_allow_hint(table, seat)
    await tap.update_own(await _hand_of(tap, table, note=tap.texts.text("hint.thinking")))
    return _hinted(tap, table, seat)


async def _hinted(tap: Tap, table: Table, seat: Seat) -> Later:
    """The hand with the recommended action, unless the match has gone on meanwhile."""
    action = await tap.play.coach.hint(table, seat)
    now = await tap.play.matches.table(table.match.id)
    if now.match.ply != table.match.ply:
        return
    screens, view = SCREENS[table.match.game], table.view(seat)
    note = tap.texts.text(
        "hint.is", move=screens.named(view, action, tap.texts), reason=screens.reason(view, action, tap.texts)
    )
    selected = str(action.card) if isinstance(action, Play | Discard) else ""
    yield await _hand_of(tap, now, selected, note)


async def _pick(tap: Tap) -> Later | None:
    command = COMMANDS_ON_A_MATCH.get(tap.id.arg)
    if command is None or not tap.value.isdecimal():
        raise Refusal("unknown_control")
    return await command(tap, int(tap.value[:15]))


async def _resign(tap: Tap) -> None:
    await tap.play.matches.resign(tap.id.subject, tap.user_id)
    await tap.update_own(Screen((Text(tap.texts.text("resign.done")),)))


async def _keep_playing(tap: Tap) -> None:
    await tap.update_own(Screen((Text(tap.texts.text("resign.kept")),)))


async def _ask(tap: Tap) -> None:
    await own_table(tap, tap.id.subject)
    settled = await tap.play.agreements.ask(tap.id.subject, tap.user_id, _request_kind(tap))
    note = "" if settled else tap.texts.text(f"hand.asked_{tap.id.arg}")
    await tap.update_own(await _hand(tap, tap.id.subject, note=note))


async def _agree(tap: Tap) -> None:
    await _answer(tap, agree=True)


async def _refuse(tap: Tap) -> None:
    await _answer(tap, agree=False)


async def _answer(tap: Tap, *, agree: bool) -> None:
    kind = _request_kind(tap)
    request = await tap.play.agreements.answer(tap.id.subject, tap.user_id, kind, tap.id.ply, agree)
    board = public(await tap.play.matches.table(tap.id.subject), await tap.settings())
    if request.is_open:
        screen = question_screen(board, request)
    elif agree:
        screen = Screen((Text("\n".join(agreed_lines(board, request))),))
    else:
        answer = "withdrawn" if board.table.match.seat_of(tap.user_id) == request.seat else "refused"
        name = shown_name(tap.person.name)
        screen = Screen((Text(f"-# {board.texts.text(f'notice.{answer}_{kind}', name=name)}"),))
    if tap.is_shown:
        await tap.update(screen)
    else:
        # an id that was made up: no other message may change by it
        await tap.whisper(screen)


async def _go_on(tap: Tap) -> None:
    await tap.play.agreements.resume(tap.id.subject, tap.user_id)
    await tap.whisper(await _hand(tap, tap.id.subject))


async def _plan(tap: Tap) -> None:
    own = await seen(tap, await own_table(tap, tap.id.subject))
    assert own.seat is not None
    if not may_plan(own.table, own.seat):
        await tap.update_own(await _hand_of(tap, own.table))
        return
    blocks = SCREENS[own.table.match.game].planning(own, tap.id.arg)
    await tap.update_own(hand_screen(own, tap.now, here=tap.channel_id, planned=blocks))


async def _set_plan(tap: Tap) -> None:
    await _planned(tap, tap.play.plans.set(tap.id.subject, tap.user_id, tap.id.arg))


async def _make_plan_depend(tap: Tap) -> None:
    unless = "" if tap.value == NO_MATTER else tap.value
    await _planned(tap, tap.play.plans.make_depend(tap.id.subject, tap.user_id, unless))


async def _forget_plan(tap: Tap) -> None:
    await _planned(tap, tap.play.plans.forget(tap.id.subject, tap.user_id))


async def _planned(tap: Tap, change: Awaitable[Table]) -> None:
    """The hand after a change of what is planned; if the turn has come meanwhile, the hand as it is now."""
    note = ""
    try:
        await change
    except Refusal as error:
        note = refusal_text(error, tap.texts)
    await tap.update_own(await _hand(tap, tap.id.subject, note=note))


async def _nudge(tap: Tap) -> None:
    await own_table(tap, tap.id.subject)
    await tap.play.agreements.nudge(tap.id.subject, tap.user_id)
    await tap.update_own(await _hand(tap, tap.id.subject, note=tap.texts.text("hand.nudged")))


def _request_kind(tap: Tap) -> RequestKind:
    if tap.id.arg not in list(RequestKind):
        raise Refusal("unknown_control")
    return RequestKind(tap.id.arg)


async def _rematch(tap: Tap) -> None:
    refuse_unless_open(tap.interaction, await tap.settings())
    challenge = await tap.play.challenges.rematch(tap.id.subject, tap.channel_id, tap.person)
    if challenge.match_id is not None:
        await tap.whisper(Screen((Text(tap.texts.text("rematch.started_for_you")),)))
        return
    if challenge.host.user_id != tap.user_id:
        await tap.whisper(Screen((Text(tap.texts.text("rematch.joined_for_you")),)))
        return
    await post_challenge(tap, challenge)


async def _record(tap: Tap) -> None:
    record = await tap.play.matches.record(tap.id.subject)
    match = (await tap.play.matches.table(tap.id.subject)).match
    named = replace(record, names=names_of(match, tap.texts))
    await tap.whisper(record_screen(tap.texts, match.id, dump(named)))


async def _accept(tap: Tap) -> None:
    await _shown(tap, await tap.play.challenges.join(tap.id.subject, tap.person, tap.message_id))


async def _decline(tap: Tap) -> None:
    await _shown(tap, await tap.play.challenges.decline(tap.id.subject, tap.user_id))


async def _withdraw(tap: Tap) -> None:
    await _shown(tap, await tap.play.challenges.withdraw(tap.id.subject, tap.user_id))


async def show_games(tap: Tap) -> None:
    """All that a person has begun and that is not over."""
    await tap.whisper(await _games(tap))


async def _games(tap: Tap) -> Screen:
    matches = await tap.play.matches.waiting_for(tap.user_id)
    return games_screen(matches, tap.user_id, tap.texts, await tap.play.challenges.open_of(tap.user_id))


async def _unask(tap: Tap) -> None:
    if not tap.value.isdecimal():
        raise Refusal("unknown_control")
    challenge = await tap.play.challenges.withdraw(int(tap.value[:15]), tap.user_id)
    tap.play.challenges.changed.send(challenge.id)
    await tap.update_own(await _games(tap))


async def _leave(tap: Tap) -> None:
    await _shown(tap, await tap.play.challenges.leave(tap.id.subject, tap.user_id))


async def _start(tap: Tap) -> None:
    await _shown(tap, await tap.play.challenges.start(tap.id.subject, tap.person, tap.message_id))


async def _add_computer(tap: Tap) -> None:
    if tap.value not in list(Level):
        raise Refusal("unknown_control")
    level = Level(tap.value)
    texts = public_texts(await tap.settings())
    challenge = await tap.play.challenges.add_computer(
        tap.id.subject, tap.user_id, level, lambda number: computer_name(number, level, texts)
    )
    await _shown(tap, challenge)


async def _remove_computer(tap: Tap) -> None:
    await _shown(tap, await tap.play.challenges.remove_computer(tap.id.subject, tap.user_id))


async def post_challenge(tap: Tap, challenge: Challenge) -> None:
    """Answer with the message of a challenge that has just been opened."""
    opponent_id = challenge.opponent_id
    # whatever the pace, a challenge is no turn of a match that is under way
    ping = opponent_id is not None and await tap.play.choices.wants_ping(
        opponent_id, challenge.guild_id, Pace.DAILY, each_turn=False
    )
    try:
        message_id = await tap.post(challenge_screen(challenge, await tap.settings(), ping=ping))
    except FAILURES:
        tap.play.challenges.changed.send(challenge.id)
        raise
    if message_id is not None:
        await tap.play.challenges.shown(challenge.id, message_id, challenge.status)


async def _shown(tap: Tap, challenge: Challenge) -> None:
    """Show what became of a challenge on its own message."""
    screen = challenge_screen(challenge, await tap.settings())
    if tap.message_id is None or challenge.message_id not in (None, tap.message_id):
        # an id that was made up: no other message may change by it
        tap.play.challenges.changed.send(challenge.id)
        await tap.whisper(screen)
        return
    try:
        await tap.update(screen)
    except FAILURES:
        tap.play.challenges.changed.send(challenge.id)
        raise
    await tap.play.challenges.shown(challenge.id, tap.message_id, challenge.status)


async def own_table(tap: Tap, match_id: int) -> Table:
    """A match in which the person plays, with the name under which the person shows now."""
    table = await tap.play.matches.table(match_id)
    seat = table.match.seat_of(tap.user_id)
    if seat is None:
        raise Refusal("not_seated", match=match_id)
    if seat not in table.match.people and not table.match.is_over:
        raise Refusal("seat_given_up")
    if table.match.players[seat].name != tap.person.name:
        await tap.play.matches.rename(match_id, tap.user_id, tap.person.name)
        table = await tap.play.matches.table(match_id)
    if table.match.trouble is not None:
        # what was missing may have been granted meanwhile
        tap.play.matches.changed.send(match_id)
        if table.match.trouble in PERMISSIONS and may_write(tap.interaction.guild, table.match.place_id):
            table = replace(table, match=replace(table.match, trouble=None))
    return table


async def seen(tap: Tap, table: Table) -> Seen:
    """A match as the person sees it."""
    return seen_by(table, tap.user_id, tap.texts, await tap.theme())


async def _hand(tap: Tap, match_id: int, selected: str = "", note: str = "") -> Screen:
    return await _hand_of(tap, await own_table(tap, match_id), selected, note)


async def _hand_of(tap: Tap, table: Table, selected: str = "", note: str = "", rule: Button | None = None) -> Screen:
    own = await seen(tap, table)
    next_match = None if table.match.turn == own.seat else await _next_match(tap, table.match.id)
    assert own.seat is not None
    planned = plan_blocks(own, await tap.play.plans.of(table, own.seat))
    tip = await _tip(tap, own)
    return hand_screen(own, tap.now, selected, note, next_match, tap.channel_id, planned, rule, tip)


async def _tip(tap: Tap, own: Seen) -> str:
    """A tip for whoever is a beginner and has not done without, empty for none."""
    tip = tip_of(own) if tap.preferences.tips else ""
    beginner = tip and await tap.play.lessons.is_beginner(tap.user_id, own.table.match.game)
    return tip if beginner else ""


async def _next_match(tap: Tap, match_id: int) -> Match | None:
    """Another match that waits for the person."""
    others = [match for match in await tap.play.matches.waiting_for(tap.user_id) if match.id != match_id]
    return others[0] if others and others[0].turn == others[0].seat_of(tap.user_id) else None


def _place(match: Match) -> str:
    return f"<#{match.place_id or match.channel_id}>"


HANDLERS: Final[dict[str, Handler]] = {
    "hand": _open_hand,
    "watch": _watch,
    "watch_on": _watch_on,
    "refresh": _refresh,
    "card": _card,
    "do": _do,
    "hint": _hint,
    "pick": _pick,
    "plan": _plan,
    "set_plan": _set_plan,
    "unless": _make_plan_depend,
    "unplan": _forget_plan,
    "ask": _ask,
    "agree": _agree,
    "refuse": _refuse,
    "go_on": _go_on,
    "nudge": _nudge,
    "resign": _resign,
    "keep": _keep_playing,
    "rematch": _rematch,
    "record": _record,
    "accept": _accept,
    "join": _accept,
    "decline": _decline,
    "withdraw": _withdraw,
    "cancel": _withdraw,
    "unask": _unask,
    "leave": _leave,
    "start": _start,
    "add_computer": _add_computer,
    "remove_computer": _remove_computer,
}
