"""What those who manage a server may do with a match; each is an entry of its log, with the reason."""

from bot.play import turn_clock
from bot.play.matches import Change, Matches
from bot.play.refusal import Refusal
from bot.store.matches import EntryKind
from rules.game import Seat


class Moderation:
    """Ends, corrects, pauses, resumes and moves matches. Who may is decided where the request comes in."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    async def end(self, match_id: int, guild_id: int, user_id: int, reason: str) -> None:
        """End a running match without a result."""
        async with self._matches.changing(match_id) as change:
            _must_be_of(change, guild_id)
            change.must_run()
            change.log(EntryKind.END, reason, seat=None, actor=user_id)

    async def correct(self, match_id: int, guild_id: int, user_id: int, winner: Seat | None, reason: str) -> None:
        """Set who won a finished match: ``winner``, or all share the first place if None.

        Raises Refusal while the match runs and if it ended without a result.
        """
        async with self._matches.changing(match_id) as change:
            _must_be_of(change, guild_id)
            if not change.match.is_over:
                raise Refusal("match_running")
            if change.match.outcome is None:
                raise Refusal("no_result")
            seats = range(len(change.match.players))
            places = " ".join("1" if winner in (None, seat) else "2" for seat in seats)
            change.log(EntryKind.CORRECT, f"{places} {reason}", seat=None, actor=user_id)

    async def pause(self, match_id: int, guild_id: int, user_id: int, reason: str) -> None:
        """Let a running match stand still until a moderator lets it go on."""
        async with self._matches.changing(match_id) as change:
            _must_be_of(change, guild_id)
            change.must_run()
            already = change.match.clock.paused
            change.log(EntryKind.PAUSE, reason, seat=None, actor=user_id)
            change.on_clock = None if already else turn_clock.pause

    async def resume(self, match_id: int, guild_id: int, user_id: int, reason: str) -> None:
        """Let a match that stands still go on."""
        async with self._matches.changing(match_id) as change:
            _must_be_of(change, guild_id)
            change.must_run()
            if not change.match.clock.paused:
                raise Refusal("not_paused")
            change.log(EntryKind.RESUME, reason, seat=None, actor=user_id)
            change.on_clock = turn_clock.resume

    async def move(self, match_id: int, guild_id: int, user_id: int, channel_id: int, reason: str) -> None:
        """Show a running match in another channel or thread from now on. Raises Refusal if it is shown there."""
        async with self._matches.changing(match_id) as change:
            _must_be_of(change, guild_id)
            change.must_run()
            if change.match.place_id == channel_id:
                raise Refusal("is_there_already")
            change.log(EntryKind.MOVE, reason, seat=None, actor=user_id)
            change.place_id = channel_id


def _must_be_of(change: Change, guild_id: int) -> None:
    if change.match.guild_id != guild_id:
        raise Refusal("no_such_match", match=change.match.id)
