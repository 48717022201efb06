"""Positions of the board game that are hard to draw."""

from dataclasses import replace
from functools import cache

from render.board_game.samples import match
from rules.board_game import BOARD_GAME
from rules.board_game.scoring import Figure, Settlement, final_score
from rules.board_game.state import (
    COLOURS,
    STEPS,
    TILE_STEPS,
    TILES,
    Arrival,
    MoveFigure,
    RoundResult,
    State,
    Tile,
    Turn,
)
from rules.board_game.view import View
from rules.cards import Card, Colour
from rules.game import Seat
from rules.turns import Draw, Play
from tests.render.measures import NAMES, PLAIN


def names(index: int, seats: int) -> tuple[str, ...]:
    """``seats`` names that are hard to draw; those of index 0 are plain."""
    pairs = [name for pair in NAMES[index : index + 2] for name in pair]
    return (*pairs, *PLAIN)[:seats]


@cache
def states(seed: int, seats: int, direction: str = "up") -> tuple[State, ...]:
    return tuple(match(seed, seats, direction=direction))


@cache
def played(seed: int, step: int, seats: int, seat: Seat | None = None, direction: str = "up") -> View:
    """A position of a sensible match."""
    return BOARD_GAME.view(states(seed, seats, direction)[step], seat)


@cache
def longest(seats: int, seat: Seat | None = None) -> View:
    """As much as there can be to say of a table that can come about: every seat on every path, every tile still there,
    a turn that led from arrow to arrow, and a hand of cards that all have long names."""
    base = fullest(seats, seat)
    kinds = iter(sorted(TILES, key=lambda tile: -tile.value))
    tiles: list[list[Tile | None]] = [[None] * STEPS for _ in COLOURS]
    for at in range(5):
        for colour in COLOURS:
            # apart as far as they can be, so that many kinds lie on every path
            tiles[colour][TILE_STEPS[colour][at] - 1] = next(kinds)
    columns = tuple(tuple((Card(colour, 10 - (at > 1)),) for colour in COLOURS) for at in range(seats))
    figures = tuple(tuple(Figure(at == colour, 6) for colour in COLOURS) for at in range(seats))
    arrivals = tuple(
        Arrival(colour, Figure(False, step), Tile.ARROW)
        for step in range(2, 5)
        for colour in (Colour.YELLOW, Colour.GREEN)
    )
    last = base.last_turn
    assert last is not None
    return replace(
        base,
        deck_count=78,
        hand=() if seat is None else tuple(Card(Colour.YELLOW, rank) for rank in range(3, 11)),
        columns=columns,
        figures=figures,
        tiles=tuple(map(tuple, tiles)),
        settlements=tuple(Settlement(888, row) for row in figures),
        last_turn=replace(last, arrivals=arrivals),
    )


@cache
def worst_settled(seats: int) -> RoundResult:
    """An expedition that went so badly for everybody that points had to be forgiven."""
    figures = tuple(tuple(Figure(at == colour, 1) for colour in COLOURS) for at in range(seats))
    chips = tuple(Settlement(30, row) for row in figures)
    return RoundResult(1, 0, (), (), figures, (10,) * seats, (15,) * seats, chips)


@cache
def fullest(seats: int, seat: Seat | None = None) -> View:
    """More than a table can ever hold: all figures share the first and the last steps, a tile on every step."""
    base = played(0, 0, seats, seat, "keltis")
    figures = tuple(
        tuple(Figure((at + colour) % 2 == 0, 9 if colour % 2 else 1) for colour in range(len(COLOURS)))
        for at in range(seats)
    )
    tiles = tuple(tuple(Tile.POINTS_15 if step % 2 == 0 else Tile.ARROW for step in range(9)) for _ in COLOURS)
    columns = (tuple((Card(colour, 10),) for colour in COLOURS),) * seats
    arrivals = tuple(
        Arrival(colour, Figure(False, step), Tile.POINTS_15)
        for step in (8, 9)
        for colour in (Colour.YELLOW, Colour.WHITE)
    )
    choices = tuple(MoveFigure(arrival.path) for arrival in arrivals[1:])
    last = Turn(seats - 1, Play(Card(Colour.YELLOW, 10)), choices, arrivals, Draw(Colour.WHITE), Card(Colour.WHITE, 10))
    chips = (888,) * seats
    settlements = tuple(Settlement(888, row) for row in figures)
    artifacts = (27,) * seats
    result = RoundResult(2, 0, columns, tiles, figures, artifacts, (0,) * seats, settlements)
    return replace(
        base,
        turn=0,
        round=3,
        columns=columns,
        figures=figures,
        tiles=tiles,
        piles=tuple((Card(colour, 10),) for colour in COLOURS),
        chips=chips,
        artifacts=artifacts,
        history=(last,),
        last_turn=last,
        results=(result,) * 3,
        settlements=settlements,
        finals=tuple(final_score(888, 27, "long") for _ in range(seats)),
    )
