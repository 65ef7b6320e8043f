"""Writes requirements.lock: everything that the image installs, with the hashes of its files. `make lock`

Which packages these are follows from pyproject.toml and what is installed here, their versions from constraints.txt.
The hashes come from the index that pip uses by default; its address is not written down.
"""

import re
import tomllib
import urllib.request
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_sdist_filename, parse_wheel_filename

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.lock"
INDEX = "https://pypi.org/simple"
BUILDER = "hatchling"
"""What builds the package."""
FILE = re.compile(r'<a href="[^"#]*/([^"#/]+)#sha256=([0-9a-f]{64})"')
HEAD = "# Written by `make lock`: what the image installs, by `pip install --require-hashes`.\n"


def pins() -> dict[str, str]:
    """The versions in constraints.txt."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    return {canonicalize_name(name): version for name, version in (line.split("==") for line in lines)}


def needed() -> list[str]:
    """The names of all packages of the image."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    waiting = [Requirement(line) for line in (BUILDER, *project["dependencies"])]
    found, seen = set[str](), set()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if (name, *sorted(requirement.extras)) in seen:
            continue
        seen.add((name, *sorted(requirement.extras)))
        found.add(name)
        for line in metadata.requires(name) or ():
            more = Requirement(line)
            if more.marker is None or any(
                more.marker.evaluate({"extra": extra}) for extra in ("", *requirement.extras)
            ):
                waiting.append(more)
    return sorted(found)


def hashes(name: str, version: str) -> list[str]:
    """The hashes of all files of a version, for every machine."""
    with urllib.request.urlopen(f"{INDEX}/{name}/") as answer:
        listed = FILE.findall(answer.read().decode())
    return sorted({digest for file, digest in listed if _version(file) == version})


def _version(file: str) -> str | None:
    try:
        parsed = parse_wheel_filename(file)[1] if file.endswith(".whl") else parse_sdist_filename(file)[1]
    except ValueError:
        return None
    return str(parsed)


def lines() -> Iterator[str]:
    """The lock."""
    versions = pins()
    for name in needed():
        found = hashes(name, versions[name])
        assert found, f"the index has no {name} {versions[name]}"
        yield f"{name}=={versions[name]}" + "".join(f" \\\n    --hash=sha256:{digest}" for digest in found)


if __name__ == "__main__":
    LOCK.write_text(HEAD + "\n".join(lines()) + "\n", encoding="utf-8")
