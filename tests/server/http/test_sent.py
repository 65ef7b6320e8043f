"""Games that were played on a device and are sent: what is true is kept and shown, anything else is refused."""

import copy
import dataclasses
import json
import secrets
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

import tafelrunde as tr
from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.server import log_check
from tafelrunde.server.people import retention
from tafelrunde.server.process.config import Config
from tafelrunde.server.process.rate_limits import BURST_SECONDS, PERSONS_SHARE
from tafelrunde.server.process.transport import MAX_REQUEST_BYTES
from tafelrunde.server.sent.bodies import LARGEST
from tafelrunde.server.sent.endpoint import MOVES_OF_A_REQUEST
from tafelrunde.table.verify import limits, verify
from tests.browser.local.device import Device, Memory
from tests.browser.local.test_tables import play, started
from tests.protocol_client import Person
from tests.server.support import sent_games
from tests.server.support.hubs import running_hub
from tests.server.support.servers import running_server

pytestmark = pytest.mark.anyio

Parcel = dict[str, Any]
PATIENCE = 300
"""Seconds that a server may need to compile a game."""
SAID = "something that nobody else is to read"


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def parcel() -> Parcel:
    return await parcel_of("beam-me-up", people=2)


@pytest.fixture
async def sender(address: str) -> Person:
    return await Person.register(address, "Ada")


async def parcel_of(game: str, people: int = 1) -> Parcel:
    """A game that was played on a device, as it is sent."""
    device = Device(Memory())
    id, page = await started(device, game, people, free_text=True)
    assert (await page.wish("say", text=SAID))["type"] == "ack"
    await play(page)
    status, found = await device.ask("GET", f"/api/records/{id}/parcel")
    assert status == 200 and SAID not in json.dumps(found)
    return found  # type: ignore[no-any-return]


async def send(sender: Person, parcel: Any, token: str | None = None) -> httpx.Response:
    body = parcel if isinstance(parcel, bytes) else json.dumps(parcel).encode()
    headers = {"authorization": f"Bearer {token or sender.token}", "content-type": "application/json"}
    async with httpx.AsyncClient(base_url=sender.address, timeout=PATIENCE) as http:
        return await http.post("/api/records", content=body, headers=headers)


@pytest.mark.parametrize("game", tr.games())
async def test_a_game_that_is_sent_is_there_for_everybody(config: Config, address: str, game: str) -> None:
    parcel, sender = await parcel_of(game), await Person.register(address, "Ada")
    assert len(json.dumps(parcel)) < LARGEST / 4
    answer = await send(sender, parcel)
    assert answer.status_code == 201, answer.text
    id = answer.json()["id"]
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
        record = (await http.get(f"/api/records/{id}")).json()
        assert record == parcel["record"] and all(found.holds for found in verify(record))
        assert [name for name, _ in limits(record)] == ["device", "trusted"]
        for eyes in ("public", "all", *map(str, range(len(record["names"])))):
            steps = (await http.get(f"/api/records/{id}/steps?seat={eyes}")).json()
            assert steps["last"] == len(record["moves"]) and steps["steps"][0]["number"] == 0
        assert [[step["ms"], step["by"]] for step in steps["steps"][1:]] == parcel["steps"][: len(steps["steps"]) - 1]
        lobby = (await http.get(f"/api/tables/{id}")).json()
        assert lobby["phase"] == "over" and lobby["people"][0]["name"] == "Ada" and lobby["you"] is None
        assert id not in [table["id"] for table in (await http.get("/api/tables")).json()["tables"]]
        review = await http.get(f"/api/records/{id}/review")
        assert review.status_code in (200, 202) and review.json()["moves"] == len(record["moves"])
    assert (await log_check.examine(config.database)).problems == []


async def test_it_is_the_senders_to_read_and_to_delete(address: str, sender: Person, parcel: Parcel) -> None:
    id = (await send(sender, parcel)).json()["id"]
    async with httpx.AsyncClient(base_url=address, headers={"authorization": f"Bearer {sender.token}"}) as http:
        [own] = (await http.get("/api/me/data")).json()["tables"]
        assert own["table"] == id and any(did["act"] == "moved" for did in own["did"])
        assert (await http.delete("/api/me")).json() == {"tables": 1, "left": []}
    async with httpx.AsyncClient(base_url=address) as http:
        record = (await http.get(f"/api/records/{id}")).text
    assert "Ada" not in record and "Bo 1" not in record and json.loads(record)["moves"] == parcel["record"]["moves"]


