"""``/profile``, ``/history`` and milestones, by commands and clicks."""

from random import Random

from simcord import MemberActor, ResponseMessage

from bot.store import statistics
from bot.store.matches import EntryKind
from bot.store.statistics import Milestone
from rules.record import verify
from tests.bot.playing import mover, turn
from tests.bot.world import Place, Press, World, alts, answer, components, controls, joined, of_verb, said, text


async def played(world: World, rounds: int = 1) -> Place:
    """A match of alice and bob that was played to its end."""
    place = await world.begin(rounds=rounds)
    matches, random = world.bot.play.matches, Random(1)
    table = await matches.table(place.match_id)
    while table.match.turn is not None:
        table = await matches.act(place.match_id, mover(table), turn(table, random), table.match.ply)
    await world.env.settle()
    return place


async def profile(world: World, who: MemberActor, member: MemberActor | None = None) -> ResponseMessage:
    options = {} if member is None else {"member": member}
    shown = answer(await who.slash(world.channel, "profile", **options))
    assert shown.ephemeral
    return shown


async def history(world: World, who: MemberActor, member: MemberActor | None = None) -> ResponseMessage:
    options = {} if member is None else {"member": member}
    shown = answer(await who.slash(world.channel, "history", **options))
    assert shown.ephemeral
    return shown


async def test_who_has_not_played_is_invited(world: World) -> None:
    shown = await profile(world, world.carol)
    assert "carol has not finished a match here yet" in alts(shown)[0]
    assert "/play" in alts(shown)[0]
    assert controls(shown) == []
    assert "There are none in this server yet. Begin one with /play." in text(await history(world, world.carol))
    await world.begin()
    assert "bob has not finished a match" in alts(await profile(world, world.alice, world.bob))[0]


async def test_a_profile_tells_what_was_played_and_how_it_went_with_the_one_who_looks(world: World) -> None:
    place = await played(world)
    table = await world.bot.play.matches.table(place.match_id)
    for _ in range(2):
        await world.beaten(world.bob, world.alice, rounds=1)
    await world.beaten(world.alice, world.carol, game="board_game")
    words = alts(await profile(world, world.alice))[0]
    outcome = table.match.outcome
    assert outcome is not None
    seat = table.match.seat_of(world.alice.id)
    assert seat is not None
    won = outcome.winners == (seat,)
    assert f"**Lost Cities, the card game**: {2 + won} won, 0 drawn, {1 - won} lost." in words
    assert "**Lost Cities: The Board Game**: 0 won, 0 drawn, 1 lost." in words
    average = f"{outcome.points[seat]:.1f}".replace("-", "\N{MINUS SIGN}")
    assert f"On average {average} points a round." in words
    assert f"in match {place.match_id}." in words
    assert "Against" not in words
    seen_by_bob = alts(await profile(world, world.bob, world.alice))[0]
    assert f"alice against bob: {2 + won} won, 0 drawn, {1 - won} lost." in seen_by_bob
    assert "alice and dave have not played each other yet." in alts(await profile(world, world.dave, world.alice))[0]
    assert "Rating in the card game: " in words


async def test_a_profile_is_shown_to_everybody_only_by_its_button(world: World) -> None:
    await world.beaten(world.bob, world.alice, rounds=1)
    shown = await profile(world, world.carol, world.alice)
    await world.restart()
    before = len(world.messages(world.channel))
    posted = answer(await world.click(world.carol, shown, "Show here"))
    assert not posted.ephemeral
    assert len(world.messages(world.channel)) == before + 1
    assert "alice: 1 match." in alts(posted)[0]
    assert of_verb(posted, "show_profile") == []
    opened = answer(await world.click(world.dave, posted, "Finished matches"))
    assert opened.ephemeral
    assert "Finished matches of alice" in text(opened)
    forged = Press(world.dave, posted, f"lc:show_profile:0:0:{world.dave.id}")
    (refused,) = await world.press(forged)
    assert said(refused)


