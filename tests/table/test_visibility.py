"""Who may see what: nothing of what a seat cannot know, and in games of memory nothing of what it once knew."""

import copy
import random
from typing import Any

import msgspec
import pytest

from tafelrunde.games.biberbande.facts import FACTS
from tafelrunde.games.biberbande.looks import follow
from tafelrunde.table import acts, permissions, visibility, wishes
from tafelrunde.table.table import Table
from tafelrunde.table.wishes import Refusal

from . import sessions
from .sessions import GUEST, HOST, ONLOOKER, Session, part_of

LATER = (FACTS.look_seconds or 0.0) + 0.01
ENDING = ("knock",)
"""What players at random do too soon for much to happen in a round."""


def twin_for(table: Table, seat: int | None, seed: int) -> Table:
    """A table that this seat cannot tell from the other: all that it does not know is redrawn."""
    assert table.match is not None
    twin = copy.copy(table)
    twin.match = table.match.resample(seat, seed)
    return twin


def frames(table: Table, seat: int | None, now: float) -> bytes:
    """What is sent to a seat: the lobby, a snapshot, an update and a catch-up."""
    seen = [visibility.perspective(table, seat, after, now) for after in (0, table.version - 3, table.version - 1)]
    return msgspec.json.encode([visibility.lobby(table), seen])


def answers(table: Table, seat: int, now: float, choice: random.Random) -> bytes:
    """What becomes of some wishes of a seat, refusals too."""
    assert table.match is not None
    game = table.match.game
    texts = [game.write(choice.randrange(game.ACTIONS)) for _ in range(6)]
    person = table.person_at(seat) or ""
    return msgspec.json.encode([permissions.decide(table, person, wishes.Play(seat, text), now) for text in texts])


@pytest.mark.parametrize("memory_aid", [False, True])
@pytest.mark.parametrize("game", sessions.GAMES)
def test_what_a_seat_is_shown_does_not_depend_on_what_it_cannot_know(game: str, memory_aid: bool) -> None:
    session = Session(game, memory_aid=memory_aid).begin(GUEST, players=sessions.fewest(game)).join(ONLOOKER)
    choice = random.Random(5)
    redrawn = 0
    for _ in session.play_on(random.Random(7), 80):
        table = session.table
        if table.phase == "over":
            break
        for seat in (None, *range(len(table.seats))):
            twin = twin_for(table, seat, choice.getrandbits(128))
            assert table.match is not None and twin.match is not None
            chance = {"seed": 0, "chance": 0}
            redrawn += twin.match.position() | chance != table.match.position() | chance
            now = session.now + choice.choice((0.0, 1.0, LATER))
            assert frames(twin, seat, now) == frames(table, seat, now)
            if seat is not None:
                seed = choice.random()
                mine, other = (answers(each, seat, now, random.Random(seed)) for each in (table, twin))
                assert mine == other
    assert redrawn > 20 or game == "beam-me-up", "something was really redrawn (Beam me up hides nothing)"


def test_a_sealed_choice_is_told_to_nobody_else() -> None:
    one, other = (Session("denkste").begin(GUEST, players=2) for _ in range(2))
    one.ask(HOST, wishes.Play(0, "go 2"))
    other.ask(HOST, wishes.Play(0, "go 5"))
    for seat in (1, None):
        assert frames(one.table, seat, one.now) == frames(other.table, seat, other.now)
    assert frames(one.table, 0, one.now) != frames(other.table, 0, other.now)


@pytest.mark.parametrize("game", sessions.GAMES)
def test_catching_up_from_any_version_gives_every_event_once(game: str) -> None:
    session = Session(game, memory_aid=True).begin(GUEST, players=sessions.fewest(game))
    told: dict[int | None, list[dict[str, Any]]] = {None: [], 0: [], 1: []}
    for seat in told:
        told[seat] += visibility.events_after(session.table, seat, 0, session.now)
    for _ in session.play_on(random.Random(2), 60):
        for seat, events in told.items():
            events += visibility.events_after(session.table, seat, session.table.version - 1, session.now)
    for seat, events in told.items():
        assert events == visibility.events_after(session.table, seat, 0, session.now)
        assert [event["n"] for event in events] == list(range(len(events)))


