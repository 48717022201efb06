"""The command line. The parts of the bot are imported when they are needed, so that ``--help`` answers at once."""

import argparse
import asyncio
import logging
import signal
import sys
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import ConfigurationError, StartupError
from bot.i18n import catalogue
from bot.invite import invite_link

if TYPE_CHECKING:
    from bot.store.backup import Contents

FINE, FAILURE, USAGE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 fine, 1 failure, 2 wrong use or settings."""
    options = _parser().parse_args(arguments)
    try:
        match options.command:
            case "demo":
                return _demo(options)
            case "check":
                return _check()
            case "backup":
                return _back_up(options)
            case "restore":
                return _restore(options)
            case "recount":
                return _recount()
            case _:
                return _connect()
    except KeyboardInterrupt:
        return FINE
    except StartupError as error:
        for each in (error, *error.more):
            print(catalogue().text(each.key, **each.values), file=sys.stderr)
        return USAGE if isinstance(error, ConfigurationError) else FAILURE


def _parser() -> argparse.ArgumentParser:
    text = catalogue().text
    parser = argparse.ArgumentParser("python -m bot", description=text("cli.description"))
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title=text("cli.commands"))
    demo = commands.add_parser("demo", help=text("cli.demo"), description=text("cli.demo"))
    demo.add_argument("--port", type=_port, default=0, help=text("cli.demo.port"))
    demo.add_argument("--no-browser", action="store_true", help=text("cli.demo.no_browser"))
    demo.add_argument("--data", type=Path, metavar="DIR", help=text("cli.demo.data"))
    commands.add_parser("check", help=text("cli.check"), description=text("cli.check"))
    backup = commands.add_parser("backup", help=text("cli.backup"), description=text("cli.backup"))
    backup.add_argument("file", type=Path, metavar="FILE", help=text("cli.backup.file"))
    backup.add_argument("--force", action="store_true", help=text("cli.backup.force"))
    restore = commands.add_parser("restore", help=text("cli.restore"), description=text("cli.restore"))
    restore.add_argument("file", type=Path, metavar="FILE", help=text("cli.restore.file"))
    restore.add_argument("--yes", action="store_true", help=text("cli.restore.yes"))
    commands.add_parser("recount", help=text("cli.recount"), description=text("cli.recount"))
    return parser


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(catalogue().text("cli.demo.bad_port"))
    return int(text)


def _connect() -> int:
    from bot.log import set_up_logging
    from bot.settings import load_settings

    settings = load_settings()
    if settings.discord_token is None:
        raise ConfigurationError("startup.no_token", link=invite_link("APPLICATION_ID"))
    set_up_logging(settings.log_level, settings.log_format, [settings.discord_token.get_secret_value()])

    from bot import app
    from bot.login import login_errors

    _redirect(settings.discord_base)
    try:
        with login_errors():
            asyncio.run(app.run(settings))
    except StartupError:
        raise
    except Exception:
        logging.getLogger(__name__).exception("The bot has stopped because of an error")
        return FAILURE
    return FINE


def _demo(options: argparse.Namespace) -> int:
    from bot.demo import table

    asyncio.run(table.run(port=options.port, open_browser=not options.no_browser, data=options.data))
    return FINE


def _check() -> int:
    from bot.check import check
    from bot.settings import load_settings

    settings = load_settings()
    _redirect(settings.discord_base)

    async def report() -> bool:
        good = True
        async for finding in check(settings, catalogue()):
            print(finding.line(catalogue()), flush=True)
            good = good and finding.level != "problem"
        return good

    return FINE if asyncio.run(report()) else FAILURE


def _back_up(options: argparse.Namespace) -> int:
    from bot.settings import load_settings
    from bot.store.backup import back_up

    source = load_settings().database
    with _told_to_stop() as stopped:
        back_up(source, options.file, replace=options.force, stopped=stopped.is_set)
    print(catalogue().text("backup.done", source=source, target=options.file))
    return FINE


@contextmanager
def _told_to_stop() -> Generator[threading.Event]:
    """An event that a termination or Ctrl-C sets within this block, so that nothing half done stays behind."""
    stopped = threading.Event()

    def stop(*_: object) -> None:
        stopped.set()

    names = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(name, stop) for name in names]
    try:
        yield stopped
    finally:
        for name, handler in zip(names, before, strict=True):
            signal.signal(name, handler)


def _restore(options: argparse.Namespace) -> int:
    from discord.utils import utcnow

    from bot.settings import load_settings
    from bot.store.backup import contents, restorable, restore
    from bot.store.database import hold

    database, texts = load_settings().database, catalogue()
    copied = asyncio.run(restorable(options.file, database))
    lock = hold(database)
    try:
        print(_described(options.file, copied))
        if database.exists():
            try:
                print(_described(database, asyncio.run(contents(database))))
            except StartupError as error:
                # a damaged database is a good reason to restore a copy
                print(texts.text(error.key, **error.values))
        if not options.yes and not _agreed(texts.text("backup.question")):
            print(texts.text("backup.not_restored"))
            return FAILURE
        kept = restore(options.file, database, utcnow())
    finally:
        lock.release()
    print(texts.text("backup.restored", path=database))
    if kept is not None:
        print(texts.text("backup.kept", path=kept))
    return FINE


def _recount() -> int:
    from discord.utils import utcnow

    from bot.play import statistics
    from bot.play.ratings import recount
    from bot.settings import load_settings
    from bot.store.database import Database

    path = load_settings().database
    if not path.exists():
        raise StartupError("backup.nothing", path=path)

    async def matches() -> int:
        async with Database(path) as database:
            await statistics.recount(database)
            return await recount(database, utcnow())

    print(catalogue().plural("recount.done", asyncio.run(matches())))
    return FINE


def _described(path: Path, found: "Contents") -> str:
    texts = catalogue()
    if found.last_move is None:
        return texts.text("backup.contents_none", path=path)
    return texts.plural("backup.contents", found.matches, path=path, when=f"{found.last_move:%Y-%m-%d %H:%M}")


def _agreed(question: str) -> bool:
    try:
        answer = input(question)
    except EOFError:
        return False
    return answer.strip().casefold() in catalogue().text("backup.yes").split()


def _redirect(base: str | None) -> None:
    """Let discord.py speak with a stand-in for Discord on this machine, if the settings name one."""
    if base is not None:
        from bot.demo.redirect import redirect

        redirect(base)


if __name__ == "__main__":
    sys.exit(main())
