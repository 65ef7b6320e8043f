"""Fair deal: everybody commits, then everything is locked, then parts are revealed, and nobody chooses the seed."""

import itertools
import json
import random

import pytest

import tafelrunde as tr
from tafelrunde.table import fair_deal, visibility, wishes
from tafelrunde.table.clock import Clock
from tafelrunde.table.fair_deal import part_commitment
from tafelrunde.table.table import Table
from tafelrunde.table.verify import verify

from . import sessions
from .sessions import GUEST, HOST, ONLOOKER, STRANGER, Session, part_of

PEOPLE = [HOST, GUEST, "third"]


def locked(*people: str, game: str = "denkste") -> Session:
    """A game of these people that was started; nobody has revealed yet."""
    session = Session(game).ask(HOST, wishes.Sit(0))
    for number, person in enumerate(people, 1):
        session.join(person).ask(person, wishes.Sit(number))
    for number in range(len(people) + 1, len(session.table.places)):
        session.ask(HOST, wishes.SetPlace(number, "empty"))
    return session.ask(HOST, wishes.Start())


def test_secrets_are_long_and_never_the_same() -> None:
    assert len({fair_deal.random_secret() for _ in range(100)}) == 100
    assert len(bytes.fromhex(fair_deal.random_secret())) == 16


def test_a_commitment_binds_and_does_not_tell() -> None:
    secret = fair_deal.random_secret()
    found = {fair_deal.secret_commitment(secret), part_commitment(secret), part_commitment(fair_deal.random_secret())}
    assert len(found) == 3, "nobody can pass off the server's commitment as their own"
    assert all(fair_deal.HASH.fullmatch(each) and secret not in each for each in found)


def test_the_derivation_is_a_promise() -> None:
    """Records of years ago must verify, and docs/protocol.md says how: these values never change."""
    assert fair_deal.secret_commitment("00") == "289dcde58de684f156de0d455cd6f3ccaaa96a7c794d49c7d8f287311d898676"
    assert part_commitment("00") == "d5c9fb76dc2c574b2538cce87a752afcf3214d878f20b6394ffb5f648370664a"
    lock = {"version": 1, "table": "t", "options": {"b": [1, 2], "a": True}, "contributors": []}
    assert fair_deal.digest(lock) == "9a08ee3832e6fecfff02d5cd742aaf4ac16aa822db43e358426ac0abcd310888"
    assert fair_deal.seed("d", "00", ["a", "b"]) == 64564492782555053439605488455896765696


def test_the_match_is_dealt_by_the_lock_the_secret_and_all_parts() -> None:
    table = Session("dog").begin(GUEST, players=4).table
    assert table.match is not None
    [dealt] = table.rounds
    expected = fair_deal.seed(
        fair_deal.digest(dealt.lock(table.terms())), table.secret, [part_of(HOST), part_of(GUEST)]
    )
    assert table.match.record()["seed"] == expected < 2**128


def test_anything_else_in_the_lock_gives_another_deal() -> None:
    table = locked(GUEST).table
    lock, seeds = table.rounds[-1].lock(table.terms()), set()
    others = [lock | {key: "another"} for key in lock]
    others.append(lock | {"contributors": [each | {"seat": each["seat"] + 1} for each in lock["contributors"]]})
    for each in (lock, *others):
        seeds.add(fair_deal.seed(fair_deal.digest(each), table.secret, [part_of(HOST), part_of(GUEST)]))
    assert len(seeds) == len(others) + 1


@pytest.mark.parametrize("order", list(itertools.permutations(PEOPLE)), ids=" ".join)
def test_parts_may_come_in_any_order(order: tuple[str, ...]) -> None:
    session = locked(*PEOPLE[1:])
    for person in order:
        assert session.table.phase == "dealing" and visibility.lobby(session.table)["phase"] == "dealing"
        session.ask(person, session.reveal(person))
    assert session.table.phase == "running"
    [dealt] = session.table.rounds
    assert [each.person for each in dealt.contributions] == PEOPLE, "the order is that of the lock"
    assert session.table.seed() == locked_and_dealt().table.seed()


def locked_and_dealt() -> Session:
    session = locked(*PEOPLE[1:])
    for person in PEOPLE:
        session.ask(person, session.reveal(person))
    return session


