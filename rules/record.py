"""The open record of a finished match: a text that people can read and programs can play again.

UTF-8, lines end with a line feed. The head says what was agreed and what chance was given, the body what was done::

    lost-cities record 1
    game card_game
    rules 1
    deal 1
    date 2026-11-30
    option colours 5
    option rounds 1
    commitment 3f9c...
    secret 8b01...
    contribution "1310983344556677"
    player 1 "Alice"
    player 0 "Bob"
    seats drawn
    starter 0 drawn

    round 1: 0 starts
    0 play R7, draw deck
    1 discard BW, draw R
    ...
    round 1 ends: 18 -40
    result completed, places 1 2, points 18 -40

Grammar, ``{}`` for any number of times, ``[]`` for at most once::

    record       = "lost-cities record 1" LF head LF body
    head         = "game " KEY LF "rules " NUMBER LF "deal " NUMBER LF ["date " YYYY-MM-DD LF]
                   {"option " NAME " " VALUE LF} "commitment " 64 HEX LF "secret " 64 HEX LF
                   {"contribution " STRING LF} {"player " SEAT " " STRING LF}
                   "seats " ("drawn" | "kept") LF "starter " SEAT " " ("drawn" | "agreed") LF
    body         = {round-starts | turn | round-ends} result
    round-starts = "round " NUMBER ": " SEAT " starts" LF
    turn         = SEAT " " ACTION {", " ACTION} LF
    round-ends   = "round " NUMBER " ends: " POINTS {" " POINTS} LF
    result       = "result " TERMINATION ", places " PLACE {" " PLACE} ", points " POINTS {" " POINTS} LF

* ``rules`` is the version of the game's rules, ``deal`` that of the procedure in ``rules.shuffle``.
* Every option of the game is given, in the game's order.
* A ``STRING`` is a JSON string in which all that is not printable is escaped.
* Players stand in the order in which they joined, the host first, each with the seat. ``seats drawn``: the k-th of
  them has seat ``permutation[k]`` of the deal's label ``game/0/seats``; ``seats kept``: as in the match before.
* A turn line holds what one seat did in a row within one turn. What was taken back is left out.

A record tells the secret, so there is none of a match that still runs.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import zip_longest
from typing import Final, TypeVar

from rules.game import (
    Action,
    AnyGame,
    BadNotation,
    Event,
    IllegalAction,
    MatchEnded,
    Option,
    OptionValue,
    RoundEnded,
    RoundStarted,
    RuleError,
    Seat,
    State,
    TakeBack,
    checked_options,
)
from rules.registry import GAMES
from rules.shuffle import SECRET_BYTES, Deal, commitment, is_contribution
from rules.shuffle import VERSION as DEAL_VERSION

VERSION: Final = 1
MAX_BYTES: Final = 4_000_000
"""A longer text is refused unread; the longest match that the stall guards allow is shorter."""

_TITLE: Final = f"lost-cities record {VERSION}"
_HEX: Final = re.compile(f"[0-9a-f]{{{2 * SECRET_BYTES}}}")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_ROUND: Final = "round "
_RESULT: Final = "result "
_SEATS: Final = tuple("0123456789")

T = TypeVar("T")


class BadRecord(BadNotation):
    """A record that is malformed or untrue. ``line`` counts from 1."""

    def __init__(self, line: int, code: str, **params: int | str) -> None:
        super().__init__(code, **params)
        self.line = line


@dataclass(frozen=True, slots=True)
class Record:
    """A match from its terms to its last action.

    ``names`` are by seat; ``joined`` holds the seats in the order in which their players came, the host's first.
    ``seats_drawn`` and ``starter_drawn`` tell whether the deal decided them or an agreement did, such as that of a
    rematch. ``actions`` may be a match's whole log: what was taken back is left out when it is written. ``lines``
    are the lines of the actions if the record was read from a text.
    """

    game: AnyGame
    options: Mapping[str, OptionValue]
    names: tuple[str, ...]
    joined: tuple[Seat, ...]
    seats_drawn: bool
    starter: Seat
    starter_drawn: bool
    deal: Deal
    actions: tuple[tuple[Seat, Action], ...]
    started: date | None = None
    lines: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a replay and what it led to; ``seat`` and ``action`` are None for the first deal."""

    seat: Seat | None
    action: Action | None
    state: State
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a replay can stop, and where everybody may look: a first deal, a whole turn, or that somebody left.

    ``done`` of the record's actions lead to ``state``; ``events`` are the public forms of what happened since the
    moment before.
    """

    done: int
    state: State
    events: tuple[Event, ...]


def seat_order(game: AnyGame, seats: int, deal: Deal) -> tuple[Seat, ...]:
    """The seats that chance gives to the players in the order in which they joined, the host first."""
    return deal.permutation(f"{game.key}/0/seats", seats)


def without_undone(actions: Iterable[tuple[Seat, Action]]) -> tuple[tuple[Seat, Action], ...]:
    """The actions that still stand: no take-back, and nothing that was taken back."""
    kept: list[tuple[Seat, Action]] = []
    for seat, action in actions:
        if not isinstance(action, TakeBack):
            kept.append((seat, action))
            continue
        # another seat may have left in between
        for at in range(len(kept) - 1, -1, -1):
            if kept[at][0] == seat:
                del kept[at]
                break
    return tuple(kept)


def dump(record: Record) -> str:
    """The text of a record. Raises IllegalAction while the match runs or if the rules refuse an action of it."""
    body = list(_body(replay(replace(record, actions=without_undone(record.actions), lines=()))))
    if not body[-1].startswith(_RESULT):
        raise IllegalAction("match_running")
    return "\n".join((*_head(record), "", *body, ""))


def decode(data: bytes) -> str:
    """The text in ``data``, for ``parse`` and ``verify``. Raises BadRecord if it is too long or no UTF-8."""
    if len(data) > MAX_BYTES:
        raise BadRecord(1, "too_long", limit=MAX_BYTES)
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadRecord(data.count(b"\n", 0, error.start) + 1, "not_utf8") from error


def parse(text: str) -> Record:
    """Read a record; ``replay`` then tells whether its actions are legal, ``verify`` whether all of it is so.

    Raises BadRecord if the text does not follow the grammar, if its head contradicts itself (the commitment is not that
    of the secret, what is said to be drawn does not follow from the deal), or if it names something unknown.
    """
    return _Reader(text).record()


def replay(record: Record, since: "Moment | None" = None) -> Iterator[Step]:
    """The match step by step, beginning with the first deal or, if one is given, after an earlier moment.

    Raises BadRecord at an action that the rules refuse, with its line if the record was read, else with line 0.
    """
    if since is None:
        dealt = record.game.start(record.options, len(record.names), record.deal, record.starter)
        yield Step(None, None, dealt.state, dealt.events)
        state, done = dealt.state, 0
    else:
        state, done = since.state, since.done
    lines = record.lines or (0,) * len(record.actions)
    for (seat, action), line in zip(record.actions[done:], lines[done:], strict=True):
        try:
            applied = record.game.apply(state, seat, action)
        except RuleError as error:
            raise BadRecord(line, error.code, **error.params) from error
        state = applied.state
        yield Step(seat, action, state, applied.events)


def moments(record: Record, since: Moment | None = None) -> Iterator[Moment]:
    """The moments of a replay from the first deal on, or those after an earlier one. Raises as ``replay`` does."""
    for done, step in enumerate(replay(record, since), 0 if since is None else since.done + 1):
        events = tuple(event for each in step.events if (event := each.seen_by(None)) is not None)
        if events:
            yield Moment(done, step.state, events)


def verify(text: str) -> Record:
    """Deal and play the match again; the record, of which everything is true.

    Raises BadRecord if ``parse`` or ``replay`` does, if a round's starter or points or the result are not what the
    rules make of the actions, or if the match is not played to its end.
    """
    reader = _Reader(text)
    record = reader.record()
    body = list(_body(replay(record)))
    for number, (given, true) in enumerate(zip_longest(reader.body, body), reader.body_line):
        if given is None:
            break
        if true is None:
            raise BadRecord(number, "past_the_end")
        if given != true:
            raise BadRecord(number, "untrue_line", true=true)
    if not reader.body or not reader.body[-1].startswith(_RESULT):
        raise BadRecord(len(reader.lines), "unfinished")
    return record


def quoted(text: str) -> str:
    """``text`` as a JSON string that is safe on one line of anything: all that is not printable is escaped."""
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in quoted)


def _head(record: Record) -> Iterator[str]:
    game = record.game
    yield _TITLE
    yield f"game {game.key}"
    yield f"rules {game.version}"
    yield f"deal {DEAL_VERSION}"
    if record.started is not None:
        yield f"date {record.started.isoformat()}"
    for name, value in checked_options(game.options, record.options).items():
        yield f"option {name} {value}"
    yield f"commitment {commitment(record.deal.secret)}"
    yield f"secret {record.deal.secret.hex()}"
    for contribution in record.deal.contributions:
        yield f"contribution {quoted(contribution)}"
    for seat in record.joined:
        yield f"player {seat} {quoted(record.names[seat])}"
    yield f"seats {'drawn' if record.seats_drawn else 'kept'}"
    yield f"starter {record.starter} {'drawn' if record.starter_drawn else 'agreed'}"


def _body(steps: Iterable[Step]) -> Iterator[str]:
    line, writer, turns = "", None, 0
    for step in steps:
        if step.action is not None:
            if line and step.seat == writer:
                line += f", {step.action}"
            else:
                if line:
                    yield line
                line, writer = f"{step.seat} {step.action}", step.seat
        marks = [mark for event in step.events if (mark := _mark(event))]
        if line and (marks or step.state.turns > turns):
            yield line
            line, turns = "", step.state.turns
        yield from marks
    if line:
        yield line


def _mark(event: Event) -> str:
    match event:
        case RoundStarted(number, starter):
            return f"{_ROUND}{number}: {starter} starts"
        case RoundEnded(number, points):
            return f"{_ROUND}{number} ends: {_row(points)}"
        case MatchEnded(outcome):
            return f"{_RESULT}{outcome.termination}, places {_row(outcome.places)}, points {_row(outcome.points)}"
        case _:
            return ""


def _row(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


class _Reader:
    """Takes a record's lines from first to last."""

    def __init__(self, text: str) -> None:
        self.lines = text.removesuffix("\n").split("\n")
        self.number = 0
        """The number of the line taken last, from 1."""
        self.body_line = 0
        """The number of the body's first line."""

    @property
    def body(self) -> list[str]:
        return self.lines[self.body_line - 1 :]

    def record(self) -> Record:
        self._literally(_TITLE)
        game = GAMES.get(self._value("game"))
        if game is None:
            raise self._bad("unknown_game")
        self._literally(f"rules {game.version}")
        self._literally(f"deal {DEAL_VERSION}")
        started = self._date()
        options = {option.name: self._option(option) for option in game.options}
        deal = self._deal()
        joined, names = self._players(game)
        seats_drawn = self._choice("seats", {"drawn": True, "kept": False})
        if seats_drawn and joined != seat_order(game, len(joined), deal):
            raise self._bad("seats_not_drawn", true=_row(seat_order(game, len(joined), deal)))
        starter, starter_drawn = self._choice(
            "starter",
            {f"{seat} {how}": (seat, how == "drawn") for seat in range(len(names)) for how in ("drawn", "agreed")},
        )
        drawn = game.start(options, len(names), deal).state.starter
        if starter_drawn and starter != drawn:
            raise self._bad("starter_not_drawn", true=drawn)
        self._literally("")
        actions, lines = self._actions(game, len(names))
        return Record(game, options, names, joined, seats_drawn, starter, starter_drawn, deal, actions, started, lines)

    def _bad(self, code: str, **params: int | str) -> BadRecord:
        return BadRecord(self.number, code, **params)

    def _next(self, expected: str) -> str:
        self.number += 1
        if self.number > len(self.lines):
            raise self._bad("line_expected", expected=expected)
        return self.lines[self.number - 1]

    def _literally(self, line: str) -> None:
        if self._next(line) != line:
            raise self._bad("line_expected", expected=line)

    def _value(self, name: str) -> str:
        line = self._next(f"{name} ...")
        if not line.startswith(f"{name} "):
            raise self._bad("line_expected", expected=f"{name} ...")
        return line[len(name) + 1 :]

    def _has(self, name: str) -> bool:
        return self.number < len(self.lines) and self.lines[self.number].startswith(f"{name} ")

    def _choice(self, name: str, choices: Mapping[str, T]) -> T:
        value = self._value(name)
        if value not in choices:
            raise self._bad("value_expected", name=name, expected=", ".join(choices))
        return choices[value]

    def _date(self) -> date | None:
        if not self._has("date"):
            return None
        value = self._value("date")
        try:
            # Python also reads other forms
            return date.fromisoformat(value if _DATE.fullmatch(value) else "")
        except ValueError:
            raise self._bad("value_expected", name="date", expected="YYYY-MM-DD") from None

    def _option(self, option: Option) -> OptionValue:
        return self._choice(f"option {option.name}", {str(value): value for value in option.values})

    def _hex(self, name: str) -> str:
        value = self._value(name)
        if not _HEX.fullmatch(value):
            raise self._bad("value_expected", name=name, expected=f"{2 * SECRET_BYTES} digits 0-9a-f")
        return value

    def _deal(self) -> Deal:
        fingerprint = self._hex("commitment")
        secret = bytes.fromhex(self._hex("secret"))
        if commitment(secret) != fingerprint:
            raise self._bad("commitment_broken", true=commitment(secret))
        contributions: list[str] = []
        while self._has("contribution"):
            contributions.append(self._string(self._value("contribution")))
            if not is_contribution(contributions[-1]):
                raise self._bad("value_expected", name="contribution", expected="printable ASCII")
        return Deal(secret, tuple(contributions))

    def _string(self, text: str) -> str:
        try:
            value: object = json.loads(text if text.startswith('"') else "")
        except ValueError:
            value = None
        if not isinstance(value, str):
            raise self._bad("bad_string")
        return value

    def _players(self, game: AnyGame) -> tuple[tuple[Seat, ...], tuple[str, ...]]:
        names: dict[Seat, str] = {}
        while self._has("player"):
            seat, _, name = self._value("player").partition(" ")
            if seat not in _SEATS or int(seat) in names:
                raise self._bad("value_expected", name="player", expected="SEAT NAME")
            names[int(seat)] = self._string(name)
        if len(names) not in game.seats or len(names) <= max(names):
            raise self._bad("bad_seats", seats=len(names))
        return tuple(names), tuple(names[seat] for seat in range(len(names)))

    def _actions(self, game: AnyGame, seats: int) -> tuple[tuple[tuple[Seat, Action], ...], tuple[int, ...]]:
        self.body_line = self.number + 1
        actions: list[tuple[Seat, Action]] = []
        lines: list[int] = []
        for line in self.body:
            self.number += 1
            if line.startswith((_ROUND, _RESULT)):
                continue
            seat, _, texts = line.partition(" ")
            if seat not in _SEATS[:seats]:
                raise self._bad("turn_expected")
            for text in texts.split(", "):
                try:
                    action = game.parse_action(text)
                except BadNotation as error:
                    raise self._bad(error.code, **error.params) from error
                if isinstance(action, TakeBack):
                    raise self._bad("undone_action")
                actions.append((int(seat), action))
                lines.append(self.number)
        return tuple(actions), tuple(lines)
