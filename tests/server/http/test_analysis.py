"""Analysis at a server, for pages that came without what a browser needs to think: as strict as a table."""

from typing import Any

import httpx
import pytest

from tafelrunde.kernel.languages import LANGUAGES

pytestmark = pytest.mark.anyio

SEED = str(2**127 + 1)


async def _analyse(address: str, **body: Any) -> httpx.Response:
    async with httpx.AsyncClient(base_url=address) as http:
        return await http.post("/api/analysis", json=body)


async def test_a_game_is_dealt_and_played_on_by_whoever_may_act(address: str) -> None:
    first = (await _analyse(address, start={"game": "dog", "seed": SEED}, follow=True)).json()
    assert first["position"]["seed"] == SEED and first["seat"] == 0 and first["acting"] == [0, 1, 2, 3]
    moves = [{"seat": 0, "move": first["moves"][0]}]
    then = (await _analyse(address, start={"game": "dog", "seed": SEED}, moves=moves, seat=0, follow=True)).json()
    assert then["seat"] == 1 and then["events"][then["since"]]["type"] == "gave"
    from_there = (await _analyse(address, start=then["position"], seat=1)).json()
    assert from_there["view"] == then["view"] and from_there["moves"] == then["moves"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"start": {"game": "dog"}, "moves": [{"seat": 0, "move": "K 17>31"}]}, 409, "rule"),
        ({"start": {"game": "dog", "pieces": 3}}, 422, "bad-position"),
        ({"start": {"game": "chess"}}, 422, "bad-position"),
        ({"start": {"game": "dog", "seed": "x"}}, 422, "bad-position"),
        ({"start": {"game": "dog"}, "seat": 4}, 422, "no-such-place"),
        ({"start": {"game": "dog"}, "moves": [{"seat": 0, "move": "give A"}] * 1001}, 422, "bad-body"),
        ({}, 422, "bad-body"),
    ],
)
async def test_what_cannot_be_is_refused(address: str, body: dict[str, Any], status: int, code: str) -> None:
    answer = await _analyse(address, **body)
    assert answer.status_code == status and answer.json()["code"] == code
    assert answer.json()["texts"].keys() == set(LANGUAGES)


async def test_the_games_say_whether_browsers_can_do_without_us(address: str) -> None:
    async with httpx.AsyncClient(base_url=address) as http:
        offered, manifest = (await http.get("/api/games")).json()["local"], await http.get("/local/manifest.json")
    assert offered == (manifest.status_code == 200)
