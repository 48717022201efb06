"""The pictures of the board game in words, complete enough to play from."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from render import words
from render.picture import ALT_LIMIT
from render.texts import Texts
from render.words import (
    apart,
    card_name,
    colour_name,
    enumerated,
    fitting,
    hand_lines,
    mark_lines,
    named,
    number,
    short,
    signed,
    turn_of,
)
from rules.board_game.scoring import ARTIFACT_VALUES, Figure
from rules.board_game.state import ADVENTURERS, BRIDGE, CROSSINGS, STEPS, Arrival, RoundResult, Stay, Tile, Turn
from rules.board_game.view import View
from rules.cards import Card, Colour
from rules.game import Seat, Termination
from rules.turns import Play

_WAYS: Final = {1: "up", -1: "down", 0: "open"}

TURN: Final = ("start", "move", "tiles")
"""The paragraphs of the rules about a turn."""


def turn_words(turn: Turn, names: Sequence[str], texts: Texts) -> str:
    """A complete turn in one sentence, with every move and what it met; a card drawn from the deck is not named."""
    name = short(names[turn.seat])
    if turn.draw is not None and not turn.arrivals:
        return words.turn_words(turn.placement, turn.draw, turn.drawn, name, texts)
    moves = moves_words(turn.placement.card.colour, turn.arrivals, texts, stay=Stay() in turn.choices)
    return texts.text(
        "paths.turn", name=name, card=card_name(turn.placement.card, texts), moves=moves, draw=_drawn(turn, texts)
    )


def _drawn(turn: Turn, texts: Texts) -> str:
    if turn.draw is None:
        return texts.text("paths.draw.none")
    if turn.draw.pile is None or turn.drawn is None:
        return texts.text("paths.draw.deck")
    return texts.text("paths.draw.pile", card=card_name(turn.drawn, texts))


def moves_words(played: Colour, arrivals: Sequence[Arrival], texts: Texts, *, stay: bool = False) -> str:
    """The moves that a card of the colour ``played`` led to, in order, and what they met."""
    moves = [
        _move(arrival, texts, by_card=not index and arrival.path == played) for index, arrival in enumerate(arrivals)
    ]
    if stay:
        moves.append(texts.text("paths.stay"))
    return apart(moves, texts)


def _move(arrival: Arrival, texts: Texts, *, by_card: bool) -> str:
    figure = arrival.figure
    if figure.step == 1:
        move = texts.text("paths.start.researcher" if figure.researcher else "paths.start.adventurer")
    elif by_card:
        move = texts.text("paths.to_step", step=figure.step)
    else:
        move = texts.text("paths.move", colour=colour_name(arrival.path, texts), step=figure.step)
    if arrival.tile is None:
        return move
    return texts.text("paths.met", move=move, tile=tile_name(arrival.tile, texts))


def tile_name(tile: Tile, texts: Texts) -> str:
    """``an artifact``, ``an arrow``, ``10 points``."""
    if tile.points:
        return texts.plural("paths.points", tile.points)
    return texts.text(f"paths.tile.{tile.name.lower()}")


def board_words(view: View, names: Sequence[str], texts: Texts) -> str:
    """The whole table, what matters first."""
    last = [] if view.last_turn is None else [turn_words(view.last_turn, names, texts)]
    return "\n".join((heading(view, texts), *last, *_table(view, names, texts)))


def board_alt(view: View, names: Sequence[str], texts: Texts) -> str:
    """The whole table as the description of a picture: where it is too long, without the last turn, which the message
    tells too, and with the names cut as far as it takes."""
    whole = board_words(view, names, texts)
    if len(whole) <= ALT_LIMIT:
        return whole
    return fitting(lambda called: "\n".join((heading(view, texts), *_table(view, called, texts))), names)


def _table(view: View, names: Sequence[str], texts: Texts) -> Iterator[str]:
    """Whose turn it is, what every seat has, and what lies and stands on every path."""
    yield turn_of(view.turn, names, texts)
    for seat in range(view.seats):
        yield seat_words(view, seat, names, texts)
    for colour in view.colours:
        yield _row(view, colour, texts)


def _row(view: View, colour: Colour, texts: Texts) -> str:
    """A path with the figures on it, beside each the last card of its seat, then its pile and its tiles."""
    pile = view.piles[colour]
    parts = [_standing(view, seat, colour, texts) for seat in range(view.seats) if view.columns[seat][colour]]
    if pile:
        parts.append(texts.text("paths.pile", rank=pile[-1].rank))
    for kind in Tile:
        steps = [str(step) for step, tile in enumerate(view.tiles[colour], 1) if tile is kind]
        if steps:
            key = "points" if kind.points else kind.name.lower()
            parts.append(texts.text(f"paths.lies.{key}", points=kind.points, steps=enumerated(steps, texts)))
    return texts.text("paths.row", colour=colour_name(colour, texts), parts=apart(parts, texts))


def _standing(view: View, seat: Seat, colour: Colour, texts: Texts) -> str:
    figure = view.figures[seat][colour]
    card = _with_way(view, seat, colour, str(view.columns[seat][colour][-1].rank), texts)
    if figure is None:
        return texts.text("paths.stands.none", seat=seat + 1, card=card)
    who = "researcher" if figure.researcher else "adventurer"
    return texts.text(f"paths.stands.{who}", seat=seat + 1, card=card, step=figure.step)


def _with_way(view: View, seat: Seat, colour: Colour, card: str, texts: Texts) -> str:
    """A seat's last card on a path, under Keltis rules with the way its cards go."""
    if view.options.direction == "up":
        return card
    return texts.text(f"paths.way.{_WAYS[view.direction(seat, colour)]}", card=card)


