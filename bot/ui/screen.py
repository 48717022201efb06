"""A screen as plain data: what a message says and offers, before it becomes Discord's components."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from bot.ui.ids import Id
from render.picture import Picture


class Tone(Enum):
    """What a button is for."""

    MAIN = "main"
    PLAIN = "plain"
    GOOD = "good"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph in Discord's markdown."""

    content: str


@dataclass(frozen=True, slots=True)
class Image:
    """A picture. ``name`` (no extension) tells its content: a message that shows that name already keeps its file.

    ``words`` say everything that the picture shows, for where no picture can be.
    """

    name: str
    draw: Callable[[], Picture]
    words: Callable[[], str]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to download."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Line:
    """A separating line."""


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    id: Id
    tone: Tone = Tone.PLAIN
    emoji: str | None = None
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Choice:
    label: str
    value: str
    description: str | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A menu of at most 25 choices, of which one is taken."""

    placeholder: str
    id: Id
    choices: tuple[Choice, ...]


class Entity(Enum):
    """What of a server a menu offers."""

    MEMBER = "member"
    ROLE = "role"
    CHANNEL = "channel"
    """A channel for text."""


@dataclass(frozen=True, slots=True)
class EntitySelect:
    """A menu of things of the server, of which up to ``most`` are taken; ``chosen`` are taken at first."""

    placeholder: str
    id: Id
    of: Entity
    chosen: tuple[int, ...]
    most: int


@dataclass(frozen=True, slots=True)
class Field:
    """A line of text to fill in; ``name`` tells it apart within its form."""

    name: str
    label: str
    value: str = ""
    placeholder: str = ""
    most_characters: int = 40


@dataclass(frozen=True, slots=True)
class Form:
    """A dialogue with up to five fields. Sending it comes in as a press on ``id``."""

    title: str
    id: Id
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """Up to five buttons side by side."""

    buttons: tuple[Button | Link, ...]


Block: TypeAlias = Text | Image | Attachment | Line | Row | Select | EntitySelect


@dataclass(frozen=True, slots=True)
class Screen:
    """A message. ``accent`` is the colour (0xRRGGBB) of its edge; ``pings`` are the people whom it notifies."""

    blocks: tuple[Block, ...]
    accent: int | None = None
    pings: tuple[int, ...] = ()

    @property
    def has_pictures(self) -> bool:
        return any(isinstance(block, Image) for block in self.blocks)

    def in_words(self) -> "Screen":
        """The same with words in place of pictures."""
        blocks = tuple(Text(block.words()) if isinstance(block, Image) else block for block in self.blocks)
        return Screen(blocks, self.accent, self.pings)


def rows(buttons: Sequence[Button | Link], per_row: int = 5) -> tuple[Row, ...]:
    """Buttons in as few rows as hold ``per_row`` each, evenly filled."""
    count = -(-len(buttons) // per_row)
    size = -(-len(buttons) // count) if count else 0
    return tuple(Row(tuple(buttons[at : at + size])) for at in range(0, len(buttons), size)) if size else ()
