"""Every screen at its worst stays within what Discord takes."""

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import time as clock_time
from datetime import timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from discord import ui

from bot.faults import TROUBLES
from bot.i18n import FALLBACK, Catalogue, catalogue, languages
from bot.play.challenges import LIFETIME, MOST_OPEN
from bot.play.coach import Judged, Review, ReviewedTurn
from bot.play.matches import Leaving
from bot.play.preferences import MOST_BLOCKED, Choices
from bot.play.replays import Replay
from bot.play.seasons import LONGEST_NAME
from bot.play.standings import PAGE, Page, Podium, Row
from bot.play.statistics import GameStatistics, Statistics, Tally
from bot.play.table import Corrected, EndedByModerator, LastTurn, Moved, News, Paused, Resumed, Table, Undone
from bot.store.challenges import Challenge, Member, Pace, Status
from bot.store.guilds import DEFAULTS, GuildSettings, SettingChange
from bot.store.matches import Match, TurnClock
from bot.store.notices import Notice, NoticeKind
from bot.store.plans import Plan
from bot.store.players import Preferences, QuietHours, Vacation
from bot.store.ratings import Change
from bot.store.requests import Request
from bot.store.seasons import Season
from bot.store.statistics import Milestone
from bot.ui.challenge import challenge_screen
from bot.ui.games import SCREENS
from bot.ui.help import help_screen
from bot.ui.history import PAGE as MATCHES_A_PAGE
from bot.ui.history import Wanted, history_screen, past_screen
from bot.ui.ids import TEMPLATE, Id
from bot.ui.layout import GameItem, laid_out
from bot.ui.notices import QUESTIONS, notice_screen, question_screen
from bot.ui.passages import passage_button
from bot.ui.plans import plan_blocks
from bot.ui.preferences import preferences_screen
from bot.ui.profile import profile_screen
from bot.ui.replay import Showing, animation_screen, drawing_screen, replay_screen
from bot.ui.review import review_screen
from bot.ui.rulebook import rulebook_screen
from bot.ui.screen import Block, Screen
from bot.ui.servers import CHANGES_SHOWN, MOST_CHOSEN, PAGES, Setup, settings_screen
from bot.ui.standings import (
    empty_screen,
    end_season_screen,
    final_screen,
    leaderboard_screen,
    season_screen,
)
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
from bot.ui.tutorial import answer_screen, finished_screen, lesson_screen, lessons_of, taught
from bot.ui.verify import verified_screen
from render.picture import ALT_LIMIT, Picture
from render.theme import DARK
from rules.cards import Colour
from rules.game import Event, MatchEnded, Outcome, RoundStarted, TakeBack, Termination
from rules.players.player import Level
from rules.record import Moment, Record
from rules.shuffle import Deal
from tests.bot.clicks import Tapper
from tests.bot.games import EVERY_GAME
from tests.bot.samples import NOW, SNOWFLAKE, Sample
from tests.bot.world import World, answer
from tests.discord_checks import COMPONENTS_V2, message_problems, schema_problems

TEXTS = catalogue()
NAMES = {"escapes": "*" * 32, "wide": "漢" * 32, "links": "](" * 16, "angles": "<@" * 16}


def server(texts: Catalogue) -> GuildSettings:
    """The settings of a server that speaks a language."""
    return DEFAULTS.model_copy(update={"language": texts.language})


