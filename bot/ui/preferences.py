"""The panel on which a person chooses for oneself, and what its menus and buttons do."""

from dataclasses import replace
from typing import Final

from discord.utils import format_dt

from bot.i18n import Catalogue, language_name, languages
from bot.play.preferences import MOST_BLOCKED, Choices
from bot.play.refusal import Refusal
from bot.store.players import Challengers, Look, Pings, Preferences, QuietHours
from bot.ui.base import Handler, Tap
from bot.ui.ids import Id
from bot.ui.screen import Block, Button, Choice, Entity, EntitySelect, Field, Form, Screen, Select, Text, Tone, rows

VACATION_LENGTHS: Final = (1, 2, 3, 5, 7, 10, 14)

SERVERS_LOOK: Final = "server"
"""The value that stands for no look of one's own."""

DISCORDS_LANGUAGE: Final = "discord"
"""The value that stands for the language of the person's Discord."""


def preferences_screen(choices: Choices, texts: Catalogue, note: str = "") -> Screen:
    """Everything that a person has chosen, with the controls to choose otherwise."""
    chosen = choices.preferences
    quiet = chosen.quiet
    title = texts.text("preferences.title")
    vacation: list[str] = []
    buttons = [Button(texts.text("preferences.set_quiet"), Id("quiet"))]
    if quiet is not None:
        buttons.append(Button(texts.text("preferences.clear_quiet"), Id("not_quiet")))
    if choices.vacation is not None:
        when = format_dt(choices.vacation.ends_at, "f")
        vacation.append(texts.text("preferences.away", when=when))
    vacation.append(texts.plural("preferences.days_left", choices.days_left))
    blocks: list[Block] = [
        Text(f"{title}\n{note}" if note else title),
        Text(texts.text("preferences.pings")),
        Select(
            texts.text("preferences.pings"),
            Id("pings"),
            tuple(Choice(texts.text(f"preferences.pings.{each}"), each, chosen=each is chosen.pings) for each in Pings),
        ),
        Text(texts.text("preferences.no_quiet") if quiet is None else _quiet_text(quiet, texts)),
        *rows(buttons),
        Text(texts.text("preferences.challengers")),
        Select(
            texts.text("preferences.challengers"),
            Id("challengers"),
            tuple(
                Choice(texts.text(f"preferences.challengers.{each}"), each, chosen=each is chosen.challengers)
                for each in Challengers
            ),
        ),
        Text(texts.text("preferences.blocked")),
        EntitySelect(
            texts.text("preferences.choose_members"), Id("blocked"), Entity.MEMBER, choices.blocked, MOST_BLOCKED
        ),
        Text(texts.text("preferences.look")),
        Select(
            texts.text("preferences.look"),
            Id("look"),
            (
                Choice(texts.text("preferences.look.server"), SERVERS_LOOK, chosen=chosen.look is None),
                *(Choice(texts.text(f"look.{each}"), each, chosen=each is chosen.look) for each in Look),
            ),
        ),
        *rows([_words_button(chosen, texts), _tips_button(chosen, texts)]),
        Text(texts.text("preferences.language")),
        Select(
            texts.text("preferences.language"),
            Id("language"),
            (
                Choice(texts.text("preferences.language.discord"), DISCORDS_LANGUAGE, chosen=chosen.language is None),
                *(Choice(language_name(each), each, chosen=each == chosen.language) for each in languages()),
            ),
        ),
        Text("\n".join(vacation)),
    ]
    if choices.vacation is not None:
        blocks += rows([Button(texts.text("preferences.come_back"), Id("come_back"), Tone.MAIN)])
    lengths = [days for days in VACATION_LENGTHS if days <= choices.days_left]
    if choices.vacation is None and lengths:
        blocks.append(
            Select(
                texts.text("preferences.go_away"),
                Id("go_away"),
                tuple(Choice(texts.plural("preferences.days", days), str(days)) for days in lengths),
            )
        )
    return Screen(tuple(blocks))


def _words_button(chosen: Preferences, texts: Catalogue) -> Button:
    """The way from pictures to words, or back."""
    if chosen.in_words:
        return Button(texts.text("preferences.pictures"), Id("in_words", arg="no"))
    return Button(texts.text("preferences.words"), Id("in_words", arg="yes"))


def _tips_button(chosen: Preferences, texts: Catalogue) -> Button:
    """The way to do without tips, or back to them."""
    if chosen.tips:
        return Button(texts.text("preferences.no_tips"), Id("tips", arg="no"))
    return Button(texts.text("preferences.tips"), Id("tips", arg="yes"))