def heading(view: View, texts: Texts) -> str:
    """Which expedition it is, how far it is, and how high the deck is."""
    return f"{stage(view, texts)} {texts.plural('table.deck', view.deck_count)}"


def stage(view: View, texts: Texts) -> str:
    """Which expedition it is, and how many figures are behind the bridges."""
    return " ".join(
        (
            texts.text("paths.stage", round=view.round, rounds=view.options.rounds),
            texts.text("paths.crossed", crossed=view.crossed, most=CROSSINGS),
        )
    )


def seat_words(view: View, seat: Seat, names: Sequence[str], texts: Texts) -> str:
    """What a seat has collected, and what its figures are worth where they stand."""
    if view.outcome is not None:
        collected = texts.plural("paths.points", abs(view.outcome.points[seat]))
        return texts.text("paths.seat_over", seat=seat + 1, name=short(names[seat]), points=collected)
    return texts.text(
        "paths.seat_left" if seat in view.left else "paths.seat",
        seat=seat + 1,
        name=short(names[seat]),
        points=texts.plural("paths.points", view.chips[seat]),
        artifacts=texts.plural("paths.artifacts", view.artifacts[seat]),
        figures=signed(view.settlements[seat].net),
    )


def hand_words(view: View, names: Sequence[str], texts: Texts, selected: Card | None = None) -> str:
    """The own hand and paths, and how the match stands."""
    seats = (seat_words(view, seat, names, texts) for seat in range(view.seats))
    return "\n".join((heading(view, texts), *seats, held_words(view, texts, selected)))


def held_words(view: View, texts: Texts, selected: Card | None = None) -> str:
    """The own hand and paths: what can be played, what was done so far, and what the next steps bring."""
    assert view.seat is not None
    if view.unfinished:
        lines = [question(view, texts), texts.text("hand.cards", cards=named(view.hand, texts))]
    else:
        lines = hand_lines(view.hand, view.fits, texts)
    lines += mark_lines(view.drawn, selected, texts)
    lines += [_own_path(view, view.seat, colour, texts) for colour in view.colours]
    lines.append(figures_left(view, view.seat, texts))
    if view.unfinished:
        lines.append(so_far(view, texts))
    return "\n".join(lines)


def _own_path(view: View, seat: Seat, colour: Colour, texts: Texts) -> str:
    """A path as its traveller sees it: where the figure stands, and what the next step brings."""
    if not view.columns[seat][colour]:
        return texts.text("paths.own_closed", colour=colour_name(colour, texts))
    figure = view.figures[seat][colour]
    told = _with_way(view, seat, colour, card_name(view.columns[seat][colour][-1], texts), texts)
    if figure is None:
        return texts.text("paths.own_end", path=told)
    told = texts.text("paths.researcher" if figure.researcher else "paths.figure", card=told, step=figure.step)
    if figure.step == STEPS:
        return texts.text("paths.own_end", path=told)
    following = Figure(figure.researcher, figure.step + 1)
    tile = view.tiles[colour][figure.step]
    step = texts.text("paths.next", now=signed(figure.points), then=signed(following.points))
    if tile is not None:
        step = texts.text("paths.met", move=step, tile=tile_name(tile, texts))
    return texts.text("paths.own", path=told, next=step)


def figures_left(view: View, seat: Seat, texts: Texts) -> str:
    """Which figures a seat can still start paths with."""
    researcher, adventurers = unused(view, seat)
    if researcher:
        return texts.plural("paths.left_with_researcher", adventurers)
    return texts.plural("paths.left", adventurers)


def unused(view: View, seat: Seat) -> tuple[bool, int]:
    """Whether the researcher of a seat is unused, and how many of its adventurers are."""
    figures = [figure for figure in view.figures[seat] if figure is not None]
    researcher = any(figure.researcher for figure in figures)
    return not researcher, ADVENTURERS + researcher - len(figures)


def so_far(view: View, texts: Texts) -> str:
    """What the seat to act has done in its turn."""
    placement = view.placement
    assert placement is not None
    card = card_name(placement.card, texts)
    if not isinstance(placement, Play):
        return texts.text("paths.you_discard", card=card)
    stay = view.unfinished[-1] == Stay()
    if not view.arrivals:
        return texts.text("paths.you_play", card=card)
    moves = moves_words(placement.card.colour, view.arrivals, texts, stay=stay)
    return texts.text("paths.you_play_moves", card=card, moves=moves)


def question(view: View, texts: Texts) -> str:
    """What the seat to act decides next."""
    return texts.text(f"paths.ask.{view.phase.value}")


