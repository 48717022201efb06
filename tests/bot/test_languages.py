"""In which language people read: their own in private, the server's in public, and the commands in every one."""

import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po, write_po
from simcord import MemberActor

from bot import i18n
from bot.i18n import catalogue, language_name, languages, offered
from bot.ui.servers import CHOICES
from render.words import card_name
from rules.cards import parse_card
from tests.bot.world import Place, World, alts, answer, control, joined, of_verb, said, text

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


async def test_the_names_of_commands_are_valid_and_differ_in_every_language(world: World) -> None:
    """What is told to Discord also passes its schema, as every request of a test does."""
    (told,) = [each.body for each in world.requests_since(0) if each.method == "PUT" and "commands" in each.path]
    assert told
    for locale in {locale for command in told for locale in command["name_localizations"]}:
        assert_valid(told, locale)
        for command in told:
            assert_valid(command.get("options", ()), locale)
            for option in command.get("options", ()):
                for choice in option.get("choices", ()):
                    labels: dict[str, str] = choice.get("name_localizations") or {}
                    assert 1 <= len(labels.get(locale) or choice["name"]) <= 100
    locales = {"de", "fr", "es-ES", "es-419", "pt-BR", "ja"}
    assert locales <= set(told[0]["name_localizations"])


def assert_valid(named: Sequence[Any], locale: str) -> None:
    """Commands, or options of one: a user menu may be called by any words, all else by one word in lower case."""
    names: list[str] = [each["name_localizations"][locale] for each in named]
    assert len(set(names)) == len(names)
    for each, name in zip(named, names, strict=True):
        assert 1 <= len(name) <= 32, name
        if each.get("description"):
            assert re.fullmatch(r"[-_'\w]+", name), name
            assert name == name.lower(), name
            assert 1 <= len(each["description_localizations"][locale]) <= 100, name


WORDS = {
    "de": {"hand": "Meine Hand", "deck": "Stapel", "turn": "du bist am Zug", "refused": "Du bist noch nicht am Zug."},
    "ja": {
        "hand": "手札を見る",
        "deck": "山札",
        "turn": "あなたの手番です",
        "refused": "まだあなたの手番ではありません。",
    },
}
FOREIGN = {"de": re.compile(r"[äöüß]|Karte|Hand|Zug"), "ja": re.compile(r"[\u3040-\u30ff]")}


@pytest.mark.parametrize("language", WORDS)
async def test_each_reads_in_private_what_suits_the_reader_and_all_read_the_same_in_public(
    world: World, language: str
) -> None:
    """A match of an English server that one plays in another language: typed, tapped, refused."""
    texts = catalogue(language)
    world.locales[world.bob.id] = language
    place = await world.begin(rounds=1)
    while place.mover.id != world.bob.id:
        await typed_turn(place)
    hand = await place.hand(world.bob)
    assert FOREIGN[language].search(text(hand))
    assert FOREIGN[language].search(alts(hand)[0])
    await world.bob.click(hand, custom_id=of_verb(hand, "card")[0].custom_id)
    put_away = of_verb(hand, "do")[-1]
    assert put_away.label == texts.text("hand.discard", card=of_verb(hand, "card")[0].label)
    await world.bob.click(hand, custom_id=put_away.custom_id)
    assert of_verb(hand, "do")[0].label.startswith(WORDS[language]["deck"])
    await world.bob.click(hand, custom_id=of_verb(hand, "do")[0].custom_id)
    assert place.mover.id == world.alice.id
    await typed_turn(place)

    card = (await world.bob.autocomplete(place.channel, "turn", "card", ""))[-1]
    assert card["name"] == card_name(parse_card(card["value"]), texts)
    draw = WORDS[language]["deck"]
    answered = await world.bob.slash(place.channel, "turn", card=card["name"], action="discard", draw=draw)
    assert FOREIGN[language].search(said(answered))
    refused = await world.bob.slash(place.channel, "turn", card=card["name"], action="discard", draw=draw)
    assert said(refused).startswith(WORDS[language]["refused"])
    for message in place.messages:
        assert FOREIGN[language].search(text(message) + "".join(alts(message))) is None


@pytest.mark.parametrize("language", WORDS)
async def test_a_server_speaks_its_language_to_those_who_read_another(
    world: World, admin: MemberActor, language: str
) -> None:
    await world.bot.play.servers.change(world.guild.id, admin.id, language=language)
    (accept,) = of_verb(challenge := await world.challenge(world.alice, world.bob, rounds=1), "accept")
    await world.bob.click(challenge, custom_id=accept.custom_id)
    place = await world.place_of(1)
    assert control(place.board, WORDS[language]["hand"])
    assert WORDS[language]["turn"] in text(place.board)
    assert FOREIGN[language].search(alts(place.board)[0])
    (button,) = of_verb(place.board, "hand")
    hand = answer(await world.alice.click(place.board, custom_id=button.custom_id))
    assert FOREIGN[language].search(text(hand) + alts(hand)[0]) is None
    waiter = place.waiter
    refused = await waiter.slash(place.channel, "turn", card="R7", action="play", draw="deck")
    assert said(refused).startswith("It is not your turn yet.")


async def typed_turn(place: Place) -> None:
    """The mover discards the first card of the hand, as suggested, and draws from the deck."""
    (card, *_) = await place.mover.autocomplete(place.channel, "turn", "card", "")
    await place.mover.slash(place.channel, "turn", card=card["value"], action="discard", draw="deck")
