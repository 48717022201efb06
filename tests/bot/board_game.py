"""The sample of the board game."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.board_game.scoring import Figure, Settlement
from rules.board_game.state import COLOURS, Arrival, MoveFigure, RoundResult, State, Tile, Turn, all_cards
from rules.cards import Card, Colour
from rules.turns import Cards, Draw, Play
from tests.bot.samples import Sample
from tests.rules.board_game.tables import laid
from tests.rules.layouts import cards

_HAND: Final = "B10 G10 R10 W9 W10 Y8 Y9 Y10"
_ON_THE_WAY: Final = "Y8* B8 W8 G8 R8"
_CHAIN: Final = tuple(
    Arrival(colour, Figure(researcher=False, step=step), Tile.ARROW)
    for step in (3, 5, 7)
    for colour in (Colour.YELLOW, Colour.WHITE, Colour.GREEN)
)
_TURN: Final = Turn(
    3,
    Play(Card(Colour.YELLOW, 10)),
    tuple(MoveFigure(arrival.path) for arrival in _CHAIN[1:]),
    _CHAIN,
    Draw(Colour.YELLOW),
    Card(Colour.YELLOW, 10),
)


def _fullest(state: State) -> State:
    full = laid(
        hands=(_HAND,) * 4,
        figures=(_ON_THE_WAY,) * 4,
        tiles=" ".join(f"{colour.letter}{step}:15" for colour in COLOURS for step in (2, 4, 6, 7, 9)),
        piles="Y10 B10 W10 G10 R10",
        direction="keltis",
        length="long",
        chips=(888,) * 4,
        artifacts=(27,) * 4,
    )
    settlements = tuple(Settlement(888, row) for row in full.figures)
    result = RoundResult(2, 0, full.columns, full.tiles, full.figures, full.artifacts, (888,) * 4, settlements)
    return replace(full, deal=state.deal, round=3, results=(replace(result, number=1), result), last_turn=_TURN)


def _asked(state: State) -> Iterator[State]:
    hand = "Y10 Y9"
    for figures, tiles in (
        ("B8 W8 G8 R8", ""),  # which figure starts
        ("Y4* B8 W8 G8 R8", "Y5:arrow B9:15 W9:15 G9:15 R9:15"),
        ("Y9* B8 W8 G8 R8", "B9:15 W9:15 G9:15 R9:15"),  # the last step
        ("Y5* B8 W8 G8 R8", ""),  # where to draw
    ):
        asked = laid(hands=(hand,) * 4, figures=(figures, "", "", ""), tiles=tiles, piles="Y10 B10 W10 G10 R10")
        yield replace(
            state,
            hands=tuple((*asked.hands[0], *_rest()) for _ in range(4)),
            figures=asked.figures,
            columns=asked.columns,
            tiles=asked.tiles,
            unfinished=(Play(Card(Colour.YELLOW, 10)),),
        )


def _rest() -> Cards:
    return cards("B10 G10 R10 W8 W9 W10")


SAMPLE: Final = Sample(
    key="board_game",
    most={"length": "long", "direction": "keltis"},
    cards=all_cards(),
    unbegun={"unfinished": ()},
    fullest=_fullest,
    asked=_asked,
    turn=_TURN,
    points=(-888, -888, -888, -888),
)
