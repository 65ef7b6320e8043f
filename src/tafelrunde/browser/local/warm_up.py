"""Everything that a table needs, imported, read and used once: from an image of this memory one starts at once.

Nothing that was drawn at random stays: whoever starts from an image calls `refresh` first.
"""

import gc
import importlib
import io
import json
import random
import zipfile
from collections.abc import Iterable
from typing import Any

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.browser.local.host import Host
from tafelrunde.kernel.languages import Texts
from tafelrunde.table import fair_deal
from tafelrunde.table.people.letters import prototypes
from tafelrunde.table.table import place_count

MOVES = 6
PART, NEXT = "0" * 32, "1" * 32


class _Visitor:
    """Everybody at a table, and where it is kept."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self.host = Host(self, self._hear, lambda socket: None)
        self._wishes = 0

    async def read(self, table: str, after: int) -> str:
        return json.dumps(self.rows[after:])

    async def append(self, table: str, rows: str, summary: str) -> bool:
        self.rows += json.loads(rows)
        return True

    def _hear(self, socket: int, text: str) -> None:
        message = json.loads(text)
        if message["type"] in ("snapshot", "update"):
            self.state = message

    async def wish(self, wish: str, **values: Any) -> None:
        self._wishes += 1
        ask = {"type": "ask", "id": str(self._wishes), "version": self.state["version"]}
        await self.host.hear(0, json.dumps(ask | {"wish": {"wish": wish} | values}))

    def choices(self) -> Iterable[tuple[int, str]]:
        return [(int(seat), seen["moves"][0]) for seat, seen in self.state["seats"].items() if seen["moves"]]


async def warm_up(modules: Iterable[str]) -> None:
    """Import these modules, read all texts, and play some moves of each game; compiled code has been bound before."""
    for module in modules:
        importlib.import_module(module)
    for game in tr.games():
        bots.load(game)
        await _play(game)
    _read_archive()
    for texts in [found for found in gc.get_objects() if isinstance(found, Texts)]:
        texts.keys("")
    prototypes.cache_clear()  # It is large, and made in no time.


def refresh() -> None:
    """What was drawn at random when the image was made is drawn anew."""
    random.seed()


def _read_archive() -> None:
    """As weights are read, which come later."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("name", b"numbers")
    with zipfile.ZipFile(file) as archive:
        archive.read("name")


async def _play(game: str) -> None:
    """The beginning of a game; everybody is a person, as what bots have worked out cannot be kept."""
    visitor, players = _Visitor(), tr.load(game).facts.usual_players
    places = [
        {"kind": "open" if 0 < place < players else "person" if place == 0 else "empty"}
        for place in range(place_count(game))
    ]
    body = {"name": "Ada", "settings": {"game": game, "options": {}}, "places": places}
    opened = await visitor.host.ask(
        "POST", "/api/tables", json.dumps(body | {"commitment": fair_deal.part_commitment(PART)})
    )
    table = json.loads(opened.partition(" ")[2])["id"]
    visitor.host.connect(0, table)
    await visitor.host.hear(0, json.dumps({"type": "hello", "token": "", "after": 0, "mark": ""}))
    for place in range(1, players):
        await visitor.wish("sit", place=place, name=f"Bo {place}")
    await visitor.wish("start")
    lock = visitor.state["lobby"]["lock"]["digest"]
    await visitor.wish("reveal", lock=lock, part=PART, commitment=fair_deal.part_commitment(NEXT))
    for _ in range(MOVES):
        for seat, move in visitor.choices():
            await visitor.wish("play", seat=seat, move=move)
    assert visitor.state["seats"], visitor.state
    visitor.host.disconnect(0)
