"""How play tells the rest of the house that something changed, without knowing it."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Signal:
    """Calls every listener with the identifier of what changed. Listeners return at once and never raise."""

    _listeners: list[Callable[[int], None]] = field(default_factory=list[Callable[[int], None]])

    def connect(self, listener: Callable[[int], None]) -> None:
        self._listeners.append(listener)

    def send(self, subject: int) -> None:
        for listener in self._listeners:
            listener(subject)
