"""What holds for the bots of every game."""

import doctest
import random

import pytest

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots import LEVELS, PEOPLE, Seat, level_name, levels, make, usual
from tafelrunde.bots.biesti_boys.greedy import sensible
from tafelrunde.kernel.languages import LANGUAGES

from .. import every

EVERY = [(game, level) for game in tr.games() for level in levels(game)]
RACERS = levels("biesti-boys")

SETS = [case for name in tr.games() for case in every.ALL if case[0] == name]


@pytest.mark.usefixtures("endless")
@pytest.mark.parametrize(("name", "options"), SETS, ids=every.label)
def test_the_choice_depends_on_nothing_but_what_the_seat_knows(name: str, options: dict[str, object]) -> None:
    """A match in which all that the seat does not know is drawn anew gets the same answer."""
    redraw = random.Random(5)
    for match, seat, _ in every.random_match(tr.load(name, **options), seed=21, most=80):
        twin = match.resample(seat, seed=redraw.getrandbits(64))
        seed = redraw.getrandbits(64)
        for level in levels(name):
            bot = make(level, name)
            here, there = Seat.of(match, seat), Seat.of(twin, seat)
            assert bot.choose(here, random.Random(seed)) == bot.choose(there, random.Random(seed))
            assert bot.pause(here, random.Random(seed)) == bot.pause(there, random.Random(seed))


@pytest.mark.parametrize(("name", "level"), EVERY)
def test_a_pause_tells_nothing_where_people_take_turns(name: str, level: str) -> None:
    bot, chance = make(level, name), random.Random(3)
    pauses = [
        bot.pause(Seat.of(match, seat), chance)
        for match, seat, _ in every.random_match(tr.load(name), seed=22, most=120)
    ]
    if not tr.load(name).facts.simultaneous:
        assert set(pauses) == {0.0}
        return
    assert (0.4 if level in PEOPLE else 0.9) <= min(pauses) and max(pauses) <= (8.0 if level in PEOPLE else 1.8)
    assert len(set(pauses)) > len(pauses) // 2


@pytest.mark.parametrize(("name", "level"), EVERY)
def test_the_only_move_is_played_without_thought(name: str, level: str) -> None:
    """As the table asks for a move that a bot has had in mind for a while."""
    match = tr.load(name).new(seed=4)
    seat = Seat.of(match, match.actors()[0])
    had_in_mind = make(level, name).choose(seat, random.Random(4))
    seat.moves = [move for move in seat.moves if move == had_in_mind]
    assert make(level, name).choose(seat, random.Random(5)) == had_in_mind


def test_a_seat_tells_what_the_match_tells_that_seat() -> None:
    for match, at, _ in every.random_match(tr.load("dog"), seed=23, most=40):
        seat = Seat.of(match, at)
        assert (seat.game, seat.number) == (match.game, at)
        assert seat.view == match.view(at) and seat.moves == match.moves(at)
        assert seat.events() == match.events(0, at) and seat.events(5) == match.events(5, at)


def test_a_seat_is_of_one_moment() -> None:
    match = tr.load("denkste").new(seed=7)
    seat = Seat.of(match, 0)
    match.play(0, "go 3")
    assert seat.view["go"] is None and seat.moves and not seat.events()
    assert seat.sample(seed=1).moves(0) == seat.moves


def test_a_seat_samples_matches_that_it_cannot_tell_from_the_true_one() -> None:
    match = tr.load("dog").new(seed=7)
    seat = Seat.of(match, 0)
    samples = [seat.sample(seed) for seed in range(3)]
    assert all(sample.view(0) == seat.view for sample in samples)
    assert len({str(sample.position()["hands"]) for sample in samples}) == 3


def test_what_is_worked_out_for_a_seat_is_worked_out_once() -> None:
    match, asked = tr.load("dog").new(seed=7), list[int]()

    def work(seat: Seat) -> int:
        asked.append(seat.number)
        return len(seat.moves)

    seats = [Seat.of(match, number) for number in (0, 0, 1)]
    assert [seat.once(work) for seat in (*seats, *seats)] == [len(seat.moves) for seat in (*seats, *seats)]
    assert asked == [0, 0, 1]


def test_a_seat_holds_no_match() -> None:
    """Whatever can be reached by name is what the seat may know."""
    seat = Seat.of(tr.load("dog").new(seed=7), 0)
    assert {name for name in dir(seat) if not name.startswith("_")} == {
        "effects", "events", "game", "moves", "number", "of", "once", "sample", "view",
    }  # fmt: skip
    assert not hasattr(seat, "__dict__")


