"""What a browser is shown."""

import re

import httpx
import pytest

import tafelrunde as tr
from tafelrunde.server.landing import language

from .clients import BOT, EMPTY, MINE, Person

pytestmark = pytest.mark.anyio

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("fr,de;q=0.3,en;q=0.2", "de"),
        ("fr", "en"),
        ("", "en"),
        ("de;q=x,en;q=0.1", "en"),
        ("de;q=0", "en"),
    ],
)
def test_the_language_is_the_one_that_the_browser_prefers(accepted: str, lang: str) -> None:
    assert language(accepted) == lang


@pytest.mark.parametrize(("lang", "word"), [("de", "Mitspielen"), ("en", "In the terminal")])
async def test_the_page_says_what_this_is(address: str, lang: str, word: str) -> None:
    async with httpx.AsyncClient(base_url=address, headers=BROWSER | {"accept-language": lang}) as http:
        page = await http.get("/")
        assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
        assert page.headers["content-language"] == lang and f'lang="{lang}"' in page.text and word in page.text
        assert all(tr.load(game).rulebook.about["name"] in page.text for game in tr.games())
        for link in re.findall('href="([^"]+)"', page.text):
            assert (await http.get(link)).status_code == 200, link
        assert "<script" not in page.text and "$" not in page.text


async def test_the_page_counts_public_tables(address: str) -> None:
    anna = await Person.arrive(address, "Anna")
    for public in (True, True, False):
        await anna.open_table("dog", public=public)
    async with anna.at(await anna.open_table("denkste", [MINE, BOT, EMPTY, EMPTY])) as client:
        await client.do("start")
        async with httpx.AsyncClient(base_url=address) as http:
            assert re.findall(r"<b>(\d+\+?)</b>", (await http.get("/")).text) == ["2", "1"]


async def test_an_unknown_page_is_friendly_to_people_and_plain_to_programs(address: str) -> None:
    async with httpx.AsyncClient(base_url=address) as http:
        page = await http.get("/tables/of/old", headers=BROWSER | {"accept-language": "de"})
        assert page.status_code == 404 and "Hier ist nichts" in page.text and 'href="/"' in page.text
        for path, headers in (("/api/nothing", BROWSER), ("/ws/x", BROWSER), ("/nothing", {"accept": "*/*"})):
            answer = await http.get(path, headers=headers)
            assert answer.status_code == 404 and answer.json()["code"] == "no-page"
        assert (await http.post("/", headers=BROWSER)).status_code == 405
