"""The fair deal against a second implementation of its description, and against fixed values."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.shuffle import Deal, commitment

SECRET = bytes(range(32))


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104, for keys of at most one block."""
    block = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in block) + inner).digest()


class Again:
    """Procedure 1 of ``rules.shuffle``, written a second time from its description."""

    def __init__(self, secret: bytes, contributions: tuple[str, ...], label: str) -> None:
        message = "lost-cities deal 1" + "".join("\n" + contribution for contribution in contributions)
        self.key = hmac_sha256(secret, message.encode())
        self.label = label
        self.block = 0
        self.bytes = b""

    def word(self) -> int:
        if not self.bytes:
            self.bytes = hmac_sha256(self.key, f"{self.label}/{self.block}".encode())
            self.block += 1
        word, self.bytes = self.bytes[:4], self.bytes[4:]
        return int.from_bytes(word, "big")

    def below(self, n: int) -> int:
        word = self.word()
        while word >= 2**32 - 2**32 % n:
            word = self.word()
        return word % n

    def permutation(self, n: int) -> tuple[int, ...]:
        order = list(range(n))
        for i in reversed(range(1, n)):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)


ASCII = st.text(st.characters(min_codepoint=32, max_codepoint=126))


@given(st.binary(min_size=32, max_size=32), st.lists(ASCII, max_size=4).map(tuple), ASCII, st.integers(1, 120))
def test_the_second_implementation_agrees(secret: bytes, contributions: tuple[str, ...], label: str, n: int) -> None:
    deal = Deal(secret, contributions)
    assert deal.permutation(label, n) == Again(secret, contributions, label).permutation(n)
    assert deal.below(label, n) == Again(secret, contributions, label).below(n)


@pytest.mark.parametrize("n", [1, 2**31, 2**31 + 1, 2**32 - 1, 2**32])
def test_words_that_would_favour_small_numbers_are_passed_over(n: int) -> None:
    for number in range(50):
        assert Deal(SECRET, ()).below(f"x/{number}", n) == Again(SECRET, (), f"x/{number}").below(n) < n


def test_fixed_values() -> None:
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    deal = Deal(SECRET, ("1310983344556677", "1310983344556699"))
    assert deal.below("card_game/0/starter", 2) == 0
    assert deal.permutation("card_game/0/seats", 2) == (1, 0)
    assert " ".join(map(str, deal.permutation("card_game/1/cards", 60))) == (
        "19 10 22 18 49 57 28 50 34 14 38 41 51 9 37 21 40 48 20 46 2 35 47 58 54 25 26 32 15 55 "
        "42 3 24 33 4 17 16 30 53 45 52 56 44 39 43 5 8 59 36 27 11 13 12 6 1 0 23 31 29 7"
    )


def test_every_ingredient_matters() -> None:
    deals = [
        Deal(SECRET, ("1", "2")).permutation("g/1/cards", 60),
        Deal(SECRET, ("2", "1")).permutation("g/1/cards", 60),
        Deal(SECRET, ("12",)).permutation("g/1/cards", 60),
        Deal(SECRET, ()).permutation("g/1/cards", 60),
        Deal(SECRET[::-1], ("1", "2")).permutation("g/1/cards", 60),
        Deal(SECRET, ("1", "2")).permutation("g/2/cards", 60),
        Deal(SECRET, ("1", "2")).permutation("h/1/cards", 60),
    ]
    assert len(set(deals)) == len(deals)


def test_numbers_and_places_are_evenly_spread() -> None:
    deal = Deal(SECRET, ("x",))
    numbers = Counter(deal.below(f"g/{trial}/n", 6) for trial in range(6000))
    assert all(abs(numbers[number] - 1000) < 120 for number in range(6))
    orders = Counter(deal.permutation(f"g/{trial}/p", 3) for trial in range(6000))
    assert len(orders) == 6
    assert all(abs(times - 1000) < 120 for times in orders.values())


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33)])
def test_a_secret_has_32_bytes(secret: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Deal(secret, ())


@pytest.mark.parametrize("contribution", ["1\n2", "é", "\x7f", "\ud800"])
def test_a_contribution_cannot_pass_for_another_list(contribution: str) -> None:
    with pytest.raises(ValueError, match="printable ASCII"):
        Deal(SECRET, (contribution,))


def test_the_secret_is_not_shown() -> None:
    assert SECRET.hex() not in repr(Deal(SECRET, ()))
    assert repr(SECRET)[2:12] not in repr(Deal(SECRET, ()))
