"""The documents as pages, opened as files: the search works, and nothing is asked of any server."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tools import docs

PAGE = "# Lanterns\n\nA page about lanterns and their light.\n"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few pages in the same clothes as all."""
    source, made = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("pages")
    (source / "index.md").write_text("# Start\n\nNothing here.\n")
    (source / "lanterns.md").write_text(PAGE)
    docs.build_pages(source, made, ["index.md", "lanterns.md"])
    return made


def test_what_is_searched_is_found_without_a_server(browser: Browser, pages: Path) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((pages / "index.html").as_uri())
    page.get_by_role("textbox", name="Search").click()
    page.get_by_role("textbox", name="Search").press_sequentially("lantern")
    found = page.locator(".md-search-result__link").first
    expect(found).to_contain_text("Lanterns")
    found.click()
    expect(page.get_by_role("heading", name="Lanterns")).to_be_visible()
    assert {url.split(":")[0] for url in asked} <= {"file", "data", "blob", "about"}
    page.close()
