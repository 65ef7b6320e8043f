"""Who one is comes from the session: what each role may do in each phase, and what those see who claim to be others."""

import contextlib
import functools
import json
import random
import secrets
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tafelrunde.server.http import sessions
from tafelrunde.server.process.config import Config
from tafelrunde.server.storage.entries import Entry
from tafelrunde.server.tables import table_log
from tafelrunde.server.tables.hub import Hub
from tafelrunde.table import acts, permissions, wishes
from tafelrunde.table.acts import Place, Settings
from tafelrunde.table.table import Table
from tests.protocol_client import EMPTY, MINE, OPEN, Client, Message, Person, bye_after
from tests.server.support.servers import running_server

pytestmark = pytest.mark.anyio

ROLES = ("host", "guest", "onlooker", "stranger", "gone", "other", "removed", "forged", "silent")
"""Two who sit; one who came to look; one who has the link; one who left; the host of another table; one who was sent
away; one with a token that is none; one who does not say hello."""
TOKENS = {role: secrets.token_urlsafe(24) for role in ROLES} | {"forged": "no token of ours"}
IDS = {role: sessions.person(token) or "" for role, token in TOKENS.items()}
EMPTY_PLACE = Place("empty")

ASKED: dict[str, Message] = {
    "join": {"name": "Somebody", "part": "x"},
    "leave": {},
    "remove": {"person": IDS["guest"]},
    "sit": {"place": 2},
    "stand": {"place": 1},
    "place": {"place": 2, "kind": "bot", "level": "random"},
    "fill": {"level": "random"},
    "settings": {"settings": {"game": "denkste", "options": {}, "free_text": True}},
    "start": {},
    "play": {"seat": 0, "move": "go 4"},
    "say": {"phrase": "hello"},
    "mute": {"person": IDS["guest"]},
    "hush": {"person": IDS["guest"]},
    "rematch": {},
}

