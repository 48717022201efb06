"""What the games are: deterministic, no clock, no randomness of its own, no input or output.

The specification is ``rules/RULES.md``; docstrings cite its sections.
"""
