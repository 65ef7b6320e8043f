"""A program that takes a seat at a table and plays: python examples/bot.py http://HOST:PORT/api/tables/ID [NAME]

It knows of Tafelrunde what docs/protocol.md says, plays each of the games, and needs the library `websockets`.
"""

import hashlib
import itertools
import json
import random
import secrets
import sys
import time
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PAUSE = 1.0  # seconds before a move, so that people can follow


class Bot:
    def __init__(self, link: str, name: str = "Robot") -> None:
        self.server, self.table = urlsplit(link).netloc, urlsplit(link).path.split("/")[-1]
        body = json.dumps({"name": name}).encode()
        with urllib.request.urlopen(f"http://{self.server}/api/session", body) as answer:
            self.session = json.load(answer)
        self.me = ""  # who the bot is at this table
        self.run, self.numbers = secrets.token_hex(4), itertools.count()
        self.parts: dict[str, str] = {}  # what we committed to, and what it was made of
        self.now: dict[str, Any] = {"version": 0, "lobby": {"phase": "open"}, "seats": {}}  # what the server told last

    def play(self) -> dict[str, Any]:
        """Come back after every interruption until the game is over; the result."""
        while self.now["lobby"]["phase"] != "over":
            try:
                with connect(f"ws://{self.server}/ws/{self.table}") as socket:
                    self.talk(socket)
            except (ConnectionClosed, OSError):
                time.sleep(1)
        return dict(next(iter(self.now["seats"].values()))["view"]["result"])

    def talk(self, socket: ClientConnection) -> None:
        hello = {"type": "hello", "token": self.session["token"], "after": self.now["version"], "protocol": 2}
        socket.send(json.dumps(hello))
        waiting = False  # for the answer to a wish
        while self.now["lobby"]["phase"] != "over":
            message = json.loads(socket.recv())
            if message["type"] == "bye" and not message["retry"]:
                sys.exit(message["texts"]["en"])
            if message["type"] == "welcome":
                self.me = message["person"]
            if message["type"] in ("snapshot", "update"):
                self.now = self.whole(message)
            if message["type"] in ("ack", "refused"):  # an update came first, if something changed
                waiting = False
            wish = None if waiting or message["type"] == "welcome" else self.wish()
            if wish:
                ask = {"type": "ask", "id": f"{self.run}-{next(self.numbers)}", "version": self.now["version"]}
                socket.send(json.dumps(ask | {"wish": wish}))
                waiting = True

    def whole(self, message: dict[str, Any]) -> dict[str, Any]:
        """A snapshot or an update with everything: an update that is not whole says only what has changed."""
        if message["type"] == "snapshot" or message["whole"]:
            return message
        message["lobby"] = self.now["lobby"] | message["lobby"]
        for seat, changes in message["seats"].items():
            before = self.now["seats"][seat]
            message["seats"][seat] = before | changes | {"view": before["view"] | changes.get("view", {})}
        return message

    def commit(self) -> str:
        """The commitment to a random part of the deal, which is kept for when it is asked for."""
        part = secrets.token_hex(16)
        commitment = hashlib.sha256(f"tafelrunde 1 part {part}".encode()).hexdigest()
        self.parts[commitment] = part
        return commitment

    def wish(self) -> dict[str, Any] | None:
        """What to ask for now: to be at the table, to sit, to reveal our part of the deal, to move."""
        me, lobby = self.me, self.now["lobby"]
        if not any(person["id"] == me and person["here"] for person in lobby["people"]):
            return {"wish": "join", "name": self.session["name"], "commitment": self.commit()}
        if lobby["phase"] == "open" and not any(place.get("person") == me for place in lobby["places"]):
            free = [number for number, place in enumerate(lobby["places"]) if place.get("kind", "open") == "open"]
            return {"wish": "sit", "place": free[0]} if free else None
        for each in lobby["lock"]["contributors"] if lobby["phase"] == "dealing" else ():
            if each["person"] == me and not each["revealed"] and each["commitment"] in self.parts:
                part = self.parts[each["commitment"]]
                return {"wish": "reveal", "lock": lobby["lock"]["digest"], "part": part, "commitment": self.commit()}
        for seat, seen in self.now["seats"].items():
            if seen["moves"]:
                time.sleep(max(PAUSE, seen["wait"]))
                return {"wish": "play", "seat": int(seat), "move": random.choice(seen["moves"])}
        return None


if __name__ == "__main__":
    print(Bot(*sys.argv[1:]).play())
