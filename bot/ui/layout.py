"""From a screen to what discord.py sends: a Components V2 layout, its files and whom it may notify."""

import asyncio
import io
import re
from collections.abc import Awaitable, Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import discord
from discord import ui

from bot.faults import WITHOUT_PICTURES
from bot.ui.ids import TEMPLATE
from bot.ui.screen import (
    Attachment,
    Button,
    Entity,
    EntitySelect,
    Form,
    Image,
    Line,
    Link,
    Row,
    Screen,
    Select,
    Text,
    Tone,
)
from render.picture import Picture

T = TypeVar("T")

_STYLES: Final = {
    Tone.MAIN: discord.ButtonStyle.primary,
    Tone.PLAIN: discord.ButtonStyle.secondary,
    Tone.GOOD: discord.ButtonStyle.success,
    Tone.DANGER: discord.ButtonStyle.danger,
}

_FOR_TEXT: Final = [discord.ChannelType.text, discord.ChannelType.news]

ANSWERS: Final = ThreadPoolExecutor(1, "answers")
POSTS: Final = ThreadPoolExecutor(1, "posts")
"""The threads in which pictures are drawn. Who has tapped does not wait for those of channels; and no more of them,
since a good part of drawing holds the interpreter's lock, so they would only hold up each other and the event loop."""


class GameItem(ui.DynamicItem[ui.Item[Any]], template=TEMPLATE):
    """The only component that we send. It holds nothing: presses are answered by ``bot.ui.base`` from the id alone.

    Being dynamic keeps it out of discord.py's store of views, so no message costs memory and none goes dead. A view
    that mixes it with other items would take its template from the store when it ends, so there are no others. The
    client is not told of it either: it would rebuild the whole message for each press, and nobody would use that.
    """

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> "GameItem":
        del interaction, match
        return cls(item)


@dataclass(frozen=True, slots=True)
class Message:
    """What a screen needs to be sent: ``view``, new ``files``, and the ``kept`` ones of the message it replaces."""

    view: ui.LayoutView
    files: list[discord.File]
    kept: list[discord.Attachment]
    mentions: discord.AllowedMentions


async def laid_out(screen: Screen, replaces: discord.Message | None = None, thread: Executor = ANSWERS) -> Message:
    """Draw a screen's pictures, in ``thread``, and lay it out.

    A picture or a file that ``replaces`` has already under the same name is kept instead of being sent again.
    """
    shown = _shown(replaces)
    downloads = {} if replaces is None else {each.filename: each for each in replaces.attachments}
    kept: list[discord.Attachment] = []
    files: list[discord.File] = []
    items: list[ui.Item[Any]] = []
    for block in screen.blocks:
        match block:
            case Image(name) if name in shown:
                attachment, description = shown[name]
                kept.append(attachment)
                items.append(_gallery(f"attachment://{attachment.filename}", description))
            case Image(name):
                picture = await drawn(block, thread)
                file = discord.File(io.BytesIO(picture.data), f"{name}.{picture.extension}", description=picture.alt)
                files.append(file)
                items.append(_gallery(file.uri, picture.alt))
            case Attachment(name) if name in downloads:
                kept.append(downloads[name])
                items.append(ui.File(f"attachment://{name}"))
            case Attachment(name, data):
                file = discord.File(io.BytesIO(data), name)
                files.append(file)
                items.append(ui.File(file.uri))
            case Text(content):
                items.append(ui.TextDisplay(content))
            case Line():
                items.append(ui.Separator())
            case Row(buttons):
                items.append(_action_row(_button(button) for button in buttons))
            case Select():
                items.append(_action_row([_select(block)]))
            case EntitySelect():
                items.append(_action_row([_entity_select(block)]))
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=screen.accent))
    # an ended view is sent all the same; discord.py would keep any other, a private one with a timer of 15 minutes
    view.stop()
    mentions = discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in screen.pings]
    )
    return Message(view, files, kept, mentions)


async def delivered(
    screen: Screen,
    send: Callable[[Message], Awaitable[T]],
    replaces: discord.Message | None = None,
    thread: Executor = ANSWERS,
) -> T:
    """Lay a screen out and ``send`` it; where pictures may not be sent, the same in words."""
    try:
        return await send(await laid_out(screen, replaces, thread))
    except discord.HTTPException as error:
        if error.code not in WITHOUT_PICTURES or not screen.has_pictures:
            raise
        return await send(await laid_out(screen.in_words()))


