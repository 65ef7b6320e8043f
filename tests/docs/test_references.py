"""The files, headings and modules that documents, docstrings and comments name exist."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "tafelrunde"
OURS = "tafelrunde|tests|benchmarks|examples"
ENDINGS = "py|md|toml|json|txt|tsv|ts|mjs|js|svelte|css|html|svg|sh|yml|yaml"
LINK = re.compile(r"\]\(([^()\s]+)\)")
PATH = re.compile(rf"(?<![\w/.:-])(?:src|docs|tests|web|benchmarks|examples)/[\w./<>*-]*\.(?:{ENDINGS})\b")
INSIDE = re.compile(rf"`((?:kernel|games|bots|table|server|lab|cli)/[\w./<>*-]*\.(?:{ENDINGS}))\b")
"""A path inside the package, as the documents write it."""
MODULE = re.compile(rf"python -m ((?:{OURS})(?:\.\w+)*)")
EXAMPLE = "docs/adding-a-game.md"
"""Names files that do not exist: it says how to write them."""
MADE = ("src/tafelrunde/server/pages/", "src/tafelrunde/server/local/")
"""Written by `make`."""


def tracked() -> list[str]:
    """The files of the repository, without what is built or installed."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


FILES = tracked()
DOCUMENTS = [name for name in FILES if name.endswith(".md")]
READ = [name for name in FILES if re.search(r"\.(md|py|ts|mjs|svelte|toml|yml|sh)$|Makefile$|Dockerfile$", name)]

pytestmark = pytest.mark.skipif(not FILES, reason="not a checkout")


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def exists(path: str, *roots: Path) -> bool:
    """Whether there is such a file; `<game>`, `GAME` and `*` stand for any name."""
    pattern = re.sub(r"<\w+>|\b[A-Z]{2,}\b|(?<=[^/])\*\*|\*\*(?=[^/])", "*", path)
    return path.startswith(MADE) or any(any(root.glob(pattern)) for root in roots)


def roots_of(name: str) -> tuple[Path, ...]:
    """Where the paths in a file begin: the client's own files leave `web/` out."""
    return (ROOT, ROOT / "web") if name.startswith("web/") or name == "docs/web.md" else (ROOT,)


def headings(name: str) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)$", text_of(name), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name: str) -> None:
    for link in LINK.findall(text_of(name)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (ROOT / name).parent / path if path else ROOT / name
        assert target.exists(), link
        assert not anchor or anchor in headings(str(target.resolve().relative_to(ROOT))), link


def test_files_that_are_named_exist() -> None:
    wrong = [
        f"{name}: {path}"
        for name in READ
        if name != EXAMPLE
        for path in PATH.findall(text_of(name))
        if not exists(path, *roots_of(name))
    ]
    wrong += [
        f"{name}: {path}"
        for name in DOCUMENTS
        if name != EXAMPLE
        for path in INSIDE.findall(text_of(name))
        if not exists(path, PACKAGE)
    ]
    assert not wrong


def test_modules_that_are_run_exist() -> None:
    wrong = []
    for name in READ:
        for module in MODULE.findall(text_of(name)):
            path = module.replace(".", "/")
            root = ROOT / "src" if path.startswith("tafelrunde") else ROOT
            if not ((root / f"{path}.py").exists() or (root / path / "__main__.py").exists()):
                wrong.append(f"{name}: python -m {module}")
    assert not wrong
