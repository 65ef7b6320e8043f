"""Which web pages may talk to the server, and under which names the server may be called."""

from ipaddress import ip_address

from starlette.datastructures import Headers

LOCAL_ENDINGS = (".localhost", ".local", ".lan", ".internal", ".home.arpa", ".fritz.box")
"""Names that only a local network gives out: no page from outside can take one on."""


def is_allowed(headers: Headers, allowed: tuple[str, ...]) -> bool:
    """Whether a request comes from one of our own pages or an allowed site. Programs send no origin."""
    origin, host = headers.get("origin"), headers.get("host")
    return origin is None or origin in allowed or origin in (f"http://{host}", f"https://{host}")


def is_own_name(host: str, names: tuple[str, ...]) -> bool:
    """Whether a `Host` is this server: an address or a local name always, any other only if it was listed.

    Otherwise a foreign site could let its own name lead here, and its pages would count as ours. Only browsers matter,
    and they always send a host.
    """
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    name = name.lower().rstrip(".")
    return "." not in name or name in names or name.endswith(LOCAL_ENDINGS) or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
