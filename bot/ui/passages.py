"""The passages of a game's rulebook as its screens supply them."""

from bot.i18n import Catalogue
from bot.ui.ids import Id
from bot.ui.screen import Button


def passage_button(game: str, topic: str, texts: Catalogue) -> Button:
    """The way to a passage of the rulebook, which opens beside what is shown."""
    return Button(texts.text("rules.show"), Id("rule", arg=f"{game}/{topic}"))
