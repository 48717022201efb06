"""The slash commands that mean a match, and those that explain."""

from random import Random

import pytest
from simcord import ChannelHandle, MemberActor

from rules.registry import GAMES
from tests.bot.card_game import Clicker
from tests.bot.world import Place, World, answer, controls, mentions, of_verb, said, text


async def hand_of(world: World, place: Place, who: MemberActor) -> list[str]:
    """The codes of the cards that a player holds."""
    table = await world.bot.play.matches.table(place.match_id)
    return [str(card) for card in table.view(table.match.seat_of(who.id)).hand]


async def test_a_turn_typed_in_codes(world: World) -> None:
    place = await world.begin()
    mover = place.mover
    card = (await hand_of(world, place, mover))[0]
    result = await mover.slash(place.channel, "turn", card=card, action="play", draw="deck")
    assert "is to move" in said(result)
    assert place.mover.id != mover.id


async def test_a_turn_typed_in_words(world: World) -> None:
    place = await world.begin()
    mover = place.mover
    choices = await mover.autocomplete(place.channel, "turn", "card", "")
    await mover.slash(place.channel, "turn", card=choices[0]["name"].upper(), action="discard", draw="Deck")
    second = place.mover
    assert second.id != mover.id
    pile = choices[0]["name"].partition(" ")[0].lower()
    card = (await hand_of(world, place, second))[0]
    await second.slash(place.channel, "turn", card=card, action="play", draw=pile)
    assert f"picks up {choices[0]['name']}." in text(place.board)


async def test_a_turn_typed_after_its_first_half_was_tapped_replaces_it(world: World) -> None:
    place = await world.begin()
    mover = place.mover
    clicker = Clicker(world, Random(1))
    hand = await place.hand(mover)
    await clicker.tap(mover, hand, of_verb(hand, "card")[0])
    await clicker.tap(mover, hand, of_verb(hand, "do")[0])
    first, other = of_verb(hand, "do"), (await hand_of(world, place, mover))[-1]
    await mover.slash(place.channel, "turn", card=other, action="discard", draw="deck")
    assert place.mover.id != mover.id
    await clicker.tap(mover, hand, first[0])
    assert "It is not your turn yet." in text(hand) or "moved on" in text(hand)


@pytest.mark.parametrize(
    ("card", "draw", "said_so"),
    [
        ("Q7", "deck", "“Q7” is no card of this game"),
        ("x" * 200, "deck", "is no card of this game"),
        ("own", "cellar", "“cellar” is not something to draw from"),
        ("own", "Red 7", "“Red 7” is not something to draw from"),
        ("own", "purple", "without that colour"),
        ("strange", "deck", "You do not hold"),
        ("own", "itself", "You have just discarded to the"),
    ],
)
async def test_a_wrong_turn_applies_nothing(world: World, card: str, draw: str, said_so: str) -> None:
    place = await world.begin()
    mover = place.mover
    own, others = await hand_of(world, place, mover), await hand_of(world, place, place.waiter)
    strange = next(each for each in others if each not in own)
    cards = {"own": own[0], "strange": strange}
    piles = {"itself": own[0][0]}
    result = await mover.slash(
        place.channel, "turn", card=cards.get(card, card), action="discard", draw=piles.get(draw, draw)
    )
    assert said_so in said(result)
    assert (await world.bot.play.matches.table(1)).match.ply == 0


async def test_a_turn_out_of_turn_and_without_a_seat(world: World) -> None:
    place = await world.begin()
    waiting = place.waiter
    card = (await hand_of(world, place, waiting))[0]
    assert "not your turn" in said(await waiting.slash(place.channel, "turn", card=card, action="play", draw="deck"))
    refused = await world.carol.slash(place.channel, "turn", card=card, action="play", draw="deck")
    assert said(refused) == "You do not play in match 1. `/board` shows it to you."


