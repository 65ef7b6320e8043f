"""Chance is in the state: SipHash-2-4 of a counter, keyed with the match's seed.

The same seed and moves give the same bytes on every machine, as it needs nothing but sums, rotations and exclusive ors
of 64-bit words; and nobody can work out the seed, or what comes next, from the cards and dice they see.
"""

import numpy as np

from tafelrunde.kernel.compiled import compiled

_INIT = tuple(
    np.uint64(word) for word in (0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573)
)
_LENGTH = np.uint64(8 << 56)
_FINAL = np.uint64(0xFF)
_LOW = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)


@compiled
def _rotate(word, by):
    return (word << np.uint64(by)) | (word >> np.uint64(64 - by))


@compiled
def _round(v0, v1, v2, v3):
    v0 += v1
    v1 = _rotate(v1, 13) ^ v0
    v0 = _rotate(v0, 32)
    v2 += v3
    v3 = _rotate(v3, 16) ^ v2
    v0 += v3
    v3 = _rotate(v3, 21) ^ v0
    v2 += v1
    v1 = _rotate(v1, 17) ^ v2
    v2 = _rotate(v2, 32)
    return v0, v1, v2, v3


@compiled
def _rounds(v0, v1, v2, v3):
    v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    return _round(v0, v1, v2, v3)


@compiled
def siphash(key0, key1, message):
    """SipHash-2-4 of one 64-bit word."""
    v0, v1, v2, v3 = key0 ^ _INIT[0], key1 ^ _INIT[1], key0 ^ _INIT[2], key1 ^ _INIT[3]
    v3 ^= message
    v0, v1, v2, v3 = _rounds(v0, v1, v2, v3)
    v0 ^= message
    v3 ^= _LENGTH
    v0, v1, v2, v3 = _rounds(v0, v1, v2, v3)
    v0 ^= _LENGTH
    v2 ^= _FINAL
    v0, v1, v2, v3 = _rounds(v0, v1, v2, v3)
    v0, v1, v2, v3 = _rounds(v0, v1, v2, v3)
    return v0 ^ v1 ^ v2 ^ v3


@compiled
def below(word, limit):
    """A 64-bit word scaled to a number from 0 to limit − 1; limit must be less than 2³²."""
    n = np.uint64(limit)
    return np.int64(((word >> _32) * n + (((word & _LOW) * n) >> _32)) >> _32)


@compiled
def draw(state, limit):
    """The next random number, from 0 to limit − 1."""
    word = siphash(state.key[0], state.key[1], state.chance)
    state.chance += np.uint64(1)
    return below(word, limit)


@compiled
def shuffle(state, cards, count):
    """Shuffle the first `count` cards of an array in place."""
    for last in range(count - 1, 0, -1):
        other = draw(state, last + 1)
        cards[last], cards[other] = cards[other], cards[last]


@compiled
def splitmix(word):
    """The next state of a fast generator for choices in playouts, where it need not be unpredictable."""
    return word + np.uint64(0x9E3779B97F4A7C15)


@compiled
def scramble(word):
    """The random number for a state of splitmix."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))
