"""What holds in every match of the card game (RULES.md 1.10, 5)."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from itertools import islice
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.card_game import CARD_GAME as GAME
from rules.card_game.engine import Position, action_of, move_of, position_of
from rules.card_game.state import Discard, Draw, Play, State, Turn, all_cards
from rules.cards import WAGER, Card, Colour
from rules.game import Action, IllegalAction, RoundEnded, Seat, TakeBack
from rules.turns import HAND_SIZE, Acted, TakenBack
from tests.rules.walks import Move, deal_of, walk

SEEDS = st.integers(0, 2**64)
COLOURS = st.sampled_from((5, 6))
MATCHES = settings(max_examples=15, deadline=None)

EVERY_ACTION: tuple[Action, ...] = (
    *(Play(card) for card in all_cards(6)),
    *(Discard(card) for card in all_cards(6)),
    *(Draw(pile) for pile in (None, *Colour)),
    TakeBack(),
)


def moves(seed: int, colours: int, rounds: int = 1) -> Iterator[Move]:
    return walk(GAME, seed, {"colours": colours, "rounds": rounds})


def cards_of(state: State) -> Iterator[Card]:
    yield from state.deck
    for hand in state.hands:
        yield from hand
    for pile in state.piles:
        yield from pile
    for row in state.columns:
        for column in row:
            yield from column


@MATCHES
@given(SEEDS, COLOURS)
def test_every_card_is_in_one_place(seed: int, colours: int) -> None:
    whole = Counter(all_cards(colours))
    for move in moves(seed, colours):
        assert Counter(cards_of(move.applied.state)) == whole
        for seat in range(2):
            view = GAME.view(move.applied.state, seat)
            assert len(view.hand) == (HAND_SIZE - 1 if view.placement else HAND_SIZE)
            own = (*view.hand, *(card for row in view.columns for column in row for card in column))
            seen = Counter((*own, *(card for pile in view.piles for card in pile)))
            assert seen <= whole
            assert whole.total() - seen.total() == view.deck_count + HAND_SIZE


@MATCHES
@given(SEEDS, COLOURS)
def test_columns_hold_wagers_then_rising_numbers(seed: int, colours: int) -> None:
    for move in moves(seed, colours):
        for row in move.applied.state.columns:
            for colour, column in enumerate(row):
                ranks = [card.rank for card in column]
                numbers = [rank for rank in ranks if rank != WAGER]
                assert ranks == [WAGER] * (len(ranks) - len(numbers)) + sorted(set(numbers))
                assert all(card.colour == colour for card in column)


@MATCHES
@given(SEEDS, COLOURS)
def test_a_round_has_as_many_deck_draws_as_its_deck_has_cards(seed: int, colours: int) -> None:
    draws = 0
    for move in moves(seed, colours, rounds=2):
        assert len(move.before.deck) == {5: 44, 6: 56}[colours] - draws
        draws += move.action == Draw()
        ended = any(isinstance(event, RoundEnded) for event in move.applied.events)
        assert ended == (draws == {5: 44, 6: 56}[colours])
        if ended:
            draws = 0
    assert draws == 0


@MATCHES
@given(SEEDS, COLOURS)
def test_scores_keep_their_bounds(seed: int, colours: int) -> None:
    *_, last = moves(seed, colours)
    (result,) = last.applied.state.results
    for row, points in zip(result.scores, result.points, strict=True):
        assert all(-80 <= score.total <= 156 for score in row)
        assert all(score.total >= 20 for score in row if score.bonus)
        assert -80 * colours <= points <= {5: 580, 6: 740}[colours]


@MATCHES
@given(SEEDS, COLOURS)
def test_take_back_restores_the_state_exactly(seed: int, colours: int) -> None:
    for move in moves(seed, colours):
        if isinstance(move.action, Play | Discard):
            back = GAME.apply(move.applied.state, move.seat, TakeBack())
            assert back.state == move.before
            assert back.events == (TakenBack(move.seat, move.action),)


@MATCHES
@given(SEEDS, COLOURS)
def test_apply_changes_nothing_but_makes_anew(seed: int, colours: int) -> None:
    for move in islice(moves(seed, colours), seed % 13, None, 13):
        copy = deepcopy(move.before)
        assert GAME.apply(move.before, move.seat, move.action) == move.applied
        assert move.before == copy
        hash(move.applied.state)


@MATCHES
@given(SEEDS, COLOURS)
def test_legal_actions_are_exactly_those_that_are_accepted(seed: int, colours: int) -> None:
    for move in islice(moves(seed, colours), seed % 13, None, 13):
        for seat in range(2):
            legal = GAME.legal_actions(move.before, seat)
            assert len(set(legal)) == len(legal)
            assert {action for action in EVERY_ACTION if accepted(move.before, seat, action)} == set(legal)


@MATCHES
@given(SEEDS, COLOURS)
def test_a_view_says_which_cards_fit_as_the_rules_do(seed: int, colours: int) -> None:
    for move in islice(moves(seed, colours), seed % 13, None, 13):
        if move.before.placement is None:
            view = GAME.view(move.before, move.seat)
            legal = {action.card for action in GAME.legal_actions(move.before, move.seat) if isinstance(action, Play)}
            assert {card for card in view.hand if view.fits(card)} == legal


def accepted(state: State, seat: Seat, action: Action) -> bool:
    try:
        GAME.apply(state, seat, action)
    except IllegalAction:
        return False
    return True


@MATCHES
@given(SEEDS, COLOURS)
def test_a_position_goes_the_way_of_the_states(seed: int, colours: int) -> None:
    position = None
    for move in moves(seed, colours):
        if isinstance(move.action, TakeBack):
            assert position is not None
            position.pop()
            continue
        position = position or position_of(move.before)
        assert {action_of(choice) for choice in position.moves()} == {
            action for action in GAME.legal_actions(move.before, move.seat) if action != TakeBack()
        }
        position.push(move_of(move.action))
        if move.applied.state.turn is not None:
            assert same_table(position, position_of(move.applied.state))
    assert position is not None
    assert position.over
    assert position.moves() == ()


def same_table(one: Position, other: Position) -> bool:
    return all(
        [sorted(hand) for hand in one.hands] == [sorted(hand) for hand in other.hands]
        if name == "hands"
        else getattr(one, name) == getattr(other, name)
        for name in Position.__slots__
        if name != "_undo"
    )


def snapshot(position: Position) -> str:
    return repr([getattr(position, name) for name in Position.__slots__])


@MATCHES
@given(SEEDS, COLOURS)
def test_pop_undoes_push_exactly(seed: int, colours: int) -> None:
    random = Random(seed)
    position = position_of(GAME.start({"colours": colours}, 2, deal_of(seed)).state)
    before = [snapshot(position)]
    while choices := position.moves():
        position.push(random.choice(choices))
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
@given(SEEDS, COLOURS, st.sampled_from((None, 0, 1)))
def test_a_view_depends_on_nothing_that_its_seat_cannot_know(seed: int, colours: int, seat: Seat | None) -> None:
    random = Random(seed)
    for move in islice(moves(seed, colours, rounds=2), seed % 7, None, 7):
        state = move.applied.state
        assert GAME.view(disguised(state, seat, random), seat) == GAME.view(state, seat)


def disguised(state: State, seat: Seat | None, random: Random) -> State:
    """``state`` with everything changed that ``seat`` cannot know: other hands, the deck, what others drew or began."""
    hidden = [card for at, hand in enumerate(state.hands) if at != seat for card in hand] + list(state.deck)
    random.shuffle(hidden)
    deck, hidden = hidden[: len(state.deck)], hidden[len(state.deck) :]
    hands = list(state.hands)
    for at in range(2):
        if at != seat:
            hands[at], hidden = tuple(sorted(hidden[:HAND_SIZE])), hidden[HAND_SIZE:]

    def other_card(turn: Turn) -> Turn:
        known = turn.seat == seat or turn.draw.pile is not None
        return turn if known else replace(turn, drawn=random.choice(state.hands[turn.seat]))

    placement = state.placement
    if state.turn is not None and state.turn != seat:
        placement = random.choice((None, Discard(hands[state.turn][0]), Discard(hands[state.turn][-1])))
    return replace(
        state,
        deal=deal_of(random.getrandbits(64)),
        deck=tuple(deck),
        hands=tuple(hands),
        placement=placement,
        history=tuple(other_card(turn) for turn in state.history),
        last_turn=state.last_turn and other_card(state.last_turn),
    )


@MATCHES
@given(SEEDS, COLOURS)
def test_nothing_of_a_turn_is_seen_by_others_before_it_is_complete(seed: int, colours: int) -> None:
    for move in moves(seed, colours):
        for seat in (None, 1 - move.seat):
            seen = [event.seen_by(seat) for event in move.applied.events]
            if isinstance(move.action, Draw):
                turn = seen[0]
                assert isinstance(turn, Turn)
                assert (turn.drawn is None) == (move.action.pile is None)
            else:
                assert seen == [None]
                assert GAME.view(move.applied.state, seat) == GAME.view(move.before, seat)
        own = [event.seen_by(move.seat) for event in move.applied.events]
        assert own == list(move.applied.events)
        assert isinstance(own[0], Acted | TakenBack | Turn)


@MATCHES
@given(SEEDS, COLOURS)
def test_the_card_drawn_last_is_marked_while_it_is_held(seed: int, colours: int) -> None:
    for move in moves(seed, colours):
        view = GAME.view(move.applied.state, move.seat)
        if isinstance(move.action, Draw) and move.applied.state.outcome is None:
            assert view.drawn == move.applied.state.history[-1].drawn
        assert view.drawn is None or view.drawn in view.hand


def test_expeditions_add_up_to_the_points_of_their_rounds() -> None:
    *_, last = walk(GAME, 5, {"rounds": 2})
    state = last.applied.state
    told = GAME.expeditions(state)
    for result in state.results:
        for seat, points in enumerate(result.points):
            assert sum(each.points for each in told if (each.round, each.seat) == (result.number, seat)) == points
