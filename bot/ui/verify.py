"""Dealing a finished match again in front of everybody."""

import asyncio
from typing import Final

from bot.i18n import Catalogue
from bot.play.refusal import Refusal
from bot.play.replays import Replay
from bot.ui.base import Handler, Tap
from bot.ui.images import hands_image
from bot.ui.locale import public_texts, theme_of
from bot.ui.replay import may_show
from bot.ui.screen import Screen, Text
from bot.ui.seen import Seen
from bot.ui.table import record_file
from bot.ui.words import accent, jump, refusal_text
from render.theme import Theme
from rules.record import BadRecord, dump, verify
from rules.shuffle import commitment


def verified_screen(shown: Replay, record: str, texts: Catalogue, theme: Theme) -> Screen:
    """What a match that was dealt again proves, what was dealt first, and all that it takes to repeat it."""
    match = shown.match
    fingerprint = commitment(match.secret)
    if match.challenge_message_id is not None:
        place = jump(match.guild_id, match.channel_id, match.challenge_message_id)
        fingerprint_line = texts.text("verify.fingerprint_at", fingerprint=fingerprint, place=place)
    else:
        fingerprint_line = texts.text("verify.fingerprint", fingerprint=fingerprint)
    file = record_file(match.id, record)
    table, _ = shown.at(0)
    lines = (
        texts.text("verify.title", match=match.id, names=" · ".join(Seen(table, None, texts, theme).shown_names)),
        texts.plural("verify.proves", shown.turns[-1]),
        fingerprint_line,
        texts.text("result.secret", secret=match.secret.hex(), joined=", ".join(match.contributions)),
        texts.text("verify.yourself", file=file.name),
        texts.text("verify.first_deal"),
    )
    return Screen((Text("\n".join(lines)), hands_image(Seen(table, None, texts, theme)), file), accent(theme))


async def verify_match(tap: Tap, match_id: int) -> None:
    """Deal a match again, for everybody if the person may write here or has played, else for the person alone.

    Raises Refusal for a match that runs, has no result or is of another server, and if it is not what its secret deals.
    """
    match = (await tap.play.matches.table(match_id)).match
    if match.guild_id != tap.guild_id:
        raise Refusal("no_such_match", match=match_id)
    record = await tap.play.matches.record(match_id)
    text = await asyncio.to_thread(dump, record)
    try:
        await asyncio.to_thread(verify, text)
    except BadRecord as error:
        raise Refusal("bad_record", line=error.line, reason=refusal_text(error, tap.texts)) from error
    shown = await tap.play.replays.of_match(match_id)
    if may_show(tap, match):
        settings = await tap.settings()
        await tap.post(verified_screen(shown, text, public_texts(settings), theme_of(settings.look)))
    else:
        await tap.whisper(verified_screen(shown, text, tap.texts, await tap.theme()))


async def _verify(tap: Tap) -> None:
    await verify_match(tap, tap.id.subject)


HANDLERS: Final[dict[str, Handler]] = {"verify": _verify}
"""What the button does that deals a match again."""
