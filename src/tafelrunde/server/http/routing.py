"""HTTP by declaration: an endpoint is a method, a path and a handler, and the handler's signature says the rest.

`hub` is the server's hub, `person` who asks (None, if that may be left out), `query` and `body` what they ask with; any
other parameter is a part of the path. What the handler returns is the answer.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_type_hints

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tafelrunde.server import refusals as words
from tafelrunde.server.http import sessions
from tafelrunde.server.process.metrics import CONTENT_TYPE_LATEST
from tafelrunde.server.sockets.connection import is_at_home
from tafelrunde.table.wishes import Refusal

MOST_BYTES = 64 * 1024
"""The largest body of a request."""
ACCEPTED = 202
BAD = (msgspec.MsgspecError, UnicodeError, RecursionError)


class Refusing(Exception):
    """Ends a request with a refusal."""

    def __init__(self, status: int, refusal: Refusal) -> None:
        self.status, self.refusal = status, refusal
        super().__init__(refusal.code)


@dataclass(frozen=True)
class Endpoint:
    """An address of the server. `refusals` are the statuses that the handler adds to those of its parameters."""

    method: str
    path: str
    handler: Callable[..., Awaitable[Any]]
    refusals: tuple[int, ...] = ()
    unfinished: Callable[[Any], bool] | None = None
    """Tells of an answer that it is not complete yet: then its status is 202."""
    file: str = ""
    """The name under which an answer is kept when its query has `download`, with the answer's fields filled in."""
    status: int = 0
    """The status of an answer; if none is told, 201 for what is new and 200 otherwise."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "status", self.status or (201 if self.method == "POST" else 200))

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """What the handler is called with, by name."""
        return {name: kind for name, kind in self._hints.items() if name != "return"}

    @property
    def answer(self) -> Any:
        """What the handler returns."""
        return self._hints["return"]

    @cached_property
    def _hints(self) -> dict[str, Any]:
        return get_type_hints(self.handler)

    @cached_property
    def statuses(self) -> list[int]:
        """The statuses of all refusals."""
        by_parameter = {"person": {401}, "query": {422}, "body": {403, 413, 422}, "hub": set()}
        found = set(self.refusals)
        for name in self.parameters:
            found |= by_parameter.get(name, {404})
        return sorted(found)

    def route(self) -> Route:
        """The endpoint as the application knows it."""
        return Route(self.path, self._serve, methods=[self.method])

    async def _serve(self, request: Request) -> Response:
        try:
            given = {name: await _given(request, name, kind) for name, kind in self.parameters.items()}
            answer = await self.handler(**given)
        except Refusing as refusing:
            assert refusing.status in self.statuses, f"{self.path} does not say that it may answer {refusing.status}"
            raise
        if isinstance(answer, str):
            return Response(answer, media_type=CONTENT_TYPE_LATEST)
        headers = self._as_a_file(answer) if getattr(given.get("query"), "download", False) else {}
        is_unfinished = self.unfinished is not None and self.unfinished(answer)
        return as_json(answer, ACCEPTED if is_unfinished else self.status, headers)

    def _as_a_file(self, answer: msgspec.Struct) -> dict[str, str]:
        name = self.file.format(**msgspec.structs.asdict(answer))
        return {"content-disposition": f'attachment; filename="{name}"'}


def as_json(data: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer; it is as old as the moment."""
    fresh = {"cache-control": "no-store"} | (headers or {})
    return Response(msgspec.json.encode(data), status, media_type="application/json", headers=fresh)


async def _given(request: Request, name: str, kind: Any) -> Any:
    match name:
        case "hub":
            return request.app.state.hub
        case "person":
            return _person(request, kind is str)
        case "query":
            return _query(request, kind)
        case "body":
            return await _body(request, kind)
    return request.path_params[name]


def _person(request: Request, needed: bool) -> str | None:
    """Who asks, by the token in the header."""
    header = request.headers.get("authorization")
    if header is None and not needed:
        return None
    scheme, _, token = (header or "").partition(" ")
    person = sessions.person(token.strip()) if scheme.lower() == "bearer" else None
    if person is None:
        raise Refusing(401, words.refuse("no-token"))
    return person


def _query(request: Request, kind: type[Any]) -> Any:
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except BAD as error:
        raise Refusing(422, words.refuse("bad-body", reason=str(error))) from None


async def _body(request: Request, kind: type[Any]) -> Any:
    """The body of a request; Refusing if it is too large, wrong, or from a foreign page."""
    if not is_at_home(request.headers, request.app.state.config.origins):
        raise Refusing(403, words.refuse("foreign-origin"))
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            raise Refusing(413, words.refuse("too-large", limit=MOST_BYTES))
    try:
        return msgspec.json.decode(bytes(body), type=kind)
    except BAD as error:
        raise Refusing(422, words.refuse("bad-body", reason=str(error))) from None