MATRIX = {
    "open": """
        .         host          guest          onlooker       stranger    gone        other
        join      ack           ack            ack            ack         ack         ack
        leave     ack,left      ack,left       ack,left       not-here    not-here    not-here
        remove    ack           not-host       not-host       not-here    not-here    not-here
        sit       ack           ack            ack            not-here    not-here    not-here
        stand     not-your-seat ack            not-your-seat  not-here    not-here    not-here
        place     ack           not-host       not-host       not-here    not-here    not-here
        fill      ack           not-host       not-host       not-here    not-here    not-here
        settings  ack           not-host       not-host       not-here    not-here    not-here
        start     places-open   not-host       not-host       not-here    not-here    not-here
        play      not-running   not-running    not-running    not-here    not-here    not-here
        say       ack           ack            ack            not-here    not-here    not-here
        mute      ack           not-yourself   ack            not-here    not-here    not-here
        hush      ack           not-host       not-host       not-here    not-here    not-here
        rematch   not-over      not-over       not-over       not-here    not-here    not-here
        hint      not-running   not-running    not-running    not-here    not-here    not-here
        try       not-running   not-running    not-running    not-here    not-here    not-here
        ping      pong          pong           pong           pong        pong        pong
        hello     said-hello    said-hello     said-hello     said-hello  said-hello  said-hello
    """,
    "ready": """
        .         host          guest          onlooker       stranger    gone        other
        start     ack           not-host       not-host       not-here    not-here    not-here
    """,
    "running": """
        .         host          guest          onlooker       stranger    gone        other
        join      ack           ack            ack            ack         ack         ack
        leave     ack,left      ack,left       ack,left       not-here    not-here    not-here
        remove    not-open      not-host       not-host       not-here    not-here    not-here
        sit       not-open      not-open       not-open       not-here    not-here    not-here
        stand     not-open      not-open       not-open       not-here    not-here    not-here
        place     not-open      not-host       not-host       not-here    not-here    not-here
        fill      not-open      not-host       not-host       not-here    not-here    not-here
        settings  not-open      not-host       not-host       not-here    not-here    not-here
        start     not-open      not-host       not-host       not-here    not-here    not-here
        play      ack           not-your-seat  not-your-seat  not-here    not-here    not-here
        say       ack           ack            ack            not-here    not-here    not-here
        mute      ack           not-yourself   ack            not-here    not-here    not-here
        hush      ack           not-host       not-host       not-here    not-here    not-here
        rematch   not-over      not-over       not-over       not-here    not-here    not-here
        hint      no-hints      not-your-seat  not-your-seat  not-here    not-here    not-here
        try       tried         not-your-seat  not-your-seat  not-here    not-here    not-here
        ping      pong          pong           pong           pong        pong        pong
        hello     said-hello    said-hello     said-hello     said-hello  said-hello  said-hello
    """,
    "over": """
        .         host          guest          onlooker       stranger    gone        other
        join      ack           ack            ack            ack         ack         ack
        leave     ack,left      ack,left       ack,left       not-here    not-here    not-here
        remove    not-open      not-host       not-host       not-here    not-here    not-here
        sit       not-open      not-open       not-open       not-here    not-here    not-here
        stand     not-open      not-open       not-open       not-here    not-here    not-here
        place     not-open      not-host       not-host       not-here    not-here    not-here
        fill      not-open      not-host       not-host       not-here    not-here    not-here
        settings  not-open      not-host       not-host       not-here    not-here    not-here
        start     not-open      not-host       not-host       not-here    not-here    not-here
        play      not-running   not-running    not-running    not-here    not-here    not-here
        say       ack           ack            ack            not-here    not-here    not-here
        mute      ack           not-yourself   ack            not-here    not-here    not-here
        hush      ack           not-host       not-host       not-here    not-here    not-here
        rematch   ack           ack            not-seated     not-here    not-here    not-here
        hint      not-running   not-running    not-running    not-here    not-here    not-here
        try       not-running   not-running    not-running    not-here    not-here    not-here
        ping      pong          pong           pong           pong        pong        pong
        hello     said-hello    said-hello     said-hello     said-hello  said-hello  said-hello
    """,
}
UNHEARD = {"removed": "removed", "forged": "bad-token", "silent": "no-hello"}
"""Whose first word is answered with a bye, whatever it is they want."""


def cells() -> list[tuple[str, str, str, str]]:
    """Phase, role, message and outcome of every cell."""
    found = []
    for phase, text in MATRIX.items():
        (_, *roles), *rows = (line.split() for line in text.strip().splitlines())
        for message, *outcomes in rows:
            found += [(phase, role, message, out) for role, out in zip(roles, outcomes, strict=True)]
            found += [(phase, role, message, f"bye,{reason}") for role, reason in UNHEARD.items()]
    return found


def test_the_matrix_is_whole() -> None:
    for phase in ("open", "running", "over"):
        known = {(role, message) for where, role, message, _ in cells() if where == phase}
        assert known == {(role, message) for role in ROLES for message in (*ASKED, "hint", "try", "ping", "hello")}
    tags = {wish.__struct_config__.tag for wish in wishes.AnyWish.__args__}
    assert tags == ASKED.keys()


@functools.cache
def log(phase: str) -> list[acts.AnyAct]:
    """What has happened at a table in this phase."""
    opened = permissions.created(IDS["host"], "Hanna", Settings("denkste", {"rings": [4, 4, 4]}), None, None)
    assert isinstance(opened, acts.Created)
    come = [acts.Joined(IDS[role], role, role) for role in ("guest", "gone", "onlooker", "removed")]
    host = IDS["host"]
    seated = [(0, Place("person", host)), (1, Place("person", IDS["guest"])), (3, EMPTY_PLACE)]
    done: list[acts.AnyAct] = [opened, *come, *(acts.Placed(host, place, now) for place, now in seated)]
    done.append(acts.Left(IDS["removed"], host))
    gone = acts.Left(IDS["gone"], IDS["gone"])
    if phase == "open":
        return [*done, gone]
    if phase == "ready":
        return [*done, gone, acts.Placed(host, 2, EMPTY_PLACE)]
    done += [acts.Placed(host, 2, Place("person", IDS["gone"])), acts.Started(host, [0, 1, 2]), gone]
    return done if phase == "running" else done + _moves(done)


