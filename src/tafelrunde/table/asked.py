"""What people may ask for without anything happening at the table."""

from tafelrunde.bots import Seat
from tafelrunde.table.table import Table
from tafelrunde.table.wishes import Refusal, refuse


def for_hint(table: Table, person: str, seat: int) -> Seat | Refusal:
    """What a hint is made of: all that the own seat knows, and nothing else. Or why there is none."""
    if not table.is_here(person):
        return refuse("not-here")
    if table.match is None or table.phase != "running":
        return refuse("not-running")
    if seat not in table.seats_of(person):
        return refuse("not-your-seat")
    if not table.settings.hints:
        return refuse("no-hints")
    asked = Seat.of(table.match, seat)
    return asked if asked.moves else refuse("not-your-turn")
