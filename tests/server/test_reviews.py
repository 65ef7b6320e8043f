"""Reviews over HTTP: for those who may have the record, worked out once."""

import asyncio
import threading

import httpx
import pytest

from tafelrunde.lab.review import Reviewer
from tafelrunde.server.http import reviews
from tafelrunde.server.http.reviews import Reviewing
from tafelrunde.server.tables.thinking import Thinking

from .clients import EMPTY, PATIENCE, two_at

pytestmark = pytest.mark.anyio
RINGS = {"rings": [4, 4, 4], "haste_gedacht": False}


async def test_a_game_that_is_over_is_reviewed(address: str) -> None:
    async with two_at(address, "denkste", EMPTY, EMPTY, options=RINGS, onlookers=False) as (anna, ben):
        table = anna.lobby["id"]
        async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
            mine = {"authorization": f"Bearer {anna.person.token}"}
            assert (await http.get(f"/api/records/{table}/review", headers=mine)).json()["code"] == "not-over"
            await asyncio.gather(anna.play(), ben.play())
            assert (await http.get(f"/api/records/{table}/review")).status_code == 401
            statuses: list[int] = []
            async with asyncio.timeout(PATIENCE):
                while True:
                    answer = await http.get(f"/api/records/{table}/review", headers=mine)
                    found = answer.json()
                    statuses.append(answer.status_code)
                    assert found["done"] <= found["moves"]
                    assert answer.status_code == (202 if found["review"] is None else 200)
                    if answer.status_code == 200:
                        break
            assert statuses[0] == 202, "nobody waits for it"
            record = (await http.get(f"/api/records/{table}", headers=mine)).json()
        assert found["table"] == table and found["done"] == found["moves"] == len(record["moves"])
        review = found["review"]
        assert [account["result"] for account in review["accounts"]].index(1) in record["result"]["winners"]
        assert {habit["card"] for habit in review["habits"]} == {"go", "stop"}


RECORD = {"game": "denkste", "options": {}, "seed": 1, "moves": [[0, "go 1"]]}


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Reviewers that do nothing until the event is set."""
    may_go = threading.Event()

    class Patient(Reviewer):
        def __init__(self, record: object) -> None:
            may_go.wait(PATIENCE)
            raise ValueError("nothing to see")

    monkeypatch.setattr(reviews, "Reviewer", Patient)
    return may_go


async def test_only_so_many_wait_and_one_that_fails_is_forgotten(waiting: threading.Event) -> None:
    thinking = Thinking(1)
    house = Reviewing(thinking)
    first = house.of("t0", RECORD)
    assert house.of("t0", RECORD) is first and (first.moves, first.done, first.review) == (1, 0, None)
    for number in range(1, reviews.MOST_WAITING + 5):
        house.of(f"t{number}", RECORD)
    assert len(house._tasks) == len(house._jobs) == reviews.MOST_WAITING
    waiting.set()
    await asyncio.gather(*house._tasks)
    assert not house._jobs
    assert house.of("t0", RECORD) is not first
    await house.close()
    thinking.close()
