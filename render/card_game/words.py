"""The pictures of the card game in words, complete enough to play from."""

from collections.abc import Sequence
from typing import Final

from render import words
from render.texts import Texts
from render.words import (
    card_name,
    colour_name,
    enumerated,
    hand_lines,
    mark_lines,
    named,
    number,
    short,
    signed,
    turn_of,
)
from rules.card_game.engine import next_starter
from rules.card_game.scoring import ExpeditionScore, score_expedition
from rules.card_game.state import Cards, Play, RoundResult, Turn
from rules.card_game.view import View
from rules.cards import WAGER, Card, Colour
from rules.game import Seat, Termination

EXAMPLE: Final = tuple(Card(Colour.PURPLE, rank) for rank in (WAGER, 3, 6, 8, 10))
"""The expedition that is scored as an example in the rules."""

STEPS: Final = ("place", "draw", "rise")
"""The paragraphs of the rules about a turn."""


def turn_words(turn: Turn, names: Sequence[str], texts: Texts) -> str:
    """A complete turn in one sentence; a card drawn from the deck is not named."""
    return words.turn_words(turn.placement, turn.draw, turn.drawn, short(names[turn.seat]), texts)


def board_words(view: View, names: Sequence[str], texts: Texts) -> str:
    """The whole table, a line for each thing on it."""
    lines = [_heading(view, texts)]
    for seat in range(len(view.columns)):
        lines.append(_total(view, seat, names, texts))
        lines += [
            _expedition(colour, view.columns[seat][colour], view.scores[seat][colour], texts)
            for colour in view.colours
            if view.columns[seat][colour]
        ]
    lines.append(_piles_words(view.piles, texts))
    if view.last_turn is not None:
        lines.append(turn_words(view.last_turn, names, texts))
    lines.append(turn_of(view.turn, names, texts))
    return "\n".join(lines)


def _piles_words(piles: Sequence[Cards], texts: Texts) -> str:
    """The open cards of the discard piles."""
    tops = [pile[-1] for pile in piles if pile]
    if not tops:
        return texts.text("table.no_piles")
    return texts.text("table.piles", cards=named(tops, texts))


def hand_words(view: View, names: Sequence[str], texts: Texts, selected: Card | None = None) -> str:
    """The own hand, and how the match stands."""
    totals = (_total(view, seat, names, texts) for seat in range(len(view.columns)))
    return "\n".join((_heading(view, texts), *totals, held_words(view, texts, selected)))


def held_words(view: View, texts: Texts, selected: Card | None = None) -> str:
    """The cards of the own hand: what can be played, what was just drawn or placed."""
    if view.placement is not None:
        key = "hand.you_played" if isinstance(view.placement, Play) else "hand.you_discarded"
        lines = [
            texts.text(key, card=card_name(view.placement.card, texts)),
            texts.text("hand.cards", cards=named(view.hand, texts)),
        ]
    else:
        lines = hand_lines(view.hand, view.fits, texts)
    return "\n".join((*lines, *mark_lines(view.drawn, selected, texts)))


def sheet_words(
    result: RoundResult, totals_after: Sequence[int], rounds: int, names: Sequence[str], texts: Texts
) -> str:
    """How a round was scored, expedition by expedition."""
    lines = [texts.text("sheet.title", round=result.number, rounds=rounds)]
    for seat, row in enumerate(result.scores):
        lines.append(
            texts.plural(
                "sheet.points",
                abs(totals_after[seat]),
                name=short(names[seat]),
                points=signed(result.points[seat]),
                total=number(totals_after[seat]),
            )
        )
        lines += [
            texts.text("sheet.line", colour=colour_name(Colour(colour), texts), formula=formula(score))
            for colour, score in enumerate(row)
            if score.cards
        ]
    lines.append(starter_words(result, totals_after, rounds, names, texts))
    return "\n".join(lines)


