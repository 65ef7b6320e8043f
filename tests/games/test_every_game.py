"""What must hold for every game, whatever its rules: checked by playing all of them at random."""

import hashlib
import random
from collections.abc import Sequence
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Match
from tafelrunde.kernel.targets import arrays

from .. import audit, every

GAMES = 2000
FULL_JUDGEMENTS = 20_000_000  # comparisons of one action with judge that a test may take
per_game = pytest.mark.parametrize("name", tr.games())
per_option_set = pytest.mark.parametrize(("name", "options"), every.ALL, ids=every.label)


@per_option_set
def test_always_holds_in_2000_random_games(name: str, options: dict[str, Any]) -> None:
    """Nothing is lost, moves are what judge accepts, somebody can act until the game is over, and it ends."""
    game = tr.load(name, **options)
    length = game.playouts(games=20).decisions / 20
    cost = length * GAMES * game.ACTIONS * (game.players + 1)
    wrong, decisions, state = audit.audit(game, GAMES, every=max(1, int(cost / FULL_JUDGEMENTS)))
    assert wrong == audit.FINE, f"after {decisions} decisions at {game.position(state)}"
    assert decisions > GAMES


@per_option_set
def test_round_trips(name: str, options: dict[str, Any]) -> None:
    """Copy, bytes, position and record give the same match back, and the same future."""
    game = tr.load(name, **options)
    for step, (match, seat, move) in enumerate(every.random_match(game, seed=5, most=400)):
        if step % 7 == 0:
            position = match.position()
            placed = tr.from_position(position)
            assert placed.position() == position
            for twin in (match.copy(), placed):
                twin.play(seat, move)
                play_on(twin, 12)
            for other in (match.copy(), tr.from_position(position)):
                other.play(seat, move)
                play_on(other, 12)
                assert other.position() == twin.position()
        if step % 50 == 49:
            assert_replays(match)
    match = finished(game, seed=6)
    assert_replays(match)
    assert tr.from_position(match.position()).position() == match.position()


def play_on(match: Match, moves: int) -> None:
    choice = random.Random(1)
    for _ in range(moves):
        if not match.actors():
            return
        seat = choice.choice(match.actors())
        match.play(seat, choice.choice(match.moves(seat)))


def finished(game: Game, seed: int) -> Match:
    match = game.new(seed=seed)
    play_on(match, 10**9)
    assert match.result is not None
    return match


def assert_replays(match: Match) -> None:
    again = tr.replay(match.record())
    assert again.states.tobytes() == match.states.tobytes()
    assert again.record() == match.record()
    assert again.events(seat=0) == match.events(seat=0)


@per_game
def test_past_states_stay_as_they_were(name: str) -> None:
    """Whoever keeps a copy keeps it: later play does not reach back."""
    kept: list[tuple[Match, str, str]] = []
    for match, _, _ in every.random_match(tr.load(name), seed=8, most=300):
        kept.append((match.copy(), digest(match), every.canonical(match.position())))
    for past, hashed, position in kept:
        assert digest(past) == hashed
        assert every.canonical(past.position()) == position


def digest(match: Match) -> str:
    return hashlib.sha256(match.states.tobytes() + every.canonical(match.events()).encode()).hexdigest()


@per_game
def test_an_illegal_move_changes_no_byte(name: str) -> None:
    game = tr.load(name)
    choice = random.Random(2)
    refused = 0
    for match, _, _ in every.random_match(game, seed=9, most=200):
        before, events = match.states.tobytes(), match.events()
        for _ in range(10):
            seat, text = choice.randrange(game.players), game.write(choice.randrange(game.ACTIONS))
            refusal = match.explain(seat, text)
            if refusal is None:
                continue
            refused += 1
            with pytest.raises(tr.IllegalMove) as caught:
                match.play(seat, text)
            assert caught.value.rule == refusal.rule
            assert caught.value.rule in game.rulebook.rules
            assert caught.value.text("de") == refusal.text("de") != refusal.text("en")
        assert match.states.tobytes() == before
        assert match.events() == events
    assert refused > 100


