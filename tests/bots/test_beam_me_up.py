"""Beam me up: the solved turn against brute force by the rules, and the players that use it."""

import random
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np
import pytest

import tafelrunde as tr
from tafelrunde.bots import Seat
from tafelrunde.bots.beam_me_up import network
from tafelrunde.bots.beam_me_up.players import BOTS
from tafelrunde.bots.beam_me_up.solved_turn import best_uses, forecast, solve, win_chances
from tafelrunde.bots.player import AdvisedPlayer
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel.match import Match

from .. import every
from . import contests

PEOPLE = ("gentle", "good", "strongest")
Dice = tuple[int, ...]


def worth(match: Match, seat: int) -> float:
    """What the network makes of a position after the seat's turn, from the view alone."""
    if match.result is not None:
        return float(seat in match.result["winners"])
    view, players = match.view(), match.game.players
    first, bias, second, last = network.learned(players)
    hidden = bias.copy()
    for place in range(players):
        at = (seat + place) % players
        rows = view["stones"][at]
        turned = network.COLUMNS[view["boards"][at]]
        seen = [8 * column + rows[turned[column]] for column in range(7)]
        seen += [56 + sum(row >= 6 for row in rows), 64 + rows.count(0), 72 + view["jokers"][at]]
        hidden = hidden + first[place, seen].sum(axis=0)
    return float(1 / (1 + np.exp(-(last[0] + second @ np.maximum(hidden, 0)))))


def best_end(match: Match, seat: int) -> float:
    """The best that any way to finish the turn comes to, rockets and all."""
    view = match.view()
    if match.result is not None or view["turn"] != seat or view["phase"] == "roll":
        return worth(match, seat)
    values = []
    for move in match.moves(seat):
        twin = match.copy()
        twin.play(seat, move)
        values.append(best_end(twin, seat))
    return max(values)


def hopes(start: dict[str, Any], throws: int) -> dict[Dice, float]:
    """By dice kept: what is to be expected of so many throws of the others, all ways in turn."""
    ends = {
        dice: best_end(tr.from_position(start | {"phase": "move", "throw": 3, "dice": list(dice)}), start["turn"])
        for dice in beam.DICE[beam.FULL :]
    }
    thrown = ends
    for _ in range(throws):
        kept = {dice: _mean(dice, thrown) for dice in beam.DICE}
        thrown = {dice: max(kept[some] for size in range(6) for some in combinations(dice, size)) for dice in ends}
    return kept


def _mean(dice: Dice, thrown: dict[Dice, float]) -> float:
    ways = [thrown[tuple(sorted((*dice, *more)))] for more in product(range(1, 7), repeat=5 - len(dice))]
    return sum(ways) / len(ways)


def kept(move: str, dice: list[int]) -> Dice:
    return tuple(dice) if move == "stand" else tuple(int(word) for word in move.split()[1:] if word != "-")


def near_the_end(players: int, seed: int, joker: bool) -> dict[str, Any]:
    """A position at the first throw of a turn, with stones anywhere."""
    chance = random.Random(seed)
    while True:
        stones = [[chance.choice((0, 1, 2, 3, 4, 5, 5, 6)) for _ in range(7)] for _ in range(players)]
        dice = sorted(chance.choices(range(1, 7), k=5))
        start = {"game": "beam-me-up", "options": {"players": players}, "stones": stones, "turn": 0}
        try:
            match = tr.from_position(start | {"phase": "roll", "throw": 1, "dice": dice})
        except tr.BadPosition:
            continue
        if match.result is None and match.view()["jokers"][0] == joker:
            return start | {"phase": "roll", "throw": 1, "dice": dice}


@pytest.mark.parametrize(("players", "seed", "throw"), [(2, 1, 1), (3, 2, 2), (4, 3, 2)])
def test_a_throw_equals_brute_force(players: int, seed: int, throw: int) -> None:
    position = near_the_end(players, seed, joker=False) | {"throw": throw}
    seat = Seat.of(tr.from_position(position), 0)
    expected = hopes(position, 3 - throw)
    for move, win in zip(seat.moves, win_chances(seat), strict=True):
        found = best_end(tr.from_position(position | {"phase": "move"}), 0) if move == "stand" else None
        assert win == pytest.approx(expected[kept(move, position["dice"])] if found is None else found, abs=1e-5)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("joker", [False, True])
