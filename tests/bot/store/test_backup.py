"""Copies of the database: whole, safe and private, and put back without losing what was there."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.store import backup as module
from bot.store import facts
from bot.store.backup import back_up, contents, restore
from bot.store.database import Database, StoreError

NOW = datetime(2026, 11, 30, 12, 34, 56, tzinfo=UTC)


async def remember(path: Path, value: str) -> None:
    async with Database(path) as database, database.writing() as connection:
        await facts.put(connection, "test", value)


def remembered(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        ((value,),) = connection.execute("SELECT value FROM facts WHERE name = 'test'").fetchall()
    return value


def damage(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[8192:12288] = b"\xff" * 4096
    path.write_bytes(data)


def refused(work: Callable[[], object]) -> str:
    with pytest.raises(StoreError) as caught:
        work()
    return caught.value.key


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def test_a_copy_beside_a_running_bot_holds_what_was_committed(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "new folder" / "copy.sqlite3"
    async with Database(path) as database:
        async with database.writing() as connection:
            await facts.put(connection, "test", "committed")
        async with database.writing() as connection:
            await facts.put(connection, "test", "not yet")
            back_up(path, target)
    assert remembered(target) == "committed"
    assert files(target.parent) == {"copy.sqlite3"}
    assert (await contents(target)).matches == 0


@pytest.mark.skipif(os.name != "posix", reason="there are no such rights elsewhere")
async def test_a_copy_is_its_owner_s_only(path: Path, tmp_path: Path) -> None:
    await remember(path, "secret")
    back_up(path, tmp_path / "copy")
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o600


async def test_what_is_there_is_replaced_only_on_demand(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy"
    target.write_text("precious")
    await remember(path, "new")
    assert refused(lambda: back_up(path, target)) == "backup.exists"
    assert target.read_text() == "precious"
    back_up(path, target, replace=True)
    assert remembered(target) == "new"


async def test_a_copy_that_fails_leaves_nothing_behind(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await remember(path, "new")
    target = tmp_path / "copies" / "copy"

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module.os, "fsync", full)
    assert refused(lambda: back_up(path, target)) == "backup.not_written"
    assert files(target.parent) == set()
    assert refused(lambda: back_up(tmp_path / "nowhere", target)) == "backup.nothing"
    (tmp_path / "file").touch()
    assert refused(lambda: back_up(path, tmp_path / "file" / "copy")) == "backup.not_written"


async def test_a_copy_that_is_given_up_leaves_nothing_behind_whenever_that_is(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAGES_AT_ONCE", 5)
    monkeypatch.setattr(module, "STEPS_AT_ONCE", 100)
    await remember(path, "x" * 100_000)
    target = tmp_path / "copies" / "copy"
    given_up = 0
    while given_up >= 0:
        questions = iter(range(given_up))
        try:
            back_up(path, target, stopped=lambda: next(questions, None) is None)  # noqa: B023  # used up at once
        except StoreError as error:
            assert error.key == "backup.stopped"
            assert files(target.parent) == set()
            given_up += 1
        else:
            break
    assert given_up > 10
    assert files(target.parent) == {"copy"}


async def test_a_copy_in_steps_is_of_one_moment(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAGES_AT_ONCE", 1)
    await remember(path, "before")
    with closing(sqlite3.connect(path, isolation_level=None)) as bot:

        def written_meanwhile() -> bool:
            bot.execute("UPDATE facts SET value = value || '+'")
            return False

        back_up(path, tmp_path / "copy", stopped=written_meanwhile)
    assert remembered(tmp_path / "copy") == "before"
    assert remembered(path) != "before"


async def test_a_damaged_database_gives_no_copy(path: Path, tmp_path: Path) -> None:
    await remember(path, "x" * 100_000)
    damage(path)
    assert refused(lambda: back_up(path, tmp_path / "copy")) == "database.damaged"
    assert not (tmp_path / "copy").exists()


async def test_a_copy_takes_the_place_of_the_database_which_is_kept(path: Path, tmp_path: Path) -> None:
    await remember(path, "before")
    back_up(path, tmp_path / "copy")
    await remember(path, "after")
    kept = restore(tmp_path / "copy", path, NOW)
    assert kept is not None
    assert kept == path.with_name("bot.sqlite3.20261130T123456Z")
    assert (remembered(path), remembered(kept), remembered(tmp_path / "copy")) == ("before", "after", "before")
    async with Database(path):
        pass


async def test_what_a_killed_bot_left_in_its_log_is_kept_too(path: Path, tmp_path: Path) -> None:
    await remember(path, "before")
    back_up(path, tmp_path / "copy")
    with closing(sqlite3.connect(path)) as bot:
        bot.execute("UPDATE facts SET value = 'after'")
        bot.commit()
        # as a kill leaves it: the log is not folded in yet
        folder = tmp_path / "killed"
        folder.mkdir()
        for ending in ("", "-wal"):
            shutil.copy(f"{path}{ending}", folder)
    kept = restore(tmp_path / "copy", folder / "bot.sqlite3", NOW)
    assert kept is not None
    assert remembered(folder / "bot.sqlite3") == "before"
    assert remembered(kept) == "after"


async def test_a_copy_may_be_put_where_nothing_was(path: Path, tmp_path: Path) -> None:
    await remember(path, "before")
    target = tmp_path / "new folder" / "bot.sqlite3"
    assert restore(path, target, NOW) is None
    assert remembered(target) == "before"


async def test_every_running_match_shows_its_board_again(path: Path, tmp_path: Path) -> None:
    async with Database(path):
        pass
    columns = "guild_id, channel_id, game, rules_version, options, deal_version, secret, contributions, order_drawn"
    with closing(sqlite3.connect(path)) as connection:
        for ended_at in (None, 5):
            connection.execute(
                f"INSERT INTO matches ({columns}, ply, public_ply, published_ply, created_at, moved_at, ended_at)"  # noqa: S608  # names of our own
                " VALUES (1, 1, 'card_game', 1, '{}', 1, x'00', '[]', 1, 9, 9, 9, 1000, 60000, ?)",
                (ended_at,),
            )
        connection.commit()
    restore(path, tmp_path / "restored", NOW)
    with closing(sqlite3.connect(tmp_path / "restored")) as connection:
        rows = connection.execute("SELECT ended_at IS NULL, board_wanted FROM matches ORDER BY id").fetchall()
    assert rows == [(1, 1), (0, 0)]
    found = await contents(path)
    assert (found.matches, found.last_move) == (2, datetime(1970, 1, 1, 0, 1, tzinfo=UTC))


async def test_a_failure_leaves_the_database_as_it_was(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await remember(path, "before")
    back_up(path, tmp_path / "copy")
    await remember(path, "after")
    before = files(tmp_path)

    def refuse(*_: object) -> None:
        raise OSError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", refuse)
        assert refused(lambda: restore(tmp_path / "copy", path, NOW)) == "backup.not_written"
    assert remembered(path) == "after"
    assert files(tmp_path) == before


async def test_what_is_no_copy_of_ours_is_refused(path: Path, tmp_path: Path) -> None:
    async def key(of: Path) -> str:
        with pytest.raises(StoreError) as caught:
            await contents(of)
        return caught.value.key

    await remember(path, "before")
    (tmp_path / "text").write_bytes(b"no database at all, but long enough to be looked at" * 50)
    with closing(sqlite3.connect(tmp_path / "foreign")) as connection:
        connection.execute("CREATE TABLE things (id)")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 9999")
    assert await key(tmp_path / "text") == "database.unreadable"
    assert await key(tmp_path / "nowhere") == "database.unreadable"
    assert await key(tmp_path / "foreign") == "database.foreign"
    assert await key(path) == "database.newer"


async def test_the_database_is_never_replaced_by_its_own_copy(path: Path, tmp_path: Path) -> None:
    await remember(path, "precious")
    (tmp_path / "link").symlink_to(path)
    for target in (path, tmp_path / "link"):
        assert refused(partial(back_up, path, target, replace=True)) == "backup.itself"
    assert remembered(path) == "precious"


async def test_a_full_disk_is_said_to_be_one(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await remember(path, "before")
    connect = sqlite3.connect

    def limited(name: object, **options: Any) -> sqlite3.Connection:
        connection = connect(str(name), **options)
        connection.execute("PRAGMA max_page_count = 1")
        return connection

    monkeypatch.setattr(module.sqlite3, "connect", limited)
    assert refused(lambda: back_up(path, tmp_path / "copies" / "copy")) == "backup.not_written"
    assert files(tmp_path / "copies") == set()
