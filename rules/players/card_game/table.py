"""A position of the card game together with what players look at: its cards as masks by colour."""

from rules.card_game.engine import Position
from rules.moves import DRAW_DECK, PLAY
from rules.players.card_game.masks import SCORE, UNIT


class Table:
    """A position and, kept beside it, its cards as masks by colour: ``held[seat][colour]`` and so on."""

    __slots__ = ("held", "piled", "played", "position")

    def __init__(self, position: Position) -> None:
        colours = range(len(position.piles))
        self.position = position
        self.held = [[0 for _ in colours] for _ in position.hands]
        for seat, hand in enumerate(position.hands):
            for card in hand:
                self.held[seat][card >> 4] += UNIT[card]
        self.played = [[sum([UNIT[card] for card in column]) for column in row] for row in position.columns]
        self.piled = [sum([UNIT[card] for card in pile]) for pile in position.piles]

    def push(self, move: int) -> None:
        """Make a legal move."""
        position = self.position
        turn = position.turn
        if move < PLAY:
            self.held[turn][move >> 4] -= UNIT[move]
            self.piled[move >> 4] += UNIT[move]
            position.push(move)
        elif move < DRAW_DECK:
            card = move ^ PLAY
            self.held[turn][card >> 4] -= UNIT[card]
            self.played[turn][card >> 4] += UNIT[card]
            position.push(move)
        else:
            position.push(move)
            card = position.hands[turn][-1]
            self.held[turn][card >> 4] += UNIT[card]
            if move > DRAW_DECK:
                self.piled[card >> 4] -= UNIT[card]

    def pop(self) -> None:
        """Undo a placement that was pushed, exactly."""
        position = self.position
        move, turn = position.placed, position.turn
        card = move & ~PLAY
        self.held[turn][card >> 4] += UNIT[card]
        if move & PLAY:
            self.played[turn][card >> 4] -= UNIT[card]
        else:
            self.piled[card >> 4] -= UNIT[card]
        position.pop()

    def margin(self, seat: int) -> int:
        """How many points ``seat`` is ahead in this round if it ended now."""
        mine, theirs = self.played[seat], self.played[1 - seat]
        return sum([SCORE[mask] for mask in mine]) - sum([SCORE[mask] for mask in theirs])
