"""The files around the code say the same as the code."""

import ast
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from bot.invite import invite_link
from bot.settings import Settings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def marked_command(marker: str) -> str:
    """The one line of the README's code block after ``<!-- marker -->``."""
    found = re.findall(rf"^<!-- {marker} -->\n```sh\n(.+)\n```$", README, re.MULTILINE)
    assert len(found) == 1
    return found[0]


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)  # noqa: S607
    if listed.returncode:
        pytest.skip("this copy of the repository has no history")
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name]


def test_one_line_sets_up_and_runs_the_demo() -> None:
    command = marked_command("demo")
    assert "--require-hashes -r requirements.lock " in command
    assert command.endswith("-m bot demo")


def test_ci_runs_exactly_the_test_command_of_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    (extraction,) = re.findall(r"^tests=.*$", script, re.MULTILINE)
    read = subprocess.run(  # noqa: S603  # a line of our own script
        ["/bin/bash", "-c", f'{extraction}\nprintf %s "$tests"'], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert read == marked_command("tests")
    assert read.endswith("-m pytest")
    assert script.endswith('\nbash -c "$tests"\n')


def test_the_readme_shows_the_link_that_the_bot_gives() -> None:
    assert invite_link("APPLICATION_ID") in README


def test_the_steps_of_the_schema_are_numbered_without_gaps() -> None:
    """Two with one number would each pass by itself, and the database would be brought up to date by one of them."""
    numbers = [int(path.name.partition("_")[0]) for path in sorted((ROOT / "bot/store/migrations").glob("*.sql"))]
    assert numbers == list(range(1, len(numbers) + 1))


def default(value: object) -> str:
    return "" if value is None else str(value)


def test_the_settings_are_all_explained_with_their_defaults() -> None:
    defaults = {name.upper(): default(field.default) for name, field in Settings.model_fields.items()}
    example = (ROOT / ".env.example").read_text("utf-8")
    assert dict(re.findall(r"^(?:# )?([A-Z_]+)=(.*)$", example, re.MULTILINE)) == defaults
    table = re.findall(r"^\| `([A-Z_]+)` \|(?: `(.*?)`)? \|", README, re.MULTILINE)
    assert dict(table) == defaults


def test_every_benchmark_can_be_begun() -> None:
    for path in (ROOT / "tests" / "bench").glob("[!_]*.py"):
        import_module(f"tests.bench.{path.stem}")


def test_every_file_the_program_reads_is_part_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["*"]
    for path in tracked():
        if path.suffix != ".py" and path.relative_to(ROOT).parts[0] in ("bot", "render", "rules"):
            assert any(path.match(pattern) for pattern in patterns), path


def test_every_picture_of_the_readme_is_there() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert len(pictures) >= 2
    for picture in pictures:
        assert (ROOT / picture).is_file(), picture


def pins(name: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", (ROOT / name).read_text("utf-8"), re.MULTILINE))


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared() -> tuple[set[str], set[str]]:
    """The names of the packages that the program needs, and of those that its development needs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

    def names(requirements: list[str]) -> set[str]:
        return {normal(re.split(r"[\s;<>=!\[]", each)[0]) for each in requirements}

    return names(project["project"]["dependencies"]), names(project["dependency-groups"]["dev"])


def test_the_locks_hold_every_dependency_and_agree() -> None:
    runtime, development = pins("requirements.lock"), pins("requirements-dev.lock")
    assert runtime.items() <= development.items()
    assert declared()[0] <= runtime.keys()
    assert declared()[1] <= development.keys()


def test_every_package_that_is_imported_is_declared() -> None:
    ours = {"bot", "render", "rules", "tests"}
    packages = packages_distributions()
    runtime, development = declared()
    for path in (path for folder in ours for path in (ROOT / folder).rglob("*.py")):
        allowed = runtime | development if path.is_relative_to(ROOT / "tests") else runtime
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Import():
                    names = [alias.name for alias in node.names]
                case ast.ImportFrom(module=str(module), level=0):
                    names = [module]
                case _:
                    continue
            for name in {name.split(".")[0] for name in names} - ours - sys.stdlib_module_names:
                assert allowed & {normal(package) for package in packages[name]}, f"{path} imports {name}"


def test_the_locks_name_no_registry_and_no_folder() -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (ROOT / name).read_text("utf-8")
        assert "://" not in text
        assert "--index" not in text
