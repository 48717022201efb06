"""``/settings``: who may, the panel, and that every setting is kept to everywhere."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from simcord import MemberActor, ResponseMessage

from bot.store.challenges import Pace
from bot.store.guilds import DEFAULTS, GuildSettings
from bot.store.matches import EntryKind
from bot.store.players import Look, Pings
from bot.ui import locale
from bot.ui.servers import CHOICES, ENTITIES, PAGES
from render.theme import HIGH_CONTRAST, LIGHT
from tests.bot.world import Press, World, answer, components, control, joined, mentions, of_verb, said, text

HOUR = timedelta(hours=1)


async def panel(world: World, who: MemberActor) -> ResponseMessage:
    return answer(await who.slash(world.channel, "settings"))


async def choose(world: World, who: MemberActor, name: str, *values: Any) -> ResponseMessage:
    """Set something on the panel, as a person does; returns the panel."""
    shown = await panel(world, who)
    page = next(page for page, names in PAGES.items() if name.partition(".")[0] in names)
    (tab,) = [each for each in of_verb(shown, "settings") if each.id is not None and each.id.arg == page]
    await who.click(shown, custom_id=tab.custom_id)
    await who.select(shown, list(values), custom_id=f"lc:set:0:0:{name}")
    assert "Saved." in text(shown).splitlines()[1]
    return shown


async def settings_of(world: World) -> GuildSettings:
    return await world.bot.play.servers.settings(world.guild.id)


# ------------------------------------------------------------------ the panel


async def test_only_who_manages_the_server_may(world: World, admin: MemberActor) -> None:
    assert "settings" not in world.alice.available_commands(world.channel)
    assert "settings" in admin.available_commands(world.channel)
    shown = await panel(world, admin)
    assert shown.ephemeral
    for custom_id, values in (
        ("lc:set:0:0:pace", ("live",)),
        ("lc:settings:0:0:terms", ()),
        ("lc:zone:0:0:", ()),
        ("lc:set_zone:0:0:", ()),
    ):
        (forged,) = await world.press(Press(world.alice, shown, custom_id, values))
        assert "manage" in said(forged)
    assert await settings_of(world) == DEFAULTS


async def test_every_setting_is_on_the_panel_and_survives_a_restart(world: World, admin: MemberActor) -> None:
    shown = await panel(world, admin)
    offered: set[str] = set()
    for start in ("Matches", "Terms", "Seasons", "Channel", "Moderators"):
        await world.restart()
        await world.click(admin, shown, start)
        ids = [component.get("custom_id", "") for component in components(shown)]
        offered |= {each.rpartition(":")[2].partition(".")[0] for each in ids if each.startswith("lc:set:")}
        offered |= {"zone" for each in ids if each.startswith("lc:zone:")}
    assert offered == set(GuildSettings.model_fields) == {*CHOICES, *ENTITIES, "options", "zone"}


async def test_a_change_is_confirmed_and_logged_with_who_and_when(world: World, admin: MemberActor) -> None:
    shown = await choose(world, admin, "pace", "live")
    assert "Saved. Usual pace: 5 minutes a turn." in text(shown)
    await world.wait(HOUR)
    await choose(world, admin, "options.card_game.rounds", "1")
    await choose(world, admin, "channels", world.channel)
    await world.click(admin, shown, "Moderators")
    log = text(shown).partition("**Last changes**\n")[2].splitlines()
    assert log[0].endswith(f"<@{admin.id}> · Channels: everywhere → <#{world.channel.id}>")
    assert "Usual terms: those of the rules → Lost Cities, the card game" in log[1]
    assert log[2].endswith("Usual pace: a day for each turn → 5 minutes a turn")
    first, *_, last = await world.bot.play.servers.latest_changes(world.guild.id, 10)
    assert first.at - last.at >= HOUR
    assert {first.user_id, last.user_id} == {admin.id}


async def test_the_time_zone_by_its_dialogue(world: World, admin: MemberActor) -> None:
    shown = await panel(world, admin)
    await world.click(admin, shown, "Seasons")
    for typed, expected in (("Atlantis", "is not a time zone"), ("new york", "")):
        dialogue = await world.click(admin, shown, "Set zone")
        result = await admin.submit_modal(dialogue, {"zone": typed})
        assert not expected or expected in said(result)
    assert "America/New_York" in text(shown)
    assert (await settings_of(world)).zone.key == "America/New_York"


async def test_values_that_no_menu_offers(world: World, admin: MemberActor) -> None:
    shown = await panel(world, admin)
    for name, value in (
        ("pace", "x"),
        ("x", "true"),
        ("zone", "UTC"),
        ("options.card_game.rounds", "99"),
        ("options.card_game.x", "1"),
        ("options.x.rounds", "1"),
        ("language", "xx"),
    ):
        (forged,) = await world.press(Press(admin, shown, f"lc:set:0:0:{name}", (value,)))
        assert "anew" in said(forged) or said(forged)
    await world.press(Press(admin, shown, "lc:set:0:0:channels", ("9" * 30, "²", "x", "-5")))
    assert await settings_of(world) == DEFAULTS


# ---------------------------------------------------------- kept to everywhere


async def test_channels(world: World, admin: MemberActor) -> None:
    place = await world.begin(rounds=1)
    await world.click(world.bob, answer(await world.bob.slash(place.channel, "resign")), "Give up")
    games = world.guild.create_text_channel("other-games")
    await choose(world, admin, "channels", games)
    refused = f"Go to <#{games.id}>."
    assert refused in said(await world.alice.slash(world.channel, "play"))
    assert refused in said(await world.alice.context_menu(world.channel, "Challenge to Lost Cities", world.bob))
    assert refused in said(await world.click(world.bob, place.messages[-1], "Rematch"))
    assert not answer(await world.alice.slash(games, "play")).ephemeral
    world.env.backend.delete_channel(games.id)
    await world.env.settle()
    assert not answer(await world.alice.slash(world.channel, "play")).ephemeral


async def test_threads(world: World, admin: MemberActor) -> None:
    await choose(world, admin, "threads", "false")
    place = await world.begin()
    assert place.channel.id == world.channel.id
    await choose(world, admin, "threads", "true")
    assert (await world.begin(world.carol, world.dave)).channel.id != world.channel.id


async def test_rating(world: World, admin: MemberActor) -> None:
    await choose(world, admin, "rated", "false")
    assert " · not rated" in text(await world.challenge(world.alice, world.bob))
    await choose(world, admin, "rated", "true")
    assert " · rated" in text(await world.challenge(world.bob, world.carol))


async def test_the_length_of_a_season_in_the_time_zone(world: World, admin: MemberActor) -> None:
    shown = await choose(world, admin, "season", "month")
    dialogue = await world.click(admin, shown, "Set zone")
    await admin.submit_modal(dialogue, {"zone": "Tokyo"})
    await world.beaten(world.alice, world.bob, rounds=1)
    season = await world.bot.play.seasons.current(world.guild.id)
    assert season is not None
    assert season.ends_at is not None
    ends_there = season.ends_at.astimezone(ZoneInfo("Asia/Tokyo"))
    assert (ends_there.month, ends_there.day, ends_there.hour) == (2, 1, 0), "a month from the first of January"


async def test_milestones(world: World, admin: MemberActor) -> None:
    await choose(world, admin, "milestones", "false")
    assert "first time" not in joined((await world.beaten(world.bob, world.alice, rounds=1)).messages)
    await choose(world, admin, "milestones", "true")
    assert "first time" in joined((await world.beaten(world.carol, world.dave, rounds=1)).messages)


async def test_game_options_and_pace(world: World, admin: MemberActor) -> None:
    await choose(world, admin, "game", "board_game")
    await choose(world, admin, "options.board_game.length", "short")
    await choose(world, admin, "options.card_game.rounds", "7")
    await choose(world, admin, "pace", "relaxed")
    menu = answer(await world.alice.context_menu(world.channel, "Challenge to Lost Cities", world.bob))
    lobby = await world.challenge(world.alice)
    other = await world.challenge(world.alice, world.carol, game="card_game", colours=6)
    typed = await world.challenge(world.alice, world.dave, length="long", pace="live")
    stored = [
        await world.bot.play.challenges.get(found.subject)
        for message in (menu, lobby, other, typed)
        if (found := of_verb(message, "withdraw", "cancel")[0].id) is not None
    ]
    assert [(each.game, dict(each.options), each.pace) for each in stored] == [
        ("board_game", {"length": "short", "direction": "up"}, Pace.RELAXED),
        ("board_game", {"length": "short", "direction": "up"}, Pace.RELAXED),
        ("card_game", {"colours": 6, "rounds": 7}, Pace.RELAXED),
        ("board_game", {"length": "long", "direction": "up"}, Pace.LIVE),
    ]


@pytest.mark.parametrize(("value", "turns", "reminders"), [("reminders", False, True), ("never", False, False)])
async def test_pings(world: World, admin: MemberActor, value: str, turns: bool, reminders: bool) -> None:
    await choose(world, admin, "pings", value)
    cursor = world.cursor
    place = await world.begin()
    challenged = [each.pings for each in world.requests_since(cursor) if each.pings]
    assert challenged == ([[world.bob.id]] if reminders else [])
    assert mentions(place.board)
    await world.wait(13 * HOUR)
    pinged = [each.pings for each in world.requests_since(cursor) if each.pings][len(challenged) :]
    assert pinged == ([[place.mover.id]] if reminders else [])
    assert turns is False


async def test_a_person_may_want_less_than_the_server(world: World) -> None:
    choices = world.bot.play.choices
    await choices.set_pings(world.alice.id, Pings.NEVER)
    await world.bot.play.servers.change(world.guild.id, 1, pings=Pings.REMINDERS)
    for who, expected in ((world.alice, False), (world.bob, True)):
        assert expected is await choices.wants_ping(who.id, world.guild.id, Pace.DAILY, each_turn=False)


async def test_language(world: World, admin: MemberActor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that all see is in the language of the server, and what one sees is not."""
    asked: list[str] = []
    english = locale.catalogue()

    def catalogue(language: str) -> Any:
        asked.append(language)
        if language == "en":
            return english
        return type(
            "Marked",
            (),
            {
                "language": "tlh",
                "text": _marked(english.text),
                "plural": _marked(english.plural),
                "list": staticmethod(english.list),
                "number": staticmethod(english.number),
            },
        )()

    await world.bot.play.servers.change(world.guild.id, admin.id, language="tlh")
    monkeypatch.setattr(locale, "offered", {"tlh": "tlh"}.get)
    monkeypatch.setattr(locale, "catalogue", catalogue)
    message = await world.challenge(world.alice, world.bob, rounds=1)
    (accept,) = of_verb(message, "accept")
    await world.bob.click(message, custom_id=accept.custom_id)
    place = await world.place_of(1)
    hand = answer(await world.click(world.alice, place.board, "¡My hand"))
    assert "¡" not in text(hand)
    await world.click(world.alice, hand, "Ask to pause")
    await world.click(world.bob, place.messages[-1], "¡Agree")
    await world.click(world.bob, answer(await world.bob.slash(place.channel, "resign")), "Give up")
    assert str(place.channel.name).startswith("¡")
    for message in [*world.messages(world.channel), *place.messages]:
        for line in text(message).splitlines():
            assert "¡" in line, line
    assert {"en", "tlh"} == set(asked)


