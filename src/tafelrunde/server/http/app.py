"""The server as an ASGI application: HTTP for sessions, tables, records and rules, a socket for each table."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ExceptionHandler
from starlette.websockets import WebSocket

import tafelrunde as tr
from tafelrunde.server import refusals
from tafelrunde.server.http import client_files
from tafelrunde.server.http.api import ENDPOINTS
from tafelrunde.server.http.routing import Refusing, as_json
from tafelrunde.server.process.config import Config
from tafelrunde.server.sockets.connection import Socket, is_at_home
from tafelrunde.server.storage.store import NoTable, Store
from tafelrunde.server.tables.hub import Hub

AN_HOUR = 3600.0

log = logging.getLogger(__name__)


def make(config: Config) -> Starlette:
    """The application. Its hub is at `app.state.hub` while it runs."""
    routes = [
        *(endpoint.route() for endpoint in ENDPOINTS),
        Route("/qr.svg", client_files.qr_code),
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
    hub.thinking.warm_up()
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


async def socket(websocket: WebSocket) -> None:
    """A client at a table."""
    config: Config = websocket.app.state.config
    if not is_at_home(websocket.headers, config.origins):
        await websocket.close()
        return
    await websocket.accept()
    await Socket(websocket, websocket.app.state.hub).run(websocket.path_params["table"])


# what goes wrong


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refusing)
    return as_json(error.refusal, error.status)


async def _no_table(_: Request, error: Exception) -> Response:
    return as_json(refusals.refuse("no-table"), 404)


async def _no_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    page = client_files.find(request) if error.status_code == 404 and request.method in ("GET", "HEAD") else None
    if page is not None:
        return page
    return as_json(refusals.refuse("wrong-method" if error.status_code == 405 else "no-page"), error.status_code)


async def _trouble(_: Request, error: Exception) -> Response:
    return as_json(refusals.refuse("trouble"), 500)