def screens(sample: Sample, name: str, texts: Catalogue) -> Iterator[tuple[str, Screen]]:
    table = sample.table(name)
    seen, mine = public(table, server(texts)), seen_by(table, SNOWFLAKE, texts, DARK)
    ended = sample.last_round(name)
    events: tuple[Event, ...] = (*table.news[-1].events, ended, RoundStarted(ended.number, 0))
    yield "board", board_screen(seen, events, ping=True)
    yield "looked at", looked_at(seen)
    yield "past board", past_board(seen, events)
    yield "sheet", sheet_screen(seen, ended)
    yield "result", result_screen(public(sample.finished(name), server(texts)), events, (SNOWFLAKE,))
    yield "resign", resign_screen(mine, Leaving.STAND_IN)
    yield "record", record_screen(texts, table.match.id, "x")
    many = [sample.match(name, id=10**12 + number) for number in range(30)]
    yield "which", which_screen(many, "resign", SNOWFLAKE, texts)
    asked = challenge(sample, name, SNOWFLAKE, None, ())
    yield "games", games_screen(many, SNOWFLAKE, texts, [replace(asked, id=at) for at in range(MOST_OPEN)])
    note = "x" * 200
    for trouble in TROUBLES.values():
        troubled = replace(table, match=replace(table.match, trouble=trouble))
        yield f"hand {trouble}", hand_screen(seen_by(troubled, SNOWFLAKE, texts, DARK), NOW, "", note, many[0])
    for card in map(str, table.state.hands[0]):
        rule, tip = passage_button(sample.key, max(SCREENS[sample.key].TOPICS, key=len), texts), "x" * 300
        yield f"hand {card}", hand_screen(mine, NOW, card, note, many[0], rule=rule, tip=tip)
    for asked in sample.asked(table.state):
        midway = replace(table, state=asked)
        yield f"hand {asked}", hand_screen(seen_by(midway, SNOWFLAKE, texts, DARK), NOW, "", note, many[0])
    yield "hand waiting", hand_screen(seen_by(table, SNOWFLAKE - 1, texts, DARK), NOW, "", note, many[0])
    yield from plans(sample, name, many[0], texts)
    yield "hand over", hand_screen(seen_by(sample.finished(name), SNOWFLAKE, texts, DARK), NOW, "", note, many[0])
    yield from challenges(sample, name, texts)
    yield from standings(sample, name, texts)
    yield from past(sample, name, texts)
    yield from replays(sample, name, texts)
    yield from time(table, texts)
    yield "help", help_screen(texts)
    for step, lesson in enumerate(lessons_of(sample.key)):
        asked = taught(sample.key, step, texts, DARK)
        for card in ("", *(str(card) for card in lesson.state.hands[0])):
            yield f"lesson {lesson.key} {card}", lesson_screen(asked, card)
        for action in sorted(asked.legal, key=str)[:12]:
            yield f"lesson {lesson.key} {action}", answer_screen(asked, str(action))[0]
    yield "end of the tutorial", finished_screen(sample.key, texts, DARK)
    for topic in SCREENS[sample.key].TOPICS:
        yield f"passage {topic}", rulebook_screen(sample.key, topic, texts, DARK)


def plans(sample: Sample, name: str, next_match: Match, texts: Catalogue) -> Iterator[tuple[str, Screen]]:
    """The hand of one who waits, with the next turn planned or being planned."""
    table = sample.table(name)
    waiting = seen_by(table, SNOWFLAKE - 1, texts, DARK)
    screens = SCREENS[sample.key]
    late = NOW + timedelta(days=9)

    def shown(planned: Sequence[Block]) -> Screen:
        return hand_screen(waiting, late, "", "x" * 200, next_match, planned=planned)

    for card in ("", *map(str, waiting.view.hand)):
        yield f"hand planning {card}", shown(screens.planning(waiting, card))
    for card in waiting.view.hand:
        for placement in (f"play {card}", f"discard {card}"):
            yield f"hand with plan {placement}", shown(plan_blocks(waiting, Plan(1, 1, placement, "*")))
            for why in ("round", "undone", "discarded", "impossible"):
                dropped = Plan(1, 1, placement, "*", why)
                yield f"hand dropped {placement} {why}", shown(plan_blocks(waiting, dropped))


