"""Fair deal: nobody chooses the seed alone, and everybody can check it afterwards."""

import json

import pytest

import tafelrunde as tr
from tafelrunde.table import fair_deal, visibility, wishes
from tafelrunde.table.table import Table

from . import sessions
from .sessions import GUEST, HOST, ONLOOKER, STRANGER, Session


def test_secrets_are_long_and_never_the_same() -> None:
    assert len({fair_deal.random_secret() for _ in range(100)}) == 100
    assert len(bytes.fromhex(fair_deal.random_secret())) == 16


def test_the_commitment_binds_to_the_secret_and_does_not_tell_it() -> None:
    secret = fair_deal.random_secret()
    assert (
        fair_deal.commitment(secret) == fair_deal.commitment(secret) != fair_deal.commitment(fair_deal.random_secret())
    )
    assert secret not in fair_deal.commitment(secret)


def test_the_seed_follows_from_the_secret_and_every_part() -> None:
    seeds = [
        fair_deal.seed("s", ["a", "b"]),
        fair_deal.seed("t", ["a", "b"]),
        fair_deal.seed("s", ["a", "c"]),
        fair_deal.seed("s", ["b", "a"]),
        fair_deal.seed("s", ["ab"]),
        fair_deal.seed("s", ["a", "b", ""]),
        fair_deal.seed("s", []),
        fair_deal.seed("s", [""]),
    ]
    assert len(set(seeds)) == len(seeds)
    assert fair_deal.seed("s", ["a", "b"]) == seeds[0] < 2**128


def test_the_derivation_is_a_promise() -> None:
    """Records of years ago must verify: these values never change."""
    assert fair_deal.commitment("00") == "414681d6b4f7e29c7dc5e8554a4468259692801fb926a833eab73e0600efb35d"
    assert fair_deal.seed("00", ["a", "b"]) == 147737454886865403191289938337599316764


def test_the_match_is_dealt_by_that_seed() -> None:
    table = Session("dog").begin(GUEST, players=4).table
    assert table.match is not None
    assert table.match.record()["seed"] == fair_deal.seed(table.secret, ["a", f"part of {GUEST}"])


def test_one_other_part_gives_another_deal() -> None:
    one, other = (Session("dog") for _ in range(2))
    one.begin(GUEST, players=4)
    other.join(GUEST).ask(GUEST, wishes.Join("Guest", "another part"), wishes.Sit(1))
    other.ask(HOST, wishes.Sit(0), wishes.Fill("random"), wishes.Start())
    assert one.table.match is not None and other.table.match is not None
    assert one.table.match.view(0)["hands"][0] != other.table.match.view(0)["hands"][0]


def test_who_comes_after_the_deal_changes_nothing_of_it() -> None:
    session = Session("denkste").begin(GUEST, players=2)
    dealt = session.table.parts(), session.table.seed()
    session.join(ONLOOKER, STRANGER, GUEST).ask(STRANGER, wishes.Leave())
    session.ask(GUEST, wishes.Leave())
    assert (session.table.parts(), session.table.seed()) == dealt


def test_who_left_before_the_deal_has_no_part_in_it() -> None:
    session = Session("denkste").join(STRANGER).ask(STRANGER, wishes.Leave()).begin(GUEST, players=2)
    assert session.table.parts() == ["a", f"part of {GUEST}"]


def everything_shown(table: Table, now: float) -> str:
    viewers = [None, *range(len(table.seats))] if table.match else []
    seen = [visibility.perspective(table, seat, 0, now) for seat in viewers]
    return repr([visibility.lobby(table), seen])


@pytest.mark.parametrize("game", sessions.GAMES)
def test_the_secret_is_shown_when_the_game_is_over_and_not_before(game: str) -> None:
    session = Session(game)
    secret = session.table.secret
    assert secret not in everything_shown(session.table, session.now)
    assert visibility.lobby(session.table)["commitment"] == fair_deal.commitment(secret)
    session.begin(GUEST, players=sessions.fewest(game))
    assert secret not in everything_shown(session.table, session.now)
    assert str(session.table.seed()) not in everything_shown(session.table, session.now)
    session.to_the_end()
    assert visibility.lobby(session.table)["deal"] == {"secret": secret, "parts": ["a", f"part of {GUEST}"]}


@pytest.mark.parametrize("game", sessions.GAMES)
def test_a_record_verifies_and_replays_to_the_same_result(game: str) -> None:
    session = Session(game).begin(GUEST, players=sessions.fewest(game)).to_the_end()
    session.ask(GUEST, wishes.Join("Another Name", "another part"))
    record = json.loads(json.dumps(session.table.record()))
    deal = record["deal"]
    assert fair_deal.commitment(deal["secret"]) == deal["commitment"] == visibility.lobby(session.table)["commitment"]
    assert fair_deal.seed(deal["secret"], deal["parts"]) == record["seed"]
    match = tr.replay({key: record[key] for key in ("game", "options", "seed", "moves")})
    assert match.result == record["result"] is not None
    assert record["names"][:3] == ["Hanna", "Guest", None][: len(record["names"])]


def test_there_is_no_record_of_a_running_game() -> None:
    with pytest.raises(AssertionError):
        Session("denkste").begin(GUEST, players=2).table.record()
