"""What is kept of a person: said in plain words, handed out, deleted."""

from typing import Final

from bot.i18n import Catalogue
from bot.ui.base import Handler, Tap
from bot.ui.ids import Id
from bot.ui.screen import Attachment, Button, Row, Screen, Text, Tone

FILE: Final = "lost-cities.json"


def privacy_screen(texts: Catalogue) -> Screen:
    """What is kept and why, what becomes of it, and the ways to have it or to have it deleted."""
    return Screen(
        (
            Text(texts.text("privacy.kept")),
            Text(texts.text("privacy.ends")),
            Row(
                (
                    Button(texts.text("privacy.export"), Id("export"), Tone.MAIN),
                    Button(texts.text("privacy.delete"), Id("ask_to_erase"), Tone.DANGER),
                )
            ),
        )
    )


def erase_screen(texts: Catalogue) -> Screen:
    """The question before everything of a person is deleted."""
    buttons = (
        Button(texts.text("privacy.delete_yes"), Id("erase"), Tone.DANGER),
        Button(texts.text("privacy.delete_no"), Id("keep_data")),
    )
    return Screen((Text(texts.text("privacy.question")), Row(buttons)))


async def show_privacy(tap: Tap) -> None:
    """A new private message about what is kept."""
    await tap.whisper(privacy_screen(tap.texts))


async def _export(tap: Tap) -> None:
    data = await tap.play.privacy.export(tap.user_id)
    await tap.whisper(Screen((Text(tap.texts.text("privacy.exported", file=FILE)), Attachment(FILE, data))))


async def _ask_to_erase(tap: Tap) -> None:
    await tap.update_own(erase_screen(tap.texts))


async def _erase(tap: Tap) -> None:
    await tap.play.privacy.erase(tap.user_id)
    await tap.update_own(Screen((Text(tap.texts.text("privacy.deleted")),)))


async def _keep(tap: Tap) -> None:
    await tap.update_own(Screen((Text(tap.texts.text("privacy.unchanged")),)))


HANDLERS: Final[dict[str, Handler]] = {
    "export": _export,
    "ask_to_erase": _ask_to_erase,
    "erase": _erase,
    "keep_data": _keep,
}
