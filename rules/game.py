"""What every game is: the protocol, its shared actions, events, outcomes and errors."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from rules.shuffle import Deal

Seat: TypeAlias = int
"""A place at the table, counted from 0 in clockwise order."""

OptionValue: TypeAlias = int | str


class RuleError(ValueError):
    """A request that the rules refuse.

    ``code`` is stable and names the reason; ``params`` are the values a sentence about it needs. Whoever shows it
    chooses the words. ``game`` is the key of the game whose rules refuse, where whoever asked has told it.
    """

    game: str | None = None

    def __init__(self, code: str, **params: int | str) -> None:
        self.code = code
        self.params = params
        super().__init__(code, params)

    def __str__(self) -> str:
        details = ", ".join(f"{name} {value}" for name, value in self.params.items())
        return f"{self.code} ({details})" if details else self.code


class BadNotation(RuleError):
    """A text that is no card, action, option or record."""


class IllegalAction(RuleError):
    """A well-formed action that the rules forbid in this state."""


class NotYourTurn(IllegalAction):
    """An action of a seat that is not to act."""


class GameOver(IllegalAction):
    """An action after the end of the match."""


class Termination(StrEnum):
    """How a match came to its end."""

    COMPLETED = "completed"
    """Every round was played to its end."""
    RESIGNATION = "resignation"
    """A seat gave up (``Leave``)."""
    TIME_OUT = "time_out"
    """A seat let its time run out (``Leave``)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished match ended.

    ``places`` holds each seat's place from 1, equal for those who share it; ``points`` each seat's final points.
    """

    termination: Termination
    places: tuple[int, ...]
    points: tuple[int, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in first place: one, or all that share it."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


@dataclass(frozen=True, slots=True)
class Action:
    """The smallest decision of a seat. ``str(action)`` is its text form, ``Game.parse_action`` the way back."""


@dataclass(frozen=True, slots=True)
class TakeBack(Action):
    """Undo one's own last action of a turn that is not complete yet."""

    def __str__(self) -> str:
        return "take back"


@dataclass(frozen=True, slots=True)
class Leave(Action):
    """Give up the match, by resignation or time-out; allowed to every seat at any moment of a running match.

    Those who leave share the last place. The match ends when one seat is left; until then the others play on without
    the turns of those who left, what lies on the table stays, and an unfinished turn of who left never happened.

    ``stand_in`` tells that somebody else plays on in the place of who left, a computer for example: then the seat keeps
    its turns, but not its place, which is shared with all who left.
    """

    reason: Termination
    stand_in: bool = False

    def __str__(self) -> str:
        words = {Termination.RESIGNATION: "resign", Termination.TIME_OUT: "time out"}[self.reason]
        return f"{words} to stand-in" if self.stand_in else words


SHARED_ACTIONS: dict[str, Action] = {
    str(action): action
    for action in (
        TakeBack(),
        *(
            Leave(reason, stand_in)
            for reason in (Termination.RESIGNATION, Termination.TIME_OUT)
            for stand_in in (False, True)
        ),
    )
}
"""The actions that every game has, by their text form."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. An event that not everybody may see overrides ``seen_by``."""

    def seen_by(self, seat: Seat | None) -> "Event | None":
        """The form that ``seat`` (a spectator if None) may know, or None if it may know nothing of it."""
        del seat
        return self


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A round was dealt; ``number`` counts from 1."""

    number: int
    starter: Seat


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A round was scored; ``points`` are what each seat made in it."""

    number: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A seat gave up; ``stand_in`` tells whether it is played on."""

    seat: Seat
    reason: Termination
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Expedition:
    """What a seat made of the expedition of one colour that it began in a finished round.

    ``colour`` is the value of a ``rules.cards.Colour``, ``round`` counts from 1.
    """

    round: int
    seat: Seat
    colour: int
    points: int


def places(results: Sequence[Any]) -> tuple[int, ...]:
    """Every seat's place from 1 by its result, of any kind that can be compared: the higher, the better."""
    return tuple(1 + sum(other > own for other in results) for own in results)


S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Applied(Generic[S_co]):
    """What an action led to: the new state and what happened, in order."""

    state: S_co
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that is made when a match is opened: its name, the values it may take, and the default."""

    name: str
    values: tuple[OptionValue, ...]
    default: OptionValue


class State(Protocol):
    """What every game's state tells; everything else is the game's own. States are frozen."""

    @property
    def turn(self) -> Seat | None:
        """The seat that must act, None when the match is over."""
        ...

    @property
    def turns(self) -> int:
        """How many turns have been completed in the match."""
        ...

    @property
    def round(self) -> int:
        """The number of the current round from 1; the last one when the match is over."""
        ...

    @property
    def starter(self) -> Seat:
        """The seat that started the first round."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, None while it runs."""
        ...


