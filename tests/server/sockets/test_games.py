"""Whole games with real sockets, real HTTP and a real database."""

import asyncio
import contextlib
import json
import re
import secrets
import signal
from pathlib import Path

import httpx
import pytest

import tafelrunde as tr
from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.server.process.config import Config
from tafelrunde.table import fair_deal
from tafelrunde.table.verify import verify
from tests.protocol_client import BOT, EMPTY, MINE, OPEN, Client, Person, bye_after, two_players
from tests.server.support.servers import ServerProcess, running_server

pytestmark = pytest.mark.anyio


# whole games


@pytest.mark.parametrize(("game", "more"), [("denkste", [BOT, EMPTY]), ("dog", [BOT, BOT])])
async def test_two_people_and_bots_play_a_whole_game(address: str, game: str, more: list[dict[str, str]]) -> None:
    async with two_players(address, game, *more) as (anna, ben):
        commitment, digest = anna.lobby["commitment"], anna.lobby["lock"]["digest"]
        await asyncio.gather(anna.play(), ben.play())
        assert anna.version == ben.version and anna.lobby == ben.lobby
        result = anna.seats["0"]["view"]["result"]
        assert result["winners"] and result == ben.seats["1"]["view"]["result"]
        async with httpx.AsyncClient(base_url=address) as http:
            record = (await http.get(f"/api/records/{anna.lobby['id']}")).json()
    assert record["result"] == result and record["names"][:2] == ["Anna", "Ben"]
    assert commitment == record["deal"]["rounds"][0]["commitment"]
    assert all(found.holds for found in verify(record, digest))
    match = tr.replay({key: record[key] for key in ("game", "options", "seed", "moves")})
    assert match.result == result
    for seat, client in (("0", anna), ("1", ben)):
        assert client.events[seat] == match.events(seat=int(seat))


async def test_a_family_on_one_device_holds_several_seats(address: str) -> None:
    anna = await Person.register(address, "Anna")
    table = await anna.open_table("dog", [MINE, OPEN, MINE, OPEN])
    async with anna.connect(table) as family:
        await family.do("sit", place=3)
        await family.do("fill", level="random")
        await family.do("start")
        assert family.seats.keys() == {"0", "2", "3"}
        for seat, seen in family.seats.items():
            hands = seen["view"]["hands"]
            assert [player for player, hand in enumerate(hands) if isinstance(hand, list)] == [int(seat)]
        await family.play(most=12)
        assert (await family.ask("play", seat=1, move="fold"))["refusal"]["code"] == "not-your-seat"
        ben = await Person.register(address, "Ben")
        async with ben.connect(table) as onlooker:
            assert onlooker.seats.keys() == {"public"}


async def test_a_rematch_is_a_table_with_the_same_places(address: str) -> None:
    async with two_players(address, "denkste", EMPTY, EMPTY) as (anna, ben):
        await asyncio.gather(anna.play(), ben.play())
        await ben.do("rematch")
        await anna.until(lambda: anna.lobby["following"] is not None)
        assert (await anna.ask("rematch"))["refusal"]["code"] == "rematch-open"
        table = anna.lobby["following"]
    async with ben.person.connect(table) as host, anna.person.connect(table) as guest:
        assert host.lobby["places"] == anna.lobby["places"] and host.lobby["host"] == ben.id
        assert host.lobby["before"] == anna.lobby["id"]
        await guest.join()
        await host.do("start")


# refusals


async def test_a_refused_wish_is_answered_with_a_reason_in_all_languages(address: str) -> None:
    async with two_players(address, "denkste", EMPTY, EMPTY) as (anna, ben):
        refusal = (await anna.ask("play", seat=0, move="stop 2"))["refusal"]
        assert refusal["code"] == "rule" and refusal["rule"].startswith("DK-")
        assert refusal["texts"].keys() == set(LANGUAGES)
        assert (await anna.ask("play", seat=1, move="go 1"))["refusal"]["code"] == "not-your-seat"
        assert (await ben.ask("start"))["refusal"]["code"] == "not-host"
        assert (await anna.ask("start"))["refusal"]["code"] == "not-open"
        assert (await anna.ask("play", seat=0, move="nonsense"))["refusal"]["texts"]["de"]
        async with (await Person.register(address, "Carla")).connect(anna.lobby["id"]) as carla:
            for seat in (0, 1):
                assert (await carla.ask("play", seat=seat, move="go 1"))["refusal"]["code"] == "not-here"
            await carla.join()
            assert (await carla.ask("play", seat=0, move="go 1"))["refusal"]["code"] == "not-your-seat"


