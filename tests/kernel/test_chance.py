"""Chance: SipHash-2-4 of a counter, checked against an independent writing of it and against what is uniform."""

import numpy as np
import pytest

from tafelrunde.kernel import chance
from tafelrunde.kernel.bits import bit, lowest, nth, popcount
from tafelrunde.kernel.compiled import entry

MASK = 2**64 - 1


def siphash24(key0: int, key1: int, message: bytes) -> int:
    """SipHash-2-4 as its authors describe it, byte by byte."""

    def rotate(word: int, by: int) -> int:
        return (word << by | word >> 64 - by) & MASK

    def rounds(count: int) -> None:
        for _ in range(count):
            v[0] = (v[0] + v[1]) & MASK
            v[1] = rotate(v[1], 13) ^ v[0]
            v[0] = rotate(v[0], 32)
            v[2] = (v[2] + v[3]) & MASK
            v[3] = rotate(v[3], 16) ^ v[2]
            v[0] = (v[0] + v[3]) & MASK
            v[3] = rotate(v[3], 21) ^ v[0]
            v[2] = (v[2] + v[1]) & MASK
            v[1] = rotate(v[1], 17) ^ v[2]
            v[2] = rotate(v[2], 32)

    v = [key0 ^ 0x736F6D6570736575, key1 ^ 0x646F72616E646F6D, key0 ^ 0x6C7967656E657261, key1 ^ 0x7465646279746573]
    padded = message + bytes(7 - len(message) % 8) + bytes([len(message) % 256])
    for start in range(0, len(padded), 8):
        word = int.from_bytes(padded[start : start + 8], "little")
        v[3] ^= word
        rounds(2)
        v[0] ^= word
    v[2] ^= 0xFF
    rounds(4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


@pytest.mark.parametrize("key", [(0, 0), (7, 0), (0x0706050403020100, 0x0F0E0D0C0B0A0908), (MASK, MASK)])
@pytest.mark.parametrize("counter", [0, 1, 255, 2**32, MASK])
def test_it_is_siphash(key: tuple[int, int], counter: int) -> None:
    ours = chance.siphash(np.uint64(key[0]), np.uint64(key[1]), np.uint64(counter))
    assert int(ours) == siphash24(*key, counter.to_bytes(8, "little"))


def test_the_authors_agree() -> None:
    """Their own test vectors, of the bytes 0, 1, 2, … with the key 0, 1, …, 15."""
    key = int.from_bytes(bytes(range(8)), "little"), int.from_bytes(bytes(range(8, 16)), "little")
    assert siphash24(*key, b"") == 0x726FDB47DD0E0E31
    assert siphash24(*key, bytes(range(15))) == 0xA129CA6149BE45E5
    ours = chance.siphash(np.uint64(key[0]), np.uint64(key[1]), np.uint64(key[0]))
    assert int(ours) == siphash24(*key, bytes(range(8))) == 0x93F5F5799A932462


@entry
def dice(count, sides, tally):
    for i in range(count):
        word = chance.siphash(np.uint64(1), np.uint64(2), np.uint64(i))
        tally[chance.below(word, sides)] += 1


@pytest.mark.parametrize("sides", [2, 6, 66, 110])
def test_numbers_are_uniform(sides: int) -> None:
    tally = np.zeros(sides, np.int64)
    dice(600_000, sides, tally)
    expected = 600_000 / sides
    assert ((tally - expected) ** 2 / expected).sum() < sides + 6 * (2 * sides) ** 0.5


def test_scaling_takes_in_both_ends() -> None:
    assert chance.below(np.uint64(0), 7) == 0
    assert chance.below(np.uint64(MASK), 7) == 6
    for limit in (3, 52, 2**32 - 1):
        for word in (1, 2**31, 2**32 - 1, 2**32, 2**63, MASK // 3):
            assert chance.below(np.uint64(word), limit) == word * limit >> 64


def test_bits() -> None:
    word = np.uint64(0b1011_0000)
    assert use_bits(word) == (3, 4, 7, 1 << 9)


@entry
def use_bits(word):
    return popcount(word), lowest(word), nth(word, 2), bit(9)
