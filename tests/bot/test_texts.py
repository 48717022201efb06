"""The catalogue and the code say the same: every key exists and is used, and no words stand in the code."""

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from babel import Locale
from babel.messages import Catalog
from babel.messages.pofile import read_po

from bot.i18n import FALLBACK, languages
from bot.ui.taps import COMMANDS_ON_A_MATCH
from rules.reasons import REASONS
from rules.registry import GAMES

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = ("bot", "render")
SCREENS: Final = [
    *(ROOT / "bot" / "ui").glob("*.py"),
    *(ROOT / "bot" / "commands").glob("*.py"),
    *(ROOT / "bot" / "publish").glob("*.py"),
]
PROSE: Final = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")
REFUSING: Final = ("Refusal", "RuleError", "BadNotation", "IllegalAction", "NotYourTurn", "GameOver")


@cache
def read(language: str) -> Catalog:
    with (ROOT / "bot" / "i18n" / f"{language}.po").open("rb") as file:
        return read_po(file, locale=Locale.parse(language, sep="-"))


@cache
def catalogue(language: str = FALLBACK) -> dict[str, tuple[str, ...]]:
    """The texts by key, with all plural forms."""
    messages = [message for message in read(language) if message.id]
    return {
        message.id if isinstance(message.id, str) else message.id[0]: (
            (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        )
        for message in messages
    }


@cache
def trees() -> dict[Path, ast.Module]:
    files = [file for room in ROOMS for file in (ROOT / room).rglob("*.py")]
    return {file: ast.parse(file.read_text("utf-8")) for file in files}


def strings(tree: ast.AST) -> Iterator[str]:
    """Regular expressions of the texts that the strings of some code can become."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield re.escape(node.value)
        elif isinstance(node, ast.JoinedStr):
            yield "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[a-z0-9_.]+" for part in node.values
            )


def calls(*names: str) -> Iterator[ast.Call]:
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called in names:
                    yield node


def constant(node: ast.AST | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def test_every_key_that_is_asked_for_exists() -> None:
    asked = [(call, constant(call.args[0])) for call in calls("text", "plural") if call.args]
    keys = {key for _, key in asked if key is not None}
    assert keys
    assert keys - set(catalogue()) == set()
    for call in calls("plural"):
        key = constant(call.args[0])
        assert key is None or len(catalogue()[key]) == 2, key


def test_every_key_is_used() -> None:
    scripts = "\n".join(file.read_text("utf-8") for file in (ROOT / "bot").rglob("*.js"))
    used = {key for key in catalogue() if f'"{key}"' in scripts}
    patterns = {each for tree in trees().values() for each in strings(tree) if re.match(r"[a-z_]+\\\.", each)}
    kinds = ("challenge", "rematch", "lobby", "solo")
    states = ("title", "started", "declined", "withdrawn", "expired")
    used |= {f"{kind}.{state}" for kind in kinds for state in states}
    rooms = [room for call in calls("choices") if call.args and (room := constant(call.args[0])) is not None]
    used |= {key for key in catalogue() if key.rpartition(".")[0] in rooms}
    for pattern in patterns:
        used |= {key for key in catalogue() if re.fullmatch(pattern, key)}
    assert set(catalogue()) - used == set()


def test_every_refusal_has_its_sentence_and_every_sentence_its_refusal() -> None:
    codes = {code for call in calls(*REFUSING) if call.args and (code := constant(call.args[0]))}
    for call in calls(*REFUSING):
        if call.args and isinstance(call.args[0], ast.IfExp):
            codes |= {code for each in (call.args[0].body, call.args[0].orelse) if (code := constant(each))}
    codes |= {f"challenge_{state}" for state in ("started", "declined", "withdrawn", "expired")} | set(REASONS)
    sentences = {key.removeprefix("refusal.") for key in catalogue() if key.startswith("refusal.")}
    assert sentences == codes


def test_every_command_and_option_is_called_in_the_catalogue_as_in_the_code() -> None:
    """Other languages call them otherwise; the names of the code are English."""
    commands = {constant(call.args[1]) for call in calls("command") if len(call.args) > 2}
    options = {constant(call.args[0]) for call in calls("Argument")} | {
        option.name for game in GAMES.values() for option in game.options
    }
    told = {f"slash.{name}" for name in commands if name} | {f"option.{name}" for name in options if name}
    told |= {f"slash.{name}" for name in COMMANDS_ON_A_MATCH} | {"option.figure"}
    assert {key for key in catalogue() if key.startswith(("slash.", "option."))} == told
    assert all(catalogue()[key] == (key.partition(".")[2],) for key in told)


def test_placeholders_get_their_values() -> None:
    for call in calls("text", "plural"):
        key = constant(call.args[0]) if call.args else None
        if key is None or any(keyword.arg is None for keyword in call.keywords):
            continue
        given = {keyword.arg for keyword in call.keywords} | {"n"}
        for form in catalogue()[key]:
            wanted = {name for _, name, _, _ in string.Formatter().parse(form) if name is not None}
            assert wanted <= given, key


@pytest.mark.parametrize("file", SCREENS, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_words_stand_in_the_code_of_screens(file: Path) -> None:
    tree = ast.parse(file.read_text("utf-8"))
    silent: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and constant(node.value) is not None:
            silent.add(node.value)
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and getattr(node.func.value, "id", "") == "log"
        ):
            silent.update(ast.walk(node))
    words = [
        node.value
        for node in ast.walk(tree)
        if node not in silent
        and isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and PROSE.search(node.value)
    ]
    assert words == []


TRANSLATED: Final = pytest.mark.parametrize("language", [each for each in languages() if each != FALLBACK])

OPERATING: Final = ("cli.", "startup.", "check.", "backup.", "restore.", "database.", "settings.discord_", "recount.")
"""Texts for whoever runs the bot, which name paths and addresses but no commands of Discord."""


def placeholders(form: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(form) if name is not None}


@TRANSLATED
def test_every_catalogue_has_every_text_in_every_form(language: str) -> None:
    told = catalogue(language)
    assert set(catalogue()) - set(told) == set(), "texts are missing"
    assert set(told) - set(catalogue()) == set(), "texts are of no use"
    for key, english in catalogue().items():
        forms = told[key]
        assert len(forms) == (1 if len(english) == 1 else read(language).num_plurals), key
        for form in forms:
            assert form.strip() or not english[0].strip(), key
            assert placeholders(form) == placeholders(english[-1]), key
            assert form.count("**") == english[-1].count("**"), key
            assert form.count("`") == english[-1].count("`"), key
            assert re.findall(r"^(?:#+ |-# |- )", form, re.MULTILINE) == re.findall(
                r"^(?:#+ |-# |- )", english[-1], re.MULTILINE
            ), key


@pytest.mark.parametrize("language", languages())
def test_commands_are_named_as_they_are_called_in_the_language(language: str) -> None:
    told = catalogue(language)
    names = {forms[0] for key, forms in told.items() if key.startswith("slash.")}
    for key, forms in told.items():
        if key.startswith(OPERATING):
            continue
        for form in forms:
            named = set(re.findall(r"(?<![\w/<:}>])/(\w+)", re.sub(r"https?://\S+", "", form)))
            assert named <= names, key
            english = re.findall(r"(?<![\w/<:}>])/(\w+)", catalogue()[key][-1])
            assert len(re.findall(r"(?<![\w/<:}>])/(\w+)", form)) == len(english), key


@pytest.mark.parametrize("language", languages())
def test_what_is_typed_between_blanks_is_one_word(language: str) -> None:
    for key in ("adventurer", "researcher", "stay"):
        assert len(catalogue(language)[f"board_game.{key}"][0].split()) == 1, key


@pytest.mark.parametrize("language", languages())
def test_titles_and_labels_of_dialogues_are_short_enough(language: str) -> None:
    """Discord shows 45 characters. A dialogue's texts come from keys, some of which are put together."""
    patterns = [pattern for call in calls("Form", "Field") for each in call.args for pattern in strings(each)]
    shown = [key for key in catalogue() if any(re.fullmatch(pattern, key) for pattern in patterns)]
    assert shown
    for key in shown:
        assert all(len(form) <= 45 for form in catalogue(language)[key]), key
