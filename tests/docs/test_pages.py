"""The documents as pages: links lead somewhere, the public face is there, and nothing is loaded from elsewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tools.docs import TEMPLATES, ordered, spaced

import tafelrunde as tr

ROOT = Path(__file__).parents[2]
FOREIGN = re.compile(r"""<(?:script|img|iframe|source|video|link)\b[^>]*(?:src|href)=["']?(?:https?:)?//[^>]*>""")
STYLED = re.compile(r"""(?:@import|url\()\s*["']?(?:https?:)?//""")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All pages, as `make docs` builds them: a warning is an error."""
    folder = tmp_path_factory.mktemp("docs")
    command = [sys.executable, "-m", "tools.docs", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr + done.stdout
    return folder


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def test_every_document_is_a_page(site: Path) -> None:
    named = [page for section in ordered() for pages in section.values() for page in pages]
    assert len(named) == len(set(named))
    documents = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")}
    untold = {name for name in documents - set(named) if not name.startswith(TEMPLATES)}
    assert untold == set(), "name them in mkdocs.yml"
    for name in named:
        page = name.replace("README.md", "index.md").removesuffix(".md") + ".html"
        assert (site / page).exists(), name


def test_the_public_face_is_in_the_reference(site: Path) -> None:
    pages = "".join(text_of(page) for page in (site / "docs" / "reference").glob("*.html"))
    for name in tr.__all__:
        # There is a package of the same name, too, which is taken for it.
        assert (f'id="tafelrunde.{name}"' if name != "games" else "<code>tr.games()</code>") in pages, name
    for name in ("match.Match.play", "game.Game.new", "batch.batch.Batch.step", "batch.single.Learner.choose"):
        assert f'id="tafelrunde.kernel.{name}"' in pages, name
    assert "impossible position or record" in pages and "&gt;&gt;&gt;" in pages


def test_an_example_is_shown_as_code(site: Path) -> None:
    for page in (site / "docs" / "reference").glob("*.html"):
        outside = re.sub(r"<pre.*?</pre>", "", text_of(page), flags=re.DOTALL)
        assert "&gt;&gt;&gt;" not in outside, page.name


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 40
    foreign = {found for page in pages for found in FOREIGN.findall(text_of(page))}
    assert {each for each in foreign if 'rel="canonical"' not in each} == set()
    assert not [sheet.name for sheet in site.rglob("*.css") if STYLED.search(text_of(sheet))]


def test_the_search_needs_no_server(site: Path) -> None:
    assert "from_position" in text_of(site / "search" / "search_index.js")
    for page in site.rglob("*.html"):
        assert "iframe-worker.js" in text_of(page), page.name


def test_lists_are_lists_in_the_pages_too() -> None:
    """GitHub is content with two spaces, and with no empty line before a list."""
    text = "Words:\n- one\n  more of it\n  - in it\n\nWords.\n```\n- no item\n  x\n```\n    code\n"
    found = "Words:\n\n- one\n    more of it\n    - in it\n\nWords.\n```\n- no item\n  x\n```\n    code"
    assert "\n".join(spaced(text)) == found
