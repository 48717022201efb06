"""Planned misbehaviour of the pretend Discord, for tests of what a bot does when the real one has a bad day."""

from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(slots=True)
class Fault:
    """What happens to the next matching requests instead of, before or after their normal course.

    ``method`` and ``path`` are patterns of the shell's kind over the part behind the version
    (``"*"``, ``"/channels/*/messages"``). ``times`` is how many requests it hits, ``None`` for all. ``delay`` is in
    seconds. With ``status`` the answer is that error, with 429 also ``retry_after`` in seconds; with ``reset`` the
    connection breaks off without any answer. ``after`` lets the request take effect first: an answer that is late or
    lost, not a request.
    """

    method: str
    path: str
    times: int | None = 1
    delay: float = 0.0
    status: int | None = None
    code: int = 0
    message: str = "Injected fault"
    retry_after: float = 1.0
    everywhere: bool = False
    """A 429 for the whole application, not only this route."""
    reset: bool = False
    after: bool = False


class Faults:
    """The faults still to come, first planned first used."""

    def __init__(self) -> None:
        self.planned: list[Fault] = []

    def add(self, fault: Fault) -> None:
        self.planned.append(fault)

    def take(self, method: str, path: str) -> Fault | None:
        """The fault that hits this request, counted as used."""
        for fault in self.planned:
            if fnmatchcase(method, fault.method) and fnmatchcase(path, fault.path):
                if fault.times is not None:
                    fault.times -= 1
                    if fault.times == 0:
                        self.planned.remove(fault)
                return fault
        return None