def _moves(done: list[acts.AnyAct]) -> list[acts.AnyAct]:
    """Moves at random to the end of the game."""
    match = Table.replay("t", [(act, 0.0) for act in done]).match
    assert match is not None
    moves: list[acts.AnyAct] = []
    choice = random.Random(3)
    while match.actors():
        seat = choice.choice(match.actors())
        move = choice.choice(match.moves(seat))
        match.play(seat, move)
        moves.append(acts.Moved(seat, move, "bot"))
    return moves


class House:
    """The server of all these tests."""

    def __init__(self, address: str, hub: Hub) -> None:
        self.address, self._hub = address, hub

    async def table(self, phase: str) -> str:
        """A new table in this phase."""
        (created, *rest), id, now = log(phase), secrets.token_hex(8), self._hub.time.now() - 1
        assert isinstance(created, acts.Created)
        await table_log.create_table(self._hub._store, id, created, now)
        for version, act in enumerate(rest, 2):
            await self._hub._store.append(Entry(id, version, None, acts.encode(act), now))
        return id

    def person(self, role: str) -> Person:
        return Person(self.address, role, TOKENS[role])


@pytest.fixture(scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """One server for all."""
    database = tmp_path_factory.mktemp("roles") / "games.db"
    async with running_server(Config(f"sqlite:///{database}", rate=10_000, burst=10_000)) as (address, server):
        yield House(address, server._app.state.hub)


def written(message: str, role: str) -> str:
    if message in ASKED:
        return json.dumps({"type": "ask", "id": "m1", "version": 0, "wish": {"wish": message, **ASKED[message]}})
    more: dict[str, dict[str, Any]] = {
        "hello": {"token": TOKENS[role]},
        "hint": {"id": "m1", "seat": 0},
        "try": {"id": "m1", "seat": 0, "moves": []},
    }
    return json.dumps({"type": message} | more.get(message, {}))


async def outcome(client: Client, role: str, message: str) -> str:
    """What becomes of a message, in the words of the matrix."""
    await client.socket.send(written(message, role))
    while True:
        answer = await client.receive()
        match answer["type"]:
            case "pong" | "tried":
                return str(answer["type"])
            case "refused":
                assert answer["id"] == ("m1" if message in (*ASKED, "hint", "try") else None)
                return str(answer["refusal"]["code"])
            case "ack" if message == "leave":
                return ",".join(["ack", *(word["reason"] for word in await client.until_closed())])
            case "ack":
                return "ack"


@pytest.mark.parametrize(("phase", "role", "message", "expected"), cells())
async def test_what_a_role_may_do(house: House, phase: str, role: str, message: str, expected: str) -> None:
    table = await house.table(phase)
    if role in UNHEARD:
        first = [] if role == "silent" else [json.dumps({"type": "hello", "token": TOKENS[role]})]
        word = written(message, role) if message != "hello" or role != "silent" else '{"type": "hello"}'
        assert "bye," + (await bye_after(house.address, table, *first, word))["reason"] == expected
        return
    async with house.person(role).connect(table) as client:
        before = client.version
        assert await outcome(client, role, message) == expected
        async with house.person("stranger").connect(table) as witness:
            assert (witness.version > before) == expected.startswith("ack"), "what is refused changes nothing"


# those who claim to be others


def seen_by(client: Client) -> set[str]:
    """As whom one is told the match."""
    return set(client.seats)


@pytest.mark.parametrize(("role", "seats"), [("host", {"0"}), ("guest", {"1"}), ("gone", {"2"})])
async def test_a_seat_is_seen_by_who_has_it(house: House, role: str, seats: set[str]) -> None:
    async with house.person(role).connect(await house.table("running")) as client:
        assert seen_by(client) == seats


@pytest.mark.parametrize("role", ["onlooker", "stranger", "other"])
async def test_others_see_what_is_public(house: House, role: str) -> None:
    async with house.person(role).connect(await house.table("running")) as client:
        assert seen_by(client) == {"public"}
        assert client.seats["public"]["moves"] == [] and client.seats["public"]["view"]["seat"] is None
        await client.do("join", name="Guest", part="")
        await client.do("say", phrase="hello")
        assert seen_by(client) == {"public"}


@pytest.mark.parametrize("seat", [1, 2, 3, 99, -1, 2**64, -(2**63)])
async def test_a_seat_of_others_cannot_be_claimed(house: House, seat: int) -> None:
    async with house.person("host").connect(await house.table("running")) as client:
        for move in ("go 4", "stop 2"):
            assert (await client.ask("play", seat=seat, move=move))["refusal"]["code"] == "not-your-seat"


@pytest.mark.parametrize("seat", ["0", "", None, True, 0.5, [0], {"seat": 0}])
async def test_what_is_no_seat_is_no_message(house: House, seat: Any) -> None:
    async with house.person("host").connect(await house.table("running")) as client:
        await client.send(type="ask", id="m1", version=1, wish={"wish": "play", "seat": seat, "move": "go 4"})
        answer = await client.until_message("refused")
        assert answer["id"] is None and answer["refusal"]["code"] == "bad-frame"


@pytest.mark.parametrize("claim", ["person", "token", "as", "seat", "role"])
async def test_who_one_is_cannot_be_written_into_a_wish(house: House, claim: str) -> None:
    async with house.person("stranger").connect(await house.table("running")) as client:
        for part in ("ask", "wish"):
            ask: Message = {"type": "ask", "id": "m1", "version": 1, "wish": {"wish": "leave"}}
            (ask if part == "ask" else ask["wish"])[claim] = IDS["host"]
            await client.send(**ask)
            assert (await client.until_message("refused"))["refusal"]["code"] == "bad-frame"


async def test_the_public_id_of_somebody_opens_nothing(house: House) -> None:
    table = await house.table("running")
    for role in ("host", "guest"):
        for token in (IDS[role], TOKENS[role][:-1], TOKENS[role] + "a", TOKENS[role] + "\n"):
            bye = await bye_after(house.address, table, json.dumps({"type": "hello", "token": token}))
            assert bye["reason"] == "bad-token"


async def test_a_second_session_of_a_player_is_an_onlooker(house: House) -> None:
    """The same name on another device, without the token, is somebody else."""
    table = await house.table("running")
    again = await Person.register(house.address, "Hanna")
    async with house.person("host").connect(table) as first, again.connect(table) as second:
        await second.join()
        await first.do("play", seat=0, move="go 4")
        await second.until(lambda: any(event["type"] == "set_go" for event in second.events["public"]))
        assert seen_by(second) == {"public"}
        assert first.seats["0"]["view"]["go"] == 4 and second.seats["public"]["view"]["go"] is None
        assert (await second.ask("play", seat=0, move="go 5"))["refusal"]["code"] == "not-your-seat"


async def test_who_left_is_a_player_again_after_joining(house: House) -> None:
    async with house.person("gone").connect(await house.table("running")) as client:
        move = client.seats["2"]["moves"][0]
        assert (await client.ask("play", seat=2, move=move))["refusal"]["code"] == "not-here"
        await client.do("join", name="Gone", part="")
        assert seen_by(client) == {"2"}
        answer = await client.ask("play", seat=2, move=move)
        assert answer["type"] == "ack" or answer["refusal"]["code"] == "rule"


async def test_the_other_tables_wishes_are_no_wishes_here(house: House) -> None:
    """The same id at two tables is two wishes; the host of one is nobody at the other."""
    first = await house.table("open")
    other = house.person("other")
    second = await other.open_table("denkste", [MINE])
    async with other.connect(first) as stranger, other.connect(second) as host:
        assert await host.ask("say", id="same", phrase="hello") == {"type": "ack", "id": "same", "version": 2}
        assert (await stranger.ask("say", id="same", phrase="hello"))["refusal"]["code"] == "not-here"
        assert (await stranger.ask("fill", id="f", level="random"))["refusal"]["code"] == "not-here"
        assert (await host.ask("fill", id="f", level="random"))["type"] == "ack"


async def test_nobody_uses_up_the_ids_of_others(house: House) -> None:
    table = await house.table("open")
    async with house.person("guest").connect(table) as guest, house.person("host").connect(table) as host:
        first = await guest.do("say", id="same", phrase="hello")
        second = await host.do("say", id="same", phrase="hello")
        assert second == first + 1
        async with house.person("guest").connect(table) as again:
            assert await again.do("say", id="same", phrase="hello") == first


async def test_tokens_and_parts_are_told_to_nobody(house: House) -> None:
    table = await house.table("ready")
    roles = ("host", "guest", "onlooker", "stranger", "other")
    async with contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(house.person(role).connect(table)) for role in roles]
        await clients[3].do("join", name="Stranger", part="a part to keep")
        await clients[0].do("start")
        await clients[0].do("play", seat=0, move="go 4")
        for client in clients:
            await client.until(lambda client=client: client.phase == "running")  # type: ignore[misc]
            await client.send(type="ping")
            await client.until_message("pong")
            heard = "".join(client.frames)
            assert not any(token in heard for token in TOKENS.values())
            assert "a part to keep" not in heard


