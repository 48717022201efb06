"""The rules of the card game (RULES.md section 1), once: a fast mutable position inside, frozen states outside."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules.card_game.scoring import score_expedition
from rules.card_game.state import OPTIONS, SEATS, Options, RoundResult, State, Turn, all_cards, totals
from rules.card_game.table import table
from rules.card_game.view import View, view
from rules.cards import WAGER
from rules.game import (
    Action,
    Applied,
    BadNotation,
    Event,
    Expedition,
    IllegalAction,
    Leave,
    Left,
    MatchEnded,
    OptionValue,
    Outcome,
    RoundEnded,
    RoundStarted,
    RuleError,
    Seat,
    TakeBack,
    Termination,
    check_seat,
    opening,
    places,
)
from rules.moves import DRAW_DECK, DRAW_PILE, DRAWS, PLAY, action_of, cards, codes, move_of
from rules.shuffle import Deal
from rules.turns import HAND_SIZE, STALL_LIMIT, Acted, Discard, Draw, Play, TakenBack, parse_step, refused_draw

_CARDS: Final = frozenset(all_cards(6))
_DECKS: Final = {colours: tuple(codes(all_cards(colours))) for colours in (5, 6)}
_WAGER: Final = 1
"""The number of a wager within its colour."""


class Position:
    """One round as the search and ``apply`` move through it: compact, mutable, with ``push`` and ``pop``.

    Cards and moves are numbers (see ``rules.moves``). ``hands[seat]`` is in no order; ``columns[seat]
    [colour]``, ``piles[colour]`` and ``deck`` end with their top cards; ``tops[seat][colour]`` is the last number card
    of an expedition, or a number below the colour's cards. ``filled`` is the set of piles that hold cards, bit by
    colour. ``placed`` is the first move of the current turn, -1 before it.
    """

    __slots__ = ("_undo", "columns", "deck", "filled", "hands", "null_run", "piles", "placed", "tops", "turn")

    def __init__(
        self,
        hands: list[list[int]],
        columns: list[list[list[int]]],
        piles: list[list[int]],
        deck: list[int],
        turn: Seat,
        null_run: int = 0,
    ) -> None:
        self.hands = hands
        self.columns = columns
        self.piles = piles
        self.deck = deck
        self.turn = turn
        self.null_run = null_run
        self.placed = -1
        self.tops = [[_top(colour, column) for colour, column in enumerate(row)] for row in columns]
        self.filled = sum(1 << colour for colour, pile in enumerate(piles) if pile)
        self._undo: list[tuple[int, int, int]] = []

    @property
    def over(self) -> bool:
        """Whether the last card of the deck has been drawn, which ends the round at once (RULES.md 1.6)."""
        return not self.deck

    def moves(self) -> Sequence[int]:
        """All legal moves: the first step of a turn (RULES.md 1.4), or after it the draw (1.5, 1.8)."""
        if not self.deck:
            return ()
        placed = self.placed
        if placed < 0:
            hand = self.hands[self.turn]
            tops = self.tops[self.turn]
            moves = hand.copy()
            for card in hand:
                # a wager is no top, so this one test also lets wagers follow wagers only
                if card > tops[card >> 4]:
                    moves.append(card | PLAY)
            return moves
        if self.null_run >= STALL_LIMIT:
            return DRAWS[0]
        if placed & PLAY:
            return DRAWS[self.filled]
        return DRAWS[self.filled & ~(1 << (placed >> 4))]

    def push(self, move: int) -> None:
        """Make a move of ``moves()``; anything else corrupts the position."""
        turn = self.turn
        hand = self.hands[turn]
        if move < PLAY:
            colour = move >> 4
            at = hand.index(move)
            self._undo.append((move, at, self.filled))
            del hand[at]
            self.piles[colour].append(move)
            self.filled |= 1 << colour
            self.placed = move
        elif move < DRAW_DECK:
            card = move ^ PLAY
            colour = card >> 4
            tops = self.tops[turn]
            at = hand.index(card)
            self._undo.append((move, at, tops[colour]))
            del hand[at]
            self.columns[turn][colour].append(card)
            if card & 15 > _WAGER:
                tops[colour] = card
            self.placed = move
        else:
            self._undo.append((move, self.placed, self.null_run))
            if move == DRAW_DECK:
                hand.append(self.deck.pop())
                self.null_run = 0
            else:
                colour = move - DRAW_PILE
                pile = self.piles[colour]
                hand.append(pile.pop())
                if not pile:
                    self.filled ^= 1 << colour
                self.null_run = 0 if self.placed & PLAY else self.null_run + 1
            self.placed = -1
            self.turn = 1 - turn

    def pop(self) -> None:
        """Undo the last move that was pushed, exactly."""
        move, first, second = self._undo.pop()
        if move < DRAW_DECK:
            turn = self.turn
            card = move & ~PLAY
            colour = card >> 4
            if move & PLAY:
                self.columns[turn][colour].pop()
                self.tops[turn][colour] = second
            else:
                self.piles[colour].pop()
                self.filled = second
            self.hands[turn].insert(first, card)
            self.placed = -1
            return
        self.turn = 1 - self.turn
        card = self.hands[self.turn].pop()
        if move == DRAW_DECK:
            self.deck.append(card)
        else:
            colour = move - DRAW_PILE
            self.piles[colour].append(card)
            self.filled |= 1 << colour
        self.placed, self.null_run = first, second


def _top(colour: int, column: list[int]) -> int:
    return column[-1] if column and column[-1] & 15 > _WAGER else colour << 4


def position_of(state: State) -> Position:
    """A position of one's own to move through, at the current round of ``state``."""
    assert state.turn is not None
    position = Position(
        hands=[codes(hand) for hand in state.hands],
        columns=[[codes(column) for column in row] for row in state.columns],
        piles=[codes(pile) for pile in state.piles],
        deck=codes(state.deck),
        turn=state.turn,
        null_run=state.null_run,
    )
    if state.placement is not None:
        position.push(move_of(state.placement))
    return position


