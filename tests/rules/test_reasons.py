"""Every refusal of the rules has its words, for the command line and for the bot."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from bot.i18n import catalogue
from rules.game import IllegalAction
from rules.reasons import REASONS, reason

RAISERS = {"RuleError", "BadNotation", "IllegalAction", "NotYourTurn", "GameOver", "BadRecord", "_bad"}


def refusals() -> Iterator[tuple[str, set[str]]]:
    """Every code that is written in the rules, with the parameters given there."""
    (folder,) = rules.__path__
    for path in Path(folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and name_of(node.func) in RAISERS:
                for argument in node.args[:2]:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value, {keyword.arg for keyword in node.keywords if keyword.arg}


def name_of(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


PARAMS: dict[str, list[set[str]]] = defaultdict(list)
for code, given in refusals():
    PARAMS[code].append(given)


def test_there_are_reasons_for_exactly_the_codes_that_exist() -> None:
    assert set(REASONS) == set(PARAMS)


@pytest.mark.parametrize("code", sorted(REASONS))
def test_a_code_has_its_words_with_no_more_values_than_it_gives(code: str) -> None:
    for params in PARAMS[code]:
        values = {name: name for name in params}
        assert REASONS[code].format_map(values)
        sentence = catalogue().text(f"refusal.{code}", **values)
        assert re.fullmatch(r"[“A-Z][^!]*\.", sentence)


def test_a_reason_is_filled_in() -> None:
    error = IllegalAction("lower_than_top", card="R4", top=7)
    assert reason(error) == "R4 is lower than the 7 already there"
