"""Positions to practise on: as strict as a table, and nothing is stored."""

from typing import Any

import httpx
import pytest

from tafelrunde.kernel.languages import LANGUAGES

pytestmark = pytest.mark.anyio

DOG: dict[str, Any] = {
    "game": "dog",
    "options": {"players": 4},
    "pieces": [["h", "h", "17", "20"], ["h"] * 4, ["h"] * 4, ["h"] * 4],
    "hands": [["7", "K"], ["2"], ["3"], ["4"]],
    "turn": 0,
    "starter": 0,
    "round": 5,
    "phase": "play",
}


async def _practise(address: str, **body: Any) -> httpx.Response:
    async with httpx.AsyncClient(base_url=address) as http:
        return await http.post("/api/practice", json=body)


async def test_a_position_is_shown_as_a_seat_sees_it(address: str) -> None:
    answer = await _practise(address, position=DOG, seat=0)
    assert answer.status_code == 200
    told = answer.json()
    assert "K h>0" in told["moves"] and told["view"]["hands"] == [["K", "7"], None, None, None]
    other = (await _practise(address, position=DOG, seat=1)).json()
    assert other["moves"] == [] and other["view"]["hands"][0] is None


async def test_moves_are_played_in_order(address: str) -> None:
    played = await _practise(address, position=DOG, seat=0, moves=[{"seat": 0, "move": "7 17>19"}])
    told = played.json()
    assert told["view"]["left"] == 5 and told["moves"] and any(event["seat"] == 0 for event in told["events"])


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"position": DOG, "seat": 0, "moves": [{"seat": 0, "move": "K 17>31"}]}, 409, "rule"),
        ({"position": DOG, "seat": 0, "moves": [{"seat": 1, "move": "2 h>0"}]}, 409, "rule"),
        ({"position": DOG, "seat": 4}, 422, "no-such-place"),
        ({"position": DOG, "seat": 0, "moves": [{"seat": 99, "move": "K h>0"}]}, 409, "rule"),
        ({"position": {"game": "dog", "pieces": 5}}, 422, "bad-position"),
        ({"position": {"game": "chess"}}, 422, "bad-position"),
        ({"position": DOG, "moves": [{"seat": 0, "move": "K h>0"}] * 101}, 422, "bad-body"),
        ({"position": []}, 422, "bad-body"),
    ],
)
async def test_an_impossible_request_is_refused_with_the_reason(
    address: str, body: dict[str, Any], status: int, code: str
) -> None:
    answer = await _practise(address, **body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert set(answer.json()["texts"]) == set(LANGUAGES)
