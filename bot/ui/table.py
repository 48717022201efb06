"""The screens of a match that are alike for every game."""

from collections.abc import Sequence
from datetime import datetime

from discord.utils import format_dt

from bot.i18n import Catalogue
from bot.play.agreements import may_ask_to_take_back, may_nudge
from bot.play.coach import may_have_hint
from bot.play.matches import STAND_IN, Leaving
from bot.play.table import Corrected, EndedByModerator, Moved, Paused, Resumed, Table, Undone
from bot.play.turn_clock import ON_VACATION
from bot.store.challenges import Challenge, Pace
from bot.store.guilds import GuildSettings
from bot.store.matches import Match
from bot.store.ratings import Change
from bot.store.requests import RequestKind
from bot.store.statistics import Milestone
from bot.ui.games import SCREENS
from bot.ui.ids import Id
from bot.ui.locale import public_texts, theme_of
from bot.ui.screen import Attachment, Block, Button, Choice, Link, Row, Screen, Select, Text, Tone, rows
from bot.ui.seen import Seen
from bot.ui.words import accent, jump, person_named, player_name, shown_name
from render.theme import Theme
from render.words import short
from rules.game import Event, Left, RoundEnded, RoundStarted, Seat, Termination

MOST_LINES = 12
MOST_CHARACTERS = 1500
"""So many lines of what happened, and so many characters, stand on one message; of more, the latest."""

MOST_OF_NAMES = 48
"""So many characters of the others' names fit into the label of a choice."""

MOST_MATCHES = 14
"""So many matches are listed with all that is to say; a menu offers more."""


def seen_by(table: Table, user_id: int, texts: Catalogue, theme: Theme) -> Seen:
    """A match as a person sees it, who may be a spectator."""
    return Seen(table, table.match.seat_of(user_id), texts, theme)


def public(table: Table, settings: GuildSettings) -> Seen:
    """A match as everybody in a server may see it."""
    return Seen(table, None, public_texts(settings), theme_of(settings.look))


def hand_screen(
    seen: Seen,
    now: datetime,
    selected: str = "",
    note: str = "",
    next_match: Match | None = None,
    here: int = 0,
    planned: Sequence[Block] = (),
    rule: Button | None = None,
    tip: str = "",
) -> Screen:
    """A player's own hand: whose turn it is, what the others did, the cards, and what can be done.

    ``here`` is the channel in which it shows: anywhere else than beside the board there is a way to that. ``planned``
    is what is to say of the next turn while others move, ``rule`` the way to the rule that the ``note`` is about,
    ``tip`` a line for beginners.
    """
    screens = SCREENS[seen.table.match.game]
    match = seen.table.match
    texts = seen.texts
    heading = f"### {texts.text('hand.your_turn') if seen.may_move else _standing(seen)}"
    lines = [heading, f"-# {screens.status(seen)}{_countdown(seen)}"]
    if note:
        lines.append(note)
    if match.trouble is not None:
        lines.append(texts.text(f"trouble.{match.trouble}", place=f"<#{match.place_id or match.channel_id}>"))
    assert seen.seat is not None
    since = seen.table.last_ply_of(seen.seat)
    lines += log_lines(seen, seen.table.public_events(since, match.public_ply))
    blocks: list[Block] = [Text("\n".join(lines)), *screens.hand(seen, selected), *planned]
    if rule is not None:
        blocks[1:1] = rows([rule])
    if tip:
        blocks.append(Text(tip))
    last = _besides(seen, now)
    if next_match is not None:
        last.append(Button(texts.text("hand.next_game"), Id("refresh", next_match.id), Tone.MAIN))
    ways: list[Button | Link] = [*last]
    if match.place_id not in (None, here):
        ways.append(Link(texts.text("hand.to_board"), jump(match.guild_id, match.place_id)))
    blocks += rows(ways)
    return Screen(tuple(blocks), accent(seen.theme))


