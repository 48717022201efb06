"""In which language people read: their own in private, the server's in public, and the commands in every one."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po, write_po
from simcord import MemberActor

from bot import i18n
from bot.i18n import catalogue, language_name, languages, offered
from bot.ui.servers import CHOICES
from tests.bot.world import World, alts, answer, joined, of_verb, said, text

MARK = "å"


@pytest.fixture
def swedish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A catalogue more, made up: the English texts with a mark before each."""
    folder = tmp_path / "i18n"
    shutil.copytree(Path(i18n.__file__).parent, folder)
    with (folder / "en.po").open("rb") as file:
        po = read_po(file)
    for message in po:
        forms: Any = message.string
        if message.id:
            message.string = MARK + forms if isinstance(forms, str) else tuple(MARK + form for form in forms)
    with (folder / "sv.po").open("wb") as file:
        write_po(file, po)
    monkeypatch.setattr(i18n, "_FOLDER", folder)
    languages.cache_clear()
    monkeypatch.setitem(CHOICES, "language", languages())
    yield
    languages.cache_clear()
    catalogue.cache_clear()


def test_a_language_is_found_by_any_locale_of_it(swedish: None) -> None:
    del swedish
    assert [offered(locale) for locale in ("en-US", "en-GB", "sv-SE", "sv", "tlh")] == ["en", "en", "sv", "sv", None]
    assert language_name("sv") == "Svenska"
    assert catalogue("sv").list(["A", "B", "C"]) == "A, B och C"
    assert catalogue("sv").number(-1234.56, 1) == "\u22121\u00a0234,6"
    assert catalogue().number(-1234.56, 1) == "\u22121,234.6"


async def test_adding_a_language_is_adding_one_file(swedish: None, world: World, admin: MemberActor) -> None:
    """It is offered to people and servers, and both read it where they should."""
    del swedish
    world.locales[world.bob.id] = "sv-SE"
    place = await world.begin(rounds=1)
    assert MARK not in joined(place.messages)
    swedish_hand = answer(await world.bob.slash(place.channel, "hand"))
    assert all(line.startswith(("#", "-#", MARK)) for line in text(swedish_hand).splitlines())
    assert all(each.label.startswith(MARK) for each in of_verb(swedish_hand, "card", "refresh"))
    assert alts(swedish_hand)[0].startswith(MARK)
    assert MARK not in text(answer(await world.alice.slash(place.channel, "hand")))
    assert said(await world.bob.slash(place.channel, "turn", card="R7", action="play", draw="x")).startswith(MARK)

    settings = answer(await admin.slash(world.channel, "settings"))
    looks = answer(await world.click(admin, settings, "Channel"))
    menu = next(each for each in of_verb(looks, "set") if each.id is not None and each.id.arg == "language")
    assert ("Svenska", "sv") in menu.choices
    await admin.select(looks, ["sv"], custom_id=menu.custom_id)
    assert text(await world.challenge(world.alice)).startswith(f"{MARK}### alice")


async def test_a_chosen_language_goes_before_that_of_discord(swedish: None, world: World) -> None:
    del swedish
    world.locales[world.bob.id] = "sv-SE"
    place = await world.begin()
    panel = answer(await world.bob.slash(world.channel, "preferences"))
    assert text(panel).startswith(MARK)
    (menu,) = of_verb(panel, "language")
    assert menu.choices[0][1] == "discord"
    hand = answer(await world.bob.slash(place.channel, "hand"))
    assert alts(hand)[0].startswith(MARK)
    await world.bob.select(panel, ["en"], custom_id=menu.custom_id)
    assert text(panel).startswith("### Your preferences\nSaved.")
    await world.restart()
    (refresh,) = of_verb(hand, "card", "refresh")[-1:]
    await world.bob.click(hand, custom_id=refresh.custom_id)
    # the picture, too, is drawn again
    assert MARK not in text(hand) + alts(hand)[0]
    suggested = await world.bob.autocomplete(place.channel, "hand", "match", "")
    assert suggested[0]["name"].startswith("Match 1")
    await world.bob.select(panel, ["discord"], custom_id=menu.custom_id)
    assert text(panel).startswith(MARK)
    suggested = await world.bob.autocomplete(place.channel, "hand", "match", "")
    assert suggested[0]["name"].startswith(f"{MARK}Match 1")


async def test_a_server_begins_with_its_own_language(swedish: None, world: World) -> None:
    del swedish
    club = world.env.create_guild("Klubb", preferred_locale="sv-SE")
    other = world.env.create_guild("Kerho", preferred_locale="fi")
    await world.restart()
    servers = world.bot.play.servers
    assert (await servers.settings(club.id)).language == "sv"
    assert (await servers.settings(other.id)).language == "en"
    await servers.change(club.id, 1, language="en")
    await world.restart()
    assert (await world.bot.play.servers.settings(club.id)).language == "en"


async def test_commands_are_told_in_every_language_and_anew_with_a_new_one(
    world: World, request: pytest.FixtureRequest
) -> None:
    def told() -> list[Any]:
        return [each.body for each in world.requests_since(0) if each.method == "PUT" and "commands" in each.path]

    await world.restart()
    assert len(told()) == 1
    request.getfixturevalue("swedish")
    await world.restart()
    before, after = told()
    assert [each["name"] for each in before] == [each["name"] for each in after]
    for command in after:
        assert command["name_localizations"]["sv-SE"] == MARK + command["name"]
        if command["type"] == 1:
            assert command["description_localizations"]["sv-SE"] == MARK + command["description"]
            for option in command["options"]:
                assert option["name_localizations"]["sv-SE"] == MARK + option["name"]
                for choice in option.get("choices", ()):
                    told_so: Any = choice.get("name_localizations") or {}
                    is_number = not isinstance(choice["value"], str)
                    assert told_so.get("sv-SE") == (None if is_number else MARK + choice["name"])
