"""`make pin` asks the registry, as every registry wants to be asked, and believes nothing that it can work out."""

import hashlib
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from tools import lock, pin

from tests.docs.test_hosting import DOCKERFILE, SERVICES


class Registry(ThreadingHTTPServer):
    """A registry that wants a token, as the large ones do."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.manifests: dict[str, bytes] = {}
        self.told: str | None = None
        self.asked: list[str] = []
        self.name = f"127.0.0.1:{self.server_port}"


class Answers(BaseHTTPRequestHandler):
    """One request, answered as the specification of the OCI says."""

    server: Registry

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        if self.path.startswith("/token?"):
            assert "service=games" in self.path and "scope=repository%3Alibrary%2Fcaddy%3Apull" in self.path
            self._answer(200, json.dumps({"token": "for-anybody"}).encode())
        elif self.headers["authorization"] != "Bearer for-anybody":
            scope = 'service="games",scope="repository:library/caddy:pull"'
            self._answer(401, b"", www_authenticate=f'Bearer realm="http://{self.server.name}/token",{scope}')
        elif self.path not in self.server.manifests:
            self._answer(404, b"{}")
        else:
            assert self.headers["accept"].split(", ") == list(pin.KINDS)
            body = self.server.manifests[self.path]
            self._answer(200, body, docker_content_digest=self.server.told or digest_of(body))

    def _answer(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


def digest_of(body: bytes) -> str:
    return f"sha256:{hashlib.sha256(body).hexdigest()}"


@pytest.fixture
def registry() -> Iterator[Registry]:
    """A registry on this machine."""
    with Registry() as running:
        Thread(target=running.serve_forever, daemon=True).start()
        yield running
        running.shutdown()


def test_every_image_gets_its_digest_and_keeps_its_tag(registry: Registry) -> None:
    image, path = f"{registry.name}/library/caddy:2.10", "/v2/library/caddy/manifests/2.10"
    registry.manifests[path] = b'{"manifests": []}'
    text = f"  proxy:\n    image: {image}\n    ports: []\nFROM {image} AS pages\nFROM pages\n"
    first = pin.pinned(text)
    fixed = f"{image}@{digest_of(registry.manifests[path])}"
    assert first == text.replace(image, fixed)
    registry.manifests[path] = b'{"manifests": [1]}'
    assert pin.pinned(first) == text.replace(image, f"{image}@{digest_of(registry.manifests[path])}"), "looked up anew"


def test_nothing_is_believed_and_nothing_guessed(registry: Registry) -> None:
    image = f"{registry.name}/library/caddy:2.10"
    with pytest.raises(pin.NotPinned, match="404"):
        pin.digest(image)
    registry.manifests["/v2/library/caddy/manifests/2.10"] = b"{}"
    registry.told = digest_of(b"something else")
    with pytest.raises(pin.NotPinned, match=f"but it is {digest_of(b'{}')}"):
        pin.digest(image)
    with pytest.raises(pin.NotPinned, match="cannot be read"):
        pin.digest("127.0.0.1:9/library/caddy:2.10")


def test_every_image_of_ours_would_be_looked_up() -> None:
    compose, dockerfile = (
        [found["image"] for found in pin.NAMED.finditer((lock.ROOT / name).read_text(encoding="utf-8"))]
        for name in pin.FILES
    )
    assert compose == [each["image"].partition("@")[0] for each in SERVICES.values() if "image" in each]
    assert len(dockerfile) == DOCKERFILE.count("FROM ") == 2
    assert pin.manifest_address("caddy:2.10") == "https://registry-1.docker.io/v2/library/caddy/manifests/2.10"
    assert pin.manifest_address("ghcr.io/a/b:1") == "https://ghcr.io/v2/a/b/manifests/1"
    assert pin.manifest_address("a/b:1.0-x") == "https://registry-1.docker.io/v2/a/b/manifests/1.0-x"
