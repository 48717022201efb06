"""What can come back from Discord, or from the way there, instead of what was asked for: one table of codes.

What becomes of a match whose surroundings go away (each is seen at the next request, or by an event of the server):

* A message was deleted: nothing is missed; the next board stands in a message of its own anyway, and ``/board`` brings
  one at once.
* The thread was deleted: the match goes on in the channel in which it was opened, with its board.
* The channel was deleted: the match goes on privately, by ``/hand`` in any channel of the server, and says so there;
  a moderator can move it to another channel.
* The bot was removed from the server: the clock of every turn stands still, so that nobody loses; when the bot is
  back it runs on and the boards follow.
* A member left, or the account was deleted: the others are told so at the reminder, and the deadline ends the match
  as for anybody who does not come.
"""

from enum import Enum, auto
from typing import Final

import aiohttp
import discord

FAILURES: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError)
"""What a request to Discord may raise."""


class Reaction(Enum):
    """What is to be made of a failed request."""

    LATER = auto()
    """The same may succeed in a while: it is tried again, after longer and longer waits."""
    PEOPLE = auto()
    """Somebody has to allow or unlock something: players read so with their hand, and it is tried again then, when
    the server changes, and now and then."""
    ELSEWHERE = auto()
    """The place does not exist or cannot be made: the channel in which a match was opened takes its part."""
    ANEW = auto()
    """This message does not take this change: it is posted anew, with words for its pictures if need be, and the old
    one goes away."""
    NEVER = auto()
    """What it was meant for is gone or done: it is not tried again."""


REACTIONS: Final = {
    10003: Reaction.ELSEWHERE,  # unknown channel
    10004: Reaction.PEOPLE,  # unknown server
    10007: Reaction.NEVER,  # unknown member
    10008: Reaction.NEVER,  # unknown message
    10013: Reaction.NEVER,  # unknown user
    10015: Reaction.NEVER,  # unknown webhook: an interaction of which nothing is known any more
    10062: Reaction.NEVER,  # unknown interaction: answered too late
    30046: Reaction.ANEW,  # too many edits of an old message
    40005: Reaction.ANEW,  # the files are too large
    40060: Reaction.NEVER,  # interaction answered already
    50001: Reaction.PEOPLE,  # missing access
    50007: Reaction.NEVER,  # cannot send direct messages to this user
    50013: Reaction.PEOPLE,  # missing permissions
    50027: Reaction.NEVER,  # the interaction's token has expired
    50035: Reaction.ANEW,  # invalid form body
    50083: Reaction.PEOPLE,  # thread is archived, and locked since a message would have opened it
    50278: Reaction.NEVER,  # no server in common for a direct message
    160004: Reaction.NEVER,  # the message has a thread already
    160005: Reaction.PEOPLE,  # thread is locked
    160006: Reaction.ELSEWHERE,  # as many threads as a server may have
}
"""The reactions to Discord's codes (Opcodes and Status Codes, JSON)."""

TROUBLES: Final = {
    10003: "gone",
    10004: "no_access",
    50001: "no_access",
    50013: "no_permission",
    50083: "archived",
    160005: "archived",
}
"""What keeps a channel from being brought up to date, as the players are told; anything else is a ``fault``."""

PERMISSIONS: Final = ("no_access", "no_permission")
"""The troubles that the bot's permissions in a channel are to blame for."""

UNKNOWN_SERVER, UNKNOWN_MEMBER, UNKNOWN_USER, MISSING_ACCESS, THREAD_EXISTS = 10004, 10007, 10013, 50001, 160004
TOO_LATE: Final = (10008, 10015, 10062, 40060, 50027)
"""Codes for an answer whose interaction, or the message that it was to change, is gone or answered already."""

WITHOUT_PICTURES: Final = (40005, 50013, 50035)
"""Codes with which a message may be refused for its pictures."""


def reaction_to(error: BaseException) -> Reaction:
    """What to make of one of ``FAILURES``. What is not in the table may pass: 429, 500, 502, a broken connection."""
    return REACTIONS.get(code_of(error), Reaction.LATER)


def code_of(error: BaseException) -> int:
    """Discord's code, 0 if the request had no answer or one without a code."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def trouble_of(error: BaseException) -> str:
    """What players are told of a failure that keeps their channel behind, the end of a key ``trouble.*``."""
    return TROUBLES.get(code_of(error), "fault")
