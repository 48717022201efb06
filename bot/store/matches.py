"""Matches: their terms, seats, log and the messages that show them."""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

import aiosqlite
from pydantic import TypeAdapter

from bot.store import names
from bot.store.challenges import COMPUTERS, OPTIONS, Pace
from bot.store.times import from_stored, moment_of, number_of, to_stored
from rules.game import OptionValue, Outcome, Seat
from rules.players.player import Level

_CONTRIBUTIONS: TypeAdapter[tuple[str, ...]] = TypeAdapter(tuple[str, ...])
_PLAYERS: TypeAdapter[list[tuple[int, str, int, Level | None, bool]]] = TypeAdapter(
    list[tuple[int, str, int, Level | None, bool]]
)
_OUTCOME: TypeAdapter[Outcome] = TypeAdapter(Outcome)

UNPUBLISHED = -1
"""The published ply of a match of which nothing has been shown yet."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat; ``position`` is the place in which the person joined, the host first.

    ``level`` is that of the computer which plays the seat, None if the person does. A computer that was there from the
    start has one of ``COMPUTERS`` for its ``user_id``; where one took over, it is still the person's. ``gave_up`` tells
    that who sat there has left the match, whether a computer plays on or not.
    """

    user_id: int
    name: str
    position: int
    level: Level | None = None
    gave_up: bool = False

    @property
    def is_person(self) -> bool:
        """Whether a person took the seat, who may have given it up since."""
        return self.user_id not in COMPUTERS


@dataclass(frozen=True, slots=True)
class NewMatch:
    """What a match begins with. ``players`` go by seat; ``agreed_starter`` is None if the starter was drawn."""

    guild_id: int
    channel_id: int
    challenge_message_id: int | None
    game: str
    rules_version: int
    options: Mapping[str, OptionValue]
    deal_version: int
    secret: bytes = field(repr=False)
    contributions: tuple[str, ...]
    order_drawn: bool
    agreed_starter: Seat | None
    players: tuple[Player, ...]
    turn: Seat | None
    pace: Pace
    rated: bool
    created_at: datetime


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The time of the current turn.

    ``deadline`` is None while the match has no limit or stands still; then ``remaining`` is what was left.
    ``warned_at`` and ``nudged_at`` tell of the current turn's last warning and nudge.
    """

    began_at: datetime | None = None
    deadline: datetime | None = None
    warned_at: datetime | None = None
    nudged_at: datetime | None = None
    paused: bool = False
    remaining: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Match(NewMatch):
    """A stored match.

    ``ply`` counts the actions of the log. ``public_ply`` is the ply after the last one that everybody may see,
    ``published_ply`` the one that the channel shows. ``board_wanted`` counts how often the board has been asked for
    again since it was shown. ``place_id`` is the thread or channel in which the match is
    shown, None until that is settled. ``trouble`` is the code of what keeps the channel from being brought up to date.
    """

    id: int
    place_id: int | None
    ply: int
    public_ply: int
    published_ply: int
    board_wanted: int
    trouble: str | None
    outcome: Outcome | None
    moved_at: datetime
    ended_at: datetime | None
    clock: TurnClock

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None

    @property
    def is_among_people(self) -> bool:
        """Whether no computer took part from the start."""
        return all(player.is_person for player in self.players)

    @property
    def names(self) -> tuple[str, ...]:
        """The display names by seat."""
        return tuple(player.name for player in self.players)

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat that a person took, None for somebody who never played here."""
        return next((seat for seat, player in enumerate(self.players) if player.user_id == user_id), None)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of those who have a say here: people who have not given up."""
        return tuple(seat for seat, player in enumerate(self.players) if player.is_person and not player.gave_up)

    def playing_seat_of(self, user_id: int) -> Seat | None:
        """The seat of a person who has a say here, None for anybody else."""
        seat = self.seat_of(user_id)
        return seat if seat in self.people else None


class EntryKind(StrEnum):
    """What a row of the log is; its ``text`` is an action's text form, what is said here, or empty."""

    GAME = "game"
    PAUSE = "pause"
    RESUME = "resume"
    UNDO = "undo"
    """``text``: the first and the last ply whose actions do not count any more, ``12-13``."""
    MOVE = "move"
    """A moderator moved the match to another channel. ``text``: the reason."""
    END = "end"
    """A moderator ended the match without a result. ``text``: the reason."""
    CORRECT = "correct"
    """A moderator corrected the result. ``text``: the places by seat and the reason, ``1 2 reason``."""


