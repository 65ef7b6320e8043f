"""What stands between the server and the application."""

from abc import ABC, abstractmethod

from starlette.types import ASGIApp, Receive, Scope, Send


class Middleware(ABC):
    """Sees every request and every socket; that the application starts and ends is none of its business."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what begins and ends the application."""
        await (self._app if scope["type"] == "lifespan" else self._serve)(scope, receive, send)

    @abstractmethod
    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request or a socket."""
