"""``python -m render OUT`` writes a sample of every picture, in every theme, to look at."""

import argparse
from pathlib import Path

from bot.i18n import catalogue
from render.samples import pictures
from render.theme import THEMES


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m render", description="Write a sample of every picture.")
    parser.add_argument("out", type=Path, help="the folder to write to; made if it is not there")
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    for theme in THEMES.values():
        for name, picture in pictures(catalogue(), theme):
            (out / f"{name}-{theme.name}.{picture.extension}").write_bytes(picture.data)


if __name__ == "__main__":
    main()
