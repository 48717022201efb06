"""``python -m tests.bench NAME ...``: run benchmarks and print one JSON line a figure."""

import argparse
import json
from dataclasses import asdict
from importlib import import_module
from pkgutil import iter_modules

import tests.bench


def main() -> None:
    names = [module.name for module in iter_modules(tests.bench.__path__) if not module.name.startswith("_")]
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Print one JSON line a figure.")
    parser.add_argument("names", metavar="NAME", nargs="+", choices=names, help=", ".join(names))
    for name in parser.parse_args().names:
        for figure in import_module(f"tests.bench.{name}").run():
            print(json.dumps(asdict(figure)), flush=True)


if __name__ == "__main__":
    main()
