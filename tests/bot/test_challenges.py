"""How a match comes about, and every way in which it does not."""

from datetime import timedelta
from random import Random

import pytest

from bot.play.challenges import LIFETIME, MOST_OPEN
from tests.bot.card_game import Clicker
from tests.bot.world import Press, World, answer, control, controls, mentions, of_verb, said, text

ANSWERS = {
    "Accept": "This challenge is for somebody else. `/play` opens one of your own.",
    "Decline": "This challenge is for somebody else. `/play` opens one of your own.",
    "Withdraw": "Only the one who opened this can do that.",
}


async def test_a_challenge_says_what_is_played_and_shows_the_fingerprint(world: World) -> None:
    message = await world.challenge(world.alice, world.bob)
    challenge = await world.bot.play.challenges.get(1)
    assert "### alice challenges <@" in text(message)
    assert "Lost Cities, the card game · 5 colours · 3 rounds" in text(message)
    assert "Fingerprint of the shuffle: `" in text(message)
    assert challenge.secret.hex() not in text(message)
    assert mentions(message) == [world.bob.id]
    assert [each.label for each in controls(message)] == list(ANSWERS)


@pytest.mark.parametrize("label", ANSWERS)
async def test_a_stranger_is_refused(world: World, label: str) -> None:
    message = await world.challenge(world.alice, world.bob)
    assert said(await world.click(world.carol, message, label)) == ANSWERS[label]
    assert [each.label for each in controls(message)] == list(ANSWERS)


async def test_each_side_has_its_own_buttons(world: World) -> None:
    message = await world.challenge(world.alice, world.bob)
    assert "your own challenge" in said(await world.click(world.alice, message, "Accept"))
    assert "for somebody else" in said(await world.click(world.alice, message, "Decline"))
    assert "Only the one who opened this" in said(await world.click(world.bob, message, "Withdraw"))


@pytest.mark.parametrize(
    ("label", "is_host", "ending", "refusal"),
    [
        ("Decline", False, "Declined.", "This challenge was declined."),
        ("Withdraw", True, "Withdrawn by alice.", "This challenge was withdrawn."),
        ("Accept", False, "Accepted. The match is on.", "This match has begun already."),
    ],
)
async def test_a_challenge_ends_once(world: World, label: str, is_host: bool, ending: str, refusal: str) -> None:
    message = await world.challenge(world.alice, world.bob)
    pressed = control(message, "Accept").custom_id
    await world.click(world.alice if is_host else world.bob, message, label)
    assert ending in text(message)
    assert controls(message) == []
    (late,) = await world.press(Press(world.bob, message, pressed))
    assert said(late) == refusal


@pytest.mark.parametrize("is_running", [True, False], ids=["running", "stopped"])
async def test_a_challenge_expires_and_looks_expired(world: World, is_running: bool) -> None:
    message = await world.challenge(world.alice, world.bob)
    pressed = control(message, "Accept").custom_id
    if is_running:
        await world.wait(LIFETIME - timedelta(seconds=1))
        assert controls(message)
        await world.wait(timedelta(seconds=2))
    else:
        await world.restart(after=LIFETIME * 2)
    assert "Expired without an answer." in text(message)
    assert controls(message) == []
    (late,) = await world.press(Press(world.bob, message, pressed))
    assert said(late) == "This challenge has expired."


async def test_a_lobby(world: World) -> None:
    lobby = await world.challenge(world.alice)
    assert "At the table: **alice**." in text(lobby)
    assert "1 seat is free." in text(lobby)
    assert control(lobby, "Start").disabled
    assert "your own challenge" in said(await world.click(world.alice, lobby, "Join"))
    assert said(await world.click(world.bob, lobby, "Leave")) == "You have no seat at this table."
    assert "Cancel the lobby" in said(await world.click(world.alice, lobby, "Leave"))
    (early,) = await world.press(Press(world.alice, lobby, control(lobby, "Start").custom_id))
    assert said(early) == "Not all seats are taken yet."

    await world.click(world.bob, lobby, "Join")
    assert "At the table: **alice and bob**." in text(lobby)
    assert "All seats are taken." in text(lobby)
    assert control(lobby, "Join").disabled
    full, again = await world.press(
        Press(world.carol, lobby, control(lobby, "Join").custom_id),
        Press(world.bob, lobby, control(lobby, "Join").custom_id),
    )
    assert "All seats are taken" in said(full)
    assert said(again) == "You have a seat at this table already."
    assert said(await world.click(world.bob, lobby, "Start")) == "Only the one who opened this can do that."
    await world.click(world.bob, lobby, "Leave")
    assert "At the table: **alice**." in text(lobby)

    await world.click(world.carol, lobby, "Join")
    await world.click(world.alice, lobby, "Start")
    assert "The match is on." in text(lobby)
    place = await world.place_of(1)
    assert place.mover.id in (world.alice.id, world.carol.id)


