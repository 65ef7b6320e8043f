"""Writes into compose.yaml and the Dockerfile which images exactly are meant: their digests. `make pin`

The registry that a name leads to is asked for what its tag means today, for all kinds of machines, and the digest is
worked out from the answer, not believed. The tag stays: it says which version that is, and `make pin` again looks it up
anew. Nothing is written unless everything was found.
"""

import hashlib
import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request
from email.message import Message

from tools.lock import ROOT

FILES = ("compose.yaml", "Dockerfile")
NAMED = re.compile(
    r"^(?P<before> *(?:image:|FROM) +)(?P<image>[^\s@]+:[\w.-]+)(?:@sha256:[0-9a-f]{64})?(?= |$)", re.MULTILINE
)
HUB = "registry-1.docker.io"
KINDS = (
    "application/vnd.oci.image.index.v1+json",
    "application/vnd.docker.distribution.manifest.list.v2+json",
    "application/vnd.oci.image.manifest.v1+json",
    "application/vnd.docker.distribution.manifest.v2+json",
)
"""What a tag may mean: first a list with an image for each kind of machine."""
PATIENCE = 30.0


class NotPinned(Exception):
    """Why the digest of an image is not known."""


def pinned(text: str) -> str:
    """A file's text with the digest of every image in it."""
    return NAMED.sub(lambda found: f"{found['before']}{found['image']}@{digest(found['image'])}", text)


def digest(image: str) -> str:
    """The digest of what a name and a tag mean at their registry today."""
    address = manifest_address(image)
    try:
        body, head = _get(address)
    except OSError as error:
        raise NotPinned(f"{image}: {address} cannot be read ({error})") from None
    found = f"sha256:{hashlib.sha256(body).hexdigest()}"
    told = head.get("docker-content-digest", found)
    if told != found:
        raise NotPinned(f"{image}: the registry says that this is {told}, but it is {found}")
    return found


def manifest_address(image: str) -> str:
    """Where a registry says what an image is."""
    name, _, tag = image.rpartition(":")
    first, _, rest = name.partition("/")
    if not rest or not re.search(r"[.:]|^localhost$", first):
        first, rest = HUB, name if rest else f"library/{name}"
    scheme = "http" if re.match(r"(localhost|127\.0\.0\.1)(:|$)", first) else "https"
    return f"{scheme}://{first}/v2/{rest}/manifests/{tag}"


def _get(address: str) -> tuple[bytes, Message]:
    """What is there, and the head of the answer; with a token for anybody if the registry wants one."""
    request = urllib.request.Request(address, headers={"accept": ", ".join(KINDS)})
    try:
        return _read(request)
    except urllib.error.HTTPError as error:
        challenge = error.headers.get("www-authenticate", "")
        if error.code != 401 or not challenge.lower().startswith("bearer "):
            raise
        request.add_header("authorization", f"Bearer {_token(challenge)}")
        return _read(request)


def _token(challenge: str) -> str:
    asked = dict(re.findall(r'(\w+)="([^"]*)"', challenge))
    query = urllib.parse.urlencode({name: asked[name] for name in ("service", "scope") if name in asked})
    answer = json.loads(_read(urllib.request.Request(f"{asked.get('realm', '')}?{query}"))[0])
    return str(answer.get("token") or answer["access_token"])


def _read(request: urllib.request.Request) -> tuple[bytes, Message]:
    if not request.full_url.startswith(("https://", "http://localhost", "http://127.0.0.1")):
        raise OSError(f"{request.full_url} is no address of a registry")
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return answer.read(), answer.headers


def main() -> None:
    """Pin all images."""
    try:
        found = {name: pinned((ROOT / name).read_text(encoding="utf-8")) for name in FILES}
    except NotPinned as why:
        sys.exit(str(why))
    for name, text in found.items():
        (ROOT / name).write_text(text, encoding="utf-8")
        print(*(f"{name}: {match[0].split()[-1]}" for match in NAMED.finditer(text)), sep="\n")


if __name__ == "__main__":
    main()
