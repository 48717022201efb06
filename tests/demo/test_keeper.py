"""What the practice table remembers."""

import json
from base64 import b64encode
from pathlib import Path

import pytest

from bot.demo.keeper import Keeper
from bot.demo.world import BackendError, World
from bot.errors import StartupError
from render.emoji import emojis


def furnished(base: str = "http://127.0.0.1:1/cdn") -> tuple[World, int, int]:
    world = World()
    world.base = base
    guild = world.create_guild("Club")
    channel = world.create_channel(guild, "table")
    ada = world.create_member(guild, "Ada")
    world.make_owner(guild, ada)
    world.say(channel, ada, "hello")
    return world, guild, channel


async def test_everything_comes_back_under_the_new_address(tmp_path: Path) -> None:
    world, guild, channel = furnished()
    name, data = next(emojis())
    image = f"data:image/png;base64,{b64encode(data).decode()}"
    path = f"/applications/{world.application}/emojis"
    emoji = world.rest("POST", path, query={}, body={"name": name, "image": image}, files=[])
    async with Keeper(world, tmp_path).keeping():
        pass
    again = World()
    again.base = "http://127.0.0.1:2/cdn"
    assert Keeper(again, tmp_path).restore()
    assert (again.guilds, again.bot, again.application) == ([guild], world.bot, world.application)
    assert again.members(guild) == world.members(guild)
    [message] = again.messages(channel)
    assert again.message(channel, message) == world.message(channel, message)
    assert again.file(f"{again.base}/emojis/{emoji['id']}.png") == data


def test_nothing_is_restored_from_an_empty_folder(tmp_path: Path) -> None:
    assert not Keeper(World(), tmp_path).restore()


@pytest.mark.parametrize("text", ["", "{}", '{"format": 1}'])
def test_an_unreadable_file_is_named_and_left(tmp_path: Path, text: str) -> None:
    (tmp_path / "discord.json").write_text(text)
    with pytest.raises(StartupError) as failure:
        Keeper(World(), tmp_path).restore()
    assert failure.value.key == "demo.unreadable"
    assert (tmp_path / "discord.json").read_text() == text


async def test_a_file_of_a_newer_format_is_refused(tmp_path: Path) -> None:
    async with Keeper(furnished()[0], tmp_path).keeping():
        pass
    path = tmp_path / "discord.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "format": 2}))
    with pytest.raises(StartupError):
        Keeper(World(), tmp_path).restore()


def test_what_is_no_picture_is_no_emoji() -> None:
    world, _, _ = furnished()
    path = f"/applications/{world.application}/emojis"
    with pytest.raises(BackendError):
        world.rest("POST", path, query={}, body={"name": "red_7", "image": "data:image/png;base64,AAAA"}, files=[])
