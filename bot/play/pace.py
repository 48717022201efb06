"""How long a turn may take, and when its player hears of it. Pure: moments in, moments out."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.store.challenges import Pace
from bot.store.players import Pings, Preferences, QuietHours

ALLOWANCE: Final = {
    Pace.LIVE: timedelta(minutes=5),
    Pace.DAILY: timedelta(hours=24),
    Pace.RELAXED: timedelta(hours=72),
}
"""The time for a turn; a match without limit has none."""

WARNING_SHARE: Final = 8
"""The last warning leaves this fraction of the allowance."""

NUDGE_SHARE: Final = 4
"""The waiting side may nudge once in this fraction of the allowance, that of a daily match where there is none."""


@dataclass(frozen=True, slots=True)
class TurnTimes:
    """When the player of a turn is reminded next, warned for the last time, and out of time, in this order."""

    reminder: datetime | None
    warning: datetime
    deadline: datetime


def times_until(pace: Pace, deadline: datetime, chosen: Preferences, now: datetime, back_at: datetime) -> TurnTimes:
    """The times from ``now`` on of a turn in a match with a limit that would end at ``deadline``.

    Until ``back_at`` the player is away and hears nothing. Quiet hours put a reminder off to their end, bring a
    warning forward to their beginning, and move a daily deadline that lies in them to their end. A live match goes on
    whatever the hour. There is a reminder at half time, and before it one for who cannot be told of the turn at once.
    """
    quiet = None if pace is Pace.LIVE else chosen.quiet
    if pace is Pace.DAILY:
        deadline = after_quiet(quiet, deadline)
    heard_at = after_quiet(quiet, back_at)
    half_time = after_quiet(quiet, deadline - ALLOWANCE[pace] / 2)
    warning = max(_before_quiet(quiet, deadline - warning_time(pace), now), back_at)
    reminder = half_time if max(now, back_at) < half_time < warning else None
    if chosen.pings is Pings.TURNS and now < heard_at < (reminder or warning) - warning_time(pace):
        reminder = heard_at
    return TurnTimes(reminder, warning, deadline)


def warning_time(pace: Pace) -> timedelta:
    """How long before the deadline the last warning goes out, and the least that anybody has after one."""
    return ALLOWANCE[pace] / WARNING_SHARE


def nudge_interval(pace: Pace) -> timedelta:
    """How long the waiting side has to wait between two nudges."""
    return ALLOWANCE.get(pace, ALLOWANCE[Pace.DAILY]) / NUDGE_SHARE


def after_quiet(quiet: QuietHours | None, moment: datetime) -> datetime:
    """``moment``, or the end of the quiet hours in which it lies."""
    span = quiet_span(quiet, moment)
    return moment if span is None else span[1]


def quiet_span(quiet: QuietHours | None, moment: datetime) -> tuple[datetime, datetime] | None:
    """Begin and end of the quiet hours in which ``moment`` lies, None if it lies outside."""
    if quiet is None:
        return None
    local = moment.astimezone(quiet.zone)
    for day in (local.date() - timedelta(days=1), local.date()):
        end_day = day if quiet.begin < quiet.end else day + timedelta(days=1)
        # in UTC, since moments of one zone would be compared by what its clocks show, which may show an hour twice
        begin = datetime.combine(day, quiet.begin, quiet.zone).astimezone(UTC)
        end = datetime.combine(end_day, quiet.end, quiet.zone).astimezone(UTC)
        if begin <= moment < end:
            return begin, end
    return None


def _before_quiet(quiet: QuietHours | None, moment: datetime, earliest: datetime) -> datetime:
    """``moment``, or the beginning of the quiet hours in which it lies if that is not too early."""
    span = quiet_span(quiet, moment)
    return moment if span is None or span[0] <= earliest else span[0]