@dataclass(frozen=True, slots=True)
class Thought:
    """How a computer came to an action: the same view, seed and iterations lead to it again.

    ``iterations`` is what it was allowed to think; ``cut_short`` tells that the time for it ran out before.
    """

    level: Level
    seed: int
    iterations: int
    cut_short: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of a match's log. ``seat`` is None for what no seat did."""

    ply: int
    seat: Seat | None
    kind: EntryKind
    actor: int
    text: str
    at: datetime
    thought: Thought | None = None


_THOUGHT: TypeAdapter[Thought] = TypeAdapter(Thought)


class PostKind(StrEnum):
    BOARD = "board"
    SHEET = "sheet"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class Post:
    """A message that shows a match as it was at ``ply``; ``since_ply`` is the ply of the board before it."""

    kind: PostKind
    ply: int
    since_ply: int
    channel_id: int
    message_id: int
    live: bool = True
    """Whether it has not been retired."""


async def insert(connection: aiosqlite.Connection, new: NewMatch) -> int:
    cursor = await connection.execute(
        "INSERT INTO matches (guild_id, channel_id, challenge_message_id, game, rules_version, options, deal_version,"
        " secret, contributions, order_drawn, agreed_starter, turn, pace, rated, ply, public_ply, published_ply,"
        " created_at, moved_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?)",
        (
            new.guild_id,
            new.channel_id,
            new.challenge_message_id,
            new.game,
            new.rules_version,
            json.dumps(dict(new.options)),
            new.deal_version,
            new.secret,
            _CONTRIBUTIONS.dump_json(new.contributions).decode(),
            new.order_drawn,
            new.agreed_starter,
            new.turn,
            new.pace,
            new.rated,
            UNPUBLISHED,
            to_stored(new.created_at),
            to_stored(new.created_at),
        ),
    )
    match_id = cursor.lastrowid
    assert match_id is not None
    await connection.executemany(
        "INSERT INTO seats (match_id, seat, user_id, name, position, level) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (match_id, seat, player.user_id, player.name, player.position, player.level)
            for seat, player in enumerate(new.players)
        ],
    )
    people = [(player.user_id, player.name) for player in new.players if player.is_person]
    await names.put(connection, new.guild_id, people)
    return match_id


_MATCHES: Final = (
    "SELECT matches.*, (SELECT json_group_array(json_array(user_id, name, position, level, gave_up)) FROM"
    " (SELECT * FROM seats WHERE match_id = matches.id ORDER BY seat)) AS players FROM matches "
)
"""Whole matches, for ``_match``, in one query: each is a way to the database's thread and back."""


async def get(connection: aiosqlite.Connection, match_id: int) -> Match | None:
    rows = await connection.execute_fetchall(_MATCHES + "WHERE id = ?", (match_id,))
    return next(map(_match, rows), None)


async def running_of(connection: aiosqlite.Connection, user_id: int) -> list[Match]:
    """The running matches that a person plays in every server, those that wait for the person first, then the oldest
    move; not those that the person has given up.
    """
    rows = await connection.execute_fetchall(
        _MATCHES + "JOIN seats ON seats.match_id = matches.id WHERE seats.user_id = ? AND NOT gave_up"
        " AND ended_at IS NULL ORDER BY turn = seat DESC, moved_at, id",
        (user_id,),
    )
    return list(map(_match, rows))


async def waiting_for_computers(connection: aiosqlite.Connection) -> list[int]:
    """The ids of the running matches in which a computer is to move."""
    rows = await connection.execute_fetchall(
        "SELECT id FROM matches JOIN seats ON match_id = id AND seat = turn"
        " WHERE level IS NOT NULL AND ended_at IS NULL AND NOT paused ORDER BY moved_at"
    )
    return [row[0] for row in rows]


async def running_in(connection: aiosqlite.Connection, channel_id: int) -> list[Match]:
    """The running matches that were opened in, or are shown in, a channel or thread."""
    rows = await connection.execute_fetchall(
        _MATCHES + "WHERE (place_id = ? OR channel_id = ?) AND ended_at IS NULL ORDER BY id", (channel_id, channel_id)
    )
    return list(map(_match, rows))


async def latest_of_guild(connection: aiosqlite.Connection, guild_id: int, most: int) -> list[Match]:
    """Matches of a server, the running ones first, then the latest."""
    rows = await connection.execute_fetchall(
        _MATCHES + "WHERE guild_id = ? ORDER BY ended_at IS NULL DESC, id DESC LIMIT ?", (guild_id, most)
    )
    return list(map(_match, rows))


