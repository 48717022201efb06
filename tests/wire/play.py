"""People who play over the wire, whatever goes wrong: they press again, or give the command again."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from bot.demo.people import Member, Refused
from bot.demo.server import LoopbackDiscord
from bot.demo.world import Payload, walk
from bot.ui.ids import Id, decode

TRIES: Final = 60
"""So often something is pressed that ought to work in the end."""
MOST_TAPS: Final = 12
"""More than most turns take, chains of arrows too."""


def ids(message: Payload) -> Iterator[Id]:
    """The ids of what can be pressed on a message."""
    for component in walk(message["components"]):
        pressed = decode(component.get("custom_id", ""))
        if pressed is not None and not component.get("disabled"):
            yield pressed


def of_verb(message: Payload, verb: str) -> list[Id]:
    return [each for each in ids(message) if each.verb == verb]


@dataclass
class Club:
    """A server of a pretend Discord with one channel and its people."""

    server: LoopbackDiscord
    random: Random
    people: int
    guild: int = 0
    channel: int = 0
    members: list[Member] = field(default_factory=list[Member])

    def __post_init__(self) -> None:
        self.guild = self.server.world.create_guild("Club")
        self.channel = self.server.world.create_channel(self.guild, "table")
        self.members = [self.server.join(self.guild, f"Person {number}") for number in range(self.people)]

    def places(self) -> list[int]:
        return self.server.world.channels(self.guild)

    async def begin(self, host: Member, guest: Member, *others: Member, **terms: object) -> int:
        """A match of two, by a challenge, or of more by a lobby; returns its number."""
        if others:
            return await self._gather(host, (guest, *others), terms)
        await self.tried(host, "play", opponent=guest, **terms)
        for _ in range(TRIES):
            for message in reversed(guest.messages(self.channel)):
                for accept in of_verb(message, "accept"):
                    await guest.click(message, str(accept))
            if started := await self.started(guest):
                return started
            await self.server.until(lambda: False, 0.2)
        raise AssertionError("no match has begun")

    async def _gather(self, host: Member, guests: Sequence[Member], terms: Mapping[str, object]) -> int:
        reply = await host.slash(self.channel, "play", **terms)
        assert reply.message is not None
        for guest in guests:
            await guest.click(reply.message, str(of_verb(reply.message, "join")[0]))
        return await self._start(host, int(reply.message["id"]))

    async def begin_alone(self, host: Member, **terms: object) -> int:
        """A match against the computer; returns its number."""
        reply = await host.slash(self.channel, "play", level="easy", **terms)
        assert reply.message is not None
        return await self._start(host, int(reply.message["id"]))

    async def _start(self, host: Member, message: int) -> int:
        full = self.server.world.message(self.channel, message)
        assert full is not None
        await host.click(full, str(of_verb(full, "start")[0]))
        started = await self.started(host)
        assert started is not None
        return started

    async def tried(self, who: Member, command: str, **options: object) -> None:
        try:
            await who.slash(self.channel, command, **options)
        except Refused:
            return

    async def started(self, who: Member) -> int | None:
        """The newest match whose hand a person gets."""
        reply = await who.slash(self.channel, "hand")
        found = [each.subject for each in ids(reply.message or {"components": []}) if each.verb in ("card", "refresh")]
        return found[0] if found else None

    async def turn(self, match: int, players: Sequence[Member]) -> bool:
        """Some of a turn of whoever is to move; False once nobody can do anything."""
        for who in players:
            hand = (await who.slash(self.channel, "hand", match=str(match))).message
            if hand is not None and (of_verb(hand, "card") or of_verb(hand, "do")):
                await self.finish_turn(who, hand)
                return True
        return False

    async def finish_turn(self, who: Member, hand: Payload) -> None:
        for _ in range(MOST_TAPS):
            actions = [each for each in of_verb(hand, "do") if "take" not in each.arg]
            choices = actions or of_verb(hand, "card")
            if not choices:
                return
            reply = await who.click(hand, str(self.random.choice(choices)))
            if reply.message is None or reply.failed:
                return
            hand = reply.message

    def boards(self, match: int) -> list[Payload]:
        """The boards that look live, wherever they stand."""
        found = [message for place in self.places() for message in self.members[0].messages(place)]
        return [
            message
            for message in found
            if message["only"] is None and any(each.subject == match for each in of_verb(message, "hand"))
        ]
