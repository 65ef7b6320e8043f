"""The endpoint to which a finished game of a device is sent, so that there is a link to it."""

import hashlib
from collections.abc import Sequence

import msgspec

import tafelrunde as tr
from tafelrunde.server import refusals
from tafelrunde.server.http import sessions
from tafelrunde.server.http.bodies import Opened, Record
from tafelrunde.server.http.routing import Endpoint, HttpRefusal
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.sent.bodies import LARGEST, SentGame
from tafelrunde.server.sent.rebuilding import rebuilt
from tafelrunde.server.storage.entries import chained, new_start
from tafelrunde.server.storage.transaction import Job, NewEnding, NewSummary, NewTable, NewVisit
from tafelrunde.server.tables.hub import Hub
from tafelrunde.server.tables.summary import summarize
from tafelrunde.server.tables.table_log import rules_of
from tafelrunde.table import acts
from tafelrunde.table import ending as endings
from tafelrunde.table.ending import Ending
from tafelrunde.table.wishes import Refusal

MOVES_OF_A_REQUEST = 25
"""So many moves count as one more request."""


async def send(hub: Hub, payer: Path, person: str, body: SentGame) -> Opened:
    """Keep a game that was played without a server, as a table that is over: there are a replay and a review of it, for
    everybody who has the link. Sent again by the same person, it has the same id.

    Only what is true is kept: everything in the record is checked, and every move by the rules.
    """
    if hub.orders.read_only:
        raise HttpRefusal(503, refusals.refuse("read-only"))
    id = _id(person, body.record)
    if await hub.store.summary(id) is None:
        if body.record.game in tr.games():
            await hub.preparation.wait(body.record.game, "rules")
        jobs = await hub.pages.run(payer, lambda: _jobs(body, id, person, hub.time.now()))
        if isinstance(jobs, Refusal):
            raise HttpRefusal(422, jobs)
        await hub.store.add_whole(jobs)
    return Opened(id)


def _id(person: str, record: Record) -> str:
    """What the table of a game is called: it follows from the game and from who sends it, and only they can tell."""
    data = msgspec.json.encode(("tafelrunde sent", person, record))
    number, found = int.from_bytes(hashlib.sha256(data).digest()), ""
    for _ in range(acts.ID_LENGTH):
        number, letter = divmod(number, len(acts.ID_LETTERS))
        found += acts.ID_LETTERS[letter]
    return found


def _jobs(sent: SentGame, id: str, person: str, now: float) -> Sequence[Job] | Refusal:
    """All that is to be written."""
    table = rebuilt(sent, id, sessions.at_table(person, id), now)
    if isinstance(table, Refusal):
        return table
    summary, rules, head = summarize(table), rules_of(table.settings.game), new_start()
    jobs: list[Job] = [NewTable(id, summary, public=False, at=table.log[0].at)]
    for version, logged in enumerate(table.log, 1):
        entry = chained(head, id, version, None, acts.encode(logged.act), logged.at, rules)
        head = entry.hash
        jobs.append(entry)
    ending = endings.encode(Ending.of(table))
    return [*jobs, NewSummary(id, summary, public=False, open=False), NewEnding(id, ending), NewVisit(id, person)]


def _cost(body: SentGame) -> float:
    return len(body.record.moves) / MOVES_OF_A_REQUEST


ENDPOINTS = (Endpoint("POST", "/api/records", send, (503,), cost=99, body_cost=_cost, largest=LARGEST),)