async def test_a_lobby_is_cancelled_by_its_host(world: World) -> None:
    lobby = await world.challenge(world.alice)
    await world.click(world.bob, lobby, "Join")
    assert said(await world.click(world.bob, lobby, "Cancel")) == "Only the one who opened this can do that."
    await world.click(world.alice, lobby, "Cancel")
    assert "Cancelled by alice." in text(lobby)
    assert controls(lobby) == []


async def test_who_cannot_be_challenged(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    outsider = world.env.create_user("outsider")
    play = world.alice.slash
    assert "cannot challenge yourself" in said(await play(world.channel, "play", opponent=world.alice))
    assert "Other bots do not play here" in said(await play(world.channel, "play", opponent=robot))
    assert said(await play(world.channel, "play", opponent=outsider)) == "That person is not a member of this server."
    await world.challenge(world.alice, world.bob)
    assert "asked already" in said(await play(world.channel, "play", opponent=world.bob))


async def test_so_many_challenges_are_open_at_most(world: World) -> None:
    lobbies = [await world.challenge(world.alice) for _ in range(MOST_OPEN)]
    refused = said(await world.alice.slash(world.channel, "play"))
    assert (
        refused == "You have 5 open challenges, which is the most. `/games` lists them, so that you can withdraw one."
    )
    await world.click(world.alice, lobbies[0], "Cancel")
    await world.challenge(world.alice)


async def test_the_user_menu_challenges_with_the_default_terms(world: World) -> None:
    result = await world.alice.context_menu(world.channel, "Challenge to Lost Cities", world.bob)
    assert "5 colours · 3 rounds" in text(answer(result))
    await world.click(world.bob, answer(result), "Accept")
    await Clicker(world, Random(1)).turn(await world.place_of(1))


async def test_two_accept_at_once(world: World) -> None:
    message = await world.challenge(world.alice, world.bob)
    accept = Press(world.bob, message, control(message, "Accept").custom_id)
    await world.press(accept, accept, accept)
    assert len(world.channel.threads) == 1
    assert len(await world.bot.play.matches.waiting_for(world.bob.id)) == 1


async def test_a_challenge_whose_message_is_gone_can_be_withdrawn(world: World) -> None:
    gone = [await world.challenge(world.alice, world.bob, game="card_game")]
    gone += [await world.challenge(world.alice, game="board_game") for _ in range(MOST_OPEN - 1)]
    for message in gone:
        world.env.backend.delete_message(message.channel_id, message.id)
    assert "`/games` lists" in said(await world.alice.slash(world.channel, "play", opponent=world.bob))
    assert "`/games` lists" in said(await world.alice.slash(world.channel, "play"))
    listed = answer(await world.alice.slash(world.channel, "games"))
    assert f"You have {MOST_OPEN} open challenges" in text(listed)
    (menu,) = of_verb(listed, "unask")
    (label, value) = menu.choices[0]
    await world.press(Press(world.alice, listed, menu.custom_id, (value,)))
    assert label
    assert f"You have {MOST_OPEN - 1} open challenges" in text(listed)
    assert not answer(await world.alice.slash(world.channel, "play", opponent=world.bob)).ephemeral
    stolen = await world.press(Press(world.bob, listed, menu.custom_id, (menu.choices[1][1],)))
    assert "Only" in said(stolen[0])


async def test_a_lobby_with_computers_does_not_start_where_they_are_not_wanted_any_more(world: World) -> None:
    message = await world.challenge(world.alice, level="easy")
    await world.bot.play.servers.change(world.guild.id, world.alice.id, computers="false")
    assert "among people only" in said(await world.click(world.alice, message, "Start"))
