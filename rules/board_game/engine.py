"""The rules of the board game (RULES.md section 2), once: a fast mutable position inside, frozen states outside."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rules.board_game.position import Position, action_of, following, laid_out, move_of, position_of
from rules.board_game.scoring import Settlement, final_score
from rules.board_game.state import (
    COLOURS,
    OPTIONS,
    REMOVED_WITH_TWO,
    SEATS,
    STEPS,
    TILE_STEPS,
    TILES,
    ChooseFigure,
    MoveFigure,
    Options,
    Phase,
    RoundResult,
    State,
    Stay,
    Tile,
    Tiles,
    Turn,
    all_cards,
)
from rules.board_game.table import table
from rules.board_game.view import View, view
from rules.game import (
    Action,
    Applied,
    BadNotation,
    Expedition,
    IllegalAction,
    Leave,
    Left,
    MatchEnded,
    OptionValue,
    Outcome,
    RoundEnded,
    RoundStarted,
    Seat,
    TakeBack,
    Termination,
    check_seat,
    opening,
    places,
)
from rules.moves import cards, codes
from rules.shuffle import Deal
from rules.turns import HAND_SIZE, Acted, Discard, Draw, Play, TakenBack, parse_step, refused_draw

_CARDS: Final = frozenset(all_cards())
_DECK: Final = tuple(codes(all_cards()))
_CHOICES: Final = {
    str(action): action
    for action in (ChooseFigure(researcher=True), ChooseFigure(researcher=False), *map(MoveFigure, COLOURS), Stay())
}


class BoardGame:
    """Lost Cities: The Board Game for two to four.

    Chance decides by the labels ``board_game/0/starter``, ``board_game/N/tiles`` (the order of the tiles for the
    marked steps, path by path) and ``board_game/N/cards`` (seats in turn get eight cards each from the front; with two
    seats the last thirty stay out).

    Where the specification is silent on those who leave: a match that ends because one seat is left counts the chips
    that lie there, without the settlement of the expedition and without the artifacts.
    """

    key = "board_game"
    version = 1
    seats = SEATS
    options = OPTIONS

    def start(
        self, options: Mapping[str, OptionValue], seats: int, deal: Deal, starter: Seat | None = None
    ) -> Applied[State]:
        chosen, first = opening(self, options, seats, deal, starter)
        state = State(
            options=Options(str(chosen["length"]), str(chosen["direction"])),
            deal=deal,
            starter=first,
            round=0,
            round_starter=first,
            turn=None,
            turns=0,
            deck=(),
            removed=(),
            hands=((),) * seats,
            columns=(),
            piles=(),
            tiles=(),
            figures=(),
            chips=(0,) * seats,
            artifacts=(0,) * seats,
            unfinished=(),
            null_run=0,
            history=(),
            last_turn=None,
            results=(),
            left=(),
            stood_in=(),
            outcome=None,
        )
        return self._dealt(state, first)

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        if state.turn != seat:
            return ()
        moves = position_of(state).moves()
        # a card held twice is one decision
        actions: tuple[Action, ...] = tuple(dict.fromkeys(action_of(move) for move in sorted(moves)))
        return (*actions, TakeBack()) if state.unfinished else actions

    def apply(self, state: State, seat: Seat, action: Action) -> Applied[State]:
        gone = state.left if isinstance(action, Leave) else state.empty
        check_seat(state, state.seats, gone, seat, action)
        if isinstance(action, Leave):
            return self._left(state, seat, action)
        if isinstance(action, TakeBack):
            if not state.unfinished:
                raise IllegalAction("nothing_to_take_back")
            return Applied(replace(state, unfinished=state.unfinished[:-1]), (TakenBack(seat, state.unfinished[-1]),))
        if not isinstance(action, Play | Discard | ChooseFigure | MoveFigure | Stay | Draw):
            raise BadNotation("bad_action", text=str(action))
        position = position_of(state)
        move = move_of(action)
        if move not in position.moves():
            raise _refusal(state, position, action)
        position.push(move)
        if isinstance(action, Draw):
            return self._turn_complete(state, position, action)
        acted = replace(state, unfinished=(*state.unfinished, action))
        if position.over:
            return self._turn_complete(acted, position, None)
        return Applied(acted, (Acted(seat, action),))

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def position(self, state: State) -> Position:
        return position_of(state)

    def expeditions(self, state: State) -> tuple[Expedition, ...]:
        return tuple(
            Expedition(result.number, seat, colour, figure.points)
            for result in state.results
            for seat, settlement in enumerate(result.settlements)
            for colour, figure in enumerate(settlement.figures)
            if figure is not None
        )

    def table(self, state: State) -> str:
        return table(state)

    def parse_action(self, text: str) -> Action:
        return _CHOICES.get(text) or parse_step(text, _CARDS)

    def _dealt(self, state: State, starter: Seat) -> Applied[State]:
        """The next expedition, dealt."""
        number = state.round + 1
        shuffled = [_DECK[at] for at in state.deal.permutation(f"{self.key}/{number}/cards", len(_DECK))]
        dealt = state.seats * HAND_SIZE
        end = len(_DECK) - (REMOVED_WITH_TWO if state.seats == min(SEATS) else 0)
        empty = ((),) * len(COLOURS)
        return Applied(
            replace(
                state,
                round=number,
                round_starter=starter,
                turn=starter,
                deck=cards(reversed(shuffled[dealt:end])),
                removed=cards(sorted(shuffled[end:])),
                hands=tuple(cards(sorted(shuffled[at : at + HAND_SIZE])) for at in range(0, dealt, HAND_SIZE)),
                columns=(empty,) * state.seats,
                piles=empty,
                tiles=_laid([TILES[at] for at in state.deal.permutation(f"{self.key}/{number}/tiles", len(TILES))]),
                figures=((None,) * len(COLOURS),) * state.seats,
                unfinished=(),
                null_run=0,
                history=(),
            ),
            (RoundStarted(number, starter),),
        )

    def _turn_complete(self, state: State, position: Position, draw: Draw | None) -> Applied[State]:
        seat = state.turn
        assert seat is not None
        placement, *choices = state.unfinished
        assert isinstance(placement, Play | Discard)
        turn = Turn(
            seat=seat,
            placement=placement,
            choices=tuple(choice for choice in choices if not isinstance(choice, Play | Discard)),
            arrivals=position.arrivals(),
            draw=draw,
            drawn=None if draw is None else cards(position.hands[seat])[-1],
        )
        after = replace(
            laid_out(state, position),
            turn=position.turn,
            turns=state.turns + 1,
            unfinished=(),
            history=(*state.history, turn),
            last_turn=turn,
        )
        if not position.over:
            return Applied(after, (turn,))
        ended = self._round_ended(after, seat)
        return Applied(ended.state, (turn, *ended.events))

    def _round_ended(self, state: State, last: Seat) -> Applied[State]:
        """The expedition settled; ``last`` is the seat that ended it."""
        settlements = tuple(map(Settlement, state.chips, state.figures))
        result = RoundResult(
            number=state.round,
            starter=state.round_starter,
            columns=state.columns,
            tiles=state.tiles,
            figures=state.figures,
            artifacts=state.artifacts,
            chips=tuple(each.after for each in state.results[-1].settlements) if state.results else (0,) * state.seats,
            settlements=settlements,
        )
        state = replace(state, results=(*state.results, result))
        chips = tuple(each.after for each in settlements)
        if state.round == state.options.rounds:
            finals = map(final_score, chips, state.artifacts, (state.options.length,) * state.seats)
            next_ = _over(state, Termination.COMPLETED, tuple(final.total for final in finals))
        else:
            next_ = self._dealt(replace(state, chips=chips), following(state, last))
        return Applied(next_.state, (RoundEnded(result.number, result.points), *next_.events))

    def _left(self, state: State, seat: Seat, leave: Leave) -> Applied[State]:
        state = replace(state, left=(*state.left, seat))
        left = Left(seat, leave.reason, leave.stand_in)
        if len(state.left) == state.seats - 1:
            over = _over(state, leave.reason, state.chips)
            return Applied(over.state, (left, *over.events))
        if leave.stand_in:
            state = replace(state, stood_in=(*state.stood_in, seat))
        if state.turn == seat:
            state = replace(state, turn=seat if leave.stand_in else following(state, seat), unfinished=())
        return Applied(state, (left,))


def _laid(tiles: list[Tile]) -> Tiles:
    """``tiles`` on the marked steps, path by path."""
    following_tile = iter(tiles)
    return tuple(
        tuple(next(following_tile) if step in TILE_STEPS[colour] else None for step in range(1, STEPS + 1))
        for colour in COLOURS
    )


def _over(state: State, reason: Termination, points: tuple[int, ...]) -> Applied[State]:
    """The match ended: more points win, then more artifacts; those who left share the last place."""
    ranks = places(
        [(0, 0, 0) if seat in state.left else (1, points[seat], state.artifacts[seat]) for seat in range(state.seats)]
    )
    outcome = Outcome(reason, ranks, points)
    return Applied(replace(state, turn=None, unfinished=(), outcome=outcome), (MatchEnded(outcome),))


def _refusal(
    state: State, position: Position, action: Play | Discard | ChooseFigure | MoveFigure | Stay | Draw
) -> IllegalAction:
    """Why ``action``, which is not among the legal moves, is not: the rule it breaks, by name."""
    seat, phase = position.turn, position.phase
    if isinstance(action, Play | Discard):
        if phase is not Phase.PLACE:
            return IllegalAction("already_placed")
        card = action.card
        if card not in state.hands[seat]:
            return IllegalAction("not_in_hand", card=str(card))
        top = state.columns[seat][card.colour][-1].rank
        if card.rank < top:
            return IllegalAction("lower_than_top", card=str(card), top=top)
        return IllegalAction("higher_than_top", card=str(card), top=top)
    if isinstance(action, ChooseFigure):
        return IllegalAction("no_figure_to_choose")
    if isinstance(action, MoveFigure | Stay):
        if phase not in {Phase.ARROW, Phase.LAST_STEP}:
            return IllegalAction("no_move_to_make")
        assert isinstance(action, MoveFigure)
        path = action.path
        if path in COLOURS and position.steps[seat][path] == STEPS:
            return IllegalAction("figure_at_the_end", path=path.letter)
        return IllegalAction("no_figure_there", path=path.letter)
    if phase is Phase.PLACE:
        return IllegalAction("draw_before_placing")
    if phase is Phase.FIGURE:
        return IllegalAction("figure_to_choose")
    if phase is not Phase.DRAW:
        return IllegalAction("move_to_make")
    placement = state.unfinished[0]
    assert isinstance(placement, Play | Discard)
    return refused_draw(action, placement, state.piles)