def starter_words(
    result: RoundResult, totals_after: Sequence[int], rounds: int, names: Sequence[str], texts: Texts
) -> str:
    """Who starts the next round, or that this was the last one."""
    if result.number == rounds:
        return texts.text("sheet.last_round")
    seat = next_starter(tuple(totals_after), result.starter)
    return texts.text("sheet.starter", name=short(names[seat]), round=result.number + 1)


def result_words(view: View, names: Sequence[str], texts: Texts) -> str:
    """Who won the finished match of ``view``, why, and the points of every round."""
    lines = [winner_words(view, names, texts), ending_words(view, names, texts)]
    for seat, total in enumerate(view.totals):
        points = texts.plural("result.points", abs(total), total=number(total))
        rounds = enumerated((signed(result.points[seat]) for result in view.results), texts)
        key = "result.seat" if rounds else "result.seat_no_rounds"
        lines.append(texts.text(key, name=short(names[seat]), points=points, rounds=rounds))
    return "\n".join(line for line in lines if line)


def winner_words(view: View, names: Sequence[str], texts: Texts) -> str:
    assert view.outcome is not None
    first, *others = view.outcome.winners
    return texts.text("result.draw") if others else texts.text("result.winner", name=short(names[first]))


def ending_words(view: View, names: Sequence[str], texts: Texts) -> str:
    """How the match ended and by how much it was won."""
    assert view.outcome is not None
    outcome = view.outcome
    key = f"result.{outcome.termination.value}"
    if left_early(view):
        loser = next(seat for seat, place in enumerate(outcome.places) if place > 1)
        return texts.text(key, name=short(names[loser]))
    margin = max(outcome.points) - min(outcome.points)
    return texts.plural(key, margin) if margin else texts.text("result.level")


def lesson_words(part: str, texts: Texts) -> str:
    """One part of the rules in short: ``turn``, or ``score`` with an expedition scored as an example."""
    if part == "turn":
        return "\n".join(texts.text(f"lesson.{step}") for step in STEPS)
    cards = named(EXAMPLE, texts)
    example = texts.text("lesson.example", cards=cards, formula=formula(score_expedition(EXAMPLE)))
    return "\n".join((texts.text("lesson.score"), example))


def left_early(view: View) -> bool:
    """Whether a seat gave up, so that the round on the table does not count."""
    return view.outcome is not None and view.outcome.termination is not Termination.COMPLETED


def before_and_now(view: View, seat: Seat) -> tuple[int, int]:
    """The points of ``seat`` without the round on the table, and with it if it counts."""
    total, standing = view.totals[seat], view.standing[seat]
    if left_early(view):
        return total, total
    return (total - standing, total) if view.outcome else (total, total + standing)


def formula(score: ExpeditionScore) -> str:
    """The score of a started expedition with its reasons: ``(27 - 20) x 3 + 20 = +41``."""
    core = f"{score.sum} \N{MINUS SIGN} {score.cost}"
    if score.multiplier > 1:
        core = f"({core}) \N{MULTIPLICATION SIGN} {score.multiplier}"
    if score.bonus:
        core = f"{core} + {score.bonus}"
    return f"{core} = {signed(score.total)}"


def _heading(view: View, texts: Texts) -> str:
    return " ".join(
        (
            texts.text("table.heading", round=view.round, rounds=view.options.rounds),
            texts.plural("table.deck", view.deck_count),
        )
    )


def _total(view: View, seat: Seat, names: Sequence[str], texts: Texts) -> str:
    before, now = before_and_now(view, seat)
    key = "table.total_left" if left_early(view) else "table.total"
    values = {"now": number(now), "before": number(before), "round": signed(view.standing[seat])}
    return texts.plural(key, abs(now), name=short(names[seat]), **values)


def _expedition(colour: Colour, cards: Cards, score: ExpeditionScore, texts: Texts) -> str:
    ranks = enumerated((texts.text("card.wager_short") if card.is_wager else str(card.rank) for card in cards), texts)
    return texts.text("table.expedition", colour=colour_name(colour, texts), score=signed(score.total), cards=ranks)
