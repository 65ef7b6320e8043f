"""A deal that nobody can choose, not even whoever runs the server.

First everybody commits: the server to a secret when the table opens, every person who plays to a random part of their
own. Then all commitments are locked and shown, and only then the parts are revealed. The seed of the match follows from
the lock, the secret and all the parts, so whoever contributed an honest part knows that nobody could choose it. Who
does not reveal in time is left out by a new round, in which everybody else and the server commit afresh.

The functions here are the whole of it: the table, the verification of records and the tests use the same ones.
"""

import hashlib
import json
import re
import secrets as system
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tafelrunde.kernel import seeds
from tafelrunde.table.records import Record

VERSION = 1
"""Of the protocol of the deal; it is part of everything that is hashed."""
SECRET, HASH = re.compile("[0-9a-f]{32}"), re.compile("[0-9a-f]{64}")
"""What secrets and parts, commitments and digests look like."""
ON_DEVICE = "local"
"""How the ids of tables begin that are played on one device, without a server; those of servers never do."""
REVEAL_SECONDS = 5.0
"""How long a round waits for the parts: clients reveal by themselves, as soon as they are told of the lock."""


class Contribution(Record):
    """What somebody has committed to, and their seat: the first one, if several people share a device."""

    person: str
    seat: int
    commitment: str


@dataclass(frozen=True)
class Terms:
    """What is dealt, and for which table: part of every lock. The options include the number of players."""

    table: str
    game: str
    options: dict[str, Any]

    @property
    def is_on_device(self) -> bool:
        """Whether a device of the players was the server, too: then nobody else has seen the lock before the deal."""
        return self.table.startswith(ON_DEVICE)


@dataclass
class Round:
    """One attempt to deal: what was locked, and the parts that were revealed since then, by seat."""

    number: int
    secret: str
    contributions: list[Contribution]
    parts: dict[int, str] = field(default_factory=dict)

    @property
    def missing(self) -> list[Contribution]:
        """Whose part is not revealed yet."""
        return [each for each in self.contributions if each.seat not in self.parts]

    def of(self, person: str) -> Contribution | None:
        """What somebody has committed to in this round."""
        return next((each for each in self.contributions if each.person == person), None)

    def shown(self) -> dict[str, Any]:
        """Everything about the round, for when the game is over; the part of somebody who did not reveal is null."""
        contributors = [
            {"seat": each.seat, "commitment": each.commitment, "part": self.parts.get(each.seat)}
            for each in self.contributions
        ]
        return {"commitment": secret_commitment(self.secret), "secret": self.secret, "contributors": contributors}

    def lock(self, terms: Terms) -> dict[str, Any]:
        """All that the digest of the lock binds, JSON-ready; people are named by their seats."""
        return {
            "version": VERSION,
            "table": terms.table,
            "game": terms.game,
            "options": terms.options,
            "round": self.number,
            "commitment": secret_commitment(self.secret),
            "contributors": [{"seat": each.seat, "commitment": each.commitment} for each in self.contributions],
        }

    def seed(self, terms: Terms) -> int:
        """The seed of the match, when all parts are revealed."""
        return seed(digest(self.lock(terms)), self.secret, [self.parts[each.seat] for each in self.contributions])


def random_secret() -> str:
    """A secret, or a part, of 128 random bits in hexadecimal."""
    return system.token_hex(16)


def secret_commitment(secret: str) -> str:
    """What the server shows before the deal: it binds the server to the secret without revealing it."""
    return _hash(f"tafelrunde {VERSION} secret {secret}")


def part_commitment(part: str) -> str:
    """The same for a person's part."""
    return _hash(f"tafelrunde {VERSION} part {part}")


def digest(lock: dict[str, Any]) -> str:
    """A lock in short: the hash of its JSON with sorted keys and no spaces."""
    text = json.dumps(lock, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return _hash(f"tafelrunde {VERSION} lock {text}")


def seed(locked: str, secret: str, parts: Sequence[str]) -> int:
    """The seed of the match from the digest of a lock and what its commitments were made of, in order."""
    text = "\n".join([f"tafelrunde {VERSION} seed", locked, secret, *parts])
    return int(_hash(text)[: seeds.BITS // 4], 16)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
