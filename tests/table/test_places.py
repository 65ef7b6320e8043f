"""Places before and during the game, names, the host, the start, the settings, the end, and the rematch."""

import random
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde.bots import usual
from tafelrunde.table import acts, fair_deal, permissions, replay, visibility, wishes
from tafelrunde.table.acts import Place, Settings
from tafelrunde.table.table import Table
from tafelrunde.table.wishes import Refusal

from . import sessions
from .sessions import GUEST, HOST, ONLOOKER, STRANGER, Session


def kinds(table: Table) -> list[str]:
    return [place.kind for place in table.places]


@pytest.mark.parametrize(("game", "count"), [("dog", 4), ("denkste", 4), ("biberbande", 6)])
def test_a_table_has_as_many_places_as_can_play(game: str, count: int) -> None:
    assert kinds(Session(game).table) == ["open"] * count


def test_places_can_be_told_when_the_table_is_opened() -> None:
    told = [Place("person", HOST), Place("bot", level="greedy"), Place("empty")]
    assert kinds(Session("denkste", told).table) == ["person", "bot", "empty", "open"]


@pytest.mark.parametrize(
    "place",
    [
        Place("person", GUEST),
        Place("open", HOST),
        Place("bot"),
        Place("bot", level="genius"),
        Place("bot", HOST, "greedy"),
        Place("empty", level="greedy"),
    ],
)
def test_places_that_cannot_be(place: Place) -> None:
    answer = permissions.created(HOST, "Hanna", Settings("dog", {}), [place], None)
    assert isinstance(answer, Refusal) and answer.code == "bad-place"


def test_there_are_not_more_places_than_the_game_has() -> None:
    answer = permissions.created(HOST, "Hanna", Settings("dog", {}), [Place()] * 5, None)
    assert isinstance(answer, Refusal) and answer.code == "no-such-place"


@pytest.mark.parametrize("place", [-1, 4, 10**9])
def test_a_place_that_is_not_there(place: int) -> None:
    for wish in (wishes.Sit(place), wishes.Stand(place), wishes.SetPlace(place, "empty")):
        assert Session("dog").refused(HOST, wish) == "no-such-place"


def test_the_host_sets_places_but_nobody_off_their_own() -> None:
    session = Session("dog").join(GUEST).ask(GUEST, wishes.Sit(1))
    session.ask(HOST, wishes.SetPlace(0, "bot", "random"), wishes.SetPlace(0, "open"), wishes.SetPlace(0, "empty"))
    assert session.refused(HOST, wishes.SetPlace(1, "empty")) == "place-taken"
    assert session.refused(GUEST, wishes.Sit(0)) == "place-taken"
    assert session.refused(HOST, wishes.Sit(1)) == "place-taken"
    assert session.refused(HOST, wishes.SetPlace(2, "bot")) == "bad-place"
    assert session.refused(HOST, wishes.SetPlace(2, "bot", "genius")) == "bad-place"
    assert session.refused(HOST, wishes.SetPlace(2, "empty", "greedy")) == "bad-place"
    assert kinds(session.table) == ["empty", "person", "open", "open"]


def test_filling_takes_the_open_places_only() -> None:
    session = Session("dog").join(GUEST).ask(GUEST, wishes.Sit(1)).ask(HOST, wishes.SetPlace(3, "empty"))
    assert session.refused(HOST, wishes.Fill("genius")) == "bad-place"
    session.ask(HOST, wishes.Fill("greedy"))
    assert kinds(session.table) == ["bot", "person", "bot", "empty"]
    assert session.refused(HOST, wishes.Fill("greedy")) == "nothing-open"


def test_one_person_holds_several_seats() -> None:
    session = Session("dog").join(GUEST).ask(GUEST, wishes.Sit(3), wishes.Sit(1)).ask(HOST, wishes.Sit(0))
    session.ask(HOST, wishes.Fill("random")).deal()
    table = session.table
    assert table.seats_of(GUEST) == [1, 3] and table.seats_of(HOST) == [0] and table.seats_of(ONLOOKER) == []
    assert table.match is not None
    for seat in (1, 3):
        session.ask(GUEST, wishes.Play(seat, table.match.moves(seat)[0]))
    assert session.refused(GUEST, wishes.Play(0, table.match.moves(0)[0])) == "not-your-seat"
    assert session.refused(GUEST, wishes.Play(2, table.match.moves(2)[0])) == "not-your-seat"


