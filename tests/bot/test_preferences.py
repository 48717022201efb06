"""``/preferences``: what a person chooses on the panel, and what others notice of it."""

from datetime import timedelta

from simcord import MemberActor, ResponseMessage

from tests.bot.world import Press, World, answer, controls, of_verb, said, text

DAY = timedelta(days=1)


async def panel(world: World, who: MemberActor) -> ResponseMessage:
    return answer(await who.slash(world.channel, "preferences"))


async def set_quiet(world: World, who: MemberActor, begin: str, end: str, zone: str) -> ResponseMessage | str:
    """Fill in the dialogue; returns the panel, or what was refused."""
    shown = await panel(world, who)
    (button,) = of_verb(shown, "quiet")
    dialogue = await who.click(shown, custom_id=button.custom_id)
    result = await who.submit_modal(dialogue, {"begin": begin, "end": end, "zone": zone})
    return shown if result.response is None or result.response.id == shown.id else said(result)


async def test_the_panel_is_private_and_survives_a_restart(world: World) -> None:
    shown = await panel(world, world.alice)
    assert shown.ephemeral
    assert "You have no quiet hours." in text(shown)
    await world.restart()
    (menu,) = of_verb(shown, "pings")
    await world.alice.select(shown, ["never"], custom_id=menu.custom_id)
    assert text(shown).splitlines()[1] == "Saved."
    await world.restart()
    chosen = (await world.bot.play.choices.of(world.alice.id)).preferences
    assert chosen.pings == "never"


async def test_quiet_hours_by_the_dialogue(world: World) -> None:
    assert isinstance(refused := await set_quiet(world, world.alice, "22:00", "07:00", "Atlantis"), str)
    assert "is not a time zone" in refused
    assert isinstance(refused := await set_quiet(world, world.alice, "25", "07:00", "UTC"), str)
    assert "is not a time of day" in refused
    assert isinstance(refused := await set_quiet(world, world.alice, "7", "7:00", "UTC"), str)
    assert "a different end" in refused
    shown = await set_quiet(world, world.alice, "22", "7:30", "europe/berlin")
    assert isinstance(shown, ResponseMessage)
    assert "Quiet hours: **22:00** to **07:30**, Europe/Berlin" in text(shown)
    await world.click(world.alice, shown, "No quiet hours")
    assert "You have no quiet hours." in text(shown)


async def test_a_vacation_on_the_panel(world: World) -> None:
    place = await world.begin()
    mover = place.mover
    shown = await panel(world, mover)
    (menu,) = of_verb(shown, "go_away")
    assert [value for _, value in menu.choices] == ["1", "2", "3", "5", "7", "10", "14"]
    await mover.select(shown, ["10"], custom_id=menu.custom_id)
    assert "You are on vacation until" in text(shown)
    assert "4 more days" in text(shown)
    assert of_verb(shown, "go_away") == []
    assert f"**{mover.name}** is on vacation until" in text(place.messages[-1])
    (forged,) = await world.press(Press(mover, shown, menu.custom_id, ("5",)))
    assert "on vacation already" in said(forged)
    await world.restart()
    await world.wait(2 * DAY)
    await world.click(mover, shown, "Come back")
    assert "12 more days" in text(shown)
    assert f"**{mover.name}** is back from vacation" in text(place.messages[-1])
    assert [value for _, value in of_verb(shown, "go_away")[0].choices][-1] == "10"


async def test_the_board_says_that_the_player_is_away(world: World) -> None:
    await world.bot.play.choices.start_vacation(world.alice.id, 3)
    await world.bot.play.choices.start_vacation(world.bob.id, 3)
    cursor = world.cursor
    place = await world.begin()
    assert f"It is the turn of <@{place.mover.id}>, who is on vacation until <t:" in text(place.board)
    assert [each.pings for each in world.requests_since(cursor) if each.pings] == []


async def test_blocked_people_are_refused_without_a_reason(world: World) -> None:
    place = await world.begin(world.alice, world.bob, rounds=1)
    await world.click(world.bob, answer(await world.bob.slash(place.channel, "resign")), "Give up")
    shown = await panel(world, world.alice)
    (menu,) = [each for each in shown.components[0]["components"] if str(each).count("blocked")]
    people = menu["components"][0]["custom_id"]
    await world.alice.select(shown, [world.bob, world.carol], custom_id=people)
    polite = "That member is not taking challenges at the moment."
    assert said(await world.bob.slash(world.channel, "play", opponent=world.alice)) == polite
    assert said(await world.bob.context_menu(world.channel, "Challenge to Lost Cities", world.alice)) == polite
    assert said(await world.click(world.bob, place.messages[-1], "Rematch")) == polite
    lobby = await world.challenge(world.alice)
    assert said(await world.click(world.bob, lobby, "Join")).startswith("You cannot take a seat at this table.")
    shown = await panel(world, world.alice)
    await world.alice.select(shown, [], custom_id=people)
    await world.click(world.bob, lobby, "Join")
    assert "bob" in text(lobby)
    await world.challenge(world.bob, world.alice)


async def test_who_may_challenge_me(world: World) -> None:
    async def choose(value: str) -> None:
        shown = await panel(world, world.alice)
        (menu,) = of_verb(shown, "challengers")
        await world.alice.select(shown, [value], custom_id=menu.custom_id)

    await choose("nobody")
    assert "not taking challenges" in said(await world.bob.slash(world.channel, "play", opponent=world.alice))
    await choose("known")
    assert "not taking challenges" in said(await world.bob.slash(world.channel, "play", opponent=world.alice))
    await world.begin(world.alice, world.bob)
    await world.challenge(world.bob, world.alice)
    assert "not taking challenges" in said(await world.carol.slash(world.channel, "play", opponent=world.alice))


async def test_values_that_no_menu_offers(world: World) -> None:
    shown = await panel(world, world.alice)
    for verb, value in (("pings", "x"), ("challengers", "x"), ("go_away", "15"), ("go_away", "-1"), ("pings", "")):
        (forged,) = await world.press(Press(world.alice, shown, f"lc:{verb}:0:0:", (value,)))
        assert said(forged)
    (forged,) = await world.press(Press(world.alice, shown, "lc:blocked:0:0:", ("9" * 30, "²", "x", "-5")))
    assert (await world.bot.play.choices.of(world.alice.id)).blocked == ()
    assert forged.acknowledged


async def test_help_names_every_command(world: World) -> None:
    shown = text(answer(await world.alice.slash(world.channel, "help")))
    for name in world.alice.available_commands(world.channel):
        if name not in ("help", "Challenge to Lost Cities"):
            assert f"/{name}" in shown
    assert controls(await panel(world, world.alice))