def time(table: Table, texts: Catalogue) -> Iterator[tuple[str, Screen]]:
    """What pauses, moderators, notices and preferences add."""
    reason = "*" * 200
    seats = len(table.match.players)
    outcome = Outcome(Termination.COMPLETED, (1,) * seats, (0,) * seats)
    said = (Paused(None, reason), Resumed(None, reason), Moved(reason), Undone(0), Corrected(outcome, reason))
    paused = replace(table, match=replace(table.match, clock=TurnClock(NOW, paused=True)))
    yield "paused", board_screen(public(paused, server(texts)), said, ping=False)
    yield "ended", ended_screen(public(table, server(texts)), (*said, EndedByModerator(reason)), (SNOWFLAKE,))
    late = NOW + timedelta(days=9)
    last = LastTurn(1, 1, 2, table.state, saw_more=True)
    asking = replace(table, last_turn=last)
    yield (
        "hand with questions",
        hand_screen(seen_by(asking, SNOWFLAKE - 1, texts, DARK), late, "", "x" * 200, table.match),
    )
    for kind in NoticeKind:
        if kind in QUESTIONS:
            question = Request(QUESTIONS[kind], 0, 10**6, tuple(range(seats - 1)))
            yield f"notice {kind}", question_screen(public(asking, server(texts)), question)
            continue
        details = {NoticeKind.LEFT_SERVER: ("end", *Leaving), NoticeKind.WARNING: tuple(Leaving)}
        for detail in details.get(kind, ("0",)):
            notice = Notice(kind, 0, 10**6, detail, 10**12)
            yield f"notice {kind}", notice_screen(public(table, server(texts)), notice, ())
    quiet = QuietHours(clock_time(22), clock_time(7), ZoneInfo("America/Argentina/ComodRivadavia"))
    blocked = tuple(range(SNOWFLAKE - MOST_BLOCKED, SNOWFLAKE))
    for vacation in (None, Vacation(NOW, late)):
        choices = Choices(Preferences(quiet=quiet), blocked, vacation, 14)
        yield "preferences", preferences_screen(choices, texts, "x" * 50)
    many_ids = tuple(range(SNOWFLAKE - MOST_CHOSEN, SNOWFLAKE))
    change = SettingChange(SNOWFLAKE, NOW, "channels", list(many_ids), list(many_ids))
    setup = Setup(server(texts), many_ids, many_ids, (change,) * CHANGES_SHOWN)
    for page in PAGES:
        yield f"settings {page}", settings_screen(setup, page, texts, "x" * 200)


def reviews(sample: Sample, texts: Catalogue) -> Iterator[tuple[str, Screen]]:
    """A review in which every turn has many decisions, all of them costly."""
    table = sample.table("x")
    states = [table.state, *(state for state in sample.asked(table.state) if state.turn is not None)]
    decisions = [
        Judged(table.game.view(state, state.turn), action, 1, True, action, 123.45, -123.4)
        for state in states
        for action in table.game.legal_actions(state, state.turn)
        if not isinstance(action, TakeBack)
    ]
    longest = sorted(decisions, key=lambda each: len(SCREENS[sample.key].named(each.view, each.played, texts)))[-4:]
    turns = [ReviewedTurn(10**3 + number, 3, (*longest, decisions[number])) for number in range(len(decisions))]
    review = Review(0, -999, len(turns), turns)
    for page in range(3):
        yield f"review {page}", review_screen(review, 10**12, sample.key, page, texts, DARK)
    reasons = [SCREENS[sample.key].reason(each.view, each.played, texts) for each in decisions]
    assert all(reason.endswith((".", "\u3002")) for reason in reasons)
    yield "hint", hand_screen(seen_by(table, SNOWFLAKE, texts, DARK), NOW, "", max(reasons, key=len))


def replays(sample: Sample, name: str, texts: Catalogue) -> Iterator[tuple[str, Screen]]:
    """The fullest table and the end of a match, from this server and from a file."""
    over = sample.finished(name)
    outcome = over.match.outcome
    assert outcome is not None
    last = sample.last_round(name)
    full = Moment(0, sample.table(name).state, (*over.news[-1].events, RoundStarted(last.number, 0)))
    end = Moment(0, over.state, (*over.news[-1].events, last, MatchEnded(outcome)))
    record = Record(over.game, over.match.options, over.match.names, (), True, 0, True, Deal(bytes(32), ()), ())
    for moment in (full, end):
        shown = Replay(replace(over.match, ended_at=NOW), record, (10**6,), (moment,), b"x")
        for showing in (Showing(10**12, hands=True), Showing(0, "f" * 16, hands=True)):
            yield "replay", replay_screen(shown, showing, texts, DARK)
        yield "verified", verified_screen(shown, "x", texts, DARK)
        picture = Picture(b"x", "gif", "x" * ALT_LIMIT)
        for showing in (Showing(10**12), Showing(0, "f" * 16)):
            yield "drawing", drawing_screen(showing, 0.5, texts)
            yield "animation", animation_screen(showing, shown.match, picture, texts, DARK)
    yield "looked at over", looked_at(public(replace(over, match=shown.match), server(texts)))


