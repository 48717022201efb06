"""What a beginner of the board game is asked, one position after the other."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from rules.board_game.engine import BoardGame
from rules.board_game.scoring import Figure
from rules.board_game.state import (
    COLOURS,
    REMOVED_WITH_TWO,
    TILE_STEPS,
    ChooseFigure,
    Figures,
    MoveFigure,
    State,
    Tile,
    Tiles,
    all_cards,
)
from rules.cards import COLOUR_OF_LETTER, Card, Colour, parse_card
from rules.game import Action
from rules.lessons import LEARNER, Lesson
from rules.shuffle import SECRET_BYTES, Deal
from rules.turns import HAND_SIZE, Cards, Discard, Play

_GAME: Final = BoardGame()
_DEAL: Final = Deal(bytes(SECRET_BYTES), ())
_SEATS: Final = 2


def lessons() -> tuple[Lesson, ...]:
    """The lessons in order."""
    begin = _scene("B1 B3 B4 B6 B7 B9 R9 W0")
    started = _GAME.apply(begin, LEARNER, Play(parse_card("B1"))).state
    rising = _scene("R4 R5 R6 R10 G1 W8 Y0 B9", own="R2 R5", figures="R2", other="G0 G3", theirs="G2")
    meeting = _scene(
        "Y4 R9 B9 W1 W6 G8 G9 R0",
        own="Y2 Y3 G1 G3 G5 G6 R2 R4",
        figures="Y2 G4 R2",
        other="W0 W2",
        theirs="W2",
        tiles={"Y3": Tile.ARROW, "G5": Tile.ARTIFACT, "R3": Tile.POINTS_5},
    )
    arrow = _GAME.apply(meeting, LEARNER, Play(parse_card("Y4"))).state
    seeking = _scene(
        "W6 R8 Y9 B2 B5 G0 G4 R1",
        own="W1 W3 W5 R2 R3 R5 R7 Y4 Y6",
        figures="W3 R4 Y2",
        other="B0 B1",
        theirs="B2",
        tiles={"W4": Tile.ARTIFACT, "R5": Tile.POINTS_5, "Y3": Tile.ARROW},
    )
    closed = _scene("B2 G0 W5 W6 Y3 R1 R7 Y9", own="B3 B4 B6", figures="B3", other="G1", theirs="G1", piles="B8")
    late = _scene(
        "G2 G7 W1 W4 Y0 Y8 G9 W3",
        own="R1 R3 R4 R6 R7 B0 B2 B5 B6",
        figures="R5 B4",
        other="Y1 Y2 Y4 Y6 Y7",
        theirs="Y5",
        deck=4,
    )
    racing = _scene(
        "R8 G1 G4 W2 W7 Y1 B10 Y5",
        own="R0 R1 R3 R5 R6 R7 B0 B1 B3 B4 B6 B7 B9 W0 W1 W3 W4 W5 W6 W8",
        figures="R6 B7 W7",
        other="Y0 Y2 Y3 Y4 Y6 Y7 Y8 G0 G2 G3 G5 G6 G7 G9 R2 B2 B5",
        theirs="Y7 G7 R1 B2",
        deck=12,
    )
    return (
        Lesson("start", begin, frozenset({Play(parse_card("B1"))})),
        Lesson("figure", started, frozenset({ChooseFigure(researcher=True)})),
        Lesson("move", rising, frozenset({Play(parse_card("R5"))})),
        Lesson("arrow", arrow, frozenset({MoveFigure(Colour.GREEN)})),
        Lesson("artifact", seeking, frozenset({Play(parse_card("W6"))})),
        Lesson("ban", closed, _legal(closed, lambda action: not _discards(action, Colour.BLUE))),
        Lesson("late", late, _legal(late, lambda action: isinstance(action, Discard))),
        Lesson("bridge", racing, frozenset({Play(parse_card("R8"))})),
    )


def _discards(action: Action, colour: Colour) -> bool:
    return isinstance(action, Discard) and action.card.colour == colour


def _legal(state: State, wanted: Callable[[Action], bool]) -> frozenset[Action]:
    return frozenset(filter(wanted, _GAME.legal_actions(state, LEARNER)))


def _scene(
    hand: str,
    own: str = "",
    figures: str = "",
    other: str = "",
    theirs: str = "",
    piles: str = "",
    deck: int | None = None,
    tiles: Mapping[str, Tile] | None = None,
) -> State:
    """A position of a short match for two by codes: hand, columns and figures (path and step) of both, top cards.

    Figures are adventurers. The other's hand, the deck and what is out of the game hold the cards that are left; of a
    deck of only so many cards, the rest lies below the top cards of the piles. ``tiles`` are those that must lie on a
    step; artifacts that figures have passed were taken.
    """
    begun = _GAME.start({"length": "short"}, _SEATS, _DEAL, LEARNER).state
    held, *rows = map(_cards, (hand, own, other))
    tops = _cards(piles)
    left = list(all_cards())
    for card in (*held, *rows[0], *rows[1], *tops):
        left.remove(card)
    mixed = [left[at] for at in _DEAL.permutation("lesson", len(left))]
    other_hand, removed, hidden = mixed[:HAND_SIZE], mixed[HAND_SIZE:][:REMOVED_WITH_TWO], mixed[HAND_SIZE:]
    hidden = hidden[REMOVED_WITH_TWO:]
    end = len(hidden) if deck is None else deck
    standing = tuple(map(_figures, (figures, theirs)))
    lying, artifacts = _met(_with(begun.tiles, tiles or {}), standing)
    return replace(
        begun,
        hands=(tuple(sorted(held)), tuple(sorted(other_hand))),
        columns=tuple(_by_colour(row) for row in rows),
        piles=_by_colour((*hidden[end:], *tops)),
        deck=tuple(hidden[:end]),
        removed=tuple(sorted(removed)),
        figures=standing,
        tiles=lying,
        artifacts=artifacts,
    )


def _with(tiles: Tiles, wanted: Mapping[str, Tile]) -> Tiles:
    """``tiles`` with the wanted ones on their steps, changed for such that lie where none is wanted."""
    places = [(path, step) for path in COLOURS for step in TILE_STEPS[path]]
    lying = {(path, step): tiles[path][step - 1] for path, step in places}
    fixed = {_place(code): tile for code, tile in wanted.items()}
    for place, tile in fixed.items():
        # from the far end, where no figure has passed
        source = next(each for each in reversed(places) if lying[each] is tile and fixed.get(each) is not tile)
        lying[place], lying[source] = lying[source], lying[place]
    return tuple(tuple(lying.get((path, step)) for step in range(1, len(tiles[path]) + 1)) for path in COLOURS)


def _met(tiles: Tiles, figures: Figures) -> tuple[Tiles, tuple[int, ...]]:
    """The tiles without the artifacts that figures have passed, and how many each seat took: the foremost did."""
    taken = [0] * len(figures)
    lying: list[tuple[Tile | None, ...]] = []
    for path, row in enumerate(tiles):
        steps = [figure.step if (figure := seat[path]) else 0 for seat in figures]
        first = steps.index(max(steps))
        passed = [tile is Tile.ARTIFACT and step <= max(steps) for step, tile in enumerate(row, 1)]
        taken[first] += sum(passed)
        lying.append(tuple(None if gone else tile for tile, gone in zip(row, passed, strict=True)))
    return tuple(lying), tuple(taken)


def _figures(codes: str) -> tuple[Figure | None, ...]:
    steps = dict(map(_place, codes.split()))
    return tuple(Figure(researcher=False, step=steps[path]) if path in steps else None for path in COLOURS)


def _place(code: str) -> tuple[Colour, int]:
    return COLOUR_OF_LETTER[code[0]], int(code[1:])


def _by_colour(cards: Iterable[Card]) -> tuple[Cards, ...]:
    cards = tuple(cards)
    return tuple(tuple(card for card in cards if card.colour == colour) for colour in COLOURS)


def _cards(codes: str) -> Cards:
    return tuple(map(parse_card, codes.split()))
