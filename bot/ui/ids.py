"""The custom ids of components: what was pressed, on what, as of when. The only place that writes or reads them."""

import re
from dataclasses import dataclass
from typing import Final

from bot.play.refusal import Refusal

MOST_CHARACTERS: Final = 100

TEMPLATE: Final = re.compile(r"lc:(?P<verb>[a-z_]{1,20}):(?P<subject>\d{1,15}):(?P<ply>\d{1,9}):(?P<arg>[^\n]{0,50})")


@dataclass(frozen=True, slots=True)
class Id:
    """``verb`` names the handler, ``subject`` the match or challenge, ``ply`` the moment at which it was shown.

    ``arg`` is the handler's own; a card may stand there only on a message that nobody else sees. Who pressed is never
    in an id: the seat follows from the user.
    """

    verb: str
    subject: int = 0
    ply: int = 0
    arg: str = ""

    def __str__(self) -> str:
        return f"lc:{self.verb}:{self.subject}:{self.ply}:{self.arg}"


def decode(text: str) -> Id | None:
    """The id whose text form this is, None if it is none of ours."""
    found = TEMPLATE.fullmatch(text)
    if found is None or not text.isascii():
        return None
    return Id(found["verb"], int(found["subject"]), int(found["ply"]), found["arg"])


def may_be_number(text: str, most_digits: int = 19) -> bool:
    """Whether a text can be an id: Discord's, and those of the database, have 63 bits."""
    return text.isascii() and text.isdigit() and len(text) <= most_digits and int(text) < 1 << 63


def number_in(text: str, most_digits: int = 19) -> int:
    """The id that a control carries in its ``arg`` or as a value. Raises Refusal if that is none."""
    if not may_be_number(text, most_digits):
        raise Refusal("unknown_control")
    return int(text)
