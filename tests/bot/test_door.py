"""The door: what a person asks is answered, logged under one trace id, and not begun any more once it is closed."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, cast

import discord
import pytest

from bot.log import EVENTS, FIELDS, trace
from bot.play import Play
from bot.play.refusal import Refusal
from bot.store.players import Preferences
from bot.ui.base import Door, Handler, Tap
from bot.ui.ids import Id

USER = 11


class Answers:
    """What was said to the person, as the text of every message."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def is_done(self) -> bool:
        return False

    async def send_message(self, *, view: discord.ui.LayoutView, **_: object) -> None:
        self.said += [child.content for child in view.walk_children() if isinstance(child, discord.ui.TextDisplay)]


@dataclass
class Person:
    id: int = USER


@dataclass
class Interaction:
    """As much of an interaction as the door needs."""

    type: discord.InteractionType = discord.InteractionType.component
    custom_id: str = "lc:try:7:3:R9"
    locale: discord.Locale = discord.Locale.american_english
    user: Person = field(default_factory=Person)
    response: Answers = field(default_factory=Answers)
    command: object = None

    @property
    def data(self) -> dict[str, str]:
        return {"custom_id": self.custom_id}


class Choices:
    async def preferences(self, user_id: int) -> Preferences:
        assert user_id == USER
        return Preferences()


@dataclass
class PlayStub:
    """As much of what is played as the door needs."""

    choices: Choices = field(default_factory=Choices)


def door(handler: Handler) -> Door:
    return Door(cast(Play, PlayStub()), {"try": handler})


async def press(into: Door, interaction: Interaction | None = None) -> list[str]:
    """Press and return what was said."""
    pressed = interaction or Interaction()
    await into.on_interaction(cast("discord.Interaction[Any]", pressed))
    return pressed.response.said


def events(caplog: pytest.LogCaptureFixture) -> list[tuple[str, dict[str, Any]]]:
    return [(record.msg, getattr(record, FIELDS)) for record in caplog.records if record.name == EVENTS.name]


async def test_a_press_is_one_line_with_all_but_the_card(caplog: pytest.LogCaptureFixture) -> None:
    async def handler(tap: Tap) -> None:
        assert tap.id == Id("try", 7, 3, "R9")

    assert await press(door(handler)) == []
    ((name, fields),) = events(caplog)
    assert fields.pop("ms") >= 0
    assert (name, fields) == ("press", {"verb": "try", "subject": 7, "ply": 3, "user": USER, "outcome": "done"})


async def test_a_refusal_is_said_and_its_code_is_the_outcome(caplog: pytest.LogCaptureFixture) -> None:
    async def handler(tap: Tap) -> None:
        del tap
        raise Refusal("moved_on")

    (said,) = await press(door(handler))
    assert said
    assert events(caplog)[0][1]["outcome"] == "moved_on"


async def test_an_error_tells_the_trace_that_its_lines_bear(caplog: pytest.LogCaptureFixture) -> None:
    traces: list[str] = []

    async def handler(tap: Tap) -> None:
        del tap
        traces.append(trace())
        raise ZeroDivisionError

    (said,) = await press(door(handler))
    assert f"`{traces[0]}`" in said
    assert events(caplog)[0][1]["outcome"] == "failed"
    assert await press(door(handler))
    assert traces[0] != traces[1]


@pytest.mark.parametrize("custom_id", ["somebody else's", "lc:other:1:2:"])
async def test_what_is_not_ours_is_answered_too(caplog: pytest.LogCaptureFixture, custom_id: str) -> None:
    async def handler(tap: Tap) -> None:
        raise AssertionError(tap)

    assert len(await press(door(handler), Interaction(custom_id=custom_id))) == 1
    assert events(caplog)[0][1]["outcome"] == "unknown_control"


async def test_a_command_goes_by_its_name(caplog: pytest.LogCaptureFixture) -> None:
    @dataclass
    class Command:
        name: str = "hand"

    async def handler(tap: Tap) -> None:
        del tap

    asked = Interaction(type=discord.InteractionType.application_command, command=Command())
    await door(handler).answer(Tap(cast("discord.Interaction[Any]", asked), cast(Play, None)), handler)
    ((name, fields),) = events(caplog)
    assert (name, fields["verb"], "subject" in fields) == ("command", "hand", False)


async def test_once_closed_it_begins_nothing_but_says_so(caplog: pytest.LogCaptureFixture) -> None:
    async def handler(tap: Tap) -> None:
        raise AssertionError(tap)

    closed = door(handler)
    await closed.close(0)
    (said,) = await press(closed)
    assert "restarting" in said
    assert events(caplog)[0][1]["outcome"] == "restarting"


async def test_closing_waits_for_what_is_under_way() -> None:
    free, done = asyncio.Event(), list[bool]()

    async def handler(tap: Tap) -> None:
        del tap
        await free.wait()
        done.append(True)

    opened = door(handler)
    under_way = asyncio.create_task(press(opened))
    await asyncio.sleep(0)
    closing = asyncio.create_task(opened.close(60))
    await asyncio.sleep(0)
    assert not closing.done()
    free.set()
    await closing
    await under_way
    assert done == [True]


async def test_closing_breaks_off_what_does_not_end(caplog: pytest.LogCaptureFixture) -> None:
    async def handler(tap: Tap) -> None:
        del tap
        await asyncio.Event().wait()

    opened = door(handler)
    under_way = asyncio.create_task(press(opened))
    await asyncio.sleep(0)
    await opened.close(0)
    assert under_way.cancelled()
    assert events(caplog)[0][1]["outcome"] == "cancelled"