async def test_who_is_removed_hears_it_and_stays_out(house: House) -> None:
    table = await house.table("open")
    async with house.person("guest").connect(table) as guest, house.person("host").connect(table) as host:
        await host.do("remove", person=IDS["guest"])
        assert (await guest.until_closed())[-1]["reason"] == "removed"
        await host.until(lambda: IDS["guest"] not in host.present)
    hello = json.dumps({"type": "hello", "token": TOKENS["guest"]})
    assert (await bye_after(house.address, table, hello))["reason"] == "removed"


async def test_where_onlookers_are_not_allowed_nobody_else_sees_the_game(house: House) -> None:
    anna, ben, eve = [await Person.register(house.address, name) for name in ("Anna", "Ben", "Eve")]
    table = await anna.open_table("denkste", [MINE, OPEN, EMPTY, EMPTY], onlookers=False)
    async with anna.connect(table) as host, ben.connect(table) as guest, eve.connect(table) as joined:
        await guest.join()
        await guest.do("sit", place=1)
        await joined.join()
        async with house.person("stranger").connect(table) as stranger:
            await host.do("start")
            for client, reason in ((joined, "removed"), (stranger, "no-onlookers")):
                assert (await client.until_closed())[-1]["reason"] == reason
                assert not seen_by(client)
    for person, reason in ((eve, "removed"), (house.person("stranger"), "no-onlookers")):
        hello = json.dumps({"type": "hello", "token": person.token})
        assert (await bye_after(house.address, table, hello))["reason"] == reason


async def test_one_session_with_several_seats_sees_each_apart(house: House) -> None:
    anna = await Person.register(house.address, "Anna")
    table = await anna.open_table("denkste", [MINE, MINE, EMPTY, EMPTY])
    async with anna.connect(table) as family:
        await family.do("start")
        assert seen_by(family) == {"0", "1"}
        await family.do("play", seat=0, move="go 4")
        assert [family.seats[seat]["view"]["go"] for seat in "01"] == [4, None]
        assert [family.seats[seat]["view"]["seat"] for seat in "01"] == [0, 1]
        assert [event.get("go") for seat in "01" for event in family.events[seat]] == [4, None]
        assert family.seats["0"]["moves"] == [] and family.seats["1"]["moves"]
