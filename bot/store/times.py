"""How moments are stored: whole milliseconds since 1970, in UTC."""

from datetime import UTC, datetime, timedelta
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_UNIT: Final = timedelta(milliseconds=1)


def to_stored(moment: datetime) -> int:
    return (moment - _EPOCH) // _UNIT


def from_stored(number: int) -> datetime:
    return _EPOCH + number * _UNIT


def number_of(moment: datetime | None) -> int | None:
    """As ``to_stored``, for a moment that there need not be."""
    return None if moment is None else to_stored(moment)


def moment_of(number: int | None) -> datetime | None:
    """As ``from_stored``, for a moment that there need not be."""
    return None if number is None else from_stored(number)
