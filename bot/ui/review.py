"""The review of one's own turns after a match: a summary with the turning points, and every turn on pages."""

from functools import partial
from typing import Any, Final

from bot.i18n import Catalogue
from bot.play.coach import Review as Reviewed
from bot.play.coach import ReviewedTurn
from bot.ui.base import Handler, Later, Tap
from bot.ui.games import SCREENS, GameScreens
from bot.ui.ids import Id
from bot.ui.images import fingerprint
from bot.ui.screen import Block, Button, Image, Row, Screen, Text, Tone, rows
from bot.ui.words import accent
from render.outlook import Outlook, outlook, outlook_words
from render.theme import Theme

AT_ONCE: Final = 0.5
"""Seconds after which the first answer comes."""

STEP: Final = 3.0
"""Seconds after which it tells how far the review has come."""

PAGE: Final = 10
"""So many turns stand on a page."""

SMALL: Final = 1.0
"""A move that is worth fewer points more is no better: values are estimates."""


def review_screen(review: Reviewed, match_id: int, game: str, page: int, texts: Catalogue, theme: Theme) -> Screen:
    """A page of a complete review: the summary is page 0, the turns stand on those after it."""
    title = texts.text("review.title", match=match_id)
    if not review.turns:
        return Screen((Text(f"{title}\n{texts.text('review.none')}"),), accent(theme))
    pages = -(-len(review.turns) // PAGE)
    page = min(page, pages)
    screens = SCREENS[game]
    blocks = _summary(review, title, screens, texts, theme) if page == 0 else _turns(review, page, screens, texts)
    buttons = [Button(texts.text("review.summary"), Id("review_page", match_id), disabled=page == 0)]
    if page > 1:
        buttons.append(Button(texts.text("review.earlier"), Id("review_page", match_id, page - 1)))
    if page < pages:
        buttons.append(Button(texts.text("review.later"), Id("review_page", match_id, page + 1), Tone.MAIN))
    return Screen((*blocks, *rows(buttons)), accent(theme))


def _summary(review: Reviewed, title: str, screens: GameScreens, texts: Catalogue, theme: Theme) -> list[Block]:
    good = sum(all(each.loss < SMALL for each in turn.decisions) for turn in review.turns)
    head = f"{title}\n{texts.plural('review.good', len(review.turns), good=good)}"
    blocks: list[Block] = [Text(head)]
    told = _outlook(review)
    if told is not None:
        name = f"outlook-{fingerprint(told, texts, theme)}"
        blocks.append(Image(name, partial(outlook, told, texts, theme), partial(outlook_words, told, texts)))
    points = review.turning_points
    lines = [_turning_point(turn, screens, texts) for turn in points]
    heading = texts.text("review.turning_points" if points else "review.no_turning_point")
    blocks.append(Text("\n".join((heading, *lines, f"-# {texts.text('review.estimate')}"))))
    return blocks


def _outlook(review: Reviewed) -> Outlook | None:
    """How the match went, None if nothing was ever compared."""
    known = [(turn.round, turn.expected) for turn in review.turns if turn.expected is not None]
    if not known:
        return None
    values = [value for _, value in known]
    if review.final is not None:
        values.append(float(review.final))
    begins = [(at, number) for at, (number, _) in enumerate(known) if not at or number != known[at - 1][0]]
    return Outlook(tuple(values), tuple(begins))


def _turning_point(turn: ReviewedTurn, screens: GameScreens, texts: Catalogue) -> str:
    worst = turn.worst
    return texts.text(
        "review.turning_point",
        number=turn.number,
        round=turn.round,
        played=screens.named(worst.view, worst.played, texts),
        best=screens.named(worst.view, worst.best, texts),
        loss=texts.number(worst.loss, 1),
        reason=screens.reason(worst.view, worst.best, texts),
    )


def _turns(review: Reviewed, page: int, screens: GameScreens, texts: Catalogue) -> list[Block]:
    shown = review.turns[(page - 1) * PAGE : page * PAGE]
    head = texts.text("review.page", first=shown[0].number, last=shown[-1].number, total=len(review.turns))
    return [Text("\n".join((f"### {head}", *(_turn(turn, screens, texts) for turn in shown))))]


def _turn(turn: ReviewedTurn, screens: GameScreens, texts: Catalogue) -> str:
    """What was played, and what would have been better."""
    values: dict[str, Any] = {
        "number": turn.number,
        "played": texts.list([screens.named(each.view, each.played, texts) for each in turn.decisions]),
    }
    better = [each for each in turn.decisions if each.loss >= SMALL]
    if not better:
        return texts.text("review.as_recommended", **values)
    best = texts.list([screens.named(each.view, each.best, texts) for each in better])
    return texts.text("review.better", **values, best=best, loss=texts.number(sum(each.loss for each in better), 1))


def _progress(review: Reviewed, match_id: int, texts: Catalogue) -> Screen:
    if review.total is None:
        line = texts.text("review.waits")
    else:
        line = texts.text("review.progress", done=len(review.turns), total=review.total)
    # whoever waits in vain, since the bot was started anew, finds the way on here
    return Screen((Text(line), Row((Button(texts.text("review.again"), Id("review_page", match_id)),))))


async def _open(tap: Tap) -> Later | None:
    review = await tap.play.coach.review(tap.id.subject, tap.user_id, AT_ONCE)
    await tap.whisper(await _as_it_is(tap, review))
    return _onward(tap, review)


async def _turn_page(tap: Tap) -> Later | None:
    review = await tap.play.coach.review(tap.id.subject, tap.user_id, AT_ONCE)
    await tap.update_own(await _as_it_is(tap, review))
    return _onward(tap, review)


async def _as_it_is(tap: Tap, review: Reviewed) -> Screen:
    if not review.is_complete:
        return _progress(review, tap.id.subject, tap.texts)
    match = (await tap.play.matches.table(tap.id.subject)).match
    return review_screen(review, match.id, match.game, tap.id.ply, tap.texts, await tap.theme())


def _onward(tap: Tap, review: Reviewed) -> Later | None:
    return None if review.is_complete else _until_complete(tap)


async def _until_complete(tap: Tap) -> Later:
    complete = False
    while not complete:
        review = await tap.play.coach.review(tap.id.subject, tap.user_id, STEP)
        complete = review.is_complete
        yield await _as_it_is(tap, review)


HANDLERS: Final[dict[str, Handler]] = {"review": _open, "review_page": _turn_page}
"""What the buttons of a review do, by the verb of their ids."""