@per_game
def test_every_action_has_its_own_notation(name: str) -> None:
    game = tr.load(name)
    texts = [game.write(action) for action in range(game.ACTIONS)]
    assert len(set(texts)) == game.ACTIONS
    for action in range(0, game.ACTIONS, max(1, game.ACTIONS // 5000)):
        assert game.parse(texts[action]) == action
        assert game.parse(f"  {texts[action]} ") == action


@per_game
def test_moves_played_are_written_as_listed(name: str) -> None:
    for match, seat, move in every.random_match(tr.load(name), seed=11, most=200):
        assert match.explain(seat, move) is None
        assert match.moves(seat) == match.moves(seat)
        assert match.actors() == sorted(match.actors())


@per_game
def test_every_event_can_be_told_in_both_languages(name: str) -> None:
    game = tr.load(name, players=max(tr.load(name).OPTIONS[0].choices))
    match = finished(game, seed=3)
    viewers: Sequence[int | None] = [None, *range(game.players)]
    for viewer in viewers:
        for event in match.events(seat=viewer):
            told = [game.tell(event, lang) for lang in ("de", "en")]
            assert told[0] != told[1]
            assert "None" not in "".join(told)
    assert [event["n"] for event in match.events(since=5)] == list(range(5, len(match.events())))
    assert match.result is not None
    assert match.events()[-1] == {"n": len(match.events()) - 1, "type": "over", **match.result}


@per_game
def test_every_view_can_be_said_in_words(name: str) -> None:
    for match, _, _ in every.random_match(tr.load(name), seed=4, most=100):
        for viewer in (None, 0, 1):
            said = [match.game.describe(match.view(viewer), lang) for lang in ("de", "en")]
            assert all(text.strip() for text in said)
            assert "None" not in "".join(said)


@per_game
def test_playouts_do_not_depend_on_threads(name: str) -> None:
    game = tr.load(name)
    one, two = game.playouts(games=101, seed=3), game.playouts(games=101, seed=3, threads=2)
    assert one.wins == two.wins
    assert one.decisions == two.decisions == one.lengths.sum() == two.lengths.sum()
    assert one.games == two.games == 101
    assert sum(game.playouts(games=101, seed=3, kinds=True).kinds.values()) == one.decisions
    assert game.playouts(games=101, seed=4).decisions != one.decisions


@per_game
def test_seeds_of_128_bits_all_count(name: str) -> None:
    """Every bit of the seed changes what chance does (a game without chance has nothing to change)."""
    game = tr.load(name)
    shown = {every.canonical(after_some_moves(game, 1 << bits)) for bits in range(128)}
    assert len(shown) == 1 if name == "denkste" else len(shown) == 128


def after_some_moves(game: Game, seed: int) -> list[dict[str, Any]]:
    match = game.new(seed=seed)
    shown = [game.position(arrays.plain(match.states))]
    for _ in range(4):
        match.play(match.actors()[0], match.moves(match.actors()[0])[0])
        shown.append(game.position(arrays.plain(match.states)))
    return shown


@per_game
def test_every_byte_of_a_state_has_a_name(name: str) -> None:
    """A copy keeps nothing else, and states are compared by bytes."""
    record = tr.load(name).STATE
    assert sum(record[field].itemsize for field in record.names or ()) == record.itemsize


@per_game
def test_what_is_handed_out_may_be_changed_without_harm(name: str) -> None:
    """Views, positions, events, records and options are copies, all the way down."""
    for match, _, _ in every.random_match(tr.load(name), seed=15, most=30):
        asks = (
            match.position,
            match.view,
            lambda m=match: m.view(0),
            lambda m=match: m.effects(0),
            match.events,
            match.record,
            lambda m=match: m.game.options,
        )
        before = [every.canonical(ask()) for ask in asks]
        for ask in asks:
            spoil_everything(ask())
        placed = tr.from_position(match.position())
        spoil_everything(placed.record())
        assert [every.canonical(ask()) for ask in asks] == before
        assert tr.from_position(match.position()).record() == placed.record()
        assert every.canonical(tr.load(name).new(seed=1).view(0)) == every.canonical(tr.load(name).new(seed=1).view(0))


def spoil_everything(data: Any) -> None:
    for key, value in list(data.items() if isinstance(data, dict) else enumerate(data)):
        if isinstance(value, dict | list):
            spoil_everything(value)
        data[key] = "spoilt"
