"""How late the event loop is."""

import asyncio
from array import array
from time import perf_counter


async def watch(late: "array[float]", every: float) -> None:
    """Note again and again how many seconds late the loop comes back from a sleep of ``every`` seconds."""
    while True:
        due = perf_counter() + every
        await asyncio.sleep(every)
        late.append(max(perf_counter() - due, 0.0))
