"""How long a turn takes, when its player hears of it, and what quiet hours and time zones make of that."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.pace import ALLOWANCE, TurnTimes, nudge_interval, quiet_span, times_until, warning_time
from bot.store.challenges import Pace
from bot.store.players import Pings, Preferences, QuietHours

ZONES = [
    ZoneInfo(name)
    for name in (
        "UTC",
        "Europe/Berlin",
        "America/New_York",
        "Australia/Lord_Howe",
        "Asia/Kathmandu",
        "Pacific/Apia",
        "America/Santiago",
        "Africa/Casablanca",
    )
]
NIGHT = QuietHours(time(22), time(7), ZoneInfo("UTC"))
HOUR = timedelta(hours=1)
MIDDAY = datetime(2026, 11, 30, 12, tzinfo=UTC)


def begun(
    pace: Pace,
    now: datetime,
    quiet: QuietHours | None = None,
    *,
    pings: Pings = Pings.TURNS,
    back_at: datetime | None = None,
) -> TurnTimes:
    """The times of a turn that begins at ``now``, or at ``back_at``."""
    began = back_at or now
    return times_until(pace, began + ALLOWANCE[pace], Preferences(pings, quiet=quiet), now, began)


def hours(times: TurnTimes, since: datetime) -> list[float | None]:
    """Reminder, warning and deadline in hours after a moment."""
    moments = (times.reminder, times.warning, times.deadline)
    return [None if each is None else (each - since) / HOUR for each in moments]


@pytest.mark.parametrize(
    ("pace", "expected"),
    [
        (Pace.LIVE, [2.5 / 60, 4.375 / 60, 5 / 60]),
        (Pace.DAILY, [12, 21, 24]),
        (Pace.RELAXED, [36, 63, 72]),
    ],
)
def test_half_time_an_eighth_before_the_end_and_the_end(pace: Pace, expected: list[float]) -> None:
    assert hours(begun(pace, MIDDAY), MIDDAY) == pytest.approx(expected)  # pyright: ignore[reportUnknownMemberType]


@pytest.mark.parametrize(
    ("pace", "began", "expected", "why"),
    [
        (Pace.DAILY, 12, [19, 21, 24], "the reminder of midnight waits until seven"),
        (Pace.DAILY, 1, [6, None, 30], "told when the night is over; the end of one o'clock waits until seven"),
        (Pace.DAILY, 8, [12, None, 24], "the warning of five comes at ten in the evening before"),
        (Pace.RELAXED, 14, [41, 56, 72], "reminder and warning of two and of five"),
        (Pace.RELAXED, 23, [8, 63, 72], "told in the morning; a relaxed deadline does not move"),
        (Pace.LIVE, 23, [2.5 / 60, 4.375 / 60, 5 / 60], "a live match goes on at night"),
    ],
)
def test_quiet_hours(pace: Pace, began: int, expected: list[float | None], why: str) -> None:
    now = MIDDAY.replace(hour=began)
    found = hours(begun(pace, now, NIGHT), now)
    for wanted, got in zip(expected, found, strict=True):
        if wanted is not None:
            assert got == pytest.approx(wanted), (why, found)  # pyright: ignore[reportUnknownMemberType]


def test_a_warning_is_brought_forward_to_the_evening() -> None:
    now = MIDDAY.replace(hour=8)
    assert begun(Pace.DAILY, now, NIGHT).warning == now.replace(hour=22)


def test_who_is_not_pinged_at_each_turn_is_not_told_of_it_later_either() -> None:
    now = MIDDAY.replace(hour=1)
    told = begun(Pace.RELAXED, now, NIGHT)
    assert told.reminder == now.replace(hour=7)
    assert begun(Pace.RELAXED, now, NIGHT, pings=Pings.REMINDERS).reminder == now + 36 * HOUR


def test_after_the_first_reminder_there_is_that_of_half_time() -> None:
    now = MIDDAY.replace(hour=1)
    first = begun(Pace.RELAXED, now, NIGHT)
    assert first.reminder is not None
    second = times_until(Pace.RELAXED, first.deadline, Preferences(quiet=NIGHT), first.reminder, first.reminder)
    assert second.reminder == now + 36 * HOUR
    assert second.reminder is not None
    third = times_until(Pace.RELAXED, first.deadline, Preferences(quiet=NIGHT), second.reminder, second.reminder)
    assert third.reminder is None


def test_nobody_on_vacation_hears_anything() -> None:
    back_at = MIDDAY + timedelta(days=3)
    assert hours(begun(Pace.DAILY, MIDDAY, back_at=back_at), back_at) == [0, 21, 24]
    late = times_until(Pace.DAILY, back_at + HOUR, Preferences(), MIDDAY, back_at)
    assert (late.reminder, late.warning) == (None, back_at)


@pytest.mark.parametrize(
    ("zone", "day", "begin", "end", "length"),
    [
        ("Europe/Berlin", (2026, 3, 29), time(22), time(7), 8),
        ("Europe/Berlin", (2026, 10, 25), time(22), time(7), 10),
        ("America/New_York", (2026, 11, 1), time(22), time(7), 10),
        ("Europe/Berlin", (2026, 6, 1), time(22), time(7), 9),
        ("UTC", (2026, 6, 1), time(9), time(17), 8),
    ],
)
def test_a_night_has_another_length_when_the_clocks_change(
    zone: str, day: tuple[int, int, int], begin: time, end: time, length: int
) -> None:
    quiet = QuietHours(begin, end, ZoneInfo(zone))
    inside = datetime(*day, 1 if begin > end else 12, tzinfo=quiet.zone)
    span = quiet_span(quiet, inside)
    assert span is not None
    assert span[1] - span[0] == length * HOUR
    assert quiet_span(quiet, span[0]) == span
    assert quiet_span(quiet, span[1]) is None
    assert quiet_span(quiet, span[0] - timedelta(seconds=1)) is None


def test_the_hour_that_comes_twice_is_quiet_both_times() -> None:
    quiet = QuietHours(time(1), time(4), ZoneInfo("Europe/Berlin"))
    for hour in (0, 1):
        # half past two, before and after the clocks go back
        assert quiet_span(quiet, datetime(2026, 10, 25, hour, 30, tzinfo=UTC)) is not None


def test_nudges_and_warnings_are_shares_of_the_pace() -> None:
    assert nudge_interval(Pace.LIVE) == timedelta(seconds=75)
    assert nudge_interval(Pace.UNLIMITED) == nudge_interval(Pace.DAILY) == 6 * HOUR
    assert warning_time(Pace.RELAXED) == 9 * HOUR


times = st.builds(time, st.integers(0, 23), st.sampled_from((0, 15, 30, 59)))
quiets = st.builds(QuietHours, times, times, st.sampled_from(ZONES)).filter(lambda quiet: quiet.begin != quiet.end)
minutes = st.integers(0, 4 * 366 * 24 * 60)
moments = minutes.map(lambda count: datetime(2025, 1, 1, tzinfo=UTC) + count * timedelta(minutes=1))
paces = st.sampled_from(list(ALLOWANCE))
chosen = st.builds(Preferences, st.sampled_from(Pings), quiet=st.none() | quiets)


@given(paces, moments, chosen, st.just(timedelta()) | st.timedeltas(timedelta(), timedelta(days=14)))
def test_a_turn_that_begins(pace: Pace, now: datetime, chosen: Preferences, away: timedelta) -> None:
    away = timedelta() if pace is Pace.LIVE else away
    back_at = now + away
    found = times_until(pace, back_at + ALLOWANCE[pace], chosen, now, back_at)
    assert found.deadline >= back_at + ALLOWANCE[pace]
    assert now <= back_at <= found.warning < found.deadline
    assert found.deadline - found.warning >= warning_time(pace)
    if found.reminder is not None:
        assert back_at <= found.reminder < found.warning
        assert now < found.reminder
    quiet = chosen.quiet
    if pace is Pace.LIVE or quiet is None:
        assert found.deadline == back_at + ALLOWANCE[pace]
        assert found.reminder is not None
        return
    if found.reminder is not None:
        assert quiet_span(quiet, found.reminder) is None
    if pace is Pace.DAILY:
        assert quiet_span(quiet, found.deadline) is None
        assert found.deadline < back_at + ALLOWANCE[pace] + timedelta(hours=25)
    else:
        assert found.deadline == back_at + ALLOWANCE[pace]


@given(quiets, moments)
def test_a_span_of_quiet_hours(quiet: QuietHours, moment: datetime) -> None:
    span = quiet_span(quiet, moment)
    if span is None:
        return
    begin, end = span
    assert begin <= moment < end
    assert timedelta() < end - begin < timedelta(hours=25)
    assert quiet_span(quiet, end) is None
    assert end.astimezone(quiet.zone).time() == quiet.end or _does_not_exist(quiet, end)


def _does_not_exist(quiet: QuietHours, moment: datetime) -> bool:
    """Whether the clocks were put forward over the end of the quiet hours."""
    local = moment.astimezone(quiet.zone)
    wanted = datetime.combine(local.date(), quiet.end, quiet.zone)
    return wanted.astimezone(UTC).astimezone(quiet.zone).time() != quiet.end


@given(paces, moments, chosen, st.timedeltas(timedelta(seconds=1), timedelta(days=3)))
def test_a_turn_that_goes_on(pace: Pace, now: datetime, chosen: Preferences, left: timedelta) -> None:
    found = times_until(pace, now + left, chosen, now, now)
    assert found.deadline >= now + left
    assert found.reminder is None or now < found.reminder < found.warning
    assert found.warning <= found.deadline
