"""Which web pages may talk to the server."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers


def is_allowed(headers: Headers, allowed: tuple[str, ...]) -> bool:
    """Whether a request comes from one of our own pages or an allowed site. Programs send no origin."""
    origin = headers.get("origin")
    return origin is None or origin in allowed or urlsplit(origin).netloc == headers.get("host")
