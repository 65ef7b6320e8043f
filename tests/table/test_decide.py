"""Who may wish for what, and when: every wish by every role in every phase."""

import pytest

from tafelrunde.table import acts, permissions, wishes
from tafelrunde.table.acts import Settings
from tafelrunde.table.people import budget, members
from tafelrunde.table.wishes import AnyWish, Refusal

from .sessions import GUEST, HOST, ONLOOKER, REMOVED, STRANGER, Session

ROLES = [HOST, GUEST, ONLOOKER, STRANGER, REMOVED]
PHASES = ["open", "dealing", "running", "over"]


def table_in(phase: str) -> Session:
    """Denkste with place 2 empty and 3 open or empty; the host sits at 0, a guest at 1, somebody only looks on."""
    session = Session("denkste", free_text=True).join(GUEST, ONLOOKER, REMOVED)
    session.ask(HOST, wishes.Remove(REMOVED), wishes.Sit(0), wishes.SetPlace(2, "empty"))
    session.ask(GUEST, wishes.Sit(1))
    if phase != "open":
        session.ask(HOST, wishes.SetPlace(3, "empty"), *([wishes.Start()] if phase == "dealing" else []))
    if phase in ("running", "over"):
        session.deal()
    return session.to_the_end() if phase == "over" else session


OK = "ok"
ALL_HERE = {HOST: OK, GUEST: OK, ONLOOKER: OK}
NOT_HOST = {GUEST: "not-host", ONLOOKER: "not-host"}

WISHES: dict[str, AnyWish] = {
    "join": wishes.Join("Neu", ""),
    "leave": wishes.Leave(),
    "admit": wishes.Admit(STRANGER),
    "host": wishes.HandOn(GUEST),
    "vote": wishes.Vote(GUEST),
    "remove": wishes.Remove(ONLOOKER),
    "sit": wishes.Sit(3),
    "stand": wishes.Stand(1),
    "place": wishes.SetPlace(3, "bot", "greedy"),
    "seat": wishes.Seat(3, ONLOOKER),
    "take-over": wishes.TakeOver(2),
    "fill": wishes.Fill("random"),
    "settings": wishes.Set(Settings("dog", {})),
    "start": wishes.Start(),
    "reveal": wishes.Reveal("lock", "part", ""),
    "end": wishes.End(),
    "play": wishes.Play(1, "stop 3"),
    "take-back": wishes.TakeBack(1),
    "tempo": wishes.SetTempo("slow"),
    "clock": wishes.SetClock(30.0),
    "entry": wishes.SetEntry("approve"),
    "tap": wishes.Tap(),
    "say": wishes.Say("hello"),
    "text": wishes.Say(text="Hallo!"),
    "mute": wishes.Mute(GUEST),
    "hush": wishes.Hush(GUEST),
    "rematch": wishes.Rematch(),
}

BY_HOST = {"open": {HOST: OK} | NOT_HOST} | {late: {HOST: "not-open"} | NOT_HOST for late in PHASES[1:]}
UNTIL_OVER = dict.fromkeys(PHASES, {HOST: OK} | NOT_HOST) | {"over": {HOST: "not-running"} | NOT_HOST}
NOT_OPEN, NOT_RUNNING = dict.fromkeys(ALL_HERE, "not-open"), dict.fromkeys(ALL_HERE, "not-running")

