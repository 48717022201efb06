"""What holds in every match of the board game (RULES.md 5)."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.board_game import BOARD_GAME as GAME
from rules.board_game.position import Position, action_of, move_of, position_of
from rules.board_game.state import COLOURS, ChooseFigure, MoveFigure, Phase, State, Stay, Tile, Turn, all_cards
from rules.cards import Card, Colour
from rules.game import Action, IllegalAction, Leave, RoundEnded, RoundStarted, Seat, TakeBack, places
from rules.turns import HAND_SIZE, Acted, Discard, Draw, Play, TakenBack
from tests.rules.board_game.tables import racing
from tests.rules.walks import Choose, Move, at_random, deal_of, walk

WHOLE = Counter(all_cards())
DECKS = {2: 64, 3: 86, 4: 78}
LEAVES = 0.004
"""About as often as one or two leave a match of four."""

EVERY_ACTION: tuple[Action, ...] = (
    *(Play(card) for card in WHOLE),
    *(Discard(card) for card in WHOLE),
    *(Draw(pile) for pile in (None, *Colour)),
    *(MoveFigure(path) for path in Colour),
    ChooseFigure(researcher=True),
    ChooseFigure(researcher=False),
    Stay(),
    TakeBack(),
)


@dataclass(frozen=True)
class Terms:
    """What a match is played by, by which chance, and how."""

    seed: int
    seats: int
    length: str
    direction: str
    choose: Choose

    @property
    def options(self) -> dict[str, int | str]:
        return {"length": self.length, "direction": self.direction}

    def moves(self, leaves: float = 0.0) -> Iterator[Move]:
        return walk(GAME, self.seed, self.options, self.seats, leaves=leaves, choose=self.choose)

    def sample(self, every: int, leaves: float = 0.0) -> Iterator[Move]:
        return islice(self.moves(leaves), self.seed % every, None, every)


TERMS = st.builds(
    Terms,
    seed=st.integers(0, 2**64),
    seats=st.sampled_from((2, 3, 4)),
    length=st.sampled_from(("long", "short")),
    direction=st.sampled_from(("up", "keltis")),
    choose=st.sampled_from((at_random, racing)),
)
MATCHES = settings(max_examples=12, deadline=None)


def cards_of(state: State) -> Iterator[Card]:
    yield from state.deck
    yield from state.removed
    for stack in (*state.hands, *state.piles):
        yield from stack
    for row in state.columns:
        for column in row:
            yield from column


@MATCHES
@given(TERMS)
def test_every_card_is_in_one_place(terms: Terms) -> None:
    for move in terms.sample(3, LEAVES):
        state = move.applied.state
        assert Counter(cards_of(state)) == WHOLE
        assert len(state.removed) == (30 if terms.seats == 2 else 0)
        ended_by = None
        if state.outcome is not None and state.last_turn is not None and state.last_turn.draw is None:
            ended_by = state.last_turn.seat
        for seat in range(terms.seats):
            view = GAME.view(state, seat)
            assert len(view.hand) == HAND_SIZE - (view.placement is not None or seat == ended_by)
            own = Counter(view.hand) + Counter(card for row in view.columns for column in row for card in column)
            assert own + Counter(card for pile in view.piles for card in pile) <= WHOLE


@MATCHES
@given(TERMS)
def test_columns_keep_one_direction(terms: Terms) -> None:
    *_, last = terms.moves()
    for result in last.applied.state.results:
        for row in result.columns:
            for colour, column in enumerate(row):
                ranks = [card.rank for card in column]
                down = terms.direction == "keltis" and ranks == sorted(ranks, reverse=True)
                assert down or ranks == sorted(ranks)
                assert all(card.colour == colour for card in column)


@MATCHES
@given(TERMS)
def test_figures_go_forward_one_on_a_path(terms: Terms) -> None:
    for move in terms.moves(LEAVES):
        before, after = (GAME.view(state, move.seat) for state in (move.before, move.applied.state))
        for seat, row in enumerate(after.figures):
            standing = [figure for figure in row if figure is not None]
            assert sum(figure.researcher for figure in standing) <= 1
            assert all(1 <= figure.step <= 9 for figure in standing)
            if after.phase is not Phase.FIGURE:
                assert [not column for column in after.columns[seat]] == [figure is None for figure in row]
            if after.round == before.round and not isinstance(move.action, TakeBack | Leave):
                for then, now in zip(before.figures[seat], row, strict=True):
                    assert then is None or (now is not None and now.researcher == then.researcher)
                    assert then is None or now is None or now.step - then.step in ({0, 1} if seat == move.seat else {0})


@MATCHES
@given(TERMS)
def test_five_figures_behind_the_bridges_are_the_end(terms: Terms) -> None:
    for move in terms.moves():
        state = move.applied.state
        if state.unfinished:
            assert GAME.view(state, move.seat).crossed < 5
        if any(isinstance(event, RoundEnded) for event in move.applied.events):
            result, last = state.results[-1], state.last_turn
            crossed = sum(figure.step >= 7 for row in result.figures for figure in row if figure)
            assert (crossed == 5) == (last.draw is None)
            assert crossed <= 5


@MATCHES
@given(TERMS)
def test_artifacts_are_on_the_board_or_taken(terms: Terms) -> None:
    for move in terms.sample(3, LEAVES):
        for seat in range(terms.seats):
            view = GAME.view(move.applied.state, seat)
            lying = sum(tile is Tile.ARTIFACT for path in view.tiles for tile in path)
            earlier = view.results[view.round - 2].artifacts if view.round > 1 else ()
            assert lying + sum(view.artifacts) - sum(earlier) == 9
            assert all(chips >= 0 for chips in view.chips)
            assert all(final.total >= 0 for final in view.finals)


@MATCHES
@given(TERMS)
def test_an_expedition_ends_by_its_deck_or_its_bridges(terms: Terms) -> None:
    draws = 0
    for move in terms.moves():
        assert len(move.before.deck) == DECKS[terms.seats] - draws
        draws += move.action == Draw()
        if any(isinstance(event, RoundEnded) for event in move.applied.events):
            assert draws == DECKS[terms.seats] or move.applied.state.last_turn.draw is None
            for event in move.applied.events:
                if isinstance(event, RoundStarted):
                    assert event.starter == (move.seat + 1) % terms.seats
            draws = 0
        else:
            assert draws < DECKS[terms.seats]


@MATCHES
@given(TERMS)
def test_turns_tell_what_changed(terms: Terms) -> None:
    *_, last = terms.moves(LEAVES)
    state: State = last.applied.state
    tile_points = [0] * terms.seats
    for turn in state.history:
        steps = [arrival.figure.step for arrival in turn.arrivals]
        assert all(1 <= step <= 9 for step in steps)
        tile_points[turn.seat] += sum(arrival.tile.points for arrival in turn.arrivals if arrival.tile)
    earlier = [each.after for each in state.results[state.round - 2].settlements] if state.round > 1 else None
    assert [now - then for now, then in zip(state.chips, earlier or [0] * terms.seats, strict=True)] == tile_points
    assert max(tile_points) <= 70


@MATCHES
@given(TERMS)
def test_take_back_restores_the_state_exactly(terms: Terms) -> None:
    for move in terms.moves():
        if move.applied.state.turns == move.before.turns and not isinstance(move.action, TakeBack):
            back = GAME.apply(move.applied.state, move.seat, TakeBack())
            assert back.state == move.before
            assert back.events == (TakenBack(move.seat, move.action),)


@MATCHES
@given(TERMS)
def test_apply_changes_nothing_but_makes_anew(terms: Terms) -> None:
    for move in terms.sample(13, LEAVES):
        copy = deepcopy(move.before)
        assert GAME.apply(move.before, move.seat, move.action) == move.applied
        assert move.before == copy
        hash(move.applied.state)


@MATCHES
@given(TERMS)
def test_legal_actions_are_exactly_those_that_are_accepted(terms: Terms) -> None:
    for move in terms.sample(53, LEAVES):
        for seat in range(terms.seats):
            legal = GAME.legal_actions(move.before, seat)
            assert len(set(legal)) == len(legal)
            assert {action for action in EVERY_ACTION if accepted(move.before, seat, action)} == set(legal)


def accepted(state: State, seat: Seat, action: Action) -> bool:
    try:
        GAME.apply(state, seat, action)
    except IllegalAction:
        return False
    return True


@MATCHES
@given(TERMS)
def test_a_position_goes_the_way_of_the_states(terms: Terms) -> None:
    position = None
    for move in terms.moves():
        if isinstance(move.action, TakeBack):
            assert position is not None
            position.pop()
            continue
        if position is None or position.over:
            position = position_of(move.before)
        assert {action_of(choice) for choice in position.moves()} == {
            action for action in GAME.legal_actions(move.before, move.seat) if action != TakeBack()
        }
        position.push(move_of(move.action))
        if not position.over:
            assert snapshot(position, in_order=False) == snapshot(position_of(move.applied.state), in_order=False)
    assert position is not None
    assert position.over
    assert position.moves() == ()


def snapshot(position: Position, *, in_order: bool = True) -> str:
    """The position as a text, what may be undone by its number; without the order of the hands unless ``in_order``."""
    values: dict[str, Any] = {name: getattr(position, name) for name in Position.__slots__}
    values["_undo"] = len(values["_undo"])
    if not in_order:
        del values["_undo"]
        values["hands"] = [sorted(hand) for hand in position.hands]
    return repr(values)


@MATCHES
@given(TERMS)
def test_pop_undoes_push_exactly(terms: Terms) -> None:
    random = Random(terms.seed)
    position = position_of(GAME.start(terms.options, terms.seats, deal_of(terms.seed)).state)
    before = [snapshot(position)]
    while choices := position.moves():
        # onward whenever possible, so that bridges and last steps come
        position.push(max(choices) if random.random() < 0.6 else random.choice(choices))
        before.append(snapshot(position))
        if random.random() < 0.2:
            position.pop()
            before.pop()
            assert snapshot(position) == before[-1]
    while len(before) > 1:
        before.pop()
        position.pop()
        assert snapshot(position) == before[-1]


@MATCHES
@given(TERMS)
def test_a_copy_goes_its_own_way(terms: Terms) -> None:
    random = Random(terms.seed)
    position = position_of(GAME.start(terms.options, terms.seats, deal_of(terms.seed)).state)
    while choices := position.moves():
        if random.random() < 0.1:
            copy, before = position.copy(), snapshot(position)
            assert snapshot(copy, in_order=False) == snapshot(position, in_order=False)
            for _ in range(12):
                if further := copy.moves():
                    copy.push(random.choice(further))
            assert snapshot(position) == before
        position.push(random.choice(choices))


@MATCHES
@given(TERMS, st.sampled_from((None, 0, 1)))
def test_a_view_depends_on_nothing_that_its_seat_cannot_know(terms: Terms, seat: Seat | None) -> None:
    random = Random(terms.seed)
    for move in terms.sample(7, LEAVES):
        state = move.applied.state
        assert GAME.view(disguised(state, seat, random), seat) == GAME.view(state, seat)


def disguised(state: State, seat: Seat | None, random: Random) -> State:
    """``state`` with everything changed that ``seat`` cannot know: other hands, deck, removed cards, what was begun."""
    others = [at for at in range(state.seats) if at != seat]
    hidden = [*state.deck, *state.removed, *(card for at in others for card in state.hands[at])]
    random.shuffle(hidden)
    taken = iter(hidden)
    hands = tuple(
        hand if at == seat else tuple(sorted(islice(taken, len(hand)))) for at, hand in enumerate(state.hands)
    )

    def other_card(turn: Turn) -> Turn:
        known = turn.seat == seat or turn.draw is None or turn.draw.pile is not None
        return turn if known else replace(turn, drawn=random.choice(hidden))

    unfinished = state.unfinished
    if state.turn is not None and state.turn != seat:
        unfinished = random.choice(((), (Discard(hands[state.turn][0]),)))
    return replace(
        state,
        deal=deal_of(random.getrandbits(64)),
        deck=tuple(islice(taken, len(state.deck))),
        removed=tuple(sorted(taken)),
        hands=hands,
        unfinished=unfinished,
        history=tuple(map(other_card, state.history)),
        last_turn=state.last_turn and other_card(state.last_turn),
    )


@MATCHES
@given(TERMS)
def test_nothing_of_a_turn_is_seen_by_others_before_it_is_complete(terms: Terms) -> None:
    for move in terms.sample(5):
        complete = move.applied.state.turns > move.before.turns
        for seat in {None, *range(terms.seats)} - {move.seat}:
            seen = [event.seen_by(seat) for event in move.applied.events]
            if complete:
                turn = seen[0]
                assert isinstance(turn, Turn)
                assert (turn.drawn is None) == (turn.draw is None or turn.draw.pile is None)
            else:
                assert seen == [None]
                assert GAME.view(move.applied.state, seat) == GAME.view(move.before, seat)
        own = [event.seen_by(move.seat) for event in move.applied.events]
        assert own == list(move.applied.events)
        assert isinstance(own[0], Acted | TakenBack | Turn)


@MATCHES
@given(TERMS)
def test_a_view_tells_which_cards_fit(terms: Terms) -> None:
    for move in terms.sample(3, LEAVES):
        state = move.before
        if state.turn is not None and not state.unfinished:
            view = GAME.view(state, state.turn)
            plays = [action.card for action in GAME.legal_actions(state, state.turn) if isinstance(action, Play)]
            assert plays == [card for card in dict.fromkeys(view.hand) if view.fits(card)]


@MATCHES
@given(TERMS)
def test_places_follow_from_points_and_artifacts(terms: Terms) -> None:
    *_, last = terms.moves(LEAVES)
    state: State = last.applied.state
    outcome = state.outcome
    assert outcome is not None
    staying = [seat for seat in range(terms.seats) if seat not in state.left]
    ranked = places([(outcome.points[seat], state.artifacts[seat]) for seat in staying])
    assert [outcome.places[seat] for seat in staying] == list(ranked)
    assert {outcome.places[seat] for seat in state.left} <= {len(staying) + 1}


@MATCHES
@given(TERMS)
def test_turns_go_around_those_who_stay(terms: Terms) -> None:
    turns = [move for move in terms.moves(LEAVES) if move.applied.state.turns > move.before.turns]
    for one, other in pairwise(turns):
        between = [(one.seat + by) % terms.seats for by in range(1, (other.seat - one.seat - 1) % terms.seats + 1)]
        assert all(seat in other.before.left for seat in between)


def test_every_colour_has_a_path() -> None:
    assert len(COLOURS) == 5


def test_expeditions_add_up_to_the_net_of_their_settlements() -> None:
    *_, last = walk(GAME, 5, seats=3)
    state = last.applied.state
    told = GAME.expeditions(state)
    for result in state.results:
        for seat, settlement in enumerate(result.settlements):
            net = sum(each.points for each in told if (each.round, each.seat) == (result.number, seat))
            assert net == settlement.net