@pytest.mark.parametrize("after", [10**9, 10**6, -1, -(10**9)])
def test_a_version_that_never_was_harms_nothing(after: int) -> None:
    session = Session("dog").begin(GUEST, players=4)
    events = visibility.events_after(session.table, 0, after, session.now)
    assert events == ([] if after > 0 else visibility.events_after(session.table, 0, 0, session.now))


def test_an_onlooker_has_no_moves_and_a_seat_its_own() -> None:
    session = Session("dog").begin(GUEST, players=4)
    assert session.table.match is not None
    assert visibility.perspective(session.table, None, 0, session.now).moves == []
    assert visibility.perspective(session.table, 1, 0, session.now).moves == session.table.match.moves(1)


# Biberbande: a game of memory


def dealt(deal: int = 0, **settings: Any) -> Session:
    """Biberbande for two, just dealt; the host sits at 0, a guest at 1."""
    session = Session("biberbande", **settings)
    session.table.secret = f"{deal:032x}"
    session.begin(GUEST, players=2)
    session.now = session.table.started_at
    return session


def rows(session: Session, seat: int | None, later: float = 0.0) -> list[list[str | None]]:
    seen: list[list[str | None]] = visibility.perspective(session.table, seat, 0, session.now + later).view["rows"]
    return seen


COVERED: list[list[str | None]] = [[None] * 4] * 2


def test_the_outer_cards_are_shown_until_one_is_ready() -> None:
    session = dealt()
    assert session.table.match is not None
    truth = session.table.match.view(0)["rows"]
    assert truth[0][0] is not None and truth[0][3] is not None
    assert rows(session, 0) == rows(session, 0, 1000) == truth
    assert rows(session, None) == COVERED
    assert visibility.perspective(session.table, 0, 0, session.now).covers is None
    session.ask(HOST, wishes.Play(0, "ready"))
    assert rows(session, 0) == COVERED and rows(session, 1) != COVERED
    session.ask(GUEST, wishes.Play(1, "ready"))
    assert rows(session, 1) == COVERED


def test_with_memory_aid_what_was_seen_stays() -> None:
    session = dealt(memory_aid=True)
    for _ in session.play_on(random.Random(4), 120, avoid=ENDING):
        assert session.table.match is not None
        for seat in (None, 0, 1):
            seen = visibility.perspective(session.table, seat, 0, session.now + 1000)
            assert seen.view == session.table.match.view(seat)
            assert seen.events == session.table.match.events(0, seat)
            assert seen.covers is None


@pytest.mark.parametrize("deal", range(5))
def test_without_memory_aid_nothing_is_left_after_a_glimpse(deal: int) -> None:
    session = dealt(deal)
    table, looks = session.table, 0
    assert table.match is not None
    for move in session.play_on(random.Random(deal), 150, avoid=ENDING):
        looks += move.move.split()[0] in ("spy", "swap", "draw")
        for seat in (None, 0, 1):
            seen = visibility.perspective(table, seat, 0, session.now + LATER)
            first = seat is not None and seen.view["phase"] == "look" and not seen.view["ready"][seat]
            assert first or seen.view["rows"] == COVERED
            assert seen.events == table.match.events()
            assert seen.view["drawn"] == table.match.view(seat)["drawn"], "a card in hand is seen as long as it is held"
    assert table.phase == "running" and looks > 15


def test_when_it_is_over_all_lies_open() -> None:
    session = dealt().to_the_end()
    assert session.table.match is not None
    for seat in (None, 0, 1):
        seen = visibility.perspective(session.table, seat, 0, session.now + 1000)
        assert seen.view == session.table.match.view(seat) and seen.events == session.table.match.events(0, seat)
        assert all(card is not None for row in seen.view["rows"] for card in row)


