"""The pretend Discord against the real client, over real sockets."""

import asyncio
import json
import zlib

import discord
import pytest
from aiohttp import ClientSession

from bot.demo.faults import Fault
from bot.demo.people import Refused
from tests.demo.conftest import Club

pytestmark = pytest.mark.wire


async def test_a_slash_command_is_answered_in_public_with_a_ping_and_a_thread(club: Club) -> None:
    reply = await club.ada.slash(club.table, "play", opponent=club.ben, rounds=1)
    assert reply.kind == "message"
    assert reply.message is not None
    assert reply.message["pings"] == [str(club.ben.id)]
    assert await club.server.until(lambda: len(club.ben.channels()) == 2)
    thread = int(club.ben.channels()[1]["id"])
    assert await club.server.until(lambda: len(club.ben.messages(thread)) == 1)
    [board] = club.ben.messages(thread)
    assert board["attachments"][0]["width"] == 600


async def test_a_private_message_is_seen_and_pressed_by_its_owner_only(club: Club) -> None:
    reply = await club.ada.slash(club.table, "hand")
    assert reply.message is not None
    assert reply.message["only"] == str(club.ada.id)
    assert club.ben.messages(club.table) == []
    with pytest.raises(Refused, match="unseen"):
        await club.ben.click(reply.message, "play")
    assert (await club.ben.click(reply.message, "play", forged=True)).kind == "deferred_update"


async def test_select_edits_the_same_message_and_replaces_its_file(club: Club) -> None:
    hand = (await club.ada.slash(club.table, "hand")).message
    assert hand is not None
    reply = await club.ada.select(hand, "card", "Red 4")
    assert (reply.kind, len(club.ada.messages(club.table))) == ("update", 1)
    assert reply.message is not None
    [file] = reply.message["attachments"]
    assert file["id"] != hand["attachments"][0]["id"]
    assert club.server.world.file(file["url"])


async def test_a_modal_opens_and_is_sent(club: Club) -> None:
    hand = (await club.ada.slash(club.table, "hand")).message
    assert hand is not None
    shown = await club.ada.click(hand, "note")
    assert shown.kind == "modal"
    sent = await club.ada.submit(shown, text="well played")
    assert sent.message is not None
    assert sent.message["content"] == "Noted: well played"
    with pytest.raises(Refused, match="no_modal"):
        await club.ada.submit(shown, text="again")


async def test_autocomplete_sub_command_user_menu_and_user_select(club: Club) -> None:
    choices = await club.ada.autocomplete(club.table, "turn", "card", "blue 1")
    assert [choice["value"] for choice in choices] == ["Blue 10"]
    shown = await club.ada.slash(club.table, "settings show")
    menu = await club.ada.menu(club.table, "Challenge to Lost Cities", club.ben)
    assert shown.message is not None
    assert menu.message is not None
    assert (shown.message["content"], menu.message["content"]) == ("All as usual", "Challenged Ben")


async def test_a_deferred_answer_is_completed_by_a_followup_with_a_file(club: Club) -> None:
    reply = await club.ada.slash(club.table, "turn", card="Red 5")
    assert reply.kind == "deferred"
    assert await club.server.until(lambda: bool(club.ada.messages(club.table)[0]["attachments"]))


async def test_a_client_refuses_wrong_options(club: Club) -> None:
    for reason, options in {
        "missing_option": {"rounds": 3},
        "bad_option": {"opponent": club.ben, "rounds": 10},
    }.items():
        with pytest.raises(Refused, match=reason):
            await club.ada.slash(club.table, "play", **options)
    with pytest.raises(Refused, match="no_command"):
        await club.ada.slash(club.table, "nothing")


async def test_no_answer_and_a_late_answer(club: Club) -> None:
    assert (await club.ada.slash(club.table, "silence")).failed
    hand = (await club.ada.slash(club.table, "hand")).message
    assert hand is not None
    assert (await club.ada.click(hand, "late", forged=True)).failed
    assert await club.server.until(lambda: club.bot.refusals == [10062])


async def test_a_second_answer_to_one_interaction_is_refused(club: Club) -> None:
    await club.ada.slash(club.table, "hand")
    callback = next(call for call in club.server.calls if call.path.startswith("/interactions/"))
    async with ClientSession() as client:
        answer = await client.post(f"{club.server.base}/api/v10{callback.path}", json=callback.body)
        assert (await answer.json())["code"] == 40060


async def test_an_interaction_during_an_outage_is_replayed_when_the_session_resumes(club: Club) -> None:
    club.server.world.deadline = 10
    async with club.server.gateway.outage():
        pending = asyncio.create_task(club.ada.slash(club.table, "hand"))
        await asyncio.sleep(0)
    assert (await pending).kind == "message"
    assert (club.server.gateway.identified, club.server.gateway.resumed) == (1, 1)


async def test_a_lost_session_is_identified_anew(club: Club) -> None:
    club.server.gateway.cut()
    assert await club.server.until(lambda: club.server.gateway.resumed == 1)
    assert not (await club.ada.slash(club.table, "hand")).failed


