"""What Discord would refuse in a request, or show otherwise than meant: its own schema, and what the schema cannot see.

The schema is Discord's published OpenAPI document, which this repository does not ship: ``DISCORD_OPENAPI`` names the
file. Without it only the checks between fields are made.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend  # pyright: ignore[reportUnknownVariableType]  # it has no types

Body = Mapping[str, Any]

MOST_COMPONENTS: Final = 40
MOST_TEXT: Final = 4000
MOST_CUSTOM_ID: Final = 100
MOST_LABEL: Final = 80
MOST_CHOICES: Final = 25
MOST_CHOICE_TEXT: Final = 100
MOST_PLACEHOLDER: Final = 150
MOST_ALT: Final = 1024

EPHEMERAL: Final = 1 << 6
COMPONENTS_V2: Final = 1 << 15

ACTION_ROW, BUTTON, STRING_SELECT = 1, 2, 3
TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE = 10, 11, 12, 13
LINK_STYLE: Final = 5

_NEW_MESSAGE, _UPDATE = 4, 7
_CALLBACK: Final = re.compile(r"/interactions/\d+/[^/]+/callback")
_NEW: Final = re.compile(r"/channels/\d+/messages|/webhooks/\d+/[^/]+")
_EDIT: Final = re.compile(r"/channels/\d+/messages/\d+|/webhooks/\d+/[^/]+/messages/[^/]+")


@dataclass(frozen=True, slots=True)
class Sent:
    """A message as a request carries it; ``is_edit`` if it changes one that is there already."""

    body: Body
    is_edit: bool


def message_in(method: str, path: str, body: Any) -> Sent | None:
    """The message that a request to ``path`` (below ``/api/v10``) writes, None if it writes none."""
    if method == "POST" and _CALLBACK.fullmatch(path) and body["type"] in (_NEW_MESSAGE, _UPDATE):
        return Sent(body["data"], body["type"] == _UPDATE)
    if method == "POST" and _NEW.fullmatch(path):
        return Sent(body, is_edit=False)
    if method == "PATCH" and _EDIT.fullmatch(path):
        return Sent(body, is_edit=True)
    return None


def request_problems(method: str, path: str, body: Any) -> list[str]:
    """Everything that is wrong with a request, a line each."""
    problems = schema_problems(method, path, body)
    sent = message_in(method, path, body)
    if sent is not None:
        problems += message_problems(sent.body, is_edit=sent.is_edit)
    return [f"{method} {path}: {problem}" for problem in problems]


def walk(components: Iterable[Body]) -> Iterator[Body]:
    """Every component, nested ones too, in the order in which they are read."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        if "accessory" in component:
            yield from walk([component["accessory"]])


def message_problems(body: Body, *, is_edit: bool = False) -> list[str]:
    """What is wrong with a message although its single fields may be right."""
    components = list(walk(body.get("components") or ()))
    return [
        *_kind_problems(body, components),
        *_count_problems(components),
        *_control_problems(components),
        *_media_problems(body, components),
        *_mention_problems(body, components, is_edit),
    ]


def _kind_problems(body: Body, components: Sequence[Body]) -> Iterator[str]:
    is_v2 = bool((body.get("flags") or 0) & COMPONENTS_V2)
    classic = [name for name in ("content", "embeds", "poll", "sticker_ids") if body.get(name)]
    if is_v2 and classic:
        yield f"{', '.join(classic)} together with the flag of the new components"
    if not is_v2 and any(component["type"] not in (ACTION_ROW, BUTTON, STRING_SELECT) for component in components):
        yield "new components without their flag"
    if not components and not classic:
        yield "an empty message"


def _count_problems(components: Sequence[Body]) -> Iterator[str]:
    if len(components) > MOST_COMPONENTS:
        yield f"{len(components)} components"
    characters = sum(len(component["content"]) for component in components if component["type"] == TEXT_DISPLAY)
    if characters > MOST_TEXT:
        yield f"{characters} characters of text"


def _control_problems(components: Sequence[Body]) -> Iterator[str]:
    ids = [component["custom_id"] for component in components if "custom_id" in component]
    yield from (f"custom id twice: {custom_id}" for custom_id in sorted({each for each in ids if ids.count(each) > 1}))
    for custom_id in ids:
        if not 1 <= len(custom_id) <= MOST_CUSTOM_ID:
            yield f"custom id of {len(custom_id)} characters: {custom_id}"
    for component in components:
        if component["type"] == BUTTON:
            label = component.get("label") or ""
            if len(label) > MOST_LABEL or not (label or component.get("emoji")):
                yield f"label of {len(label)} characters: {label}"
            if ("url" in component) != (component["style"] == LINK_STYLE):
                yield f"a link and no link at once: {label}"
        elif component["type"] == STRING_SELECT:
            yield from _select_problems(component)


def _select_problems(select: Body) -> Iterator[str]:
    options = select["options"]
    if not 1 <= len(options) <= MOST_CHOICES:
        yield f"{len(options)} choices"
    if len({option["value"] for option in options}) < len(options):
        yield "a value twice among choices"
    for option in options:
        for field in ("label", "value", "description"):
            text = option.get(field)
            if text is not None and not 1 <= len(text) <= MOST_CHOICE_TEXT:
                yield f"{field} of {len(text)} characters: {text}"
    if len(select.get("placeholder") or "") > MOST_PLACEHOLDER:
        yield "a long placeholder"


