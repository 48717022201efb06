"""The application's own emojis: brought once, kept in step, and in sight on buttons and in the log."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from bot.emojis import keep_in_step
from bot.ui import emoji
from render.emoji import emoji_name, emojis
from tests.bot.card_game import Clicker
from tests.bot.world import World, components, joined, of_verb

OWN = re.compile(r"<:(\w+):(\d+)>")
LARGEST = 256 << 10


@pytest.fixture(autouse=True)
def unlearn() -> Iterator[None]:
    """What one process has learned must not reach the next test."""
    yield
    emoji.learn({})


async def bring(world: World) -> int:
    """Keep the emojis in step; returns the number of changes at Discord that it took."""
    cursor = world.cursor
    emoji.learn(await keep_in_step(world.bot, world.bot.database))
    return sum(request.method != "GET" for request in world.requests_since(cursor))


def there(world: World) -> dict[str, int]:
    return {each.name: number for number, each in world.env.backend.application_emojis.items()}


def test_every_emoji_fits_discord() -> None:
    names = [name for name, _ in emojis()]
    assert len(names) == len(set(names)) <= 2000
    for name, picture in emojis():
        assert re.fullmatch(r"\w{2,32}", name)
        assert len(picture) <= LARGEST


async def test_they_are_brought_once_and_again_only_where_they_changed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = dict(emojis())
    assert await bring(world) == len(drawn)
    assert there(world).keys() == drawn.keys()
    assert await bring(world) == 0
    backend = world.env.backend
    owners = backend.create_application_emoji("owner_made")
    changed = {**drawn, "red_7": drawn["red_8"]}
    del changed["blue_2"]
    monkeypatch.setattr("bot.emojis.emojis", lambda: changed.items())
    backend.delete_application_emoji(there(world)["green_5"])
    # one is deleted, one made anew, one deleted and made again
    assert await bring(world) == 4
    assert there(world).keys() == {*changed, "owner_made"}
    assert there(world)["owner_made"] == owners.id


async def test_without_the_right_to_them_there_is_plain_text(world: World) -> None:
    world.env.inject_error("POST", f"/applications/{world.bot.application_id}/emojis", status=403, code=50013)
    await bring(world)
    assert not await emojis_of_a_turn(world)


async def test_they_are_on_buttons_and_in_the_log_and_show_no_more_than_the_words(world: World) -> None:
    await bring(world)
    ids = there(world)
    seen = await emojis_of_a_turn(world)
    assert seen
    assert all(ids[name] == int(number) for name, number in seen)


async def emojis_of_a_turn(world: World) -> list[tuple[str, str]]:
    """Name and id of the own emojis on the buttons of a hand and, after its turn, in the channel."""
    place = await world.begin()
    mover = place.mover
    hand = await place.hand(mover)
    buttons = [each["emoji"] for each in components(hand) if "emoji" in each]
    assert len(buttons) == len(of_verb(hand, "card"))
    clicker = Clicker(world, Random(4))
    await clicker.finish(mover, hand)
    table = await world.bot.play.matches.table(place.match_id)
    turn = table.view(None).last_turn
    logged = OWN.findall(joined(place.messages))
    assert [name for name, _ in logged] in ([], [emoji_name(turn.placement.card)])
    return [(each["name"], each["id"]) for each in buttons if each.get("id")] + logged