def test_a_use_of_the_dice_equals_brute_force(players: int, joker: bool) -> None:
    """Every move of the phase, with all rockets that follow."""
    rockets = 0
    for seed in range(16):
        dice = [[3, 3, 3, 5, 5], [2, 3, 4, 5, 5], [1, 1, 1, 1, 6], [2, 2, 4, 4, 6]][seed % 4]
        position = near_the_end(players, seed, joker) | {"phase": "move", "dice": dice}
        match = tr.from_position(position)
        for move, win in zip(match.moves(0), win_chances(Seat.of(match, 0)), strict=True):
            twin = match.copy()
            twin.play(0, move)
            assert win == pytest.approx(best_end(twin, 0), abs=1e-5)
            if twin.result is None and twin.view()["phase"] == "boost" and not rockets:
                rockets += 1
                _check_boosts(twin)
    assert rockets


@pytest.mark.parametrize("joker", [False, True])
def test_what_is_forecast_is_what_the_solver_expects(joker: bool) -> None:
    """The mean of the chances that the dice leave in the end, if the turn is played on for the highest one."""
    seat = Seat.of(tr.from_position(near_the_end(2, 1, joker)), 0)
    solved = solve(seat)
    uses = best_uses(solved, joker)
    values = solved.expected[0, beam.FULL :].tolist()
    assert all(up is None or solved.ups[up] == value for up, value in zip(uses, values, strict=True))
    for throws in (1, 2):
        found, expected = forecast(solved, values, throws), solved.expected[throws]
        assert found[: beam.FULL] == pytest.approx(expected[: beam.FULL])


def _check_boosts(match: Match) -> None:
    for move, win in zip(match.moves(0), win_chances(Seat.of(match, 0)), strict=True):
        twin = match.copy()
        twin.play(0, move)
        assert win == pytest.approx(best_end(twin, 0), abs=1e-5)


def test_every_board_looks_like_the_first() -> None:
    for board, rows in enumerate(beam.BOARDS):
        turned = network.COLUMNS[board]
        assert sorted(turned) == list(range(7))
        assert ["".join(row[column] for column in turned) for row in rows] == beam.BOARDS[0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_advice_is_about_every_move_and_does_not_depend_on_chance_to_come(players: int) -> None:
    redraw = random.Random(6)
    for match, at, _ in every.random_match(tr.load("beam-me-up", players=players), seed=24, most=40):
        twin = match.resample(at, seed=redraw.getrandbits(64))
        for level in PEOPLE:
            bot, seat = BOTS.players[level], Seat.of(match, at)
            assert isinstance(bot, AdvisedPlayer)
            advice = bot.advise(seat, random.Random(1))
            assert sorted(each.move for each in advice) == sorted(seat.moves)
            assert sum(each.share for each in advice) == pytest.approx(1)
            assert all(one.win >= two.win - 1e-8 for one, two in pairwise(advice))
            assert advice == bot.advise(Seat.of(twin, at), random.Random(1))


def test_the_strongest_takes_what_wins() -> None:
    stones = [[6, 6, 6, 6, 5, 1, 1], [0] * 7]
    position = {"game": "beam-me-up", "options": {"players": 2}, "stones": stones, "turn": 0, "dice": [1, 2, 3, 5, 5]}
    seat = Seat.of(tr.from_position(position | {"phase": "roll", "throw": 1}), 0)
    assert BOTS.players["strongest"].choose(seat, random.Random(1)) == "stand"
    seat = Seat.of(tr.from_position(position | {"phase": "move", "throw": 1}), 0)
    assert BOTS.players["strongest"].choose(seat, random.Random(1)) == "up 5+1"


@pytest.mark.parametrize(("strong", "weak", "players", "least"), [
    ("strongest", "greedy", 2, 0.65), ("strongest", "good", 2, 0.5), ("good", "gentle", 2, 0.6),
    ("strongest", "random", 3, 0.8), ("strongest", "random", 4, 0.8),
])  # fmt: skip
def test_a_level_beats_the_one_below(strong: str, weak: str, players: int, least: float) -> None:
    better, worse = (BOTS.players[level] for level in (strong, weak))
    assert contests.share("beam-me-up", better, worse, games=24, players=players) >= least