def test_only_what_was_committed_to_is_taken_once_and_for_the_lock_that_was_shown() -> None:
    session = locked(GUEST)
    right = session.reveal(GUEST)
    other = part_of(GUEST, 7)
    assert session.refused(GUEST, wishes.Reveal(right.lock, other, right.commitment)) == "bad-part"
    assert session.refused(GUEST, wishes.Reveal(right.lock, right.part + "\n", right.commitment)) == "bad-part"
    assert session.refused(GUEST, wishes.Reveal("0" * 64, right.part, right.commitment)) == "not-dealing"
    for fresh in ("", "x", part_commitment(right.part), part_commitment(part_of(HOST))):
        refused = session.refused(GUEST, wishes.Reveal(right.lock, right.part, fresh))
        assert refused == "bad-commitment", "for another round everybody commits to something that nobody had before"
    assert session.refused(HOST, right) == "bad-part", "a part belongs to a person"
    assert session.refused(STRANGER, right) == "not-here"
    session.ask(GUEST, wishes.Join("Guest", part_commitment(other)))
    assert session.refused(GUEST, wishes.Reveal(right.lock, other, "")) == "bad-part", "the lock holds"
    session.ask(GUEST, right)
    assert session.refused(GUEST, right) == "not-dealing"
    session.ask(HOST, session.reveal(HOST))
    assert session.refused(HOST, session.reveal(HOST)) == "not-dealing"


def test_nothing_that_is_locked_changes_while_it_is_dealt() -> None:
    session = locked(GUEST)
    before = session.table.terms(), session.table.seats, session.table.rounds[-1].lock(session.table.terms())
    for person, wish in ((HOST, wishes.SetPlace(2, "bot", "random")), (GUEST, wishes.Stand(1)), (HOST, wishes.Start())):
        assert session.refused(person, wish) == "not-open"
    session.join(STRANGER, GUEST).ask(HOST, wishes.SetTempo("fast"))
    assert session.refused(STRANGER, wishes.TakeOver(0)) == "not-running"
    now = session.table.terms(), session.table.seats, session.table.rounds[-1].lock(session.table.terms())
    assert now == before
    session.ask(GUEST, wishes.Leave()).ask(HOST, session.reveal(HOST))
    assert session.table.phase == "dealing", "their part is still missing"


def test_nobody_commits_to_the_part_of_somebody_else() -> None:
    session = Session("denkste").join(GUEST)
    assert session.refused(STRANGER, wishes.Join("Stranger", part_commitment(part_of(GUEST)))) == "bad-commitment"
    session.join(GUEST).ask(HOST, wishes.SetEntry("approve")).join(STRANGER)
    assert session.refused(ONLOOKER, wishes.Join("O", part_commitment(part_of(STRANGER)))) == "bad-commitment"


def test_who_comes_back_while_it_is_dealt_is_committed_already() -> None:
    """With another commitment, or none, they would be missing in the next round although they had revealed."""
    session, clock = locked(GUEST, "third"), Clock(1)
    for person, commitment in ((HOST, ""), (GUEST, part_commitment(part_of(GUEST, 7)))):
        session.ask(person, session.reveal(person))
        session.ask(person, wishes.Join(session.table.people[person].name, commitment))
    clock.update(session.table, {HOST}, session.now)
    session.happen(*clock.due_round(session.table, session.now + fair_deal.REVEAL_SECONDS))
    fresh = [(each.person, each.commitment) for each in session.table.rounds[-1].contributions]
    assert fresh == [(person, part_commitment(part_of(person, 2))) for person in (HOST, GUEST)]


def test_nobody_who_plays_is_removed_while_it_is_dealt() -> None:
    """A bot at a seat of the lock would look like a part that somebody invented."""
    session = locked(GUEST).join(ONLOOKER)
    assert session.refused(HOST, wishes.Remove(GUEST)) == "not-running"
    session.ask(HOST, wishes.Remove(ONLOOKER))


@pytest.mark.parametrize("seed", range(40))
def test_whoever_reveals_or_not_it_always_ends_and_the_record_shows_it(seed: int) -> None:
    """People reveal in any order, leave, lose their connection; the clock repeats the round without whoever failed."""
    choice, clock = random.Random(seed), Clock(1)
    session = locked(*PEOPLE[1:])
    while session.table.phase == "dealing":
        waited, latest = session.now, session.table.rounds[-1]
        revealing = [each.person for each in latest.missing if choice.random() < 0.7]
        for person in choice.sample(revealing, len(revealing)):
            if choice.random() < 0.1 and person != HOST:
                session.ask(person, wishes.Leave())
            else:
                session.ask(person, session.reveal(person))
        clock.update(session.table, {HOST}, session.now)
        if session.table.phase == "dealing":
            assert clock.next() == waited + fair_deal.REVEAL_SECONDS
            assert not clock.due_round(session.table, session.now + fair_deal.REVEAL_SECONDS - 0.01)
            session.now += fair_deal.REVEAL_SECONDS
            session.happen(*clock.due_round(session.table, session.now))
    rounds = session.table.rounds
    assert len(rounds) <= len(PEOPLE) + 1 and len({each.secret for each in rounds}) == len(rounds)
    for before, after in itertools.pairwise(rounds):
        failed = {each.person for each in before.missing}
        assert failed and {each.person for each in after.contributions} == {*before_people(before)} - failed
    record = json.loads(json.dumps(session.to_the_end().table.record()))
    assert all(found.holds for found in verify(record)) and len(record["deal"]["rounds"]) == len(rounds)
    assert Table.replay("t1", session.log).record() == record


