"""What people may ask for without anything happening at the table."""

from tafelrunde.bots import Seat
from tafelrunde.table import visibility
from tafelrunde.table.table import Table
from tafelrunde.table.wishes import Refusal, refuse


def for_hint(table: Table, person: str, seat: int) -> Seat | Refusal:
    """What a hint is made of: all that the own seat knows, and nothing else. Or why there is none."""
    return _not_theirs(table, person, seat) or (_to_move(table, seat) if table.settings.hints else refuse("no-hints"))


def for_trying(table: Table, person: str, seat: int) -> Seat | Refusal:
    """What moves are tried out on: all that the own seat knows. Not where it has to be remembered."""
    forgets = visibility.from_memory(table)
    return _not_theirs(table, person, seat) or (refuse("no-trying") if forgets else _to_move(table, seat))


def _not_theirs(table: Table, person: str, seat: int) -> Refusal | None:
    """Why this person cannot ask for this seat."""
    if not table.is_here(person):
        return refuse("not-here")
    if table.match is None or table.phase != "running":
        return refuse("not-running")
    return None if seat in table.seats_of(person) else refuse("not-your-seat")


def _to_move(table: Table, seat: int) -> Seat | Refusal:
    assert table.match is not None
    asked = Seat.of(table.match, seat)
    return asked if asked.moves else refuse("not-your-turn")
