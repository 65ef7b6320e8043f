"""What the list of tables shows of each."""

import msgspec

from tafelrunde.table.table import Table


class Summary(msgspec.Struct):
    """One table in the list."""

    game: str
    phase: str
    host: str
    places: dict[str, int]
    people: int
    onlookers: bool


def summarize(table: Table) -> bytes:
    """The summary of a table as it is stored."""
    kinds = [place.kind for place in table.places]
    host = table.people[table.host].name if table.host in table.people else ""
    summary = Summary(
        game=table.settings.game,
        phase=table.phase,
        host=host,
        places={kind: kinds.count(kind) for kind in sorted(set(kinds))},
        people=len(table.people),
        onlookers=table.settings.onlookers,
    )
    return msgspec.json.encode(summary)
