"""A text as grapheme clusters that can be drawn one after the other on a line, whatever the text was."""

import unicodedata

import regex

LONGEST = 500
ELLIPSIS = "…"
_MOST_MARKS = 3
_BASMALA = "\N{ARABIC LIGATURE BISMILLAH AR-RAHMAN AR-RAHEEM}"
"""A sentence in one glyph, ten ems wide and too intricate for FreeType to fill, so it is spelled out."""
_ZERO_WIDTH_JOINERS = "\u200c\u200d"
_UNSEEN = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{Cf}]")
_LOOSE_MARK = regex.compile(r"\p{Script=Inherited}")
_EMOJI = regex.compile(r"\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Emoji}\ufe0f")
_FLAG = regex.compile(r"\p{Regional_Indicator}{2}")


def split(text: str) -> list[str]:
    """The grapheme clusters of ``text``.

    Nothing is left in them that would break or turn the line (line breaks become spaces, direction overrides go) or
    pile up without end (marks beyond the third on one letter). A text beyond 500 characters ends in an ellipsis.
    """
    clean = "".join(map(_clean, text[:LONGEST]))
    found: list[str] = regex.findall(r"\X", unicodedata.normalize("NFC", clean))
    clusters = [_without_excess_marks(cluster) for cluster in found if cluster.strip(_ZERO_WIDTH_JOINERS)]
    return clusters if len(text) <= LONGEST else [*clusters[:-1], ELLIPSIS]


def is_emoji(cluster: str) -> bool:
    """Whether ``cluster`` is meant as a picture, as opposed to a character that merely could be one."""
    return bool(_EMOJI.match(cluster))


def visible(cluster: str) -> str:
    """The characters of ``cluster`` that need a glyph of their own."""
    return _UNSEEN.sub("", cluster) or cluster


def unshaped(cluster: str) -> str:
    """The part of ``cluster`` that stays right when glyphs are only put one after the other.

    Emoji of several people become the first of them, and marks that would need to be placed on their letter go.
    """
    if is_emoji(cluster) and not _FLAG.match(cluster):
        return cluster[0]
    return _LOOSE_MARK.sub("", visible(cluster)) or cluster[0]


def _clean(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Cs":
        return "\ufffd"
    if category in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    if character == _BASMALA:
        return "بسم الله الرحمن الرحيم"
    if category == "Cf" and character not in _ZERO_WIDTH_JOINERS and not _is_tag(character):
        return ""
    return character


def _is_tag(character: str) -> bool:
    """Whether ``character`` spells the name of a region in a flag."""
    return "\U000e0020" <= character <= "\U000e007f"


def _without_excess_marks(cluster: str) -> str:
    kept: list[str] = []
    marks = 0
    for character in cluster:
        is_mark = unicodedata.category(character) in ("Mn", "Me")
        marks += is_mark
        if not is_mark or marks <= _MOST_MARKS:
            kept.append(character)
    return "".join(kept)
