"""The message of a challenge or lobby, in every state of it."""

from collections.abc import Mapping

from discord.utils import format_dt

from bot.i18n import Catalogue
from bot.store.challenges import Challenge, Status
from bot.store.guilds import GuildSettings
from bot.ui.ids import Id
from bot.ui.locale import public_texts, theme_of
from bot.ui.screen import Block, Button, Choice, Row, Screen, Select, Text, Tone
from bot.ui.words import accent, person_named, player_name, shown_name
from rules.game import OptionValue
from rules.players.player import Level
from rules.registry import GAMES
from rules.shuffle import commitment


def terms_text(game: str, options: Mapping[str, OptionValue], texts: Catalogue) -> str:
    """What is played, in words: the game and every option that was chosen."""
    chosen = (option_text(name, value, texts) for name, value in options.items())
    return " · ".join((texts.text(f"game.{game}"), *chosen))


def option_text(name: str, value: OptionValue, texts: Catalogue) -> str:
    """What an option of a game is set to, in words."""
    return texts.plural(f"terms.{name}", value) if isinstance(value, int) else texts.text(f"terms.{name}.{value}")


def computer_name(number: int, level: Level, texts: Catalogue) -> str:
    """The name of the computer that is the ``number``-th at its table, which tells its level."""
    return texts.text(
        "computer.first" if number == 1 else "computer.other", number=number, level=texts.text(f"level.{level}")
    )


def challenge_screen(challenge: Challenge, settings: GuildSettings, ping: bool = False) -> Screen:
    """The challenge as it stands, for everybody in its server; ``ping`` notifies the person who was asked."""
    texts = public_texts(settings)
    host = shown_name(player_name(challenge.host, texts))
    pace = texts.text(f"pace.{challenge.pace}")
    rated = texts.text("terms.rated" if challenge.counts else "terms.unrated")
    terms = f"{terms_text(challenge.game, challenge.options, texts)} · {pace} · {rated}"
    kind = _kind(challenge)
    title = "rematch.title_for_all" if kind == "lobby" and challenge.rematch_of else f"{kind}.title"
    asked = "" if challenge.opponent_id is None else person_named(challenge.opponent_id, texts)
    computers = texts.list([shown_name(member.name) for member in challenge.computers])
    head = texts.text(title, host=host, opponent=asked, computers=computers)
    fingerprint = f"-# {texts.text('challenge.fingerprint', fingerprint=commitment(challenge.secret))}"
    if challenge.status is not Status.OPEN:
        lines = [head, terms, f"-# {texts.text(f'{kind}.{challenge.status}', host=host, opponent=asked)}"]
        if challenge.status is Status.STARTED:
            joined = ", ".join(challenge.contributions)
            lines += [fingerprint, f"-# {texts.text('challenge.joined_with', joined=joined)}"]
        return Screen((Text("\n".join(lines)),))
    lines = [head, terms]
    if kind == "solo":
        lines.append(texts.text("solo.how", host=host))
    elif challenge.opponent_id is None:
        there = texts.list([shown_name(player_name(member, texts)) for member in challenge.members])
        free = challenge.seats - len(challenge.members)
        lines.append(texts.text("lobby.joined", names=there))
        lines.append(texts.plural("lobby.free", free) if free else texts.text("lobby.full"))
    lines += [
        texts.text("challenge.expires", when=format_dt(challenge.expires_at, "R")),
        fingerprint,
    ]
    blocks: list[Block] = [Text("\n".join(lines)), Row(_buttons(challenge, texts))]
    if kind == "lobby" and len(challenge.members) < challenge.seats and settings.computers:
        levels = tuple(Choice(texts.text(f"level.{level}"), level) for level in Level)
        blocks.append(Select(texts.text("lobby.add_computer"), Id("add_computer", challenge.id), levels))
    return Screen(
        tuple(blocks),
        accent(theme_of(settings.look)),
        (challenge.opponent_id,) if ping and challenge.opponent_id is not None else (),
    )


def _kind(challenge: Challenge) -> str:
    if challenge.opponent_id is not None:
        return "rematch" if challenge.rematch_of else "challenge"
    is_alone = len(challenge.computers) == challenge.seats - 1
    return "solo" if is_alone else "lobby"


def _buttons(challenge: Challenge, texts: Catalogue) -> tuple[Button, ...]:
    def button(verb: str, tone: Tone = Tone.PLAIN, disabled: bool = False) -> Button:
        return Button(texts.text(f"challenge.{verb}"), Id(verb, challenge.id), tone, disabled=disabled)

    if challenge.opponent_id is not None:
        return button("accept", Tone.GOOD), button("decline"), button("withdraw")
    there = len(challenge.members)
    remove = (button("remove_computer"),) if challenge.computers else ()
    if _kind(challenge) == "solo":
        # a table for two would be left with nobody to play against
        more = remove if challenge.seats > 2 else ()
        return button("start", Tone.GOOD), button("cancel"), *more
    return (
        button("join", Tone.GOOD, disabled=there == challenge.seats),
        button("leave"),
        button("start", Tone.MAIN, disabled=there not in GAMES[challenge.game].seats),
        button("cancel"),
        *remove,
    )
