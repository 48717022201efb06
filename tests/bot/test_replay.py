"""Matches that are over: turn by turn, animated, dealt again; records from anywhere; and the board to watch.

By real commands and clicks, for every game.
"""

import asyncio
import json
from collections.abc import AsyncGenerator
from datetime import timedelta
from random import Random
from typing import Any

import discord
from simcord import ChannelHandle, MemberActor, ResponseMessage
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.animator import Order
from bot.play.animations import Told
from bot.play.replays import digest_of
from render.picture import Picture
from render.words import card_name
from rules.record import dump, moments, verify
from rules.registry import GAMES
from rules.shuffle import commitment
from tests.bot.clicks import Tapper, tap_to_the_end
from tests.bot.conftest import PIXEL
from tests.bot.games import EVERY_GAME, SAMPLES
from tests.bot.midway import midway
from tests.bot.playing import QUICK
from tests.bot.samples import Sample
from tests.bot.test_leaks import ANY_CARD, TEXTS
from tests.bot.world import Place, Press, World, alts, answer, controls, joined, said, text
from tests.rules.walks import walk


async def played(world: World, sample: Sample, seats: int = 2) -> Place:
    """A match whose last turns were played here."""
    game, options = GAMES[sample.key], QUICK[sample.key]
    moves = list(walk(game, 1, options, seats, take_backs=0))
    turns = moves[-1].applied.state.turns
    begun = next(at for at, move in enumerate(moves) if move.applied.state.turns == turns - 2)
    place = await midway(world, game, 1, options, seats, moves[: begun + 1])
    await tap_to_the_end(Tapper(world, Random(1), from_piles=0), place)
    return place


async def record_of(world: World, place: Place) -> str:
    return dump(await world.bot.play.matches.record(place.match_id))


async def replayed(world: World, who: MemberActor, file: bytes | str, name: str = "match.txt") -> ResponseMessage:
    data = file.encode() if isinstance(file, str) else file
    return answer(await who.slash(world.channel, "replay", file=(name, data)))


@EVERY_GAME
async def test_a_finished_match_is_shown_turn_by_turn_and_with_all_hands(world: World, sample: Sample) -> None:
    place = await played(world, sample)
    table = await world.bot.play.matches.table(place.match_id)
    total = table.state.turns
    shown = answer(await world.click(world.carol, place.messages[-1], "Replay"))
    assert shown.ephemeral
    assert f"Turn 0 of {total}" in text(shown)
    assert [each.label for each in controls(shown) if each.disabled] == ["First", "Back"]
    await world.restart(timedelta(days=40))
    await world.click(world.carol, shown, "Next")
    assert f"Turn 1 of {total}" in text(shown)
    assert len(alts(shown)) == 1
    await world.click(world.carol, shown, "Show hands")
    record = await world.bot.play.matches.record(place.match_id)
    first = list(moments(record))[1].state
    held = alts(shown)[1]
    for seat, name in enumerate(table.match.names):
        cards = ", ".join(card_name(card, TEXTS) for card in table.game.view(first, seat).hand)
        assert f"{name} holds: {cards}." in held
    for _ in range(3):
        await world.click(world.carol, shown, "Next")
    assert f"Turn 4 of {total}" in text(shown)
    assert "holds" in alts(shown)[1]
    await world.click(world.carol, shown, "Back")
    await world.click(world.carol, shown, "Hide hands")
    assert f"Turn 3 of {total}" in text(shown)
    assert len(alts(shown)) == 1
    await world.click(world.carol, shown, "Last")
    assert f"Turn {total} of {total}" in text(shown)
    assert [each.label for each in controls(shown) if each.disabled] == ["Next", "Last"]
    assert len(alts(shown)) == 2, "the sheet of the round, and the result"
    for typed, where in (("2", 2), (f" {total} ", total), ("0", 0)):
        await world.carol.submit_modal(await world.click(world.carol, shown, "Go to"), {"turn": typed})
        assert f"Turn {where} of {total}" in text(shown)
    for typed in (str(total + 1), "two", "9" * 6):
        asked = await world.click(world.carol, shown, "Go to")
        assert f"There is no turn “{typed}”" in said(await world.carol.submit_modal(asked, {"turn": typed}))


