"""What each role may do in each phase: every message of the protocol, by everybody, at every table."""

import json
from typing import Any

import pytest

from tafelrunde.table import wishes
from tests.protocol_client import Client, Message, bye_after, hello_frame
from tests.server.support.roles import IDS, ROLES, TOKENS, RoleServer

pytestmark = pytest.mark.anyio

WISHES: dict[str, Message] = {
    "join": {"name": "Somebody", "commitment": ""},
    "leave": {},
    "admit": {"person": IDS["stranger"]},
    "host": {"person": IDS["guest"]},
    "vote": {"person": IDS["guest"]},
    "remove": {"person": IDS["guest"]},
    "sit": {"place": 2},
    "stand": {"place": 1},
    "place": {"place": 2, "kind": "bot", "level": "random"},
    "seat": {"place": 2, "person": IDS["onlooker"]},
    "take-over": {"place": 3},
    "fill": {"level": "random"},
    "settings": {"settings": {"game": "denkste", "options": {}, "free_text": True}},
    "start": {},
    "reveal": {"lock": "", "part": "", "commitment": ""},
    "end": {},
    "play": {"seat": 0, "move": "go 4"},
    "take-back": {"seat": 0},
    "tempo": {"tempo": "slow"},
    "clock": {"move_seconds": 3600.0},
    "entry": {"entry": "locked"},
    "tap": {},
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
        admit     no-such-request not-host       not-host       not-here    not-here    not-here
        host      ack           not-host       not-host       not-here    not-here    not-here
        vote      not-running   not-running    not-running    not-here    not-here    not-here
        remove    ack           not-host       not-host       not-here    not-here    not-here
        sit       ack           ack            ack            not-here    not-here    not-here
        stand     not-your-seat ack            not-your-seat  not-here    not-here    not-here
        place     ack           not-host       not-host       not-here    not-here    not-here
        seat      ack           not-host       not-host       not-here    not-here    not-here
        take-over has-place     has-place      not-a-bot      not-here    not-here    not-here
        fill      ack           not-host       not-host       not-here    not-here    not-here
        settings  ack           not-host       not-host       not-here    not-here    not-here
        start     places-open   not-host       not-host       not-here    not-here    not-here
        reveal    not-dealing   not-dealing    not-dealing    not-here    not-here    not-here
        end       not-running   not-host       not-host       not-here    not-here    not-here
        play      not-running   not-running    not-running    not-here    not-here    not-here
        take-back not-running   not-running    not-running    not-here    not-here    not-here
        tempo     ack           not-host       not-host       not-here    not-here    not-here
        clock     ack           not-host       not-host       not-here    not-here    not-here
        entry     ack           not-host       not-host       not-here    not-here    not-here
        tap       not-running   not-running    not-running    not-here    not-here    not-here
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
        join      no-renaming   no-renaming    ack            ack         ack         ack
        leave     ack,left      ack,left       ack,left       not-here    not-here    not-here
        admit     no-such-request not-host       not-host       not-here    not-here    not-here
        host      ack           not-host       not-host       not-here    not-here    not-here
        vote      not-stalling  not-yourself   not-seated     not-here    not-here    not-here
        remove    ack           not-host       not-host       not-here    not-here    not-here
        sit       not-open      not-open       not-open       not-here    not-here    not-here
        stand     not-open      not-open       not-open       not-here    not-here    not-here
        place     not-open      not-host       not-host       not-here    not-here    not-here
        seat      place-taken   not-host       not-host       not-here    not-here    not-here
        take-over has-place     has-place      not-a-bot      not-here    not-here    not-here
        fill      not-open      not-host       not-host       not-here    not-here    not-here
        settings  not-open      not-host       not-host       not-here    not-here    not-here
        start     not-open      not-host       not-host       not-here    not-here    not-here
        reveal    not-dealing   not-dealing    not-dealing    not-here    not-here    not-here
        end       ack           not-host       not-host       not-here    not-here    not-here
        play      ack           not-your-seat  not-your-seat  not-here    not-here    not-here
        take-back no-take-back  not-your-seat  not-your-seat  not-here    not-here    not-here
        tempo     ack           not-host       not-host       not-here    not-here    not-here
        clock     ack           not-host       not-host       not-here    not-here    not-here
        entry     ack           not-host       not-host       not-here    not-here    not-here
        tap       nobody-waits  nobody-waits   not-seated     not-here    not-here    not-here
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
        admit     no-such-request not-host       not-host       not-here    not-here    not-here
        host      ack           not-host       not-host       not-here    not-here    not-here
        vote      not-running   not-running    not-running    not-here    not-here    not-here
        remove    not-running   not-host       not-host       not-here    not-here    not-here
        sit       not-open      not-open       not-open       not-here    not-here    not-here
        stand     not-open      not-open       not-open       not-here    not-here    not-here
        place     not-open      not-host       not-host       not-here    not-here    not-here
        seat      not-running   not-host       not-host       not-here    not-here    not-here
        take-over not-running   not-running    not-running    not-here    not-here    not-here
        fill      not-open      not-host       not-host       not-here    not-here    not-here
        settings  not-open      not-host       not-host       not-here    not-here    not-here
        start     not-open      not-host       not-host       not-here    not-here    not-here
        reveal    not-dealing   not-dealing    not-dealing    not-here    not-here    not-here
        end       not-running   not-host       not-host       not-here    not-here    not-here
        play      not-running   not-running    not-running    not-here    not-here    not-here
        take-back not-running   not-running    not-running    not-here    not-here    not-here
        tempo     not-running   not-host       not-host       not-here    not-here    not-here
        clock     not-running   not-host       not-host       not-here    not-here    not-here
        entry     not-running   not-host       not-host       not-here    not-here    not-here
        tap       not-running   not-running    not-running    not-here    not-here    not-here
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
CLOSED_AT_ONCE = {"removed": "removed", "forged": "bad-token", "silent": "no-hello"}
"""Who is sent a bye after the first frame, whatever it is."""


def cells() -> list[tuple[str, str, str, str]]:
    """Phase, role, message and outcome of every cell."""
    found = []
    for phase, text in MATRIX.items():
        (_, *roles), *rows = (line.split() for line in text.strip().splitlines())
        for message, *outcomes in rows:
            found += [(phase, role, message, out) for role, out in zip(roles, outcomes, strict=True)]
            found += [(phase, role, message, f"bye,{reason}") for role, reason in CLOSED_AT_ONCE.items()]
    return found


def test_the_matrix_is_whole() -> None:
    for phase in ("open", "running", "over"):
        known = {(role, message) for where, role, message, _ in cells() if where == phase}
        assert known == {(role, message) for role in ROLES for message in (*WISHES, "hint", "try", "ping", "hello")}
    tags = {wish.tag for wish in wishes.AnyWish.__args__}
    assert tags == WISHES.keys()


def frame(message: str, role: str) -> str:
    if message in WISHES:
        return json.dumps({"type": "ask", "id": "m1", "version": 0, "wish": {"wish": message, **WISHES[message]}})
    more: dict[str, dict[str, Any]] = {
        "hello": {"token": TOKENS[role]},
        "hint": {"id": "m1", "seat": 0},
        "try": {"id": "m1", "seat": 0, "moves": []},
    }
    return json.dumps({"type": message} | more.get(message, {}))


async def outcome(client: Client, role: str, message: str) -> str:
    """What becomes of a message, as the matrix has it."""
    await client.socket.send(frame(message, role))
    while True:
        answer = await client.receive()
        match answer["type"]:
            case "pong" | "tried":
                return str(answer["type"])
            case "refused":
                assert answer["id"] == ("m1" if message in (*WISHES, "hint", "try") else None)
                return str(answer["refusal"]["code"])
            case "ack" if message == "leave":
                return ",".join(["ack", *(bye["reason"] for bye in await client.until_closed())])
            case "ack":
                return "ack"


def refused_or_not() -> tuple[dict[tuple[str, str], dict[str, str]], list[tuple[str, str, str, str]]]:
    """The cells in which nothing happens, by phase and role; the others."""
    nothing: dict[tuple[str, str], dict[str, str]] = {}
    something = []
    for phase, role, message, expected in cells():
        if expected.startswith("ack"):
            something.append((phase, role, message, expected))
        else:
            nothing.setdefault((phase, role), {})[message] = expected
    return nothing, something


NOTHING, SOMETHING = refused_or_not()


@pytest.mark.parametrize(("phase", "role"), NOTHING)
async def test_what_is_refused_changes_nothing(role_server: RoleServer, phase: str, role: str) -> None:
    table = await role_server.table(phase)
    if role in CLOSED_AT_ONCE:
        first = [] if role == "silent" else [hello_frame(TOKENS[role])]
        for message, expected in NOTHING[phase, role].items():
            then = frame(message, role) if message != "hello" or role != "silent" else '{"type": "hello"}'
            reason = (await bye_after(role_server.address, table, *first, then))["reason"]
            assert f"bye,{reason}" == expected, message
        return
    async with role_server.person(role).connect(table) as client:
        before = client.version
        for message, expected in NOTHING[phase, role].items():
            assert await outcome(client, role, message) == expected, message
        async with role_server.person("stranger").connect(table) as witness:
            assert witness.version == before


@pytest.mark.parametrize(("phase", "role", "message", "expected"), SOMETHING)
async def test_what_a_role_may_do(role_server: RoleServer, phase: str, role: str, message: str, expected: str) -> None:
    table = await role_server.table(phase)
    async with role_server.person(role).connect(table) as client:
        before = client.version
        assert await outcome(client, role, message) == expected
        async with role_server.person("stranger").connect(table) as witness:
            assert witness.version > before