async def test_names_are_kept_as_long_after_sending_as_after_any_game(tmp_path: Path, parcel: Parcel) -> None:
    """However long ago it was played."""
    config = Config(f"sqlite:///{tmp_path / 'games.db'}")
    async with running_server(config) as (address, _):
        id = (await send(await Person.register(address, "Ada"), parcel)).json()["id"]
    for keep, names in (
        (1000.0, parcel["record"]["names"]),
        (0.0, ["" if name else None for name in parcel["record"]["names"]]),
    ):
        async with running_hub(dataclasses.replace(config, keep_names=keep)) as hub:
            await retention.sweep(hub)
            async with hub.acquire(id) as live:
                assert live.table.record()["names"] == names


async def test_the_same_game_has_the_same_address_for_the_same_person(
    address: str, sender: Person, parcel: Parcel
) -> None:
    first, again = await send(sender, parcel), await send(sender, parcel)
    assert first.json() == again.json() and (first.status_code, again.status_code) == (201, 201)
    other = await Person.register(address, "Bo")
    assert (await send(other, parcel)).json()["id"] != first.json()["id"]


def changed(*path: Any, to: Any) -> Callable[[Parcel], None]:
    def change(parcel: Parcel) -> None:
        found: Any = parcel
        for key in path[:-1]:
            found = found[key]
        found[path[-1]] = to

    return change


def _swap_moves(parcel: Parcel) -> None:
    moves = parcel["record"]["moves"]
    moves[0], moves[-1] = moves[-1], moves[0]


def _other_seat(parcel: Parcel) -> None:
    move = next(move for move in parcel["record"]["moves"] if move[0] is not None)
    move[0] = 1 - move[0]


def _unfinished(parcel: Parcel) -> None:
    parcel["record"]["moves"].pop()
    parcel["steps"].pop()
    parcel["record"]["result"] = None


def _cut_off(parcel: Parcel) -> None:
    parcel["record"]["moves"].pop()
    parcel["steps"].pop()


def _other_winner(parcel: Parcel) -> None:
    result = parcel["record"]["result"]
    result["winners"] = [seat for seat in range(2) if seat not in result["winners"]]


def _chosen_deal(parcel: Parcel) -> None:
    for each in parcel["record"]["deal"]["rounds"]:
        each["contributors"] = []


def _backwards(parcel: Parcel) -> None:
    parcel["steps"][0][0] = parcel["steps"][-1][0] + 1


def _too_long(parcel: Parcel) -> None:
    most = tr.load("beam-me-up").facts.most_moves
    parcel["record"]["moves"] = [[0, "x"]] * (most + 1)


