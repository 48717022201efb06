"""A sound player by rules of thumb: quick enough to play a round to its end many times a second."""

from typing import Final

from rules.moves import DRAW_DECK, DRAW_PILE, PLAY
from rules.players.card_game.judge import NEVER, PHASE, TURNS, Judge
from rules.players.card_game.masks import FULL, UNIT, WAGERS
from rules.players.card_game.table import Table

PATIENCE: Final = 4
"""After so many null turns in a row a player draws from the deck, so that no round goes on for ever."""


class Policy:
    """Chooses the moves of a turn by a judge's opinions."""

    __slots__ = ("judge", "urge", "weights")

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        weights = judge.weights
        self.weights = weights
        self.urge: Final = tuple(
            weights.urge + weights.urge_late * max(0.0, weights.urge_slack - slack) for slack in range(-10, 40)
        )

    def placement(self, table: Table) -> tuple[int, int]:
        """The first move of a turn, and how many more turns there are than cards that wait to be played."""
        position = table.position
        seat = position.turn
        played, theirs, piled = table.played[seat], table.played[1 - seat], table.piled
        turns = len(position.deck) + 1 >> 1
        phase = PHASE[turns]
        judge = self.judge
        play = discard = 0
        play_gain = discard_gain = NEVER * 2
        slack = turns
        for colour, held in enumerate(table.held[seat]):
            if held:
                opinion = judge[
                    (((held << 11 | played[colour]) << 11 | theirs[colour]) << 11 | piled[colour]) << 5 | phase
                ]
                slack -= opinion[1]
                if opinion[3] > play_gain:
                    play_gain = opinion[3]
                    play = colour << 4 | opinion[2]
                if opinion[5] > discard_gain:
                    discard_gain = opinion[5]
                    discard = colour << 4 | opinion[4]
        if play_gain + self.urge[slack + 10] >= discard_gain:
            return play | PLAY, slack
        return discard, slack

    def draw(self, table: Table, slack: int) -> int:
        """The last move of a turn."""
        return max(self.draws(table, slack))[1]

    def draws(self, table: Table, slack: int = 0) -> list[tuple[float, int]]:
        """What the draws are worth, in no order."""
        position = table.position
        seat = position.turn
        held, played, theirs, piled = table.held[seat], table.played[seat], table.played[1 - seat], table.piled
        turns = len(position.deck) + 1 >> 1
        phase = PHASE[turns]
        judge, weights = self.judge, self.weights
        stretch = weights.stretch if slack < 0 and position.placed & PLAY else 0.0
        gains = [(weights.deck + weights.deck_late / turns, DRAW_DECK)]
        if position.null_run >= PATIENCE:
            return gains
        for move in position.moves()[1:]:
            colour = move - DRAW_PILE
            unit = UNIT[position.piles[colour][-1]]
            mine = played[colour]
            gain = stretch + weights.deny * judge.gift(unit, theirs[colour])
            if unit > mine or mine <= WAGERS:
                key = ((held[colour] << 11 | mine) << 11 | theirs[colour]) << 11 | piled[colour]
                # the card moves from the pile to the hand
                with_it = key - unit + (unit << 33)
                gain += judge[with_it << 5 | phase][0] - judge[key << 5 | phase][0]
            gains.append((gain, move))
        return gains

    def placements(self, table: Table) -> list[tuple[float, int]]:
        """What all placements that make sense are worth, the best first."""
        position = table.position
        seat = position.turn
        turns = TURNS[PHASE[len(position.deck) + 1 >> 1]]
        urge = self.urge[self.placement(table)[1] + 10]
        gains: list[tuple[float, int]] = []
        for colour, held in enumerate(table.held[seat]):
            played, theirs = table.played[seat][colour], table.played[1 - seat][colour]
            unseen = FULL - held - played - theirs - table.piled[colour]
            base = colour << 4
            worth = self.judge.worth(held, played, unseen, turns)
            for gain, card in self.judge.plays(held, played, unseen, turns, worth):
                gains.append((gain + urge, base | card | PLAY))
            for gain, card in self.judge.discards(held, played, theirs, unseen, turns, worth):
                gains.append((gain, base | card))
        gains.sort(reverse=True)
        return gains

    def candidates(self, table: Table, most: int) -> list[tuple[int, ...]]:
        """The turns that are worth a thought, as placement and draw, or as the draw alone in the middle of a turn."""
        position = table.position
        if position.placed >= 0:
            return [(draw,) for _, draw in sorted(self.draws(table), reverse=True)]
        slack = self.placement(table)[1]
        turns: list[tuple[float, int, int]] = []
        for gain, move in self.placements(table)[:most]:
            table.push(move)
            for draw_gain, draw in sorted(self.draws(table, slack), reverse=True)[:3]:
                turns.append((gain + draw_gain, move, draw))
            table.pop()
        turns.sort(reverse=True)
        return [(move, draw) for _, move, draw in turns[: 2 * most]]

    def outlook(self, table: Table) -> float:
        """The margin of the round that the seat to act may expect, by what it can know of the rival's hand."""
        position = table.position
        seat = position.turn
        turns = TURNS[PHASE[len(position.deck) + 1 >> 1]]
        margin = 0.0
        for held, mine, theirs, piled in zip(
            table.held[seat], table.played[seat], table.played[1 - seat], table.piled, strict=True
        ):
            unseen = FULL - held - mine - theirs - piled
            margin += self.judge.worth(held, mine, unseen, turns) - self.judge.worth(0, theirs, unseen, turns)
        return margin

    def turn(self, table: Table) -> None:
        """Play the turn of the seat to act."""
        move, slack = self.placement(table)
        table.push(move)
        table.push(self.draw(table, slack))

    def finish(self, table: Table) -> None:
        """Play the round to its end."""
        position = table.position
        if position.placed >= 0:
            table.push(self.draw(table, 0))
        while position.deck:
            self.turn(table)
