"""A state of the board game as a table in plain text, for those who read a record."""

from collections.abc import Iterable

from rules.board_game.scoring import Figure
from rules.board_game.state import COLOURS, STEPS, State, Tile
from rules.cards import Card

_SIGNS = {
    None: ".",
    Tile.ARTIFACT: "A",
    Tile.ARROW: ">",
    Tile.POINTS_5: "5",
    Tile.POINTS_10: "10",
    Tile.POINTS_15: "15",
}


def table(state: State) -> str:
    """Everything on the table, in the hands and in the deck; piles and columns end with their top cards.

    A path shows its tiles by step (A is an artifact, > an arrow, a number its points), then each seat's cards with
    the step of its figure, marked R for the researcher.
    """
    seats = range(state.seats)
    lines = [
        f"round {state.round} of {state.options.rounds}, {state.turns} turns complete, "
        + ("the match is over" if state.turn is None else f"seat {state.turn} to act"),
        _row("", *map(str, range(1, STEPS + 1)), *(f"seat {seat}" for seat in seats), "pile"),
    ]
    for colour in COLOURS:
        played = (_played(state.columns[seat][colour], state.figures[seat][colour]) for seat in seats)
        lines.append(
            _row(colour.letter, *(_SIGNS[tile] for tile in state.tiles[colour]), *played, _ranks(state.piles[colour]))
        )
    lines += [f"hand {seat}  {_cards(hand)}" for seat, hand in enumerate(state.hands)]
    lines.append(f"deck    {len(state.deck)} cards, next first: {_cards(reversed(state.deck)) or '-'}")
    if state.removed:
        lines.append(f"out     {_cards(state.removed)}")
    if state.unfinished:
        lines.append(f"begun   {', '.join(map(str, state.unfinished))}")
    if state.left:
        lines.append(f"left    {' '.join(map(str, state.left))}")
    if state.stood_in:
        lines.append(f"stood in {' '.join(map(str, state.stood_in))}")
    lines.append(f"chips {' : '.join(map(str, state.chips))}, artifacts {' : '.join(map(str, state.artifacts))}")
    return "\n".join(lines)


def _row(head: str, *cells: str) -> str:
    tiles = " ".join(cell.rjust(2) for cell in cells[:STEPS])
    return f"{head.ljust(2)} {tiles}   {' '.join(cell.ljust(20) for cell in cells[STEPS:])}".rstrip()


def _played(column: tuple[Card, ...], figure: Figure | None) -> str:
    if figure is None:
        return "-"
    return f"{_ranks(column)} ({'R' if figure.researcher else ''}{figure.step})"


def _ranks(cards: tuple[Card, ...]) -> str:
    return " ".join(str(card)[1:] for card in cards) or "-"


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