async def test_the_choices_of_a_turn(world: World) -> None:
    place = await world.begin()
    mover = place.mover
    own = await hand_of(world, place, mover)
    choices = await mover.autocomplete(place.channel, "turn", "card", "")
    assert [each["value"] for each in choices] == list(dict.fromkeys(own))
    assert await mover.autocomplete(place.channel, "turn", "card", choices[0]["name"][:4].lower())
    assert await mover.autocomplete(place.channel, "turn", "card", "nothing like it") == []
    waiting = place.waiter
    assert await waiting.autocomplete(place.channel, "turn", "card", "") == []
    assert await world.carol.autocomplete(place.channel, "turn", "card", "") == []
    assert [each["value"] for each in await mover.autocomplete(place.channel, "turn", "draw", "")] == ["deck"]

    await mover.slash(place.channel, "turn", card=own[0], action="discard", draw="deck")
    colour = own[0][0]
    draws = await waiting.autocomplete(place.channel, "turn", "draw", "")
    assert [each["value"] for each in draws] == ["deck", colour]
    same = next((card for card in await hand_of(world, place, waiting) if card[0] == colour), None)
    if same is not None:
        closed = await waiting.autocomplete(place.channel, "turn", "draw", "", card=same, action="discard")
        assert [each["value"] for each in closed] == ["deck"]


async def test_no_games(world: World) -> None:
    assert said(await world.carol.slash(world.channel, "games")) == "You have no running match. `/play` opens one."


async def test_one_game_and_thirty(world: World) -> None:
    await world.begin()
    listed = answer(await world.alice.slash(world.channel, "games"))
    assert text(listed).startswith("### You have 1 running match\n")
    for _ in range(29):
        await world.begin()
    listed = answer(await world.alice.slash(world.channel, "games"))
    assert text(listed).startswith("### You have 30 running matches\n")
    assert text(listed).endswith("and 16 more")
    (menu,) = controls(listed)
    waiting = ["your turn" in label for label, _ in menu.choices]
    assert waiting == sorted(waiting, reverse=True)
    picked = await world.alice.select(listed, [menu.choices[3][1]])
    assert "Round 1 of 3." in said(picked)


async def test_the_board_of_a_player_comes_again_at_the_bottom(world: World) -> None:
    place = await world.begin()
    old = place.board
    await world.carol.send(place.channel, "talk")
    cursor = world.cursor
    result = await world.alice.slash(place.channel, "board")
    assert said(result) == f"The board is at the bottom of <#{place.channel.id}> again."
    assert place.messages[-1].id == place.board.id != old.id
    assert old.id not in [message.id for message in place.messages]
    assert [each.pings for each in world.requests_since(cursor) if each.pings] == []
    await Clicker(world, Random(1)).turn(place)
    assert len(place.boards) == 1


async def test_the_board_of_a_stranger_is_private(world: World) -> None:
    place = await world.begin()
    before = [message.id for message in place.messages]
    result = await world.carol.slash(place.channel, "board")
    assert f"**{place.mover.name}** is to move" in said(result)
    assert [each.label for each in controls(answer(result))] == ["Refresh", "Go to the match"]
    assert [message.id for message in place.messages] == before


@pytest.mark.parametrize("command", ["hand", "board", "resign"])
async def test_a_command_without_a_match(world: World, command: str) -> None:
    refused = await world.carol.slash(world.channel, command)
    assert said(refused) == "No match is running here. `/play` opens one, `/games` lists yours."
    for named in ("7", "x", "-1", "9" * 40):
        assert "There is no match" in said(await world.carol.slash(world.channel, command, match=named))


