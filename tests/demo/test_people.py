"""What people at the practice table do, as a bot hears of it, without any connection."""

from collections.abc import Mapping
from typing import Any

import pytest

from bot.demo.people import Member, Refused
from bot.demo.world import World

ROLES, CHANNELS = 6, 8
TEXT_CHANNEL, THREAD = 0, 11


class Silence:
    """A server whose bot never answers."""

    def __init__(self) -> None:
        self.world = World()
        self.world.base = "http://127.0.0.1:1/cdn"

    async def answered(self, interaction: int, /) -> None: ...


@pytest.fixture
def server() -> Silence:
    return Silence()


async def test_roles_and_channels_are_chosen_by_id_and_sent_along(server: Silence) -> None:
    world = server.world
    heard: list[dict[str, Any]] = []

    def hear(event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            heard.append(dict(payload))

    world.on_event = hear
    guild = world.create_guild("Club")
    table, other = world.create_channel(guild, "table"), world.create_channel(guild, "other")
    ada = Member(server, guild, world.create_member(guild, "Ada"))
    ben = world.create_member(guild, "Ben")
    role = world.create_role(guild, "Referees")
    world.give_role(guild, ben, role)
    assert role in [int(each["id"]) for each in world.roles(guild)]
    assert guild not in [int(each["id"]) for each in world.roles(guild)], "everybody has that one"
    assert str(role) in world.member(guild, ben)["roles"]
    who = {"type": ROLES, "custom_id": "who", "min_values": 0, "max_values": 2}
    rows = [
        {"type": 1, "components": [{**who, "default_values": [{"id": role, "type": "role"}]}]},
        {"type": 1, "components": [{"type": CHANNELS, "custom_id": "where", "channel_types": [TEXT_CHANNEL]}]},
        {"type": 1, "components": [{"type": CHANNELS, "custom_id": "thread", "channel_types": [THREAD]}]},
    ]
    world.rest(
        "POST", f"/channels/{table}/messages", query={}, body={"content": "Set up", "components": rows}, files=[]
    )
    (message,) = ada.messages(table)
    shown = message["components"][0]["components"][0]
    assert shown["default_values"] == [{"id": str(role), "type": "role"}], "no number, which a page would round"
    await ada.select(message, "who", str(role))
    await ada.select(message, "who")
    await ada.select(message, "where", str(other))
    chosen, nobody, place = (each["data"] for each in heard)
    assert chosen["values"] == [str(role)]
    assert chosen["resolved"]["roles"][str(role)]["name"] == "Referees"
    assert (nobody["values"], nobody["resolved"]) == ([], {"roles": {}})
    assert place["resolved"]["channels"][str(other)]["name"] == "other"
    for custom_id, value in (("who", str(other)), ("where", str(role)), ("thread", str(other)), ("where", "1")):
        with pytest.raises(Refused, match="bad_choice"):
            await ada.select(message, custom_id, value)
    await ada.select(message, "who", "1", forged=True)
    assert heard[-1]["data"]["resolved"] == {"roles": {}}
