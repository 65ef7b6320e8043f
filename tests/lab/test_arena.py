"""The arena: fair to every seat, the same on any number of processes, and as sure as it says."""

import random
from dataclasses import replace
from statistics import fmean

import pytest

import tafelrunde as tr
from tafelrunde.bots import Seat, levels, make
from tafelrunde.lab import arena
from tafelrunde.lab.arena import GameResult, Thinking, compete, contest, interval, ratings_of
from tafelrunde.lab.bot_game import Plan, RealTimeGame, SeatedBot
from tafelrunde.lab.ladder import climb, contests
from tafelrunde.lab.sides import points, side_of, sides

SMALL = {"players": 2, "rings": [4, 4, 4]}


def figures(report: arena.Report) -> dict[str, object]:
    """A report without what the clock says."""
    plain = report.plain()
    for line in plain["lines"]:
        del line["mean_seconds"], line["longest_seconds"]
    return plain | {"seconds": None}


def test_the_same_contest_gives_the_same_figures_on_any_number_of_processes() -> None:
    held = contest(tr.load("denkste", **SMALL), ["greedy", "random"], games=12, seed=5)
    done: list[int] = []
    alone = compete(held, 1, done.append)
    assert done == [2, 4, 6, 8, 10, 12]
    assert figures(compete(held, 2)) == figures(alone)
    assert figures(compete(contest(held.game, held.bots, 12, seed=6), 1)) != figures(alone)


