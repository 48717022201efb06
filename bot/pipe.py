"""What the bot and its child processes tell each other through pipes: pickles, each behind its length."""

import pickle
import struct
from asyncio import StreamReader
from typing import Any, BinaryIO, Final

_LENGTH: Final = struct.Struct("!I")


def packed(value: object) -> bytes:
    """A value as it goes through a pipe."""
    told = pickle.dumps(value)
    return _LENGTH.pack(len(told)) + told


def take(stream: BinaryIO) -> Any | None:
    """The next value out of a pipe, None when there are no more."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    return pickle.loads(stream.read(_LENGTH.unpack(head)[0]))  # noqa: S301  # the other end is ours


async def hear(stream: StreamReader) -> Any:
    """The next value out of a pipe. Raises EOFError when the other end is gone, UnpicklingError for anything else."""
    length = _LENGTH.unpack(await stream.readexactly(_LENGTH.size))[0]
    return pickle.loads(await stream.readexactly(length))  # noqa: S301  # the other end is ours