class Position(Protocol):
    """One round as a search or a playout moves through it: mutable and fast, its moves are numbers.

    It knows everything, hidden cards too, so that it must not be shown to a player.
    """

    def moves(self) -> Sequence[int]:
        """All legal moves of the seat to act; none when the round is over. Equal moves may occur more than once."""
        ...

    def push(self, move: int) -> None:
        """Make a move of ``moves()``; anything else corrupts the position."""
        ...

    def pop(self) -> None:
        """Undo the last move that was pushed, exactly."""
        ...


S = TypeVar("S", bound=State)
V_co = TypeVar("V_co", covariant=True)


class Game(Protocol[S, V_co]):
    """The rules of one game. Instances hold no state."""

    @property
    def key(self) -> str:
        """The stable name: in storage, in records and in the labels of the deal."""
        ...

    @property
    def version(self) -> int:
        """The version of these rules, stored with every match."""
        ...

    @property
    def seats(self) -> range:
        """How many seats a match may have."""
        ...

    @property
    def options(self) -> tuple[Option, ...]: ...

    def start(
        self, options: Mapping[str, OptionValue], seats: int, deal: Deal, starter: Seat | None = None
    ) -> Applied[S]:
        """Deal the first round. ``starter`` is agreed beforehand or, if None, drawn from ``deal``.

        Raises BadNotation for options or seats outside what the game declares.
        """
        ...

    def legal_actions(self, state: S, seat: Seat) -> tuple[Action, ...]:
        """Every action that ``seat`` may take now, ``Leave`` apart; empty when it is not to act."""
        ...

    def apply(self, state: S, seat: Seat, action: Action) -> Applied[S]:
        """The state after ``action``; ``state`` itself never changes. Raises IllegalAction, which names the rule."""
        ...

    def view(self, state: S, seat: Seat | None) -> V_co:
        """Everything that ``seat`` has lawfully seen; with None, what a spectator has."""
        ...

    def expeditions(self, state: S) -> tuple[Expedition, ...]:
        """Every expedition that was begun in the finished rounds, for statistics."""
        ...

    def position(self, state: S) -> Position:
        """A position of one's own at this moment of the current round. The match must be running."""
        ...

    def table(self, state: S) -> str:
        """Everything there is, hands and deck too, as a table in plain text of several lines."""
        ...

    def parse_action(self, text: str) -> Action:
        """The action whose text form is ``text``. Raises BadNotation."""
        ...


AnyGame: TypeAlias = Game[Any, Any]


def checked_options(declared: tuple[Option, ...], given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """``given`` completed by the defaults. Raises BadNotation for an unknown name or a value that is not offered."""
    known = {option.name: option for option in declared}
    for name, value in given.items():
        if name not in known:
            raise BadNotation("unknown_option", name=name[:20])
        # type() too, because True == 1 and 5.0 == 5
        if not any(value == offered and type(value) is type(offered) for offered in known[name].values):
            raise BadNotation("bad_option", name=name, value=str(value)[:20])
    return {name: given.get(name, option.default) for name, option in known.items()}


def opening(
    game: AnyGame, options: Mapping[str, OptionValue], seats: int, deal: Deal, starter: Seat | None
) -> tuple[dict[str, OptionValue], Seat]:
    """The options of a match, completed by the defaults, and who starts it, drawn from ``deal`` unless agreed.

    Raises BadNotation for options or seats outside what the game declares.
    """
    chosen = checked_options(game.options, options)
    if seats not in game.seats:
        raise BadNotation("bad_seats", seats=seats)
    return chosen, deal.below(f"{game.key}/0/starter", seats) if starter is None else starter


def check_seat(state: State, seats: int, gone: Container[Seat], seat: Seat, action: Action) -> None:
    """Raises IllegalAction where every game refuses ``action``, because of who wants it and when.

    The match has ``seats``, for ``gone`` of which it is too late; only to leave may come out of turn.
    """
    if state.outcome is not None:
        raise GameOver("game_over")
    if seat not in range(seats):
        raise IllegalAction("no_such_seat", seat=seat)
    if seat in gone:
        raise IllegalAction("already_left")
    if state.turn != seat and not isinstance(action, Leave):
        raise NotYourTurn("not_your_turn")