async def latest_result_in(connection: aiosqlite.Connection, guild_id: int, channel_id: int) -> int | None:
    """The id of the match that last came to a result of those opened in, or shown in, a channel or thread."""
    rows = await connection.execute_fetchall(
        "SELECT id FROM matches WHERE guild_id = ? AND ended_at IS NOT NULL AND outcome IS NOT NULL"
        " AND (place_id = ? OR channel_id = ?) ORDER BY ended_at DESC, id DESC LIMIT 1",
        (guild_id, channel_id, channel_id),
    )
    return next((row[0] for row in rows), None)


_SEARCHED: Final = 1000
"""So many of the latest results of a server are searched."""

_TO_CHOOSE: Final = (
    "WHERE id IN (SELECT id FROM (SELECT id, ended_at, EXISTS"
    " (SELECT 1 FROM seats WHERE match_id = id AND user_id = :user) AS own FROM matches"
    " WHERE guild_id = :guild AND ended_at IS NOT NULL AND outcome IS NOT NULL ORDER BY ended_at DESC LIMIT :searched)"
    " WHERE :text = '' OR substr(id, 1, length(:text)) = :text OR EXISTS"
    " (SELECT 1 FROM seats WHERE match_id = id AND instr(lower(name), lower(:text)))"
    " ORDER BY own DESC, ended_at DESC, id DESC LIMIT :most)"
    " ORDER BY EXISTS (SELECT 1 FROM seats WHERE match_id = id AND user_id = :user) DESC, ended_at DESC, id DESC"
)


async def results_to_choose(
    connection: aiosqlite.Connection, guild_id: int, user_id: int, text: str, most: int
) -> list[Match]:
    """Of a server's latest matches with a result: those of a person first, then the latest.

    ``text`` is the beginning of their numbers, or a part of the name of somebody who played.
    """
    about = {"guild": guild_id, "user": user_id, "text": text, "most": most, "searched": _SEARCHED}
    return list(map(_match, await connection.execute_fetchall(_MATCHES + _TO_CHOOSE, about)))


_COUNT: Final = "SELECT count(*) FROM matches "
_FINISHED: Final = (
    "JOIN seats ON seats.match_id = matches.id WHERE seats.user_id = :user AND guild_id = :guild"
    " AND ended_at IS NOT NULL AND (:game IS NULL OR game = :game) AND (:opponent IS NULL OR EXISTS"
    " (SELECT 1 FROM seats AS other WHERE other.match_id = matches.id AND other.user_id = :opponent)) "
)


async def finished_of(
    connection: aiosqlite.Connection,
    guild_id: int,
    user_id: int,
    opponent_id: int | None,
    game: str | None,
    skip: int,
    most: int,
) -> list[Match]:
    """A person's finished matches in a server, the latest first, after so many others.

    Only those with an opponent and of a game, if they are given.
    """
    rows = await connection.execute_fetchall(
        _MATCHES + _FINISHED + "ORDER BY ended_at DESC, id DESC LIMIT :most OFFSET :skip",
        {"guild": guild_id, "user": user_id, "opponent": opponent_id, "game": game, "skip": skip, "most": most},
    )
    return list(map(_match, rows))


async def count_finished(
    connection: aiosqlite.Connection, guild_id: int, user_id: int, opponent_id: int | None, game: str | None
) -> int:
    """How many matches ``finished_of`` would find in all."""
    rows = await connection.execute_fetchall(
        _COUNT + _FINISHED,
        {"guild": guild_id, "user": user_id, "opponent": opponent_id, "game": game},
    )
    return next(iter(rows))[0]


async def due_before(connection: aiosqlite.Connection, moment: datetime) -> list[Match]:
    """The running matches whose turn ends before a moment."""
    rows = await connection.execute_fetchall(_MATCHES + "WHERE deadline < ? ORDER BY id", (to_stored(moment),))
    return list(map(_match, rows))


async def running_of_former(connection: aiosqlite.Connection) -> list[Match]:
    """The running matches with a seat of somebody who was erased, which has not been given up."""
    where = "WHERE ended_at IS NULL AND id IN (SELECT match_id FROM seats WHERE user_id < ? AND NOT gave_up)"
    return list(map(_match, await connection.execute_fetchall(_MATCHES + where, (COMPUTERS.start,))))


async def ids_of_guild(connection: aiosqlite.Connection, guild_id: int) -> list[int]:
    """All matches of a server."""
    rows = await connection.execute_fetchall("SELECT id FROM matches WHERE guild_id = ?", (guild_id,))
    return [row[0] for row in rows]


