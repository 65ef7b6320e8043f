"""From the start to the deal: commitments are locked, parts are revealed, and the game begins. See `fair_deal`."""

from tafelrunde.table import acts, fair_deal
from tafelrunde.table.acts import AnyAct
from tafelrunde.table.fair_deal import Contribution
from tafelrunde.table.table import Table
from tafelrunde.table.wishes import Refusal, Reveal, refuse


def first_round(table: Table, person: str, seats: list[int]) -> list[AnyAct]:
    """Lock the commitments of everybody who plays; whoever has several places contributes once."""
    first: dict[str, int] = {}
    for seat, place in enumerate(seats):
        somebody = table.places[place].person
        if somebody is not None:
            first.setdefault(somebody, seat)
    return _locked(table, person, seats, table.secret, first)


def next_round(table: Table) -> list[AnyAct]:
    """Lock fresh commitments of everybody who has revealed: whoever has not plays, but contributes no more."""
    latest = table.rounds[-1]
    revealed = {each.person: each.seat for each in latest.contributions if each.seat in latest.parts}
    return _locked(table, table.host, table.seats, fair_deal.random_secret(), revealed)


def _locked(table: Table, person: str, seats: list[int], secret: str, seat_of: dict[str, int]) -> list[AnyAct]:
    """The lock; if nobody contributes, the game begins at once."""
    contributions = [
        Contribution(somebody, seat, table.people[somebody].commitment)
        for somebody, seat in seat_of.items()
        if somebody in table.people and table.people[somebody].commitment
    ]
    locked = acts.Locked(person, seats, secret, contributions)
    return [locked] if contributions else [locked, acts.Started(person)]


def reveal(table: Table, person: str, wish: Reveal) -> list[AnyAct] | Refusal:
    """Only what was committed to, once, and to the lock that the client was shown. The last one starts the game."""
    if table.phase != "dealing":
        return refuse("not-dealing")
    latest = table.rounds[-1]
    contribution = next((each for each in latest.missing if each.person == person), None)
    if contribution is None or wish.lock != fair_deal.digest(latest.lock(table.terms())):
        return refuse("not-dealing")
    is_secret = fair_deal.SECRET.fullmatch(wish.part) is not None
    if not is_secret or fair_deal.part_commitment(wish.part) != contribution.commitment:
        return refuse("bad-part")
    if not _is_fresh(table, person, wish.commitment):
        return refuse("bad-commitment")
    revealed = acts.Revealed(person, wish.part, wish.commitment)
    return [revealed] if len(latest.missing) > 1 else [revealed, acts.Started(table.host)]


def _is_fresh(table: Table, person: str, commitment: str) -> bool:
    """Whether this is a commitment for another round, to which nobody at this table has ever committed before."""
    locked = {each.commitment for round in table.rounds for each in round.contributions}
    is_one = fair_deal.HASH.fullmatch(commitment) is not None
    return is_one and commitment not in locked and not _is_taken(table, person, commitment)


def _is_taken(table: Table, person: str, commitment: str) -> bool:
    """Whether somebody else has committed to the same part."""
    others = [(other, known.commitment) for other, known in table.people.items()]
    others += [(other, request.commitment) for other, request in table.requests.items()]
    return any(other != person and theirs == commitment for other, theirs in others)


def joining_commitment(table: Table, person: str, commitment: str) -> str | Refusal:
    """What somebody who joins is committed to; whoever comes back while it is dealt has committed already."""
    if table.phase == "dealing" and person in table.people:
        return table.people[person].commitment
    if commitment and _is_taken(table, person, commitment):
        return refuse("bad-commitment")
    return wrong_commitment(commitment) or commitment


def wrong_commitment(commitment: str) -> Refusal | None:
    """Why this cannot be a commitment; an empty one means that somebody contributes nothing."""
    fine = commitment == "" or fair_deal.HASH.fullmatch(commitment)
    return None if fine else refuse("bad-commitment")
