"""People who play the card game by clicks, and its sample."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from simcord import MemberActor, ResponseMessage

from rules.card_game.scoring import score_expedition
from rules.card_game.state import Columns, RoundResult, State, Turn, all_cards
from rules.cards import WAGER, Card, Colour
from rules.turns import Discard, Draw, Play
from tests.bot.samples import Sample
from tests.bot.world import Control, Place, World, of_verb

DECK: Final = "draw deck"


@dataclass(slots=True)
class Clicker:
    """Plays seeded moves through the buttons that are offered."""

    world: World
    random: Random
    from_piles: float = 0.1
    """How often a card is drawn from a pile that offers one."""

    async def turn(self, place: Place) -> int:
        """The whole turn of whoever is to move; returns how many taps it took from the open hand."""
        mover = place.mover
        return await self.finish(mover, await place.hand(mover))

    async def finish(self, who: MemberActor, hand: ResponseMessage) -> int:
        """The turn on an open hand; returns the number of taps."""
        taps = 0
        for choose in (self.card, self.placement, self.draw):
            await self.tap(who, hand, choose(hand))
            taps += 1
        return taps

    async def tap(self, who: MemberActor, hand: ResponseMessage, control: Control) -> None:
        """Press a button of a hand, which shows the answer itself."""
        result = await who.click(hand, custom_id=control.custom_id)
        assert result.response is None or result.response.id == hand.id

    def card(self, hand: ResponseMessage) -> Control:
        return self.random.choice(of_verb(hand, "card"))

    def placement(self, hand: ResponseMessage) -> Control:
        """To play the chosen card, or to put it away where it cannot be played or chance will have it."""
        offered = of_verb(hand, "do")
        return offered[0] if self.random.random() < 0.7 else offered[-1]

    def draw(self, hand: ResponseMessage) -> Control:
        offered = [each for each in of_verb(hand, "do") if each.id is not None and each.id.arg.startswith("draw ")]
        piles = [each for each in offered if each.id is not None and each.id.arg != DECK]
        if piles and self.random.random() < self.from_piles:
            return self.random.choice(piles)
        return next(each for each in offered if each not in piles)


async def play_to_the_end(clicker: Clicker, place: Place, most_turns: int = 1000) -> list[int]:
    """Turns until the match is over; returns the taps of each."""
    taps: list[int] = []
    while not place.is_over and len(taps) < most_turns:
        taps.append(await clicker.turn(place))
    return taps


_CARDS: Final = all_cards(6)
_COLUMNS: Final[Columns] = tuple(
    tuple(tuple(card for card in _CARDS if card.colour == colour)[seat:12:2] for colour in Colour) for seat in range(2)
)
_HAND: Final = tuple(
    sorted(Card(colour, rank) for colour, rank in zip([*Colour, *Colour][:8], [WAGER] * 6 + [10, 9], strict=True))
)
_TURN: Final = Turn(1, Play(Card(Colour.PURPLE, WAGER)), Draw(Colour.PURPLE), Card(Colour.PURPLE, 10))


def _fullest(state: State) -> State:
    scores = tuple(tuple(map(score_expedition, row)) for row in _COLUMNS)
    return replace(
        state,
        hands=(_HAND, _HAND),
        columns=_COLUMNS,
        piles=tuple((Card(colour, 10),) for colour in Colour),
        results=tuple(RoundResult(number, 0, _COLUMNS, scores) for number in range(1, 10)),
        round=9,
        turn=0,
        last_turn=_TURN,
    )


def _asked(state: State) -> Iterator[State]:
    for placement in (Play(_HAND[0]), Discard(_HAND[0])):
        yield replace(state, placement=placement)


SAMPLE: Final = Sample(
    key="card_game",
    most={"colours": 6, "rounds": 9},
    cards=_CARDS,
    unbegun={"placement": None},
    fullest=_fullest,
    asked=_asked,
    turn=_TURN,
    points=(-1080, -1090),
)
