"""Taking names and words out of a table in memory: it becomes what its log without them describes."""

from dataclasses import replace

from tafelrunde.table import acts
from tafelrunde.table.table import Table


def forget(table: Table, person: str | None) -> bool:
    """Forget what a person, or everybody, was called and said; whether there was anything."""
    log = [replace(entry, act=acts.stripped(entry.act, person)) for entry in table.log]
    if log == table.log:
        return False
    table.log[:] = log

    def is_theirs(other: str | None) -> bool:
        return person is None or other == person

    for one in table.people.values():
        one.name = "" if is_theirs(one.id) else one.name
    for id in filter(is_theirs, table.requests):
        table.requests[id] = replace(table.requests[id], name="")
    for seat, place in enumerate(table.seats):
        if is_theirs(table.places[place].person) and table.names[seat] is not None:
            table.names[seat] = ""
    for number, taken in enumerate(table.places):
        if is_theirs(taken.person) and taken.name:
            table.places[number] = replace(taken, name="")
    kept = [(version, acts.stripped(said, person)) for version, said in table.said]
    table.said.clear()
    table.said.extend((version, said) for version, said in kept if said.phrase or said.text)
    return True
