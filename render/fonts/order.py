"""Reading order: which parts of a line run right to left, and in which order the parts stand from left to right.

This is the Unicode Bidirectional Algorithm (UAX 9) for one short line without explicit formatting characters, which
are removed from every text beforehand. It works on clusters, because a cluster is never torn apart.
"""

import unicodedata
from collections.abc import Sequence

LEFT, RIGHT = "L", "R"


LEFT_MARK, RIGHT_MARK = "\u200e", "\u200f"
"""In front of a text they state the direction of the whole line, whatever its first letter is."""


def mark(text: str) -> str:
    """The mark that states the direction of ``text``, nothing if it has no letters."""
    return {0: LEFT_MARK, 1: RIGHT_MARK, None: ""}[base(text)]


def base(text: str) -> int | None:
    """The level of a whole line, that of its first letter or mark (rules P2 and P3); None if it has neither."""
    kinds = map(unicodedata.bidirectional, text)
    return next((int(kind != LEFT) for kind in kinds if kind in (LEFT, RIGHT, "AL")), None)


def levels(clusters: Sequence[str], base: int) -> list[int]:
    """The embedding level of each cluster in a line of level ``base``: even runs left to right, odd right to left."""
    kinds = [unicodedata.bidirectional(cluster[0]) or LEFT for cluster in clusters]
    _resolve_weak(kinds, LEFT if base == 0 else RIGHT)
    _resolve_neutral(kinds, base)
    return [_level(kind, base) for kind in kinds]


def visual(levels: Sequence[int]) -> list[int]:
    """The indices of ``levels`` in the order in which they stand from left to right (rule L2)."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = end + 1
    return order


def _resolve_weak(kinds: list[str], strong: str) -> None:
    """Rules W2 to W7: numbers, their signs and separators."""
    last = strong
    for index, kind in enumerate(kinds):
        if kind in (LEFT, RIGHT, "AL"):
            last = kind
        elif kind == "EN" and last == "AL":
            kinds[index] = "AN"
    kinds[:] = [RIGHT if kind == "AL" else kind for kind in kinds]
    for index in range(1, len(kinds) - 1):
        before, after = kinds[index - 1], kinds[index + 1]
        if before == after and (
            (kinds[index] in ("ES", "CS") and before == "EN") or (kinds[index] == "CS" and before == "AN")
        ):
            kinds[index] = before
    for order in (range(len(kinds)), range(len(kinds) - 1, -1, -1)):
        beside_number = False
        for index in order:
            beside_number = kinds[index] == "EN" or (beside_number and kinds[index] == "ET")
            if beside_number:
                kinds[index] = "EN"
    last = strong
    for index, kind in enumerate(kinds):
        if kind in (LEFT, RIGHT):
            last = kind
        elif kind == "EN" and last == LEFT:
            kinds[index] = LEFT


def _resolve_neutral(kinds: list[str], base: int) -> None:
    """Rules N1 and N2: what is neither letter nor number goes with its neighbours if they agree, else with the line."""
    default = RIGHT if base else LEFT
    index = 0
    while index < len(kinds):
        end = index
        while end < len(kinds) and kinds[end] not in (LEFT, RIGHT, "EN", "AN"):
            end += 1
        if end > index:
            before = default if index == 0 else _side(kinds[index - 1])
            after = default if end == len(kinds) else _side(kinds[end])
            kinds[index:end] = [before if before == after else default] * (end - index)
        index = end + 1


def _side(kind: str) -> str:
    return LEFT if kind == LEFT else RIGHT


def _level(kind: str, base: int) -> int:
    """Rules I1 and I2."""
    if base == 0:
        return {LEFT: 0, RIGHT: 1}.get(kind, 2)
    return 1 if kind == RIGHT else 2
