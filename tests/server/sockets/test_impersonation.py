"""Identity follows from the session: what somebody sees and may do who claims to be somebody else."""

import contextlib
from typing import Any

import pytest

from tests.protocol_client import EMPTY, MINE, OPEN, Client, Message, Person, bye_after, hello_frame
from tests.server.support.roles import IDS, TOKENS, RoleServer

pytestmark = pytest.mark.anyio


def viewers(client: Client) -> set[str]:
    """From whose point of view a client sees the match."""
    return set(client.seats)


@pytest.mark.parametrize(("role", "seats"), [("host", {"0"}), ("guest", {"1"}), ("gone", {"2"})])
async def test_a_seat_is_seen_by_its_owner(role_server: RoleServer, role: str, seats: set[str]) -> None:
    async with role_server.person(role).connect(await role_server.table("running")) as client:
        assert viewers(client) == seats


@pytest.mark.parametrize("role", ["onlooker", "stranger", "other"])
async def test_others_see_what_is_public(role_server: RoleServer, role: str) -> None:
    async with role_server.person(role).connect(await role_server.table("running")) as client:
        assert viewers(client) == {"public"}
        assert client.seats["public"]["moves"] == [] and client.seats["public"]["view"]["seat"] is None
        await client.do("join", name="Guest", commitment="")
        await client.do("say", phrase="hello")
        assert viewers(client) == {"public"}


@pytest.mark.parametrize("seat", [1, 2, 3, 99, -1, 2**64, -(2**63)])
async def test_somebody_elses_seat_cannot_be_claimed(role_server: RoleServer, seat: int) -> None:
    async with role_server.person("host").connect(await role_server.table("running")) as client:
        for move in ("go 4", "stop 2"):
            assert (await client.ask("play", seat=seat, move=move))["refusal"]["code"] == "not-your-seat"


@pytest.mark.parametrize("seat", ["0", "", None, True, 0.5, [0], {"seat": 0}])
async def test_an_invalid_seat_is_an_invalid_message(role_server: RoleServer, seat: Any) -> None:
    async with role_server.person("host").connect(await role_server.table("running")) as client:
        await client.send(type="ask", id="m1", version=1, wish={"wish": "play", "seat": seat, "move": "go 4"})
        answer = await client.until_message("refused")
        assert answer["id"] is None and answer["refusal"]["code"] == "bad-frame"


@pytest.mark.parametrize("claim", ["person", "token", "as", "seat", "role"])
async def test_an_identity_cannot_be_written_into_a_wish(role_server: RoleServer, claim: str) -> None:
    async with role_server.person("stranger").connect(await role_server.table("running")) as client:
        for part in ("ask", "wish"):
            ask: Message = {"type": "ask", "id": "m1", "version": 1, "wish": {"wish": "leave"}}
            (ask if part == "ask" else ask["wish"])[claim] = IDS["host"]
            await client.send(**ask)
            assert (await client.until_message("refused"))["refusal"]["code"] == "bad-frame"


async def test_a_public_id_is_not_a_token(role_server: RoleServer) -> None:
    table = await role_server.table("running")
    for role in ("host", "guest"):
        for token in (IDS[role], TOKENS[role][:-1], TOKENS[role] + "a", TOKENS[role] + "\n"):
            bye = await bye_after(role_server.address, table, hello_frame(token))
            assert bye["reason"] == "bad-token"


async def test_a_second_session_of_a_player_is_an_onlooker(role_server: RoleServer) -> None:
    """The same name on another device, without the token, is somebody else."""
    table = await role_server.table("running")
    again = await Person.register(role_server.address, "Hanna")
    async with role_server.person("host").connect(table) as first, again.connect(table) as second:
        await second.join()
        await first.do("play", seat=0, move="go 4")
        await second.until(lambda: any(event["type"] == "set_go" for event in second.events["public"]))
        assert viewers(second) == {"public"}
        assert first.seats["0"]["view"]["go"] == 4 and second.seats["public"]["view"]["go"] is None
        assert (await second.ask("play", seat=0, move="go 5"))["refusal"]["code"] == "not-your-seat"


async def test_whoever_left_is_a_player_again_after_joining(role_server: RoleServer) -> None:
    async with role_server.person("gone").connect(await role_server.table("running")) as client:
        move = client.seats["2"]["moves"][0]
        assert (await client.ask("play", seat=2, move=move))["refusal"]["code"] == "not-here"
        await client.do("join", name="Gone", commitment="")
        assert viewers(client) == {"2"}
        answer = await client.ask("play", seat=2, move=move)
        assert answer["type"] == "ack" or answer["refusal"]["code"] == "rule"


