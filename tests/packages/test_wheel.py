"""The wheel has everything, and nothing else: what is tracked, the pages, and what browsers play with."""

import json
import os
import re
import subprocess
import tomllib
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest
from tools import wheel

from tafelrunde.server.http import client_files

PROJECT = tomllib.loads((wheel.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SOURCES = wheel.ROOT / "src"
MEGABYTE = 1e6
MOST = 24 * MEGABYTE


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel."""
    if not client_files.files() or not (client_files.LOCAL / "manifest.json").exists():
        lack = "NOT TESTED, the pages or the local files were not built"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(lack)
    return wheel.build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def names(built: Path) -> set[str]:
    """All that is in it, without what describes the wheel itself."""
    with ZipFile(built) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def paths(folder: Path) -> set[str]:
    """All files in a folder, as the wheel names them."""
    return {path.relative_to(SOURCES).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_it_has_what_is_tracked_and_what_is_built_and_no_more(names: set[str]) -> None:
    listed = subprocess.run(["git", "ls-files", "src"], cwd=wheel.ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a clone of the repository")
    tracked = {name.removeprefix("src/") for name in listed.stdout.splitlines() if (wheel.ROOT / name).is_file()}
    pages, local = paths(client_files.FOLDER), paths(client_files.LOCAL)
    assert len(tracked) > 300 and len(pages) > 50 and len(local) > 30
    assert tracked | pages <= names <= tracked | pages | local


def test_it_has_whatever_browsers_play_with_once(names: set[str]) -> None:
    manifest = json.loads((client_files.LOCAL / "manifest.json").read_bytes())
    folder = f"tafelrunde/server/local/{manifest['version']}"
    assert "tafelrunde/server/local/manifest.json" in names
    for name in manifest["files"]:
        assert len({f"{folder}/{name}", f"{folder}/{name}.gz"} & names) == 1, name
    assert {name.split("/")[3] for name in names if name.startswith("tafelrunde/server/local/")} == {
        "manifest.json",
        manifest["version"],
    }


def test_it_is_as_small_as_the_document_says(built: Path) -> None:
    said = re.search(r"The wheel has (\d+) MB", (wheel.ROOT / "docs" / "hosting.md").read_text(encoding="utf-8"))
    size = built.stat().st_size
    assert said and size < MOST and abs(size / MEGABYTE - int(said[1])) < 2


def test_it_says_what_it_is_and_what_it_needs(built: Path) -> None:
    with ZipFile(built) as archive:
        (described,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata: Message = message_from_bytes(archive.read(described))
        commands = archive.read(described.replace("METADATA", "entry_points.txt")).decode()
        assert archive.read(described.replace("METADATA", "licenses/LICENSE")) == (wheel.ROOT / "LICENSE").read_bytes()
    assert [metadata[key] for key in ("Name", "Version", "Summary", "Requires-Python", "License-Expression")] == [
        PROJECT[key] for key in ("name", "version", "description", "requires-python", "license")
    ]
    needed = [line for line in metadata.get_all("Requires-Dist", []) if "extra ==" not in line]
    assert sorted(map(name_of, needed)) == sorted(map(name_of, PROJECT["dependencies"]))
    assert set(metadata.get_all("Provides-Extra", [])) == PROJECT["optional-dependencies"].keys()
    assert all(f"{name} = {target}" in commands for name, target in PROJECT["scripts"].items())


def name_of(requirement: str) -> str:
    """The name in a requirement, as wheels write it."""
    return re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-")
