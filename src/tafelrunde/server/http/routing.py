"""HTTP endpoints by declaration: a method, a path and a handler, whose signature says the rest.

The parameter `hub` is the server's hub, `person` the id of whoever sent the request (None, if a session is optional),
`token` their token as it is, `payer` at whose expense it is answered, `query` and `body` are parsed from the request;
any other parameter is a part of the path. The handler returns the body of the response.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, get_type_hints

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tafelrunde.server import refusals
from tafelrunde.server.http import origins, sessions
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.process.metrics import CONTENT_TYPE_LATEST
from tafelrunde.server.process.rate_limits import network
from tafelrunde.table.wishes import Refusal

MAX_BODY_BYTES = 64 * 1024
"""The largest request body, unless an endpoint says otherwise."""
ACCEPTED, NOT_FOUND = 202, 404
PARSE_ERRORS = (msgspec.MsgspecError, UnicodeError, RecursionError)


class HttpRefusal(Exception):
    """Ends a request with a refusal."""

    def __init__(self, status: int, refusal: Refusal) -> None:
        self.status, self.refusal = status, refusal
        super().__init__(refusal.code)


class Banned(HttpRefusal):
    """Ends a request of somebody whom the operator has banned."""


@dataclass(frozen=True)
class Endpoint:
    """An endpoint. `refusals` are the statuses of refusals by the handler, beside those that its parameters imply."""

    method: str
    path: str
    handler: Callable[..., Awaitable[Any]]
    refusals: tuple[int, ...] = ()
    unfinished: Callable[[Any], bool] | None = None
    """Tells whether a response is not complete yet: then its status is 202."""
    file: str = ""
    """The file name of the response when the query has `download`, with the response's fields filled in."""
    status: int = 0
    """The status of a response; by default 201 for POST and 200 otherwise."""
    cost: float = 0.0
    """So many more requests it counts as: about the milliseconds of work. What costs something is encoded beside the
    event loop."""

    body_cost: Callable[[Any], float] | None = None
    """As how many requests a body counts beyond that."""

    largest: int = MAX_BODY_BYTES
    """The largest body in bytes."""

    guessed: bool = False
    """Whether somebody might try everything: what is not found is expensive, and soon refused without a look."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "status", self.status or (201 if self.method == "POST" else 200))

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The types of the handler's parameters, by name."""
        return {name: kind for name, kind in self._hints.items() if name != "return"}

    @property
    def response(self) -> Any:
        """The type that the handler returns."""
        return self._hints["return"]

    @cached_property
    def _hints(self) -> dict[str, Any]:
        return get_type_hints(self.handler)

    @cached_property
    def statuses(self) -> list[int]:
        """The statuses of all refusals."""
        by_parameter = {"person": {401}, "token": {401}, "query": {422}, "body": {403, 413, 422}}
        found = {429, *self.refusals}
        for name in self.parameters.keys() - {"hub", "payer"}:
            found |= by_parameter.get(name, {404})
        return sorted(found)

    def route(self) -> Route:
        """The endpoint as a route of the application."""
        return Route(self.path, self._handle, methods=[self.method])

    async def _handle(self, request: Request) -> Response:
        _check_ban(request)
        try:
            arguments = {name: await self._argument(request, name, kind) for name, kind in self.parameters.items()}
            cost = self.cost + (self.body_cost(arguments["body"]) if self.body_cost else 0.0)
            self._charge(request, cost, arguments.get("person") or _payer(request)[1] or None)
            body = await self.handler(**arguments)
            if self.guessed:
                request.scope["budget"].settle_guess(is_right=True)
        except Banned:
            raise
        except HttpRefusal as error:
            assert error.status in self.statuses, f"{self.path} does not declare the status {error.status}"
            if self.guessed and error.status == NOT_FOUND:
                request.scope["budget"].settle_guess(is_right=False)
            raise
        if isinstance(body, str):
            return Response(body, media_type=CONTENT_TYPE_LATEST)
        headers = self._download_headers(body) if getattr(arguments.get("query"), "download", False) else {}
        is_unfinished = self.unfinished is not None and self.unfinished(body)
        if self.cost:
            encode = partial(msgspec.json.encode, body)
            body = msgspec.Raw(await request.app.state.hub.pages.run(_payer(request), encode))
        return json_response(body, ACCEPTED if is_unfinished else self.status, headers)

    async def _argument(self, request: Request, name: str, kind: Any) -> Any:
        match name:
            case "hub":
                return request.app.state.hub
            case "person":
                return await _person(request, kind is str)
            case "token":
                return _token(request)
            case "payer":
                return _payer(request)
            case "query":
                return _query(request, kind)
            case "body":
                return await _body(request, kind, self.largest)
        return request.path_params[name]

    def _charge(self, request: Request, cost: float, person: str | None) -> None:
        """Pay for the request, or refuse it."""
        budget = request.scope["budget"]
        if not budget.take_requests(cost, person) or (self.guessed and not budget.take_guess()):
            raise HttpRefusal(429, refusals.refuse("too-fast"))

    def _download_headers(self, body: msgspec.Struct) -> dict[str, str]:
        name = self.file.format(**msgspec.structs.asdict(body))
        return {"content-disposition": f'attachment; filename="{name}"'}


def json_response(body: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A response that is not to be cached."""
    uncached = {"cache-control": "no-store"} | (headers or {})
    return Response(msgspec.json.encode(body), status, media_type="application/json", headers=uncached)


def _payer(request: Request) -> Path:
    """At whose expense a request is answered."""
    person = sessions.person(request.headers.get("authorization", "").rpartition(" ")[2])
    return request.scope["budget"].address, person or ""


async def _person(request: Request, required: bool) -> str | None:
    """Whose token is in the header."""
    if "authorization" not in request.headers and not required:
        return None
    person: str | None = await request.app.state.hub.devices.identify(_token(request))
    if person is None:
        raise HttpRefusal(401, refusals.refuse("no-token"))
    _check_ban(request, person)
    return person


def _check_ban(request: Request, person: str = "") -> None:
    """Refuse whoever the operator does not want here; this is no matter of the endpoint."""
    address = network(request.client.host) if request.client else ""
    if request.app.state.hub.orders.is_banned(person, address):
        raise Banned(403, refusals.refuse("banned"))


def _token(request: Request) -> str:
    """The token in the header."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or sessions.person(token.strip()) is None:
        raise HttpRefusal(401, refusals.refuse("no-token"))
    return token.strip()


def _query(request: Request, kind: type[Any]) -> Any:
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except PARSE_ERRORS as error:
        raise HttpRefusal(422, refusals.refuse("bad-body", reason=str(error))) from None


async def _body(request: Request, kind: type[Any], largest: int) -> Any:
    """The body of a request; HttpRefusal if it is too large, invalid, or sent by another site's page."""
    if not origins.is_allowed(request.headers, request.app.state.config.origins):
        raise HttpRefusal(403, refusals.refuse("foreign-origin"))
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > largest:
            raise HttpRefusal(413, refusals.refuse("too-large", limit=largest))
    try:
        return msgspec.json.decode(bytes(body), type=kind)
    except PARSE_ERRORS as error:
        raise HttpRefusal(422, refusals.refuse("bad-body", reason=str(error))) from None
