"""Analysis on this device: any position played on, and what the strongest bot thinks of it."""

from random import Random
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde.kernel.fields import Fields
from tafelrunde.kernel.targets import arrays
from tafelrunde.table.previews import KEPT
from tests.browser.local.device import Device, Memory

pytestmark = pytest.mark.anyio

SEED = str(2**127 + 1)
"""More digits than a number of JavaScript has."""


async def looked(device: Device, start: dict[str, Any], moves: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    status, found = await device.ask("POST", "/api/analysis", {"start": start, "moves": moves, "follow": True} | more)
    assert status == 200, found
    answer: dict[str, Any] = found
    return answer


async def played_on(device: Device, start: dict[str, Any], count: int) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """So many moves of whoever may act, and what is to be seen then."""
    chance, moves, seen = Random(3), list[dict[str, Any]](), await looked(device, start, [])
    while len(moves) < count and seen["view"]["result"] is None:
        moves.append({"seat": seen["seat"], "move": chance.choice(seen["moves"])})
        seen = await looked(device, start, moves, seat=seen["seat"])
    return moves, seen


@pytest.mark.parametrize("game", tr.games())
async def test_a_game_is_the_same_from_its_deal_and_from_any_of_its_positions(game: str) -> None:
    device, start = Device(Memory()), {"game": game, "seed": SEED}
    moves, end = await played_on(device, start, 20)
    match = tr.load(game).new(int(SEED))
    for made in moves:
        match.play(made["seat"], made["move"])
    assert end["position"] == match.position() | {"seed": SEED}
    assert end["view"] == match.view(end["seat"]) and end["acting"] == match.actors()
    middle = (await looked(device, start, moves[:8]))["position"]
    assert (await looked(device, middle, moves[8:]))["position"] == end["position"]


async def test_the_last_move_is_told_apart_from_what_came_before() -> None:
    device, start = Device(Memory()), {"game": "denkste", "seed": SEED}
    first = await looked(device, start, [{"seat": 0, "move": "go 3"}], seat=0, follow=False)
    assert first["since"] == 0 and first["moves"] == [] and first["acting"] == [1]
    both = [{"seat": 0, "move": "go 3"}, {"seat": 1, "move": "stop 1"}]
    second = await looked(device, start, both, seat=0, follow=False)
    assert second["events"][second["since"]]["type"] == "set_stop"


async def test_looking_at_old_positions_again_finds_them() -> None:
    device, start = Device(Memory()), {"game": "beam-me-up", "seed": SEED}
    moves, _ = await played_on(device, start, KEPT + 10)
    early = await looked(device, start, moves[:3])
    other = [*moves[:2], {"seat": early["seat"], "move": early["moves"][0]}]
    assert await looked(device, start, moves[:3]) == early
    status, refusal = await device.ask("POST", "/api/analysis", {"start": start, "moves": [*other, other[-1]] * 2})
    assert status == 409 and set(refusal["texts"]) == {"de", "en", "fr"}


async def test_a_stock_in_an_order_of_its_own_has_all_numbers_of_a_state() -> None:
    """Where there is no NumPy, a state is packed number by number: each field needs as many as it has."""
    position = tr.load("biberbande").new(seed=1).position()
    position["stock"].reverse()
    game = tr.load("biberbande")
    state, blank = game.empty_state(), arrays.blank(game.STATE)
    game.place(Fields(position), state)
    lengths = {name: len(value) if hasattr(value, "__len__") else 1 for name, value in blank.items()}
    assert {name: len(value) if hasattr(value, "__len__") else 1 for name, value in state.items()} == lengths


@pytest.mark.parametrize("game", tr.games())
async def test_the_strongest_bot_ranks_the_moves_of_whoever_may_act(game: str) -> None:
    device, start = Device(Memory()), {"game": game, "seed": SEED}
    moves, seen = await played_on(device, start, 9)
    asked = {"start": start, "moves": moves, "seat": seen["seat"]}
    status, found = await device.ask("POST", "/api/advice", asked | {"simulations": 60})
    assert status == 200 and found["moves"] and {each["move"] for each in found["moves"]} <= set(seen["moves"])
    assert all(0 <= each["win"] <= 1 and each["why"]["de"] for each in found["moves"][:5])
    assert found["searches"] == (game == "dog")
    others = next(seat for seat in range(4) if seat not in seen["acting"]) if len(seen["acting"]) < 2 else None
    if others is not None:
        assert (await device.ask("POST", "/api/advice", asked | {"seat": others}))[1]["moves"] == []


async def test_a_ranking_knows_only_what_the_seat_knows() -> None:
    """Cards that a seat does not see may lie anywhere: it makes no difference to what is advised."""
    device = Device(Memory())
    position = tr.load("biberbande").new(seed=5).position() | {"phase": "turn", "ready": [0, 0], "seed": SEED}
    hidden = position["rows"][1]
    position["rows"] = [position["rows"][0], [hidden[0], position["stock"][0], position["stock"][1], hidden[3]]]
    position["stock"] = [hidden[1], hidden[2], *position["stock"][2:]]
    same = tr.load("biberbande").new(seed=5).position() | {"phase": "turn", "ready": [0, 0], "seed": SEED}
    one = await device.ask("POST", "/api/advice", {"start": position, "moves": [], "seat": 1})
    other = await device.ask("POST", "/api/advice", {"start": same, "moves": [], "seat": 1})
    assert position != same and one[0] == 200 and one[1]["moves"] == other[1]["moves"]


@pytest.mark.parametrize(
    ("start", "moves", "status"),
    [
        ({"game": "chess"}, [], 422),
        ({"game": "dog", "options": {"players": 9}}, [], 422),
        ({"game": "dog", "options": ["players"]}, [], 422),
        ({"game": "dog", "seed": "many"}, [], 422),
        ({"game": "dog", "hands": [["A"] * 9, [], [], []]}, [], 422),
        ({"game": "dog"}, [{"seat": 0, "move": "give Z"}], 409),
        ({"game": "dog"}, [{"seat": [], "move": "give A"}], 409),
        ({"game": "dog"}, [{"seat": 0}], 422),
        ([], [], 422),
    ],
)
async def test_what_cannot_be_says_why(start: Any, moves: Any, status: int) -> None:
    device = Device(Memory())
    found, refusal = await device.ask("POST", "/api/analysis", {"start": start, "moves": moves})
    assert found == status and set(refusal["texts"]) == {"de", "en", "fr"}
    assert (await device.ask("POST", "/api/advice", {"start": start, "moves": moves, "seat": 0}))[0] == status


async def test_simulations_are_counted() -> None:
    device = Device(Memory())
    for simulations in (0, -1, 10**9, "many"):
        asked = {"start": {"game": "dog"}, "moves": [], "seat": 0, "simulations": simulations}
        assert (await device.ask("POST", "/api/advice", asked))[0] == 422
