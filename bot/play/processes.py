"""Processes that work beside the bot, so that nobody waits for them."""

import asyncio
import os
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from pathlib import Path

from bot.pipe import packed


async def begun(command: Sequence[str]) -> Process:
    """A process of our own, to be asked through its standard input."""
    house = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, (house, os.environ.get("PYTHONPATH"))))
    # a group of its own, so that Ctrl-C in a terminal reaches the bot alone
    return await asyncio.create_subprocess_exec(
        *command,
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env=os.environ | {"PYTHONPATH": path},
        start_new_session=True,
    )


async def ask(process: Process, question: object) -> asyncio.StreamReader:
    """Tell a process what to do; returns where its answers come from."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(packed(question))
    await process.stdin.drain()
    return process.stdout


async def end(process: Process) -> None:
    """End a process at once, whatever it does."""
    if process.returncode is None:
        process.kill()
    await process.wait()
