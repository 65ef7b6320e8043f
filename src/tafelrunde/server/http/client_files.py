"""The browser client's files, which `make` builds into this package: from web/ the folder `pages`, and in the folder
`local` what browsers need to play without us."""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from tafelrunde.kernel.languages import FALLBACK
from tafelrunde.server.refusals import TEXTS

FOLDER = Path(__file__).parents[1] / "pages"
LOCAL = FOLDER.with_name("local")
LOCAL_FILE = re.compile(r"/local/((?:[0-9a-f]{16}/)?[\w-][\w.-]*)")
API_PATHS = ("/api/", "/ws/", "/healthz", "/readyz", "/metrics")
PAGE_PATHS = ("/t/", "/learn", "/replay/", "/analyse", "/me", "/device", "/privacy", "/imprint")
"""How the paths of the client's pages begin, apart from the start page."""
CACHE_FOREVER = "public, max-age=31536000, immutable"
PACKED = {"br": ".br", "gzip": ".gz"}
"""How a file may be compressed, and how the name of what lies beside it ends then; what is smaller comes first."""

NEVER = re.compile(r"q=0(\.0*)?")
"""How somebody says that something is not accepted."""


@dataclass(frozen=True)
class File:
    """A file of the client, and what it is when it is compressed, if that was worth it."""

    body: bytes
    packed: dict[str, bytes]
    media_type: str
    cache_control: str
    etag: str

    def response(self, request: Request, status: int = 200) -> Response:
        """The file, unless the browser already has it."""
        headers = {"cache-control": self.cache_control, "etag": self.etag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self.etag and status == 200:
            return Response(status_code=304, headers=headers)
        for encoding in _unpacked_by(request):
            if encoding in self.packed:
                headers["content-encoding"] = encoding
                return Response(self.packed[encoding], status, headers, self.media_type)
        return Response(self.body, status, headers, self.media_type)


def _unpacked_by(request: Request) -> list[str]:
    """How a file may be compressed for whoever asks; what is smaller comes first."""
    named = [each.partition(";") for each in request.headers.get("accept-encoding", "").lower().split(",")]
    accepted = {name.strip() for name, _, weight in named if not NEVER.fullmatch(weight.strip())}
    return [encoding for encoding in PACKED if encoding in accepted]


@cache
def files() -> dict[str, File]:
    """The built client's files by path; empty if it was not built."""
    return dict(_read())


def _read() -> Iterator[tuple[str, File]]:
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file() and path.suffix not in PACKED.values():
            name = f"/{path.relative_to(FOLDER).as_posix()}"
            body = path.read_bytes()
            packed = {encoding: other.read_bytes() for encoding, other in _packed(path)}
            # Names of assets have a hash of their contents in them.
            cache_control = CACHE_FOREVER if name.startswith("/assets/") else "no-cache"
            etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
            yield name, File(body, packed, _media_type(path), cache_control, etag)


def _packed(path: Path) -> Iterator[tuple[str, Path]]:
    """What lies beside a file and is the same, compressed."""
    for encoding, ending in PACKED.items():
        other = path.with_name(path.name + ending)
        if other.is_file():
            yield encoding, other


def _media_type(path: Path) -> str:
    if path.suffix == ".webmanifest":
        return "application/manifest+json"
    if path.suffix == ".woff2":
        return "font/woff2"
    if path.suffix == ".mjs":
        return "text/javascript"
    return mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def _local(request: Request) -> Response | None:
    """A file that browsers play with; read from the disk, as it is large and may have been built just now."""
    found = LOCAL_FILE.fullmatch(request.url.path)
    path = LOCAL / found[1] if found else LOCAL
    packed, media_type = dict(_packed(path)), _media_type(path)
    is_kept = path.parent != LOCAL  # a folder is named after its contents
    headers = {"cache-control": CACHE_FOREVER if is_kept else "no-cache", "vary": "accept-encoding"}
    for encoding in _unpacked_by(request):
        if encoding in packed:
            return FileResponse(
                packed[encoding], headers=headers | {"content-encoding": encoding}, media_type=media_type
            )
    if path.is_file():
        return FileResponse(path, headers=headers, media_type=media_type)
    # The wheel has some files only compressed.
    found_packed = packed.get("gzip")
    return Response(gzip.decompress(found_packed.read_bytes()), 200, headers, media_type) if found_packed else None


def has_local() -> bool:
    """Whether browsers can play without us."""
    return (LOCAL / "manifest.json").is_file()


def find(request: Request, offers_local: bool = True) -> Response | None:
    """The file at a path; the client itself for one of its pages, and for a browser at an unknown path."""
    path = request.url.path
    if offers_local and (local := _local(request)):
        return local
    if path in files() and path != "/index.html":
        return files()[path].response(request)
    if not wants_page(request):
        return None
    is_page = path == "/" or path.startswith(PAGE_PATHS)
    index = files().get("/index.html")
    if index is None:
        return HTMLResponse(_unbuilt(), 503)
    return index.response(request, 200 if is_page else 404)


def _unbuilt() -> str:
    """The page for whoever runs a server without having built the client."""
    texts = {FALLBACK: "", **TEXTS.say_in_all("page", "unbuilt")}
    paragraphs = "".join(f"<p lang={lang}>{text}</p>" for lang, text in texts.items())
    return f"<!doctype html><meta charset=utf-8><title>Tafelrunde</title><h1>Tafelrunde</h1>{paragraphs}"


def wants_page(request: Request) -> bool:
    """Whether a browser asks for a page, and not for the API; the start page is for all clients."""
    path, accept = request.url.path, request.headers.get("accept", "")
    return path == "/" or ("text/html" in accept and not path.startswith(API_PATHS))
