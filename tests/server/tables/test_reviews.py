"""Reviews over HTTP: for those who may have the record, computed once."""

import asyncio
import threading

import httpx
import pytest

from tafelrunde.kernel.match import Match
from tafelrunde.lab.review import Reviewer
from tafelrunde.server.tables import reviews
from tafelrunde.server.tables.preparation import Preparation
from tafelrunde.server.tables.reviews import ReviewQueue
from tafelrunde.server.tables.thinking import ThinkingPool
from tests.protocol_client import EMPTY, TIMEOUT, two_players

pytestmark = pytest.mark.anyio
RINGS = {"rings": [4, 4, 4], "haste_gedacht": False}


async def test_a_game_that_is_over_is_reviewed(address: str) -> None:
    async with two_players(address, "denkste", EMPTY, EMPTY, options=RINGS, onlookers=False) as (anna, ben):
        table = anna.lobby["id"]
        async with httpx.AsyncClient(base_url=address, timeout=TIMEOUT) as http:
            mine = anna.person.headers
            assert (await http.get(f"/api/records/{table}/review", headers=mine)).json()["code"] == "not-over"
            await asyncio.gather(anna.play(), ben.play())
            assert (await http.get(f"/api/records/{table}/review")).status_code == 401
            statuses: list[int] = []
            async with asyncio.timeout(TIMEOUT):
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


async def test_nothing_of_it_is_worked_out_on_the_event_loop(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: dict[str, list[threading.Thread]] = {"record": [], "review": []}

    def watched(kind: type, name: str) -> None:
        real = getattr(kind, name)

        def noted(self: object) -> object:
            threads[name].append(threading.current_thread())
            return real(self)

        monkeypatch.setattr(kind, name, noted)

    async with two_players(address, "denkste", EMPTY, EMPTY, options=RINGS) as (anna, ben):
        await asyncio.gather(anna.play(), ben.play())
        watched(Match, "record")
        watched(Reviewer, "review")
        async with httpx.AsyncClient(base_url=address, timeout=TIMEOUT) as http, asyncio.timeout(TIMEOUT):
            while (await http.get(f"/api/records/{anna.lobby['id']}/review")).status_code != 200:
                await asyncio.sleep(0.01)
            assert (await http.get(f"/api/records/{anna.lobby['id']}")).status_code == 200
    own = threading.current_thread()
    assert threads["record"] and threads["review"]
    assert own not in threads["record"] + threads["review"]
    assert len(threads["record"]) == 3, "once for the review, by whoever reviews, and for the record: not at every look"


RECORD = {"game": "denkste", "options": {}, "seed": 1, "moves": [[0, "go 1"]]}


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Reviewers that do nothing until the event is set."""
    may_go = threading.Event()

    class Patient(Reviewer):
        def __init__(self, record: object) -> None:
            may_go.wait(TIMEOUT)
            raise ValueError("nothing to see")

    monkeypatch.setattr(reviews, "Reviewer", Patient)
    return may_go


async def test_the_queue_is_bounded_and_a_failed_review_is_forgotten(waiting: threading.Event) -> None:
    thinking = ThinkingPool(1)
    preparation = Preparation(["denkste"])
    preparation._tell("denkste", "bots")
    queue = ReviewQueue(thinking, preparation)
    here = ("192.0.2.1", "anna")
    first = queue.job("t0", RECORD, here)
    assert queue.job("t0", RECORD, here) is first and (first.moves, first.done, first.review) == (1, 0, None)
    for number in range(1, reviews.MAX_OF_ADDRESS + 5):
        queue.job(f"t{number}", RECORD, here)
    assert len(queue._jobs) == reviews.MAX_OF_ADDRESS
    for number in range(1, reviews.MAX_RUNNING + 5):
        queue.job(f"u{number}", RECORD, (f"192.0.2.{number + 1}", "ben"))
    assert len(queue._tasks) == len(queue._jobs) == reviews.MAX_RUNNING
    waiting.set()
    await queue._tasks.finish()
    assert not queue._jobs
    assert queue.job("t0", RECORD, here) is not first
    await queue.close()
    thinking.close()
