"""Denkste!: the solution against a linear program and against best answers, and the players that use it."""

import json
import random
import threading
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog
from typer.testing import CliRunner

import tafelrunde as tr
from tafelrunde.bots import Seat
from tafelrunde.bots.denkste import multiplayer_solution
from tafelrunde.bots.denkste import two_player_solver as solver
from tafelrunde.bots.denkste.bimatrix_game import solve_bimatrix
from tafelrunde.bots.denkste.multiplayer_turn import MultiplayerGame, multiplayer_game
from tafelrunde.bots.denkste.players import BOTS
from tafelrunde.bots.denkste.two_player_solution import Solution, Solver, solution
from tafelrunde.bots.player import AdvisedPlayer
from tafelrunde.cli.main import app
from tafelrunde.kernel.languages import LANGUAGES, number
from tafelrunde.kernel.targets import kept, native
from tafelrunde.lab.studies.denkste.best_answers import measure, mixtures
from tafelrunde.lab.studies.denkste.solution import describe, exploitability

from ...parts import thorough
from .. import contests

USUAL = (24, 16, 8)
SMALL = (4, 8, 4)
SMALLEST = (4, 4, 4)
GAMES = [(rings, variant) for rings in (USUAL, SMALL, SMALLEST) for variant in (False, True)]
GAMES_PLAYED = 40
PEOPLE = ("gentle", "good", "strongest")


def seat_at(figures: list[tuple[int, int]], turn: int, at: int, variant: bool = False, rings: Any = USUAL) -> Seat:
    options = {"players": len(figures), "haste_gedacht": variant, "rings": list(rings)}
    position = {"game": "denkste", "options": options, "figures": [list(figure) for figure in figures], "turn": turn}
    return Seat.of(tr.from_position(position), at)


def worth(solved: Solution, figures: list[tuple[int, int]], go: str, stop: str) -> float:
    """What seat 0, on turn, wins after both cards are shown, by the rules and the solution's values."""
    match = seat_at(figures, 0, 0, solved.haste_gedacht, solved.rings).sample(seed=1)
    match.play(0, go)
    match.play(1, stop)
    mine, other = (tuple(figure) for figure in match.view()["figures"])
    return 1.0 if mine[0] == 4 else 1 - float(solved.values[solved.place(other), solved.place(mine)])


