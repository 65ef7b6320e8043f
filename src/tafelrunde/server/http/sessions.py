"""Sessions: a random secret that a person's device keeps, and an id derived from it. There are no accounts."""

import base64
import hashlib
import re
import secrets

TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")


def new_token() -> str:
    """A new secret of 192 bits."""
    return secrets.token_urlsafe(24)


def person(token: str) -> str | None:
    """The public id of whoever has this secret; None if it is not a valid token."""
    if not TOKEN.fullmatch(token):
        return None
    digest = hashlib.sha256(f"tafelrunde person {token}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:12]).decode()
