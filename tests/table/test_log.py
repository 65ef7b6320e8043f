"""The table is what its log adds up to: stored, loaded and compared after every act."""

import random
from pathlib import Path

import msgspec
import pytest

from tafelrunde.server.storage.entries import chained, new_start
from tafelrunde.server.storage.store import Store
from tafelrunde.table import acts, records, visibility, wishes
from tafelrunde.table.acts import AnyAct, Place, Settings
from tafelrunde.table.fair_deal import Contribution, part_commitment
from tafelrunde.table.table import Table
from tafelrunde.table.wishes import AnyWish

from . import sessions
from .sessions import GUEST, HOST, ONLOOKER, Session, part_of

MOST_MOVES = 150
"""Random moves a session; a replay after each of them takes a while."""


def loaded(session: Session) -> Table:
    """The table as it would come back from storage."""
    return Table.replay("t1", [(acts.decode(acts.encode(act)), at) for act, at in session.log])


def shown(table: Table, now: float) -> bytes:
    """All that anybody can be shown of a table."""
    seats = [] if table.match is None else [None, *range(len(table.seats))]
    seen = [visibility.perspective(table, seat, after, now) for seat in seats for after in (0, table.version - 1)]
    return msgspec.json.encode([visibility.lobby(table), seen])


async def kept(session: Session, store: Store) -> Table:
    """The table as it comes back from the database, to which everything new is written first."""
    written = await store.entries("t1")
    head = written[-1].hash if written else new_start()
    for version, (act, at) in enumerate(session.log[len(written) :], len(written) + 1):
        entry = chained(head, "t1", version, None, acts.encode(act), at)
        await store.append(entry)
        head = entry.hash
    return Table.replay("t1", [(acts.decode(entry.data), entry.at) for entry in await store.entries("t1")])


def assert_same(session: Session, twin: Table | None = None) -> None:
    table, twin = session.table, twin or loaded(session)
    assert shown(twin, session.now) == shown(table, session.now)
    assert (twin.match is None) == (table.match is None)
    if table.match is not None and twin.match is not None:
        assert twin.match.states.tobytes() == table.match.states.tobytes()
        assert twin.match.record() == table.match.record()
    assert (twin.host, twin.removed, twin.people, twin.log) == (table.host, table.removed, table.people, table.log)
    assert (twin.rounds, twin.secret, twin.names) == (table.rounds, table.secret, table.names)
    assert (twin.started_at, twin.paused_until) == (table.started_at, table.paused_until)


PREPARATIONS: list[tuple[str, AnyWish]] = [
    (GUEST, wishes.Join("Gustav", part_commitment(part_of(GUEST)))),
    (ONLOOKER, wishes.Join("Olga", "")),
    (HOST, wishes.Sit(0)),
    (GUEST, wishes.Sit(1)),
    (GUEST, wishes.Stand(1)),
    (GUEST, wishes.Sit(1)),
    ("lout", wishes.Join("Lukas", "")),
    ("lout", wishes.Sit(2)),
    (HOST, wishes.Remove("lout")),
    (HOST, wishes.SetPlace(3, "bot", "random")),
    (GUEST, wishes.Say("hello")),
    (HOST, wishes.Fill("greedy")),
    (HOST, wishes.Start()),
    (ONLOOKER, wishes.Say(text="Viel Spaß! 👩‍👩‍👧")),
    (GUEST, wishes.Leave()),
    (ONLOOKER, wishes.Leave()),
    (GUEST, wishes.Join("Gustl", "")),
    ("latecomer", wishes.Join("Gustl", "")),
    ("latecomer", wishes.TakeOver(3)),
]


@pytest.mark.parametrize("game", sessions.GAMES)
def test_a_table_comes_back_from_its_log_after_every_act(game: str) -> None:
    session = Session(game, free_text=True)
    assert_same(session)
    for person, wish in PREPARATIONS:
        session.now += 0.5
        session.ask(person, wish)
        assert_same(session)
        for missing in session.table.rounds[-1].missing if session.table.phase == "dealing" else ():
            session.ask(missing.person, session.reveal(missing.person))
            assert_same(session)
    for _ in session.play_on(random.Random(3), MOST_MOVES):
        assert_same(session)


@pytest.mark.anyio
@pytest.mark.parametrize("game", sessions.GAMES)
async def test_a_table_comes_back_from_the_database_after_every_move(game: str, tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'games.db'}")
    await store.create("t1", b"{}", True, 0.0)
    session = Session(game).begin(GUEST, players=sessions.fewest(game))
    assert_same(session, await kept(session, store))
    for _ in session.play_on(random.Random(4), MOST_MOVES):
        assert_same(session, await kept(session, store))
    await store.close()


@pytest.mark.parametrize("game", sessions.GAMES)
def test_a_finished_table_comes_back(game: str) -> None:
    session = Session(game).begin(GUEST, players=sessions.fewest(game)).to_the_end()
    assert_same(session.ask(GUEST, wishes.Rematch()))


def test_honour_and_its_window_come_back() -> None:
    session = Session("biesti-boys", options={"referee": "honour", "draw": "hand"}).begin(GUEST, players=2)
    moves = [session.table.version for move in session.play_on(random.Random(1), 400) if move.move == "window"]
    assert moves, "the table itself acted too"
    assert_same(session)


@pytest.mark.parametrize(
    "act",
    [
        acts.Created(
            "p", "Paul", Settings("dog", {}), [Place("person", "p"), Place()], "s", "t0", "x", {"q": "Quirin"}
        ),
        acts.Joined("p", "Zoë", "commitment"),
        acts.Left("p", "q"),
        acts.Placed("p", 3, Place("bot", level="greedy")),
        acts.Changed("p", Settings("denkste", {"rings": [4, 8, 4]}, move_seconds=2.5)),
        acts.Locked("p", [0, 2], "s", [Contribution("p", 1, "c")]),
        acts.Revealed("p", "part", "c"),
        acts.Started("p"),
        acts.Moved(None, "window", "table"),
        acts.TakenBack("p", 2),
        acts.Tapped("p"),
        acts.Said("p", text="„Ja“"),
        acts.Ended("p"),
        acts.Followed("p", "t2"),
    ],
    ids=lambda act: type(act).__name__,
)
def test_every_act_can_be_stored(act: AnyAct) -> None:
    assert acts.decode(acts.encode(act)) == act


def test_an_act_of_another_kind_is_not_read() -> None:
    with pytest.raises(records.BadData):
        acts.decode(b'{"act":"joined","person":"p","name":"n","commitment":"","more":1}')
    with pytest.raises(records.BadData):
        acts.decode(b'{"act":"unheard"}')