async def test_the_record_is_open_only_when_the_game_is_over(address: str) -> None:
    async with two_players(address, "denkste", EMPTY, EMPTY) as (anna, _), httpx.AsyncClient(base_url=address) as http:
        answer = await http.get(f"/api/records/{anna.lobby['id']}")
        assert answer.status_code == 409 and answer.json()["code"] == "not-over"
        shown = (await http.get(f"/api/tables/{anna.lobby['id']}")).json()
        assert "deal" not in shown and "secret" not in json.dumps(shown) and "said" not in shown


# coming back


async def test_after_reconnecting_one_is_told_what_happened_in_between(address: str) -> None:
    async with two_players(address, "denkste", EMPTY, EMPTY) as (anna, ben):
        await anna.play(most=1)
        await ben.play(most=1)
        await anna.until(lambda: anna.version == ben.version)
        seen, known = anna.version, anna.events["0"]
        await anna.socket.close()
        await ben.until(lambda: ben.present == [ben.id])
        await ben.play(most=1)
        async with anna.person.connect(ben.lobby["id"], after=seen) as again:
            assert again.version == ben.version > seen
            assert again.events["0"] and again.events["0"][0]["n"] == known[-1]["n"] + 1
            await ben.until(lambda: len(ben.present) == 2)
        async with anna.person.connect(ben.lobby["id"]) as anew:
            assert anew.events["0"] == known + again.events["0"]
            assert anew.seats["0"]["view"] == again.seats["0"]["view"]
        async with anna.person.connect(ben.lobby["id"], after=10**6) as confused:
            assert confused.events["0"] == anew.events["0"]


async def test_a_wish_that_is_sent_twice_is_carried_out_once(address: str) -> None:
    async with two_players(address, "denkste", EMPTY, EMPTY) as (anna, ben):
        first = await anna.ask("play", id="mine", seat=0, move="go 3")
        again = await anna.ask("play", id="mine", seat=0, move="go 3")
        assert first == again and first["type"] == "ack"
        async with anna.person.connect(anna.lobby["id"]) as elsewhere:
            assert await elsewhere.ask("play", id="mine", seat=0, move="go 3") == first
            assert elsewhere.version == first["version"]
        # the ids of others are theirs
        assert (await ben.ask("play", id="mine", seat=1, move="stop 2"))["version"] == first["version"] + 1


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_a_game_goes_on_after_a_restart(config: Config, how: signal.Signals) -> None:
    first = await ServerProcess.start(config.database)
    try:
        async with two_players(first.address, "denkste", BOT, EMPTY) as (anna, ben):
            await asyncio.gather(anna.play(most=6), ben.play(most=6))
            stopping = asyncio.create_task(first.stop(how))
            last = (await anna.until_closed(), await ben.until_closed())
            await stopping
    finally:
        with contextlib.suppress(ProcessLookupError):
            first.process.kill()
    if how == signal.SIGTERM:
        for heard in last:
            assert heard[-1]["type"] == "bye" and heard[-1]["reason"] == "restart" and heard[-1]["retry"]
    second = await ServerProcess.start(config.database)
    try:
        table = anna.lobby["id"]
        for person in (anna.person, ben.person):
            person.address = second.address
        async with anna.person.connect(table) as anna2, ben.person.connect(table) as ben2:
            for old, new, seat in ((anna, anna2, "0"), (ben, ben2, "1")):
                assert new.version >= old.version
                assert new.events[seat][: len(old.events[seat])] == old.events[seat]
                assert all(old_answer["version"] <= new.version for old_answer in old.answers)
            await asyncio.gather(anna2.play(), ben2.play())
            assert anna2.phase == "over"
    finally:
        assert await second.stop(signal.SIGTERM) in (0, -signal.SIGTERM)