async def opened(world: World, who: MemberActor, file: bytes | str, name: str = "match.txt") -> ResponseMessage:
    """The answer to a record that somebody uploads."""
    data = file.encode() if isinstance(file, str) else file
    shown = answer(await who.slash(world.channel, "replay", file=(name, data)))
    assert shown.ephemeral
    return shown


@EVERY_GAME
async def test_a_record_from_anywhere_is_shown_as_long_as_its_message_stands(world: World, sample: Sample) -> None:
    place = await played(world, sample)
    record = await record_of(world, place)
    total = (await world.bot.play.matches.table(place.match_id)).state.turns
    strange = record.replace('"alice"', '"<@1> **a**\\n\\ud800@everyone\\u202e"')
    for text_of_file in (record, strange.replace("\n", "\r\n"), "\ufeff" + strange):
        shown = await opened(world, world.carol, text_of_file)
        assert f"Turn 0 of {total}" in text(shown)
    assert "@everyone" not in text(shown)
    assert "\u202e" not in text(shown)
    assert "\\*\\*a" in text(shown)
    await world.restart(timedelta(days=2))
    for button in ("Next", "Show hands", "Last", "First"):
        await world.click(world.carol, shown, button)
    assert f"Turn 0 of {total}" in text(shown)
    assert "holds" in alts(shown)[1]
    (next_id,) = [each.custom_id for each in controls(shown) if each.label == "Next"]
    await world.restart()
    (lost,) = await world.press(Press(world.carol, place.messages[-1], next_id))
    assert said(lost) == "The file is out of reach. Upload the record again with `/replay`."


def changed(record: str, old: str, new: str) -> str:
    assert old in record
    return record.replace(old, new, 1)


async def test_hostile_files_are_refused_with_the_line_and_the_reason(world: World) -> None:
    place = await played(world, SAMPLES["card_game"])
    record = await record_of(world, place)
    lines = record.splitlines()
    at = lines.index(next(line for line in lines if " play " in line or " discard " in line))
    first = lines[at]
    illegal = record.replace(first, first.replace("draw deck", "draw Y"), 1) if "draw deck" in first else record
    for file, line, reason in (
        ("", 1, ""),
        ("x" * 100_000, 1, "longer than"),
        (b"\x89PNG\r\n\x1a\n" + b"\xff" * 50, 1, "UTF-8"),
        (record.encode("utf-16"), 1, "UTF-8"),
        ("[" * 60_000, 1, ""),
        (record.replace("lost-cities record 1", "lost-cities record 2"), 1, ""),
        (record.replace("game card_game", "game chess"), 2, ""),
        (record.replace("game card_game", f"game {'*' * 2000}"), 2, ""),
        (record + "0 play R7, draw deck\n", len(lines) + 1, ""),
        (changed(record, first, first + ", " + "draw deck, " * 50 + "draw deck"), at + 1, ""),
        (changed(record, first, "7 play R7"), at + 1, ""),
        (changed(record, first, "0 play @everyone **R7**"), at + 1, ""),
        (illegal, at + 1, ""),
        ("\n".join(lines[:-1]) + "\n", len(lines) - 1, ""),
        ('player 0 "' + "a" * 60_000, 1, ""),
    ):
        told = text(await opened(world, world.carol, file))
        assert told.startswith(f"This record cannot be shown. Line {line}: "), told
        assert reason in told
        assert len(told) < 400
        assert "@everyone" not in told
        assert "**" not in told
    assert world.bot.play.replays.of_digest(digest_of(b"")) is None