@pytest.mark.parametrize(
    ("game", "players", "bots"),
    [("denkste", 2, 2), ("denkste", 3, 2), ("denkste", 2, 3), ("denkste", 4, 4), ("dog", 4, 3)],
)
@pytest.mark.parametrize("number", [0, 1])
def test_each_bot_plays_each_side_of_a_deal_once(
    game: str, players: int, bots: int, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lineups: list[tuple[int, ...]] = []
    monkeypatch.setattr(arena, "play_game", lambda held, number, lineup: lineups.append(lineup))
    held = contest(tr.load(game, players=players), ["random"] * bots, games=1)
    arena.play_deal(held, number)
    assert len(lineups) == bots
    for side in zip(*lineups, strict=True):
        assert sorted(side) == list(range(bots))


def test_equal_bots_share_every_deal() -> None:
    """Luck is out: on the same deal, with the same chance by seat, nobody gains anything."""
    report = compete(contest(tr.load("biberbande", players=2), ["greedy", "greedy"], games=8), 1)
    assert [line.share for line in report.lines] == [0.5, 0.5]
    assert report.pairs[0].difference == 0 and report.pairs[0].low < 0 < report.pairs[0].high


def test_a_better_bot_is_found_to_be_better() -> None:
    report = compete(contest(tr.load("denkste", **SMALL), ["random", "greedy", "random"], games=150), 1)
    one, better, _ = report.lines
    assert better.low > better.fair == 0.5 > one.share and better.rating > one.rating + one.uncertainty
    assert (better.games, report.games, report.deals) == (100, 150, 50)
    assert [pair.high < 0 for pair in report.pairs] == [True, False, False] and report.pairs[2].low > 0


def test_dog_is_played_by_sides() -> None:
    game = tr.load("dog")
    assert sides(game) == ((0, 2), (1, 3)) and [side_of(game, seat) for seat in range(4)] == [0, 1, 0, 1]
    assert points(game, {"winners": [1, 3], "scores": [3, 8, 3, 8]}) == [0.0, 1.0]
    assert points(tr.load("biberbande", players=3), {"winners": [0, 2], "scores": []}) == [0.5, 0.0, 0.5]


@pytest.mark.parametrize(
    ("bots", "games", "field"),
    [
        (["greedy"], 10, "bots"),
        (["greedy"] * 9, 10, "bots"),
        (["greedy", "genius"], 10, "level"),
        (["greedy", "greedy:5"], 10, "level"),
        (["greedy", "random"], 0, "games"),
    ],
)
def test_what_cannot_be_is_refused(bots: list[str], games: int, field: str) -> None:
    with pytest.raises(tr.BadOption) as refused:
        contest(tr.load("dog"), bots, games)
    assert refused.value.field == field


# how sure it is


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    chance = random.Random(1)
    held = 0
    for _ in range(400):
        _, low, high = interval([fmean(chance.random() < 0.7 for _ in range(2)) for _ in range(100)])
        held += low <= 0.7 <= high
    assert 0.91 <= held / 400 <= 0.98


def test_the_interval_is_narrow_where_duplicate_deals_take_luck_out() -> None:
    """The same share of wins; in one case every deal says the same, in the other the deal decides."""
    _, low, high = interval([0.0, 1.0] * 50)
    _, lower, higher = interval([0.5, 0.5, 0.5, 0.5, 1.0, 0.0] * 16 + [0.5] * 4)
    assert higher - lower < (high - low) * 0.7


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_the_interval_is_never_nothing(value: float) -> None:
    mean, low, high = interval([value] * 10)
    assert mean == value and 0.0 <= low <= value <= high <= 1.0 and high - low > 0.2


def test_ratings_rise_with_wins() -> None:
    thinking = (Thinking.of([]), Thinking.of([]))
    won = GameResult((0, 1), (1.0, 0.0), thinking)
    [(better, sure), (worse, _)] = ratings_of(2, [won] * 30)
    assert better > 30 > 20 > worse and sure < 25 / 3
    assert ratings_of(2, [GameResult((1, 1), (1.0, 0.0), thinking)]) == ratings_of(2, [])


# Biesti Boys by the clock


def race(seed: int, equal_speed: bool, *names: str) -> RealTimeGame:
    match = tr.load("biesti-boys", players=len(names)).new(seed)
    players = [SeatedBot(make(name, "biesti-boys"), random.Random(seat)) for seat, name in enumerate(names)]
    return RealTimeGame(match, players, equal_speed)


def test_whoever_is_first_lays_and_time_goes_forward(monkeypatch: pytest.MonkeyPatch) -> None:
    run = race(3, False, "greedy", "random")
    moments = []
    carry_out = run._carry_out

    def noted(who: int, plan: Plan) -> None:
        moments.append(plan.at)
        carry_out(who, plan)

    monkeypatch.setattr(run, "_carry_out", noted)
    run.run()
    assert run.match.result is not None
    assert moments == sorted(moments) and len(moments) > 20


def test_after_a_new_board_everybody_looks_first() -> None:
    run = race(5, True, "greedy", "greedy")
    while not run.opens:
        run._make_plans()
        who = min(run.plans, key=lambda seat: run.plans[seat].at)
        run._carry_out(who, run.plans.pop(who))
    run._make_plans()
    assert run.opens == run.now + run.match.game.facts.pauses["new_board"]
    assert all(plan.at >= run.opens for plan in run.plans.values())


def test_at_equal_speed_only_the_choice_counts() -> None:
    """A slow player loses by the clock, and not at equal speed."""

    class Slow:
        level, seconds = "slow", 0.1

        def choose(self, seat: Seat, chance: random.Random) -> str | None:
            return make("greedy", "biesti-boys").choose(seat, chance)

        def pause(self, seat: Seat, chance: random.Random) -> float:
            return 5.0

    wins = {True: 0, False: 0}
    for seed in range(10):
        for equal_speed in wins:
            run = race(seed, equal_speed, "greedy", "greedy")
            run.players[0].bot = Slow()
            run.run()
            assert run.match.result is not None
            wins[equal_speed] += 0 in run.match.result["winners"]
    assert wins[False] == 0 and wins[True] >= 2


def test_by_the_honour_rule_a_claim_stands_when_nobody_calls() -> None:
    position = {
        "game": "biesti-boys",
        "options": {"players": 2, "draw": "auto", "referee": "honour"},
        "lifts": ["2", "8", "S", "6"],
        "hands": [["3"], ["0", "0", "0"]],
        "piles": [[], ["4"]],
    }

    class Trusting:
        level, seconds = "trusting", 0.1

        def choose(self, seat: Seat, chance: random.Random) -> str | None:
            return "lay 3 2" if "lay 3 2" in seat.moves else None

        def pause(self, seat: Seat, chance: random.Random) -> float:
            return 1.0

    for other, winner in ((Trusting(), [0]), (make("greedy", "biesti-boys"), [])):
        run = RealTimeGame(
            tr.from_position(position),
            [SeatedBot(Trusting(), random.Random(1)), SeatedBot(other, random.Random(2))],
            True,
        )
        for _ in range(2):
            run._make_plans()
            who = min(run.plans, key=lambda seat: run.plans[seat].at)
            run._carry_out(who, run.plans.pop(who))
        assert (run.match.result or {"winners": []})["winners"] == winner


@pytest.mark.parametrize("game", tr.games())
def test_every_level_plays_whole_games(game: str) -> None:
    names = levels(game)
    for name in names:
        options = SMALL if game == "denkste" else {}
        held = contest(tr.load(game, **options), [name, "random"], games=1, seed=2)
        lineup = tuple(side % 2 for side in range(len(sides(held.game))))
        assert sum(arena.play_game(held, 0, lineup).points) == pytest.approx(1)


def test_a_ladder_has_every_level_and_begins_at_random() -> None:
    game = tr.load("biberbande")
    names = levels("biberbande")
    held = contests(game, 40, seed=3, equal_speed=False)
    assert [each.bots for each in held][:3] == [names[:2], (names[0], names[2]), names[1:3]]
    assert {level for each in held for level in each.bots} == set(names)
    done: list[int] = []
    found = climb(held, 1, done.append)
    assert done == sorted(done) and done[-1] == found.games == 40 * len(held)
    assert [rung.level for rung in found.rungs] == list(names) and found.rungs[0].rating == 0
    assert all(rung.low <= rung.rating <= rung.high for rung in found.rungs)
    assert found.rungs[-1].low > 0, "the strongest is better than chance"
    assert [(pair.one, pair.other) for pair in found.pairs] == [each.bots for each in held]
    assert replace(climb(held, 1), seconds=0.0) == replace(found, seconds=0.0)
