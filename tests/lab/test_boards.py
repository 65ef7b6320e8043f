"""BM-03: the boards of Beam me up are equally strong."""

import numpy as np
import pytest

import tafelrunde as tr
from tafelrunde.lab.studies.beam_me_up import boards

from ..parts import thorough

BOUND = 0.01  # one percentage point of wins
GAMES = {2: 600_000, 3: 300_000, 4: 200_000}
"""With fewer players two boards meet more often and a win weighs more: more games for about the same margin."""
SHARE = {"random": 1.0, "greedy": 0.4}
"""Greedy games take longer, and fewer of them suffice."""


@pytest.mark.parametrize(
    ("policy", "players"),
    [
        pytest.param(policy, players, marks=() if (policy, players) == ("random", 4) else thorough)
        for policy in boards.POLICIES
        for players in boards.PLAYERS
    ],
)
def test_bm_03_no_board_is_better_than_another_by_more_than_a_percentage_point(policy: str, players: int) -> None:
    """The whole 99 % interval of the difference of any two boards lies within the bound."""
    games = int(GAMES[players] * SHARE[policy])
    cell = boards.cell(policy, players, games, seed=3, threads=1)
    assert cell["confidence"] == 0.99
    assert len(cell["differences"]) == 6
    for pair in cell["differences"]:
        assert 0 < pair["margin"] < 0.0085
        assert abs(pair["difference"]) + pair["margin"] <= BOUND, pair
    assert sum(board["wins"] for board in cell["boards"]) == cell["games"] >= games


def test_the_greedy_player_is_a_sensible_one() -> None:
    """It wins nearly always against somebody who plays by chance, on whatever boards."""
    seatings = np.array([[0, 1], [2, 3], [3, 0]])
    wins = boards.played_wins(1, 2, 3000, seed=1, threads=1, seatings=seatings)
    assert wins.sum() == 3000
    assert (wins[:, 0] > 950).all()


def test_balance_is_plain_data_and_does_not_depend_on_threads() -> None:
    one, two = (
        list(boards.cells(games=240, seed=5, threads=1)),
        list(boards.cells(games=240, seed=5, threads=2)),
    )
    assert one == two != list(boards.cells(games=240, seed=6, threads=1))
    assert [(cell["policy"], cell["players"], cell["games"]) for cell in one] == [
        (policy, players, 240) for policy in ("random", "greedy") for players in (2, 3, 4)
    ]
    first = one[0]["boards"][0]
    assert first["played"] == 120 and first["share"] == first["wins"] / 120
    assert 0 < first["low"] < first["share"] < first["high"] < 1


def test_balance_rounds_up_to_every_seating_equally_often() -> None:
    assert [cell["games"] for cell in boards.cells(games=1)] == [12, 24, 24] * 2


@pytest.mark.parametrize(("name", "value"), [("games", 0), ("games", "many"), ("seed", -1), ("threads", 0)])
def test_balance_refuses_bad_numbers(name: str, value: object) -> None:
    with pytest.raises(tr.BadOption, match=name):
        list(boards.cells(**{name: value}))  # type: ignore[arg-type]