async def test_which_matches_can_be_replayed(world: World) -> None:
    refused = await world.alice.slash(world.channel, "replay")
    assert said(refused).startswith("No match has come to a result in this channel yet.")
    place = await played(world, SAMPLES["card_game"])
    given_up = await world.beaten(world.bob, world.carol, rounds=1)
    running = await world.begin()
    shown = answer(await world.dave.slash(given_up.channel, "replay"))
    assert f"Replay of [match {given_up.match_id}]" in text(shown)
    assert "Turn 0 of 0" in text(shown)
    await world.click(world.dave, shown, "Next")
    assert "**bob** gives up the match." in text(shown)
    offered = await world.alice.autocomplete(world.channel, "replay", "match", "")
    assert [each["value"] for each in offered] == [str(place.match_id), str(given_up.match_id)]
    assert offered[0]["name"].startswith(f"Match {place.match_id}, card game: alice ")
    found = await world.alice.autocomplete(world.channel, "verify", "match", "CAROL")
    assert [each["value"] for each in found] == [str(given_up.match_id)]
    for command in ("replay", "verify"):
        for named, reason in ((str(running.match_id), "still being played"), ("99", "no match"), ("x", "no match")):
            assert reason in said(await world.alice.slash(world.channel, command, match=named))
    for made_up in (
        f"lc:replay:{running.match_id}:0:next.open.",
        f"lc:replay_open:{running.match_id}:0:",
        f"lc:verify:{running.match_id}:0:",
        f"lc:animate:{running.match_id}:0:..",
        "lc:replay:0:0:next.open.",
        "lc:replay:1:0:next.all.",
        "lc:replay:1:0:next.open.abc",
        f"lc:replay:{place.match_id + 50}:0:next.open.",
    ):
        (refused,) = await world.press(Press(world.dave, shown, made_up))
        assert ANY_CARD.search(said(refused)) is None
    (clamped,) = await world.press(Press(world.dave, shown, f"lc:replay:{place.match_id}:999999:next.."))
    assert clamped.response is None or "Last" in [each.label for each in controls(clamped.response)]
    async with world.bot.database.writing() as connection:
        await connection.execute("UPDATE matches SET guild_id = 1 WHERE id = ?", (given_up.match_id,))
    named = str(given_up.match_id)
    assert "no match" in said(await world.dave.slash(world.channel, "replay", match=named))
    assert f"match {named}" in said(await world.carol.slash(world.channel, "replay", match=named))


@EVERY_GAME
async def test_a_match_is_dealt_again_in_front_of_everybody(world: World, sample: Sample) -> None:
    place = await played(world, sample)
    match = (await world.bot.play.matches.table(place.match_id)).match
    posted = answer(await world.click(world.dave, place.messages[-1], "Verify"))
    assert not posted.ephemeral
    assert "so nobody has chosen a card, the bot included." in text(posted)
    assert commitment(match.secret) in text(posted)
    assert match.secret.hex() in text(posted)
    (file,) = [each for each in posted.attachments if each.filename.endswith(".txt")]
    assert verify((await file.read()).decode()).deal.secret == match.secret
    dealt = world.bot.play.replays
    table, _ = (await dealt.of_match(place.match_id)).at(0)
    assert all(str(card_name(card, TEXTS)) in alts(posted)[0] for card in table.state.hands[0])
    silence(world, place.channel)
    assert said(await world.dave.slash(place.channel, "verify"))
    assert not answer(await world.alice.slash(place.channel, "verify")).ephemeral


def silence(world: World, channel: ChannelHandle) -> None:
    """Let nobody but the bot write in a channel."""
    _, deny = discord.PermissionOverwrite(send_messages=False, send_messages_in_threads=False).pair()
    overwrite = Overwrite(world.guild.id, OverwriteType.ROLE, 0, deny.value)
    world.env.backend.set_overwrite(channel.id, overwrite)
    world.allow(channel, send_messages=True, send_messages_in_threads=True)


