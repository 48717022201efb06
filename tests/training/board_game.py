"""``python -m tests.training.board_game`` makes the table of what a path of the board game is still to bring.

The rule of thumb plays expeditions against itself, and errs now and then so that all sorts of positions occur. At many
moments it is noted for every path of every seat how it stands (``forecast.cells``), and at the end what it brought from
there: by the value of its figure, and by its tiles. A cell of the table is the mean, drawn to that of the cells like it
where it has few cases.
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from rules.board_game import BOARD_GAME
from rules.board_game.position import Position
from rules.board_game.scoring import RESEARCHER_FACTOR, VALUES
from rules.board_game.state import COLOURS, Phase
from rules.game import Seat
from rules.players.board_game import forecast
from rules.players.board_game.policy import Policy, Weights
from rules.players.board_game.worth import Worth, artifact_worths
from tests.rules.walks import deal_of

EXPEDITIONS: Final = {2: 1500, 3: 600, 4: 500}
"""So many are played with each number of seats."""
SLIP: Final = 0.08
"""How often one of the next best moves is made."""
NOTED: Final = 0.34
"""How many of all turns are noted."""
PULL: Final = 30
"""The mean of the cells like it counts as much as so many cases."""

PER_ROW: Final = 18
HEAD: Final = '''"""Made by ``python -m tests.training.board_game``, which tells how."""

from typing import Final

# fmt: off
TABLE: Final[tuple[int, ...]] = (
'''
TABLE: Final = Path(forecast.__file__).with_name("table.py")


def cases() -> Iterator[tuple[int, float]]:
    """Cells, each with what its path brought from there."""
    rng = Random(1)
    for seats, expeditions in EXPEDITIONS.items():
        for number in range(expeditions):
            later = rng.randrange(3)
            worth = Worth(artifact_worths("long", seats, later), range(seats), last=not later)
            options = {"direction": "keltis" if number % 4 == 0 else "up"}
            position = BOARD_GAME.position(BOARD_GAME.start(options, seats, deal_of(number)).state)
            position.chips = [rng.randrange(300) for _ in range(seats)]
            position.artifacts = [rng.randrange(4) * (2 - later) for _ in range(seats)]
            yield from _expedition(position, Policy(Weights(), worth), rng)


def _expedition(position: Position, policy: Policy, rng: Random) -> Iterator[tuple[int, float]]:
    seats = range(len(position.hands))
    tiles = [[0] * len(COLOURS) for _ in seats]
    noted: list[tuple[int, int, int, float]] = []
    while not position.over:
        if position.phase is Phase.PLACE and rng.random() < NOTED:
            for seat in seats:
                for path, cell in enumerate(forecast.cells(position, seat, len(seats))):
                    noted.append((cell, seat, path, _standing(position, seat, path) + tiles[seat][path]))
        move, turn = policy.move(position), position.turn
        if position.phase is not Phase.DRAW and rng.random() < SLIP:
            move = rng.choice(policy.ranked(position)[:4])[1]
        steps, met = position.steps[turn].copy(), _met(position, turn)
        position.push(move)
        for path, step in enumerate(position.steps[turn]):
            if step != steps[path]:
                tiles[turn][path] += _met(position, turn) - met
    for cell, seat, path, before in noted:
        yield cell, _standing(position, seat, path) + tiles[seat][path] - before


def _met(position: Position, seat: Seat) -> int:
    """What tiles have brought to a seat."""
    return position.chips[seat] + forecast.ARTIFACT * position.artifacts[seat]


def _standing(position: Position, seat: Seat, path: int) -> int:
    return VALUES[position.steps[seat][path]] * (RESEARCHER_FACTOR if position.researchers[seat] == path else 1)


def means() -> list[int]:
    """The table."""
    sums: defaultdict[tuple[int, ...], float] = defaultdict(float)
    counts: defaultdict[tuple[int, ...], int] = defaultdict(int)
    for cell, brought in cases():
        for like in _likes(forecast.classes(cell)):
            sums[like] += brought
            counts[like] += 1
    table: list[int] = []
    for cell in range(forecast.CELLS):
        mean = 0.0
        for like in _likes(forecast.classes(cell)):
            mean = (sums[like] + PULL * mean) / (counts[like] + PULL)
        table.append(round(mean))
    return table


def _likes(classes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The groups to which a cell belongs, the widest first, itself last."""
    step, factor, held, time, room = classes
    yield (step,)
    yield step, time
    yield step, held, time
    yield step, factor, held, time
    yield step, factor, held, time, room


def main() -> None:
    numbers = means()
    rows = [numbers[at : at + PER_ROW] for at in range(0, len(numbers), PER_ROW)]
    lines = ["    " + " ".join(f"{number}," for number in row) for row in rows]
    TABLE.write_text(HEAD + "\n".join(lines) + "\n)\n# fmt: on\n", encoding="utf-8")


if __name__ == "__main__":
    main()