async def running_of_guild(connection: aiosqlite.Connection, guild_id: int) -> list[Match]:
    """The running matches of a server."""
    rows = await connection.execute_fetchall(_MATCHES + "WHERE guild_id = ? AND ended_at IS NULL", (guild_id,))
    return list(map(_match, rows))


async def frozen(connection: aiosqlite.Connection) -> list[Match]:
    """The running matches whose clock stands still although nobody paused it."""
    where = "WHERE ended_at IS NULL AND remaining IS NOT NULL AND NOT paused"
    return list(map(_match, await connection.execute_fetchall(_MATCHES + where)))


async def troubled(connection: aiosqlite.Connection, guild_id: int) -> list[Match]:
    """The matches of a server whose channel could not be brought up to date."""
    rows = await connection.execute_fetchall(_MATCHES + "WHERE guild_id = ? AND trouble IS NOT NULL", (guild_id,))
    return list(map(_match, rows))


def _match(row: sqlite3.Row) -> Match:
    return Match(
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        challenge_message_id=row["challenge_message_id"],
        game=row["game"],
        rules_version=row["rules_version"],
        options=OPTIONS.validate_json(row["options"]),
        deal_version=row["deal_version"],
        secret=row["secret"],
        contributions=_CONTRIBUTIONS.validate_json(row["contributions"]),
        order_drawn=bool(row["order_drawn"]),
        agreed_starter=row["agreed_starter"],
        players=tuple(Player(*player) for player in _PLAYERS.validate_json(row["players"])),
        turn=row["turn"],
        pace=Pace(row["pace"]),
        rated=bool(row["rated"]),
        created_at=from_stored(row["created_at"]),
        id=row["id"],
        place_id=row["place_id"],
        ply=row["ply"],
        public_ply=row["public_ply"],
        published_ply=row["published_ply"],
        board_wanted=row["board_wanted"],
        trouble=row["trouble"],
        outcome=None if row["outcome"] is None else _OUTCOME.validate_json(row["outcome"]),
        moved_at=from_stored(row["moved_at"]),
        ended_at=moment_of(row["ended_at"]),
        clock=_clock(row),
    )


def _clock(row: sqlite3.Row) -> TurnClock:
    return TurnClock(
        began_at=moment_of(row["turn_began_at"]),
        deadline=moment_of(row["deadline"]),
        warned_at=moment_of(row["warned_at"]),
        nudged_at=moment_of(row["nudged_at"]),
        paused=bool(row["paused"]),
        remaining=None if row["remaining"] is None else timedelta(milliseconds=row["remaining"]),
    )


async def count_by_state(connection: aiosqlite.Connection) -> dict[str, int]:
    """How many matches are ``running``, ``paused`` and ``over``."""
    rows = await connection.execute_fetchall(
        "SELECT count(*) FILTER (WHERE ended_at IS NULL AND NOT paused) AS running,"
        " count(*) FILTER (WHERE ended_at IS NULL AND paused) AS paused,"
        " count(*) FILTER (WHERE ended_at IS NOT NULL) AS over FROM matches"
    )
    (row,) = rows
    return dict(row)


async def unpublished(connection: aiosqlite.Connection) -> list[int]:
    """The ids of the matches whose channel is behind."""
    query = "SELECT id FROM matches WHERE public_ply > published_ply OR board_wanted"
    return [row[0] for row in await connection.execute_fetchall(query)]


async def log(connection: aiosqlite.Connection, match_id: int, after_ply: int = 0) -> list[Entry]:
    """The log of a match after a ply, in order."""
    rows = await connection.execute_fetchall(
        "SELECT ply, seat, kind, actor, text, at, thought FROM actions WHERE match_id = ? AND ply > ? ORDER BY ply",
        (match_id, after_ply),
    )
    return [
        Entry(
            row["ply"],
            row["seat"],
            EntryKind(row["kind"]),
            row["actor"],
            row["text"],
            from_stored(row["at"]),
            None if row["thought"] is None else _THOUGHT.validate_json(row["thought"]),
        )
        for row in rows
    ]


async def append(connection: aiosqlite.Connection, match_id: int, entry: Entry) -> None:
    """Add a row to the log. Raises sqlite3.IntegrityError if the ply is taken."""
    thought = None if entry.thought is None else _THOUGHT.dump_json(entry.thought).decode()
    await connection.execute(
        "INSERT INTO actions (match_id, ply, seat, kind, actor, text, at, thought) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (match_id, entry.ply, entry.seat, entry.kind, entry.actor, entry.text, to_stored(entry.at), thought),
    )


