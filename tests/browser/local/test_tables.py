"""Tables without a server: whole games, what is kept, and what is asked of them."""

import asyncio
import secrets
from pathlib import Path
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde.bots.beam_me_up import network
from tafelrunde.browser.local import table as local_table
from tafelrunde.kernel.targets import arrays
from tafelrunde.table import fair_deal, verify
from tafelrunde.table.table import place_count
from tests.browser.local.device import SPEED, Device, Memory, Visitor

pytestmark = pytest.mark.anyio


async def opened(device: Device, game: str, people: int = 1, level: str = "gentle", **settings: Any) -> tuple[str, str]:
    """A new table, and our part of its deal."""
    part = secrets.token_hex(16)
    facts = tr.load(game).facts
    seats = max(facts.usual_players, people)
    places = [{"kind": "person"}, *({"kind": "open"} for _ in range(people - 1))]
    places += [{"kind": "bot", "level": level} for _ in range(seats - people)]
    places += [{"kind": "empty"} for _ in range(place_count(game) - seats)]
    table = {"game": game, "options": {}, "tempo": "fast"} | settings
    body = {"name": "Ada", "settings": table, "places": places, "commitment": fair_deal.part_commitment(part)}
    status, found = await device.ask("POST", "/api/tables", body)
    assert status == 201
    return found["id"], part


async def started(device: Device, game: str, people: int = 1, **settings: Any) -> tuple[str, Visitor]:
    """A table at which the game has begun."""
    id, part = await opened(device, game, people, **settings)
    page = await device.enter(id)
    await page.hear("snapshot")
    for place in range(1, people):
        assert (await page.wish("sit", place=place, name=f"Bo {place}"))["type"] == "ack"
    assert (await page.wish("start"))["type"] == "ack"
    lock = page.state["lobby"]["lock"]
    fresh = fair_deal.part_commitment(secrets.token_hex(16))
    assert (await page.wish("reveal", lock=lock["digest"], part=part, commitment=fresh))["type"] == "ack"
    return id, page


async def play(page: Visitor, moves: int = 10_000) -> int:
    """Play the first legal move whenever one may, until the end or so many moves; how many were made."""
    made = 0
    while page.state["lobby"]["phase"] == "running" and made < moves:
        own = [
            (seat, seen["moves"]) for seat, seen in page.state["seats"].items() if seen["moves"] and seat != "public"
        ]
        if own:
            # When one need not wait any longer, nothing tells so: a page knows by itself.
            await asyncio.sleep(max(seen["wait"] for seen in page.state["seats"].values()) / SPEED)
            seat, choices = own[0]
            answer = await page.wish("play", seat=int(seat), move=choices[made % len(choices)])
            assert answer["type"] == "ack" or answer["refusal"]["code"] in ("rule", "not-your-turn"), answer
            made += answer["type"] == "ack"
        else:
            await page.hear("update")
    return made


@pytest.mark.parametrize("game", tr.games())
async def test_a_whole_game_its_record_and_its_replay(game: str) -> None:
    memory = Memory()
    device = Device(memory)
    id, page = await started(device, game, hints=True)
    await play(page)
    assert page.state["lobby"]["phase"] == "over"
    status, record = await device.ask("GET", f"/api/records/{id}")
    assert status == 200 and all(finding.holds for finding in verify.verify(record))
    status, steps = await device.ask("GET", f"/api/records/{id}/steps?seat=0&from=0")
    assert status == 200 and steps["last"] == len(record["moves"])
    # On another day, or in another tab, everything is there.
    again = await Device(memory).enter(id)
    shown = await again.hear("snapshot")
    assert shown["lobby"]["phase"] == "over" and shown["seats"].keys() == page.state["seats"].keys()
    assert memory.summaries[id]["game"] == game


async def test_several_people_share_a_device() -> None:
    device = Device(Memory())
    _, page = await started(device, "biberbande", people=2)
    assert sorted(page.state["seats"]) == ["0", "1"]
    assert await play(page, 4) == 4


async def test_a_screen_sees_what_onlookers_see() -> None:
    device = Device(Memory())
    id, page = await started(device, "dog")
    screen = await device.enter(id, "onlooker")
    shown = await screen.hear("snapshot")
    assert list(shown["seats"]) == ["public"] and "0" in page.state["seats"]


async def test_what_was_asked_twice_happens_once() -> None:
    device = Device(Memory())
    _, page = await started(device, "dog")
    message = {"type": "ask", "id": "same", "version": 1, "wish": {"wish": "say", "phrase": "hello"}}
    await page.send(**message)
    first = await page.hear("ack", "refused")
    await page.send(**message)
    assert await page.hear("ack", "refused") == first and first["type"] == "ack"


