"""Every error of Discord at every request of the bot: the match stays playable, and its channel catches up."""

from datetime import timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import pytest
import simcord
from discord import HTTPException
from discord.app_commands import CommandTree
from simcord import MemberActor, ResponseMessage

from bot.faults import REACTIONS, Reaction
from tests.bot.card_game import Clicker
from tests.bot.world import Control, HousedBot, Place, World, control, of_verb, text

PASSING: Final = {0: 500, -1: 502, -2: 503, 30046: 429}
STATUSES: Final = {50001: 403, 50007: 403, 50013: 403, 50278: 403, 40060: 400, 50027: 401, 50035: 400, 50083: 400}
FAULTS: Final = {code: STATUSES.get(code, 404 if code < 20000 else 400) for code in REACTIONS} | PASSING
"""The HTTP status by code; codes below 1 stand for answers without any."""

CHANNEL_CAUGHT_UP: Final = timedelta(minutes=20)


class Table:
    """Two people who go on playing whatever goes wrong: they press again, or give the command again."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.clicker = Clicker(world, Random(7))

    def fail(self, method: str, path: str, code: int) -> None:
        self.world.env.inject_error(method, path, status=FAULTS[code], code=max(code, 0))

    async def waited(self) -> None:
        await self.world.wait(CHANNEL_CAUGHT_UP)

    async def begun(self) -> Place:
        await self.world.alice.slash(self.world.channel, "play", opponent=self.world.bob)
        await self.waited()
        message = self.challenge()
        pressed = control(message, "Accept").id
        assert pressed is not None
        await self.world.click(self.world.bob, message, "Accept")
        await self.waited()
        challenge = await self.world.bot.play.challenges.get(pressed.subject)
        assert challenge.match_id is not None
        return await self.world.place_of(challenge.match_id)

    def challenge(self) -> ResponseMessage:
        """The newest message on which a challenge can be accepted."""
        return [each for each in self.world.messages(self.world.channel) if of_verb(each, "accept")][-1]

    async def mover(self, match_id: int) -> MemberActor:
        match = (await self.world.bot.play.matches.table(match_id)).match
        assert match.turn is not None
        return self.world.person(match.players[match.turn].user_id)

    def tap(self, hand: ResponseMessage) -> Control:
        """What comes next in a turn: to choose a card, to put it somewhere, or to draw."""
        offered = [each for each in of_verb(hand, "do") if each.id is not None and "take" not in each.id.arg]
        if not offered:
            return self.clicker.card(hand)
        drawing = any(each.id is not None and each.id.arg.startswith("draw") for each in offered)
        return self.clicker.draw(hand) if drawing else self.clicker.placement(hand)

    async def turn(self, match_id: int) -> None:
        """The rest of the turn of whoever is to move, by the command and the buttons of the hand."""
        mover = await self.mover(match_id)
        hand = await self.hand(mover, match_id)
        while await self.mover(match_id) is mover:
            await mover.click(hand, custom_id=self.tap(hand).custom_id)

    async def hand(self, who: MemberActor, match_id: int) -> ResponseMessage:
        result = await who.slash(self.world.channel, "hand", match=str(match_id))
        assert result.response is not None
        return result.response

    def places(self, place: Place) -> list[Place]:
        """The channel and its threads."""
        where = [self.world.channel, *self.world.channel.threads]
        return [Place(self.world, place.match_id, each) for each in where]

    async def is_well(self, match_id: int) -> None:
        """One live board shows the match as it stands, and nobody is told of trouble."""
        match = (await self.world.bot.play.matches.table(match_id)).match
        assert match.trouble is None
        assert match.published_ply == match.public_ply
        place = await self.world.place_of(match_id)
        assert match.turn is not None
        board = place.boards[-1]
        assert f"<@{match.players[match.turn].user_id}>" in text(board)
        assert place.messages[-1].id == board.id


@pytest.fixture
def table(world: World) -> Table:
    return Table(world)


codes = pytest.mark.parametrize("code", FAULTS)


@codes
async def test_a_challenge_whose_message_fails_is_posted_all_the_same(table: Table, code: int) -> None:
    table.fail("POST", "/interactions/*/callback", code)
    place = await table.begun()
    await table.is_well(place.match_id)


@codes
async def test_a_match_begins_whatever_becomes_of_its_thread(table: Table, code: int) -> None:
    table.fail("POST", "/channels/*/threads", code)
    place = await table.begun()
    await table.turn(place.match_id)
    await table.is_well(place.match_id)


@pytest.mark.parametrize("path", ["/channels/*/messages", "/channels/*/messages/*"])
async def test_every_error_at_the_boards_of_a_turn(table: Table, path: str) -> None:
    place = await table.begun()
    method = "PATCH" if path.endswith("/*") else "POST"
    for code in FAULTS:
        table.fail(method, path, code)
        await table.turn(place.match_id)
        await table.waited()
        await table.is_well(place.match_id)
    await table.turn(place.match_id)
    believed_gone = [code for code in REACTIONS if REACTIONS[code] in (Reaction.NEVER, Reaction.ELSEWHERE)]
    in_all = [message for each in table.places(place) for message in each.boards]
    assert len(in_all) == 1 + (len(believed_gone) if method == "PATCH" else 0)


async def test_every_error_while_a_board_is_shown_again(table: Table) -> None:
    place = await table.begun()
    for code in FAULTS:
        table.fail("DELETE", "/channels/*/messages/*", code)
        await table.world.alice.slash(table.world.channel, "board", match=str(place.match_id))
        await table.waited()
        await table.is_well(place.match_id)
        await table.turn(place.match_id)
        await table.is_well(place.match_id)


@pytest.mark.parametrize("taps_before", range(3))
async def test_every_error_at_the_answer_to_a_press(table: Table, taps_before: int) -> None:
    place = await table.begun()
    for code in [*FAULTS][taps_before::3]:
        mover = await table.mover(place.match_id)
        hand = await table.hand(mover, place.match_id)
        for _ in range(taps_before):
            await mover.click(hand, custom_id=table.tap(hand).custom_id)
        table.fail("POST", "/interactions/*/callback", code)
        await mover.click(hand, custom_id=table.tap(hand).custom_id)
        if await table.mover(place.match_id) is mover:
            await table.turn(place.match_id)
        await table.is_well(place.match_id)


async def test_every_error_at_a_notice(table: Table) -> None:
    place = await table.begun()
    for code in FAULTS:
        mover = await table.mover(place.match_id)
        waiting = table.world.bob if mover is table.world.alice else table.world.alice
        await table.world.wait(timedelta(hours=7))
        hand = await table.hand(waiting, place.match_id)
        table.fail("POST", "/channels/*/messages", code)
        await table.world.click(waiting, hand, "Nudge")
        await table.waited()
        assert "is waiting for your turn" in text((await table.world.place_of(place.match_id)).messages[-1])
        await table.turn(place.match_id)
        await table.is_well(place.match_id)


@codes
async def test_every_error_at_the_look_up_of_a_member(table: Table, code: int) -> None:
    """Whoever cannot be looked up is taken to be there; who is gone is said to be; with the bot gone, time stands."""
    place = await table.begun()
    mover = await table.mover(place.match_id)
    table.fail("GET", "/guilds/*/members/*", code)
    await table.world.wait(timedelta(hours=12))
    said = text((await table.world.place_of(place.match_id)).messages[-1])
    match = (await table.world.bot.play.matches.table(place.match_id)).match
    assert ("is not in this server any more" in said) == (code in (10007, 10013)), said
    assert (match.clock.deadline is None) == (code in (10004, 50001))
    assert await table.mover(place.match_id) is mover
    await table.turn(place.match_id)


@codes
async def test_every_error_at_the_commands(tmp_path: Path, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot runs on with the commands that Discord knows, and tells them again."""
    tell = CommandTree[Any].sync
    failures = iter([code])

    async def sync(tree: CommandTree[Any], *, guild: Any = None) -> Any:
        if next(failures, None) is not None:
            response: Any = SimpleNamespace(status=FAULTS[code], reason="injected")
            raise HTTPException(response, {"code": max(code, 0), "message": "injected"})
        return await tell(tree, guild=guild)

    monkeypatch.setattr(CommandTree, "sync", sync)
    async with simcord.run(HousedBot(tmp_path / "bot.sqlite3")) as env:
        assert not [each for each in env.http_requests if each.method == "PUT"]
        await env.advance_time(90)
        assert [each for each in env.http_requests if each.method == "PUT"]
        await env.bot.close()
