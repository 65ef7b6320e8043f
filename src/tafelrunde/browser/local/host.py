"""All tables of this device, and what a page asks that is asked over HTTP where there is a server."""

import json
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from tafelrunde import bots
from tafelrunde.bots import Budget, Seat
from tafelrunde.bots.hints import whole_hint
from tafelrunde.browser.local.parcel import parcel
from tafelrunde.browser.local.review import Reviews
from tafelrunde.browser.local.store import Kept, Store, Time
from tafelrunde.browser.local.table import HINT_SEED, ME, ONLOOKER, LocalTable, Page, create, new_id
from tafelrunde.browser.local.texts import refuse
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.targets import kept
from tafelrunde.table import permissions, previews, records, replay, visibility
from tafelrunde.table.acts import Place, Settings
from tafelrunde.table.previews import Analysis
from tafelrunde.table.records import BadData
from tafelrunde.table.replay import PAGE, GameReplay
from tafelrunde.table.table import Table
from tafelrunde.table.wishes import Refusal

Found = TypeVar("Found")


class Declined(Exception):
    """Something is refused, with a status of HTTP."""

    def __init__(self, status: int, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.status, self.refusal = status, refusal


class Host:
    """The tables of this device. `send(socket, text)` tells a page something, `close(socket)` is its end."""

    def __init__(
        self, rows: Kept, send: Callable[[int, str], None], close: Callable[[int], None], speed: float = 1.0
    ) -> None:
        self._store, self._time, self._send, self._close = Store(rows), Time(speed), send, close
        self._tables: dict[str, LocalTable] = {}
        self._wanted: dict[int, str] = {}
        self._pages: dict[int, tuple[LocalTable, Page]] = {}
        self._reviews, self._analysis = Reviews(), Analysis()

    # connections

    def connect(self, socket: int, table: str) -> None:
        """A page opens a connection; with its first message it says who it is."""
        self._wanted[socket] = table

    async def hear(self, socket: int, text: str) -> None:
        """A message of a page."""
        message = json.loads(text)
        if message["type"] == "hello":
            await self._enter(socket, message)
        elif socket in self._pages:
            table, page = self._pages[socket]
            await table.hear(page, message)

    async def _enter(self, socket: int, hello: dict[str, Any]) -> None:
        person = ONLOOKER if hello["token"] == ONLOOKER else ME
        page = Page(person, lambda text: self._send(socket, text), lambda: self._close(socket))
        table = await self._find(self._wanted.get(socket, ""))
        if table is None:
            page.bye("no-table")
        elif socket in self._wanted:
            self._pages[socket] = table, page
            await table.add(page, hello["after"])

    def disconnect(self, socket: int) -> None:
        """A page has closed its connection, or is gone."""
        self._wanted.pop(socket, None)
        if socket in self._pages:
            table, page = self._pages.pop(socket)
            table.remove(page)

    async def refresh(self, id: str) -> None:
        """Another page of this browser, with a worker of its own, has written something."""
        if id in self._tables:
            await self._tables[id].refresh()

    async def _find(self, id: str) -> LocalTable | None:
        if id not in self._tables:
            entries = await self._store.read(id)
            if not entries:
                return None
            if id not in self._tables:
                self._forget_others()
                self._tables[id] = LocalTable(id, entries, self._store, self._time)
        else:
            await self._tables[id].refresh()
        return self._tables[id]

    def _forget_others(self) -> None:
        """What nobody looks at is read again when somebody does."""
        self._tables = {id: table for id, table in self._tables.items() if table.is_looked_at}

    # requests

    async def ask(self, method: str, path: str, body: str) -> str:
        """The answer to a request: a status, a blank, and JSON."""
        try:
            status, found = await self._answer(method, path, json.loads(body) if body else None)
        except Declined as declined:
            status, found = declined.status, declined.refusal
        except OSError:
            status, found = 503, refuse("not-loaded")
        except (BadData, KeyError, TypeError, ValueError) as error:
            status, found = 422, refuse("bad-message", reason=str(error))
        return f"{status} {records.encode(found).decode()}"

    async def _answer(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        parts = urlsplit(path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        match [method, *parts.path.strip("/").split("/")[1:]]:
            case ["POST", "tables"]:
                return 201, {"id": await self._open(body)}
            case ["GET", "tables", id]:
                return 200, _lobby(await self._table(id))
            case ["GET", "records", id]:
                return 200, (await self._finished(id)).record()
            case ["GET", "records", id, "parcel"]:
                return 200, parcel(await self._finished(id))
            case ["GET", "records", id, "steps"]:
                return 200, await self._steps(id, query)
            case ["GET", "records", id, "review"]:
                return self._review(await self._finished(id))
            case ["POST", "review"]:
                return self._reviewed(body)
            case ["POST", "practice"]:
                return 200, _practised(body)
            case ["POST", "advice"]:
                return 200, self._advised(body)
            case ["POST", "analysis"]:
                return 200, self._analysed(body)
        raise Declined(404, refuse("no-page"))

    async def _open(self, body: dict[str, Any]) -> str:
        settings = records.read(body["settings"], Settings)
        places = records.read(body.get("places"), list[Place] | None)
        act = permissions.created(ME, body["name"], settings, places, None, body.get("commitment", ""))
        if isinstance(act, Refusal):
            raise Declined(422, act)
        id = new_id()
        await create(self._store, id, act, self._time.now())
        return id

    async def _table(self, id: str) -> Table:
        found = await self._find(id)
        if found is None:
            raise Declined(404, refuse("no-table"))
        return found.table

    async def _finished(self, id: str) -> Table:
        table = await self._table(id)
        refusal = replay.refused(table, ME, "all")
        if refusal is not None:
            raise Declined(409, refusal)
        return table

    def _review(self, table: Table) -> tuple[int, Any]:
        record = table.record()
        if record["result"] is None:
            raise Declined(409, refuse("no-result"))
        return self._reviewed(record)

    def _reviewed(self, record: dict[str, Any]) -> tuple[int, Any]:
        found = self._reviews.of(record)
        return 200 if found["review"] else 202, found

    def _analysed(self, body: dict[str, Any]) -> dict[str, Any]:
        found = self._analysis.look(body["start"], _moves(body), body.get("seat"), body.get("follow", False))
        return _allowed(found)

    def _advised(self, body: dict[str, Any]) -> dict[str, Any]:
        """What the strongest bot thinks of the moves of a seat, by what the seat may know.

        With `simulations` for a bot that searches; `searches` and `goes_on` say whether it is worth asking again with
        more of them, or a little later.
        """
        match, seat, budget = _allowed(self._analysis.match(body["start"], _moves(body))), body["seat"], None
        searches = bots.load(match.game.name).with_budget is not None
        if body.get("simulations") is not None:
            budget = Budget(Value(body["simulations"], "simulations").integer(1, bots.MOST_SIMULATIONS))
        advice = whole_hint(Seat.of(match, seat), Random(HINT_SEED), budget) if seat in match.actors() else []
        return {"moves": [vars(each) for each in advice], "searches": searches, "goes_on": kept.is_working()}

    async def _steps(self, id: str, query: dict[str, str]) -> dict[str, Any]:
        table, seat = await self._table(id), query.get("seat", "public")
        viewer: Any = int(seat) if seat.isdigit() else seat
        refusal = replay.refused(table, ME, viewer)
        if refusal is not None:
            raise Declined(409, refusal)
        game, first = GameReplay.of(table), int(query.get("from", 0))
        end = min(int(query.get("to", game.last)), game.last, first + PAGE - 1)
        page = replay.page(game, replay.allowed_viewer(table, viewer), first, end)[0] if first <= end else []
        return {
            "table": id,
            "game": game.game.name,
            "options": game.game.options,
            "names": game.names,
            "phase": game.phase,
            "old_rules": game.ended is not None,
            "last": game.last,
            "next": end + 1 if page and end < game.last else None,
            "steps": page,
        }


def _lobby(table: Table) -> dict[str, Any]:
    hidden = ("said", "muted", "requests")
    return {name: value for name, value in visibility.lobby(table).items() if name not in hidden} | {"you": ME}


def _moves(body: dict[str, Any]) -> list[tuple[int | None, str]]:
    return [(made["seat"], made["move"]) for made in body.get("moves", [])]


def _practised(body: dict[str, Any]) -> dict[str, Any]:
    return _allowed(previews.practise(body["position"], body.get("seat"), _moves(body)))


def _allowed(found: Found | Refusal) -> Found:
    if isinstance(found, Refusal):
        raise Declined(409 if found.code == "rule" else 422, found)
    return found
