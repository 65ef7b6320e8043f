"""Tables in every phase, with people in every role: what permissions are tested with."""

import functools
import random
import secrets
from dataclasses import replace

from tafelrunde.server.http import sessions
from tafelrunde.server.tables import table_log
from tafelrunde.server.tables.hub import Hub
from tafelrunde.server.tables.table_log import TableLog
from tafelrunde.table import acts, permissions
from tafelrunde.table.acts import Place, Settings
from tafelrunde.table.table import Table
from tests.protocol_client import Person

ROLES = ("host", "guest", "onlooker", "stranger", "gone", "other", "removed", "forged", "silent")
"""Two who have a seat; one who joined to watch; one who has the link; one who left; the host of another table; one who
was removed; one with an invalid token; one who does not say hello."""
TOKENS = {role: secrets.token_urlsafe(24) for role in ROLES} | {"forged": "no token of ours"}
SERIES = "roles"
IDS = {role: sessions.at_table(sessions.person(token) or "", SERIES) for role, token in TOKENS.items()}
"""Who they are at these tables, which are all of one series."""
EMPTY_PLACE = Place("empty")


@functools.cache
def log(phase: str) -> list[acts.AnyAct]:
    """What has happened at a table in this phase."""
    opened = permissions.created(IDS["host"], "Hanna", Settings("denkste", {"rings": [4, 4, 4]}), None, None)
    assert isinstance(opened, acts.Created)
    opened = replace(opened, series=SERIES)
    come = [acts.Joined(IDS[role], role, "") for role in ("guest", "gone", "onlooker", "removed")]
    host = IDS["host"]
    seated = [(0, Place("person", host)), (1, Place("person", IDS["guest"])), (3, EMPTY_PLACE)]
    done: list[acts.AnyAct] = [opened, *come, *(acts.Placed(host, place, now) for place, now in seated)]
    done.append(acts.Left(IDS["removed"], host))
    gone = acts.Left(IDS["gone"], IDS["gone"])
    if phase == "open":
        return [*done, gone]
    if phase == "ready":
        return [*done, gone, acts.Placed(host, 2, EMPTY_PLACE)]
    done += [
        acts.Placed(host, 2, Place("person", IDS["gone"])),
        acts.Locked(host, [0, 1, 2], opened.secret, []),
        acts.Started(host),
        gone,
    ]
    return done if phase == "running" else done + _moves(done)


def _moves(done: list[acts.AnyAct]) -> list[acts.AnyAct]:
    """Moves at random to the end of the game."""
    match = Table.replay("t", [(act, 0.0) for act in done]).match
    assert match is not None
    moves: list[acts.AnyAct] = []
    choice = random.Random(3)
    while match.actors():
        seat = choice.choice(match.actors())
        move = choice.choice(match.moves(seat))
        match.play(seat, move)
        moves.append(acts.Moved(seat, move, "bot"))
    return moves


class RoleServer:
    """A server with tables in every phase."""

    def __init__(self, address: str, hub: Hub) -> None:
        self.address, self._hub = address, hub

    async def table(self, phase: str) -> str:
        """A new table in this phase."""
        (created, *rest), id, now = log(phase), secrets.token_hex(8), self._hub.time.now() - 1
        assert isinstance(created, acts.Created)
        await table_log.create_table(self._hub._store, id, created, now)
        if rest:
            written = TableLog(id, self._hub._store)
            await written.read()
            await written.append(rest, "", now, None)
        return id

    def person(self, role: str) -> Person:
        """Somebody in this role."""
        return Person(self.address, role, TOKENS[role])
