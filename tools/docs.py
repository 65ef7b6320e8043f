"""Builds the documents as pages: `python -m tools.docs FOLDER`. Nothing is fetched, neither now nor by who reads them.

The pages are the documents of the repository, in the order of mkdocs.yml, and whatever they link to: code is shown on
pages of its own, a notebook as text, a folder as a list. A link that leads nowhere is an error.
"""

import json
import logging
import posixpath
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.utils.yaml import yaml_load

ROOT = Path(__file__).parents[1]
CONFIG = ROOT / "mkdocs.yml"
TEMPLATES = "docs/about/"
"""No documents, but what an operator fills in."""
WORKER = ROOT / "tools" / "iframe-worker.js"
LINK = re.compile(r"(\]\()([^()\s]+)(\))")
ITEM = re.compile(r" *(?:[-*]|\d+\.) ")
FENCE = re.compile(r" *(```+|~~~+)")
SHOWN = {
    ".md": "",
    ".ipynb": "",
    ".py": "python",
    ".toml": "toml",
    ".ts": "ts",
    ".mjs": "js",
    ".yml": "yaml",
    ".sh": "sh",
}
"""What becomes a page, and the language of its code. All else is a file beside the pages."""

PICTURES = (".jpg", ".png", ".svg")


def ordered() -> list[Any]:
    """The pages by section, as mkdocs.yml has them; a pattern stands for all documents that are not named elsewhere."""
    sections = yaml_load(CONFIG.read_text(encoding="utf-8"))["nav"]
    named = {page for section in sections for pages in section.values() for page in pages if "*" not in page}
    found: list[Any] = []
    for section in sections:
        for title, pages in section.items():
            listed = [each for page in pages for each in (_matching(page, named) if "*" in page else [page])]
            named.update(listed)
            found.append({title: listed})
    return found


def _matching(pattern: str, named: set[str]) -> list[str]:
    every = (path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob(pattern)))
    return [path for path in every if path not in named and not path.startswith(TEMPLATES)]


class Pages:
    """The documents in the form that MkDocs reads, in a folder; as in the repository each is in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.written: dict[str, str] = {}
        """By file or folder of the repository: where it is now."""

    def add(self, name: str) -> str:
        """Write a file or folder of the repository, and all that it links to; where it is."""
        if name not in self.written:
            path = ROOT / name
            shown = path.is_dir() or path.suffix in SHOWN
            self.written[name] = page_name(path, name) if shown else name
            target = self.folder / self.written[name]
            target.parent.mkdir(parents=True, exist_ok=True)
            if shown:
                target.write_text(self.linked(self.text(path), name), encoding="utf-8")
            else:
                shutil.copyfile(path, target)
        return self.written[name]

    def text(self, path: Path) -> str:
        """A file or folder as Markdown."""
        if path.is_dir():
            return listing(path)
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".ipynb":
            return notebook(json.loads(text))
        if path.suffix == ".md":
            return "\n".join(spaced(text))
        return f"# {path.name}\n\n````{SHOWN[path.suffix]}\n{text}````\n"

    def linked(self, text: str, name: str) -> str:
        """The text with its links to where things are now."""
        base = name if (ROOT / name).is_dir() else posixpath.dirname(name)

        def moved(found: re.Match[str]) -> str:
            path, mark, anchor = found[2].partition("#")
            target = posixpath.normpath(posixpath.join(base, path))
            if not path or ":" in path or not (ROOT / target).exists():
                return found[0]
            here = posixpath.dirname(self.written[name])
            return found[1] + posixpath.relpath(self.add(target), here or ".") + mark + anchor + found[3]

        return LINK.sub(moved, text)


def page_name(path: Path, name: str) -> str:
    """What the page of a file or folder is called."""
    if path.is_dir():
        name = posixpath.join(name, "README.md" if (path / "README.md").exists() else "index.md")
    return name if name.endswith(".md") else f"{name}.md"


def listing(folder: Path) -> str:
    """A folder: its own document if it has one, otherwise its pictures, and the names of its other files."""
    if (folder / "README.md").exists():
        return "\n".join(spaced((folder / "README.md").read_text(encoding="utf-8")))
    files = sorted(path.name for path in folder.iterdir() if path.is_file())
    shown = [f"![{name}]({name})" if name.endswith(PICTURES) else f"`{name}`" for name in files]
    return f"# {folder.relative_to(ROOT).as_posix()}\n\n" + "\n\n".join(shown) + "\n"


def notebook(read: dict[str, Any]) -> str:
    """A notebook as text: its words, its code, and what came out."""
    parts = []
    for cell in read["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", []):
            if output["output_type"] == "stream":
                parts.append(f"```text\n{''.join(output['text'])}```")
            else:
                parts.append(f"![picture](data:image/png;base64,{output['data']['image/png'].strip()})")
    return "\n\n".join(parts) + "\n"


def spaced(text: str) -> Iterator[str]:
    """Lines as MkDocs wants them: an empty one before a list, and four spaces for each level in it."""
    fence, in_list, before = "", False, ""
    for line in text.splitlines():
        mark, item = FENCE.match(line), ITEM.match(line)
        if item and not fence:
            if not in_list and before.strip():
                yield ""
            in_list = True
        elif line.strip() and not line.startswith(" ") and not fence:
            in_list = in_list and bool(before.strip())
        indent = len(line) - len(line.lstrip())
        yield " " * (4 * -(-indent // 3)) + line.lstrip() if in_list and not fence and indent else line
        if mark:
            fence = "" if fence else mark[1]
        before = line


def build_pages(source: Path, folder: Path, nav: list[Any]) -> None:
    """Let MkDocs make pages; whatever it warns of is an error."""
    shutil.copy(WORKER, source)
    options: dict[str, Any] = {"docs_dir": str(source), "site_dir": str(folder.resolve()), "nav": nav, "strict": True}
    build(load_config(str(CONFIG), **options))


def write(folder: Path) -> int:
    """Build the pages into a folder; how many there are."""
    with tempfile.TemporaryDirectory() as made:
        pages, nav = Pages(Path(made)), ordered()
        listed = [{title: [pages.add(name) for name in names]} for section in nav for title, names in section.items()]
        build_pages(Path(made), folder, listed)
    return sum(name.endswith(".md") for name in pages.written.values())


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    count = write(Path(sys.argv[1]))
    print(f"{sys.argv[1]}: {count} pages; open {sys.argv[1]}/index.html")