def _besides(seen: Seen, now: datetime) -> list[Button]:
    """What a player can do besides playing: look again, ask, nudge, let a match go on."""
    match = seen.table.match
    if match.is_over:
        return []
    texts = seen.texts
    if match.clock.paused:
        if seen.table.is_paused_by_moderator:
            return []
        return [Button(texts.text("hand.resume"), seen.id("go_on"), Tone.GOOD)]
    buttons: list[Button] = []
    if may_have_hint(seen.table, seen.seat):
        buttons.append(Button(texts.text("hand.hint"), seen.id("hint")))
    if match.turn != seen.seat:
        buttons.append(Button(texts.text("hand.refresh"), seen.id("refresh")))
        if may_ask_to_take_back(seen.table, seen.seat):
            buttons.append(Button(texts.text("hand.ask_take_back"), seen.id("ask", RequestKind.TAKE_BACK)))
        if may_nudge(match, now):
            buttons.append(Button(texts.text("hand.nudge"), seen.id("nudge")))
    if match.pace is not Pace.UNLIMITED and not _in_mid_turn(seen):
        buttons.append(Button(texts.text("hand.ask_pause"), seen.id("ask", RequestKind.PAUSE)))
    return buttons


def _in_mid_turn(seen: Seen) -> bool:
    return seen.table.match.turn == seen.seat and seen.table.match.ply > seen.table.match.public_ply


def board_screen(seen: Seen, events: Sequence[Event], ping: bool) -> Screen:
    """The live board of the channel; ``events`` are what happened since the board before it."""
    match = seen.table.match
    assert match.turn is not None
    player = match.players[match.turn]
    texts = seen.texts
    lines = log_lines(seen, events)
    buttons = [
        Button(texts.text("board.my_hand"), Id("hand", match.id), Tone.MAIN),
        Button(texts.text("board.watch"), Id("watch", match.id)),
    ]
    if match.clock.paused:
        lines.append(_standing(seen))
        if not seen.table.is_paused_by_moderator:
            buttons.append(Button(texts.text("hand.resume"), Id("go_on", match.id), Tone.GOOD))
    elif player.level is not None:
        key = "board.stand_in_thinks" if player.is_person else "board.computer_thinks"
        level = texts.text(f"level.{player.level}")
        lines.append(texts.text(key, name=shown_name(player_name(player, texts)), level=level))
    elif match.clock.began_at is not None and match.clock.began_at > match.moved_at and match.pace in ON_VACATION:
        when = format_dt(match.clock.began_at, "D")
        lines.append(texts.text("board.away", mention=person_named(player.user_id, texts), when=when))
    else:
        lines.append(texts.text("board.your_turn", mention=person_named(player.user_id, texts)))
    return Screen(
        (
            Text(f"-# {SCREENS[match.game].status(seen)}{_countdown(seen)}"),
            SCREENS[match.game].board(seen),
            Text("\n".join(lines)),
            Row(tuple(buttons)),
        ),
        accent(seen.theme),
        (player.user_id,) if ping else (),
    )


def _countdown(seen: Seen) -> str:
    """How long the turn may still take, in a form that counts down by itself."""
    deadline = seen.table.match.clock.deadline
    if deadline is None:
        return ""
    return f" {seen.texts.text('board.time_left', when=format_dt(deadline, 'R'))}"


def looked_at(seen: Seen) -> Screen:
    """The board for one who only looks: a spectator's view, to be looked at again, and a way to the live one."""
    match = seen.table.match
    blocks: list[Block] = [
        Text(f"-# {SCREENS[match.game].status(seen)}"),
        SCREENS[match.game].board(seen),
        Text(_standing(seen)),
    ]
    if not match.is_over:
        ways: list[Button | Link] = [Button(seen.texts.text("hand.refresh"), Id("watch_on", match.id))]
    elif match.outcome is not None:
        ways = [Button(seen.texts.text("result.replay"), Id("replay_open", match.id))]
    else:
        ways = []
    if match.place_id is not None:
        ways.append(Link(seen.texts.text("games.open"), jump(match.guild_id, match.place_id)))
    return Screen((*blocks, *rows(ways)), accent(seen.theme))


