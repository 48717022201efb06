"""The checks of requests find what they are for."""

import os
from typing import Any

import pytest

from tests.discord_checks import COMPONENTS_V2, EPHEMERAL, message_problems, request_problems, schema_file

NOBODY: dict[str, Any] = {"parse": []}


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def button(custom_id: str, label: str = "Press") -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": label, "custom_id": custom_id}


def row(*children: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(children)}


def select(*options: dict[str, str]) -> dict[str, Any]:
    return row({"type": 3, "custom_id": "s", "options": list(options)})


def gallery(url: str, **more: str) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": url}, **more}]}


def message(*components: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"components": list(components), "flags": COMPONENTS_V2, "allowed_mentions": NOBODY, **more}


def test_a_sound_message_has_no_problems() -> None:
    whole = message(
        {"type": 17, "components": [text("Hello"), gallery("attachment://a.png", description="A"), row(button("a"))]},
        attachments=[{"id": 0, "filename": "a.png"}],
    )
    assert request_problems("POST", "/channels/1/messages", whole) == []
    assert request_problems("POST", "/interactions/1/token/callback", {"type": 4, "data": whole}) == []


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (message(row(button("a"), button("a"))), "custom id twice"),
        (message(text("x"), content="x"), "content together"),
        (message(text("x"), embeds=[{}]), "embeds together"),
        (message(text("x"), flags=0), "without their flag"),
        (message(*[text("x")] * 41), "41 components"),
        (message(*[text("x" * 2001)] * 2), "4002 characters"),
        (message(row(button("x" * 101))), "custom id of 101"),
        (message(row(button("a", "x" * 81))), "label of 81"),
        (message(row(button("a", ""))), "label of 0"),
        (message(row({**button("a"), "url": "https://x"})), "a link and no link"),
        (message(), "an empty message"),
        (message(select()), "0 choices"),
        (message(select(*[{"label": "a", "value": "b"}] * 2)), "a value twice"),
        (message(select({"label": "x" * 101, "value": "b"})), "label of 101"),
        (message(gallery("attachment://a.png", description="A")), "shown but not attached: a.png"),
        (message(text("x"), attachments=[{"id": 0, "filename": "a.png"}]), "attached but not shown: a.png"),
        (message(gallery("https://x/a.png")), "description of 0"),
        (message(gallery("https://x/a.png", description="x" * 1025)), "description of 1025"),
        (message(text("x"), allowed_mentions=None), "nothing said of whom"),
        (message(text("@here"), allowed_mentions={"parse": ["everyone"]}), "by kind"),
        (message(text("x"), allowed_mentions={"parse": [], "users": ["1"]}), "whom it does not mention"),
        (
            message(text("<@1>"), allowed_mentions={"users": ["1"]}, flags=COMPONENTS_V2 | EPHEMERAL),
            "means to notify",
        ),
    ],
)
def test_what_the_schema_cannot_see(body: dict[str, Any], problem: str) -> None:
    assert any(problem in each for each in message_problems(body)), message_problems(body)


def test_an_edit_notifies_nobody() -> None:
    body = message(text("<@1>"), allowed_mentions={"parse": [], "users": ["1"]})
    assert request_problems("POST", "/channels/1/messages", body) == []
    assert request_problems("PATCH", "/channels/1/messages/2", body) != []
    assert request_problems("POST", "/interactions/1/token/callback", {"type": 7, "data": body}) != []


@pytest.fixture
def schema() -> None:
    """Discord's schema is at hand."""
    if schema_file() is None:
        reason = "DISCORD_OPENAPI does not name Discord's OpenAPI document, so requests are not checked against it"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)


@pytest.mark.parametrize(
    ("method", "path", "body", "problem"),
    [
        ("POST", "/channels/1/messages", message(text("x"), colour="red"), "'colour' was unexpected"),
        ("POST", "/channels/1/messages", message({**text("x"), "size": 1}), "'size' was unexpected"),
        ("POST", "/channels/1/messages", message(text("")), "components/0/content"),
        (
            "POST",
            "/channels/1/messages",
            message(row(*[button(str(at)) for at in range(6)])),
            "components/0/components",
        ),
        ("POST", "/channels/1/messages", message({"type": 99}), "components/0"),
        ("PATCH", "/channels/1/messages/2", message(text("x"), nonce="1"), "'nonce' was unexpected"),
        ("POST", "/interactions/1/t/callback", {"type": 4, "data": message(text("x" * 4001))}, "data/components/0"),
        ("POST", "/channels/1/nonsense", {}, "no such operation"),
    ],
)
def test_what_the_schema_sees(schema: None, method: str, path: str, body: Any, problem: str) -> None:
    del schema
    problems = request_problems(method, path, body)
    assert any(problem in each for each in problems), problems
