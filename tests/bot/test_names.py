"""Names are what their owners like; on every screen they stay names."""

import re
from random import Random

import pytest

from tests.bot.card_game import Clicker
from tests.bot.world import World, alts, answer, controls, joined, mentions, of_verb, text

NAMES = {
    "markdown": "**_~~`a`~~_** # > [x](https://e.x)",
    "heading": "# big",
    "quote": "> quoted",
    "list": "- listed",
    "mention": "<@123456789012345678> @everyone @here",
    "timestamp": "<t:0:R> <#1> </play:1>",
    "newlines": "a\nb\r\n# c",
    "right to left": "\u202eشطرنج\u202c עברית",
    "emoji": "🏳️‍🌈" * 5,
    "wide": "漢" * 32,
    "marks": "a" + "\u0301" * 31,
    "link": "https://evil.example/**x**",
    "spoiler": "||hidden|| -# small",
    "placeholder": "{name} {0} %s",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
async def test_a_name_stays_a_name(drawn_world: World, name: str) -> None:
    world = drawn_world
    world.alice = world.guild.add_member(world.env.create_user("strange", global_name=name[:32]))
    people = {world.alice.id, world.bob.id}
    message = await world.challenge(world.alice, world.bob)
    await world.click(world.bob, message, "Accept")
    place = await world.place_of(1)
    clicker = Clicker(world, Random(1))
    hands = [await place.hand(world.alice), await place.hand(world.bob)]
    await clicker.turn(place)
    await clicker.turn(place)
    listed = answer(await world.bob.slash(world.channel, "games"))
    question = answer(await world.bob.slash(place.channel, "resign"))
    await world.click(world.bob, question, "Give up")

    everything = [message, *hands, listed, question, *place.messages]
    said = joined(everything)
    assert "@everyone" not in said
    assert "@here" not in said
    assert {user for each in everything for user in mentions(each)} <= people
    assert not re.search(r"<t:0:R>|<#1>|</play|^# |^> |^- listed|\]\(https://e", said, re.MULTILINE)
    assert "https://evil" not in said
    assert not re.search(r"(?<!\\)\|\||(?<!\\)~~", said)
    assert all("\n# c" not in alt for each in everything for alt in alts(each))
    assert all(each.label for message in everything for each in controls(message))


async def test_a_name_that_changes_is_the_new_one_from_then_on(world: World) -> None:
    place = await world.begin()
    world.env.backend.edit_member(world.guild.id, world.alice.id, {"nick": "Alicia"})
    await place.hand(world.alice)
    await Clicker(world, Random(1)).turn(place)
    await Clicker(world, Random(2)).turn(place)
    assert "Alicia" in joined(place.messages)
    assert of_verb(place.board, "hand")
    assert "Alicia" in text(answer(await world.bob.slash(world.channel, "games")))
