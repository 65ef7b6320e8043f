"""People without a browser, who get tables ready for those who have one."""

import itertools
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

Place = dict[str, Any]
BOT, EMPTY = {"kind": "bot", "level": "random"}, {"kind": "empty"}
SMALL = {"denkste": {"rings": [4, 4, 4]}}
"""Options with which a game is short."""


@dataclass
class Person:
    """Somebody with a session at a site."""

    site: str
    name: str = "Anna"
    me: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.me = httpx.post(f"{self.site}/api/session", json={"name": self.name}).raise_for_status().json()

    def opens(self, game: str, places: list[Place | None], **settings: Any) -> str:
        """A table; None is a place of the own."""
        own = {"kind": "person", "person": self.me["person"]}
        told = {
            "name": self.name,
            "settings": {"game": game, "options": SMALL.get(game, {})} | settings,
            "places": [own if place is None else place for place in places],
            "part": "5f0c",
        }
        headers = {"authorization": f"Bearer {self.me['token']}"}
        answer = httpx.post(f"{self.site}/api/tables", json=told, headers=headers)
        return str(answer.raise_for_status().json()["id"])

    def plays(self, table: str, moves: int = 10**6) -> None:
        """Start the game, and play at random until it is over or so many moves are made."""
        address = self.site.replace("http", "ws") + f"/ws/{table}"
        with connect(address, max_size=None) as socket:
            socket.send(json.dumps({"type": "hello", "token": self.me["token"]}))
            _Player(socket, moves).run()

    def kept(self) -> str:
        """A script that makes a browser this person's."""
        return f"localStorage.setItem('tafelrunde.me', {json.dumps(json.dumps(self.me))})"


class _Player:
    def __init__(self, socket: ClientConnection, moves: int) -> None:
        self.socket, self.left = socket, moves
        self.chance, self.ids = random.Random(7), itertools.count()
        self.state: dict[str, Any] = {}

    def run(self) -> None:
        answered = True
        started = False
        while True:
            message = json.loads(self.socket.recv(timeout=60))
            if message["type"] in ("snapshot", "update"):
                self.state = message
            assert message["type"] != "refused" or self.state["lobby"]["phase"] != "open", message
            answered |= message["type"] in ("ack", "refused")
            if not self.state or not answered:
                continue
            if self.state["lobby"]["phase"] == "over" or self.left == 0:
                return
            if not started:
                started, answered = True, False
                self._ask({"wish": "start"})
            else:
                answered = not self._move()

    def _move(self) -> bool:
        for seat, told in self.state["seats"].items():
            if told["moves"]:
                time.sleep(told["wait"])
                self._ask({"wish": "play", "seat": int(seat), "move": self.chance.choice(told["moves"])})
                self.left -= 1
                return True
        return False

    def _ask(self, wish: dict[str, Any]) -> None:
        message = {"type": "ask", "id": f"p{next(self.ids)}", "version": self.state["version"], "wish": wish}
        self.socket.send(json.dumps(message))