def sheet_words(result: RoundResult, rounds: int, starter: Seat | None, names: Sequence[str], texts: Texts) -> str:
    """How an expedition was settled, seat by seat."""
    lines = [
        texts.text("paths.sheet.title", round=result.number, rounds=rounds),
        closing_words(result, starter, names, texts),
    ]
    for seat, settlement in enumerate(result.settlements):
        lines.append(
            texts.text(
                "paths.sheet.seat",
                name=short(names[seat]),
                points=signed(result.points[seat]),
                total=texts.plural("paths.points", settlement.after),
                artifacts=texts.plural("paths.artifacts", result.artifacts[seat]),
            )
        )
        lines.append(
            texts.text(
                "paths.sheet.sum",
                before=number(result.chips[seat]),
                tiles=signed(settlement.chips - result.chips[seat]),
                figures=signed(settlement.net),
            )
        )
        if settlement.forgiven:
            lines.append(texts.text("paths.sheet.forgiven", points=settlement.forgiven))
        figures = [
            _settled(Colour(colour), figure, texts)
            for colour, figure in enumerate(settlement.figures)
            if figure is not None
        ]
        if figures:
            lines.append(f"- {apart(figures, texts)}")
    return "\n".join(lines)


def _settled(colour: Colour, figure: Figure, texts: Texts) -> str:
    key = "paths.sheet.researcher" if figure.researcher else "paths.sheet.figure"
    return texts.text(key, colour=colour_name(colour, texts), step=figure.step, points=signed(figure.points))


def closing_words(result: RoundResult, starter: Seat | None, names: Sequence[str], texts: Texts) -> str:
    """What ended an expedition, and who starts the next one."""
    crossed = sum(figure is not None and figure.step >= BRIDGE for row in result.figures for figure in row)
    ended = texts.text("paths.sheet.bridge" if crossed == CROSSINGS else "paths.sheet.deck")
    if starter is None:
        return f"{ended} {texts.text('paths.sheet.last')}"
    return f"{ended} {texts.text('paths.sheet.starter', name=short(names[starter]), round=result.number + 1)}"


def result_words(view: View, names: Sequence[str], texts: Texts) -> str:
    """Who won the finished match of ``view``, why, and where every seat's points came from."""
    assert view.outcome is not None
    places, points = view.outcome.places, view.outcome.points
    lines = [winner_words(view, names, texts), ending_words(view, names, texts)]
    lines += [
        texts.text(
            "paths.result.seat",
            name=short(names[seat]),
            points=texts.plural("paths.points", points[seat]),
            sums=enumerated(_sums(view, seat, texts), texts),
        )
        for seat in sorted(range(view.seats), key=lambda seat: places[seat])
    ]
    return "\n".join(lines)


def _sums(view: View, seat: Seat, texts: Texts) -> Iterable[str]:
    for result in view.results:
        yield texts.text("paths.result.expedition", round=result.number, points=signed(result.points[seat]))
    artifacts = texts.plural("paths.artifacts", view.artifacts[seat])
    if completed(view):
        yield texts.text("paths.result.artifacts", artifacts=artifacts, points=signed(view.finals[seat].points))
    if seat in view.left:
        yield texts.text("paths.result.left")


def completed(view: View) -> bool:
    """Whether the match was played to its end, so that artifacts count."""
    return view.outcome is not None and view.outcome.termination is Termination.COMPLETED


def winner_words(view: View, names: Sequence[str], texts: Texts) -> str:
    assert view.outcome is not None
    first, *others = view.outcome.winners
    if not others:
        return texts.text("result.winner", name=short(names[first]))
    return texts.text("paths.result.shared", names=texts.list([short(names[seat]) for seat in (first, *others)]))


def ending_words(view: View, names: Sequence[str], texts: Texts) -> str:
    """How the match ended and by how much it was won."""
    assert view.outcome is not None
    outcome = view.outcome
    if not completed(view):
        return texts.text(f"result.{outcome.termination.value}", name=short(names[view.left[-1]]))
    if len(outcome.winners) > 1:
        return texts.text("paths.result.level")
    ranked = sorted(
        ((points, view.artifacts[seat]) for seat, points in enumerate(outcome.points) if seat not in view.left),
        reverse=True,
    )
    margin = ranked[0][0] - ranked[1][0]
    return texts.plural("result.completed", margin) if margin else texts.text("paths.result.more_artifacts")


def lesson_words(part: str, texts: Texts) -> str:
    """One part of the rules in short: ``turn``, ``end``, or ``artifacts`` with what they are worth."""
    if part == "turn":
        return "\n".join(texts.text(f"paths.lesson.{step}") for step in TURN)
    paragraphs = [texts.text(f"paths.lesson.{part}")]
    if part == "end":
        return paragraphs[0]
    paragraphs += [
        texts.text(
            f"paths.lesson.{length}",
            values=enumerated((f"{count}: {number(value)}" for count, value in enumerate(values)), texts),
        )
        for length, values in ARTIFACT_VALUES.items()
    ]
    paragraphs.append(texts.text("paths.lesson.keltis"))
    return "\n".join(paragraphs)
