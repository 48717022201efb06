"""A sound player by rules of thumb: quick enough to play a round to its end many times a second."""

from typing import Final, TypeAlias

from rules.game import Seat
from rules.moves import DRAW_DECK, DRAW_PILE, PLAY
from rules.players.card_game.judge import NEVER, PHASE, TURNS, Judge, key
from rules.players.card_game.masks import FULL, UNIT, WAGERS
from rules.players.card_game.table import Table

Moves: TypeAlias = tuple[int, ...]
"""What is left of a turn: a placement and a draw, or the draw alone."""

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
                    (((held << 11 | played[colour]) << 11 | theirs[colour]) << 11 | piled[colour]) << 4 | phase
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

    def slack(self, table: Table) -> int:
        """How many more turns are left than cards wait to be played, one just played among them."""
        position = table.position
        seat = position.turn
        turns = len(position.deck) + 1 >> 1
        slack = turns - (position.placed >= 0 and position.placed & PLAY > 0)
        for held, mine, theirs, piled in zip(
            table.held[seat], table.played[seat], table.played[1 - seat], table.piled, strict=True
        ):
            slack -= self.judge[key(held, mine, theirs, piled, PHASE[turns])].waiting
        return slack

    def draws(self, table: Table, slack: int) -> list[tuple[float, int]]:
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
            gain = stretch + weights.deny * judge.gift(unit, theirs[colour], TURNS[phase])
            if unit > mine or mine <= WAGERS:
                without = ((held[colour] << 11 | mine) << 11 | theirs[colour]) << 11 | piled[colour]
                # the card moves from the pile to the hand
                with_it = without - unit + (unit << 33)
                gain += judge[with_it << 4 | phase][0] - judge[without << 4 | phase][0]
            gains.append((gain, move))
        return gains

    def placements(self, table: Table) -> list[tuple[float, int]]:
        """What all placements that make sense are worth, the best first."""
        position = table.position
        seat = position.turn
        turns = TURNS[PHASE[len(position.deck) + 1 >> 1]]
        urge = self.urge[self.slack(table) + 10]
        gains: list[tuple[float, int]] = []
        for colour, held in enumerate(table.held[seat]):
            played, theirs = table.played[seat][colour], table.played[1 - seat][colour]
            unseen = FULL - held - played - theirs - table.piled[colour]
            base = colour << 4
            for gain, card in self.judge.plays(held, played, theirs, unseen, turns):
                gains.append((gain + urge, base | card | PLAY))
            for gain, card in self.judge.discards(held, played, theirs, unseen, turns):
                gains.append((gain, base | card))
        gains.sort(reverse=True)
        return gains

    def candidates(self, table: Table, placements: int, draws: int) -> list[tuple[float, Moves]]:
        """The turns that are worth a thought, with what they seem to be worth, the best first.

        In the middle of a turn these are its draws, else the best ``placements``, each with the best ``draws``.
        """
        slack = self.slack(table)
        if table.position.placed >= 0:
            return sorted(((gain, (draw,)) for gain, draw in self.draws(table, slack)), reverse=True)
        turns: list[tuple[float, Moves]] = []
        for gain, move in self.placements(table)[:placements]:
            table.push(move)
            best = sorted(self.draws(table, slack), reverse=True)[:draws]
            turns += [(gain + draw_gain, (move, draw)) for draw_gain, draw in best]
            table.pop()
        return sorted(turns, reverse=True)

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
            margin += self.judge.worth(held, mine, theirs, unseen, turns)
            margin -= self.judge.worth(0, theirs, mine, unseen, turns)
        return margin

    def turn(self, table: Table) -> None:
        """Play the turn of the seat to act."""
        move, slack = self.placement(table)
        table.push(move)
        table.push(self.draw(table, slack))

    def play_on(self, table: Table, turns: int) -> None:
        """Play so many turns, or to the end of the round."""
        deck = table.position.deck
        while turns and deck:
            self.turn(table)
            turns -= 1

    def margin(self, table: Table, seat: Seat) -> float:
        """The margin of the round that ``seat`` may expect if all cards lie open; in the end, what it is."""
        deck = table.position.deck
        if not deck:
            return table.margin(seat)
        phase = PHASE[len(deck) + 1 >> 1]
        judge = self.judge
        margin = 0.0
        for mine, theirs, played, others, piled in zip(
            table.held[seat],
            table.held[1 - seat],
            table.played[seat],
            table.played[1 - seat],
            table.piled,
            strict=True,
        ):
            margin += judge[(((mine << 11 | played) << 11 | others) << 11 | piled) << 4 | phase][0]
            margin -= judge[(((theirs << 11 | others) << 11 | played) << 11 | piled) << 4 | phase][0]
        return margin