def _quiet_text(quiet: QuietHours, texts: Catalogue) -> str:
    begin, end = _hours(quiet)
    return texts.text("preferences.quiet", begin=begin, end=end, zone=quiet.zone.key)


def _hours(quiet: QuietHours) -> tuple[str, str]:
    return f"{quiet.begin:%H:%M}", f"{quiet.end:%H:%M}"


async def show_preferences(tap: Tap) -> None:
    """A new private message with the panel."""
    await tap.whisper(preferences_screen(await tap.play.choices.of(tap.user_id), tap.texts))


async def _shown(tap: Tap) -> None:
    note = tap.texts.text("preferences.saved")
    await tap.update_own(preferences_screen(await tap.play.choices.of(tap.user_id), tap.texts, note))


async def _pings(tap: Tap) -> None:
    if tap.value not in list(Pings):
        raise Refusal("unknown_control")
    await tap.play.choices.set_pings(tap.user_id, Pings(tap.value))
    await _shown(tap)


async def _challengers(tap: Tap) -> None:
    if tap.value not in list(Challengers):
        raise Refusal("unknown_control")
    await tap.play.choices.set_challengers(tap.user_id, Challengers(tap.value))
    await _shown(tap)


async def _look(tap: Tap) -> None:
    if tap.value not in (SERVERS_LOOK, *Look):
        raise Refusal("unknown_control")
    await tap.play.choices.set_look(tap.user_id, None if tap.value == SERVERS_LOOK else Look(tap.value))
    await _shown(tap)


async def _language(tap: Tap) -> None:
    if tap.value not in (DISCORDS_LANGUAGE, *languages()):
        raise Refusal("unknown_control")
    language = None if tap.value == DISCORDS_LANGUAGE else tap.value
    await tap.play.choices.set_language(tap.user_id, language)
    await _shown(replace(tap, preferences=replace(tap.preferences, language=language)))


async def _in_words(tap: Tap) -> None:
    in_words = tap.id.arg == "yes"
    await tap.play.choices.set_in_words(tap.user_id, in_words)
    await _shown(replace(tap, preferences=replace(tap.preferences, in_words=in_words)))


async def _tips(tap: Tap) -> None:
    await tap.play.choices.set_tips(tap.user_id, tap.id.arg == "yes")
    await _shown(tap)


async def _blocked(tap: Tap) -> None:
    await tap.play.choices.set_blocked(tap.user_id, tap.entities)
    await _shown(tap)


async def _ask_for_quiet(tap: Tap) -> None:
    quiet = (await tap.play.choices.of(tap.user_id)).preferences.quiet
    begin, end, zone = ("22:00", "07:00", "") if quiet is None else (*_hours(quiet), quiet.zone.key)
    text = tap.texts.text
    fields = (
        Field("begin", text("preferences.quiet_begin"), begin, "22:00", 5),
        Field("end", text("preferences.quiet_end"), end, "07:00", 5),
        Field("zone", text("preferences.quiet_zone"), zone, "Europe/Berlin"),
    )
    await tap.ask(Form(text("preferences.quiet_form"), Id("set_quiet"), fields))


async def _set_quiet(tap: Tap) -> None:
    fields = {name: tap.fields.get(name, "") for name in ("begin", "end", "zone")}
    await tap.play.choices.set_quiet_hours(tap.user_id, **fields)
    await _shown(tap)


async def _clear_quiet(tap: Tap) -> None:
    await tap.play.choices.clear_quiet_hours(tap.user_id)
    await _shown(tap)


async def _go_away(tap: Tap) -> None:
    if tap.value not in {str(days) for days in VACATION_LENGTHS}:
        raise Refusal("unknown_control")
    await tap.play.choices.start_vacation(tap.user_id, int(tap.value))
    await _shown(tap)


async def _come_back(tap: Tap) -> None:
    await tap.play.choices.end_vacation(tap.user_id)
    await _shown(tap)


HANDLERS: Final[dict[str, Handler]] = {
    "pings": _pings,
    "challengers": _challengers,
    "blocked": _blocked,
    "look": _look,
    "language": _language,
    "in_words": _in_words,
    "tips": _tips,
    "quiet": _ask_for_quiet,
    "set_quiet": _set_quiet,
    "not_quiet": _clear_quiet,
    "go_away": _go_away,
    "come_back": _come_back,
}