async def test_two_matches_of_two_people_in_one_channel(world: World) -> None:
    world.allow(world.channel, create_public_threads=False)
    first, second = await world.begin(), await world.begin()
    assert first.channel.id == second.channel.id == world.channel.id
    for command in ("hand", "board", "resign"):
        asked = answer(await world.alice.slash(world.channel, command))
        assert text(asked) == "Several matches fit. Which one do you mean?"
        (menu,) = controls(asked)
        assert [value for _, value in menu.choices] == ["1", "2"]
        assert said(await world.alice.select(asked, ["2"]))
    refused = await world.alice.slash(world.channel, "turn", card="R7", action="play", draw="deck")
    assert "Name the one you mean in the option `match`" in said(refused)
    suggested = await world.alice.autocomplete(world.channel, "hand", "match", "Match 2")
    assert [each["value"] for each in suggested] == ["2"]

    for place in (first, second):
        mover = place.mover
        named = answer(await mover.slash(world.channel, "hand", match=str(place.match_id)))
        assert {each.id.subject for each in of_verb(named, "card") if each.id} == {place.match_id}
        card = (await hand_of(world, place, mover))[0]
        typed = {"card": card, "action": "play", "draw": "deck", "match": str(place.match_id)}
        choices = await mover.autocomplete(world.channel, "turn", "card", "", match=str(place.match_id))
        assert card in [each["value"] for each in choices]
        await mover.slash(world.channel, "turn", **typed)
        assert place.mover.id != mover.id
    await world.click(world.bob, answer(await world.bob.slash(world.channel, "resign", match="1")), "Give up")
    assert second.boards
    assert first.boards == []


async def test_a_hand_from_elsewhere(world: World) -> None:
    place = await world.begin()
    elsewhere: ChannelHandle = world.guild.create_text_channel("elsewhere")
    assert of_verb(answer(await place.mover.slash(elsewhere, "hand")), "card")


async def test_a_match_of_another_server_is_none_of_this_one(world: World) -> None:
    await world.begin()
    other = world.env.create_guild("Other")
    member = other.add_member(world.alice.user)
    channel = other.create_text_channel("games")
    assert said(await member.slash(channel, "hand", match="1")) == "There is no match 1 here."
    assert "running match" in said(await member.slash(channel, "games"))


async def test_the_help_names_every_command(world: World) -> None:
    told = said(await world.carol.slash(world.channel, "help"))
    named = {line.removeprefix("**/").partition("**")[0] for line in told.splitlines() if line.startswith("**/")}
    shown_to_her = set(world.carol.available_commands(world.channel))
    assert named == shown_to_her - {"help", "Challenge to Lost Cities"} | {"moderate", "settings"}
    assert mentions(answer(await world.carol.slash(world.channel, "help"))) == []


async def test_an_option_of_another_game_is_refused_by_name(world: World) -> None:
    refused = said(await world.alice.slash(world.channel, "play", opponent=world.bob, game="board_game", colours=5))
    assert "The choice colours belongs to this game: Lost Cities, the card game." in refused
    refused = said(await world.alice.slash(world.channel, "play", game="card_game", seats=3))
    assert refused == "This game is not for 3. You can choose: 2."


async def test_foreign_text_is_echoed_without_a_say_in_what_stands_around_it(world: World) -> None:
    place = await world.begin()
    refused = said(await place.mover.slash(place.channel, "turn", card="\u202eR*7", action="play", draw="deck"))
    assert "R\\*7" in refused
    assert "\u202e" not in refused


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
async def test_a_turn_is_typed_by_those_who_play_only(world: World, game: str, over: bool) -> None:
    place = await world.begin(game=game)
    if over:
        await world.click(world.bob, answer(await world.bob.slash(place.channel, "resign")), "Give up")
    for who, why in ((world.carol, "You do not play in match"), (world.alice, "This match is over.")):
        if who is world.carol or over:
            named = {"match": str(place.match_id)}
            typed = {"card": "R2", "action": "play", "draw": "deck", "figure": "stay"}
            assert why in said(await who.slash(place.channel, "turn", **typed, **named))
            for option in typed.keys() - {"action"}:
                assert await who.autocomplete(place.channel, "turn", option, "", **named) == []


async def test_what_only_another_game_asks_is_not_suggested(world: World) -> None:
    place = await world.begin(game="card_game")
    assert await place.mover.autocomplete(place.channel, "turn", "figure", "") == []