def test_seats_are_the_places_that_play_in_order() -> None:
    session = Session("denkste").join(GUEST).ask(GUEST, wishes.Sit(3)).ask(HOST, wishes.Sit(1))
    session.ask(HOST, wishes.SetPlace(0, "empty"), wishes.SetPlace(2, "bot", "greedy")).deal()
    table = session.table
    assert table.seats == [1, 2, 3] and table.match is not None and table.match.game.players == 3
    assert [table.person_at(seat) for seat in range(3)] == [HOST, None, GUEST]
    assert [table.level_at(seat) for seat in range(3)] == [usual("denkste"), "greedy", usual("denkste")]
    assert table.names == ["Hanna", None, "Guest"]


@pytest.mark.parametrize(("game", "bots"), [("dog", 3), ("dog", 0), ("denkste", 1), ("biberbande", 1)])
def test_no_start_with_a_wrong_number(game: str, bots: int) -> None:
    session = Session(game)
    for number in range(len(session.table.places)):
        kind: Any = ("bot", "random") if number < bots else ("empty", None)
        session.ask(HOST, wishes.SetPlace(number, *kind))
    assert session.refused(HOST, wishes.Start()) == "wrong-number"


@pytest.mark.parametrize(
    ("game", "players"), [("dog", 4), *((game, 3) for game in ("beam-me-up", "biberbande", "biesti-boys", "denkste"))]
)
def test_a_start_with_the_right_number(game: str, players: int) -> None:
    table = Session(game).begin(GUEST, players=players).table
    assert table.phase == "running" and table.match is not None and table.match.game.players == players


# coming and going


def test_leaving_before_the_game_frees_the_places() -> None:
    session = Session("dog").join(GUEST).ask(GUEST, wishes.Sit(0), wishes.Sit(2), wishes.Leave())
    assert kinds(session.table) == ["open"] * 4 and GUEST not in session.table.people
    session.join(GUEST).ask(GUEST, wishes.Sit(2))


def test_leaving_during_the_game_keeps_the_seats_until_one_comes_back() -> None:
    session = Session("dog").begin(GUEST, players=4).ask(GUEST, wishes.Leave())
    assert session.table.seats_of(GUEST) == [1] and not session.table.is_here(GUEST)
    assert {"id": GUEST, "name": "Guest", "here": False} in visibility.lobby(session.table)["people"]
    session.join(GUEST)
    assert session.table.seats_of(GUEST) == [1] and session.table.is_here(GUEST)


def test_an_onlooker_who_leaves_is_gone() -> None:
    session = Session("dog").begin(GUEST, players=4).join(ONLOOKER).ask(ONLOOKER, wishes.Leave())
    assert ONLOOKER not in session.table.people
    session.join(ONLOOKER)


def test_who_was_removed_does_not_come_back() -> None:
    session = Session("dog").join(GUEST).ask(GUEST, wishes.Sit(1)).ask(HOST, wishes.Remove(GUEST))
    assert kinds(session.table) == ["open"] * 4
    assert session.refused(GUEST, wishes.Join("Gustav", "")) == "removed"
    session.ask(HOST, wishes.Sit(0), wishes.Fill("random")).deal()
    assert session.refused(GUEST, wishes.Join("Gustav", "")) == "removed"
    assert Session("dog").refused(HOST, wishes.Remove(STRANGER)) == "no-such-person"


def test_the_host_passes_on() -> None:
    session = Session("dog").join(ONLOOKER, GUEST).ask(GUEST, wishes.Sit(1)).ask(HOST, wishes.Leave())
    assert session.table.host == GUEST, "who sits comes before who came earlier"
    session.ask(GUEST, wishes.Leave())
    assert session.table.host == ONLOOKER
    session.ask(ONLOOKER, wishes.Leave())
    assert session.table.people == {}
    assert session.join(STRANGER).table.host == STRANGER, "nobody was left: the next who comes is the host"


def test_the_host_passes_on_during_the_game_and_stays_there() -> None:
    session = Session("dog").begin(GUEST, players=4).ask(HOST, wishes.Leave())
    assert session.table.host == GUEST
    assert session.join(HOST).table.host == GUEST
    session.ask(HOST, wishes.Leave()).ask(GUEST, wishes.Leave())
    assert session.table.host == GUEST, "nobody is here to take over"
    assert session.join(HOST).table.host == HOST


# settings


def test_settings_are_filled_in_and_places_decide_how_many_play() -> None:
    session = Session("denkste", options={"players": 3, "haste_gedacht": True})
    assert session.table.settings.options == {"haste_gedacht": True, "rings": tr.load("denkste").options["rings"]}
    session.begin(GUEST, players=2)
    assert session.table.match is not None
    assert session.table.match.game.options == session.table.settings.options | {"players": 2}


