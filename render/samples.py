"""Positions to draw: fixed deals, played through the rules by rules of thumb, and one sample of every picture."""

from collections.abc import Iterator
from hashlib import sha256
from math import sin
from typing import Final

from render import card_game
from render.board_game import samples as paths
from render.outlook import Outlook, outlook
from render.picture import Picture
from render.standings import samples as standings
from render.texts import Texts
from render.theme import Theme
from rules.card_game import CARD_GAME
from rules.card_game.state import Discard, Draw, Placement, Play, State, totals
from rules.cards import Card
from rules.game import Leave, Seat, Termination
from rules.shuffle import Deal

NAMES: Final = ("Amelia", "Roald")
OUTLOOK: Final = Outlook(
    tuple(26 * sin(turn / 7) + 9 * sin(turn * 1.7) + turn / 3 - 8 for turn in range(58)),
    rounds=((0, 1), (19, 2), (40, 3)),
)
_SEED: Final = 140
_MOMENT: Final = 152
"""How many steps of the sample match are played before its pictures."""


def pictures(texts: Texts, theme: Theme) -> Iterator[tuple[str, Picture]]:
    """A sample of every picture by name."""
    states = list(match(_SEED))
    state = states[_MOMENT]
    assert state.turn is not None
    public, own = CARD_GAME.view(state, None), CARD_GAME.view(state, state.turn)
    end = states[-1]
    yield "board", card_game.board(public, NAMES, texts, theme)
    yield "hand", card_game.hand(own, NAMES, texts, theme)
    yield "hand-chosen", card_game.hand(own, NAMES, texts, theme, own.hand[-1])
    placed = states[_MOMENT + 1]
    yield "hand-placed", card_game.hand(CARD_GAME.view(placed, placed.turn), NAMES, texts, theme)
    long = CARD_GAME.view(list(match(_SEED, colours=6))[_MOMENT + 30], None)
    yield "board-six", card_game.board(long, NAMES, texts, theme)
    after = totals(end.results[:2])
    yield "sheet", card_game.score_sheet(end.results[1], after, len(end.results), NAMES, texts, theme)
    yield "result", card_game.result(CARD_GAME.view(end, None), NAMES, texts, theme)
    yield "result-resigned", card_game.result(CARD_GAME.view(resigned(state, 0), None), NAMES, texts, theme)
    for part in ("turn", "score"):
        yield f"lesson-{part}", card_game.lesson(part, texts, theme)
    yield from paths.pictures(texts, theme)
    yield from standings.pictures(texts, theme)
    yield "outlook", outlook(OUTLOOK, texts, theme)


def match(seed: int, colours: int = 5, rounds: int = 3) -> Iterator[State]:
    """Every state of a match of sensible play, step by step, from the first deal to the end."""
    deal = Deal(sha256(str(seed).encode()).digest(), ())
    state = CARD_GAME.start({"colours": colours, "rounds": rounds}, 2, deal).state
    yield state
    while state.turn is not None:
        action = _placement(state, state.turn) if state.placement is None else _draw(state)
        state = CARD_GAME.apply(state, state.turn, action).state
        yield state


def resigned(state: State, seat: Seat) -> State:
    return CARD_GAME.apply(state, seat, Leave(Termination.RESIGNATION)).state


def _placement(state: State, seat: Seat) -> Placement:
    """The shortest step on an expedition that promises to pay, else the card that is worth least to keep."""
    columns, hand = state.columns[seat], state.hands[seat]
    plays = [action for action in CARD_GAME.legal_actions(state, seat) if isinstance(action, Play)]

    def step(card: Card) -> float:
        column = columns[card.colour]
        if column:
            return max(card.rank, 1) - max(column[-1].rank, 1)
        promise = sum(max(other.rank, 4) for other in hand if other.colour == card.colour)
        return 1 if promise >= 19 else 99

    best = min(plays, key=lambda play: (step(play.card), play.card.rank), default=None)
    if best is not None and step(best.card) <= (3 if len(state.deck) > 12 else 8):
        return best
    playable = {play.card for play in plays}
    useless = [card for card in hand if card not in playable and columns[card.colour]]
    unopened = [card for card in hand if not columns[card.colour]]
    return Discard(min(useless or unopened or hand, key=lambda card: (card.rank, card.colour)))


def _draw(state: State) -> Draw:
    """A pile whose open card can be played soon, else the deck."""
    assert state.turn is not None
    for action in CARD_GAME.legal_actions(state, state.turn):
        if isinstance(action, Draw) and action.pile is not None:
            card, column = state.piles[action.pile][-1], state.columns[state.turn][action.pile]
            if column and 0 < card.rank - column[-1].rank <= 3:
                return action
    return Draw()