def _media_problems(body: Body, components: Sequence[Body]) -> Iterator[str]:
    pictures = [item for each in components if each["type"] == GALLERY for item in each["items"]]
    pictures += [each for each in components if each["type"] == THUMBNAIL]
    for picture in pictures:
        alt = (picture.get("description") or "").strip()
        if not 1 <= len(alt) <= MOST_ALT:
            yield f"description of {len(alt)} characters: {picture['media']['url']}"
    urls = [picture["media"]["url"] for picture in pictures]
    urls += [each["file"]["url"] for each in components if each["type"] == FILE]
    shown = [url.removeprefix("attachment://") for url in urls if url.startswith("attachment://")]
    attached = [attachment.get("filename") for attachment in body.get("attachments") or ()]
    yield from (f"shown but not attached: {name}" for name in sorted(set(shown) - set(attached)))
    yield from (f"attached but not shown: {name}" for name in sorted(set(map(str, attached)) - set(shown)))
    if len(set(attached)) < len(attached):
        yield "two files of one name"


def _mention_problems(body: Body, components: Sequence[Body], is_edit: bool) -> Iterator[str]:
    allowed = body.get("allowed_mentions")
    if allowed is None:
        yield "nothing said of whom it may notify"
        return
    if allowed.get("parse") or allowed.get("roles") or allowed.get("replied_user"):
        yield f"notifies by kind instead of by name: {allowed}"
    users = {str(user) for user in allowed.get("users") or ()}
    text = "\n".join(component["content"] for component in components if component["type"] == TEXT_DISPLAY)
    mentioned = set(re.findall(r"<@!?(\d+)>", text))
    if users - mentioned:
        yield f"may notify people whom it does not mention: {sorted(users - mentioned)}"
    if users and (is_edit or (body.get("flags") or 0) & EPHEMERAL):
        yield "an edit or a private message that means to notify"


@dataclass(frozen=True, slots=True)
class _Operation:
    method: str
    path: re.Pattern[str]
    validator: Validator


def schema_problems(method: str, path: str, body: Any) -> list[str]:
    """What Discord's schema says against the body of a request; nothing where the schema is not at hand."""
    file = schema_file()
    if file is None or body is None:
        return []
    operation = next((each for each in _operations(file) if each.method == method and each.path.fullmatch(path)), None)
    if operation is None:
        return ["Discord has no such operation"]
    return [
        f"{'/'.join(map(str, error.absolute_path)) or 'the body'}: {error.message[:200]}"
        for error in operation.validator.iter_errors(body)
    ]


def schema_file() -> Path | None:
    """The file with Discord's OpenAPI document, None if none is named."""
    name = os.environ.get("DISCORD_OPENAPI")
    return Path(name) if name else None


_WITH_BODY: Final = ("post", "put", "patch")

_UNASKED: Final = {
    "ApplicationCommandUpdateRequest": ("nsfw",),
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": ("tts",),
    "IncomingWebhookUpdateRequestPartial": ("tts",),
    "MessageAttachmentRequest": ("content_type", "proxy_url", "size", "spoiler", "url"),
    "MessageEditRequestPartial": ("tts",),
}
"""Fields by schema that discord.py sends of its own accord and Discord ignores."""


@cache
def _operations(file: Path) -> list[_Operation]:
    """Every operation that takes a body, those with the fewest parameters in the path first."""
    document: Any = json.loads(file.read_text("utf-8"))
    schemas = document["components"]["schemas"]
    # Discord takes both, and discord.py sends the ids of attachments as numbers
    schemas["SnowflakeType"] = {"type": ["string", "integer"]}
    for name, schema in schemas.items():
        # Discord ignores a field that it does not know: for us it is a slip of the pen
        if "properties" in schema and "additionalProperties" not in schema:
            schema["additionalProperties"] = False
            schema["properties"] |= dict.fromkeys(_UNASKED.get(name, ()), True)
    validator = _validator(schemas)
    found: list[tuple[int, _Operation]] = []
    for path, methods in document["paths"].items():
        pattern = re.compile(re.sub(r"\\\{[^/]+\\\}", "[^/]+", re.escape(path)))
        for method, operation in methods.items():
            if method in _WITH_BODY and "application/json" in operation.get("requestBody", {}).get("content", {}):
                schema = operation["requestBody"]["content"]["application/json"]["schema"]
                whole = validator({**schema, "components": document["components"]})
                found.append((path.count("{"), _Operation(method.upper(), pattern, whole)))
    return [operation for _, operation in sorted(found, key=lambda each: each[0])]


def _validator(schemas: Mapping[str, Any]) -> Any:
    """A class of validators that takes of a union the branch which the type of a value names.

    The standard one tries every branch in full, which is slow for nested components and blames the wrong ones.
    """

    def may_be(reference: Any, value: Any) -> bool:
        branch: Any = schemas[reference["$ref"].rpartition("/")[2]] if "$ref" in reference else reference
        if value is None or branch.get("type") == "null":
            return value is None and branch.get("type") == "null"
        types: Any = branch.get("properties", {}).get("type", {}).get("enum")
        return types is None or not isinstance(value, Mapping) or value.get("type") in types  # pyright: ignore[reportUnknownMemberType]  # any JSON

    def union(keyword: str) -> Any:
        standard: Any = Draft202012Validator.VALIDATORS[keyword]

        def chosen(validator: Any, branches: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
            fitting = [branch for branch in branches if may_be(branch, value)]
            if len(fitting) == 1:
                return validator.descend(value, fitting[0])
            return standard(validator, fitting, value, schema)

        return chosen

    unions = {keyword: union(keyword) for keyword in ("oneOf", "anyOf")}
    return cast("Any", extend(Draft202012Validator, unions))