async def test_rate_limit_is_retried_by_the_client(club: Club) -> None:
    club.server.faults.add(Fault("POST", "/channels/*/messages", status=429, retry_after=0.05))
    await club.ada.slash(club.table, "play", opponent=club.ben)
    sends = [call for call in club.server.calls if call.path.endswith("/messages")]
    assert await club.server.until(
        lambda: [call.status for call in club.server.calls if call.path.endswith("/messages")] == [429, 200]
    ), sends


async def test_a_rate_limit_for_everything_and_a_slow_answer_only_delay(club: Club) -> None:
    club.server.world.deadline = 5
    club.server.faults.add(Fault("POST", "/channels/*/threads", status=429, retry_after=0.05, everywhere=True))
    club.server.faults.add(Fault("POST", "/interactions/*", delay=0.05))
    club.server.faults.add(Fault("POST", "/interactions/*", delay=0.05, after=True))
    replies = [await club.ada.slash(club.table, "play", opponent=club.ben) for _ in range(2)]
    assert all(reply.kind == "message" for reply in replies)
    assert await club.server.until(lambda: len(club.ada.channels()) == 3)
    assert club.server.faults.planned == []


async def test_a_client_that_asks_for_it_gets_one_compressed_stream(club: Club) -> None:
    async with (
        ClientSession() as client,
        client.ws_connect(f"{club.server.gateway.url}?compress=zlib-stream") as socket,
    ):
        stream = zlib.decompressobj()
        hello = json.loads(stream.decompress((await socket.receive()).data))
        await socket.send_json({"op": 1, "d": None})
        beat = json.loads(stream.decompress((await socket.receive()).data))
        assert (hello["op"], beat["op"]) == (10, 11)


async def test_a_wrong_token_is_refused_on_both_ways(club: Club) -> None:
    async with ClientSession() as client, client.ws_connect(club.server.gateway.url) as socket:
        await socket.receive()
        await socket.send_json({"op": 2, "d": {"token": "wrong", "intents": 1}})
        await socket.receive()
        assert socket.close_code == 4004
        wrong = {"Authorization": "Bot wrong"}
        assert (await client.get(f"{club.server.base}/api/v10/users/@me", headers=wrong)).status == 401


async def test_uploaded_files_cannot_act_as_pages(club: Club) -> None:
    hand = (await club.ada.slash(club.table, "hand")).message
    assert hand is not None
    async with ClientSession() as client:
        answer = await client.get(hand["attachments"][0]["url"])
        assert answer.content_type == "image/png"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "sandbox" in answer.headers["Content-Security-Policy"]
        assert (await client.get(f"{club.server.base}/cdn/attachments/1/2/x.png")).status == 404


async def test_a_lost_answer_is_not_a_lost_request(club: Club) -> None:
    club.server.faults.add(Fault("POST", "/interactions/*/*/callback", reset=True, after=True))
    reply = await club.ada.slash(club.table, "hand")
    assert reply.kind == "message"
    assert club.server.faults.planned == []


async def test_a_nonce_makes_a_repeated_message_one(club: Club) -> None:
    await club.ada.slash(club.table, "twice")
    assert await club.server.until(lambda: len(club.ben.messages(club.table)) == 1)
    assert await club.server.until(lambda: club.ada.messages(club.table)[0]["content"] == "True")


async def test_rights_are_refused_with_discords_codes(club: Club) -> None:
    world = club.server.world
    world.permit(club.table, world.bot, deny=discord.Permissions.create_public_threads.flag)
    await club.ada.slash(club.table, "play", opponent=club.ben)
    assert await club.server.until(lambda: club.server.calls[-1].status == 403)
    assert club.server.calls[-1].answer["code"] == 50013


async def test_an_archived_thread_takes_no_edits_and_wakes_for_a_message(club: Club) -> None:
    await club.ada.slash(club.table, "play", opponent=club.ben)
    assert await club.server.until(lambda: len(club.ada.channels()) == 2)
    thread = int(club.ada.channels()[1]["id"])
    assert await club.server.until(lambda: bool(club.ada.messages(thread)))
    [board] = club.ada.messages(thread)
    club.server.world.archive(thread, archived=True)
    with pytest.raises(Refused, match="archived"):
        await club.ada.slash(thread, "hand")
    place = club.bot.get_partial_messageable(thread)
    with pytest.raises(discord.HTTPException) as failure:
        await place.get_partial_message(int(board["id"])).edit(content="x")
    assert failure.value.code == 50083
    await place.send("awake")
    assert not club.server.world.thread_is_archived(thread)


async def test_a_browser_on_a_foreign_page_is_turned_away(club: Club) -> None:
    async with ClientSession() as client:
        for header in (
            {"Host": f"evil.example:{club.server.base.rsplit(':', 1)[1]}"},
            {"Origin": "https://evil.example"},
            {"Sec-Fetch-Site": "cross-site"},
        ):
            answer = await client.get(f"{club.server.base}/api/v10/users/@me", headers=header)
            assert answer.status == 403
        assert (await client.get(f"{club.server.base}/api/v10/users/@me")).status == 401
