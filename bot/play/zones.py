"""Time zones as people write them."""

import asyncio
from collections import Counter
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from bot.play.refusal import Refusal


async def zone_named(text: str) -> ZoneInfo:
    """The time zone named as in ``Europe/Berlin``, written in any case or as its city alone.

    Raises Refusal for one that is none.
    """
    zones = await asyncio.to_thread(_zones)
    key = zones.get(text.strip().replace(" ", "_").casefold())
    if key is None:
        raise Refusal("bad_zone", zone=text[:40])
    return ZoneInfo(key)


@cache
def _zones() -> dict[str, str]:
    """The names of time zones by what may be written for them: the name in small letters, or its city alone."""
    names = available_timezones()
    cities = {name: name.rpartition("/")[2].casefold() for name in names if "/" in name}
    count = Counter(cities.values())
    return {city: name for name, city in cities.items() if count[city] == 1} | {name.casefold(): name for name in names}
