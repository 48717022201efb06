"""What the channel of a match does not show yet, and that it shows it now."""

from dataclasses import dataclass

import aiosqlite

from bot.store import matches, notices
from bot.store.matches import Match, Post, PostKind
from bot.store.notices import Notice


@dataclass(frozen=True, slots=True)
class Backlog:
    """What is to be done in the channel of ``match``.

    ``posts`` are the messages of which it matters that they are there, the oldest first, ``untold`` what is to be
    told.
    """

    match: Match
    posts: list[Post]
    untold: list[Notice]

    @property
    def is_behind(self) -> bool:
        """Whether the channel does not show the match as it is."""
        is_new = self.match.public_ply > self.match.published_ply or self.match.board_wanted > 0
        return is_new or bool(stale_boards(self.match, self.posts))

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to be done, not even to find out whether there is still trouble."""
        return not self.is_behind and not self.untold and self.match.trouble is None


async def backlog(connection: aiosqlite.Connection, match_id: int) -> Backlog:
    match = await matches.get(connection, match_id)
    assert match is not None
    posts = await matches.posts_since(connection, match_id, match.published_ply)
    return Backlog(match, posts, await notices.untold(connection, match_id))


def stale_boards(match: Match, posts: list[Post]) -> list[Post]:
    """The boards that still look as if they were the last word."""
    boards = [post for post in posts if post.live and post.kind is PostKind.BOARD]
    return boards if match.is_over else boards[:-1]


async def note_post(connection: aiosqlite.Connection, match: Match, post: Post) -> None:
    """A message shows ``match``, in answer to all who had asked for its board if it is one."""
    await matches.add_post(connection, match.id, post)
    if post.kind is PostKind.BOARD:
        await matches.board_shown(connection, match.id, match.board_wanted)


async def note_published(connection: aiosqlite.Connection, match: Match, retired: list[Post]) -> None:
    """The channel shows all of ``match``, and messages before have been ``retired``."""
    for post in retired:
        await matches.retire_post(connection, match.id, post)
    await matches.set_published(connection, match.id, match.public_ply)
    if match.is_over:
        await matches.board_shown(connection, match.id, match.board_wanted)


async def return_home(connection: aiosqlite.Connection, match: Match) -> None:
    """Let a match whose thread is gone be shown again in the channel in which it was opened."""
    await matches.settle(connection, match.id, match.channel_id)
    await matches.want_board(connection, match.id)
