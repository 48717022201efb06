"""How moments are stored: whole milliseconds since 1970, in UTC."""

from datetime import UTC, datetime, timedelta
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_UNIT: Final = timedelta(milliseconds=1)


def to_stored(moment: datetime) -> int:
    return (moment - _EPOCH) // _UNIT


def from_stored(number: int) -> datetime:
    return _EPOCH + number * _UNIT
