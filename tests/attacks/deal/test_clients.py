"""An operator who shows programs one lock after the other until a deal pleases them: no part is told to a second one.

Browsers are treated the same way in `web/src/lib/deal/deal.test.ts` and in `tests/web/test_deal.py`.
"""

import io
import json
import runpy
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.table import fair_deal
from tafelrunde.table.fair_deal import part_commitment
from tests.protocol_client import Cheated, Message, Person, lock_digest

EXAMPLE = Path(__file__).parents[3] / "examples" / "bot.py"
ME, FRIEND = "me", "friend"
SECRET = "5" * 32


class OwnClient:
    """The client of these tests."""

    def __init__(self) -> None:
        self.person = Person("http://localhost", "Anna")

    def joins(self) -> str:
        """What it commits to."""
        return self.person.commit()

    def sees(self, lobby: Message) -> Message | None:
        """What it wishes when it is shown a lobby."""
        return self.person.reveal(lobby, ME)


class Example:
    """The example of a program that plays."""

    def __init__(self) -> None:
        self.bot = runpy.run_path(str(EXAMPLE))["Bot"]("http://localhost/api/tables/t1")
        self.bot.me = ME

    def joins(self) -> str:
        """What it commits to."""
        wish = self.sees(opened())
        assert wish is not None and wish["wish"] == "join"
        return str(wish["commitment"])

    def sees(self, lobby: Message) -> Message | None:
        """What it wishes when it is shown a lobby."""
        self.bot.now = {"version": 1, "lobby": json.loads(json.dumps(lobby)), "seats": {}}
        wish: Message | None = self.bot.wish()
        return wish


Client = OwnClient | Example


@pytest.fixture(params=[OwnClient, Example], ids=["the client of the tests", "the example"])
def client(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Client:
    session = json.dumps({"token": "t", "name": "Robot"}).encode()
    monkeypatch.setattr(urllib.request, "urlopen", lambda *_: io.BytesIO(session))
    made: Client = request.param()
    return made


def opened() -> Message:
    """The lobby before the start, at which the client has not joined yet."""
    return told(1, "") | {"phase": "open", "lock": None, "people": []}


def told(round: int, ours: str, *others: Message, phase: str = "dealing", secret: str = SECRET) -> Message:
    """The lobby with a lock that holds something in the client's name; its digest fits."""
    people = [{"person": ME, "seat": 0, "commitment": ours, "revealed": False}, *others]
    lobby: dict[str, Any] = {
        "id": "t1",
        "phase": phase,
        "settings": {"game": "dog", "options": {}},
        "places": [{"kind": "person", "person": ME}, {"kind": "person", "person": FRIEND}, {"kind": "bot"}],
        "seats": [0, 1, 2],
        "people": [{"id": ME, "name": "Me", "here": True}],
        "commitment": fair_deal.secret_commitment(secret),
        "lock": {"round": round, "contributors": people},
    }
    lobby["lock"]["digest"] = lock_digest(lobby)
    return lobby


def ground(seat: int = 1, person: str = FRIEND) -> Message:
    """A part that was tried out when the part of the client was known."""
    return {"person": person, "seat": seat, "commitment": part_commitment("0" * 32), "revealed": True}


def is_cheated(client: Client, lobby: Message) -> bool:
    """Whether the client notices, and does not tell its part."""
    try:
        assert client.sees(lobby) is None, "it tells its part"
    except (Cheated, SystemExit):
        return True
    return False


def test_an_honest_round_is_answered_the_same_however_often_it_is_shown(client: Client) -> None:
    ours = client.joins()
    first = client.sees(told(1, ours))
    assert first is not None and part_commitment(first["part"]) == ours
    assert client.sees(told(1, ours)) == first
    second = client.sees(told(2, first["commitment"], secret="6" * 32))
    assert second is not None and part_commitment(second["part"]) == first["commitment"]
    assert client.sees(told(2, first["commitment"], secret="6" * 32, phase="running")) is None


BEFORE: list[tuple[str, Callable[[str], Message]]] = [
    ("a part of a bot's seat", lambda ours: told(1, ours, ground(2, "nobody"))),
    ("a part of somebody who sits elsewhere", lambda ours: told(1, ours, ground(2))),
    ("two parts of one person", lambda ours: told(1, ours, ground(), ground(1))),
    ("two parts in our name", lambda ours: told(1, ours, ground(0, ME))),
    ("another digest", lambda ours: told(1, ours) | {"commitment": "0" * 64}),
    ("not the first round", lambda ours: told(2, ours)),
    ("a game that has begun", lambda ours: told(1, ours, phase="running")),
]


@pytest.mark.parametrize("show", [case[1] for case in BEFORE], ids=[case[0] for case in BEFORE])
def test_a_lock_that_is_not_as_it_must_be_is_told_nothing(client: Client, show: Callable[[str], Message]) -> None:
    assert is_cheated(client, show(client.joins()))


AFTER: list[tuple[str, Callable[[str, str], Message]]] = [
    ("another lock of this round", lambda ours, fresh: told(1, ours, ground())),
    ("another secret in this round", lambda ours, fresh: told(1, ours, secret="7" * 32)),
    ("the next part in this round", lambda ours, fresh: told(1, fresh, ground())),
    ("the old commitment in the next round", lambda ours, fresh: told(2, ours, ground())),
    ("a commitment of nobody's in the next round", lambda ours, fresh: told(2, "0" * 64)),
    ("a round too far", lambda ours, fresh: told(3, fresh)),
    ("a game that was dealt with another lock", lambda ours, fresh: told(1, ours, ground(), phase="running")),
]


@pytest.mark.parametrize("show", [case[1] for case in AFTER], ids=[case[0] for case in AFTER])
def test_who_knows_a_part_gets_no_second_lock_for_it(client: Client, show: Callable[[str, str], Message]) -> None:
    ours = client.joins()
    first = client.sees(told(1, ours))
    assert first is not None
    assert is_cheated(client, show(ours, first["commitment"]))


def test_nor_later_for_a_part_of_an_earlier_round(client: Client) -> None:
    ours = client.joins()
    first = client.sees(told(1, ours))
    assert first is not None and client.sees(told(2, first["commitment"])) is not None
    assert is_cheated(client, told(3, ours)) and is_cheated(client, told(1, ours))
