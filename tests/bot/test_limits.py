"""Every screen at its worst stays within what Discord takes."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from datetime import time as clock_time
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from discord import ui

from bot.faults import TROUBLES
from bot.i18n import catalogue
from bot.play.challenges import LIFETIME
from bot.play.preferences import MOST_BLOCKED, Choices
from bot.play.table import Corrected, EndedByModerator, LastTurn, Moved, News, Paused, Resumed, Table, Undone, folded
from bot.store.challenges import Challenge, Member, Pace, Status
from bot.store.matches import Match, Player, TurnClock
from bot.store.notices import Notice, NoticeKind
from bot.store.players import Preferences, QuietHours, Vacation
from bot.ui.challenge import challenge_screen
from bot.ui.games import SCREENS
from bot.ui.help import help_screen
from bot.ui.ids import TEMPLATE
from bot.ui.layout import GameItem, laid_out
from bot.ui.notices import notice_screen
from bot.ui.preferences import preferences_screen
from bot.ui.screen import Screen
from bot.ui.table import (
    board_screen,
    ended_screen,
    games_screen,
    hand_screen,
    looked_at,
    past_board,
    public,
    record_screen,
    resign_screen,
    result_screen,
    seen_by,
    sheet_screen,
    which_screen,
)
from rules.card_game.scoring import score_expedition
from rules.card_game.state import Columns, Discard, Draw, Play, RoundResult, Turn, all_cards
from rules.cards import WAGER, Card, Colour
from rules.game import Event, Outcome, RoundEnded, RoundStarted, Termination
from tests.bot.card_game import Clicker, play_to_the_end
from tests.bot.world import World
from tests.discord_checks import COMPONENTS_V2, message_problems, schema_problems

TEXTS = catalogue()
NOW = datetime(2026, 1, 1, tzinfo=UTC)
SNOWFLAKE = 2**63 - 1
NAMES = {"escapes": "*" * 32, "wide": "漢" * 32, "links": "](" * 16, "angles": "<@" * 16}

DECK = all_cards(6)
COLUMNS: Columns = tuple(
    tuple(tuple(card for card in DECK if card.colour == colour)[seat:12:2] for colour in Colour) for seat in range(2)
)
PILES = tuple((Card(colour, 10),) for colour in Colour)
HAND = tuple(
    sorted(Card(colour, rank) for colour, rank in zip([*Colour, *Colour][:8], [WAGER] * 6 + [10, 9], strict=True))
)


def worst_match(name: str, **changes: Any) -> Match:
    match = Match(
        guild_id=SNOWFLAKE,
        channel_id=SNOWFLAKE,
        challenge_message_id=SNOWFLAKE,
        game="card_game",
        rules_version=1,
        options={"colours": 6, "rounds": 9},
        deal_version=1,
        secret=bytes(32),
        contributions=(str(SNOWFLAKE),),
        order_drawn=True,
        agreed_starter=0,
        players=(Player(SNOWFLAKE, name, 0), Player(SNOWFLAKE - 1, name, 1)),
        turn=0,
        pace=Pace.RELAXED,
        created_at=NOW,
        id=10**12,
        place_id=SNOWFLAKE,
        ply=10**6,
        public_ply=10**6,
        published_ply=0,
        board_wanted=0,
        trouble="no_permission",
        outcome=None,
        moved_at=NOW,
        ended_at=None,
        clock=TurnClock(NOW, NOW, NOW),
    )
    return replace(match, **changes)


def worst_table(name: str, **changes: Any) -> Table:
    """A table on which as much lies as can be said; it need not be possible to come to it."""
    table = replace(folded(worst_match(name), ()), match=worst_match(name))
    state = replace(table.state, hands=(HAND, HAND), columns=COLUMNS, piles=PILES, results=results(), round=9, turn=0)
    turn = Turn(1, Play(Card(Colour.PURPLE, WAGER)), Draw(Colour.PURPLE), Card(Colour.PURPLE, 10))
    news = News(table.match.ply, 1, (turn,) * 20)
    return replace(table, state=replace(state, last_turn=turn, **changes), news=(*table.news, news))


def results() -> tuple[RoundResult, ...]:
    scores = tuple(tuple(map(score_expedition, row)) for row in COLUMNS)
    return tuple(RoundResult(number, 0, COLUMNS, scores) for number in range(1, 10))


def finished(name: str) -> Table:
    outcome = Outcome(Termination.COMPLETED, (1, 2), (-1080, -1090))
    table = worst_table(name, outcome=outcome, turn=None)
    return replace(table, match=replace(table.match, outcome=outcome, turn=None))


def screens(name: str) -> Iterator[tuple[str, Screen]]:
    table = worst_table(name)
    seen, mine = public(table, TEXTS), seen_by(table, SNOWFLAKE, TEXTS)
    events: tuple[Event, ...] = (*table.news[-1].events, RoundEnded(8, (-180, -190)), RoundStarted(9, 0))
    yield "board", board_screen(seen, events, ping=True)
    yield "looked at", looked_at(seen)
    yield "past board", past_board(seen, events)
    yield "sheet", sheet_screen(seen, RoundEnded(9, (-180, -190)))
    yield "result", result_screen(public(finished(name), TEXTS), events, (SNOWFLAKE,))
    yield "resign", resign_screen(mine)
    yield "record", record_screen(TEXTS, table.match.id, "x")
    many = [worst_match(name, id=10**12 + number) for number in range(30)]
    yield "which", which_screen(many, "resign", SNOWFLAKE, TEXTS)
    yield "games", games_screen(many, SNOWFLAKE, TEXTS)
    note = "x" * 200
    for trouble in TROUBLES.values():
        troubled = replace(table, match=replace(table.match, trouble=trouble))
        yield f"hand {trouble}", hand_screen(seen_by(troubled, SNOWFLAKE, TEXTS), NOW, "", note, many[0])
    for card in map(str, HAND):
        yield f"hand {card}", hand_screen(mine, NOW, card, note, many[0])
    for placement in (Play(HAND[0]), Discard(HAND[0])):
        drawing = worst_table(name, placement=placement)
        yield f"hand {placement}", hand_screen(seen_by(drawing, SNOWFLAKE, TEXTS), NOW, "", note, many[0])
    yield "hand waiting", hand_screen(seen_by(table, SNOWFLAKE - 1, TEXTS), NOW, "", note, many[0])
    yield "hand over", hand_screen(seen_by(finished(name), SNOWFLAKE, TEXTS), NOW, "", note, many[0])
    yield from challenges(name)
    yield from time(table)
    yield "help", help_screen(TEXTS)
    for game in SCREENS.values():
        yield "lesson", Screen(game.lesson(TEXTS))


def time(table: Table) -> Iterator[tuple[str, Screen]]:
    """What pauses, moderators, notices and preferences add."""
    reason = "*" * 200
    outcome = Outcome(Termination.COMPLETED, (1, 1), (0, 0))
    said = (Paused(True, reason), Resumed(None, reason), Moved(reason), Undone(0), Corrected(outcome, reason))
    paused = replace(table, match=replace(table.match, clock=TurnClock(NOW, paused=True)))
    yield "paused", board_screen(public(paused, TEXTS), said, ping=False)
    yield "ended", ended_screen(public(table, TEXTS), (*said, EndedByModerator(reason)), (SNOWFLAKE,))
    late = NOW + timedelta(days=9)
    last = LastTurn(1, 1, 2, table.state, saw_more=True)
    asking = replace(table, last_turn=last)
    yield "hand with questions", hand_screen(seen_by(asking, SNOWFLAKE - 1, TEXTS), late, "", "x" * 200, table.match)
    for kind in NoticeKind:
        for detail in {NoticeKind.ASK_TAKE_BACK: ("", "saw_more"), NoticeKind.LEFT_SERVER: ("", "end")}.get(
            kind, ("0",)
        ):
            notice = Notice(kind, 0, 10**6, detail, 10**12)
            yield f"notice {kind}", notice_screen(public(table, TEXTS), notice, ())
    quiet = QuietHours(clock_time(22), clock_time(7), ZoneInfo("America/Argentina/ComodRivadavia"))
    blocked = tuple(range(SNOWFLAKE - MOST_BLOCKED, SNOWFLAKE))
    for vacation in (None, Vacation(NOW, late)):
        choices = Choices(Preferences(quiet=quiet), blocked, vacation, 14)
        yield "preferences", preferences_screen(choices, TEXTS, "x" * 50)


def challenges(name: str) -> Iterator[tuple[str, Screen]]:
    host = Member(SNOWFLAKE, name)
    for opponent, rematch in ((SNOWFLAKE, None), (SNOWFLAKE, 10**12), (None, None)):
        # nobody in particular was asked to a lobby, so nobody can decline
        for status in set(Status) - ({Status.DECLINED} if opponent is None else set[Status]()):
            challenge = Challenge(
                guild_id=SNOWFLAKE,
                channel_id=SNOWFLAKE,
                game="card_game",
                options={"colours": 6, "rounds": 9},
                seats=4,
                pace=Pace.RELAXED,
                opponent_id=opponent,
                secret=bytes(32),
                rematch_of=rematch,
                created_at=NOW,
                expires_at=NOW + LIFETIME,
                id=10**12,
                message_id=SNOWFLAKE,
                members=(host, *(Member(SNOWFLAKE, name, str(SNOWFLAKE)) for _ in range(3))),
                status=status,
                match_id=10**12,
            )
            yield f"challenge {status}", challenge_screen(challenge, TEXTS, ping=status is Status.OPEN)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
async def test_every_screen_stays_within_the_limits(name: str) -> None:
    for title, screen in screens(name):
        for shown in (screen, screen.in_words()):
            message = await laid_out(shown)
            body = {
                "components": message.view.to_components(),
                "flags": COMPONENTS_V2,
                "attachments": [{"id": at, "filename": file.filename} for at, file in enumerate(message.files)],
                "allowed_mentions": message.mentions.to_dict(),
            }
            assert message_problems(body) == [], title
            assert schema_problems("POST", "/channels/1/messages", body) == [], title


async def test_every_control_is_dynamic(sketched: None) -> None:
    del sketched
    for title, screen in screens("name"):
        message = await laid_out(screen)
        for item in message.view.walk_children():
            if isinstance(item, (ui.Button, ui.Select)):
                assert item.url if isinstance(item, ui.Button) else False, title
            if isinstance(item, GameItem):
                assert TEMPLATE.fullmatch(item.custom_id), title


async def test_no_message_rests_in_the_memory_of_the_client(world: World) -> None:
    place = await world.begin(rounds=1)
    await play_to_the_end(Clicker(world, Random(1)), place)
    client: Any = world.bot
    store = client._connection._view_store
    assert store._views == {}
    assert store._synced_message_views == {}
    assert store._modals == {}
    assert store._dynamic_items == {}
