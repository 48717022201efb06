"""``python -m render OUT`` writes a sample of every picture, in every theme, to look at."""

import argparse
from pathlib import Path

from bot.i18n import FALLBACK, catalogue, languages
from render.samples import pictures
from render.theme import THEMES


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m render", description="Write a sample of every picture.")
    parser.add_argument("out", type=Path, help="the folder to write to; made if it is not there")
    parser.add_argument("--language", choices=languages(), default=FALLBACK, help="the language of its words")
    options = parser.parse_args()
    out: Path = options.out
    out.mkdir(parents=True, exist_ok=True)
    for theme in THEMES.values():
        for name, picture in pictures(catalogue(options.language), theme):
            (out / f"{name}-{theme.name}.{picture.extension}").write_bytes(picture.data)


if __name__ == "__main__":
    main()
