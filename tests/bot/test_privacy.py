"""``/privacy``: what is kept of a person, to take away, and to be deleted for good."""

import json
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import discord
import pytest
from simcord import MemberActor

from bot.play import ratings
from bot.store import erasures, people
from bot.store.backup import back_up, restore
from bot.store.database import Database
from bot.store.players import Pings
from tests.bot import results
from tests.bot.world import HousedBot, Place, World, alts, answer, of_verb, said, text

NO_PEOPLE: Final = {
    "id", "guild_id", "channel_id", "message_id", "challenge_message_id", "place_id", "match_id", "challenge_id",
    "rematch_of", "season_id", "subject", "seat", "seats", "position", "turn", "ply", "public_ply", "published_ply",
    "since_ply", "board_wanted", "order_drawn", "agreed_starter", "rules_version", "deal_version", "live", "paused",
    "remaining", "told", "is_open", "number", "posted", "before", "rating", "matches", "wins", "draws", "losses",
    "rated", "in_words", "tips", "step", "gave_up", "place", "rounds", "points", "best", "best_colour",
    "quiet_begin", "quiet_end", "at", "created_at", "expires_at", "moved_at", "ended_at", "turn_began_at", "deadline",
    "warned_at", "nudged_at", "due_at", "begins_at", "ends_at", "began_at", "corrected_at", "greeted",
}  # fmt: skip
"""Columns of numbers, by name, that never hold the id of a person."""


@pytest.fixture
async def admin(world: World) -> AsyncIterator[MemberActor]:
    role = world.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    yield world.guild.add_member(world.env.create_user("dora"), roles=[role])


