"""Positions of the board game to draw: fixed deals, played through the rules by rules of thumb."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from render import board_game
from render.picture import Picture
from render.texts import Texts
from render.theme import Theme
from rules.board_game import BOARD_GAME
from rules.board_game.scoring import VALUES
from rules.board_game.state import ChooseFigure, MoveFigure, Phase, State, Stay
from rules.board_game.view import View
from rules.cards import Card
from rules.game import Action
from rules.shuffle import Deal
from rules.turns import Discard, Draw, Play

NAMES: Final = ("Amelia", "Roald", "Ibn Battuta", "Gertrude")
_SEED: Final = 3


def pictures(texts: Texts, theme: Theme) -> Iterator[tuple[str, Picture]]:
    """A sample of every picture by name."""
    four = list(match(_SEED, 4, direction="keltis"))
    two = list(match(_SEED, 2))
    for name, state in (("two", two[120]), ("three", list(match(_SEED, 3))[140]), ("four", four[150])):
        names = NAMES[: state.seats]
        yield f"paths-{name}", board_game.board(BOARD_GAME.view(state, None), names, texts, theme)
        own = BOARD_GAME.view(state, state.turn)
        yield f"paths-hand-{name}", board_game.hand(own, names, texts, theme, own.hand[-1])
    asked = next(view for view in map(_own, four) if view.phase is Phase.ARROW and len(view.arrivals) > 1)
    yield "paths-hand-asked", board_game.hand(asked, NAMES, texts, theme)
    for name, end in (("two", two[-1]), ("four", four[-1])):
        names = NAMES[: end.seats]
        settled = end.results[1]
        starter = end.results[2].starter
        yield (
            f"paths-sheet-{name}",
            board_game.score_sheet(settled, end.options.rounds, starter, names, texts, theme),
        )
        yield f"paths-result-{name}", board_game.result(BOARD_GAME.view(end, None), names, texts, theme)
    for part in ("turn", "end", "artifacts"):
        yield f"paths-lesson-{part}", board_game.lesson(part, texts, theme)


def _own(state: State) -> View:
    return BOARD_GAME.view(state, state.turn)


def match(seed: int, seats: int = 2, length: str = "long", direction: str = "up") -> Iterator[State]:
    """Every state of a match of sensible play, action by action, from the first deal to the end."""
    deal = Deal(sha256(str(seed).encode()).digest(), ())
    state = BOARD_GAME.start({"length": length, "direction": direction}, seats, deal).state
    yield state
    while state.turn is not None:
        state = BOARD_GAME.apply(state, state.turn, _action(BOARD_GAME.view(state, state.turn))).state
        yield state


def _action(view: View) -> Action:
    if view.phase is Phase.PLACE:
        return _placement(view)
    if view.phase is Phase.FIGURE:
        assert view.placement is not None
        held = sum(card.colour == view.placement.card.colour for card in view.hand)
        return ChooseFigure(researcher=held >= 2)
    if view.phase is Phase.DRAW:
        return _draw(view)
    return _move(view)


def _placement(view: View) -> Action:
    """The shortest way on, else a path that promises to lead far, else the card that is worth least to keep."""
    assert view.seat is not None
    columns = view.columns[view.seat]
    best: Card | None = None
    for card in view.hand:
        if view.fits(card) and columns[card.colour] and (best is None or _leap(view, card) < _leap(view, best)):
            best = card
    if best is not None and _leap(view, best) <= 3:
        return Play(best)
    for colour in view.colours:
        held = [card for card in view.hand if card.colour == colour]
        if not columns[colour] and len(held) >= 3:
            return Play(held[0])
    useless = [card for card in view.hand if not view.fits(card)]
    unopened = [card for card in view.hand if not columns[card.colour]]
    return Discard(min(useless or unopened or view.hand))


def _leap(view: View, card: Card) -> int:
    assert view.seat is not None
    return abs(card.rank - view.columns[view.seat][card.colour][-1].rank)


def _move(view: View) -> Action:
    """The step that gains most, nobody's if every figure has arrived."""
    assert view.seat is not None
    gains = {
        colour: figure.points // VALUES[figure.step] * (VALUES[figure.step + 1] - VALUES[figure.step])
        for colour, figure in enumerate(view.figures[view.seat])
        if figure is not None and figure.step < len(VALUES) - 1
    }
    if not gains:
        return Stay()
    return MoveFigure(view.colours[max(gains, key=lambda colour: gains[colour])])


def _draw(view: View) -> Draw:
    """A pile whose open card leads on, else the deck."""
    assert view.seat is not None
    placed = view.placement
    for colour, pile in zip(view.colours, view.piles, strict=True):
        open_ = pile and not view.stalled and not (isinstance(placed, Discard) and placed.card.colour == colour)
        if open_ and view.columns[view.seat][colour] and view.fits(pile[-1]) and _leap(view, pile[-1]) <= 2:
            return Draw(colour)
    return Draw()
