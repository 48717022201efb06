"""The next turn, planned while others move: what the hand says of it and offers for it."""

from collections.abc import Sequence
from typing import Final

from bot.play.plans import may_plan
from bot.store.plans import ANY_COLOUR, Plan
from bot.ui.games import SCREENS
from bot.ui.screen import Block, Button, Choice, Select, Text, rows
from bot.ui.seen import Seen
from render.words import colour_name

NO_MATTER: Final = "-"
"""The value of the choice that a plan depends on nothing: those of menus cannot be empty."""


def plan_blocks(seen: Seen, plan: Plan | None) -> tuple[Block, ...]:
    """What a hand says of the next turn: the plan, that it was dropped, or the way to one."""
    assert seen.seat is not None
    texts = seen.texts
    if plan is None:
        if not may_plan(seen.table, seen.seat):
            return ()
        return rows([Button(texts.text("plan.open"), seen.id("plan"))])
    move = SCREENS[seen.table.match.game].named(seen.view, seen.table.game.parse_action(plan.placement), texts)
    if plan.dropped:
        return (Text(texts.text(f"plan.dropped.{plan.dropped}", move=move)),)
    if not may_plan(seen.table, seen.seat):
        return ()
    return (
        Text(texts.text("plan.is", move=move)),
        Select(texts.text("plan.unless"), seen.id("unless"), tuple(_conditions(seen, plan))),
        *rows([Button(texts.text("plan.forget"), seen.id("unplan"))]),
    )


def _conditions(seen: Seen, plan: Plan) -> Sequence[Choice]:
    texts = seen.texts
    colours = [
        Choice(texts.text("plan.unless.colour", colour=colour_name(each, texts)), each.letter)
        for each in seen.view.colours
    ]
    choices = [
        Choice(texts.text("plan.unless.nothing"), NO_MATTER),
        *colours,
        Choice(texts.text("plan.unless.any"), ANY_COLOUR),
    ]
    taken = plan.unless or NO_MATTER
    return [Choice(each.label, each.value, chosen=each.value == taken) for each in choices]
