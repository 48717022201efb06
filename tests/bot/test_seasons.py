"""Seasons as people see them: rated matches, the table, the end of a season and what comes after it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.play.seasons import period_end
from bot.store import names, ratings, seasons
from bot.store.guilds import SeasonLength
from bot.store.seasons import Season
from tests.bot.results import finish
from tests.bot.world import (
    Press,
    World,
    alts,
    answer,
    control,
    joined,
    mentions,
    of_verb,
    said,
    text,
)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


async def table(world: World, who: MemberActor, **options: Any) -> ResponseMessage:
    result = await who.slash(world.channel, "leaderboard", **options)
    assert answer(result).ephemeral
    return answer(result)


async def season_command(world: World, who: MemberActor, **options: Any) -> InteractionResult:
    return await who.slash(world.channel, "season", **options)


def table_of(message: ResponseMessage) -> str:
    """What the picture of a table says."""
    (described,) = alts(message)
    return described


async def current(world: World) -> Season:
    season = await world.bot.play.seasons.current(world.guild.id)
    assert season is not None
    return season


async def to_the_end(world: World) -> None:
    """Wait until the season that is running is over."""
    ends_at = (await current(world)).ends_at
    assert ends_at is not None
    await world.wait(ends_at - world.bot.play.clock() + timedelta(seconds=5))


def ends(world: World) -> list[ResponseMessage]:
    """The final standings that were posted."""
    return [message for message in world.messages(world.channel) if of_verb(message, "table_open")]


async def members(world: World, count: int) -> list[MemberActor]:
    return [world.guild.add_member(world.env.create_user(f"member{number}")) for number in range(count)]


async def play_round(world: World, players: Sequence[MemberActor], at: datetime) -> None:
    """Everybody beats everybody who comes later, in matches that nobody has played."""
    for one, winner in enumerate(players):
        for other in players[one + 1 :]:
            await finish(world.bot.database, at, (winner.id, other.id), (1, 2), guild_id=world.guild.id)
    async with world.bot.database.writing() as connection:
        await names.put(connection, world.guild.id, [(each.id, each.name) for each in players])


# --------------------------------------------------------------- rated matches


async def test_a_match_is_rated_as_agreed_and_a_rematch_too(world: World) -> None:
    assert " · rated" in text(await world.challenge(world.alice, world.bob))
    assert " · not rated" in text(await world.challenge(world.bob, world.alice, rated=False))
    friendly = await world.beaten(world.alice, world.carol, rated=False)
    assert "Ratings" not in joined(friendly.messages)
    await world.click(world.carol, friendly.messages[-1], "Rematch")
    assert " · not rated" in text(friendly.messages[-1])
    assert await world.bot.play.seasons.of(world.guild.id) == []
    await world.bot.play.servers.change(world.guild.id, world.alice.id, rated=False)
    assert " · not rated" in text(await world.challenge(world.dave, world.alice))
    assert " · rated" in text(await world.challenge(world.dave, world.bob, rated=True))


async def test_the_result_tells_what_it_does_to_ratings(world: World) -> None:
    place = await world.beaten(world.alice, world.bob)
    told = joined(place.messages)
    assert "**bob** 1138 (+138)" in told
    assert "**alice** 927 (\N{MINUS SIGN}73)" in told
    assert "met before" not in told
    again = await world.beaten(world.bob, world.alice)
    assert "met before" in joined(again.messages)
    await world.restart()
    shown = table_of(await table(world, world.alice))
    assert "Season 1" in shown
    assert "alice, not ranked yet" in shown
    assert "2 matches" in shown


async def test_a_match_that_a_moderator_ends_is_not_rated(world: World, admin: MemberActor) -> None:
    place = await world.begin()
    await admin.slash(world.channel, "moderate", action="end", match=str(place.match_id), reason="over")
    assert "Ratings" not in joined(place.messages)
    assert await world.bot.play.seasons.of(world.guild.id) == []


# ------------------------------------------------------------------- the table


async def test_an_empty_table_invites_to_play(world: World) -> None:
    for options in ({}, {"game": "board_game"}):
        assert "Play a rated match" in table_of(await table(world, world.alice, **options))
    assert "first rated match" in said(await season_command(world, world.alice))
    assert await world.alice.autocomplete(world.channel, "leaderboard", "season", "") == []
    refused = await world.alice.slash(world.channel, "leaderboard", season="7")
    assert "no such season" in said(refused)


async def test_eleven_ranked_players_on_two_pages(world: World) -> None:
    players = [world.alice, world.bob, *await members(world, 9)]
    await play_round(world, players, world.bot.play.clock())
    shown = await table(world, world.alice)
    assert table_of(shown).startswith("Standings: Season 1")
    assert "You: 1. alice" in table_of(shown)
    assert "11. member8" not in table_of(shown)
    assert [each.disabled for each in of_verb(shown, "table")] == [True, False, True]
    await world.restart()
    result = await world.click(world.alice, shown, "Next page")
    assert result.response is None or result.response.id == shown.id
    assert "11. member8" in table_of(shown)
    assert "You: 1. alice" in table_of(shown)
    await world.click(world.alice, shown, "My place")
    assert "10. member7" in table_of(shown)
    await world.alice.select(shown, custom_id=control(shown, "Another game").custom_id, values=["board_game"])
    assert "Play a rated match" in table_of(shown)
    # somebody who has not played, and the table of another season by its name
    assert "You:" not in table_of(await table(world, world.carol))
    found = await world.carol.autocomplete(world.channel, "leaderboard", "season", "")
    assert [(each["name"], each["value"]) for each in found] == [("Season 1", "1"), ("All time", "0")]
    assert "All time" in table_of(await table(world, world.carol, season="0"))
    world.guild.remove_member(players[2])
    assert "3. member0" in table_of(await table(world, world.carol))
    async with world.bot.database.writing() as connection:
        await connection.execute("DELETE FROM names WHERE user_id = ?", (players[2].id,))
    assert "3. a former player" in table_of(await table(world, world.carol))


async def test_a_season_that_is_named_like_a_number_hides_no_other(world: World, admin: MemberActor) -> None:
    await world.bot.play.servers.change(world.guild.id, admin.id, season=SeasonLength.MANUAL)
    for name in ("2", "Cup"):
        await season_command(world, admin, action="start", name=name)
        await world.beaten(world.alice, world.bob)
        question = answer(await season_command(world, admin, action="end"))
        await world.click(admin, question, "End season")
    for choice in await world.carol.autocomplete(world.channel, "leaderboard", "season", ""):
        shown = await table(world, world.carol, season=choice["value"])
        assert table_of(shown).startswith(f"Standings: {choice['name']}")
    assert table_of(await table(world, world.carol, season="2")).startswith("Standings: Cup")


async def test_who_is_level_shares_a_place(world: World) -> None:
    players = await members(world, 4)
    now = world.bot.play.clock()
    for day in range(6):
        for one, other in ((0, 1), (2, 3)):
            pair = (players[one].id, players[other].id)
            await finish(world.bot.database, now + day * DAY, pair, (1, 2), guild_id=world.guild.id)
    shown = table_of(await table(world, world.alice))
    assert shown.count("\n1. ") == shown.count("\n3. ") == 2


async def test_the_trend_tells_of_places_since_last_week(world: World) -> None:
    players = await members(world, 6)
    await play_round(world, players, world.bot.play.clock())
    await world.wait(10 * DAY)
    last, first = players[5].id, players[0].id
    for day in range(3):
        at = world.bot.play.clock() - day * DAY
        await finish(world.bot.database, at, (last, first), (1, 2), guild_id=world.guild.id)
    page = await world.bot.play.standings.page(await current(world), "card_game", last, 0)
    trends = {row.user_id: row.trend for row in page.rows}
    places = {row.user_id: row.place or 0 for row in page.rows}
    assert places[last] < 6
    assert trends[last] == 6 - places[last]
    assert trends[first] == 1 - places[first] < 0
    assert sum(trend or 0 for trend in trends.values()) == 0


async def test_five_thousand_ranked_players(world: World) -> None:
    place = await world.beaten(world.alice, world.bob)
    season = await current(world)
    async with world.bot.database.writing() as connection:
        await connection.executemany(
            "INSERT INTO standings (season_id, game, user_id, ended_at, match_id, mu, sigma, rating, matches, wins,"
            " draws, losses) VALUES (?, 'card_game', ?, 0, ?, 25, 3, ?, 5, 5, 0, 0)",
            [(season.id, number, place.match_id, 1000 + number % 2000) for number in range(5000)],
        )
        await connection.execute("UPDATE standings SET matches = 5 WHERE user_id = ?", (world.bob.id,))
    shown = await table(world, world.bob)
    page = await world.bot.play.standings.page(season, "card_game", world.bob.id, 10**8)
    assert (page.ranked, page.pages, page.number) == (5001, 501, 500)
    assert page.own is not None
    assert page.own.place == 1 + sum(1000 + number % 2000 > page.own.rating for number in range(5000))
    await world.click(world.bob, shown, "My place")
    assert f"{page.own.place}. bob" in table_of(shown)


async def test_a_season_of_another_server_is_not_shown(world: World) -> None:
    await world.beaten(world.alice, world.bob)
    async with world.bot.database.writing() as connection:
        elsewhere = await seasons.insert(connection, 1, 1, world.bot.play.clock())
    shown = await table(world, world.alice)
    for custom_id, values in (
        (f"lc:table:{elsewhere.id}:0:card_game.next", ()),
        (f"lc:table_open:{elsewhere.id}:0:", ()),
        ("lc:table_season:0:0:card_game", (str(elsewhere.id),)),
    ):
        (forged,) = await world.press(Press(world.alice, shown, custom_id, values))
        assert "no such season" in said(forged)


# -------------------------------------------------------------------- seasons


async def test_two_seasons_come_to_their_end(world: World, admin: MemberActor) -> None:
    for _ in range(5):
        await world.beaten(world.alice, world.bob)
        await world.wait(HOUR)
    assert "It ends" in said(await season_command(world, world.carol))
    await to_the_end(world)
    (first,) = ends(world)
    assert "**Season 1** is over." in text(first)
    assert "1. bob" in table_of(first)
    assert "alice" in table_of(first)
    assert mentions(first) == []
    assert len(ends(world)) == 1
    old = await world.bot.play.seasons.of(world.guild.id)
    # half-way back to the start
    place = await world.beaten(world.alice, world.bob)
    bob = await ratings.standing(world.bot.database.reader, old[1].id, "card_game", world.bob.id)
    assert bob is not None
    assert f"**bob** {bob.rating} " not in joined(place.messages)
    # nobody has played five matches this time, and the bot is off when it ends
    ends_at = (await current(world)).ends_at
    assert ends_at is not None
    await world.restart(after=ends_at - world.bot.play.clock() + 3 * DAY)
    await world.env.settle()
    _, second = ends(world)
    assert "**Season 2** is over." in text(second)
    assert "5 rated matches" in text(second)
    assert alts(second) == []
    closed = [season.ended_at for season in await world.bot.play.seasons.of(world.guild.id)]
    assert closed[2] == ends_at
    # what is posted leads to the whole table, for the one who presses; former seasons stay
    opened = await world.click(world.carol, second, "Full table")
    assert "Season 2" in table_of(answer(opened))
    assert answer(opened).ephemeral
    former = await table(world, world.carol, season="Season 1")
    assert "1. bob" in table_of(former)
    assert "new" not in table_of(former).casefold()
    # a result of the first season is corrected: it says so, where it was posted too
    await admin.slash(world.channel, "moderate", action="correct", match="1", winner=world.alice, reason="a mistake")
    assert "corrected" in text(ends(world)[0])
    assert "corrected" in text(await table(world, world.carol, season="1"))
    assert len(ends(world)) == 2


async def test_a_season_without_rated_matches_is_nothing_to_tell_of(world: World) -> None:
    await world.beaten(world.alice, world.bob)
    await to_the_end(world)
    assert len(ends(world)) == 1
    for _ in range(2):
        await to_the_end(world)
    assert len(ends(world)) == 1
    assert [season.number for season in await world.bot.play.seasons.of(world.guild.id)] == [0, 1, 2]


async def test_seasons_by_hand(world: World, admin: MemberActor) -> None:
    await world.bot.play.servers.change(world.guild.id, admin.id, season=SeasonLength.MANUAL)
    await world.beaten(world.alice, world.bob)
    assert "for all time only" in said(await season_command(world, world.carol))
    assert "No season is running" in said(await season_command(world, admin, action="end"))
    assert "**Spring** has begun" in said(await season_command(world, admin, action="start", name="Spring"))
    assert "running already" in said(await season_command(world, admin, action="start"))
    question = await season_command(world, admin, action="end")
    assert "nothing to end" in said(await world.click(admin, answer(question), "End season"))
    await world.beaten(world.alice, world.bob)
    assert "**Cup \\* 1**" in said(await season_command(world, admin, action="name", name="Cup * 1"))
    question = answer(await season_command(world, admin, action="end"))
    await world.click(admin, question, "Not yet")
    assert (await current(world)).name == "Cup * 1"
    question = answer(await season_command(world, admin, action="end"))
    (forged,) = await world.press(Press(world.alice, question, control(question, "End season").custom_id))
    assert "manage this server" in said(forged)
    await world.click(admin, question, "End season")
    assert "Cup" in text(ends(world)[0])
    assert await world.bot.play.seasons.current(world.guild.id) is None
    (late,) = await world.press(Press(admin, ends(world)[0], f"lc:end_season:{2}:0:"))
    assert "over already" in said(late)
    # back to the calendar: the next rated match begins a season
    await world.bot.play.servers.change(world.guild.id, admin.id, season=SeasonLength.MONTH)
    await world.beaten(world.alice, world.bob)
    assert (await current(world)).number == 2


@pytest.mark.parametrize("action", ["start", "end", "name"])
async def test_only_those_who_manage_the_server_change_seasons(world: World, action: str) -> None:
    refused = said(await season_command(world, world.alice, action=action, name="Mine"))
    assert refused == "Only members who may manage this server can do that."


async def test_another_length_or_time_zone_moves_the_end(world: World, admin: MemberActor) -> None:
    await world.beaten(world.alice, world.bob)
    now = world.bot.play.clock()
    for chosen in ({"season": SeasonLength.MONTH}, {"zone": "Pacific/Auckland"}, {"season": SeasonLength.QUARTER}):
        await world.bot.play.servers.change(world.guild.id, admin.id, **chosen)
        settings = await world.bot.play.servers.settings(world.guild.id)
        assert (await current(world)).ends_at == period_end(settings.season, settings.zone, now)
    await world.bot.play.servers.change(world.guild.id, admin.id, season=SeasonLength.MANUAL)
    assert (await current(world)).ends_at is None
    await world.wait(100 * DAY)
    assert ends(world) == []
    await world.bot.play.servers.change(world.guild.id, admin.id, season=SeasonLength.MONTH)
    # the simulated clock is not that of a task which a test sets going
    await world.restart()
    await to_the_end(world)
    assert len(ends(world)) == 1


async def test_the_end_is_posted_where_it_can_be(world: World) -> None:
    other = world.guild.create_text_channel("other")
    await world.beaten(world.alice, world.bob)
    world.allow(world.channel, send_messages=False)
    await to_the_end(world)
    assert ends(world) == []
    world.allow(world.channel, send_messages=True)
    await world.wait(timedelta(minutes=20))
    assert len(ends(world)) == 1
    await world.bot.play.servers.change(world.guild.id, world.alice.id, channels=(other.id,))
    await finish(world.bot.database, world.bot.play.clock(), (1, 2), (1, 2), guild_id=world.guild.id)
    await world.restart()
    await to_the_end(world)
    (posted,) = world.messages(other)
    assert text(posted).startswith("**Season 2** is over.")
