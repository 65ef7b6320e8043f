"""An operator who wants certain cards: after having seen the parts of others they try secrets, parts, seats and rounds.

They can write a record that agrees with itself, but none that somebody believes who kept the lock and their own part.
"""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde.table import fair_deal, wishes
from tafelrunde.table.acts import Place
from tafelrunde.table.fair_deal import Contribution, Round, Terms, part_commitment
from tafelrunde.table.verify import verify
from tests.parts import thorough
from tests.table.sessions import GUEST, HOST, Session, part_of

TRIES = [40, pytest.param(20_000, marks=thorough)]
"""How many secrets, parts or rounds the operator tries."""
Record = dict[str, Any]
HONEST = part_of(GUEST)


def played() -> tuple[Record, str]:
    """A true record of a game of Dog that was ended at once, and the digest that the honest guest was shown."""
    bots = [Place(), Place(), Place("bot", level="random"), Place("bot", level="random")]
    session = Session("dog", bots).join(GUEST).ask(GUEST, wishes.Sit(1)).ask(HOST, wishes.Sit(0)).deal()
    session.ask(HOST, wishes.End())
    table = session.table
    return json.loads(json.dumps(table.record())), fair_deal.digest(table.rounds[-1].lock(table.terms()))


def dealt(record: Record, rounds: list[Round]) -> Record:
    """The record that the operator writes: its seed follows from these rounds."""
    terms = Terms(record["table"], record["game"], record["options"])
    return record | {"deal": {"rounds": [each.shown() for each in rounds]}, "seed": rounds[-1].seed(terms)}


def worth(record: Record) -> int:
    """How many of the cards that start a piece the operator's seat is dealt."""
    hand = tr.load(record["game"], **record["options"]).new(record["seed"]).view(0)["hands"][0]
    return sum(card in ("A", "K", "X") for card in hand)


def true_round(record: Record) -> Round:
    [told] = record["deal"]["rounds"]
    people = [Contribution("", each["seat"], each["commitment"]) for each in told["contributors"]]
    return Round(1, told["secret"], people, {each["seat"]: each["part"] for each in told["contributors"]})


def other_secrets(true: Round, number: int) -> list[Round]:
    """Another secret, chosen when all parts were known."""
    return [Round(1, f"{number:032x}", true.contributions, true.parts)]


def other_parts(true: Round, number: int) -> list[Round]:
    """Another part of somebody who is in league with the operator, with the commitment changed to fit."""
    part = f"{number:032x}"
    league = Contribution("", 0, part_commitment(part))
    return [Round(1, true.secret, [league, true.contributions[1]], true.parts | {0: part})]


def invented_parts(true: Round, number: int) -> list[Round]:
    """A part of somebody who was not in the lock."""
    part = f"{number:032x}"
    added = Contribution("", 2, part_commitment(part))
    return [Round(1, true.secret, [*true.contributions, added], true.parts | {2: part})]


def new_rounds(true: Round, number: int) -> list[Round]:
    """A round that is said to have failed, although the honest part had come, and another one without it."""
    first = copy.deepcopy(true)
    del first.parts[1]
    part = f"{number:032x}"
    return [first, Round(2, f"{number + 1:032x}", [Contribution("", 0, part_commitment(part))], {0: part})]


@pytest.mark.parametrize("tries", TRIES)
@pytest.mark.parametrize("forge", [other_secrets, other_parts, invented_parts, new_rounds])
def test_whoever_chooses_the_cards_afterwards_is_caught(forge: Callable[[Round, int], list[Round]], tries: int) -> None:
    record, digest = played()
    assert all(found.holds for found in verify(record, digest, HONEST))
    chosen = max((dealt(record, forge(true_round(record), number)) for number in range(tries)), key=worth)
    assert worth(chosen) >= worth(dealt(record, forge(true_round(record), 0)))
    assert all(found.holds for found in verify(chosen)), "the record agrees with itself"
    broken = {found.check for found in verify(chosen, digest, HONEST) if not found.holds}
    assert "lock" in broken and ("part" in broken) == (forge is new_rounds)


def test_whoever_chooses_before_does_not_know_what_they_choose() -> None:
    """With everything of their own fixed, the deal still depends on a part that they do not know."""
    record, _ = played()
    true, terms, seeds = true_round(record), Terms("t1", "dog", record["options"]), set()
    for number in range(1000):
        part = f"{number:032x}"
        people = [true.contributions[0], Contribution("", 1, part_commitment(part))]
        seeds.add(Round(1, true.secret, people, true.parts | {1: part}).seed(terms))
    assert len(seeds) == 1000
