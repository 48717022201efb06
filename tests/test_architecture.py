"""The arrows between the rooms of the house, read from its imports."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
FLOORS = ("rules", "render", "bot")
"""From bottom to top."""

BOT = (
    {
        "bot.i18n",
        "bot.settings",
        "bot.errors",
        "bot.faults",
        "bot.log",
        "bot.health",
        "bot.invite",
        "bot.login",
        "bot.pipe",
        "bot.thinker",
        "bot.animator",
    },
    {"bot.store"},
    {"bot.play"},
    {"bot.ui"},
    {"bot.commands", "bot.publish", "bot.backup", "bot.emojis", "bot.metrics"},
    {"bot.status"},
    {"bot.app", "bot.demo", "bot.check"},
    {"bot.__main__"},
)
"""The rooms of the bot from bottom to top. A room uses those below it; on the ground floor, each other too."""

EXCEPTIONS = {("render.__main__", "bot.i18n")}
"""Sample pictures need words."""

CLOCKS = {("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today"), ("date", "today"), ("time", "time")}
CLOCK_READERS = {"bot.health"}
"""The age of a file can only be told by the clock that stamped it."""

GIVEN_CHANCE = "random.Random"
"""The type of a source of chance that is handed in; everything else of ``random`` is a global one."""


@cache
def modules() -> dict[str, ast.Module]:
    found: dict[str, ast.Module] = {}
    for floor in FLOORS:
        for path in (HOUSE / floor).rglob("*.py"):
            name = ".".join(path.relative_to(HOUSE).with_suffix("").parts).removesuffix(".__init__")
            found[name] = ast.parse(path.read_text(encoding="utf-8"), str(path))
    return found


@cache
def imports(module: str) -> frozenset[str]:
    """What a module imports anywhere in it; a module of the house by its full name."""
    return frozenset(_imports(module))


def _imports(module: str) -> Iterator[str]:
    for node in ast.walk(modules()[module]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            assert node.module is not None
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in modules() or inner == GIVEN_CHANCE else node.module


def room(module: str) -> str:
    return ".".join(module.split(".")[:2])


def floor(module: str) -> int | None:
    top = module.split(".", maxsplit=1)[0]
    return FLOORS.index(top) if top in FLOORS else None


def layer(module: str) -> int:
    return next(at for at, rooms in enumerate(BOT) if room(module) in rooms)


MODULES = pytest.mark.parametrize("module", sorted(modules()))


@MODULES
def test_arrows_point_down(module: str) -> None:
    own = floor(module)
    assert own is not None
    for imported in imports(module):
        target = floor(imported)
        if target is not None and (module, imported) not in EXCEPTIONS:
            assert target <= own, f"{module} must not use {imported}"


@pytest.mark.parametrize("module", sorted(name for name in modules() if name.startswith("bot.")))
def test_arrows_point_down_inside_the_bot(module: str) -> None:
    assert any(room(module) in rooms for rooms in BOT), f"{room(module)} has no place among the rooms of the bot"
    for imported in imports(module):
        if imported.startswith("bot.") and room(imported) != room(module):
            below = layer(imported) < layer(module) or layer(imported) == layer(module) == 0
            assert below, f"{module} must not use {imported}"


@pytest.mark.parametrize("module", sorted(name for name in modules() if floor(name) == 0))
def test_rules_use_the_standard_library_only(module: str) -> None:
    for imported in imports(module):
        top = imported.split(".", maxsplit=1)[0]
        assert top == "rules" or top in sys.stdlib_module_names
        if imported == GIVEN_CHANCE:
            continue
        assert top not in {"random", "secrets", "time", "uuid"}, f"{module} must not use {top}"


def test_only_computer_players_know_a_source_of_chance_and_it_is_given_to_them() -> None:
    users = {module for module in modules() if floor(module) == 0 and GIVEN_CHANCE in imports(module)}
    assert all(module.startswith("rules.players.") for module in users)


@pytest.mark.parametrize(
    ("rooms", "banned"),
    [
        (("rules", "render"), {"discord", "aiosqlite", "sqlite3", "pydantic", "asyncio"}),
        (("bot.store", "bot.play"), {"discord"}),
        (("rules", "render", "bot.ui", "bot.commands", "bot.publish"), {"aiosqlite", "sqlite3"}),
    ],
)
def test_libraries_stay_in_their_rooms(rooms: tuple[str, ...], banned: set[str]) -> None:
    for module in modules():
        if module.split(".", maxsplit=1)[0] in rooms or room(module) in rooms:
            used = {imported.split(".", maxsplit=1)[0] for imported in imports(module)}
            assert not used & banned, f"{module} uses {used & banned}"


@MODULES
def test_nothing_reads_the_clock_by_itself(module: str) -> None:
    if module in CLOCK_READERS:
        return
    for node in ast.walk(modules()[module]):
        if isinstance(node, ast.Attribute):
            owner = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
            assert (owner, node.attr) not in CLOCKS, f"{module}, line {node.lineno}: {owner}.{node.attr}"
    assert not {"time.time", "random"} & imports(module)


def test_no_module_imports_itself_by_way_of_others() -> None:
    try:
        TopologicalSorter({module: imports(module) - {module} for module in modules()}).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))
