"""What the three levels believe: numbers found by ``python -m tests.tune``, by many deals against earlier ones."""

from dataclasses import replace
from typing import Final

from rules.players.card_game.judge import Weights

HARD: Final = Weights(
    draw=0.96,
    hidden=4.796,
    theirs=0.804,
    low=0.503,
    high=0.648,
    fresh=0.572,
    wager=0.538,
    bonus=1.203,
    optimism=-4.369,
    option=2.981,
    option_turns=0.223,
    generosity=4.602,
    deny=0.381,
    give=0.73,
    give_wager=5.825,
    give_fresh=0.144,
    give_fresh_wager=1.241,
    give_turns=3.8,
    urge=1.095,
    urge_late=1.329,
    urge_slack=3.934,
    deck=3.174,
    deck_late=0.483,
    stretch=3.74,
)
"""The strongest found: careful with expeditions and with what a discard gives away."""

MEDIUM: Final = Weights(
    draw=0.9,
    hidden=6.0,
    theirs=1.0,
    low=0.794,
    high=0.417,
    fresh=0.861,
    wager=0.408,
    bonus=1.149,
    optimism=-2.803,
    option=6.622,
    option_turns=0.5,
    generosity=2.676,
    deny=0.4,
    give=0.671,
    give_wager=6.0,
    give_fresh=0.154,
    give_fresh_wager=1.5,
    give_turns=4.0,
    urge=1.0,
    urge_late=1.191,
    urge_slack=3.113,
    deck=3.0,
    deck_late=0.527,
    stretch=3.751,
)
"""Sound, and a little more generous."""

EASY: Final = replace(MEDIUM, optimism=8.0, generosity=0.0, deny=0.0, deck=7.0, stretch=0.0, urge=3.0)
"""Starts on a whim, discards what the rival needs, seldom looks at the piles, and forgets the clock."""
