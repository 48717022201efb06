"""Challenges: open invitations to a match, and what became of them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final

import aiosqlite
from pydantic import TypeAdapter

from bot.store.times import from_stored, to_stored
from rules.game import OptionValue
from rules.players.player import Level

OPTIONS: TypeAdapter[dict[str, OptionValue]] = TypeAdapter(dict[str, int | str])


class Status(StrEnum):
    OPEN = "open"
    STARTED = "started"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class Pace(StrEnum):
    """How long a person has for a turn."""

    LIVE = "live"
    DAILY = "daily"
    RELAXED = "relaxed"
    UNLIMITED = "unlimited"


COMPUTERS: Final = range(-9, 0)
"""What stands for the computers of a match in place of ids of people."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody at a challenge. ``contribution`` is what the person adds to the deal by joining, None for the host.

    ``level`` is that of a computer, whose ``user_id`` is one of ``COMPUTERS``; None for a person.
    """

    user_id: int
    name: str
    contribution: str | None = None
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class NewChallenge:
    """What a challenge is made of. ``opponent_id`` is None for a lobby that anybody may join."""

    guild_id: int
    channel_id: int
    game: str
    options: Mapping[str, OptionValue]
    seats: int
    pace: Pace
    rated: bool
    opponent_id: int | None
    secret: bytes = field(repr=False)
    rematch_of: int | None
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Challenge(NewChallenge):
    """A stored challenge. ``members`` begins with the host; ``match_id`` is set once it led to a match."""

    id: int
    message_id: int | None
    members: tuple[Member, ...]
    status: Status
    match_id: int | None

    @property
    def host(self) -> Member:
        return self.members[0]

    @property
    def contributions(self) -> tuple[str, ...]:
        """What goes into the deal, in the order in which it came: the host adds something last if at all."""
        return tuple(
            member.contribution for member in (*self.members[1:], self.host) if member.contribution is not None
        )

    @property
    def counts(self) -> bool:
        """Whether the match would count for the ratings: none does in which a computer takes part from the start."""
        return self.rated and not self.computers

    @property
    def computers(self) -> tuple[Member, ...]:
        """The computers at the table."""
        return tuple(member for member in self.members if member.level is not None)


async def insert(connection: aiosqlite.Connection, new: NewChallenge, host: Member) -> int:
    cursor = await connection.execute(
        "INSERT INTO challenges (guild_id, channel_id, game, options, seats, pace, rated, host_id, opponent_id,"
        " secret, rematch_of, status, published_status, created_at, expires_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            new.guild_id,
            new.channel_id,
            new.game,
            json.dumps(dict(new.options)),
            new.seats,
            new.pace,
            new.rated,
            host.user_id,
            new.opponent_id,
            new.secret,
            new.rematch_of,
            Status.OPEN,
            Status.OPEN,
            to_stored(new.created_at),
            to_stored(new.expires_at),
        ),
    )
    challenge_id = cursor.lastrowid
    assert challenge_id is not None
    await add_member(connection, challenge_id, host)
    return challenge_id


async def get(connection: aiosqlite.Connection, challenge_id: int) -> Challenge | None:
    rows = await connection.execute_fetchall("SELECT * FROM challenges WHERE id = ?", (challenge_id,))
    row = next(iter(rows), None)
    if row is None:
        return None
    members = await connection.execute_fetchall(
        "SELECT user_id, name, contribution, level FROM challenge_members WHERE challenge_id = ? ORDER BY position",
        (challenge_id,),
    )
    return Challenge(
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        game=row["game"],
        options=OPTIONS.validate_json(row["options"]),
        seats=row["seats"],
        pace=Pace(row["pace"]),
        rated=bool(row["rated"]),
        opponent_id=row["opponent_id"],
        secret=row["secret"],
        rematch_of=row["rematch_of"],
        created_at=from_stored(row["created_at"]),
        expires_at=from_stored(row["expires_at"]),
        id=row["id"],
        message_id=row["message_id"],
        members=tuple(
            Member(user_id, name, contribution, None if level is None else Level(level))
            for user_id, name, contribution, level in members
        ),
        status=Status(row["status"]),
        match_id=row["match_id"],
    )


async def open_of_host(connection: aiosqlite.Connection, user_id: int) -> list[Challenge]:
    """The open challenges that a person has made, the oldest first."""
    ids = await _ids(connection, "SELECT id FROM challenges WHERE host_id = ? AND status = 'open' ORDER BY id", user_id)
    return [challenge for number in ids if (challenge := await get(connection, number)) is not None]


async def open_rematch(connection: aiosqlite.Connection, match_id: int) -> Challenge | None:
    """The open challenge to a rematch of a match, if there is one."""
    ids = await _ids(connection, "SELECT id FROM challenges WHERE rematch_of = ? AND status = 'open'", match_id)
    return await get(connection, ids[0]) if ids else None


async def open_with_former(connection: aiosqlite.Connection) -> list[int]:
    """The open challenges in which somebody has a part who was erased."""
    return await _ids(
        connection,
        "SELECT id FROM challenges WHERE status = 'open' AND (host_id < ?1 OR opponent_id < ?1"
        " OR id IN (SELECT challenge_id FROM challenge_members WHERE user_id < ?1))",
        COMPUTERS.start,
    )


async def ids_of_guild(connection: aiosqlite.Connection, guild_id: int) -> list[int]:
    """All challenges of a server."""
    return await _ids(connection, "SELECT id FROM challenges WHERE guild_id = ?", guild_id)


async def unpublished(connection: aiosqlite.Connection) -> list[int]:
    """The challenges whose message does not show yet what became of them, or that have no message yet."""
    return await _ids(
        connection,
        "SELECT id FROM challenges WHERE status <> published_status"
        " UNION SELECT id FROM challenges WHERE status = 'open' AND message_id IS NULL",
    )


async def _ids(connection: aiosqlite.Connection, query: str, *values: int) -> list[int]:
    return [row[0] for row in await connection.execute_fetchall(query, values)]


async def add_member(connection: aiosqlite.Connection, challenge_id: int, member: Member) -> None:
    await connection.execute(
        "INSERT INTO challenge_members (challenge_id, position, user_id, name, contribution, level)"
        " SELECT ?, coalesce(max(position) + 1, 0), ?, ?, ?, ? FROM challenge_members WHERE challenge_id = ?",
        (challenge_id, member.user_id, member.name, member.contribution, member.level, challenge_id),
    )


async def remove_member(connection: aiosqlite.Connection, challenge_id: int, user_id: int) -> None:
    await connection.execute(
        "DELETE FROM challenge_members WHERE challenge_id = ? AND user_id = ?", (challenge_id, user_id)
    )


async def set_contribution(
    connection: aiosqlite.Connection, challenge_id: int, user_id: int, contribution: str | None
) -> None:
    await connection.execute(
        "UPDATE challenge_members SET contribution = ? WHERE challenge_id = ? AND user_id = ?",
        (contribution, challenge_id, user_id),
    )


async def set_message(connection: aiosqlite.Connection, challenge_id: int, message_id: int) -> None:
    await connection.execute("UPDATE challenges SET message_id = ? WHERE id = ?", (message_id, challenge_id))


async def set_status(
    connection: aiosqlite.Connection, challenge_id: int, status: Status, match_id: int | None = None
) -> None:
    await connection.execute(
        "UPDATE challenges SET status = ?, match_id = ? WHERE id = ?", (status, match_id, challenge_id)
    )


async def set_published(connection: aiosqlite.Connection, challenge_id: int, status: Status) -> None:
    await connection.execute("UPDATE challenges SET published_status = ? WHERE id = ?", (status, challenge_id))
