"""Reviews: what was thrown away, what was luck, and how both make the result."""

import random
from typing import Any

import numpy as np
import pytest

import tafelrunde as tr
from tafelrunde.bots import Advice, Seat, make
from tafelrunde.bots.denkste.players import guessing
from tafelrunde.bots.game_bots import Guessing
from tafelrunde.bots.hints import hint
from tafelrunde.lab import review
from tafelrunde.lab.bot_game import SeatedBot, play
from tafelrunde.lab.habits import Setting, habits
from tafelrunde.lab.review import Review, Reviewer, verdict
from tafelrunde.lab.sides import points

SHORT: dict[str, dict[str, Any]] = {
    "beam-me-up": {"players": 3},
    "biberbande": {"players": 3},
    "biesti-boys": {"players": 2},
    "denkste": {"players": 3, "rings": [4, 4, 4]},
    "dog": {},
}


def played(game: str, level: str = "greedy", **options: Any) -> dict[str, Any]:
    """The record of a game between bots."""
    match = tr.load(game, **options).new(5)
    play(match, [SeatedBot(make(level, game), random.Random(seat)) for seat in range(match.game.players)])
    return match.record()


def reviewed(record: dict[str, Any]) -> Review:
    reviewer = Reviewer(record)
    while reviewer.done < reviewer.moves:
        reviewer.step()
    return reviewer.review()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice without thought: the chance of a move follows from its text and the number of choices."""

    def hint(seat: Any, chance: random.Random, budget: Any = None) -> list[Advice]:
        chance = random.Random(f"{seat.number} {len(seat.events())} {len(seat.moves)}")
        found = [Advice(move, chance.random(), 1 / len(seat.moves)) for move in seat.moves]
        return sorted(found, key=lambda each: -each.win)

    monkeypatch.setattr(review, "hint", hint)


@pytest.mark.parametrize("game", tr.games())
@pytest.mark.usefixtures("quick")
def test_luck_and_skill_make_the_result(game: str) -> None:
    record = played(game, **SHORT[game])
    found = reviewed(record)
    match = tr.replay(record)
    assert match.result is not None
    assert [account.result for account in found.accounts] == points(match.game, match.result)
    for account in found.accounts:
        assert account.start + account.luck - account.lost + account.given == pytest.approx(account.result)
        assert account.lost == pytest.approx(sum(found.tallies[seat].lost for seat in account.seats))
    assert sum(account.luck for account in found.accounts) == pytest.approx(0)
    assert sum(account.lost - account.given for account in found.accounts) == pytest.approx(0)


@pytest.mark.usefixtures("quick")
def test_every_choice_is_looked_at_and_nothing_else() -> None:
    record = played("biberbande", players=2)
    found = reviewed(record)
    match, choices = tr.replay(record | {"moves": []}), []
    for number, (seat, move) in enumerate(record["moves"], 1):
        if len(match.moves(seat)) > 1:
            choices.append((number, seat, move))
        match.play(seat, move)
    assert [(each.number, each.seat, each.move) for each in found.decisions] == choices
    for each in found.decisions:
        assert each.lost == pytest.approx(each.before - each.after) and each.lost >= 0
        assert each.verdict == verdict(each.lost)
    for tally in found.tallies:
        assert sum(tally.verdicts.values()) == tally.decisions


@pytest.mark.parametrize(
    ("lost", "name"),
    [(0.0, "fine"), (0.039, "fine"), (0.04, "slip"), (0.08, "mistake"), (0.15, "blunder"), (1, "blunder")],
)
def test_verdicts(lost: float, name: str) -> None:
    assert verdict(lost) == name


def test_what_throws_the_game_away_is_a_blunder() -> None:
    """Both sides need one more piece in the goal; whoever does not take it leaves it to the others."""
    pieces = [["62", "g2", "g3", "g4"], ["14", "g2", "g3", "g4"], ["g1", "g2", "g3", "g4"], ["g1", "g2", "g3", "g4"]]
    match = tr.from_position({"game": "dog", "pieces": pieces, "hands": [["3", "2"], ["3"], ["4"], ["4"]]})
    match.play(0, "2 62>0")
    match.play(1, "3 14>g1")
    assert match.result is not None
    blunder, *_ = reviewed(match.record()).decisions
    assert (blunder.best, blunder.verdict) == ("3 62>g1", "blunder") and blunder.before == pytest.approx(1, abs=0.02)


def test_the_same_record_has_the_same_review() -> None:
    record = played("denkste", players=2, rings=[4, 4, 4])
    assert reviewed(record) == reviewed(record)


def test_a_game_that_is_not_over_has_no_review() -> None:
    record = played("denkste", rings=[4, 4, 4])
    with pytest.raises(tr.BadPosition):
        Reviewer(record | {"moves": record["moves"][:-1]})


# habits

EVEN = [Advice(f"go {number}", 0.5, 1 / 6) for number in range(1, 7)]
GUESSED = np.eye(6)
"""Whoever guesses the number wins."""


def setting(seat: int, move: str, advice: list[Advice], guesses: int, payoffs: Any) -> Setting:
    return Setting(seat, move, advice, Guessing(6, guesses, move.startswith("go"), payoffs))


def test_who_always_sets_the_same_number_can_be_read() -> None:
    [habit] = habits([setting(0, "go 3", EVEN, 1, GUESSED)] * 12)
    assert habit.counts == [0, 0, 12, 0, 0, 0] and habit.expected == pytest.approx([2] * 6)
    assert habit.deviation == pytest.approx(5 / 6)
    assert habit.caught == 1 and habit.catchable == pytest.approx(1 / 6)
    assert habit.read == pytest.approx(5 / 6)


def test_who_mixes_as_advised_cannot_be_read() -> None:
    [habit] = habits(
        [setting(0, f"go {number}", EVEN, guesses, GUESSED) for number in range(1, 7) for guesses in (1, 2, 3)]
    )
    assert [habit.deviation, habit.caught, habit.catchable, habit.read] == pytest.approx([0, 1 / 3, 1 / 3, 0])


def test_stops_are_counted_by_number() -> None:
    advice = [Advice("stop 1 2", 0.5, 0.5), Advice("stop 3 4", 0.5, 0.5)]
    settings = [
        setting(1, "stop 1 2", advice, 2, GUESSED[:2]),
        setting(0, "go 1", EVEN, 2, GUESSED),
        setting(1, "stop 5 6", advice, 2, GUESSED[:2]),
    ]
    go, stop = habits(settings)
    assert (go.seat, go.card, stop.seat, stop.card, stop.settings) == (0, "go", 1, "stop", 2)
    assert stop.counts == [1, 1, 0, 0, 1, 1] and stop.expected == [1, 1, 1, 1, 0, 0]
    assert stop.deviation == 0.5 and stop.caught is None


@pytest.mark.parametrize("players", [2, 3])
def test_what_a_reader_wins_is_what_the_solved_turn_says(players: int) -> None:
    """Who always sets the same number is stopped by it; two numbers in turn are worth less to know."""
    seat = Seat.of(tr.load("denkste", players=players, rings=[4, 4, 4]).new(1), 0)
    advice, wins = hint(seat, random.Random(1)), np.array(guessing(seat).payoffs)
    order = [seat.moves.index(each.move) for each in advice]
    one, two = (each.move for each in sorted(advice, key=lambda each: -each.share)[:2])
    always, other = ([setting(0, move, advice, 1, wins[order])] * 6 for move in (one, two))
    [habit], [mixed] = habits(always), habits([*always, *other])
    fair = max(np.array([each.share for each in advice]) @ wins[order])
    number = seat.moves.index(one)
    assert habit.read == pytest.approx(wins[number, number] - fair)
    assert 0 < mixed.read < habit.read


def test_stop_cards_are_known_by_how_many_numbers_they_show() -> None:
    one, two = ([Advice(f"stop{' 1' * level}", 0.5, 0.5), Advice(f"stop{' 2' * level}", 0.5, 0.5)] for level in (1, 2))
    settings = [setting(0, "stop 1", one, 1, np.eye(2)), setting(0, "stop 2 2", two, 2, np.eye(2))]
    assert habits(settings)[0].read == pytest.approx(0.5)


def test_only_games_of_reading_have_habits() -> None:
    assert {habit.card for habit in reviewed(played("denkste", rings=[4, 4, 4])).habits} == {"go", "stop"}
