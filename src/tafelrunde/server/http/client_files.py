"""What a browser is given: the client that `make` builds from web/ into the folder `pages` beside this file."""

import hashlib
import io
import mimetypes
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import segno
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tafelrunde.kernel.languages import FALLBACK
from tafelrunde.server.refusals import TEXTS

FOLDER = Path(__file__).parents[1] / "pages"
FOR_PROGRAMS = ("/api/", "/ws/", "/healthz", "/metrics")
LONGEST_CODE = 300
"""The most characters that a QR code is made of."""
PATHS = ("/t/", "/learn", "/replay/")
"""How the addresses of the client's own pages begin, beside its first one."""
FOREVER = "public, max-age=31536000, immutable"
SAFETY = {
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


@dataclass(frozen=True)
class File:
    """A file of the client; `small` is the same compressed, b"" if it was not worth it."""

    body: bytes
    small: bytes
    kind: str
    caching: str
    etag: str

    def answer(self, request: Request, status: int = 200) -> Response:
        """The file, unless the browser has it already."""
        headers = SAFETY | {"cache-control": self.caching, "etag": self.etag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self.etag and status == 200:
            return Response(status_code=304, headers=headers)
        if self.small and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.small, status, headers | {"content-encoding": "gzip"}, self.kind)
        return Response(self.body, status, headers, self.kind)


@cache
def files() -> dict[str, File]:
    """The built client by path; empty if it was not built."""
    return dict(_read())


def _read() -> Iterator[tuple[str, File]]:
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file() and path.suffix != ".gz":
            name = "/" + path.relative_to(FOLDER).as_posix()
            body, packed = path.read_bytes(), path.with_name(path.name + ".gz")
            caching = FOREVER if name.startswith("/assets/") else "no-cache"
            etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
            yield name, File(body, packed.read_bytes() if packed.is_file() else b"", _kind(path), caching, etag)


def _kind(path: Path) -> str:
    if path.suffix == ".webmanifest":
        return "application/manifest+json"
    if path.suffix == ".woff2":
        return "font/woff2"
    return mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def find(request: Request) -> Response | None:
    """What lies at an address; the client itself, if it is one of its pages or a person has lost the way."""
    path = request.url.path
    if path in files() and path != "/index.html":
        return files()[path].answer(request)
    if not is_for_people(request):
        return None
    known = path == "/" or path.startswith(PATHS)
    index = files().get("/index.html")
    if index is None:
        return HTMLResponse(_unbuilt(), 503, headers=SAFETY)
    return index.answer(request, 200 if known else 404)


def _unbuilt() -> str:
    """The page for whoever runs a server without having built the client."""
    said = {FALLBACK: "", **TEXTS.say_in_all("page", "unbuilt")}
    paragraphs = "".join(f"<p lang={lang}>{text}</p>" for lang, text in said.items())
    return f"<!doctype html><meta charset=utf-8><title>Tafelrunde</title><h1>Tafelrunde</h1>{paragraphs}"


def is_for_people(request: Request) -> bool:
    """Whether somebody looks at this with a browser, at an address that is no program's; the start page is for all."""
    path, wants = request.url.path, request.headers.get("accept", "")
    return path == "/" or ("text/html" in wants and not path.startswith(FOR_PROGRAMS))


async def qr_code(request: Request) -> Response:
    """`/qr.svg?text=…`: a text for the camera of a phone, dark on light."""
    drawn = io.BytesIO()
    text = request.query_params.get("text", "")[:LONGEST_CODE] or "Tafelrunde"
    segno.make(text, micro=False, error="m").save(drawn, kind="svg", scale=4, border=2, dark="#22252e", light="#fffdf8")
    return Response(drawn.getvalue(), headers=SAFETY | {"cache-control": FOREVER}, media_type="image/svg+xml")
