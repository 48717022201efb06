"""People who play any game by clicks."""

from dataclasses import dataclass
from random import Random

from simcord import MemberActor, ResponseMessage

from tests.bot.world import Control, Place, World, of_verb

DECK = "draw deck"
TAKE_BACK = "take back"
BOLD = ("play", "move", "figure")


@dataclass(slots=True)
class Tapper:
    """Plays seeded moves through the buttons that are offered, one question at a time."""

    world: World
    random: Random
    boldness: float = 0.8
    """How often a card is played rather than discarded, and a figure moved rather than left."""
    from_piles: float = 0.1
    """How often a card is drawn from a pile that offers one."""

    async def turn(self, place: Place) -> int:
        """The whole turn of whoever is to move; returns how many taps it took from the open hand."""
        mover = place.mover
        return await self.finish(mover, await place.hand(mover))

    async def finish(self, who: MemberActor, hand: ResponseMessage) -> int:
        """The turn on an open hand; returns the number of taps."""
        await self.tap(who, hand, self.random.choice(of_verb(hand, "card")))
        taps = 1
        while control := self.next(hand):
            await self.tap(who, hand, control)
            taps += 1
        return taps

    def next(self, hand: ResponseMessage) -> Control | None:
        """What is done next with the card that was tapped; None once the turn is over."""
        offered = [each for each in of_verb(hand, "do") if arg(each) != TAKE_BACK]
        bold = [each for each in offered if arg(each).split()[0] in BOLD]
        if bold and self.random.random() < self.boldness:
            return self.random.choice(bold)
        piles = [each for each in offered if arg(each).startswith("draw ") and arg(each) != DECK]
        others = [each for each in offered if each not in piles]
        if piles and self.random.random() < self.from_piles:
            return self.random.choice(piles)
        return self.random.choice(others) if others else None

    async def tap(self, who: MemberActor, hand: ResponseMessage, control: Control) -> None:
        """Press a button of a hand, which shows the answer itself."""
        result = await who.click(hand, custom_id=control.custom_id)
        assert result.response is None or result.response.id == hand.id


def arg(control: Control) -> str:
    assert control.id is not None
    return control.id.arg


async def tap_to_the_end(tapper: Tapper, place: Place, most_turns: int = 1000) -> list[int]:
    """Turns until the match is over; returns the taps of each."""
    taps: list[int] = []
    while not place.is_over and len(taps) < most_turns:
        taps.append(await tapper.turn(place))
    return taps
