"""What a seat knows of the cards that it does not see, and tables as they may really be."""

from rules.card_game.engine import Position
from rules.card_game.state import all_cards
from rules.card_game.view import View
from rules.moves import codes, move_of
from rules.players.card_game.table import Table
from rules.turns import HAND_SIZE, known_cards, null_run


class Sight:
    """All that ``view.seat``, which must be to act, knows of the round, in numbers (see ``rules.moves``).

    ``known`` are the cards of the rival's hand that were seen when it took them from a pile, ``unknown`` those in the
    rest of its hand and in the deck, sorted.
    """

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        assert view.seat == view.turn
        self.seat = view.seat
        self.hand = codes(view.hand)
        self.columns = [[codes(column) for column in row] for row in view.columns]
        self.piles = [codes(pile) for pile in view.piles]
        self.placed = -1 if view.placement is None else move_of(view.placement)
        self.known = codes(known_cards(view.history, 1 - self.seat))
        self.null_run = null_run(view.history)
        self.unknown = codes(all_cards(view.options.colours))
        columns = [column for row in self.columns for column in row]
        for cards in (self.hand, self.known, *columns, *self.piles):
            for card in cards:
                self.unknown.remove(card)

    def table(self, unknown: list[int]) -> Table:
        """The table if ``unknown`` is the order of the unknown cards: first those in the rival's hand."""
        hidden = HAND_SIZE - len(self.known)
        hands = [self.hand.copy(), self.known + unknown[:hidden]]
        if self.seat:
            hands.reverse()
        columns = [[column.copy() for column in row] for row in self.columns]
        piles = [pile.copy() for pile in self.piles]
        position = Position(hands, columns, piles, unknown[hidden:], self.seat, self.null_run)
        position.placed = self.placed
        return Table(position)