async def test_ids_and_hosts_belong_to_one_table(role_server: RoleServer) -> None:
    """The same id at two tables is two wishes; the host of one is nobody at the other."""
    first = await role_server.table("open")
    other = role_server.person("other")
    second = await other.open_table("denkste", [MINE])
    async with other.connect(first) as stranger, other.connect(second) as host:
        assert await host.ask("say", id="same", phrase="hello") == {"type": "ack", "id": "same", "version": 2}
        assert (await stranger.ask("say", id="same", phrase="hello"))["refusal"]["code"] == "not-here"
        assert (await stranger.ask("fill", id="f", level="random"))["refusal"]["code"] == "not-here"
        assert (await host.ask("fill", id="f", level="random"))["type"] == "ack"


async def test_nobody_uses_up_the_ids_of_others(role_server: RoleServer) -> None:
    table = await role_server.table("open")
    async with role_server.person("guest").connect(table) as guest, role_server.person("host").connect(table) as host:
        first = await guest.do("say", id="same", phrase="hello")
        second = await host.do("say", id="same", phrase="hello")
        assert second == first + 1
        async with role_server.person("guest").connect(table) as again:
            assert await again.do("say", id="same", phrase="hello") == first


async def test_tokens_and_parts_are_sent_to_nobody(role_server: RoleServer) -> None:
    table = await role_server.table("ready")
    roles = ("host", "guest", "onlooker", "stranger", "other")
    async with contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(role_server.person(role).connect(table)) for role in roles]
        await clients[0].join(contributes=True)
        [part] = clients[0].person.parts.values()
        await clients[0].do("start")
        await clients[0].do("play", seat=0, move="go 4")
        for client in clients:
            await client.until(lambda client=client: client.phase == "running")  # type: ignore[misc]
            await client.send(type="ping")
            await client.until_message("pong")
            heard = "".join(client.frames)
            assert not any(token in heard for token in TOKENS.values())
            assert part not in heard


async def test_whoever_is_removed_is_told_and_stays_out(role_server: RoleServer) -> None:
    table = await role_server.table("open")
    async with role_server.person("guest").connect(table) as guest, role_server.person("host").connect(table) as host:
        await host.do("remove", person=IDS["guest"])
        assert (await guest.until_closed())[-1]["reason"] == "removed"
        await host.until(lambda: IDS["guest"] not in host.present)
    hello = role_server.person("guest").hello()
    assert (await bye_after(role_server.address, table, hello))["reason"] == "removed"


async def test_where_onlookers_are_not_allowed_nobody_else_sees_the_game(role_server: RoleServer) -> None:
    anna, ben, eve = [await Person.register(role_server.address, name) for name in ("Anna", "Ben", "Eve")]
    table = await anna.open_table("denkste", [MINE, OPEN, EMPTY, EMPTY], onlookers=False)
    async with anna.connect(table) as host, ben.connect(table) as guest, eve.connect(table) as joined:
        await guest.join()
        await guest.do("sit", place=1)
        await joined.join()
        async with role_server.person("stranger").connect(table) as stranger:
            await host.do("start")
            for client, reason in ((joined, "removed"), (stranger, "no-onlookers")):
                assert (await client.until_closed())[-1]["reason"] == reason
                assert not viewers(client)
    for person, reason in ((eve, "removed"), (role_server.person("stranger"), "no-onlookers")):
        assert (await bye_after(role_server.address, table, person.hello()))["reason"] == reason


async def test_a_session_with_several_seats_sees_each_separately(role_server: RoleServer) -> None:
    anna = await Person.register(role_server.address, "Anna")
    table = await anna.open_table("denkste", [MINE, MINE, EMPTY, EMPTY])
    async with anna.connect(table) as family:
        await family.do("start")
        assert viewers(family) == {"0", "1"}
        await family.do("play", seat=0, move="go 4")
        assert [family.seats[seat]["view"]["go"] for seat in "01"] == [4, None]
        assert [family.seats[seat]["view"]["seat"] for seat in "01"] == [0, 1]
        assert [event.get("go") for seat in "01" for event in family.events[seat]] == [4, None]
        assert family.seats["0"]["moves"] == [] and family.seats["1"]["moves"]
