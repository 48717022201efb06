"""Why the rules refuse something, in English, for the command line; the bot has its own catalogue."""

from typing import Final

from rules.game import RuleError

REASONS: Final = {
    # actions
    "already_left": "the seat has left the match",
    "already_placed": "the card of this turn is already placed; a card must be drawn",
    "draw_before_placing": "a card must be played or discarded before one is drawn",
    "empty_pile": "the discard pile {pile} is empty",
    "equal_to_top": "{card} is not higher than the {top} already there",
    "figure_at_the_end": "the figure on path {path} is at the end of it",
    "figure_to_choose": "a figure must be chosen for the path before a card is drawn",
    "game_over": "the match is over",
    "higher_than_top": "{card} is higher than the {top} already there, and this expedition goes down",
    "just_discarded": "the discard pile {pile} is closed, because this turn's card was just discarded to it",
    "lower_than_top": "{card} is lower than the {top} already there",
    "move_to_make": "a figure must move, or all stay, before a card is drawn",
    "no_figure_there": "there is no figure on path {path}",
    "no_figure_to_choose": "there is no figure to choose now",
    "no_move_to_make": "there is no figure to move now",
    "no_such_pile": "there is no such discard pile in this match",
    "no_such_seat": "there is no seat {seat} in this match",
    "not_in_hand": "{card} is not in the hand",
    "not_your_turn": "it is another seat's turn",
    "nothing_to_take_back": "there is nothing to take back",
    "stalled": "after {limit} discards in a row, each followed by a card from a pile, the next card must come from "
    "the deck",
    "wager_after_number": "{card} cannot follow the {top} already there, because wagers come before numbers",
    # notation and options
    "bad_action": "{text!r} is no action",
    "bad_card": "{text!r} is no card",
    "bad_option": "the option {name} cannot be {value!r}",
    "bad_seats": "the game is not for {seats} players, or their seats are not numbered from 0",
    "unknown_option": "the game has no option {name!r}",
    # records
    "bad_string": "a text in double quotes is expected, written as in JSON",
    "commitment_broken": "the commitment is not that of the secret, which is {true}",
    "line_expected": "the line {expected!r} is expected",
    "match_running": "the match is not over",
    "not_utf8": "the text is not UTF-8",
    "past_the_end": "the match is over, but the record goes on",
    "seats_not_drawn": "the seats do not follow from the deal, which draws {true}",
    "starter_not_drawn": "the starter does not follow from the deal, which draws {true}",
    "too_long": "the record is longer than {limit} bytes",
    "turn_expected": "a seat and its actions are expected",
    "undone_action": "what was taken back has no place in a record",
    "unfinished": "the record breaks off before the end of the match",
    "unknown_game": "there is no such game",
    "untrue_line": "the line should read {true!r}",
    "value_expected": "the value of {name!r} should be {expected}",
}
"""A clause for every code, with the error's parameters as placeholders."""


def reason(error: RuleError) -> str:
    """Why ``error`` was raised, as an English clause."""
    return REASONS[error.code].format_map(error.params)
