"""Whoever has used least comes first, and work beside the event loop follows that order."""

import asyncio
import threading

import pytest

from tafelrunde.server.process import fair_queue
from tafelrunde.server.process.fair_queue import FairQueue
from tafelrunde.server.process.lanes import Lane
from tests.protocol_client import TIMEOUT

pytestmark = pytest.mark.anyio


def test_who_queues_much_waits_and_nobody_else_does() -> None:
    queue: FairQueue[str] = FairQueue(lambda: 0.0)
    for number in range(150):
        queue.push(("attacker", "eve", f"t{number}"), f"attack {number}")
    queue.push(("school", "anna", "t"), "anna")
    queue.push(("school", "mallory", "t"), "mallory 1")
    queue.push(("school", "mallory", "t"), "mallory 2")
    queue.charge(("attacker", "eve", "t0"), 0.8)
    queue.charge(("school", "mallory", "t"), 0.1)
    assert [queue.pop(), queue.pop()] == ["anna", "mallory 1"], "those who have used less come first"
    queue.charge(("school", "mallory", "t"), 1.0)
    assert queue.pop() == "attack 1", "and of one person's tables the one that has"
    assert len(queue) == 150


def test_what_was_used_is_forgotten() -> None:
    now = 0.0
    queue: FairQueue[str] = FairQueue(lambda: now)
    queue.charge(("a",), 1.0)
    now = 10 * fair_queue.HALF_LIFE
    queue.charge(("b",), 0.01)
    for payer in "ab":
        queue.push((payer,), payer)
    assert queue.pop() == "a"
    now *= 10
    for _ in range(fair_queue.MAX_FORGOTTEN):
        queue.charge((), 0.0)
    assert list(queue._all.parts) == ["b"], "who waits is not forgotten"


def test_a_table_beyond_its_budget_waits_for_all_that_are_within_theirs() -> None:
    """However many addresses such tables have, and however much others at an honest table's address have used."""
    now = 0.0
    queue: FairQueue[str] = FairQueue(lambda: now, budget=10.0)
    for number in range(150):
        attacker = (f"address {number}", "eve", "t")
        queue.charge(attacker, 16.0)
        queue.push(attacker, f"attack {number}")
    for number in range(20):
        queue.charge(("school", f"child {number}", "t"), 9.0)
    queue.push(("school", "child 3", "t"), "child 3")
    assert queue.pop() == "child 3", "its address has used most, its table not too much"
    assert queue.pop() == "attack 0", "nobody waits for nothing"
    now = fair_queue.HALF_LIFE
    queue.push(("school", "child 4", "t"), "child 4")
    assert [queue.pop(), queue.pop()] == ["attack 1", "attack 2"], (
        "who is within the budget again waits like all others"
    )
    assert len(queue) == 148


def test_nobody_waits_for_ever() -> None:
    seconds = 0
    queue: FairQueue[str] = FairQueue(lambda: seconds, budget=1.0)
    queue.charge(("eve", "t"), 4.0)
    queue.push(("eve", "t"), "eve")
    for seconds in range(1, 10 * int(fair_queue.HALF_LIFE)):
        table = ("town", f"table {seconds}")
        queue.push(table, "town")
        if queue.pop() == "eve":
            break
        queue.charge(table, 1.0)
    assert seconds == 2 * fair_queue.HALF_LIFE, "as soon as eve is within the budget, the other address has used more"


async def test_a_lane_is_fair_and_a_turn_that_is_given_up_is_passed_on() -> None:
    lane, may_go, done = Lane("test", 1), threading.Event(), []
    first = asyncio.create_task(lane.run(("eve",), lambda: may_go.wait(TIMEOUT)))
    await asyncio.sleep(0)
    tasks = {
        name: asyncio.create_task(lane.run((name.split()[0],), lambda name=name: done.append(name)))  # type: ignore[misc]
        for name in ("eve 1", "eve 2", "anna 1", "ben 1")
    }
    await asyncio.sleep(0)
    tasks["ben 1"].cancel()
    may_go.set()
    assert await first
    await asyncio.gather(*tasks.values(), return_exceptions=True)
    assert done == ["anna 1", "eve 1", "eve 2"]
    assert lane._free == 1
    lane.close()
