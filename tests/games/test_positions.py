"""What holds for reading positions and records of every game."""

import pytest

import tafelrunde as tr


def test_the_number_of_players_follows_from_the_lists_if_it_is_left_out() -> None:
    match = tr.from_position({"game": "denkste", "figures": [[1, 0], [2, 5], [3, 7]]})
    assert match.game.options["players"] == 3
    with pytest.raises(tr.BadPosition) as caught:
        tr.from_position({"game": "denkste", "figures": [[1, 0]] * 9})
    assert caught.value.field == "figures"


def test_options_in_a_position_are_part_of_it() -> None:
    for options, field in (
        ({"players": 9}, "options.players"),
        ({"rings": [4, 4, 5]}, "options.rings[2]"),
        ({"x": 1}, "options.x"),
    ):
        for read, more in ((tr.from_position, {}), (tr.replay, {"seed": 1, "moves": []})):
            with pytest.raises(tr.BadPosition) as caught:
                read({"game": "denkste", "options": options, **more})
            assert caught.value.field.endswith(field)


def test_every_record_has_a_seed() -> None:
    match = tr.from_position({"game": "denkste", "seed": 9, "turn": 1})
    assert match.record()["seed"] == 9
    match.play(1, "go 3")
    assert tr.replay(match.record()).position() == match.position()


def test_a_record_and_its_position_are_of_one_game() -> None:
    record = tr.from_position({"game": "denkste"}).record()
    with pytest.raises(tr.BadPosition, match="game"):
        tr.replay(record | {"game": "dog", "options": {}})


def test_a_finished_game_has_nothing_set() -> None:
    with pytest.raises(tr.BadPosition) as caught:
        tr.from_position({"game": "denkste", "figures": [[4, 0], [1, 0]], "go": 3})
    assert caught.value.field == "go"