DEAL = ("record", "deal", "rounds", 0)
FORGED: dict[str, tuple[Callable[[Parcel], None], str]] = {
    "moves in another order": (_swap_moves, "sent-rules"),
    "a move of another seat": (_other_seat, "sent-rules"),
    "no move": (changed("record", "moves", 0, 1, to="fly away"), "sent-rules"),
    "another seed": (changed("record", "seed", to=7), "sent-deal"),
    "another secret": (changed(*DEAL, "secret", to=secrets.token_hex(16)), "sent-deal"),
    "another part": (changed(*DEAL, "contributors", 0, "part", to=secrets.token_hex(16)), "sent-deal"),
    "no reveal": (changed(*DEAL, "contributors", 0, "part", to=None), "sent-deal"),
    "nobody contributed": (_chosen_deal, "sent-deal"),
    "no rounds": (changed("record", "deal", "rounds", to=[]), "sent-rules"),
    "another table": (changed("record", "table", to="localaaaaaaaaaaaa"), "sent-deal"),
    "a table of a server": (changed("record", "table", to="aaaaaaaaaaaa"), "sent-elsewhere"),
    "not finished": (_unfinished, "sent-unfinished"),
    "cut off": (_cut_off, "sent-result"),
    "another winner": (_other_winner, "sent-result"),
    "too many moves": (_too_long, "sent-too-long"),
    "an unknown game": (changed("record", "game", to="chess"), "no-game"),
    "another game": (changed("record", "game", to="denkste"), "sent-deal"),
    "another option": (changed("record", "options", "players", to=3), "sent-deal"),
    "earlier rules": (changed("record", "version", to=0), "sent-rules"),
    "an invisible name": (changed("record", "names", 1, to="\u200b"), "bad-name"),
    "a long name": (changed("name", to="A" * 25), "bad-name"),
    "a name that looks like another": (changed("record", "names", 1, to="Аda"), "look-alike"),
    "a person less": (changed("record", "names", 1, to=None), "sent-people"),
    "a bot that is a person": (changed("levels", 1, to="gentle"), "sent-people"),
    "no such level": (changed("levels", to=["gentle", "gentle"]), "sent-people"),
    "a level too many": (changed("levels", to=[None, None, "gentle"]), "sent-people"),
    "times that run backwards": (_backwards, "sent-people"),
    "a time too few": (lambda parcel: parcel["steps"].pop(), "sent-people"),
    "a table that moves": (changed("steps", 0, 1, to="table"), "sent-people"),
    "a time before the start": (changed("steps", 0, 0, to=-1), "bad-body"),
    "somebody else": (changed("steps", 0, 1, to="cheat"), "bad-body"),
    "something that was said": (changed("said", to=[SAID]), "bad-body"),
    "something in the record": (changed("record", "said", to=[SAID]), "bad-body"),
    "no record": (changed("record", to=5), "bad-body"),
}


async def test_what_is_not_true_is_refused_with_the_reason(address: str, parcel: Parcel) -> None:
    sender, answers = await Person.register(address, "Ada"), {}
    for what, (forge, code) in FORGED.items():
        forged = copy.deepcopy(parcel)
        forge(forged)
        answer = await send(await Person.register(address, "Ada"), forged)
        answers[what] = answer.status_code, answer.json()["code"], code
        assert all(answer.json()["texts"][lang] for lang in LANGUAGES)
    assert [what for what, answer in answers.items() if answer[:2] != (422, answer[2])] == [], answers
    for garbage in (b"", b"[]", b"null", b"\xff", b"[" * 10_000, json.dumps(parcel).encode()[:-9]):
        assert (await send(sender, garbage)).status_code == 422
    assert (await send(sender, b" " * (LARGEST + 1))).status_code == 413
    assert (await send(sender, parcel, "nobody")).status_code == 401


async def test_sending_is_limited_like_opening_tables(tmp_path: Path, parcel: Parcel) -> None:
    config = Config(f"sqlite:///{tmp_path / 'games.db'}", tables=2, requests=10_000)
    async with running_server(config) as (address, _):
        sender = await Person.register(address, "Ada")
        answers = [await send(sender, parcel) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
    async with running_server(dataclasses.replace(config, tables=100, requests=30)) as (address, _):
        sender = await Person.register(address, "Ada")
        assert [(await send(sender, parcel)).status_code for _ in range(2)] == [201, 429]


async def test_a_long_game_costs_more_than_a_short_one(tmp_path: Path) -> None:
    """It has to be checked, written and, when somebody looks at it, loaded: move by move."""
    moves = 3_000
    requests = 100 + moves / MOVES_OF_A_REQUEST - 10
    config = Config(f"sqlite:///{tmp_path / 'games.db'}", requests=requests / PERSONS_SHARE / BURST_SECONDS)
    async with running_server(config) as (address, _):
        for length, status in ((moves, 429), (100, 201)):
            sender = await Person.register(address, "Ada")
            answer = await send(sender, sent_games.long_game(length))
            assert answer.status_code == status, answer.text
    assert LARGEST < MAX_REQUEST_BYTES and len(sent_games.long_game()) < LARGEST


@pytest.fixture
async def address(config: Config) -> AsyncIterator[str]:
    """The address of a server that is patient with this test."""
    patient = dataclasses.replace(config, requests=100_000, tables=1000)
    async with running_server(patient) as (address, _):
        yield address
