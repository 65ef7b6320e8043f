"""The server as an ASGI application: HTTP endpoints, and a WebSocket for each table."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import ExceptionHandler
from starlette.websockets import WebSocket

from tafelrunde.server import refusals
from tafelrunde.server.http import client_files, origins
from tafelrunde.server.http.api import ENDPOINTS
from tafelrunde.server.http.routing import HttpRefusal, json_response
from tafelrunde.server.operator import orders
from tafelrunde.server.people import retention
from tafelrunde.server.process.config import Config
from tafelrunde.server.sockets.connection import Connection
from tafelrunde.server.storage.entries import DatabaseUnavailable, LogDamaged, TableNotFound
from tafelrunde.server.storage.store import Store
from tafelrunde.server.tables.hub import Hub
from tafelrunde.table.ending import OldRules

CLEANUP_INTERVAL = 3600.0
"""Seconds between two sweeps, as time goes at the tables."""

log = logging.getLogger(__name__)


def make(config: Config) -> Starlette:
    """The application. Its hub is at `app.state.hub` while it runs."""
    routes = [*(endpoint.route() for endpoint in ENDPOINTS), WebSocketRoute("/ws/{table}", socket)]
    handlers: dict[Any, ExceptionHandler] = {
        HttpRefusal: _refused,
        TableNotFound: _no_table,
        LogDamaged: _log_damaged,
        OldRules: _old_rules,
        DatabaseUnavailable: _database_unavailable,
        HTTPException: _no_page,
        ClientDisconnect: _nobody_there,
        Exception: _trouble,
    }
    app = Starlette(routes=routes, exception_handlers=handlers, lifespan=_lifespan)
    app.state.config = config
    return app


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    store = await Store.open(app.state.config.database, app.state.config.patience)
    hub = app.state.hub = Hub(store, app.state.config)
    await hub.open()
    cleanup, obedience = asyncio.create_task(_clean_up(hub)), asyncio.create_task(_obey(hub))
    try:
        yield
    finally:
        cleanup.cancel()
        obedience.cancel()
        await hub.close()
        await store.close()


async def _clean_up(hub: Hub) -> None:
    while True:
        try:
            await retention.sweep(hub)
        except DatabaseUnavailable:
            pass  # It is logged; there is no hurry.
        except Exception:
            log.exception("old tables could not be forgotten")
        await asyncio.sleep(CLEANUP_INTERVAL / hub.config.speed)


async def _obey(hub: Hub) -> None:
    while True:
        try:
            await hub.look_for_orders()
        except DatabaseUnavailable:
            pass  # It is logged; orders stand until it is back.
        except Exception:
            log.exception("the operator's orders could not be read")
        await asyncio.sleep(orders.POLL_SECONDS)


async def socket(websocket: WebSocket) -> None:
    """A client's WebSocket at a table."""
    config: Config = websocket.app.state.config
    if not origins.is_allowed(websocket.headers, config.origins):
        await websocket.close()
        return
    await websocket.accept()
    await Connection(websocket, websocket.app.state.hub).run(websocket.path_params["table"])


# errors


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, HttpRefusal)
    return json_response(error.refusal, error.status)


async def _no_table(_: Request, error: Exception) -> Response:
    return json_response(refusals.refuse("no-table"), 404)


async def _log_damaged(_: Request, error: Exception) -> Response:
    return json_response(refusals.refuse("log-damaged"), 500)


async def _old_rules(_: Request, error: Exception) -> Response:
    return json_response(refusals.refuse("old-rules"), 409)


async def _database_unavailable(_: Request, error: Exception) -> Response:
    assert isinstance(error, DatabaseUnavailable)
    return json_response(refusals.refuse(f"database-{error.kind}"), 503)


async def _no_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    page = None
    if error.status_code == 404 and request.method in ("GET", "HEAD"):
        page = client_files.find(request, request.app.state.hub.config.local)
    if page is not None:
        return page
    return json_response(refusals.refuse("wrong-method" if error.status_code == 405 else "no-page"), error.status_code)


async def _nobody_there(_: Request, error: Exception) -> Response:
    """Whoever asked has gone before the request was complete: nobody gets this."""
    return Response(status_code=400)


async def _trouble(_: Request, error: Exception) -> Response:
    return json_response(refusals.refuse("trouble"), 500)
