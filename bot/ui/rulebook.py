"""The rulebook: a passage with its picture, and the ways to all others."""

from bot.i18n import Catalogue
from bot.play.refusal import Refusal
from bot.ui.games import SCREENS
from bot.ui.ids import Id
from bot.ui.passages import passage_button
from bot.ui.screen import Button, Choice, Screen, Select, Text, Tone, rows
from bot.ui.words import accent
from render.theme import Theme
from rules.game import RuleError


def rulebook_screen(game: str, topic: str, texts: Catalogue, theme: Theme) -> Screen:
    """A passage of a game's rules. Raises Refusal for a game or topic that is none."""
    must_be_topic(game, topic)
    screens = SCREENS[game]
    picture = screens.illustration(topic, texts, theme)
    choices = tuple(Choice(texts.text(f"topic.{game}.{each}"), each, chosen=each == topic) for each in screens.TOPICS)
    heading = texts.text("rules.heading", game=texts.text(f"game.{game}"), topic=texts.text(f"topic.{game}.{topic}"))
    others = [
        Button(texts.text(f"game.{other}.short"), Id("chapter", arg=f"{other}/{SCREENS[other].TOPICS[0]}"))
        for other in SCREENS
        if other != game
    ]
    return Screen(
        (
            Text(f"{heading}\n{texts.text(f'rules.{game}.{topic}')}"),
            *(() if picture is None else (picture,)),
            Select(texts.text("rules.choose"), Id("topic", arg=game), choices),
            *rows([Button(texts.text("rules.tutorial"), Id("tutorial", arg=game), Tone.MAIN), *others]),
        ),
        accent(theme),
    )


def must_be_game(game: str) -> None:
    """Raises Refusal for what is no game."""
    if game not in SCREENS:
        raise Refusal("no_such_game")


def must_be_topic(game: str, topic: str) -> None:
    """Raises Refusal for what is no topic of a game's rules."""
    must_be_game(game)
    if topic not in SCREENS[game].TOPICS:
        raise Refusal("no_such_topic")


def passage_about(error: Refusal | RuleError, texts: Catalogue) -> Button | None:
    """The way to the passage of the rules that a refusal follows from, None for one that is no matter of rules."""
    if not isinstance(error, RuleError) or error.game is None:
        return None
    return passage_button(error.game, SCREENS[error.game].TOPIC_OF[error.code], texts)
