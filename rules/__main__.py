"""``python -m rules``: replay and verify the records of matches."""

import argparse
import os
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path

from rules.game import State, Termination
from rules.reasons import reason
from rules.record import MAX_BYTES, BadRecord, Record, decode, parse, quoted, replay, verify
from rules.shuffle import commitment


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 1 for a bad record, 2 for a wrong command line."""
    parser = argparse.ArgumentParser(prog="python -m rules", description="Replay and verify the records of matches.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, does in (
        ("replay", "print a match state by state"),
        ("verify", "check a record against its deal and the rules"),
    ):
        command = commands.add_parser(name, help=does, description=f"{does.capitalize()}.")
        command.add_argument("record", metavar="RECORD", help="the file, or - for the standard input")
    arguments = parser.parse_args(argv)
    try:
        data = _read(arguments.record)
    except OSError as error:
        parser.error(f"{arguments.record}: {error.strerror}")
    # names may have letters that the terminal's encoding lacks
    if reconfigure := getattr(sys.stdout, "reconfigure", None):
        reconfigure(errors="backslashreplace")
    try:
        text = decode(data)
        for line in _replayed(text) if arguments.command == "replay" else _verified(text):
            print(line)
        sys.stdout.flush()
    except BadRecord as error:
        print(f"{arguments.record}, line {error.line}: {reason(error)}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # the reader has seen enough; nothing must be flushed into the closed pipe at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


def _read(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _replayed(text: str) -> Iterator[str]:
    record = parse(text)
    for seat, name in enumerate(record.names):
        yield f"seat {seat} is {quoted(name)}"
    for number, step in enumerate(replay(record)):
        yield ""
        yield f"[{number}] " + ("deal" if step.action is None else f"seat {step.seat}: {step.action}")
        yield record.game.table(step.state)
    verify(text)
    yield ""
    yield _result(record, _last_state(record))


def _verified(text: str) -> Iterator[str]:
    record = verify(text)
    state = _last_state(record)
    joined = ", ".join(f"{quoted(record.names[seat])} has seat {seat}" for seat in record.joined)
    starter = quoted(record.names[record.starter])
    yield f"The secret fits the commitment {commitment(record.deal.secret)}."
    yield "Compare this with the fingerprint that was shown before anybody joined."
    yield (
        f"The seats follow from the deal: {joined}."
        if record.seats_drawn
        else f"The seats were kept from the match before: {joined}."
    )
    yield (
        f"The first starter follows from the deal: {starter}."
        if record.starter_drawn
        else f"The first starter was agreed: {starter}."
    )
    yield f"Every card was dealt again from the deal, and all {state.turns} turns and what else was done are legal."
    yield "The starter and the points of every round are right."
    yield "The result is right: " + _result(record, state)


def _last_state(record: Record) -> State:
    return deque(replay(record), maxlen=1)[0].state


def _result(record: Record, state: State) -> str:
    outcome = state.outcome
    assert outcome is not None
    winners = " and ".join(quoted(record.names[seat]) for seat in outcome.winners)
    points = ", ".join(f"{quoted(name)} {points}" for name, points in zip(record.names, outcome.points, strict=True))
    how = {
        Termination.COMPLETED: "all rounds were played",
        Termination.RESIGNATION: "by resignation",
        Termination.TIME_OUT: "by time-out",
    }[outcome.termination]
    return f"{winners} {'wins' if len(outcome.winners) == 1 else 'share the win'}, {how}; points: {points}."


if __name__ == "__main__":
    sys.exit(main())
