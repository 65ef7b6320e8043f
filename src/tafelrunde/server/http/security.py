"""What holds for every response: which host it answers for, who may read it, and what a browser may do with it."""

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tafelrunde.server import refusals
from tafelrunde.server.http import origins
from tafelrunde.server.middleware import Middleware
from tafelrunde.server.process.config import Config

POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
WORKER, WORKER_POLICY = "/assets/worker-", f"{POLICY}; script-src 'self' 'wasm-unsafe-eval'"
"""The worker in which a table runs without a server may compile WebAssembly; no page may."""
SECURITY_HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}
CORS_HEADERS = {
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-allow-headers": "authorization, content-type",
    "access-control-expose-headers": "content-disposition, retry-after",
    "access-control-max-age": "600",
}
MISDIRECTED = 421


class SecurityMiddleware(Middleware):
    """The application behind these headers."""

    def __init__(self, app: ASGIApp, config: Config) -> None:
        super().__init__(app)
        self._config = config

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for this server with the headers that belong to every response; refuse any other."""
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        reader = origin if origin in self._config.origins else None

        async def send_with_headers(message: Message) -> None:
            if message["type"].endswith("http.response.start"):
                added = MutableHeaders(scope=message)
                _add_headers(added, reader)
                if scope["path"].startswith(WORKER):
                    added["content-security-policy"] = WORKER_POLICY
            await send(message)

        if not origins.is_own_name(headers.get("host", ""), self._config.hosts):
            await _refuse_host(headers.get("host", ""), scope, send_with_headers)
        elif reader is not None and scope["type"] == "http" and scope["method"] == "OPTIONS":
            await _respond(204, b"", scope, send_with_headers)
        else:
            await self._app(scope, receive, send_with_headers)


def _add_headers(headers: MutableHeaders, reader: str | None) -> None:
    headers.update(SECURITY_HEADERS)
    if reader is not None:
        headers.update({"access-control-allow-origin": reader} | CORS_HEADERS)
        headers.add_vary_header("origin")


async def _refuse_host(host: str, scope: Scope, send: Send) -> None:
    await _respond(MISDIRECTED, msgspec.json.encode(refusals.refuse("wrong-host", host=host[:80])), scope, send)


async def _respond(status: int, body: bytes, scope: Scope, send: Send) -> None:
    kind = "websocket.http" if scope["type"] == "websocket" else "http"
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())] if body else []
    await send({"type": f"{kind}.response.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.response.body", "body": body})