@contextmanager
def drawing_ahead(works: Iterable[Callable[[], object]]) -> Generator[None]:
    """Do things in the thread of the channels' pictures before anything that is asked for there from now on.

    What has not begun at the end of this block is left undone: the process would wait for it.
    """
    ahead = [POSTS.submit(work) for work in works]
    for each in ahead:
        # a failure is logged by the thread that asks for the result
        each.add_done_callback(lambda done: None if done.cancelled() else done.result())
    try:
        yield
    finally:
        for each in ahead:
            each.cancel()


async def drawn(image: Image, thread: Executor) -> Picture:
    """The picture, drawn in ``thread``."""
    return await asyncio.get_running_loop().run_in_executor(thread, image.draw)


def _shown(message: discord.Message | None) -> dict[str, tuple[discord.Attachment, str | None]]:
    """The pictures of a message by their names, with their alt texts."""
    if message is None:
        return {}
    descriptions = {
        item.media.url.partition("?")[0].rpartition("/")[2]: item.description
        for item in _gallery_items(message.components)
    }
    return {
        attachment.filename.rpartition(".")[0]: (attachment, descriptions[attachment.filename])
        for attachment in message.attachments
        if attachment.filename in descriptions
    }


def _gallery_items(components: Sequence[discord.Component]) -> list[discord.MediaGalleryItem]:
    found: list[discord.MediaGalleryItem] = []
    for component in components:
        match component:
            case discord.Container(children=children):
                found += _gallery_items(children)
            case discord.MediaGalleryComponent(items=items):
                found += items
            case _:
                pass
    return found


def custom_ids(components: Sequence[discord.Component]) -> set[str]:
    """The ids of the buttons of a message."""
    found: set[str] = set()
    for component in components:
        match component:
            case discord.Container(children=children) | discord.ActionRow(children=children):
                found |= custom_ids(children)
            case discord.Button(custom_id=str(custom_id)):
                found.add(custom_id)
            case _:
                pass
    return found


def _gallery(url: str, description: str | None) -> ui.MediaGallery[Any]:
    return ui.MediaGallery(discord.MediaGalleryItem(url, description=description))


def _action_row(children: Iterable[ui.Item[Any]]) -> ui.ActionRow[Any]:
    row: ui.ActionRow[Any] = ui.ActionRow()
    for child in children:
        row.add_item(child)
    return row


def _button(button: Button | Link) -> ui.Item[Any]:
    if isinstance(button, Link):
        return ui.Button(label=button.label, url=button.url)
    return GameItem(
        ui.Button(
            label=button.label,
            custom_id=str(button.id),
            style=_STYLES[button.tone],
            emoji=button.emoji,
            disabled=button.disabled,
        )
    )


def _select(select: Select) -> GameItem:
    return GameItem(
        ui.Select(
            custom_id=str(select.id),
            placeholder=select.placeholder,
            options=[
                discord.SelectOption(
                    label=choice.label, value=choice.value, description=choice.description, default=choice.chosen
                )
                for choice in select.choices
            ],
        )
    )


def _entity_select(select: EntitySelect) -> GameItem:
    kind = {
        Entity.MEMBER: discord.SelectDefaultValueType.user,
        Entity.ROLE: discord.SelectDefaultValueType.role,
        Entity.CHANNEL: discord.SelectDefaultValueType.channel,
    }[select.of]
    common: dict[str, Any] = {
        "custom_id": str(select.id),
        "placeholder": select.placeholder,
        "min_values": 0,
        "max_values": select.most,
        "default_values": [discord.SelectDefaultValue(id=each, type=kind) for each in select.chosen],
    }
    match select.of:
        case Entity.MEMBER:
            return GameItem(ui.UserSelect(**common))
        case Entity.ROLE:
            return GameItem(ui.RoleSelect(**common))
        case Entity.CHANNEL:
            return GameItem(ui.ChannelSelect(channel_types=_FOR_TEXT, **common))


def modal(form: Form) -> ui.Modal:
    """A form as what discord.py sends. Like every component it is answered from its id alone, so it is not kept."""
    made = ui.Modal(title=form.title, timeout=None, custom_id=str(form.id))
    for field in form.fields:
        made.add_item(
            ui.Label(
                text=field.label,
                component=ui.TextInput(
                    custom_id=field.name,
                    default=field.value or None,
                    placeholder=field.placeholder or None,
                    max_length=field.most_characters,
                ),
            )
        )
    made.stop()
    return made


def submitted(data: Mapping[str, Any]) -> dict[str, str]:
    """The fields of a form that was sent, by name."""
    labels: list[Mapping[str, Any]] = data.get("components", [])
    fields: list[Mapping[str, Any]] = [label.get("component") or {} for label in labels]
    return {
        str(field["custom_id"]): str(field["value"]) for field in fields if "custom_id" in field and "value" in field
    }
