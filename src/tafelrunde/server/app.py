"""The server as an ASGI application: HTTP for sessions, tables, records and rules, a socket for each table."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ExceptionHandler
from starlette.websockets import WebSocket

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.kernel.errors import LANGUAGES
from tafelrunde.kernel.game import Game
from tafelrunde.server import metrics, sessions, words
from tafelrunde.server.config import Config
from tafelrunde.server.hub import Hub
from tafelrunde.server.sockets import Socket, is_at_home
from tafelrunde.server.storage import NoTable, Store
from tafelrunde.table import wishes
from tafelrunde.table.acts import Place, Settings
from tafelrunde.table.table import place_count
from tafelrunde.table.wishes import Refusal

MOST_BYTES = 64 * 1024
"""The largest body of a request."""
AN_HOUR = 3600.0

log = logging.getLogger(__name__)
T = TypeVar("T")


class NewSession(msgspec.Struct, forbid_unknown_fields=True):
    """What it takes to be somebody."""

    name: str


class Session(msgspec.Struct):
    """Who one is: the token is secret, the person's id is what others see."""

    token: str
    person: str
    name: str


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """What it takes to open a table; places that are not told are open, `part` is the own part of the deal."""

    name: str
    settings: Settings
    places: list[Place] | None = None
    part: str = ""


class Refusing(Exception):
    """Ends a request with a refusal."""

    def __init__(self, status: int, refusal: Refusal) -> None:
        self.status, self.refusal = status, refusal
        super().__init__(refusal.code)


def make(config: Config) -> Starlette:
    """The application. Its hub is at `app.state.hub` while it runs."""
    routes = [
        Route("/api/session", new_session, methods=["POST"]),
        Route("/api/games", games),
        Route("/api/rules/{game}", rules),
        Route("/api/tables", tables),
        Route("/api/tables", new_table, methods=["POST"]),
        Route("/api/tables/{id}", table),
        Route("/api/records/{id}", record),
        Route("/healthz", healthz),
        Route("/metrics", figures),
        WebSocketRoute("/ws/{table}", socket),
    ]
    handlers: dict[Any, ExceptionHandler] = {
        Refusing: _refused,
        NoTable: _no_table,
        HTTPException: _no_page,
        Exception: _trouble,
    }
    app = Starlette(routes=routes, exception_handlers=handlers, lifespan=_life)
    app.state.config = config
    return app


@contextlib.asynccontextmanager
async def _life(app: Starlette) -> AsyncIterator[None]:
    store = await Store.open(app.state.config.database)
    # Before the first table: machine code that is not there yet takes seconds.
    await asyncio.to_thread(_warm_up)
    hub = app.state.hub = Hub(store, app.state.config)
    await hub.open()
    sweeping = asyncio.create_task(_sweep(hub))
    try:
        yield
    finally:
        sweeping.cancel()
        await hub.close()
        await store.close()


def _warm_up() -> None:
    for name in tr.games():
        tr.load(name)


async def _sweep(hub: Hub) -> None:
    while True:
        try:
            await hub.forget_unstarted()
        except Exception:
            log.exception("old tables could not be forgotten")
        await asyncio.sleep(AN_HOUR)


# sessions and tables


async def new_session(request: Request) -> Response:
    """A name becomes a session."""
    asked = await _read(request, NewSession)
    wrong = wishes.wrong_name(asked.name)
    if wrong:
        raise Refusing(422, wrong)
    token = sessions.new_token()
    return _json(Session(token, str(sessions.person(token)), asked.name.strip()), 201)


async def tables(request: Request) -> Response:
    """The public tables."""
    offset = request.query_params.get("offset", "0")
    if not (offset.isascii() and offset.isdigit() and len(offset) < 10):
        raise Refusing(422, words.refuse("bad-body", reason="offset"))
    return _json({"tables": await _hub(request).tables(int(offset))})


async def new_table(request: Request) -> Response:
    """Open a table."""
    person = _person(request)
    asked = await _read(request, NewTable)
    opened = await _hub(request).create(person, asked.name, asked.settings, asked.places, asked.part)
    if isinstance(opened, Refusal):
        raise Refusing(422, opened)
    return _json({"id": opened}, 201)


async def table(request: Request) -> Response:
    """What everybody may know of a table."""
    return _json(await _hub(request).lobby(request.path_params["id"]))


async def record(request: Request) -> Response:
    """The record of a game that is over."""
    found = await _hub(request).record(request.path_params["id"])
    if isinstance(found, Refusal):
        raise Refusing(409, found)
    return _json(found)


# the games


async def games(request: Request) -> Response:
    """Which games there are, and what can be chosen; what bots and people can say."""
    phrases = {
        phrase: {lang: wishes.TEXTS.say("phrase", phrase, lang) for lang in LANGUAGES} for phrase in wishes.PHRASES
    }
    levels = {level: {lang: bots.level_name(level, lang) for lang in LANGUAGES} for level in bots.LEVELS}
    return _json({"games": [_described(tr.load(name)) for name in tr.games()], "levels": levels, "phrases": phrases})


def _described(game: Game) -> dict[str, Any]:
    options = [
        {
            "name": option.name,
            "default": option.default,
            "choices": option.choices,
            "texts": {lang: getattr(option, lang) for lang in LANGUAGES},
        }
        for option in game.OPTIONS
    ]
    return {
        "name": game.name,
        "about": game.rulebook.about,
        "places": place_count(game.name),
        "notation": game.NOTATION,
        "options": options,
    }


async def rules(request: Request) -> Response:
    """Every rule of a game."""
    name = request.path_params["game"]
    if name not in tr.games():
        raise Refusing(404, words.refuse("no-game", allowed=", ".join(tr.games())))
    book = tr.load(name).rulebook
    listed = [{"id": rule.id, "kind": rule.kind, "texts": rule.texts} for rule in book.rules.values()]
    return _json({"game": name, "about": book.about, "rules": listed})


# for those who run it


async def healthz(request: Request) -> Response:
    """Whether the server and its database answer."""
    await _hub(request).ready()
    return _json({"ok": True})


async def figures(request: Request) -> Response:
    """What the server counts and measures."""
    return Response(_hub(request).metrics.text(), media_type=metrics.CONTENT_TYPE_LATEST)


async def socket(websocket: WebSocket) -> None:
    """A client at a table."""
    config: Config = websocket.app.state.config
    if not is_at_home(websocket.headers, config.origins):
        await websocket.close()
        return
    await websocket.accept()
    await Socket(websocket, websocket.app.state.hub).run(websocket.path_params["table"])


# requests and answers


def _hub(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


def _person(request: Request) -> str:
    """Who asks, by the token in the header."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    person = sessions.person(token.strip()) if scheme.lower() == "bearer" else None
    if person is None:
        raise Refusing(401, words.refuse("no-token"))
    return person


async def _read(request: Request, kind: type[T]) -> T:
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
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refusing(422, words.refuse("bad-body", reason=str(error))) from None


def _json(data: object, status: int = 200) -> Response:
    return Response(
        msgspec.json.encode(data), status, media_type="application/json", headers={"cache-control": "no-store"}
    )


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refusing)
    return _json(error.refusal, error.status)


async def _no_table(_: Request, error: Exception) -> Response:
    return _json(words.refuse("no-table"), 404)


async def _no_page(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _json(words.refuse("wrong-method" if error.status_code == 405 else "no-page"), error.status_code)


async def _trouble(_: Request, error: Exception) -> Response:
    return _json(words.refuse("trouble"), 500)