EXPECTED: dict[str, dict[str, dict[str, str]]] = {
    "join": {phase: ALL_HERE | {STRANGER: OK, REMOVED: "removed"} for phase in PHASES}
    | {
        phase: {HOST: "no-renaming", GUEST: "no-renaming", ONLOOKER: OK, STRANGER: OK, REMOVED: "removed"}
        for phase in ("dealing", "running")
    },
    "leave": dict.fromkeys(PHASES, ALL_HERE),
    "admit": dict.fromkeys(PHASES, {HOST: "no-such-request"} | NOT_HOST),
    "host": dict.fromkeys(PHASES, {HOST: OK} | NOT_HOST),
    "vote": dict.fromkeys(PHASES, NOT_RUNNING)
    | {"running": {HOST: "not-stalling", GUEST: "not-yourself", ONLOOKER: "not-seated"}},
    "remove": UNTIL_OVER,
    "sit": {phase: ALL_HERE if phase == "open" else NOT_OPEN for phase in PHASES},
    "stand": dict.fromkeys(PHASES, NOT_OPEN) | {"open": {HOST: "not-your-seat", GUEST: OK, ONLOOKER: "not-your-seat"}},
    "place": BY_HOST,
    "seat": UNTIL_OVER | {"dealing": {HOST: "not-running"} | NOT_HOST, "running": {HOST: "not-a-bot"} | NOT_HOST},
    "take-over": {phase: {HOST: "has-place", GUEST: "has-place", ONLOOKER: "not-a-bot"} for phase in PHASES}
    | dict.fromkeys(("dealing", "over"), NOT_RUNNING),
    "fill": BY_HOST,
    "settings": BY_HOST,
    "start": BY_HOST | {"open": {HOST: "places-open"} | NOT_HOST},
    "end": {phase: {HOST: OK if phase == "running" else "not-running"} | NOT_HOST for phase in PHASES},
    "reveal": dict.fromkeys(PHASES, dict.fromkeys(ALL_HERE, "not-dealing")),
    "play": dict.fromkeys(PHASES, NOT_RUNNING)
    | {"running": {HOST: "not-your-seat", GUEST: OK, ONLOOKER: "not-your-seat"}},
    "take-back": dict.fromkeys(PHASES, NOT_RUNNING)
    | {"running": {HOST: "not-your-seat", GUEST: "no-take-back", ONLOOKER: "not-your-seat"}},
    "tempo": UNTIL_OVER,
    "clock": UNTIL_OVER,
    "entry": UNTIL_OVER,
    "tap": dict.fromkeys(PHASES, NOT_RUNNING)
    | {"running": {HOST: "nobody-waits", GUEST: "nobody-waits", ONLOOKER: "not-seated"}},
    "say": dict.fromkeys(PHASES, ALL_HERE),
    "text": dict.fromkeys(PHASES, ALL_HERE),
    "mute": dict.fromkeys(PHASES, ALL_HERE | {GUEST: "not-yourself"}),
    "hush": dict.fromkeys(PHASES, {HOST: OK} | NOT_HOST),
    "rematch": dict.fromkeys(PHASES, dict.fromkeys(ALL_HERE, "not-over"))
    | {"over": {HOST: OK, GUEST: OK, ONLOOKER: "not-seated"}},
}
"""Whoever is not named is not at the table."""


def test_the_matrix_is_complete() -> None:
    in_matrix = {type(wish) for wish in WISHES.values()}
    assert in_matrix == set(AnyWish.__args__)
    assert all(set(EXPECTED[name]) == set(PHASES) for name in WISHES)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("name", WISHES)
def test_every_wish_by_every_role(name: str, phase: str) -> None:
    session = table_in(phase)
    assert session.table.phase == phase
    decided = {role: session.decide(role, WISHES[name]) for role in ROLES}
    answers = {role: answer.code if isinstance(answer, Refusal) else OK for role, answer in decided.items()}
    assert answers == {STRANGER: "not-here", REMOVED: "not-here"} | EXPECTED[name][phase]
    for answer in decided.values():
        assert isinstance(answer, Refusal) or answer, "a wish is refused or something happens"


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("name", WISHES)
def test_what_was_granted_can_happen(name: str, phase: str) -> None:
    for role in ROLES:
        session = table_in(phase)
        version = session.table.version
        decided = session.decide(role, WISHES[name])
        assert session.table.version == version, "deciding changes nothing"
        if not isinstance(decided, Refusal):
            session.happen(*decided)
            assert session.table.version == version + len(decided)


def test_who_one_is_comes_from_the_session() -> None:
    """Every act is written down as done by the one who wished; no wish can name somebody else as its doer."""
    for phase in PHASES:
        session = table_in(phase)
        for role in ROLES:
            for wish in WISHES.values():
                decided = session.decide(role, wish)
                for act in [] if isinstance(decided, Refusal) else decided:
                    doer = (
                        act.by if isinstance(act, acts.Left | acts.Joined) and act.by else getattr(act, "person", role)
                    )
                    assert doer == role


@pytest.mark.parametrize("seat", [-1, 0, 2, 99])
def test_nobody_plays_a_seat_of_others(seat: int) -> None:
    assert table_in("running").refused(GUEST, wishes.Play(seat, "go 1")) == "not-your-seat"


def test_a_refused_move_names_its_rule() -> None:
    session = table_in("running")
    refusal = session.decide(GUEST, wishes.Play(1, "go 3"))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.rule) == ("rule", "DK-03")
    assert refusal.texts["de"].startswith("DK-03: ") and refusal.texts["en"].startswith("DK-03: ")
    nonsense = session.decide(GUEST, wishes.Play(1, "x" * 5000))
    assert isinstance(nonsense, Refusal)
    assert nonsense.rule is None and len(nonsense.texts["en"]) < 300


def test_who_left_during_the_game_has_no_wishes_but_to_come_back() -> None:
    session = table_in("running").ask(GUEST, wishes.Leave())
    for name, wish in WISHES.items():
        assert name == "join" or session.refused(GUEST, wish) == "not-here"
    session.ask(GUEST, wishes.Join("Wieder", "")).ask(GUEST, wishes.Play(1, "stop 3"))