def before_people(round: fair_deal.Round) -> list[str]:
    return [each.person for each in round.contributions]


def test_while_nobody_is_there_nobody_is_left_out() -> None:
    session, clock = locked(GUEST), Clock(1)
    clock.update(session.table, set(), session.now)
    assert clock.next() is None and not clock.due_round(session.table, session.now + 1000)


def test_who_plays_contributes_once_and_nobody_else() -> None:
    session = Session("dog").join(GUEST, ONLOOKER)
    session.ask(HOST, wishes.Sit(1), wishes.Sit(2, "Oma")).ask(GUEST, wishes.Sit(3))
    session.ask(HOST, wishes.Fill("random"), wishes.Start())
    found = [(each.person, each.seat) for each in session.table.rounds[-1].contributions]
    assert found == [(HOST, 1), (GUEST, 3)], "one for a device, none for onlookers and bots"


def test_a_game_in_which_nobody_contributes_begins_at_once() -> None:
    session = Session("denkste", places=None).ask(HOST, wishes.SetPlace(2, "empty"), wishes.SetPlace(3, "empty"))
    session.ask(HOST, wishes.Fill("random"), wishes.Start())
    assert session.table.phase == "running" and session.table.rounds[-1].contributions == []


def test_who_comes_after_the_lock_changes_nothing_of_the_deal() -> None:
    session = Session("denkste").begin(GUEST, players=2)
    dealt = session.table.deal(), session.table.seed()
    session.join(ONLOOKER, STRANGER, GUEST).ask(STRANGER, wishes.Leave())
    session.ask(GUEST, wishes.Leave())
    assert (session.table.deal(), session.table.seed()) == dealt


def everything_shown(table: Table, now: float) -> str:
    viewers = [None, *range(len(table.seats))] if table.match else []
    seen = [visibility.perspective(table, seat, 0, now) for seat in viewers]
    return repr([visibility.lobby(table), seen])


@pytest.mark.parametrize("game", sessions.GAMES)
def test_secrets_and_parts_are_shown_when_the_game_is_over_and_not_before(game: str) -> None:
    session = Session(game)
    secret = session.table.secret
    assert secret not in everything_shown(session.table, session.now)
    assert visibility.lobby(session.table)["commitment"] == fair_deal.secret_commitment(secret)
    session.begin(GUEST, players=sessions.fewest(game))
    shown = everything_shown(session.table, session.now)
    assert not any(hidden in shown for hidden in (secret, part_of(HOST), part_of(GUEST), str(session.table.seed())))
    session.to_the_end()
    [dealt] = visibility.lobby(session.table)["deal"]["rounds"]
    assert [dealt["secret"], *(each["part"] for each in dealt["contributors"])] == [
        secret,
        part_of(HOST),
        part_of(GUEST),
    ]


@pytest.mark.parametrize("game", sessions.GAMES)
def test_a_record_verifies_and_replays_to_the_same_result(game: str) -> None:
    session = Session(game).begin(GUEST, players=sessions.fewest(game)).to_the_end()
    digest = visibility.lobby(session.table)["lock"]["digest"]
    session.ask(GUEST, wishes.Join("Another Name", part_commitment(part_of(GUEST, 9))))
    record = json.loads(json.dumps(session.table.record()))
    assert all(found.holds for found in verify(record, digest, part_of(GUEST)))
    match = tr.replay({key: record[key] for key in ("game", "options", "seed", "moves")})
    assert match.result == record["result"] is not None
    assert record["names"][:3] == ["Hanna", "Guest", None][: len(record["names"])]


def test_there_is_no_record_of_a_running_game() -> None:
    with pytest.raises(AssertionError):
        Session("denkste").begin(GUEST, players=2).table.record()