# who may be here


async def test_whoever_leaves_is_disconnected_and_a_bot_plays_on(address: str) -> None:
    async with two_players(address, "denkste", EMPTY, EMPTY) as (anna, ben):
        await ben.do("leave")
        assert (await ben.until_closed())[-1]["reason"] == "left"
        await anna.play(most=1)
        seen = anna.version
        await anna.until(lambda: anna.version > seen)
        assert not anna.lobby["people"][1]["here"]
        async with ben.person.connect(anna.lobby["id"]) as back:
            assert back.seats.keys() == {"1"}
            await back.join()
            await asyncio.gather(back.play(), anna.play())


async def test_the_host_can_remove_somebody(address: str) -> None:
    anna, ben = await Person.register(address, "Anna"), await Person.register(address, "Ben")
    table = await anna.open_table("denkste")
    async with anna.connect(table) as host, ben.connect(table) as guest:
        await guest.join()
        await host.do("remove", person=guest.id)
        bye = (await guest.until_closed())[-1]
        assert bye["type"] == "bye" and bye["reason"] == "removed" and not bye["retry"]
    assert (await bye_after(address, table, ben.hello()))["reason"] == "removed"


async def test_where_onlookers_are_not_allowed_nobody_can_watch(address: str) -> None:
    async with two_players(address, "denkste", EMPTY, EMPTY, onlookers=False) as (anna, _):
        carla = await Person.register(address, "Carla")
        bye = await bye_after(address, anna.lobby["id"], carla.hello())
        assert bye["reason"] == "no-onlookers" and bye["texts"]["de"]


# nothing leaks


MARK = re.compile(r'"mark":"[^"]*",?')
"""What tells a version from any other truth at it: it is random, and nothing can be guessed from it."""


