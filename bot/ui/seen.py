"""A match as somebody sees it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bot.i18n import Catalogue
from bot.play.table import Table
from bot.ui.ids import Id
from bot.ui.words import names_of, shown_name
from render.theme import Theme
from rules.game import Action, RuleError, Seat


@dataclass(frozen=True)
class Seen:
    """A match from ``seat``, or from outside if None, in the language of ``texts``.

    ``view`` is the game's view for that seat: screens are made from it and never from the state. What takes the rules
    some work is asked of them once.
    """

    table: Table
    seat: Seat | None
    texts: Catalogue
    theme: Theme

    @cached_property
    def view(self) -> Any:
        return self.table.view(self.seat)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return names_of(self.table.match, self.texts)

    @cached_property
    def shown_names(self) -> tuple[str, ...]:
        """The names as they are written within markdown."""
        return tuple(map(shown_name, self.names))

    def id(self, verb: str, arg: str = "") -> Id:
        """The id of a control on this match as it stands."""
        return Id(verb, self.table.match.id, self.table.match.ply, arg)

    @property
    def may_move(self) -> bool:
        """Whether it is the viewer's turn, in a match that does not stand still."""
        match = self.table.match
        return self.seat is not None and match.turn == self.seat and not match.clock.paused

    @cached_property
    def legal(self) -> tuple[Action, ...]:
        """What the viewer may do now."""
        if self.seat is None or not self.may_move:
            return ()
        return self.table.game.legal_actions(self.table.state, self.seat)

    def refusal(self, action: Action) -> RuleError | None:
        """Why the rules would refuse the viewer an action now, None if they would not."""
        if self.seat is None:
            return None
        try:
            self.table.game.apply(self.table.state, self.seat, action)
        except RuleError as error:
            return error
        return None
