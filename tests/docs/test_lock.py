"""The lock of the image and the list of its parts are complete and up to date. Nothing is fetched here."""

import re

from tools import lock, sbom

TEXT = lock.LOCK.read_text(encoding="utf-8")


def test_the_lock_has_everything_that_the_image_installs() -> None:
    locked = {name: version for name, version, _ in sbom.PACKAGE.findall(TEXT)}
    versions = lock.pins()
    assert locked == {name: versions[name] for name in lock.needed()}, "make lock"
    assert TEXT.removeprefix(lock.HEAD).count("==") == len(locked) and "://" not in TEXT


def test_the_image_installs_nothing_without_a_hash() -> None:
    installed = re.findall(r"pip install (.*)", (lock.ROOT / "Dockerfile").read_text(encoding="utf-8"))
    assert installed and all(
        "--require-hashes" in line or "--no-deps --no-build-isolation ." in line for line in installed
    )


def test_the_list_of_parts() -> None:
    parts = sbom.document()["components"]
    names = {part["name"] for part in parts}
    assert {"numba", "starlette", "@noble/hashes", "@fontsource-variable/nunito"} <= names and "vite" not in names
    assert all(part["hashes"] and part["purl"].startswith(("pkg:pypi/", "pkg:npm/")) for part in parts)
    assert len({part["bom-ref"] for part in parts}) == len(parts)