async def test_two_tabs_tell_one_truth() -> None:
    """Each tab has a worker of its own; whoever is later decides again."""
    memory = Memory()
    one, other = Device(memory), Device(memory)
    id, here = await started(one, "denkste", people=2)
    there = await other.enter(id)
    await there.hear("snapshot")
    assert (await here.wish("say", phrase="hello"))["type"] == "ack"
    assert (await there.wish("say", phrase="thanks"))["type"] == "ack"
    await one.host.refresh(id)
    await here.hear("update")
    assert [said["phrase"] for said in here.state["lobby"]["said"]][-2:] == ["hello", "thanks"]
    versions = [version for _, version in memory.rows]
    assert sorted(versions) == list(range(1, len(versions) + 1))


async def test_hints_and_attempts() -> None:
    device = Device(Memory())
    _, page = await started(device, "beam-me-up", hints=True)
    while not page.state["seats"]["0"]["moves"]:
        await page.hear("update")
    await page.send(type="hint", id="h", seat=0)
    hints = await page.hear("hints", "refused")
    assert hints["moves"][0]["move"] in page.state["seats"]["0"]["moves"] and hints["moves"][0]["why"]["de"]
    await page.send(type="try", id="t", seat=0, moves=[page.state["seats"]["0"]["moves"][0]])
    assert (await page.hear("tried", "refused"))["type"] == "tried"


async def test_a_review_is_worked_out_by_and_by() -> None:
    device = Device(Memory())
    id, page = await started(device, "beam-me-up")
    await play(page)
    status, found = await device.ask("GET", f"/api/records/{id}/review")
    assert status == 202 and found["review"] is None
    while status == 202:
        await asyncio.sleep(0.01)
        status, found = await device.ask("GET", f"/api/records/{id}/review")
    assert found["done"] == found["moves"] and found["review"]["tallies"]


async def test_what_bots_have_learned_may_come_later(monkeypatch: pytest.MonkeyPatch) -> None:
    load, away = arrays.load, list[Path]()

    def refused(path: Path) -> Any:
        away.append(path)
        raise OSError("there is no network")

    device = Device(Memory())
    id, page = await started(device, "beam-me-up", hints=True)
    await play(page)
    _, own = await started(device, "beam-me-up", hints=True, level="strongest")
    while not own.state["seats"]["0"]["moves"]:
        await own.hear("update")
    monkeypatch.setattr(local_table, "AGAIN", 0.001)
    monkeypatch.setattr(arrays, "load", refused)
    network.learned.cache_clear()
    await own.send(type="hint", id="h", seat=0)
    assert (await own.hear("hints", "refused"))["refusal"]["code"] == "not-loaded"
    assert (await device.ask("GET", f"/api/records/{id}/review"))[0] == 202
    played = asyncio.ensure_future(play(own))
    before = len(away)
    while len(away) < before + 3:
        await asyncio.sleep(0.001)
    monkeypatch.setattr(arrays, "load", load)
    await played
    while (await device.ask("GET", f"/api/records/{id}/review"))[0] == 202:
        await asyncio.sleep(0.01)


async def test_a_rematch_is_a_new_table_of_this_device() -> None:
    device = Device(Memory())
    id, page = await started(device, "beam-me-up")
    await play(page)
    assert (await page.wish("rematch"))["type"] == "ack"
    following = page.state["lobby"]["following"]
    status, lobby = await device.ask("GET", f"/api/tables/{following}")
    assert following.startswith("local") and status == 200 and lobby["before"] == id


async def test_what_does_not_exist_or_makes_no_sense() -> None:
    device = Device(Memory())
    nowhere = await device.enter("localnowhere")
    assert (await nowhere.hear("bye"))["reason"] == "no-table" and nowhere.number in device.closed
    status, refusal = await device.ask("GET", "/api/tables/localnowhere")
    assert (status, refusal["code"]) == (404, "no-table") and set(refusal["texts"]) == {"de", "en", "fr"}
    assert (await device.ask("POST", "/api/tables", {"name": "Ada"}))[0] == 422
    assert (await device.ask("GET", "/api/me"))[0] == 404
    id, page = await started(device, "dog")
    assert (await page.wish("fly"))["refusal"]["code"] == "bad-message"
    assert (await page.wish("play", seat=0, move="Q 99"))["type"] == "refused"
    assert (await device.ask("GET", f"/api/records/{id}"))[0] == 409


async def test_a_position_is_practised_on() -> None:
    device = Device(Memory())
    match = tr.load("dog").new(seed=7)
    position, seat = match.position(), match.actors()[0]
    status, seen = await device.ask("POST", "/api/practice", {"position": position, "seat": seat})
    assert status == 200 and seen["moves"]
    assert (await device.ask("POST", "/api/practice", {"position": position | {"hands": "?"}}))[0] == 422
