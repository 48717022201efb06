"""The command that writes samples of every picture."""

from pathlib import Path

import pytest

from render.__main__ import main
from render.samples import pictures
from render.theme import DARK, THEMES
from tests.render.measures import TEXTS


def test_the_command_writes_every_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["render", str(tmp_path / "out")])
    main()
    written = {path.name for path in (tmp_path / "out").iterdir()}
    assert written == {f"{name}-{theme}.png" for theme in THEMES for name, _ in pictures(TEXTS, DARK)}