def spied() -> tuple[Session, int, int]:
    """A session in which seat 0 has just spied, its slot and the version before."""
    for deal in range(20):
        session = dealt(deal)
        for move in session.play_on(random.Random(deal), 150, avoid=ENDING):
            if move.seat == 0 and move.move.startswith("spy"):
                return session, int(move.move.split()[1]), session.table.version - 1
    raise AssertionError("nobody spied in any of these games")


def test_a_spied_card_is_sent_once_and_then_gone() -> None:
    session, slot, before = spied()
    assert session.table.match is not None
    card = session.table.match.view(0)["rows"][0][slot - 1]
    assert card is not None and rows(session, 0)[0][slot - 1] == card
    assert rows(session, 1)[0][slot - 1] is None and rows(session, None)[0][slot - 1] is None
    catch_up = [visibility.events_after(session.table, seat, before, session.now)[0] for seat in (0, 1, None)]
    assert [event.get("card") for event in catch_up] == [card, None, None]
    late = visibility.perspective(session.table, 0, before, session.now + LATER)
    assert "card" not in late.events[0] and late.view["rows"] == COVERED


def test_a_look_is_forgotten_across_a_restart_too() -> None:
    session, slot, before = spied()
    table = Table.replay("t1", [(acts.decode(acts.encode(act)), at) for act, at in session.log])
    assert visibility.perspective(table, 0, before, session.now).view["rows"][0][slot - 1] is not None
    assert visibility.perspective(table, 0, before, session.now + LATER).view["rows"] == COVERED


def test_a_card_that_lies_open_is_never_another_than_the_one_looked_at() -> None:
    """A slot whose card was swapped, taken or traded right after the look is covered."""
    looked = moved = 0
    for seed in range(12):
        session = dealt(seed)
        assert session.table.match is not None
        for move in session.play_on(random.Random(seed), 150, pauses=(0.1,), avoid=ENDING):
            truth = session.table.match.view(0)["rows"][0]
            shown, others = rows(session, 0)
            assert others == [None] * 4, "nobody looks at cards of others"
            assert all(card in (None, true) for card, true in zip(shown, truth, strict=True))
            looked += any(shown)
            if move.seat == 0 and move.move.split()[0] in ("take", "swap", "trade"):
                assert shown[int(move.move.split()[1]) - 1] is None
                moved += 1
    assert looked > 50 and moved > 50


@pytest.mark.parametrize(("seat", "left"), [(0, {1: 9.0}), (1, {3: 9.0}), (2, {1: 9.0, 3: 9.0})])
def test_a_trade_covers_both_cards(seat: int, left: dict[int, float]) -> None:
    """Even if everybody knows the card that came: it has to be remembered like any other."""
    looks = {1: 9.0, 3: 9.0}
    trade = {"type": "trade", "seat": 0, "slot": 3, "other": 1, "other_slot": 1}
    follow(trade, seat, 10.0, looks)
    assert looks == left


def test_the_lobby_tells_what_everybody_may_know() -> None:
    session = Session("dog", free_text=True).join(GUEST).ask(GUEST, wishes.Sit(1), wishes.Say(text="Hallo"))
    lobby = visibility.lobby(session.table)
    assert lobby["host"] == HOST and lobby["phase"] == "open" and lobby["version"] == session.table.version
    assert lobby["people"] == [
        {"id": HOST, "name": "Hanna", "here": True},
        {"id": GUEST, "name": "Guest", "here": True},
    ]
    free = {"kind": "open"}
    assert lobby["places"] == [free, {"kind": "person", "person": GUEST}, free, free]
    assert lobby["said"] == [{"version": 4, "person": GUEST, "phrase": None, "text": "Hallo"}]
    assert "deal" not in lobby and part_of(GUEST) not in repr(lobby)


def test_a_refusal_is_told_in_both_languages() -> None:
    refusal = Session("dog").decide(HOST, wishes.Start())
    assert isinstance(refusal, Refusal) and refusal.texts["de"] != refusal.texts["en"]