def past_board(seen: Seen, events: Sequence[Event]) -> Screen:
    """What a board shrinks to once a later one stands below it."""
    lines = log_lines(seen, events) or [SCREENS[seen.table.match.game].status(seen)]
    return Screen((Text("\n".join(f"-# {line}" for line in lines)),))


def sheet_screen(seen: Seen, ended: RoundEnded) -> Screen:
    """The score sheet of a round."""
    return Screen((SCREENS[seen.table.match.game].sheet(seen, ended),), accent(seen.theme))


def result_screen(
    seen: Seen,
    events: Sequence[Event],
    pings: Sequence[int],
    changes: Sequence[Change] = (),
    milestones: Sequence[tuple[int, Milestone]] = (),
) -> Screen:
    """The end of the match, with what the secret was, and the ways on from here.

    ``pings`` are told of it; ``changes`` are those of the players' ratings, ``milestones`` what they have reached by
    the match.
    """
    match = seen.table.match
    texts = seen.texts
    called = _mentions(told_of_end(seen.table), texts)
    told = texts.text("result.over", mentions=called) if called else texts.text("result.over_for_nobody")
    return Screen(
        (
            Text("\n".join((*log_lines(seen, events), told))),
            SCREENS[match.game].result(seen),
            *(
                Text("\n".join(lines))
                for lines in (rating_lines(seen, changes), _milestone_lines(seen, milestones))
                if lines
            ),
            Text(texts.text("result.secret", secret=match.secret.hex(), joined=", ".join(match.contributions))),
            Row(
                (
                    Button(texts.text("result.rematch"), Id("rematch", match.id), Tone.MAIN),
                    Button(texts.text("result.replay"), Id("replay_open", match.id)),
                    Button(texts.text("result.review"), Id("review", match.id)),
                    Button(texts.text("result.record"), Id("record", match.id)),
                    Button(texts.text("result.verify"), Id("verify", match.id)),
                )
            ),
        ),
        accent(seen.theme),
        tuple(pings),
    )


def _milestone_lines(seen: Seen, milestones: Sequence[tuple[int, Milestone]]) -> list[str]:
    """What players have reached by a match, a small line each."""
    seats = [(seen.table.match.seat_of(user_id), kind) for user_id, kind in milestones]
    return [
        f"-# {seen.texts.text(f'milestone.{kind}', name=_name(seen, seat))}" for seat, kind in seats if seat is not None
    ]


def ended_screen(seen: Seen, events: Sequence[Event], pings: Sequence[int], changes: Sequence[Change] = ()) -> Screen:
    """The end that a moderator made, or a correction of the result; ``pings`` and ``changes`` as above."""
    match = seen.table.match
    secret = seen.texts.text("result.secret", secret=match.secret.hex(), joined=", ".join(match.contributions))
    mentions = _mentions(told_of_end(seen.table), seen.texts)
    lines = [*log_lines(seen, events), mentions, *rating_lines(seen, changes), secret]
    return Screen((Text("\n".join(filter(None, lines))),), accent(seen.theme), tuple(pings))


def rating_lines(seen: Seen, changes: Sequence[Change]) -> list[str]:
    """What the match did to its players' ratings, in the order of the seats; nothing if it was not rated."""
    by_user = {change.user_id: change for change in changes}
    told = [
        seen.texts.text("rating.change", name=name, after=change.rating, change=_signed(change.rating - change.before))
        for player, name in zip(seen.table.match.players, seen.shown_names, strict=True)
        if (change := by_user.get(player.user_id)) is not None
    ]
    if not told:
        return []
    lines = [seen.texts.text("rating.changes", changes=" · ".join(told))]
    if any(change.share < 1 for change in changes):
        lines.append(f"-# {seen.texts.text('rating.repeated')}")
    return lines


def _signed(points: int) -> str:
    return f"{points:+}".replace("-", "\N{MINUS SIGN}")


