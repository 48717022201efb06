"""``python -m rules`` as it is used."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.record import dump
from tests.rules.test_record import LEFT, RECORD, TEXT, changed, line_of


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_verify_says_what_it_confirmed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(file)]) == 0
    out, err = capsys.readouterr()
    assert not err
    for said in ("secret fits the commitment ec4916dd", "seats follow from the deal", "starter follows from the deal"):
        assert said in out
    for said in ("Every card was dealt again", "turns", "points of every round", "result is right"):
        assert said in out


def test_verify_tells_agreements_from_chance(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = TEXT.replace("\nseats drawn\n", "\nseats kept\n").replace(" drawn\n\n", " agreed\n\n")
    file.write_text(text, encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    out = capsys.readouterr().out
    assert "seats were kept" in out
    assert "starter was agreed" in out


def test_replay_prints_every_state(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file)]) == 0
    out, err = capsys.readouterr()
    assert not err
    assert 'seat 0 is "Alice"' in out
    for number in range(len(RECORD.actions) + 1):
        assert f"\n[{number}] " in out
    assert out.count("round 1 of 2") + out.count("round 2 of 2") == len(RECORD.actions) + 1


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_bad_record_is_named_by_line_and_reason(command: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = line_of("round 1 ends")
    file.write_text(changed(number, "round 1 ends: 1 2"), encoding="utf-8")
    assert main([command, str(file)]) == 1
    assert f"line {number}: the line should read 'round 1 ends: " in capsys.readouterr().err


def test_replay_shows_the_way_to_an_illegal_action(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = line_of("round 1: ") + 2
    file.write_text(changed(number, "0 draw deck\n1 draw deck"), encoding="utf-8")
    assert main(["replay", str(file)]) == 1
    out, err = capsys.readouterr()
    assert "\n[2] " in out
    assert f"line {number}: " in err


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_dash_is_the_standard_input(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(dump(LEFT).encode())))
    assert main([command, "-"]) == 0
    assert "by resignation" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["verify"], ["play", "x"], ["verify", "no/such/file"], ["replay", "."]])
def test_a_wrong_command_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage" in capsys.readouterr().err


def test_a_closed_pipe_and_a_poor_encoding_are_borne(file: Path) -> None:
    file.write_text(TEXT.replace("Alice", "Ζωή"), encoding="utf-8")
    with subprocess.Popen(  # noqa: S603 - this interpreter with fixed arguments
        [sys.executable, "-m", "rules", "replay", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PYTHONIOENCODING": "ascii"},
        cwd=Path(__file__).parents[2],
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b'seat 0 is "\\u0396\\u03c9\\u03ae"' + b"\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1
