"""What publishes the site does what docs/site.md says. Nothing is published here."""

import re
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "site.md").read_text(encoding="utf-8")
WORKFLOW: dict[str, Any] = yaml.safe_load((ROOT / ".github" / "workflows" / "site.yml").read_text(encoding="utf-8"))
STEPS: list[dict[str, Any]] = WORKFLOW["jobs"]["site"]["steps"]
OFFICIAL = re.compile(r"actions/[a-z-]+@v\d+")


def step(action: str) -> dict[str, Any]:
    """The settings of the step that uses an action."""
    found: dict[str, Any] = next(each for each in STEPS if each.get("uses", "").startswith(f"actions/{action}@"))
    return found


def test_only_official_actions_of_one_major_version_are_used() -> None:
    used = [each["uses"] for each in STEPS if "uses" in each]
    assert len(used) >= 5 and all(OFFICIAL.fullmatch(action) for action in used), used


def test_the_site_is_built_with_versions_that_we_support_and_uploaded_from_where_it_is() -> None:
    assert [each["run"] for each in STEPS if "run" in each] == ["make site"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    uploaded = step("upload-pages-artifact")["with"]["path"]
    assert re.search(rf"^site:.*\n(\t.*\n)*\t.*{uploaded}\.", makefile, re.MULTILINE) and f"`{uploaded}`" in DOCUMENT
    assert f'requires-python = ">={step("setup-python")["with"]["python-version"]}"' in (
        ROOT / "pyproject.toml"
    ).read_text(encoding="utf-8")
    for action in ("setup-python", "setup-node"):
        assert (ROOT / step(action)["with"]["cache-dependency-path"]).is_file()


def test_publishing_may_do_no_more_than_it_must() -> None:
    assert WORKFLOW["permissions"] == {"contents": "read", "pages": "write", "id-token": "write"}


def test_what_is_kept_for_ever_is_named_after_its_contents() -> None:
    kept = re.findall(r"@forever path_regexp (\S+)", DOCUMENT)
    assert kept == re.findall(r"@fresh not path_regexp (\S+)", DOCUMENT) and len(kept) == 1
    hashed = "/local/0123456789abcdef/python.zip"
    assert (
        all(re.search(kept[0], path) for path in ("/assets/index-BvY-O4ay.js", hashed))
        and f"`{hashed[:24]}" in DOCUMENT
    )
    assert not any(re.search(kept[0], path) for path in ("/", "/sw.js", "/local/manifest.json", "/index.html"))