def test_without_onlookers_only_players_stay_and_come_back() -> None:
    session = Session("denkste", onlookers=False).join(ONLOOKER).begin(GUEST, players=2)
    assert list(session.table.people) == [HOST, GUEST]
    assert session.refused(STRANGER, wishes.Join("Fremd", "")) == "no-onlookers"
    session.ask(GUEST, wishes.Leave()).ask(GUEST, wishes.Join("Wieder", ""))


def test_a_host_without_a_seat_may_look_on() -> None:
    session = Session("denkste", onlookers=False)
    session.ask(HOST, wishes.SetPlace(2, "empty"), wishes.SetPlace(3, "empty"), wishes.Fill("random")).deal()
    session.ask(HOST, wishes.Join("Hanna", ""))
    assert session.table.people[HOST].name == "Hanna"


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\nb", "a\u202eb", "\x00", "\u200d", "\u2028"])
def test_names_that_are_none(name: str) -> None:
    assert Session("dog").refused(GUEST, wishes.Join(name, "")) == "bad-name"
    answer = permissions.created(HOST, name, Settings("dog", {}), None, None)
    assert isinstance(answer, Refusal) and answer.code == "bad-name"


@pytest.mark.parametrize("name", ["x", "x" * 24, " Jörg ", "Zoë 🦫", "👨‍👩‍👧", "李雷"])
def test_names_that_are_fine(name: str) -> None:
    assert Session("dog").ask(GUEST, wishes.Join(name, "")).table.people[GUEST].name == name.strip()


@pytest.mark.parametrize("commitment", ["0" * 63, "0" * 65, "A" * 64, "0" * 63 + "\n"])
def test_commitments_that_are_none(commitment: str) -> None:
    assert Session("dog").refused(GUEST, wishes.Join("Gustav", commitment)) == "bad-commitment"
    answer = permissions.created(HOST, "Hanna", Settings("dog", {}), None, None, commitment)
    assert isinstance(answer, Refusal) and answer.code == "bad-commitment"


def test_a_table_has_room_for_some_people_only() -> None:
    session = Session("dog").join(*(f"p{number}" for number in range(members.MOST_PEOPLE - 1)))
    assert session.refused("one more", wishes.Join("Zu viel", "")) == "too-full"
    session.join("p0").ask("p1", wishes.Leave()).join("one more")


@pytest.mark.parametrize("phrase", wishes.PHRASES)
def test_phrases_are_there_in_both_languages(phrase: str) -> None:
    session = Session("dog").ask(HOST, wishes.Say(phrase))
    assert session.table.chat() == [(2, acts.Said(HOST, phrase))]
    assert all(wishes.TEXTS.say("phrase", phrase, lang) for lang in ("de", "en"))


def test_words_that_are_none() -> None:
    assert Session("dog").refused(HOST, wishes.Say("no such phrase")) == "no-such-phrase"
    assert Session("dog").refused(HOST, wishes.Say()) == "no-such-phrase"
    assert Session("dog").refused(HOST, wishes.Say(text="Hallo")) == "no-free-text"
    free = Session("dog", free_text=True)
    for text in ("", "  ", "x" * 201, "a\x1bb", "a\nb"):
        assert free.refused(HOST, wishes.Say(text=text)) == "bad-text"
    assert free.refused(HOST, wishes.Say("hello", "both")) == "bad-text"
    assert free.ask(HOST, wishes.Say(text=" x" + "y" * 198 + "z ")).table.chat()[0][1].text == "x" + "y" * 198 + "z"


def test_only_the_last_words_are_remembered() -> None:
    session = Session("dog").ask(HOST, *[wishes.Say("hello")] * 60)
    assert [version for version, _ in session.table.chat()] == list(range(12, 62))


def test_a_log_does_not_grow_for_ever_by_one_person() -> None:
    session = Session("denkste").begin(GUEST, players=2).join(ONLOOKER)
    for person, role in ((GUEST, "player"), (ONLOOKER, "onlooker")):
        while not session.table.budget.is_used_up(role, person):  # type: ignore[arg-type]
            session.ask(person, wishes.Say(phrase="hello"))
        assert session.refused(person, wishes.Say(phrase="hello")) == "too-much"
    session.ask(HOST, wishes.Say(phrase="hello"), wishes.Play(0, "go 4"))
    session.ask(GUEST, wishes.Play(1, "stop 4"), wishes.Leave(), wishes.Join("Guest", ""))


def test_a_log_does_not_grow_for_ever_by_many() -> None:
    session = Session("denkste").begin(GUEST, players=2)
    for number in range(budget.LIMITS["coming"][1] // 2):
        session.ask(f"p{number}", wishes.Join("Neu", ""), wishes.Leave())
    assert session.refused("one more", wishes.Join("Neu", "")) == "too-much"
    session.ask(HOST, wishes.Say(phrase="hello"), wishes.Play(0, "go 4"))
    session.ask(GUEST, wishes.Play(1, "stop 4"), wishes.Say(phrase="hello"), wishes.Leave())
