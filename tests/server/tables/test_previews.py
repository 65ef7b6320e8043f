"""Previews over a socket: for one's own seat, not in the log, and refused as the moves themselves would be."""

import json

import pytest

import tafelrunde as tr
from tafelrunde.bots import Seat
from tafelrunde.table import previews
from tafelrunde.table.wishes import Refusal
from tests.protocol_client import BOT, EMPTY, two_players

pytestmark = pytest.mark.anyio

SEVEN = {
    "game": "dog",
    "pieces": [["h", "h", "3", "20"], ["h", "h", "40", "24"], ["h"] * 4, ["h"] * 4],
    "hands": [["7", "2"], ["K"], ["3"], ["5"]],
}


def after(*moves: str) -> previews.Preview | Refusal:
    match = tr.from_position(SEVEN)
    found = previews.preview_after(Seat.of(match, 0), list(moves))
    assert match.moves_by(0) == 0, "nothing has happened"
    return found


def test_the_parts_of_a_seven_are_previewed_one_by_one() -> None:
    found = after("7 3>6")
    assert not isinstance(found, Refusal)
    moves, view, effects, blocked = found
    assert moves == ["7 20>24"] == [effect["move"] for effect in effects] and view is not None
    assert view["left"] == 4 and view["pieces"][0] == ["h", "h", "6", "20"]  # type: ignore[index]
    assert blocked == [], "nothing else may be played before the seven is"


def test_a_card_that_cannot_be_played_says_why() -> None:
    pieces = [["h", "h", "h", "14"], ["h", "h", "h", "16*"], ["h"] * 4, ["h"] * 4]
    match = tr.from_position(SEVEN | {"pieces": pieces, "hands": [["K", "5"], ["K"], ["3"], ["5"]]})
    found = previews.preview_after(Seat.of(match, 0), [])
    assert not isinstance(found, Refusal)
    told = [(one["move"], one["seat"], one["from"], one["refusal"].rule) for one in found[-1]]
    assert told == [("5 h>0", 0, "h", "DG-10"), ("5 14>19", 0, "14", "DG-15")]
    assert found[-1][1]["refusal"].texts["en"].endswith("Nobody can get past it.")


def test_nothing_is_shown_once_others_are_to_act() -> None:
    assert after("7 3>6", "7 20>24") == ([], None, [], [])
    late = after("7 3>6", "7 20>24", "2 6>8")
    assert isinstance(late, Refusal) and late.code == "not-your-turn"


def test_an_illegal_move_is_refused_with_its_rule() -> None:
    refused = after("7 3>6", "7 6>10")
    assert isinstance(refused, Refusal) and (refused.code, refused.rule) == ("rule", "DG-25")
    unreadable = after("xyzzy")
    assert isinstance(unreadable, Refusal) and (unreadable.code, unreadable.rule) == ("rule", None)


async def test_only_the_client_that_asks_is_answered(address: str) -> None:
    async with two_players(address, "denkste", EMPTY, EMPTY) as (anna, ben):
        told = await anna.preview(0)
        assert told["type"] == "tried" and (told["version"], told["seat"]) == (anna.version, 0)
        assert told["moves"] == anna.seats["0"]["moves"] and told["view"] == anna.seats["0"]["view"]
        nothing = told | {"id": "", "moves": [], "view": None, "effects": [], "blocked": []}
        assert (await anna.preview(0, "go 3")) | {"id": ""} == nothing
        assert (await ben.preview(0))["refusal"]["code"] == "not-your-seat"
        assert await ben.do("say", phrase="hello") == told["version"] + 1, "nothing of it is in the log"
        assert not any('"tried",' in frame for frame in ben.frames)
        await anna.do("play", seat=0, move="go 4")
        assert (await anna.preview(0))["refusal"]["code"] == "not-your-turn"


async def test_there_are_no_previews_in_a_game_of_memory(address: str) -> None:
    async with two_players(address, "biberbande", *[EMPTY] * 4) as (anna, _):
        assert (await anna.preview(0))["refusal"]["code"] == "no-trying"


@pytest.mark.parametrize(
    "more",
    [{"moves": ["give K"] * 9}, {"moves": "give K"}, {"moves": [7]}, {"moves": None}, {}, {"moves": [], "for": 1}],
)
async def test_an_invalid_request_is_refused(address: str, more: dict[str, object]) -> None:
    async with two_players(address, "dog", BOT, BOT) as (anna, _):
        await anna.socket.send(json.dumps({"type": "try", "id": "t", "seat": 0} | more))
        refused = await anna.until_message("refused")
        assert refused["id"] is None and refused["refusal"]["code"] == "bad-frame"
        assert (await anna.preview(0))["type"] == "tried"