async def test_history_has_pages_filters_and_every_match_again(world: World) -> None:
    for _ in range(8):
        await world.beaten(world.bob, world.alice, rounds=1)
    await world.beaten(world.alice, world.carol, game="board_game", length="short")
    last = await played(world, rounds=2)
    running = await world.begin()
    shown = await history(world, world.dave, world.alice)
    assert "10 matches, the latest first." in text(shown)
    (menu,) = of_verb(shown, "past")
    assert [value for _, value in menu.choices][:2] == [str(last.match_id), str(last.match_id - 1)]
    assert str(running.match_id) not in [value for _, value in menu.choices]
    assert len(menu.choices) == 8
    await world.restart()
    await world.click(world.dave, shown, "Older")
    assert len(of_verb(shown, "past")[0].choices) == 2
    (games,) = of_verb(shown, "past_game")
    await world.dave.select(shown, ["board_game"], custom_id=games.custom_id)
    assert "1 match, the latest first." in text(shown)
    assert "lost 0 : 0 against carol" in text(shown)
    ids = [component.get("custom_id", "") for component in components(shown)]
    people = next(each for each in ids if each.startswith("lc:past_rival:"))
    await world.dave.select(shown, [world.bob], custom_id=people)
    assert "0 matches" in text(shown)
    (games,) = of_verb(shown, "past_game")
    await world.dave.select(shown, ["all"], custom_id=games.custom_id)
    assert "9 matches" in text(shown)

    (menu,) = of_verb(shown, "past")
    await world.dave.select(shown, [str(last.match_id)], custom_id=menu.custom_id)
    record = await record_in(shown)
    assert verify(record).names == (await world.bot.play.matches.table(last.match_id)).match.names
    assert len(alts(shown)) == 1
    for number in (1, 2):
        await world.click(world.dave, shown, f"Round {number}")
        assert f"Round {number} of 2 is over." in alts(shown)[0]
    await world.click(world.dave, shown, "The result")
    await world.click(world.dave, shown, "All matches")
    assert "9 matches" in text(shown)


async def record_in(message: ResponseMessage) -> str:
    (file,) = [each for each in message.attachments if each.filename.endswith(".txt")]
    return (await file.read()).decode()


async def test_a_match_is_opened_only_in_its_server_and_when_it_is_over(world: World) -> None:
    elsewhere = await world.beaten(world.bob, world.alice, rounds=1)
    await world.beaten(world.bob, world.alice, rounds=1)
    running = await world.begin()
    async with world.bot.database.writing() as connection:
        await connection.execute("UPDATE matches SET guild_id = 1 WHERE id = ?", (elsewhere.match_id,))
    shown = await history(world, world.dave, world.alice)
    (menu,) = of_verb(shown, "past")
    assert [value for _, value in menu.choices] == [str(elsewhere.match_id + 1)]
    assert "1 match." in alts(await profile(world, world.dave, world.alice))[0]
    for made_up, reason in (
        (str(running.match_id), "still being played"),
        (str(elsewhere.match_id), "no match"),
        ("999", "no match"),
        ("x", ""),
    ):
        (refused,) = await world.press(Press(world.dave, shown, menu.custom_id, (made_up,)))
        assert reason in said(refused)
    for made_up in (
        "lc:history:0:0:x",
        "lc:past_rival:0:0:1.2.chess",
        "lc:past_round:999:0:1..",
        "lc:past_game:0:0:1..",
    ):
        (refused,) = await world.press(Press(world.dave, shown, made_up))
        assert said(refused)


async def test_what_a_moderator_ended_does_not_count(world: World, admin: MemberActor) -> None:
    place = await world.begin(rounds=1)
    about = {"match": str(place.match_id), "reason": "peace"}
    await admin.slash(world.channel, "moderate", action="end", **about)
    assert "has not finished a match" in alts(await profile(world, world.alice))[0]
    shown = await history(world, world.alice)
    assert "no result against bob" in text(shown)
    (menu,) = of_verb(shown, "past")
    await world.alice.select(shown, [str(place.match_id)], custom_id=menu.custom_id)
    assert "A moderator ended it" in text(shown)
    assert alts(shown) == []

    given_up = await world.beaten(world.bob, world.alice, rounds=1)
    assert "1 won, 0 drawn, 0 lost" in alts(await profile(world, world.alice))[0]
    about["match"] = str(given_up.match_id)
    await admin.slash(world.channel, "moderate", action="correct", winner=world.bob, **about)
    assert "0 won, 0 drawn, 1 lost" in alts(await profile(world, world.alice))[0]
    assert (await world.bot.play.matches.log(given_up.match_id))[-1].kind is EntryKind.CORRECT


async def test_milestones_are_told_once_on_the_result(world: World) -> None:
    first = await world.beaten(world.bob, world.alice, rounds=1)
    assert "-# **alice** wins a match for the first time." in text(first.messages[-1])
    assert "**bob** wins" not in text(first.messages[-1])
    later = [await world.beaten(world.bob, world.alice, rounds=1) for _ in range(5)]
    for place in later:
        assert "first time" not in joined(place.messages)
    told = ["has won five matches in a row" in joined(place.messages) for place in later]
    assert told == [False, False, False, True, False]


async def test_a_server_can_do_without_milestones(world: World) -> None:
    await world.bot.play.servers.change(world.guild.id, world.dave.id, milestones=False)
    place = await world.beaten(world.bob, world.alice, rounds=1)
    assert "first time" not in joined(place.messages)
    await world.bot.play.servers.change(world.guild.id, world.dave.id, milestones=True)
    again = await world.beaten(world.bob, world.alice, rounds=1)
    assert "first time" not in joined(again.messages)
    assert Milestone.FIRST_WIN in await reached_by(world, world.alice)


async def reached_by(world: World, who: MemberActor) -> set[Milestone]:
    return await statistics.reached(world.bot.database.reader, world.guild.id, who.id)
