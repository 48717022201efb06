"""The application's own emojis, kept in step with what is drawn here."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Mapping
from typing import Final

import discord

from bot.faults import FAILURES
from bot.log import log_event
from bot.store import facts
from bot.store.database import Database
from render.emoji import emojis

log = logging.getLogger(__name__)

UPLOADED: Final = "emojis"
"""The fact that holds which emoji was made from which picture: ``{name: [id, fingerprint]}``."""


async def keep_in_step(client: discord.Client, database: Database) -> Mapping[str, int]:
    """Upload the emojis that are new or look different, delete those that are not drawn any more; the ids by name.

    An emoji that somebody else made for the application stays, unless it has the name of one of ours. Where Discord
    refuses, what is there already is what there is; the next start tries again.
    """
    drawn = await asyncio.to_thread(lambda: dict(emojis()))
    known: dict[str, list[int | str]] = json.loads(await facts.get(database.reader, UPLOADED) or "{}")
    there: dict[str, int] = {}
    uploads = 0
    try:
        found = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        wanted = {name: _fingerprint(picture) for name, picture in drawn.items()}
        for name in found.keys() & known.keys() - wanted.keys():
            await found[name].delete()
        known = {name: mark for name, mark in known.items() if name in wanted}
        there = {name: found[name].id for name in found.keys() & wanted.keys()}
        for name, fingerprint in wanted.items():
            if name in there and known.get(name) == [there[name], fingerprint]:
                continue
            if name in there:
                del there[name]
                await found[name].delete()
            made = await client.create_application_emoji(name=name, image=drawn[name])
            there[name], known[name] = made.id, [made.id, fingerprint]
            uploads += 1
    except FAILURES:
        log.exception("emojis not kept in step, to be tried again at the next start")
    finally:
        await database.write(facts.put, UPLOADED, json.dumps(known))
    log_event("emojis", there=len(there), uploaded=uploads)
    return there


def _fingerprint(picture: bytes) -> str:
    return hashlib.sha256(picture).hexdigest()[:16]