def cells(path: Path) -> Iterator[tuple[str, str, Any]]:
    """Every value in a database, with its table and column."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for table in tables:
            for row in connection.execute(f'SELECT * FROM "{table}"'):  # noqa: S608  # a table of ours
                for column in row.keys():  # noqa: SIM118  # a row is no mapping
                    yield table, column, row[column]


def holding(path: Path, needle: object) -> set[tuple[str, str]]:
    """Where a database holds a text or number, also within another."""
    return {
        (table, column)
        for table, column, value in cells(path)
        if str(needle) in (value.decode("latin-1") if isinstance(value, bytes) else str(value))
    }


async def erase(world: World, who: MemberActor) -> None:
    shown = answer(await who.slash(world.channel, "privacy"))
    await world.click(who, shown, "Delete data")
    await world.click(who, shown, "Delete everything")
    assert "Your data is deleted." in text(shown)


async def data_of(world: World, who: MemberActor) -> dict[str, Any]:
    """What the person downloads."""
    shown = answer(await who.slash(world.channel, "privacy"))
    file = answer(await world.click(who, shown, "Download data"))
    assert file.ephemeral
    (attachment,) = file.attachments
    return json.loads(await attachment.read())


async def finished(world: World, one: MemberActor, other: MemberActor) -> Place:
    place = await world.begin(one, other, rounds=1)
    await world.click(other, answer(await other.slash(place.channel, "resign")), "Give up")
    return place


async def busy(world: World, admin: MemberActor) -> tuple[Place, Place]:
    """A server in which alice has left a trace in every place that there is; a finished and a running match of hers."""
    over = await finished(world, world.alice, world.bob)
    running = await world.begin(world.alice, world.bob)
    await world.challenge(world.alice, world.carol)
    await world.challenge(world.dave, world.alice)
    await world.click(world.alice, await world.challenge(world.bob, game="board_game"), "Join")
    choices = world.bot.play.choices
    await choices.set_pings(world.alice.id, Pings.REMINDERS)
    await choices.set_blocked(world.alice.id, [admin.id])
    await choices.set_blocked(world.dave.id, [world.alice.id])
    await choices.start_vacation(world.alice.id, 1)
    await world.bot.play.lessons.go_to(world.alice.id, "card_game", 2)
    await world.bot.play.servers.change(world.guild.id, world.alice.id, threads=False)
    reason = f"asked by <@{world.alice.id}>"
    await admin.slash(world.channel, "moderate", action="pause", match=str(running.match_id), reason=reason)
    await world.bot.play.moderation.resume(running.match_id, world.guild.id, world.alice.id, "again")
    await world.restart()
    await world.wait(timedelta(minutes=1))
    return over, running


async def test_every_column_of_numbers_is_declared(world: World) -> None:
    """A column added later must be declared; one with people in ``people.COLUMNS``, so it is exported and erased."""
    with closing(sqlite3.connect(world.bot.database.path)) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        columns = {
            (table, name)
            for table in tables
            for _, name, kind, *_ in connection.execute(f"PRAGMA table_info('{table}')")
            if kind == "INTEGER"
        }
    declared = {(each.table, each.column) for each in people.COLUMNS}
    assert {each for each in columns if each[1] not in NO_PEOPLE} == declared
    withheld = {(each.table, each.column) for each in people.COLUMNS if not each.exported}
    assert withheld == {("blocks", "blocked_id")}, (
        "whom others have blocked is theirs to know; nothing else is withheld"
    )


async def test_an_erased_person_is_nowhere_in_the_database(world: World, admin: MemberActor) -> None:
    over, running = await busy(world, admin)
    path = world.bot.database.path
    declared = {(each.table, each.column) for each in people.COLUMNS}
    assert declared <= holding(path, world.alice.id) <= declared | {("actions", "text")}
    cursor = world.cursor
    await erase(world, world.alice)
    assert holding(path, world.alice.id) == set()
    assert holding(path, "alice") == set()
    await world.restart()
    assert holding(path, world.alice.id) == set()
    match = (await world.bot.play.matches.table(running.match_id)).match
    assert match.is_over
    assert match.outcome is not None
    assert [match.players[seat].user_id for seat in match.outcome.winners] == [world.bob.id]
    statuses = {value for table, column, value in cells(path) if (table, column) == ("challenges", "status")}
    assert "open" in statuses, "the lobby of another stays open"
    for each in world.requests_since(cursor):
        sent = json.dumps(each.body)
        assert "alice" not in sent
        assert world.alice.id not in each.pings
        assert all(user > 0 for user in each.pings)
    assert "a former player" in text(running.messages[-1])
    kept = (await world.bot.play.matches.table(over.match_id)).match
    assert {player.user_id for player in kept.players} == {player.user_id for player in match.players}
    record = answer(await world.click(world.bob, over.messages[-1], "Record"))
    assert record.attachments


async def test_two_former_players_stay_two_and_one_who_comes_back_is_new(world: World) -> None:
    place = await finished(world, world.alice, world.bob)
    await erase(world, world.alice)
    await erase(world, world.bob)
    keys = [player.user_id for player in (await world.bot.play.matches.table(place.match_id)).match.players]
    assert len(set(keys)) == 2
    assert all(map(people.is_former, keys))
    again = await finished(world, world.alice, world.carol)
    await erase(world, world.alice)
    later = [player.user_id for player in (await world.bot.play.matches.table(again.match_id)).match.players]
    assert not set(keys) & set(later)


async def test_nothing_happens_before_the_question_is_answered(world: World) -> None:
    place = await world.begin()
    shown = answer(await world.alice.slash(world.channel, "privacy"))
    assert shown.ephemeral
    await world.click(world.alice, shown, "Delete data")
    await world.click(world.alice, shown, "Keep everything")
    assert "Nothing is deleted." in text(shown)
    assert not (await world.bot.play.matches.table(place.match_id)).match.is_over


async def test_the_export_holds_everything_of_oneself_and_nothing_of_others(world: World, admin: MemberActor) -> None:
    await busy(world, admin)
    data = await data_of(world, world.alice)
    assert {each.table for each in people.COLUMNS if each.exported} <= set(data)
    assert len(data["seats"]) == len(data["matches"]) == 2
    assert data["user_id"] == str(world.alice.id)
    assert data["players"][0]["pings"] == "reminders"
    assert data["blocks"] == [{"user_id": str(world.alice.id), "blocked_id": str(admin.id)}]
    assert data["standings"][0]["wins"] == 1
    assert data["seat_results"][0]["result"] == "won"
    assert [season["number"] for season in data["seasons"]] == [0, 1]
    assert [each["kind"] for each in data["milestones"]] == ["first_win"]
    whole = json.dumps(data)
    assert "secret" not in whole
    assert "bob" not in whole
    assert "T" in data["matches"][0]["created_at"]
    nobody = await data_of(world, world.carol)
    assert set(nobody) == {"user_id", "exported_at", "challenges"}


def of_table(path: Path, table: str, without: set[str]) -> list[Any]:
    """The values of a table but some columns, in no order."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        rows = [dict(row) for row in connection.execute(f'SELECT * FROM "{table}"')]  # noqa: S608  # a table of ours
    return sorted(tuple(value for name, value in row.items() if name not in without) for row in rows)