def past(sample: Sample, name: str, texts: Catalogue) -> Iterator[tuple[str, Screen]]:
    """Profiles, finished matches, and what is reached by one."""
    tally = Tally(77777, 22222, 88888)
    games = tuple(
        GameStatistics(game, tally, -123.4, (Colour.PURPLE, -80, 10**12), Colour.PURPLE, ((NOW, 12345),))
        for game in SCREENS
    )
    seasons = tuple(Season(number, SNOWFLAKE, number, name, NOW) for number in range(9))
    for told in (Statistics(games, 99999, tally, tally, seasons), Statistics((), 0, None, Tally(0, 0, 0), ())):
        yield "profile", profile_screen(SNOWFLAKE, name, told, name, texts, DARK)
    wanted = Wanted(SNOWFLAKE, SNOWFLAKE - 1, max(SCREENS, key=len))
    over = sample.finished(name)
    match = replace(over.match, ended_at=NOW)
    for outcome in (match.outcome, None):
        found = [replace(match, outcome=outcome, id=10**12 + number) for number in range(MATCHES_A_PAGE)]
        yield "history", history_screen(wanted, name, found, 10**6, 10**5, texts, DARK)
    yield "history of nobody", history_screen(Wanted(SNOWFLAKE), name, (), 0, 0, texts, DARK)
    back = Id("history", ply=10**5, arg=str(wanted))
    yield "past result", past_screen(public(replace(over, match=match), server(texts)), "x", back, may_review=True)
    yield from reviews(sample, texts)
    last = sample.last_round(name)
    rounds = tuple(News(number, None, (replace(last, number=number),)) for number in range(1, last.number + 1))
    yield (
        "past round",
        past_screen(public(replace(over, match=match, news=rounds), server(texts)), "x", back, last.number),
    )
    without = replace(over, match=replace(match, outcome=None))
    yield "past without result", past_screen(public(without, server(texts)), None, back)
    # nobody reaches more by one match, and only one wins it
    most = (Milestone.EXPEDITION_100, Milestone.MATCHES_100)
    milestones = [(player.user_id, kind) for player in match.players for kind in most]
    milestones.append((match.players[0].user_id, Milestone.STREAK_10))
    events = over.news[-1].events
    yield "result with milestones", result_screen(public(over, server(texts)), events, (), (), milestones)


def standings(sample: Sample, name: str, texts: Catalogue) -> Iterator[tuple[str, Screen]]:
    """Tables, seasons and what a match does to ratings."""
    seasons = [
        Season(10**12 + number, SNOWFLAKE, number, "*" * LONGEST_NAME, NOW, NOW, NOW, NOW) for number in range(1, 40)
    ]
    seasons.insert(0, Season(10**12, SNOWFLAKE, 0, "", NOW))
    people = [
        Row(SNOWFLAKE - at, name, 5000, -12345, True, 99999, 99999, 99999, 99999, -5000, True) for at in range(PAGE)
    ]
    own = replace(people[0], user_id=1)
    page = Page(seasons[-1], sample.key, 5000, 9999, tuple(people), 99999, own, 1)
    yield "table", leaderboard_screen(page, seasons, texts, DARK)
    yield "empty table", empty_screen(sample.key, texts, DARK)
    yield "season", season_screen(seasons[1], False, texts)
    yield "no season", season_screen(None, True, texts)
    yield "end of season", end_season_screen(seasons[1], texts)
    podiums = [Podium(game, tuple(replace(each, place=1) for each in people), 99999) for game in SCREENS]
    yield "final", final_screen(seasons[1], podiums, server(texts))
    table = sample.finished(name)
    changes = [
        Change(1, player.user_id, NOW, 1, 1.0, 1.0, -12345, 1, 1, 1, 1, before=12345, share=0.5)
        for player in table.match.players
    ]
    yield "rated result", result_screen(public(table, server(texts)), table.news[-1].events, (SNOWFLAKE,), changes)


