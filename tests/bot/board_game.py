"""People who play the board game by clicks."""

from dataclasses import dataclass
from random import Random

from simcord import MemberActor, ResponseMessage

from tests.bot.world import Control, Place, World, of_verb


@dataclass(slots=True)
class Traveller:
    """Plays seeded moves through the buttons that are offered, one question at a time."""

    world: World
    random: Random
    boldness: float = 0.8
    """How often a card is played rather than discarded, and a figure moved rather than left."""

    async def turn(self, place: Place) -> int:
        """The whole turn of whoever is to move; returns how many taps it took from the open hand."""
        mover = place.mover
        return await self.finish(mover, await place.hand(mover))

    async def finish(self, who: MemberActor, hand: ResponseMessage) -> int:
        """The turn on an open hand; returns the number of taps."""
        await self._tap(who, hand, self.random.choice(of_verb(hand, "card")))
        taps = 1
        while offered := [each for each in of_verb(hand, "do") if _arg(each) != "take back"]:
            await self._tap(who, hand, self._choice(offered))
            taps += 1
        return taps

    def _choice(self, offered: list[Control]) -> Control:
        bold = [each for each in offered if _arg(each).split()[0] in ("play", "move", "figure")]
        if bold and self.random.random() < self.boldness:
            return self.random.choice(bold)
        deck = [each for each in offered if _arg(each) == "draw deck"]
        return deck[0] if deck else self.random.choice(offered)

    async def _tap(self, who: MemberActor, hand: ResponseMessage, control: Control) -> None:
        result = await who.click(hand, custom_id=control.custom_id)
        assert result.response is None or result.response.id == hand.id


def _arg(control: Control) -> str:
    assert control.id is not None
    return control.id.arg


async def travel_to_the_end(traveller: Traveller, place: Place, most_turns: int = 1000) -> list[int]:
    """Turns until the match is over; returns the taps of each."""
    taps: list[int] = []
    while not place.is_over and len(taps) < most_turns:
        taps.append(await traveller.turn(place))
    return taps