async def test_figures_stay_the_same_and_tables_show_a_former_player(world: World) -> None:
    path, play = world.bot.database.path, world.bot.play
    for _ in range(5):
        await results.finish(
            world.bot.database, play.clock(), [world.alice.id, world.bob.id], [1, 2], guild_id=world.guild.id
        )
        await world.wait(timedelta(days=2))
    await finished(world, world.alice, world.bob)
    current = await play.seasons.current(world.guild.id)
    assert current is not None
    figures = {table: of_table(path, table, {"user_id"}) for table in ("ratings", "standings")}
    assert "1. alice" in alts(answer(await world.carol.slash(world.channel, "leaderboard")))[0]
    await erase(world, world.alice)
    assert figures == {table: of_table(path, table, {"user_id"}) for table in figures}
    with_keys = {table: of_table(path, table, set()) for table in figures}
    await ratings.recount(world.bot.database, play.clock())
    assert with_keys == {table: of_table(path, table, set()) for table in figures}
    await play.seasons.end(world.guild.id, current.id)
    await world.env.settle()
    (shown,) = alts(answer(await world.carol.slash(world.channel, "leaderboard", season="1")))
    assert "1. a former player" in shown
    assert "bob" in shown
    assert "alice" not in shown
    assert "a former player" in text(answer(await world.bob.slash(world.channel, "history")))
    (profile,) = alts(answer(await world.bob.slash(world.channel, "profile", member=world.alice)))
    assert "alice has not finished a match here yet." in profile
    assert holding(path, world.alice.id) == set()


async def test_a_restored_copy_loses_what_was_deleted_since(world: World, tmp_path: Path, admin: MemberActor) -> None:
    await busy(world, admin)
    path, copy = world.bot.database.path, tmp_path / "copy.sqlite3"
    back_up(path, copy)
    await erase(world, world.alice)
    (remembered,) = erasures.lists(path, None)
    assert str(world.alice.id) not in remembered.read_text()
    # who comes back after a deletion is not deleted again by it
    await finished(world, world.alice, world.bob)
    later = tmp_path / "later.sqlite3"
    back_up(path, later)
    for source, expected in ((copy, False), (later, True)):
        await world.bot.close()
        restore(source, path, world.bot.play.clock())
        await world.env.restart_bot(HousedBot(path))
        assert bool(holding(path, world.alice.id)) is expected
    assert holding(path, world.bob.id)


async def test_a_copy_from_before_there_was_a_key(world: World, tmp_path: Path) -> None:
    await finished(world, world.alice, world.bob)
    path, copy = world.bot.database.path, tmp_path / "copy.sqlite3"
    back_up(path, copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("DELETE FROM facts WHERE name = ?", (erasures.KEY,))
    await erase(world, world.alice)
    await world.bot.close()
    restore(copy, path, world.bot.play.clock())
    await world.env.restart_bot(HousedBot(path))
    assert holding(path, world.alice.id) == set()


async def test_a_deletion_that_a_crash_cut_short_is_done_at_the_next_start(world: World) -> None:
    place = await world.begin()
    path = world.bot.database.path
    before = path.with_suffix(".before")
    back_up(path, before)
    async with world.bot.database.writing() as connection:
        hashed = erasures.digest(await erasures.key(connection), world.alice.id)
    (remembered,) = erasures.lists(path, None)
    erasures.remember([remembered], 1, hashed)
    with remembered.open("a") as file:
        file.write("2 cut sho")
    await world.restart()
    assert holding(path, world.alice.id) == set()
    assert (await world.bot.play.matches.table(place.match_id)).match.is_over
    await erase(world, world.bob)
    shutil.copy(before, tmp := path.with_suffix(".again"))
    async with Database(tmp) as database:
        known = await erasures.done(database.reader)
    assert len(erasures.asked_since([remembered], known)) == 2


def test_lists_beside_the_database_and_with_the_copies(tmp_path: Path) -> None:
    lists = erasures.lists(tmp_path / "a.sqlite3", tmp_path / "copies")
    erasures.remember(lists, 3, "ab" * 32)
    for each in lists:
        assert erasures.asked_since([each], 2) == {3: {"ab" * 32}}
        assert erasures.asked_since([each], 3) == {}
    assert len({each.parent for each in lists}) == 2


async def test_those_who_take_part_in_matches_of_more_leave_the_table(world: World) -> None:
    lobby = await world.challenge(world.alice, game="board_game")
    for who in (world.bob, world.carol):
        await world.click(who, lobby, "Join")
    await world.click(world.alice, lobby, "Start")
    await world.wait(timedelta(minutes=1))
    place = await world.place_of(1)
    await erase(world, world.alice)
    table = await world.bot.play.matches.table(1)
    assert not table.match.is_over
    assert len(table.seats_in) == 2
    assert "alice" not in text(place.board)
    assert "a former player" in text(place.board)
    assert said(await world.alice.slash(place.channel, "hand"))
    assert of_verb(place.board, "hand")
