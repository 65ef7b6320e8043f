"""Seeds: 128-bit whole numbers; a state holds one as the two words of its key."""

import secrets

BITS = 128
MAX_SEED = 2**BITS - 1
WORD = 2**64 - 1


def key_of(seed: int) -> tuple[int, int]:
    """A seed as the two words of a state's key."""
    return seed & WORD, seed >> 64


def random_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(BITS)
