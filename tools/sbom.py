"""Prints what the image and the pages are made of, as CycloneDX 1.6, from the lock files. `make sbom`"""

import base64
import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any

from tools.lock import LOCK, ROOT

PACKAGE = re.compile(r"^([a-z0-9-]+)==(\S+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", re.MULTILINE)


def components() -> Iterator[dict[str, Any]]:
    """Every package of the program, then every one of the pages."""
    for name, version, digests in PACKAGE.findall(LOCK.read_text(encoding="utf-8")):
        found = [{"alg": "SHA-256", "content": digest} for digest in re.findall("sha256:([0-9a-f]{64})", digests)]
        yield _component("pypi", name, version, found)
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for path, package in locked.items():
        if path and not package.get("dev"):
            digest = base64.b64decode(package["integrity"].removeprefix("sha512-")).hex()
            name = path.removeprefix("node_modules/")
            yield _component("npm", name, package["version"], [{"alg": "SHA-512", "content": digest}])


def _component(kind: str, name: str, version: str, hashes: list[dict[str, str]]) -> dict[str, Any]:
    address = f"pkg:{kind}/{name.replace('@', '%40')}@{version}"
    return {"type": "library", "bom-ref": address, "name": name, "version": version, "purl": address, "hashes": hashes}


def document() -> dict[str, Any]:
    """The whole list."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    itself = {"type": "application", "bom-ref": "tafelrunde", "name": project["name"], "version": project["version"]}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": itself},
        "components": list(components()),
    }


if __name__ == "__main__":
    print(json.dumps(document(), indent=2))