def told_of_end(table: Table) -> tuple[int, ...]:
    """The players who are told of the end of a match, or of a correction: all but who ended it by an own action."""
    last = table.news[-1]
    left_behind = any(isinstance(event, Left) and event.reason is Termination.TIME_OUT for event in last.events)
    return tuple(
        player.user_id
        for seat, player in enumerate(table.match.players)
        if player.is_person and (left_behind or seat != last.seat)
    )


def _mentions(user_ids: Sequence[int], texts: Catalogue) -> str:
    return " ".join(person_named(user_id, texts) for user_id in user_ids)


def record_screen(texts: Catalogue, match_id: int, record: str) -> Screen:
    """A record to download, and what it is for."""
    file = record_file(match_id, record)
    return Screen((Text(texts.text("record.about", file=file.name)), file))


def record_file(match_id: int, record: str) -> Attachment:
    """A record as a file to download."""
    return Attachment(f"lost-cities-{match_id}.txt", record.encode())


def resign_screen(seen: Seen, leaving: Leaving) -> Screen:
    """The question before a match is given up, with what becomes of it then."""
    texts = seen.texts
    question = texts.text("resign.question", opponents=_others(seen), match=seen.table.match.id)
    question = f"{question} {texts.text(f'resign.{leaving}', level=texts.text(f'level.{STAND_IN}'))}"
    return Screen(
        (
            Text(question),
            Row(
                (
                    Button(texts.text("resign.yes"), seen.id("resign"), Tone.DANGER),
                    Button(texts.text("resign.no"), seen.id("keep")),
                )
            ),
        )
    )


def which_screen(matches: Sequence[Match], verb: str, user_id: int, texts: Catalogue) -> Screen:
    """The question which of several matches was meant."""
    choices = tuple(Choice(match_label(match, user_id, texts), str(match.id)) for match in matches[:25])
    return Screen(
        (Text(texts.text("which.question")), Select(texts.text("which.choose"), Id("pick", arg=verb), choices))
    )


def games_screen(
    matches: Sequence[Match], user_id: int, texts: Catalogue, challenges: Sequence[Challenge] = ()
) -> Screen:
    """Every running match of a person, those that wait for the person first, and the person's open ``challenges``."""
    if not matches:
        return Screen((Text(texts.text("games.none")), *_challenges(challenges, texts)))
    lines = [texts.plural("games.heading", len(matches))]
    for match in matches[:MOST_MATCHES]:
        place = jump(match.guild_id, match.place_id or match.channel_id)
        key = "games.yours" if _waits_for(match, user_id) else "games.theirs"
        others = shown_name(_others_of(match, user_id, texts))
        since = format_dt(match.moved_at, "R")
        lines.append(texts.text(key, match=match.id, others=others, place=place, since=since))
    if len(matches) > MOST_MATCHES:
        lines.append(texts.plural("games.more", len(matches) - MOST_MATCHES))
    choices = tuple(Choice(match_label(match, user_id, texts), str(match.id)) for match in matches[:25])
    menu = Select(texts.text("games.open_hand"), Id("pick", arg="hand"), choices)
    return Screen((Text("\n".join(lines)), menu, *_challenges(challenges, texts)))


def _challenges(challenges: Sequence[Challenge], texts: Catalogue) -> tuple[Block, ...]:
    """A way to take challenges back, wherever their messages are."""
    if not challenges:
        return ()
    lines = [texts.plural("games.challenges", len(challenges))]
    choices: list[Choice] = []
    for number, each in enumerate(challenges, 1):
        game = texts.text(f"game.{each.game}.short")
        asked = "" if each.opponent_id is None else person_named(each.opponent_id, texts)
        key = "games.lobby" if each.opponent_id is None else "games.challenge"
        when = format_dt(each.expires_at, "R")
        place = f"<#{each.channel_id}>"
        lines.append(texts.text(key, number=number, game=game, opponent=asked, place=place, when=when))
        choices.append(Choice(texts.text("games.challenge_label", number=number, game=game), str(each.id)))
    return Text("\n".join(lines)), Select(texts.text("games.withdraw"), Id("unask"), tuple(choices))