def challenges(sample: Sample, name: str, texts: Catalogue) -> Iterator[tuple[str, Screen]]:
    people = tuple(Member(SNOWFLAKE, name, str(SNOWFLAKE)) for _ in range(3))
    computers = tuple(Member(-number, name, level=Level.MEDIUM) for number in range(1, 4))
    for opponent, rematch, others in (
        (SNOWFLAKE, None, people),
        (SNOWFLAKE, 10**12, people),
        (None, None, people),
        (None, None, computers),
        (None, None, computers[:2]),
    ):
        # nobody in particular was asked to a lobby, so nobody can decline
        for status in set(Status) - ({Status.DECLINED} if opponent is None else set[Status]()):
            shown = replace(challenge(sample, name, opponent, rematch, others), status=status)
            yield f"challenge {status}", challenge_screen(shown, server(texts), ping=status is Status.OPEN)


def challenge(
    sample: Sample, name: str, opponent: int | None, rematch: int | None, others: tuple[Member, ...]
) -> Challenge:
    return Challenge(
        guild_id=SNOWFLAKE,
        channel_id=SNOWFLAKE,
        game=sample.key,
        options=sample.most,
        seats=4,
        pace=Pace.RELAXED,
        rated=False,
        opponent_id=opponent,
        secret=bytes(32),
        rematch_of=rematch,
        created_at=NOW,
        expires_at=NOW + LIFETIME,
        id=10**12,
        message_id=SNOWFLAKE,
        members=(Member(SNOWFLAKE, name), *others),
        status=Status.OPEN,
        match_id=10**12,
    )


@EVERY_GAME
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
async def test_every_screen_stays_within_the_limits(sample: Sample, name: str) -> None:
    async for title, body in bodies(screens(sample, name, TEXTS)):
        assert message_problems(body) == [], title
        assert schema_problems("POST", "/channels/1/messages", body) == [], title


@EVERY_GAME
@pytest.mark.parametrize("language", [language for language in languages() if language != FALLBACK])
async def test_every_screen_stays_within_the_limits_in_every_language(
    sketched: None, sample: Sample, language: str
) -> None:
    """Languages differ in lengths only, which need no look at the schema."""
    del sketched
    async for title, body in bodies(screens(sample, NAMES["escapes"], catalogue(language))):
        assert message_problems(body) == [], title


async def bodies(shown: Iterable[tuple[str, Screen]]) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    """What is sent for screens, with pictures and in words."""
    for title, screen in shown:
        for each in (screen, screen.in_words()):
            message = await laid_out(each)
            yield (
                title,
                {
                    "components": message.view.to_components(),
                    "flags": COMPONENTS_V2,
                    "attachments": [{"id": at, "filename": file.filename} for at, file in enumerate(message.files)],
                    "allowed_mentions": message.mentions.to_dict(),
                },
            )


@EVERY_GAME
async def test_every_control_is_dynamic(sketched: None, sample: Sample) -> None:
    del sketched
    for title, screen in screens(sample, "name", TEXTS):
        message = await laid_out(screen)
        for item in message.view.walk_children():
            if isinstance(item, (ui.Button, ui.Select)):
                assert item.url if isinstance(item, ui.Button) else False, title
            if isinstance(item, GameItem):
                assert TEMPLATE.fullmatch(item.custom_id), title


async def test_no_message_rests_in_the_memory_of_the_client(world: World) -> None:
    place = await world.begin(rounds=1)
    tapper = Tapper(world, Random(1))
    for _ in range(4):
        await tapper.turn(place)
    await world.click(world.alice, answer(await world.alice.slash(place.channel, "resign")), "Give up")
    assert place.is_over
    client: Any = world.bot
    store = client._connection._view_store
    assert store._views == {}
    assert store._synced_message_views == {}
    assert store._modals == {}
    assert store._dynamic_items == {}