def value_of(game: Any) -> float:
    """The value of a matrix game by a linear program."""
    rows, columns = game.shape
    found = linprog(
        [*[0] * rows, -1],
        A_ub=np.hstack([-game.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[*[1] * rows, 0]],
        b_eq=[1],
        bounds=[(0, 1)] * rows + [(None, None)],
    )
    assert found.success
    return float(-found.fun)


@pytest.mark.parametrize(("rings", "variant"), GAMES)
def test_at_random_positions_it_equals_a_linear_program(rings: tuple[int, ...], variant: bool) -> None:
    solved, choice, looked_at = solution(rings, variant), random.Random(3), 0
    while looked_at < 6:
        figures = [solved.figure(choice.randrange(solved.places)) for _ in range(2)]
        try:
            going, stopping = (seat_at(figures, 0, at, variant, rings).moves for at in (0, 1))
        except tr.BadPosition:
            continue
        looked_at += 1
        game = np.array([[worth(solved, figures, go, stop) for stop in stopping] for go in going])
        turn = solved.turn(figures[0], figures[1])
        assert turn.value == pytest.approx(value_of(game), abs=1e-9)
        assert turn.value == pytest.approx(float(solved.values[solved.place(figures[0]), solved.place(figures[1])]))
        go, stop = np.array(turn.go), np.array(turn.stop)
        assert (go @ game).min() == pytest.approx(turn.value, abs=1e-9)
        assert (game @ stop).max() == pytest.approx(turn.value, abs=1e-9)
        assert turn.go_wins == pytest.approx(game @ stop) and turn.stop_wins == pytest.approx(1 - go @ game)
        assert turn.by_go == pytest.approx(game) and turn.by_stop == pytest.approx(1 - game)


@pytest.mark.parametrize(("rings", "variant"), GAMES)
def test_no_answer_wins_more_than_a_millionth(rings: tuple[int, ...], variant: bool) -> None:
    beyond = exploitability(solution(rings, variant))
    assert -1e-9 < beyond.start <= beyond.worst < 1e-6


def test_the_best_answer_to_bad_play_is_found() -> None:
    """Who always goes 6 and always stops 1 is beaten: on level 1 the figure is caught each time and catches nobody."""
    solved = Solver(USUAL, False)
    go, shown = np.zeros_like(solved.go), np.zeros_like(solved.shown)
    go[..., 5] = 1
    for place, level in enumerate(solved.levels):
        dials = solver.HITS[solved.stops[level, 0]]
        shown[place, :, range(6), dials] = 1
    moving, stopping = np.ones_like(solved.values), np.ones_like(solved.values)
    solver.best_responses(
        solved.to, solved.levels, solved.stops, solved.counts, solved.parts(), go, shown, moving, stopping
    )
    assert moving[0, 0] == pytest.approx(1) and stopping[0, 0] == pytest.approx(1)


@pytest.mark.parametrize("shape", [(6, 6), (6, 56), (2, 3), (1, 4)])
def test_matrix_games_are_solved_also_where_much_is_equal(shape: tuple[int, int]) -> None:
    chance = np.random.default_rng(4)
    for kinds in (2, 3, 1000):
        for _ in range(30):
            game = chance.integers(0, kinds, shape) / kinds * 10.0 ** chance.integers(-6, 3)
            rows, columns = np.zeros(shape[0]), np.zeros(shape[1])
            value = solver.solve_matrix(game, rows, columns)
            scale = float(np.abs(game).max()) + 1e-9
            assert rows.sum() == pytest.approx(1) and columns.sum() == pytest.approx(1)
            assert min(rows.min(), columns.min()) >= 0
            assert abs((rows @ game).min() - value) < 1e-9 * scale
            assert abs((game @ columns).max() - value) < 1e-9 * scale


def test_what_is_kept_on_disk_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Solution(SMALL, True)
    monkeypatch.setattr(Solver, "solve", None)
    assert (Solution(SMALL, True).values == first.values).all()


def test_both_seats_see_the_same_game() -> None:
    solved = solution(USUAL, True)
    found = [describe(solved, seat_at(figures, turn, 0, True).view) for figures, turn in (
        ([(2, 3), (3, 1)], 0), ([(3, 1), (2, 3)], 1),
    )]  # fmt: skip
    assert found[0]["value"] == found[1]["value"] and found[0]["go"] == found[1]["go"]
    assert json.dumps(found)


@pytest.mark.parametrize(("words", "code"), [
    (["--position", '{"figures": [[2, 3], [3, 1]], "turn": 1}'], 0), ([], 0), (["-o", "players=3"], 2),
    (["--position", "{"], 2), (["--position", "[]"], 2), (["--position", '{"figures": 7}'], 2),
])  # fmt: skip
def test_the_command_answers_or_says_what_is_wrong(words: list[str], code: int) -> None:
    done = CliRunner().invoke(app, ["solve", "denkste", "--json", "--lang", "en", "-o", "rings=[4,8,4]", *words])
    assert done.exit_code == code
    if code == 0:
        found = json.loads(done.stdout)
        assert found["exploitability"]["worst"] < 1e-6 and 0 < found["value"] < 1
        assert sum(move["share"] for move in found["go"]) == pytest.approx(1)
        assert sum(move["share"] for move in found["stop"]) == pytest.approx(1)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_speaks_to_people(lang: str) -> None:
    done = CliRunner().invoke(app, ["solve", "denkste", "--lang", lang, "-o", "rings=[4,8,4]"])
    assert done.exit_code == 0 and number(0.549734, ".4%", lang) in done.stdout


# the players


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", [False, True])
def test_advice_is_about_every_move_and_the_best_is_first(players: int, variant: bool) -> None:
    figures = [(2, 3), (3, 1), (1, 20), (2, 9)][:players]
    for at in (0, players - 1):
        seat = seat_at(figures, 0, at, variant)
        for level in PEOPLE:
            bot = BOTS.players[level]
            assert isinstance(bot, AdvisedPlayer)
            advice = bot.advise(seat, random.Random(1))
            assert sorted(each.move for each in advice) == sorted(seat.moves)
            assert sum(each.share for each in advice) == pytest.approx(1)
            assert all(one.win >= two.win - 1e-8 for one, two in pairwise(advice))
            assert advice[-1].win >= 0 and advice[0].win <= 1


def test_the_strongest_mixes_as_the_solution_says() -> None:
    seat, chance = seat_at([(1, 0), (1, 0)], 0, 0), random.Random(2)
    chosen = Counter(BOTS.players["strongest"].choose(seat, chance) for _ in range(2000))
    go = solution(USUAL, False).turn((1, 0), (1, 0)).go
    assert set(chosen) == {"go 4", "go 5", "go 6"}
    assert all(abs(chosen[f"go {number + 1}"] / 2000 - go[number]) < 0.05 for number in range(6))


def test_the_gentle_one_can_be_read() -> None:
    """Mostly it goes one more than last time, and stops what was set last."""
    match = tr.load("denkste").new(seed=1)
    for go, stop in (("go 2", "stop 6"), ("go 5", "stop 6")):
        at = match.view()["turn"]
        match.play(at, go)
        match.play(1 - at, stop)
    chance, bot = random.Random(3), BOTS.players["gentle"]
    goes = Counter(bot.choose(Seat.of(match, 0), chance) for _ in range(200))
    stops = Counter(bot.choose(Seat.of(match, 1), chance) for _ in range(200))
    assert goes["go 3"] > 150 and stops["stop 2"] > 150


def test_a_figure_that_is_ahead_wins_more_often() -> None:
    for table in (multiplayer_game(3, USUAL, False), multiplayer_game(3, SMALLEST, False)):
        wins = [table.turn([(3, 2), *others], 0).value for others in ([(3, 3), (3, 3)], [(2, 3), (3, 3)], [(1, 2)] * 2)]
        assert 0.2 < wins[0] < wins[1] < wins[2] < 1 and wins[2] > 0.75


@pytest.mark.parametrize("variant", [False, pytest.param(True, marks=thorough)])
def test_the_look_ahead_is_exact_for_two(variant: bool) -> None:
    """At a table of two the odds of the pair are the value, and no answer wins anything."""
    table = MultiplayerGame(2, solution(SMALLEST, variant), None, 1)
    assert all(abs(own - best) < 1e-7 for own, best in measure(table))


@pytest.mark.parametrize("variant", [False, True])
def test_the_table_is_exact_for_two(variant: bool) -> None:
    exact, table = solution(SMALLEST, variant), multiplayer_solution.solution(2, SMALLEST, variant)
    of_seat_0 = table.values[: exact.places**2, 0].reshape(exact.places, exact.places)
    assert np.abs(of_seat_0 - exact.values).max() < 1e-5
    game = MultiplayerGame(2, exact, table)
    for figures in ([(3, 4), (2, 0)], [(2, 2), (3, 3)], [(1, 1), (1, 4)]):
        for turn in (0, 1):
            value = exact.turn(figures[turn], figures[1 - turn]).value
            assert game.turn(figures, turn).value == pytest.approx(value, abs=1e-5)


def test_three_leave_little_to_an_answer() -> None:
    """Who looks one turn ahead leaves a tenth; by the table it is next to nothing. All that is won is shared out."""
    pairs, table = solution(SMALLEST, False), multiplayer_solution.solution(3, SMALLEST, False)
    for whole, most in ((None, 0.12), (table, 0.005)):
        found = measure(MultiplayerGame(3, pairs, whole, 1))
        assert sum(own for own, _ in found) == pytest.approx(1, abs=1e-6)
        assert all(-1e-6 < best - own < most for own, best in found)


def test_the_look_ahead_sees_what_the_laboratory_sees() -> None:
    """The same turns ahead, from one position inwards and over all positions outwards."""
    table = MultiplayerGame(3, solution(SMALLEST, False), None, 4)
    _, go, _, _ = mixtures(table)
    for figures, turn in (([(1, 0)] * 3, 0), ([(3, 1), (2, 2), (3, 3)], 0)):
        number = table.number_of(tuple(table.pairs.place(figure) for figure in figures), turn)
        assert table.turn(figures, turn).go == pytest.approx(go[number], abs=1e-6)


@pytest.mark.parametrize("cards", [6, 20, 56])
def test_a_turn_is_an_equilibrium_whatever_both_want(cards: int) -> None:
    """Nothing is regretted, also where much is equal; always the same numbers are."""
    chance = np.random.default_rng(5)
    for kinds in (1, 2, 5, 1000):
        for _ in range(20):
            by_go, by_stop = chance.integers(0, kinds, (2, 6, cards)) / kinds
            go, stop = np.zeros(6), np.zeros(cards)
            solve_bimatrix(by_go, by_stop, go, stop)
            assert regret(by_go, by_stop, go, stop) < 1e-7
    by_go = np.where(np.eye(6, cards, dtype=bool), 0.1, 0.3)
    assert regret(by_go, 1 - by_go, np.eye(6)[0], np.eye(cards)[1]) > 0.1


def regret(by_go: Any, by_stop: Any, go: Any, stop: Any) -> float:
    """What both could gain by another choice."""
    going, stopping = by_go @ stop, go @ by_stop
    return float(going.max() - go @ going + stopping.max() - stopping @ stop)


def test_a_table_is_solved_beside_and_then_used(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(kept, "work_beside", asked.append)
    rings = (4, 4, 8)
    kept.forget(multiplayer_solution.name_of(3, rings, False))
    assert multiplayer_game(3, rings, False).solution is None and len(asked) == 1
    assert len([*asked[0]()]) > 10, "it pauses now and then"
    assert multiplayer_game(3, rings, False).solution is not None and len(asked) == 1


def test_only_one_process_of_a_machine_solves(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(native, "CACHE", tmp_path)
    monkeypatch.setattr(kept, "_working", threading.Lock())  # another test's game may still be worked out
    solved, others = list[str](), threading.enumerate()

    def ask(who: str) -> None:
        kept.work_beside(lambda: map(solved.append, [who]))
        for thread in threading.enumerate():
            if thread.name == "solving" and thread not in others:
                thread.join()

    with native.lock_if_free(tmp_path / "solving.lock") as is_ours:
        assert is_ours
        ask("while another process solves")
    ask("alone")
    assert solved == ["alone"]


@pytest.mark.parametrize(("strong", "weak", "players", "least"), [
    ("strongest", "random", 2, 0.6), ("strongest", "good", 2, 0.55), ("good", "gentle", 2, 0.55),
    ("strongest", "random", 3, 0.55), ("strongest", "random", 4, 0.55),
])  # fmt: skip
def test_a_level_beats_the_one_below(strong: str, weak: str, players: int, least: float) -> None:
    better, worse = (BOTS.players[level] for level in (strong, weak))
    rings = [12, 8, 4] if players == 2 else [4, 4, 4]
    assert contests.share("denkste", better, worse, games=GAMES_PLAYED, players=players, rings=rings) >= least