def test_another_game_keeps_who_sits_as_far_as_there_is_room() -> None:
    session = Session("biberbande").join(GUEST).ask(GUEST, wishes.Sit(5)).ask(HOST, wishes.Sit(1))
    session.ask(HOST, wishes.Set(Settings("dog", {})))
    assert kinds(session.table) == ["open", "person", "open", "open"]
    assert session.table.is_here(GUEST)
    session.ask(HOST, wishes.Set(Settings("biberbande", {})))
    assert kinds(session.table) == ["open", "person", "open", "open", "open", "open"]


def test_other_options_keep_the_places() -> None:
    session = Session("denkste").ask(HOST, wishes.Sit(2), wishes.Set(Settings("denkste", {"haste_gedacht": True})))
    assert kinds(session.table) == ["open", "open", "person", "open"]


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (Settings("chess", {}), "bad-settings"),
        (Settings("", {}), "bad-settings"),
        (Settings("dog", {"speed": 3}), "bad-settings"),
        (Settings("dog", {"name": "x"}), "bad-settings"),
        (Settings("dog", {"self": "x"}), "bad-settings"),
        (Settings("denkste", {"haste_gedacht": 1}), "bad-settings"),
        (Settings("denkste", {"rings": [{"a": []}] * 1000}), "bad-settings"),
        (Settings("denkste", {"players": 7}), "bad-settings"),
        (Settings("dog", {}, move_seconds=0.5), "bad-time"),
        (Settings("dog", {}, move_seconds=-3), "bad-time"),
        (Settings("dog", {}, move_seconds=1e9), "bad-time"),
        (Settings("dog", {}, move_seconds=float("nan")), "bad-time"),
    ],
)
def test_settings_that_cannot_be(settings: Settings, code: str) -> None:
    assert Session("dog").refused(HOST, wishes.Set(settings)) == code
    answer = permissions.created(HOST, "Hanna", settings, None, None)
    assert isinstance(answer, Refusal) and answer.code == code and len(answer.texts["en"]) < 300


# the rematch


def rematch_of(session: Session, person: str) -> Table:
    """The table of the rematch, opened the way the server does it."""
    session.ask(person, wishes.Rematch())
    followed = session.log[-1][0]
    assert isinstance(followed, acts.Followed)
    return Table.replay(followed.table, [(permissions.rematch(session.table, followed), session.now)])


@pytest.mark.parametrize("game", sessions.GAMES)
def test_a_rematch_has_the_same_people_settings_and_bots(game: str) -> None:
    session = Session(game, public=False, free_text=True).begin(GUEST, players=sessions.fewest(game)).to_the_end()
    new = rematch_of(session, GUEST)
    assert visibility.lobby(session.table)["following"] == new.id != session.table.id
    assert len(new.id) == acts.ID_LENGTH, "its link is as short as the first one's"
    assert visibility.lobby(new)["before"] == session.table.id
    assert (new.settings, new.places) == (session.table.settings, session.table.places)
    assert new.secret != session.table.secret and len(new.secret) == len(fair_deal.random_secret())
    assert new.host == GUEST
    assert {person.id: (person.name, person.here) for person in new.people.values()} == {
        GUEST: ("Guest", True),
        HOST: ("Hanna", False),
    }


def test_there_is_one_rematch() -> None:
    session = Session("denkste").begin(GUEST, players=2).to_the_end().ask(GUEST, wishes.Rematch())
    assert session.refused(HOST, wishes.Rematch()) == "rematch-open"


def test_a_rematch_waits_until_everybody_has_come_or_the_place_is_free() -> None:
    session = Session("denkste").begin(GUEST, players=2).to_the_end()
    again = Session("denkste")
    again.table = rematch_of(session, GUEST)
    assert again.refused(HOST, wishes.Sit(0)) == "not-here"
    assert again.refused(GUEST, wishes.Start()) == "not-all-here"
    again.join(GUEST, HOST).deal()
    assert again.table.seats_of(HOST) == [0] and again.table.seats_of(GUEST) == [1]
    assert [each.person for each in again.table.rounds[-1].contributions] == [HOST, GUEST]


def test_who_did_not_come_to_the_rematch_can_still_come_after_the_place_was_freed() -> None:
    again = Session("denkste")
    again.table = rematch_of(Session("denkste").begin(GUEST, players=2).to_the_end(), GUEST)
    again.ask(GUEST, wishes.Remove(HOST))
    assert kinds(again.table) == ["open", "person", "empty", "empty"]
    again.join(HOST).ask(HOST, wishes.Sit(0))


def test_who_has_left_is_not_invited_to_the_rematch() -> None:
    session = Session("denkste").begin(GUEST, players=2).to_the_end().ask(HOST, wishes.Leave())
    new = rematch_of(session, GUEST)
    assert kinds(new) == ["open", "person", "empty", "empty"] and list(new.people) == [GUEST]


