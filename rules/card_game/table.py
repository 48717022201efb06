"""A state of the card game as a table in plain text, for those who read a record."""

from collections.abc import Iterable

from rules.card_game.scoring import score_expedition
from rules.card_game.state import SEATS, State, totals
from rules.cards import Card, Colour

_WIDTHS = (8, 30, 30, 30)


def table(state: State) -> str:
    """Everything on the table, in the hands and in the deck; piles and expeditions end with their top cards."""
    lines = [
        f"round {state.round} of {state.options.rounds}, {state.turns} turns complete, "
        + ("the match is over" if state.turn is None else f"seat {state.turn} to act"),
        _row("", "expedition of seat 0", "expedition of seat 1", "pile"),
    ]
    for colour in list(Colour)[: state.options.colours]:
        expeditions = (_scored(state.columns[seat][colour]) for seat in range(SEATS))
        lines.append(_row(colour.letter, *expeditions, _ranks(state.piles[colour])))
    lines += [_row(f"hand {seat}", _cards(hand)) for seat, hand in enumerate(state.hands)]
    lines.append(_row("deck", f"{len(state.deck)} cards, next first: {_cards(reversed(state.deck)) or '-'}"))
    if state.placement is not None:
        lines.append(_row("begun", str(state.placement)))
    lines.append(_row("points", "{} : {}".format(*totals(state.results))))
    return "\n".join(lines)


def _row(*cells: str) -> str:
    return " ".join(cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=False)).rstrip()


def _scored(column: tuple[Card, ...]) -> str:
    return f"{_ranks(column)} ({score_expedition(column).total})" if column else "-"


def _ranks(cards: tuple[Card, ...]) -> str:
    return " ".join(str(card)[1:] for card in cards) or "-"


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
