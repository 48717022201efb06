"""Which deletions were asked for, kept outside the database so that a copy put back does not undo them.

Each line of the list is a number and a keyed hash of the id: ``12 9f86d0...``. The key is in the database, so neither
tells anything without the other. A line is written before the deletion is done: what the database does not know of yet
is done at the next start, after a crash as after a restored copy.
"""

import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import aiosqlite

from bot.store import facts

KEY: Final = "erasure_key"
"""The fact with the key of the hashes, in hexadecimal digits."""

DONE: Final = "erasures"
"""The fact with the number of the last deletion that the database knows of."""

_LINE: Final = re.compile(r"(\d{1,18}) ([0-9a-f]{64})")


def lists(database: Path, backups: Path | None) -> tuple[Path, ...]:
    """Where deletions are remembered: beside the database, and with its copies if there are any."""
    beside = database.with_name(f"{database.name}.erasures")
    return (beside,) if backups is None else (beside, backups / "lost-cities.erasures")


async def key(connection: aiosqlite.Connection) -> bytes:
    """The key of the hashes; makes one if the database has none, which needs a connection that may write."""
    found = await facts.get(connection, KEY)
    if found is None:
        found = secrets.token_hex(32)
        await facts.put(connection, KEY, found)
    return bytes.fromhex(found)


async def done(connection: aiosqlite.Connection) -> int:
    """The number of the last deletion that the database knows of, 0 before the first."""
    return int(await facts.get(connection, DONE) or 0)


async def set_done(connection: aiosqlite.Connection, number: int) -> None:
    await facts.put(connection, DONE, str(number))


def digest(secret: bytes, user_id: int) -> str:
    """What stands for a person in the list."""
    return hmac.new(secret, str(user_id).encode(), hashlib.sha256).hexdigest()


def remember(paths: Sequence[Path], number: int, hashed: str) -> None:
    """Write a deletion down in every list, safe on the disk. Blocks; raises OSError."""
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600), "ab") as file:
            # begun on a new line, since a crash may have cut the last one short
            file.write(f"\n{number} {hashed}\n".encode())
            file.flush()
            os.fsync(file.fileno())


def asked_since(paths: Sequence[Path], number: int) -> dict[int, set[str]]:
    """The hashes of the deletions after ``number``, by their numbers, from whichever list has them. Blocks."""
    found: dict[int, set[str]] = {}
    for path in paths:
        if path.exists():
            for line in path.read_text("ascii", "replace").splitlines():
                read = _LINE.fullmatch(line)
                if read is not None and int(read[1]) > number:
                    found.setdefault(int(read[1]), set()).add(read[2])
    return found