@pytest.mark.parametrize(("level", "game"), [("genius", "dog"), ("", "dog"), ("greedy", "chess"), (None, "dog")])
def test_an_unknown_level_or_game_is_refused(level: str, game: str) -> None:
    with pytest.raises(tr.BadOption) as refused:
        make(level, game)
    assert refused.value.field == ("game" if game == "chess" else "level")
    assert game == "chess" or all(known in refused.value.text("en") for known in levels(game))


@pytest.mark.parametrize("level", ["greedy:400", "random:1", "strongest:", "strongest:many", "strongest:0", "genius:5"])
@pytest.mark.parametrize("game", tr.games())
def test_a_budget_that_cannot_be_is_refused(level: str, game: str) -> None:
    with pytest.raises(tr.BadOption):
        make(level, game)


@pytest.mark.parametrize("game", tr.games())
def test_the_strongest_player_gives_the_advice(game: str) -> None:
    offered = bots.load(game)
    assert offered.strongest is offered.players["strongest"]
    if offered.with_budget is not None:
        assert offered.with_budget(bots.Budget(5)).level == "strongest"


def test_who_is_away_is_played_for_by_a_level_that_there_is() -> None:
    assert all(usual(game) in levels(game) for game in tr.games())


def test_every_level_has_a_name_in_every_language() -> None:
    for lang in LANGUAGES:
        assert len({level_name(level, lang) for level in LEVELS}) == len(LEVELS)
    assert all(make(level, game).level == level for game, level in EVERY)


def test_docstrings_tell_the_truth() -> None:
    for module in (bots, bots.seat):
        failed, tried = doctest.testmod(module)
        assert tried > 2 and failed == 0


# Biesti Boys by the honour rule

HONOUR = {
    "game": "biesti-boys",
    "options": {"players": 2, "draw": "auto", "referee": "honour"},
    "lifts": ["2", "8", "S", "6"],
    "hands": [["3", "5", "G"], ["1", "7", "S"]],
    "piles": [["4", "0"], ["6"]],
}


@pytest.mark.parametrize("level", RACERS)
def test_a_wrong_card_is_called_and_a_right_one_is_not(level: str) -> None:
    bot = make(level, "biesti-boys")
    wrong, right = tr.from_position(HONOUR), tr.from_position(HONOUR)
    wrong.play(0, "lay 3 2")
    right.play(0, "lay 3 1")
    for seed in range(20):
        assert bot.choose(Seat.of(wrong, 1), random.Random(seed)) == "halt 2"
        assert str(bot.choose(Seat.of(right, 1), random.Random(seed))).startswith("lay")


@pytest.mark.parametrize("level", RACERS)
def test_only_right_cards_are_laid(level: str) -> None:
    """By the honour rule every card may be laid anywhere; the bots lay only what the strict table would accept."""
    bot, chance = make(level, "biesti-boys"), random.Random(2)
    strict = tr.from_position(HONOUR | {"options": HONOUR["options"] | {"referee": "strict"}})  # type: ignore[operator]
    seat = Seat.of(tr.from_position(HONOUR), 0)
    assert sensible(seat) == strict.moves(0)
    assert len(seat.moves) > len(strict.moves(0))
    assert {bot.choose(seat, chance) for _ in range(60)} <= set(strict.moves(0))


@pytest.mark.parametrize("level", RACERS)
def test_with_nothing_right_to_do_one_waits(level: str) -> None:
    match = tr.from_position(HONOUR | {"hands": [["0", "0", "0"], ["1", "7", "S"]], "piles": [["4", "4"], ["6"]]})
    seat = Seat.of(match, 0)
    assert seat.moves
    assert make(level, "biesti-boys").choose(seat, random.Random(1)) is None


def test_fewer_cards_in_hand_take_longer_and_which_they_are_does_not_show() -> None:
    many = Seat.of(tr.from_position(HONOUR), 0)
    few, one = (
        Seat.of(tr.from_position(HONOUR | {"hands": [hand, ["1", "7", "S"]], "piles": [["4"], ["6"]]}), 0)
        for hand in (["0", "0", "G"], ["G"])
    )
    for level in RACERS:
        bot = make(level, "biesti-boys")
        assert bot.pause(one, random.Random(4)) > bot.pause(many, random.Random(4))
        assert bot.pause(few, random.Random(4)) == bot.pause(many, random.Random(4))
    quick, slow = make("greedy", "biesti-boys"), make("random", "biesti-boys")
    assert quick.pause(many, random.Random(4)) < slow.pause(many, random.Random(4))
