"""Measurements. A module here is a benchmark if it has ``run() -> Iterable[Figure]``; its name is the benchmark's."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """Something measured: a name such as ``rules.card_game.rounds_per_s``, which begins with the benchmark's."""

    name: str
    value: float
    unit: str
