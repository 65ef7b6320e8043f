"""A deal that everybody can verify.

Before the deal the server publishes `commitment(secret)`, and every person's client contributes a part of its own; the
seed is derived from all of them. After the game the secret is published, so anybody can derive the seed and replay the
record.
"""

import hashlib
import secrets as system

from tafelrunde.kernel import seeds

PART_LENGTH = 64


def random_secret() -> str:
    """A secret, or a part, of 128 random bits in hexadecimal."""
    return system.token_hex(16)


def commitment(secret: str) -> str:
    """What is published before the deal: it binds the server to the secret without revealing it."""
    return hashlib.sha256(f"tafelrunde commitment {secret}".encode()).hexdigest()


def seed(secret: str, parts: list[str]) -> int:
    """The seed of the match: no side can choose it alone."""
    text = "\n".join(["tafelrunde seed", secret, *parts])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[: seeds.BITS // 8], "big")