# names


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Ben", "Ben", " ben ", "Ben 2"], ["Ben", "Ben 2", "ben 3", "Ben 4"]),
        (["Hanna", "HANNA"], ["Hanna 2", "HANNA 3"]),
        (["x" * 24, "x" * 24], ["x" * 24, "x" * 22 + " 2"]),
    ],
)
def test_no_name_is_there_twice(names: list[str], shown: list[str]) -> None:
    session = Session("dog")
    for number, name in enumerate(names):
        session.ask(f"p{number}", wishes.Join(name, ""))
    assert [session.table.people[f"p{number}"].name for number in range(len(names))] == shown
    session.ask("p1", wishes.Join(names[1], ""))
    assert session.table.people["p1"].name == shown[1], "whoever comes back is called as before"


def test_everybody_at_one_device_has_a_name() -> None:
    session = Session("dog").join(GUEST).ask(GUEST, wishes.Sit(1), wishes.Sit(2, "Oma"), wishes.Sit(3))
    session.ask(HOST, wishes.Sit(0, "oma")).deal()
    assert session.table.names == ["oma 2", "Guest", "Oma", "Guest 2"]
    assert visibility.lobby(session.table)["places"][2] == {"kind": "person", "person": GUEST, "name": "Oma"}
    assert Session("dog").refused(HOST, wishes.Sit(0, " ")) == "bad-name"
    mine = Place("person", HOST)
    opened = Session("dog", [mine, mine, Place("person", HOST, name="hanna"), Place()]).table
    assert [opened.name_at(place) for place in range(3)] == ["Hanna", "Hanna 2", "hanna 3"]
    for name in ("", "x" * 25):
        answer = permissions.created(HOST, "Hanna", Settings("dog", {}), [Place("person", HOST, name=name)], None)
        assert isinstance(answer, Refusal) and answer.code == "bad-name"


# seated by the host, or later in place of a bot


def test_the_host_seats_who_stands() -> None:
    session = Session("dog").join(GUEST, ONLOOKER).ask(HOST, wishes.Sit(0), wishes.Fill("random"))
    session.ask(HOST, wishes.Seat(1, GUEST))
    assert session.table.places[1] == Place("person", GUEST)
    assert session.refused(HOST, wishes.Seat(2, GUEST)) == "has-place"
    assert session.refused(HOST, wishes.Seat(1, ONLOOKER)) == "place-taken"
    assert session.refused(HOST, wishes.Seat(4, ONLOOKER)) == "no-such-place"
    assert session.refused(HOST, wishes.Seat(2, STRANGER)) == "no-such-person"


@pytest.mark.parametrize("game", sessions.GAMES)
def test_who_comes_late_takes_over_from_a_bot(game: str) -> None:
    session = Session(game).begin(players=max(2, sessions.fewest(game))).join(GUEST)
    for _ in session.play_on(random.Random(1), 4):
        pass
    session.ask(GUEST, wishes.TakeOver(1))
    table = session.table
    assert table.seats_of(GUEST) == [1] and table.names[:2] == ["Hanna", "Guest"]
    assert session.refused(GUEST, wishes.TakeOver(2)) == "has-place"
    session.join(ONLOOKER)
    assert session.refused(ONLOOKER, wishes.TakeOver(1)) == "not-a-bot"
    assert session.refused(ONLOOKER, wishes.TakeOver(9)) == "no-such-place"
    session.to_the_end()
    assert rematch_of(session, GUEST).places[1] == Place("person", GUEST)


def test_a_host_may_forbid_to_take_over() -> None:
    session = Session("dog", take_over=False).begin(players=4).join(GUEST)
    assert session.refused(GUEST, wishes.TakeOver(1)) == "no-take-over"


# a game begun by mistake


@pytest.mark.parametrize("game", sessions.GAMES)
def test_the_host_ends_a_game(game: str) -> None:
    session = Session(game).begin(GUEST, players=sessions.fewest(game)).ask(HOST, wishes.End())
    table, match = session.table, session.table.match
    assert match is not None and match.result is None
    assert table.phase == "over" and visibility.lobby(table)["ended_by"] == HOST
    for seat in (None, *range(len(table.seats))):
        seen = visibility.perspective(table, seat, 0, session.now)
        assert (seen.moves, seen.actors, seen.effects) == ([], [], [])
    assert table.record()["result"] is None
    assert replay.refused(table, None, "all") is None and replay.GameReplay.of(table).phase == "over"
    assert session.refused(HOST, wishes.End()) == "not-running"
    rematch = rematch_of(session, GUEST)
    assert rematch.places == table.places and visibility.lobby(table)["rematch_by"] == GUEST