def match_label(match: Match, user_id: int, texts: Catalogue) -> str:
    """A match in a few words without markdown: its number, its game, the others at the table, and whose turn it is."""
    turn = texts.text("games.your_turn" if _waits_for(match, user_id) else "games.their_turn")
    others, game = _others_of(match, user_id, texts), texts.text(f"game.{match.game}.short")
    return texts.text("games.label", match=match.id, game=game, others=others, turn=turn)


def _others_of(match: Match, user_id: int, texts: Catalogue) -> str:
    others = [player_name(player, texts) for player in match.players if player.user_id != user_id]
    return short(texts.list(others), MOST_OF_NAMES)


def log_lines(seen: Seen, events: Sequence[Event]) -> list[str]:
    """What happened, a line each, in words."""
    lines = [line for event in events if (line := _line(event, seen)) is not None][-MOST_LINES:]
    while sum(map(len, lines)) > MOST_CHARACTERS:
        del lines[0]
    return lines


def _line(event: Event, seen: Seen) -> str | None:
    texts = seen.texts
    own = SCREENS[seen.table.match.game].happened(event, seen)
    if own is not None:
        return own
    match event:
        case RoundStarted(number, starter):
            return texts.text("log.round_starts", round=number, name=_name(seen, starter))
        case RoundEnded(number, points):
            score = " : ".join(str(each).replace("-", "\N{MINUS SIGN}") for each in points)
            return texts.text("log.round_ends", round=number, points=score)
        case Left(seat) if not seen.table.match.players[seat].is_person:
            return texts.text("log.computer_leaves", name=_name(seen, seat))
        case Left(seat, reason, True):
            key = "log.timed_out_stand_in" if reason is Termination.TIME_OUT else "log.resigned_stand_in"
            return texts.text(key, name=_name(seen, seat), level=texts.text(f"level.{STAND_IN}"))
        case Left(seat, reason):
            key = "log.timed_out" if reason is Termination.TIME_OUT else "log.resigned"
            return texts.text(key, name=_name(seen, seat))
        case Paused(None, reason):
            return texts.text("log.paused_by_moderator", reason=shown_name(reason))
        case Paused(int(seat)):
            return texts.text("log.paused", name=_name(seen, seat))
        case Resumed(None, reason):
            return texts.text("log.resumed_by_moderator", reason=shown_name(reason))
        case Resumed(int(seat)):
            return texts.text("log.resumed", name=_name(seen, seat))
        case Undone(seat):
            return texts.text("log.undone", name=_name(seen, seat))
        case Moved(reason):
            return texts.text("log.moved", reason=shown_name(reason))
        case EndedByModerator(reason):
            return texts.text("log.ended_by_moderator", reason=shown_name(reason))
        case Corrected(outcome, reason):
            winners = texts.list([_name(seen, seat) for seat in outcome.winners])
            key = "log.corrected_draw" if len(outcome.winners) > 1 else "log.corrected"
            return texts.text(key, names=winners, reason=shown_name(reason))
        case _:
            return None


def _name(seen: Seen, seat: Seat) -> str:
    return seen.shown_names[seat]


def _others(seen: Seen) -> str:
    return seen.texts.list([_name(seen, seat) for seat in range(len(seen.names)) if seat != seen.seat])


def _standing(seen: Seen) -> str:
    """How the match stands: over, still, or with somebody to move."""
    match = seen.table.match
    turn = match.turn
    if turn is None:
        return seen.texts.text("table.over")
    if match.clock.paused:
        return seen.texts.text("board.paused_by_moderator" if seen.table.is_paused_by_moderator else "board.paused")
    return seen.texts.text("hand.to_move", name=_name(seen, turn))


def _waits_for(match: Match, user_id: int) -> bool:
    return match.turn is not None and match.players[match.turn].user_id == user_id
