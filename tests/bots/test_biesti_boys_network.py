"""Biesti Boys: what the learned player remembers, believes and sees, and the opponents that it has learned from."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tafelrunde as tr
from tafelrunde.bots import Seat, make
from tafelrunde.bots.biesti_boys import features, greedy, network
from tafelrunde.bots.biesti_boys import memory as biesti_boys_memory
from tafelrunde.bots.biesti_boys.memory import CARDS_IN, FIRST, HANDS, MEMORY, memory_of
from tafelrunde.games.biesti_boys import state as biesti
from tafelrunde.kernel.match import Match
from tafelrunde.lab import arena
from tafelrunde.lab.training.biesti_boys import opponents as biesti_boys_opponents

TABLE: dict[str, Any] = {
    "game": "biesti-boys",
    "options": {"players": 2},
    "lifts": ["2", "8", "0", "6"],
    "hands": [["1", "3", "5"], ["G", "G", "4"]],
    "piles": [["2", "4", "2", "3"], ["6", "7", "7", "0"]],
}


def decisions(seed: int, **options: Any) -> Iterator[tuple[Match, int, str]]:
    """A random match: the position, who acts, and what it does next."""
    match, chance = tr.load("biesti-boys", **options).new(seed=seed), random.Random(seed)
    while match.actors():
        at = chance.choice(match.actors())
        move = chance.choice(match.moves(at))
        yield match, at, move
        match.play(at, move)


@pytest.mark.parametrize("players", [2, 4])
def test_the_memory_follows_from_what_any_seat_was_told(players: int) -> None:
    """What is noted while a match is played is what its events tell, to all alike."""
    noted, boards = np.zeros(1, MEMORY), 0
    for number, (match, at, move) in enumerate(decisions(4, players=players)):
        if number == 0:
            biesti_boys_memory.begin(noted[0], match.states[0])
        for seat in range(players if number % 10 == 0 else 1):
            told = memory_of(match.view(seat), match.events(0, seat))
            for field in ("lifts", "last", "held", "since", "age", "likely"):
                assert told[field].tolist() == noted[field].tolist(), field
        left, boards_left = match.states[0]["left"][at], match.states[0]["boards_left"]
        after = match.copy()
        after.play(at, move)
        biesti_boys_memory.follow(noted[0], after.states[0], at, match.game.parse(move), left, boards_left)
        boards += boards_left != after.states[0]["boards_left"]
        if not after.actors():
            break
    assert boards > 0


def odds(memory: Any, card: str, seat: int = 1) -> float:
    """How likely the card is in a full hand, if all cards are as frequent."""
    full = slice(FIRST[3], FIRST[4])
    likely, has = memory[0]["likely"][seat][full], (CARDS_IN[full] == biesti.CARDS.index(card)).any(1)
    return float(likely[has].sum() / likely.sum())


def test_who_lets_a_card_pass_hardly_has_it() -> None:
    match, told, found = tr.from_position(TABLE), [], []
    for card, lift, on in (("7", 2, "8"), ("1", 3, "0"), ("7", 4, "6"), ("1", 1, "2")):
        told.append({"type": "laid", "seat": 0, "card": card, "lift": lift, "on": on})
        told.append({"type": "drew", "seat": 0})
        found.append(odds(memory_of(match.view(0), told), "S"))
    assert found == sorted(found, reverse=True) and found[-1] < found[0] / 4
    assert odds(memory_of(match.view(0), told), "G") > 0.3  # that never fitted
    told.append({"type": "new_board", "lifts": ["0", "4", "7", "3"]})
    assert odds(memory_of(match.view(0), told), "S") == 0


def test_a_card_that_came_back_ends_all_guesses() -> None:
    match = tr.from_position(TABLE | {"options": {"players": 2, "referee": "honour"}})
    match.play(0, "lay 1 1")
    match.play(1, "lay 4 1")
    match.play(0, "halt 1")
    memory = memory_of(match.view(0), match.events(0, 0))
    assert memory[0]["lifts"].tolist() == [1, 8, 0, 6]
    assert memory[0]["likely"][1][:HANDS].tolist() == [1] * HANDS


def sight(match: Match, at: int) -> Any:
    actions = np.array([features.NO_CARD, *match.actions(at)], np.int32)
    facts = np.zeros((len(actions), features.SIZE), np.float32)
    memory, workspaces = memory_of(match.view(at), match.events(0, at)), np.zeros(1, features.WORKSPACE)
    features.write_all(match.states, memory, at, actions, workspaces, facts)
    return facts


def test_it_sees_no_hidden_card_and_tells_all_cards_apart() -> None:
    for number, (match, at, _) in enumerate(decisions(5, players=3)):
        facts = sight(match, at)
        assert facts.tobytes() == sight(match.resample(at, number), at).tobytes()
        boards = {tuple(sorted([*lifts(match, move), f"laid {move.split()[1]}"])) for move in match.moves(at)}
        assert len({row.tobytes() for row in facts[1:]}) == len(boards)
        assert np.isfinite(facts).all()


def lifts(match: Match, move: str) -> list[str]:
    """What the lifts show after a card."""
    after = match.copy()
    _, card, lift = move.split()
    shown: list[str] = list(after.view(0)["lifts"])
    shown[int(lift) - 1] = card
    return shown


def test_what_the_others_may_hold_is_counted_right() -> None:
    """Without anything told, all cards not seen are as likely as any."""
    facts = sight(tr.from_position(TABLE), 0)[0]
    believed = facts[features.BELIEVED : features.BELIEVED + biesti.KINDS]
    unseen = tr.from_position(TABLE).view(0)["unseen"]
    total = sum(unseen.values())
    assert believed == pytest.approx([3 * unseen[card] / total for card in biesti.CARDS], abs=1e-5)


def test_greedy_in_compiled_code_is_greedy() -> None:
    compared = 0
    for match, at, _ in itertools.chain(decisions(1), decisions(2)):
        view = match.view(at)
        unseen = np.uint64(sum(view["unseen"][card] << 4 * kind for kind, card in enumerate(biesti.CARDS)))
        for move, action in zip(match.moves(at), match.actions(at), strict=True):
            found = biesti_boys_opponents.greedy_worth(match.states[0], at, action, unseen)
            assert found == pytest.approx(greedy.value_of(view, move))
            compared += 1
    assert compared > 200


def test_the_weights_are_small_and_fit() -> None:
    assert network.WEIGHTS.stat().st_size < 300_000
    for players in (2, 3, 4):
        assert network.learned(players)["direct"].shape == (features.SIZE, 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_win_is_more_likely_the_fewer_cards_are_left(players: int) -> None:
    wins = []
    for left in (0, 3, 6, 9):
        piles = [["4", "5", "6", "4", "5", "6", "4", "5", "6"][:left], *[["2", "3", "7", "1"]] * (players - 1)]
        hands = [["1", "7"], *[["0", "8"]] * (players - 1)]
        position = TABLE | {"options": {"players": players}, "hands": hands, "piles": piles}
        wins.append(network.win_chance(Seat.of(tr.from_position(position), 0), 1))
    assert wins == sorted(wins, reverse=True)
    assert wins[0] > 0.6 and wins[-1] < 0.4


def test_it_has_no_budget() -> None:
    with pytest.raises(tr.BadOption):
        make("strongest:400", "biesti-boys")


def test_it_beats_random_at_equal_speed() -> None:
    held = arena.contest(tr.load("biesti-boys", players=2), ["strongest", "random"], 60, seed=1, equal_speed=True)
    assert arena.compete(held, workers=1).lines[0].share > 0.5
