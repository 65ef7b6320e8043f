"""Sessions: a random secret that a person's device keeps, and ids derived from it. There are no accounts.

A person's own id is for them and the server only; others see another one at every table (`at_table`). The first token
of a person is worth something by itself. One that replaces it, or is for another device, is listed: it is worth
something only as long as the server knows it, so that nothing of it need be kept afterwards.
"""

import base64
import hashlib
import re
import secrets

LISTED = "d."
"""What a listed token begins with, and what is kept of it, too."""
TOKEN = re.compile(r"(d\.)?[A-Za-z0-9_-]{32}")


def new_token(listed: bool = False) -> str:
    """A new secret of 192 bits."""
    return (LISTED if listed else "") + secrets.token_urlsafe(24)


def is_listed(text: str) -> bool:
    """Whether a token, or what is kept of it, is a listed one."""
    return text.startswith(LISTED)


def person(token: str) -> str | None:
    """The id of whoever first has this secret; None if it is not a valid token."""
    return _id("person", token) if TOKEN.fullmatch(token) else None


def digest(token: str) -> str:
    """What the server keeps of a token, if anything: enough to recognise it, not enough to use it."""
    kept = hashlib.sha256(f"tafelrunde device {token}".encode()).hexdigest()
    return LISTED + kept if is_listed(token) else kept


def at_table(person: str, series: str) -> str:
    """What a person is called at a table and its rematches, which are a series: nobody can tell who it is elsewhere."""
    return _id("at", f"{series} {person}")


def _id(kind: str, text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(f"tafelrunde {kind} {text}".encode()).digest()[:12]).decode()
