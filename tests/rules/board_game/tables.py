"""States of the board game laid out by hand, what may be done in them, and a way to play that leads to the bridges."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

import pytest

from rules.board_game import BOARD_GAME as GAME
from rules.board_game.scoring import Figure
from rules.board_game.state import COLOURS, STEPS, MoveFigure, State, Stay, Tile, Tiles, Turn
from rules.cards import COLOUR_OF_LETTER, Card
from rules.game import Action, Applied, IllegalAction, Seat
from rules.turns import Cards, Discard, Play
from tests.rules.layouts import by_colour, cards
from tests.rules.walks import deal_of

T = TypeVar("T")

DECK = "Y2 Y3 Y4 Y5"
TILE = {"artifact": Tile.ARTIFACT, "arrow": Tile.ARROW, "5": Tile.POINTS_5, "10": Tile.POINTS_10, "15": Tile.POINTS_15}


def laid(
    *,
    hands: tuple[str, ...] = ("R7", "B7"),
    figures: tuple[str, ...] = (),
    columns: tuple[str, ...] = (),
    tiles: str = "",
    piles: str = "",
    deck: str = DECK,
    turn: Seat = 0,
    direction: str = "up",
    length: str = "short",
    chips: tuple[int, ...] = (),
    artifacts: tuple[int, ...] = (),
    null_run: int = 0,
) -> State:
    """A state with these cards, columns, piles and deck with the top last, and these figures and tiles only.

    A figure is written as path and step, ``R5``, the researcher as ``R5*``; where its path has no column, a card 0
    lies there. A tile is written as ``R5:arrow``.
    """
    seats = len(hands)
    state = GAME.start({"direction": direction, "length": length}, seats, deal_of(0), starter=0).state
    standing = tuple(_figures(text) for text in padded(figures, "", seats))
    return replace(
        state,
        hands=tuple(tuple(sorted(cards(hand))) for hand in hands),
        figures=standing,
        columns=tuple(map(_columns, padded(columns, "", seats), standing)),
        tiles=_tiles(tiles),
        piles=by_colour(cards(piles), COLOURS),
        deck=cards(deck),
        turn=turn,
        chips=padded(chips, 0, seats),
        artifacts=padded(artifacts, 0, seats),
        null_run=null_run,
    )


def padded(given: tuple[T, ...], filler: T, length: int) -> tuple[T, ...]:
    return (*given, *(filler,) * (length - len(given)))


def _figures(text: str) -> tuple[Figure | None, ...]:
    found = {
        COLOUR_OF_LETTER[word[0]]: Figure(researcher=word.endswith("*"), step=int(word[1])) for word in text.split()
    }
    return tuple(found.get(colour) for colour in COLOURS)


def _columns(text: str, figures: tuple[Figure | None, ...]) -> tuple[Cards, ...]:
    return tuple(
        column or ((Card(colour, 0),) if figure else ())
        for colour, column, figure in zip(COLOURS, by_colour(cards(text), COLOURS), figures, strict=True)
    )


def _tiles(text: str) -> Tiles:
    found = {where: TILE[what] for where, _, what in (word.partition(":") for word in text.split())}
    return tuple(tuple(found.get(f"{colour.letter}{step}") for step in range(1, STEPS + 1)) for colour in COLOURS)


def step(state: State, seat: Seat, path: str) -> int:
    """Where a seat's figure on a path stands in the eyes of that seat, 0 if there is none."""
    found = GAME.view(state, seat).figures[seat][COLOUR_OF_LETTER[path]]
    return 0 if found is None else found.step


def act(state: State, *texts: str) -> Applied[State]:
    """Apply actions of whoever is to act."""
    applied = Applied(state, ())
    for text in texts:
        assert applied.state.turn is not None
        applied = GAME.apply(applied.state, applied.state.turn, GAME.parse_action(text))
    return applied


def turn_of(applied: Applied[State]) -> Turn:
    """The complete turn that was told first."""
    turn = applied.events[0]
    assert isinstance(turn, Turn)
    return turn


def legal(state: State) -> list[str]:
    assert state.turn is not None
    return [str(action) for action in GAME.legal_actions(state, state.turn)]


def choices(state: State) -> list[str]:
    """What may be done, take-back, plays and discards apart."""
    return [text for text in legal(state) if not text.startswith(("take", "play", "discard"))]


def refusal(state: State, text: str) -> str:
    """The code with which the seat to act is refused."""
    assert state.turn is not None
    assert text not in legal(state)
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, state.turn, GAME.parse_action(text))
    return caught.value.code


def racing(state: State, actions: Sequence[Action], random: Random) -> Action:
    """Goes for the bridges: starts few paths, wastes few cards, moves for every arrow."""
    seat = state.turn
    assert seat is not None

    def waste(action: Action) -> float:
        match action:
            case Play(card):
                column = state.columns[seat][card.colour]
                if column:
                    return abs(card.rank - column[-1].rank)
                started = sum(map(bool, state.columns[seat]))
                return card.rank + 2 * started
            case Discard():
                return 6
            case Stay():
                return 2
            case MoveFigure(path):
                figure = state.figures[seat][path]
                return 0 if figure and figure.step == 6 else 1
            case _:
                return 0

    return min(actions, key=lambda action: waste(action) + random.random())
