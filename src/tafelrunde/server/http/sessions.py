"""Sessions: a random secret that a person's device keeps, and ids derived from it. There are no accounts.

A person's own id is for them and the server only; others see another one at every table (`at_table`).
"""

import base64
import hashlib
import re
import secrets

TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")


def new_token() -> str:
    """A new secret of 192 bits."""
    return secrets.token_urlsafe(24)


def person(token: str) -> str | None:
    """The id of whoever first has this secret; None if it is not a valid token."""
    return _id("person", token) if TOKEN.fullmatch(token) else None


def digest(token: str) -> str:
    """What the server keeps of a token, if anything: enough to recognise it, not enough to use it."""
    return hashlib.sha256(f"tafelrunde device {token}".encode()).hexdigest()


def at_table(person: str, series: str) -> str:
    """What a person is called at a table and its rematches, which are a series: nobody can tell who it is elsewhere."""
    return _id("at", f"{series} {person}")


def _id(kind: str, text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(f"tafelrunde {kind} {text}".encode()).digest()[:12]).decode()