async def test_a_changed_log_does_not_verify(world: World) -> None:
    place = await played(world, SAMPLES["card_game"])
    async with world.bot.database.writing() as connection:
        await connection.execute("UPDATE matches SET secret = ? WHERE id = ?", (bytes(32), place.match_id))
    await world.restart()
    refused = await world.alice.slash(place.channel, "verify", match=str(place.match_id))
    assert answer(refused).ephemeral
    assert "nobody has chosen" not in said(refused)


@EVERY_GAME
async def test_an_animated_replay_is_posted_with_its_progress_and_kept(world: World, sample: Sample) -> None:
    place = await played(world, sample)
    asked: list[Order] = []

    async def draw(order: Order) -> AsyncGenerator[Told]:
        asked.append(order)
        for done in (0.1, 0.5):
            await asyncio.sleep(3)
            yield done
        yield Picture(PIXEL, "gif", "the whole match")

    world.bot.play.animations.draw = draw
    shown = answer(await world.dave.slash(place.channel, "replay"))
    cursor = world.cursor
    posted = answer(await world.click(world.dave, shown, "Animate"))
    await world.wait(timedelta(seconds=10))
    assert not posted.ephemeral
    told = [json.dumps(each.body) for each in world.requests_since(cursor)]
    assert any("as soon as it is its turn" in each for each in told)
    assert any("being drawn: 50 %" in each for each in told)
    assert alts(posted) == ["the whole match"]
    assert "The match, turn by turn." in text(posted)
    again = answer(await world.click(world.alice, posted, "Replay"))
    await world.click(world.alice, again, "Animate")
    assert len(asked) == 1
    silence(world, place.channel)
    private = answer(await world.click(world.dave, shown, "Animate"))
    assert private.ephemeral
    assert alts(private) == ["the whole match"]
    record = await opened(world, world.bob, await record_of(world, place))
    assert answer(await world.click(world.bob, record, "Animate"))
    assert asked[0].names == (await world.bot.play.matches.table(place.match_id)).match.names


async def test_an_animation_that_fails_says_so_and_one_under_way_ends_with_the_bot(world: World) -> None:
    place = await played(world, SAMPLES["card_game"])
    ended: list[bool] = []

    async def draw(_: Order) -> AsyncGenerator[Told]:
        try:
            await asyncio.sleep(20)
            yield 0.5
            raise EOFError
        finally:
            ended.append(True)

    world.bot.play.animations.draw = draw
    shown = answer(await world.dave.slash(world.channel, "replay", match=str(place.match_id)))
    await world.click(world.dave, shown, "Animate")
    await world.wait(timedelta(seconds=21))
    stored: dict[int, Any] = world.env.backend.messages[place.channel.id]
    whispers = [ResponseMessage(world.env, each) for each in stored.values() if each.is_ephemeral]
    assert "could not be drawn" in joined(whispers)
    assert ended == [True]
    await world.click(world.dave, shown, "Animate")
    await world.restart()
    assert ended == [True, True]


@EVERY_GAME
async def test_anybody_may_watch_and_sees_what_everybody_sees(world: World, sample: Sample) -> None:
    place = await world.gather(2, game=sample.key)
    tapper = Tapper(world, Random(1))
    shown = answer(await world.click(world.carol, place.board, "Watch"))
    assert shown.ephemeral
    assert f"**{place.mover.name}** is to move" in text(shown)
    before = alts(shown)
    await tapper.turn(place)
    await world.restart()
    await world.click(world.carol, shown, "Refresh")
    assert f"**{place.mover.name}** is to move" in text(shown)
    assert alts(shown) != before
    own = answer(await world.click(place.mover, place.board, "Watch"))
    assert alts(own) == alts(shown)
    await world.click(world.alice, answer(await world.alice.slash(place.channel, "resign")), "Give up")
    await world.click(world.carol, shown, "Refresh")
    assert "Replay" in [each.label for each in controls(shown)]
