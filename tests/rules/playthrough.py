"""Whole matches written out: every state, every seat's view and the spectator's, the legal actions, what is told whom.

A file shows what changed since it was last shown. ``python -m tests.rules.playthrough`` writes the files anew after a
wanted change of the rules; read the difference before it is committed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from random import Random
from typing import Any, cast

from rules.cards import Card
from rules.game import Action, Event, Leave, OptionValue, TakeBack, Termination
from rules.registry import GAMES
from tests.rules.walks import deal_of

FOLDER = Path(__file__).parent / "playthroughs"


@dataclass(frozen=True)
class Playthrough:
    """A match to write out: its terms and deal, and how it is played.

    ``hurry`` is how often the first action of the last kind on offer is taken instead of any, which shortens a match;
    the action of number ``limit``, and every tenth after it, is the resignation of the seat after the one to act.
    """

    name: str
    game: str
    options: Mapping[str, OptionValue]
    seed: int
    hurry: float = 0.8
    limit: int | None = None
    seats: int = 2

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.game}-{self.name}.txt"


PLAYTHROUGHS = (
    Playthrough("one-round", "card_game", {"rounds": 1}, seed=1),
    Playthrough("into-the-second-round", "card_game", {"rounds": 2}, seed=2, hurry=1.0, limit=100),
    Playthrough("six-colours", "card_game", {"colours": 6, "rounds": 1}, seed=3, hurry=0.0, limit=40),
    Playthrough("short", "board_game", {"length": "short"}, seed=13, hurry=0.9),
    Playthrough("three-keltis", "board_game", {"length": "short", "direction": "keltis"}, seed=36, hurry=0.9, seats=3),
    Playthrough("four-leaving", "board_game", {}, seed=3, hurry=0.5, limit=50, seats=4),
)


def written(playthrough: Playthrough) -> Iterator[str]:
    game = GAMES[playthrough.game]
    random = Random(playthrough.seed)
    applied = game.start(playthrough.options, playthrough.seats, deal_of(playthrough.seed))
    seats = range(playthrough.seats)
    staying = list(seats)
    shown: dict[str, dict[str, Any]] = {}
    number, header = 0, "deal"
    while True:
        state = applied.state
        yield f"[{number}] {header}"
        for watcher in (*seats, None):
            told = [text(form) for event in applied.events if (form := event.seen_by(watcher))]
            yield f"told {name(watcher)}: {', '.join(told) or '-'}"
        yield from changes("state", state, shown)
        for watcher in (*seats, None):
            yield from changes(f"view of {name(watcher)}", game.view(state, watcher), shown)
        if state.turn is None:
            return
        actions = game.legal_actions(state, state.turn)
        yield f"legal for {state.turn}: {', '.join(map(str, actions))}"
        yield ""
        number += 1
        if playthrough.limit is not None and number >= playthrough.limit and (number - playthrough.limit) % 10 == 0:
            seat, action = staying.pop((staying.index(state.turn) + 1) % len(staying)), Leave(Termination.RESIGNATION)
        else:
            seat, action = state.turn, chosen(actions, random, playthrough.hurry)
        header = f"seat {seat}: {action}"
        applied = game.apply(state, seat, action)


def chosen(actions: tuple[Action, ...], random: Random, hurry: float) -> Action:
    onward = [action for action in actions if not isinstance(action, TakeBack)]
    if len(onward) < len(actions) and random.random() < 0.05:
        return TakeBack()
    last_kind = [action for action in onward if type(action) is type(onward[-1])]
    return last_kind[0] if random.random() < hurry else random.choice(onward)


def name(watcher: int | None) -> str:
    return "spectator" if watcher is None else f"seat {watcher}"


def changes(title: str, value: Any, shown: dict[str, dict[str, Any]]) -> Iterator[str]:
    """The leaves of ``value`` that are not as they were last ``shown`` under this title."""
    before = shown.get(title, {})
    shown[title] = dict(leaves("", value))
    changed = [change(path, before.get(path), leaf) for path, leaf in shown[title].items() if before.get(path) != leaf]
    if changed:
        yield title
    yield from changed


def leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The plain things in nested dataclasses and tuples by their paths; a tuple of plain things is one leaf."""
    if is_dataclass(value) and not plain(value):
        for field in fields(value):
            yield from leaves(f"{path}.{field.name}", getattr(value, field.name))
    elif isinstance(value, tuple) and not all(map(plain, cast("tuple[Any, ...]", value))):
        for at, item in enumerate(cast("tuple[Any, ...]", value)):
            yield from leaves(f"{path}[{at}]", item)
    else:
        yield path, value


def plain(value: Any) -> bool:
    return isinstance(value, Action | Card | Event) or not (isinstance(value, tuple) or is_dataclass(value))


def change(path: str, old: Any, new: Any) -> str:
    if isinstance(old, tuple) and isinstance(new, tuple) and old and new:
        old, new = cast("tuple[Any, ...]", old), cast("tuple[Any, ...]", new)
        if new[: len(old)] == old:
            return f"  {path} + {text(new[len(old) :])}"
        if old[: len(new)] == new:
            return f"  {path} - {text(old[len(new) :])}"
    return f"  {path} = {text(new)}"


def text(value: Any) -> str:
    if isinstance(value, tuple):
        return " ".join(map(text, cast("tuple[Any, ...]", value))) or "()"
    if is_dataclass(value) and not isinstance(value, Action | Card):
        return f"{type(value).__name__}({', '.join(text(getattr(value, field.name)) for field in fields(value))})"
    if isinstance(value, bytes):
        return value.hex()
    return "-" if value is None else str(value)


def document(playthrough: Playthrough) -> str:
    return "\n".join(written(playthrough)) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for playthrough in PLAYTHROUGHS:
        playthrough.path.write_text(document(playthrough), encoding="utf-8")
        print(playthrough.path.name)
