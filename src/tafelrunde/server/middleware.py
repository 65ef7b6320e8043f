"""What stands between the server and the application."""

from starlette.types import ASGIApp, Receive, Scope, Send


class Middleware:
    """Sees every request and every socket; that the application starts and ends is none of its business."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what begins and ends the application."""
        await (self._app if scope["type"] == "lifespan" else self._serve)(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        raise NotImplementedError