def _marked(words: Callable[..., str]) -> Callable[..., str]:
    def marked(self: object, *key: Any, **values: Any) -> str:
        del self
        return "\n".join(f"¡{line}" for line in words(*key, **values).splitlines())

    return marked


async def test_look(world: World, admin: MemberActor) -> None:
    await choose(world, admin, "look", "contrast")
    place = await world.begin()
    yellow = int.from_bytes(bytes(HIGH_CONTRAST.accent))
    assert {place.board.components[0]["accent_color"]} == {yellow}
    hand = await place.hand(place.mover)
    assert hand.components[0]["accent_color"] == yellow
    await world.bot.play.choices.set_look(place.mover.id, Look.LIGHT)
    await world.click(place.mover, hand, "Ask")
    assert hand.components[0]["accent_color"] == int.from_bytes(bytes(LIGHT.accent))
    assert (await place.hand(place.waiter)).components[0]["accent_color"] == yellow


async def test_moderators(world: World, admin: MemberActor) -> None:
    """A chosen role may moderate with ``/moderate``, once Discord shows it, and below the answer of ``/board``."""
    role = world.guild.create_role("Referees")
    other = world.guild.create_role("Others")
    carol = world.guild.add_member(world.env.create_user("eve"), roles=[role, other])
    place = await world.begin()
    before = answer(await carol.slash(place.channel, "board"))
    assert of_verb(before, "moderate") == []
    (forged,) = await world.press(Press(carol, before, f"lc:moderate:{place.match_id}:0:", ("pause",)))
    assert "Only members who may" in said(forged)
    await choose(world, admin, "moderators", role)
    shown = answer(await carol.slash(place.channel, "board"))
    (menu,) = of_verb(shown, "moderate")
    assert [value for _, value in menu.choices] == ["end", "pause"]
    dialogue = await carol.select(shown, ["pause"], custom_id=menu.custom_id)
    assert "stands still" in said(await carol.submit_modal(dialogue, {"reason": "lunch"}))
    entry = (await world.bot.play.matches.log(place.match_id))[-1]
    assert (entry.kind, entry.actor, entry.text) == (EntryKind.PAUSE, carol.id, "lunch")
    shown = answer(await carol.slash(world.channel, "board", match=str(place.match_id)))
    (menu,) = of_verb(shown, "moderate")
    assert [value for _, value in menu.choices] == ["end", "resume", "move"]
    dialogue = await carol.select(shown, ["move"], custom_id=menu.custom_id)
    await carol.submit_modal(dialogue, {"reason": "quiet"})
    assert (await world.place_of(place.match_id)).channel.id == world.channel.id
    await world.bot.play.matches.resign(place.match_id, world.bob.id)
    shown = answer(await carol.slash(world.channel, "board", match=str(place.match_id)))
    (menu,) = of_verb(shown, "moderate")
    winners = dict(menu.choices)
    dialogue = await carol.select(shown, [winners["Correct: bob wins"]], custom_id=menu.custom_id)
    await carol.submit_modal(dialogue, {"reason": "typo"})
    outcome = (await world.bot.play.matches.table(place.match_id)).match.outcome
    match = (await world.bot.play.matches.table(place.match_id)).match
    assert outcome is not None
    assert [match.players[seat].user_id for seat in outcome.winners] == [world.bob.id]
    await choose(world, admin, "moderators", other)
    assert control(answer(await carol.slash(world.channel, "board", match=str(place.match_id))), "Moderate")
    await choose(world, admin, "moderators")
    assert of_verb(answer(await carol.slash(world.channel, "board", match=str(place.match_id))), "moderate") == []