class CardGame:
    """The Lost Cities card game for two."""

    key = "card_game"
    version = 1
    seats = range(SEATS, SEATS + 1)
    options = OPTIONS

    def start(
        self, options: Mapping[str, OptionValue], seats: int, deal: Deal, starter: Seat | None = None
    ) -> Applied[State]:
        chosen, first = opening(self, options, seats, deal, starter)
        colours, rounds = int(chosen["colours"]), int(chosen["rounds"])
        state = State(
            options=Options(colours, rounds),
            deal=deal,
            starter=first,
            round=0,
            round_starter=first,
            turn=None,
            turns=0,
            deck=(),
            hands=(),
            columns=(),
            piles=(),
            placement=None,
            null_run=0,
            history=(),
            last_turn=None,
            results=(),
            outcome=None,
        )
        return self._dealt(state, first)

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        if state.turn != seat:
            return ()
        moves = position_of(state).moves()
        # a wager held twice is one decision
        actions: tuple[Action, ...] = tuple(dict.fromkeys(action_of(move) for move in sorted(moves)))
        return actions if state.placement is None else (*actions, TakeBack())

    def apply(self, state: State, seat: Seat, action: Action) -> Applied[State]:
        check_seat(state, SEATS, (), seat, action)
        if isinstance(action, Leave):
            return self._left(state, seat, action)
        if isinstance(action, TakeBack):
            if state.placement is None:
                raise IllegalAction("nothing_to_take_back")
            return Applied(replace(state, placement=None), (TakenBack(seat, state.placement),))
        if not isinstance(action, Play | Discard | Draw):
            raise BadNotation("bad_action", text=str(action))
        position = position_of(state)
        if move_of(action) not in position.moves():
            raise _refusal(state, action)
        if isinstance(action, Draw):
            return self._drawn(state, position, action)
        return Applied(replace(state, placement=action), (Acted(seat, action),))

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def position(self, state: State) -> Position:
        return position_of(state)

    def expeditions(self, state: State) -> tuple[Expedition, ...]:
        return tuple(
            Expedition(result.number, seat, colour, score.total)
            for result in state.results
            for seat, row in enumerate(result.scores)
            for colour, score in enumerate(row)
            if score.cards
        )

    def table(self, state: State) -> str:
        return table(state)

    def parse_action(self, text: str) -> Action:
        return parse_step(text, _CARDS)

    def _dealt(self, state: State, starter: Seat) -> Applied[State]:
        """The next round, dealt: seats in turn get eight cards each from the front of the shuffled deck."""
        number = state.round + 1
        deck = _DECKS[state.options.colours]
        shuffled = [deck[at] for at in state.deal.permutation(f"{self.key}/{number}/cards", len(deck))]
        dealt = SEATS * HAND_SIZE
        empty = ((),) * state.options.colours
        return Applied(
            replace(
                state,
                round=number,
                round_starter=starter,
                turn=starter,
                deck=cards(shuffled[: dealt - 1 : -1]),
                hands=tuple(
                    cards(sorted(shuffled[seat * HAND_SIZE : (seat + 1) * HAND_SIZE])) for seat in range(SEATS)
                ),
                columns=(empty,) * SEATS,
                piles=empty,
                placement=None,
                null_run=0,
                history=(),
            ),
            (RoundStarted(number, starter),),
        )

    def _drawn(self, state: State, position: Position, draw: Draw) -> Applied[State]:
        assert state.turn is not None
        assert state.placement is not None
        position.push(move_of(draw))
        seat = state.turn
        turn = Turn(seat, state.placement, draw, cards(position.hands[seat])[-1])
        after = replace(
            state,
            turn=position.turn,
            turns=state.turns + 1,
            deck=cards(position.deck),
            hands=tuple(cards(sorted(hand)) for hand in position.hands),
            columns=tuple(tuple(cards(column) for column in row) for row in position.columns),
            piles=tuple(cards(pile) for pile in position.piles),
            placement=None,
            null_run=position.null_run,
            history=(*state.history, turn),
            last_turn=turn,
        )
        if not position.over:
            return Applied(after, (turn,))
        ended = self._round_ended(after)
        return Applied(ended.state, (turn, *ended.events))

    def _round_ended(self, state: State) -> Applied[State]:
        scores = tuple(tuple(score_expedition(column) for column in row) for row in state.columns)
        result = RoundResult(state.round, state.round_starter, state.columns, scores)
        state = replace(state, results=(*state.results, result))
        ended = RoundEnded(result.number, result.points)
        points = totals(state.results)
        if state.round == state.options.rounds:
            over = _over(state, Termination.COMPLETED, places(points), ())
        else:
            over = self._dealt(state, next_starter(points, state.round_starter))
        return Applied(over.state, (ended, *over.events))

    def _left(self, state: State, seat: Seat, leave: Leave) -> Applied[State]:
        ranks = places([at != seat for at in range(SEATS)])
        return _over(state, leave.reason, ranks, (Left(seat, leave.reason, leave.stand_in),))


