"""The fair deal: a shuffle that nobody can choose and everybody can check afterwards.

Procedure, version 1
--------------------
1. When a challenge is opened the host's side draws a *secret* of 32 random bytes and publishes its *commitment*,
   SHA-256(secret) in lower-case hexadecimal.
2. What the joining sides do afterwards yields *contributions*: short texts of printable ASCII characters, one a
   joining side, in order. They are published when play begins. The secret was fixed before them and they were fixed
   before the secret is known, so neither side can choose the deal.
3. The key is HMAC-SHA-256(secret, m), where m is the UTF-8 text ``lost-cities deal 1`` followed by, for each
   contribution in order, a line feed and the contribution.
4. Every decision of chance has a label ``game/round/purpose`` (round 0 is what is decided before the first round). Its
   stream of bytes is HMAC-SHA-256(key, ``label/0``), HMAC-SHA-256(key, ``label/1``), ... one after the other, read as
   unsigned 32-bit big-endian words.
5. A number below n is the next word w with w < 2^32 - (2^32 mod n), taken mod n; larger words are passed over, so that
   every number is equally likely.
6. A permutation of n things is Fisher and Yates: start from 0, 1, ..., n-1; for i = n-1 down to 1 draw j below i+1 and
   swap the entries i and j.

After the match the secret is published: anyone can check the commitment and repeat every decision.
"""

import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from struct import Struct
from typing import Final

VERSION: Final = 1
SECRET_BYTES: Final = 32
_WORDS: Final = Struct(">8I")
_WORD_VALUES: Final = 1 << 32


def commitment(secret: bytes) -> str:
    """The fingerprint that is published before anybody joins: SHA-256 in hexadecimal."""
    return sha256(secret).hexdigest()


def is_contribution(text: str) -> bool:
    """Whether ``text`` may be mixed into a deal."""
    return text.isascii() and text.isprintable()


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything that chance decides in one match. Its text form does not show the secret."""

    secret: bytes = field(repr=False)
    contributions: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes")
        if not all(map(is_contribution, self.contributions)):
            raise ValueError("a contribution has printable ASCII characters only")

    def below(self, label: str, n: int) -> int:
        """A number from 0 to n-1, the first of the label's stream."""
        return _below(self._words(label), n)

    def permutation(self, label: str, n: int) -> tuple[int, ...]:
        """A permutation of 0 to n-1."""
        words = self._words(label)
        order = list(range(n))
        for i in range(n - 1, 0, -1):
            j = _below(words, i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    def _words(self, label: str) -> Iterator[int]:
        message = "\n".join((f"lost-cities deal {VERSION}", *self.contributions))
        key = hmac.digest(self.secret, message.encode(), "sha256")
        for block in count():
            yield from _WORDS.unpack(hmac.digest(key, f"{label}/{block}".encode(), "sha256"))


def _below(words: Iterator[int], n: int) -> int:
    limit = _WORD_VALUES - _WORD_VALUES % n
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % n