async def advance(
    connection: aiosqlite.Connection,
    match_id: int,
    *,
    ply: int,
    public_ply: int,
    turn: Seat | None,
    outcome: Outcome | None,
    at: datetime,
    ended_at: datetime | None,
) -> None:
    """Bring a match's row in step with its log."""
    await connection.execute(
        "UPDATE matches SET ply = ?, public_ply = ?, turn = ?, outcome = ?, moved_at = ?, ended_at = ? WHERE id = ?",
        (
            ply,
            public_ply,
            turn,
            None if outcome is None else _OUTCOME.dump_json(outcome).decode(),
            to_stored(at),
            number_of(ended_at),
            match_id,
        ),
    )


async def set_clock(connection: aiosqlite.Connection, match_id: int, clock: TurnClock) -> None:
    await connection.execute(
        "UPDATE matches SET turn_began_at = ?, deadline = ?, warned_at = ?, nudged_at = ?, paused = ?, remaining = ?"
        " WHERE id = ?",
        (
            number_of(clock.began_at),
            number_of(clock.deadline),
            number_of(clock.warned_at),
            number_of(clock.nudged_at),
            clock.paused,
            None if clock.remaining is None else clock.remaining // timedelta(milliseconds=1),
            match_id,
        ),
    )


async def rename(connection: aiosqlite.Connection, match: Match, seat: Seat, name: str) -> None:
    """Note the name under which a player shows now, in the match and in its server."""
    await connection.execute("UPDATE seats SET name = ? WHERE match_id = ? AND seat = ?", (name, match.id, seat))
    await names.put(connection, match.guild_id, [(match.players[seat].user_id, name)])


async def give_up(connection: aiosqlite.Connection, match_id: int, seat: Seat, level: Level | None) -> None:
    """Note that who sat at a seat has left, and the level of the computer that plays it from now on, if one does."""
    await connection.execute(
        "UPDATE seats SET gave_up = 1, level = ? WHERE match_id = ? AND seat = ?", (level, match_id, seat)
    )


async def want_board(connection: aiosqlite.Connection, match_id: int) -> None:
    await connection.execute("UPDATE matches SET board_wanted = board_wanted + 1 WHERE id = ?", (match_id,))


async def settle(connection: aiosqlite.Connection, match_id: int, place_id: int) -> None:
    """Remember where a match is shown."""
    await connection.execute("UPDATE matches SET place_id = ? WHERE id = ?", (place_id, match_id))


async def set_trouble(connection: aiosqlite.Connection, match_id: int, trouble: str | None) -> None:
    await connection.execute("UPDATE matches SET trouble = ? WHERE id = ?", (trouble, match_id))


async def set_published(connection: aiosqlite.Connection, match_id: int, ply: int) -> None:
    """The channel shows the match as it was at a ply."""
    await connection.execute("UPDATE matches SET published_ply = ? WHERE id = ?", (ply, match_id))


async def board_shown(connection: aiosqlite.Connection, match_id: int, boards: int) -> None:
    """So many of the boards that were asked for have been shown."""
    await connection.execute("UPDATE matches SET board_wanted = board_wanted - ? WHERE id = ?", (boards, match_id))


async def add_post(connection: aiosqlite.Connection, match_id: int, post: Post) -> None:
    await connection.execute(
        "INSERT OR IGNORE INTO posts (match_id, kind, ply, since_ply, channel_id, message_id, live)"
        " VALUES (?, ?, ?, ?, ?, ?, 1)",
        (match_id, post.kind, post.ply, post.since_ply, post.channel_id, post.message_id),
    )


async def posts_since(connection: aiosqlite.Connection, match_id: int, ply: int) -> list[Post]:
    """The messages of a match that have not been retired, those since a ply, and all score sheets; the oldest first."""
    rows = await connection.execute_fetchall(
        "SELECT kind, ply, since_ply, channel_id, message_id, live FROM posts WHERE match_id = ?"
        " AND (live OR ply >= ? OR kind = ?) ORDER BY ply, message_id",
        (match_id, ply, PostKind.SHEET),
    )
    return [
        Post(
            PostKind(row["kind"]),
            row["ply"],
            row["since_ply"],
            row["channel_id"],
            row["message_id"],
            bool(row["live"]),
        )
        for row in rows
    ]


async def retire_post(connection: aiosqlite.Connection, match_id: int, post: Post) -> None:
    await connection.execute(
        "UPDATE posts SET live = 0 WHERE match_id = ? AND message_id = ?", (match_id, post.message_id)
    )