def next_starter(points: tuple[int, ...], last_starter: Seat) -> Seat:
    """Who starts the next round: the seat with more points in all; tied, the one who did not start (RULES.md 1.9)."""
    first, second = points
    if first == second:
        return 1 - last_starter
    return 0 if first > second else 1


def _over(state: State, reason: Termination, ranks: tuple[int, ...], events: tuple[Event, ...]) -> Applied[State]:
    outcome = Outcome(reason, ranks, totals(state.results))
    return Applied(replace(state, turn=None, placement=None, outcome=outcome), (*events, MatchEnded(outcome)))


def _refusal(state: State, action: Play | Discard | Draw) -> RuleError:
    """Why ``action``, which is not among the legal moves, is not: the rule it breaks, by name."""
    assert state.turn is not None
    if state.placement is None:
        if isinstance(action, Draw):
            return IllegalAction("draw_before_placing")
        card = action.card
        if card not in state.hands[state.turn]:
            return IllegalAction("not_in_hand", card=str(card))
        top = state.columns[state.turn][card.colour][-1]
        if card.rank == WAGER:
            return IllegalAction("wager_after_number", card=str(card), top=top.rank)
        if card.rank == top.rank:
            return IllegalAction("equal_to_top", card=str(card), top=top.rank)
        return IllegalAction("lower_than_top", card=str(card), top=top.rank)
    if not isinstance(action, Draw):
        return IllegalAction("already_placed")
    return refused_draw(action, state.placement, state.piles)