@pytest.fixture
def no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table has the same id and the same deal."""
    monkeypatch.setattr(secrets, "choice", lambda letters: letters[0])
    monkeypatch.setattr(fair_deal, "random_secret", lambda: "0123456789abcdef" * 2)


async def frames_of(database: Path, game: str, seats: int, moves: list[tuple[int, int]]) -> dict[str, list[str]]:
    """Everything that everybody is sent; `moves` are seats with the number of the move that they choose."""
    names = ["Anna", "Ben", "Carla", "Dora"][:seats]
    async with running_server(Config(f"sqlite:///{database}")) as (address, _), contextlib.AsyncExitStack() as stack:
        people = [Person(address, name, (name * 32)[:32]) for name in (*names, "Onlooker")]
        table = await people[0].open_table(game, [OPEN] * seats + [EMPTY] * (4 - seats))
        clients = [await stack.enter_async_context(person.connect(table)) for person in people]
        for place, client in enumerate(clients[:-1]):
            await client.join()
            await client.do("sit", place=place)
        await clients[0].do("start")
        version = clients[0].version
        for seat, number in moves:
            player = clients[seat]
            await hear(player, version)
            version = await player.do("play", seat=seat, move=player.seats[str(seat)]["moves"][number])
        for client in clients:
            await hear(client, version)
        return {client.person.name: [MARK.sub("", frame) for frame in client.frames] for client in clients}


async def hear(client: Client, version: int) -> None:
    await client.until(lambda: client.version == version)


@pytest.mark.usefixtures("no_chance")
async def test_a_sealed_choice_in_denkste_is_sent_to_nobody_else(tmp_path: Path) -> None:
    low = await frames_of(tmp_path / "low.db", "denkste", 2, [(0, 1)])
    high = await frames_of(tmp_path / "high.db", "denkste", 2, [(0, 4)])
    assert low["Ben"] == high["Ben"] and low["Onlooker"] == high["Onlooker"]
    assert low["Anna"] != high["Anna"]
    low = await frames_of(tmp_path / "low2.db", "denkste", 2, [(0, 1), (1, 0)])
    high = await frames_of(tmp_path / "high2.db", "denkste", 2, [(0, 4), (1, 0)])
    assert low["Onlooker"][:-1] == high["Onlooker"][:-1] and low["Onlooker"][-1] != high["Onlooker"][-1]


@pytest.mark.usefixtures("no_chance")
async def test_a_card_given_in_dog_is_sent_to_the_partners_only(tmp_path: Path) -> None:
    first = await frames_of(tmp_path / "first.db", "dog", 4, [(0, 0), (1, 0), (2, 0), (3, 0)])
    last = await frames_of(tmp_path / "last.db", "dog", 4, [(0, -1), (1, 0), (2, 0), (3, 0)])
    for other in ("Ben", "Dora", "Onlooker"):
        assert first[other] == last[other]
    for partner in ("Anna", "Carla"):
        assert first[partner] != last[partner]


# what is there to read


async def test_the_list_shows_public_tables_only(address: str) -> None:
    anna = await Person.register(address, "Anna")
    public, secret = await anna.open_table("dog", [MINE], public=True), await anna.open_table("dog")
    async with anna.connect(public) as client, httpx.AsyncClient(base_url=address) as http:
        await client.do("fill", level="greedy")
        [shown] = (await http.get("/api/tables")).json()["tables"]
        assert shown["id"] == public and shown["places"] == {"bot": 3, "person": 1} and shown["phase"] == "open"
        await client.do("start")
        [shown] = (await http.get("/api/tables")).json()["tables"]
        assert shown["phase"] == "running" and shown["host"] == "Anna"
        assert (await http.get("/api/tables?offset=1")).json()["tables"] == []
        assert (await http.get(f"/api/tables/{secret}")).json()["settings"]["public"] is False


async def test_games_rules_health_and_metrics(address: str) -> None:
    async with httpx.AsyncClient(base_url=address) as http:
        games = (await http.get("/api/games")).json()
        assert [game["name"] for game in games["games"]] == tr.games()
        assert list(games["levels"])[-2:] == ["random", "greedy"] and games["phrases"]["hello"]["de"] == "Hallo!"
        levels = {game["name"]: game["levels"] for game in games["games"]}
        assert levels["dog"] == ["gentle", "good", "strongest"]
        assert levels["biesti-boys"] == ["gentle", "kids", "good", "strongest"] and "kids" in games["levels"]
        rules = (await http.get("/api/rules/dog")).json()
        assert rules["rules"][0]["id"] == "DG-01" and rules["rules"][0]["texts"].keys() == set(LANGUAGES)
        assert (await http.get("/healthz")).json() == {"ok": True}
        anna = await Person.register(address, "Anna")
        async with anna.connect(await anna.open_table("dog")) as client:
            await client.do("say", phrase="hello")
            figures = (await http.get("/metrics")).text
        assert 'tafelrunde_wishes_total{outcome="done",wish="say"} 1.0' in figures
        assert "tafelrunde_live_tables 1.0" in figures and "tafelrunde_sockets 1.0" in figures
        assert anna.id not in figures and client.id not in figures and client.lobby["id"] not in figures


async def test_a_muted_person_is_heard_by_the_others_only(address: str) -> None:
    async with two_players(address, "denkste", EMPTY, EMPTY) as (anna, ben):
        async with (await Person.register(address, "Carla")).connect(anna.lobby["id"]) as carla:
            await carla.join()
            await ben.do("mute", person=anna.id)
            version = await anna.do("say", phrase="hello")
            for client in (ben, carla):
                await hear(client, version)
            assert [said["phrase"] for said in carla.lobby["said"]] == ["hello"] and carla.lobby["muted"] == []
            assert ben.lobby["said"] == [] and ben.lobby["muted"] == [anna.id]
            assert not any("hello" in frame.replace('"type":"hello"', "") for frame in ben.frames)
            assert not any(f'"muted":["{anna.id}"]' in frame for frame in anna.frames + carla.frames)
        async with ben.person.connect(anna.lobby["id"]) as again:
            assert again.lobby["said"] == [] and again.lobby["muted"] == [anna.id]
        await anna.do("hush", person=ben.id)
        assert (await ben.ask("say", phrase="hello"))["refusal"]["code"] == "muted"
        assert anna.lobby["hushed"] == [ben.id]
